"""`diagnose` of many files, judged on all cores."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mps_doctor.facts import MAX_SNAPSHOT_BYTES
from mps_doctor.features.examination import judge_text
from mps_doctor.judgement.catalogue import Catalogue, load_checks
from mps_doctor.judgement.verdict import INCONCLUSIVE
from mps_doctor.render.json import render_line
from mps_doctor.system.configuration import FailOn
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import read_given
from mps_doctor.system.redaction import redact_document

FEWEST_FOR_OTHERS = 200
"""Below this the start of other processes takes longer than the work."""

FILES_AT_ONCE = 20


class Judged(NamedTuple):
    """What became of one file."""

    code: int
    line: bytes = b""
    """The report as one line of JSON."""
    unread: str = ""
    """Why there is none."""


def diagnose_files(files: Sequence[str], fail_on: FailOn) -> Iterator[Judged]:
    """Yield what became of each file, in their order."""
    if len(files) < FEWEST_FOR_OTHERS or (os.cpu_count() or 1) < 2:
        yield from (_judge(file, fail_on) for file in files)
        return
    with ProcessPoolExecutor() as pool:
        try:
            every = [fail_on] * len(files)
            yield from pool.map(_judge, files, every, chunksize=FILES_AT_ONCE)
        except BrokenProcessPool:
            raise InputError("a process that judged the files was killed") from None


def _judge(file: str, fail_on: FailOn) -> Judged:
    path = Path(file)
    try:
        text = read_given(path, MAX_SNAPSHOT_BYTES)
    except InputError as error:
        return Judged(INCONCLUSIVE, unread=str(error))
    report = judge_text(text, path.name, fail_on, _checks())
    # Here it leaves, where it is written line by line.
    line = render_line(redact_document(report), unicode=True)
    return Judged(report.verdict.exit_code, line.encode())


@cache
def _checks() -> Catalogue:
    """Load the checks once for each process."""
    return load_checks()
