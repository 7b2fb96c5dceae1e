"""`diagnose` of many files: judged by all cores, each report written as soon as it is there."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mps_doctor.spreading import Work, WorkerDiedError, cores, in_parts, spread
from mps_doctor.system.errors import InputError

if TYPE_CHECKING:
    from mps_doctor.judgement.report import Report
    from mps_doctor.judgement.verdict import FailOn

FEWEST_FOR_OTHERS = 200
"""Below this the start of other processes takes longer than the work."""

FILES_AT_ONCE = 20


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """The reports of some files."""

    codes: tuple[int, ...]
    """The exit code of each."""
    lines: bytes
    """Each as one line of JSON."""
    error: str = ""
    """Why the file after these could not be read."""

    def reports(self) -> Iterator[Report]:
        """Yield the reports."""
        from mps_doctor.judgement.report import decode

        return map(decode, self.lines.splitlines())


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Part)


def diagnose_files(files: Sequence[str], fail_on: FailOn) -> Iterator[Part]:
    """Yield the reports of the files, in their order; memory does not grow with their number.

    Raises InputError for a file that cannot be read.
    """
    parts = in_parts(files, FILES_AT_ONCE)
    processes = cores()
    if processes < 2 or len(files) < FEWEST_FOR_OTHERS:
        documents: Iterator[bytes] = map(prepare(fail_on), parts)
    else:
        documents = spread(parts, prepare, fail_on, processes)
    try:
        for part in map(_decoder.decode, documents):
            yield part
            if part.error:
                raise InputError(part.error)
    except WorkerDiedError as error:
        raise InputError(str(error)) from None


def prepare(fail_on: FailOn) -> Work:
    """Load the checks, once for each process, and return what judges some files."""
    # Only who judges loads all this: the parent starts the other processes the sooner.
    from mps_doctor.facts.machine import MAX_SNAPSHOT_BYTES, Machine
    from mps_doctor.features.examination import judge_pasted
    from mps_doctor.judgement.engine import load_checks
    from mps_doctor.pasted import parse_text
    from mps_doctor.remembering import Remembering
    from mps_doctor.render.format_json import in_one_line
    from mps_doctor.render.screen import Screen
    from mps_doctor.system.files import read_given

    screen = Screen()
    judge = partial(judge_pasted, fail_on=fail_on, catalogue=load_checks(), run=Remembering().run)

    def work(files: Sequence[str]) -> bytes:
        read: list[tuple[str, Machine, float]] = []
        error = ""
        for file in map(Path, files):
            try:
                text = read_given(file, MAX_SNAPSHOT_BYTES)
            except InputError as failure:
                error = str(failure)
                break
            started = time.time()
            machine = parse_text(text, name=file.name)
            read.append((file.name, machine, time.time() - started))
        # Each step of all texts before the next one: processors remember what was done just now.
        reports = [judge(machine, name, time.time() - taken) for name, machine, taken in read]
        lines = b"".join([in_one_line(report, screen).encode() + b"\n" for report in reports])
        codes = tuple([report.verdict.exit_code for report in reports])
        return _encoder.encode(Part(codes=codes, lines=lines, error=error))

    return work
