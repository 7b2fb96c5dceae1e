"""Goes through the files of many hosts with all cores; holds an entry of each, never its facts."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from mps_doctor.features.fleet.judging import Judge
from mps_doctor.features.fleet.reading import as_text, read_file
from mps_doctor.features.fleet.values import Entry
from mps_doctor.spreading import Work, WorkerDiedError, cores, in_parts, spread
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import files_in

SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".txt", ".log", ".csv", ".out"})
"""Files in a folder that are read; a file that is named itself is read whatever it is called."""

FILES_AT_ONCE = 50

FEWEST_FOR_OTHERS = 200
"""Below this the start of other processes takes longer than the work."""

_NOT_A_NAME = frozenset({"report", "snapshot", "mps-doctor", "stdout", "output", "result"})

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Entry])


def find_files(paths: Sequence[Path]) -> tuple[list[str], list[str]]:
    """Return the files to read, and the names of those in folders that are none of an answer.

    Raises InputError where there is none to read.
    """
    named = {str(path) for path in paths}
    read: list[str] = []
    left_out: list[str] = []
    for file in files_in(paths):
        if file in named or _may_be_an_answer(file):
            read.append(file)
        else:
            left_out.append(as_text(os.path.basename(file)))  # noqa: PTH119  # ten times as fast as Path
    if not read:
        hint = f"files are read that end in {', '.join(sorted(SUFFIXES))}"
        raise InputError(f"no file in {', '.join(map(str, paths))} is an answer", hint)
    return read, left_out


def _may_be_an_answer(file: str) -> bool:
    if os.path.splitext(file)[1].lower() not in SUFFIXES:  # noqa: PTH122  # ten times as fast as Path
        return False
    try:
        return stat.S_ISREG(os.stat(file).st_mode)  # noqa: PTH116  # a pipe would never end
    except OSError:
        return True  # a host's file that cannot be read is counted


def judge_files(
    files: Sequence[str | Path],
    *,
    device: str = "mps",
    processes: int | None = None,
    on_done: Callable[[int], None] | None = None,
) -> Iterator[Entry]:
    """Judge the hosts behind the files, in the order of the files."""
    names = [str(file) for file in files]
    done = 0
    for count, entries in _in_parts(names, device, processes or cores()):
        yield from entries
        done += count
        if on_done is not None:
            on_done(done)


def _in_parts(
    files: Sequence[str], device: str, processes: int
) -> Iterator[tuple[int, Iterable[Entry]]]:
    parts = in_parts(files, FILES_AT_ONCE)
    if processes < 2 or len(files) < FEWEST_FOR_OTHERS:
        documents: Iterator[bytes] = map(_prepare(device), parts)
    else:
        documents = spread(parts, _prepare, device, processes)
    try:
        for part, document in zip(parts, documents, strict=True):
            yield len(part), _decoder.decode(document)
    except WorkerDiedError as error:
        raise InputError(str(error), "try --processes 1") from None


def _prepare(device: str) -> Work:
    """Return what judges the hosts behind some files; the checks are loaded once."""
    judge = Judge(device=device)

    def work(files: Sequence[str]) -> bytes:
        return _encoder.encode([entry for file in files for entry in judge_file(judge, Path(file))])

    return work


def judge_file(judge: Judge, file: Path) -> Iterator[Entry]:
    """Return the entries of one file."""
    name = file.stem
    if name.lower() in _NOT_A_NAME and file.absolute().parent.name:
        name = file.absolute().parent.name  # as CI services lay out artifacts
    for item in read_file(file):
        yield judge.judge(item, as_text(name), as_text(file.name))
