"""Goes through the files of many hosts with all cores; holds an entry of each, never its facts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec

from mps_doctor.fleet.judging import Judge
from mps_doctor.fleet.reading import read_file
from mps_doctor.fleet_results import Entry
from mps_doctor.sources.starting import InputError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".txt", ".log", ".csv", ".out"})
"""Files in a folder that are read; a file that is named itself is read whatever it is called."""

FILES_AT_ONCE = 50

FEWEST_FOR_OTHERS = 200
"""Below this the start of other processes takes longer than the work."""

_NOT_A_NAME = frozenset({"report", "snapshot", "mps-doctor", "stdout", "output", "result"})

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Entry])


def files_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files, those of folders in order; raises InputError where there are none."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += map(Path, sorted(_walk(path)))
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


def _walk(folder: Path) -> Iterator[str]:
    # os.walk follows no link to a folder, so it cannot go round in circles.
    for parent, _, names in os.walk(folder):
        for name in names:
            if not name.startswith(".") and os.path.splitext(name)[1] in SUFFIXES:  # noqa: PTH122
                yield os.path.join(parent, name)  # noqa: PTH118  # ten times as fast


def judge_files(
    files: Sequence[Path],
    *,
    device: str = "mps",
    processes: int | None = None,
    on_done: Callable[[int], None] | None = None,
) -> Iterator[Entry]:
    """Judge the hosts behind the files, in the order of the files."""
    cores = processes or _cores()
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
    parts = [files[start : start + FILES_AT_ONCE] for start in range(0, len(files), FILES_AT_ONCE)]
    for part, document in zip(parts, _by_workers(parts, device, cores), strict=True):
        yield len(part), _decoder.decode(document)


def _by_workers(parts: Sequence[Sequence[Path]], device: str, processes: int) -> Iterator[bytes]:
    """Let other processes judge the parts, and yield what they say in the order of the parts.

    Each has a pipe of its own, so one that is killed is noticed whatever it was doing; those who
    share a queue, as in the pools of the standard library, may then wait for ever.
    """
    # The workers load this module, too, and need none of it.
    import multiprocessing
    from multiprocessing.connection import wait

    # Never by fork: threads of ours, or of a library, would be left in the middle of something.
    context = multiprocessing.get_context("spawn")
    todo = iter(enumerate(parts))
    working: dict[Connection, int] = {}
    come: dict[int, bytes] = {}
    workers = []

    def give(pipe: Connection) -> None:
        number, part = next(todo, (-1, ()))
        working.pop(pipe, None)
        if part:
            working[pipe] = number
            pipe.send([str(file) for file in part])

    try:
        for _ in range(min(processes, len(parts))):
            pipe, end = context.Pipe()
            workers.append(context.Process(target=_work, args=(end, device), daemon=True))
            workers[-1].start()
            end.close()
            give(pipe)
        for number in range(len(parts)):
            while number not in come:
                for pipe in cast("list[Connection]", wait(list(working))):
                    come[working[pipe]] = pipe.recv_bytes()
                    give(pipe)
            yield come.pop(number)
    except (EOFError, ConnectionError):
        raise InputError("a process that judged the files has died", "try --processes 1") from None
    finally:
        for worker in workers:
            worker.kill()


def _work(pipe: Connection, device: str) -> None:
    """Judge what comes through the pipe, until its other end is closed."""
    import signal

    # Ctrl-C is the parent's to answer.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    judge = Judge(device=device)
    while True:
        try:
            files: list[str] = pipe.recv()
        except EOFError:
            return
        entries = [entry for file in files for entry in judge_file(judge, Path(file))]
        pipe.send_bytes(_encoder.encode(entries))


def _cores() -> int:
    """Return how many cores this process may use; macOS has no affinity."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def judge_file(judge: Judge, file: Path) -> Iterator[Entry]:
    """Return the entries of one file."""
    name = file.stem
    if name.lower() in _NOT_A_NAME and file.absolute().parent.name:
        name = file.absolute().parent.name  # as CI services lay out artifacts
    for item in read_file(file):
        yield judge.judge(item, name, file.name)
