"""Goes through the files of many hosts with all cores; holds an entry of each, never its facts."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from mps_doctor.fleet.judging import Judge
from mps_doctor.fleet.reading import read_file
from mps_doctor.fleet_results import Entry
from mps_doctor.sources.starting import InputError

SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".txt", ".log", ".csv", ".out"})
"""Files in a folder that are read; a file that is named itself is read whatever it is called."""

FILES_AT_ONCE = 50

FEWEST_FOR_OTHERS = 200
"""Below this the start of other processes takes longer than the work."""

_NOT_A_NAME = frozenset({"report", "snapshot", "mps-doctor", "stdout", "output", "result"})

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Entry])
_judge: Judge | None = None


def files_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files, those of folders in order; raises InputError where there are none."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(_walk(path))
        elif path.exists():
            files.append(path)
        else:
            raise InputError(f"{path} does not exist")
    if not files:
        names = ", ".join(str(path) for path in paths)
        raise InputError(
            f"no answers in {names}", f"files are read that end in {', '.join(sorted(SUFFIXES))}"
        )
    return files


def _walk(folder: Path) -> Iterator[Path]:
    # os.walk follows no link to a folder, so it cannot go round in circles.
    for parent, _, names in os.walk(folder):
        for name in names:
            if not name.startswith(".") and os.path.splitext(name)[1] in SUFFIXES:  # noqa: PTH122
                yield Path(parent, name)


def judge_files(
    files: Sequence[Path],
    *,
    device: str = "mps",
    processes: int | None = None,
    on_done: Callable[[int], None] | None = None,
) -> Iterator[Entry]:
    """Judge the hosts behind the files, in the order of the files."""
    cores = processes or len(os.sched_getaffinity(0)) if _has_affinity() else os.cpu_count() or 1
    done = 0
    for count, entries in _in_parts(files, device, cores):
        yield from entries
        done += count
        if on_done is not None:
            on_done(done)


def _in_parts(
    files: Sequence[Path], device: str, cores: int
) -> Iterator[tuple[int, Iterable[Entry]]]:
    if cores < 2 or len(files) < FEWEST_FOR_OTHERS:
        judge = Judge(device=device)
        for file in files:
            yield 1, list(judge_file(judge, file))
        return
    # Never by fork: threads of ours, or of a library, would be left in the middle of something.
    context = multiprocessing.get_context("spawn")
    with context.Pool(cores, _start, (device,)) as pool:
        for part in pool.imap(_judge_part, _parts(files)):
            yield min(FILES_AT_ONCE, len(files)), _decoder.decode(part)


def _parts(files: Sequence[Path]) -> Iterator[list[str]]:
    rest = iter(files)
    while part := list(islice(rest, FILES_AT_ONCE)):
        yield [str(file) for file in part]


def _has_affinity() -> bool:
    return hasattr(os, "sched_getaffinity")


def _start(device: str) -> None:
    """Get a process ready: it loads the checks once."""
    global _judge  # the one way to hand a worker of a pool something
    import signal

    # Ctrl-C is the parent's to answer; it ends the pool.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _judge = Judge(device=device)


def _judge_part(files: list[str]) -> bytes:
    assert _judge is not None
    entries = [entry for file in files for entry in judge_file(_judge, Path(file))]
    return _encoder.encode(entries)


def judge_file(judge: Judge, file: Path) -> Iterator[Entry]:
    """Return the entries of one file."""
    name = file.stem
    if name.lower() in _NOT_A_NAME and file.absolute().parent.name:
        name = file.absolute().parent.name  # as CI services lay out artifacts
    for item in read_file(file):
        yield judge.judge(item, name, file.name)
