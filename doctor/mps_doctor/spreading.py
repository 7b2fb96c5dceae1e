"""Spreads work on many files over the cores; what comes of it comes in the order of the files."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")

Work: TypeAlias = Callable[[Sequence[str]], bytes]
"""What a worker does with the names of some files."""

AHEAD = 4
"""Parts for each worker that may be under way or wait for their turn: memory stays as it is."""

GIVEN = 2
"""Parts that a worker has been given: it goes on with the second while its first is fetched."""


class WorkerDiedError(RuntimeError):
    """A worker has ended before its work was done."""


def cores() -> int:
    """Return how many cores this process may use; macOS has no affinity."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_parts(files: Sequence[str], size: int) -> list[Sequence[str]]:
    """Return the files in parts of that size."""
    return [files[start : start + size] for start in range(0, len(files), size)]


def spread(
    parts: Sequence[Sequence[str]], prepare: Callable[[T], Work], argument: T, processes: int
) -> Iterator[bytes]:
    """Let workers do the parts, and yield what each comes to, in the order of the parts.

    Each worker calls `prepare`, a function of a module, with the argument, and does its work with
    what that returns.  Each has a pipe of its own, so one that is killed is noticed whatever it
    was doing; those who share a queue, as in the pools of the standard library, may then wait for
    ever.  Raises WorkerDiedError.
    """
    # The workers load this module, too, and need none of it.
    import multiprocessing
    from multiprocessing.connection import wait

    # Never by fork: threads of ours, or of a library, would be left in the middle of something.
    context = multiprocessing.get_context("spawn")
    given: dict[Connection, deque[int]] = {}
    come: dict[int, bytes] = {}
    workers = []
    begun = 0
    try:
        for _ in range(min(processes, len(parts))):
            pipe, end = context.Pipe()
            workers.append(
                context.Process(target=_serve, args=(end, prepare, argument), daemon=True)
            )
            workers[-1].start()
            end.close()
            given[pipe] = deque()
        for number in range(len(parts)):
            while number not in come:
                most = min(len(parts), number + AHEAD * len(workers))
                for pipe, numbers in given.items():
                    while len(numbers) < GIVEN and begun < most:
                        pipe.send(parts[begun])
                        numbers.append(begun)
                        begun += 1
                busy = [pipe for pipe, numbers in given.items() if numbers]
                for pipe in cast("list[Connection]", wait(busy)):
                    come[given[pipe].popleft()] = pipe.recv_bytes()
            yield come.pop(number)
    except (EOFError, ConnectionError):
        raise WorkerDiedError("a process that read the files has died") from None
    finally:
        for worker in workers:
            worker.kill()


def _serve(pipe: Connection, prepare: Callable[[T], Work], argument: T) -> None:
    """Do what comes through the pipe, until its other end is closed."""
    import signal

    # Ctrl-C is the parent's to answer.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = prepare(argument)
    while True:
        try:
            files: Sequence[str] = pipe.recv()
        except EOFError:
            return
        pipe.send_bytes(work(files))
