"""Runs mps-doctor while one call of its process fails: KIND NUMBER COUNTS ARGUMENTS…

The call of that number (from 1; none with 0) and kind fails with the error that the system gives
most often.  The file COUNTS then holds of each kind the numbers of those calls that are the first
from their place in the code.  Loading the program itself is left out: without its modules it is no
program.
"""

import atexit
import builtins
import errno
import io
import json
import os
import sys
from typing import Any

ERRORS = {
    "open": errno.EMFILE,
    "write": errno.ENOSPC,
    "rename": errno.EACCES,
    "fork": errno.EAGAIN,
    "wait": errno.ECHILD,
    "kill": errno.EPERM,
}

AUDITED = {
    "open": "open",
    "os.listdir": "open",
    "os.scandir": "open",
    "os.rename": "rename",
    "os.fork": "fork",
    "subprocess.Popen": "fork",
    "os.kill": "kill",
    "os.killpg": "kill",
}
"""What Python says ahead of each call (docs.python.org/3/library/audit_events.html)."""

FRAMES = 6
"""So many callers make a place."""

doctor, counts, failing = os.getpid(), dict.fromkeys(ERRORS, 0), ("", 0)
places: dict[str, dict[tuple[object, ...], int]] = {kind: {} for kind in ERRORS}


def call(kind: str, what: object = "") -> None:
    """Count a call, and fail in its place where its turn has come."""
    if os.getpid() != doctor:
        return
    counts[kind] += 1
    frame, place = sys._getframe(1), []
    while frame is not None and len(place) < FRAMES:
        if frame.f_code.co_filename != __file__:
            place.append((frame.f_code.co_filename, frame.f_lineno))
        frame = frame.f_back  # type: ignore[assignment]
    places[kind].setdefault(tuple(place), counts[kind])
    if (kind, counts[kind]) == failing:
        raise OSError(ERRORS[kind], os.strerror(ERRORS[kind]), *([what] if what else []))


def audit(event: str, details: tuple[Any, ...]) -> None:
    if event not in AUDITED or (event == "open" and isinstance(details[0], int)):
        return
    frame = sys._getframe()
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return
        if frame.f_globals.get("__name__") == "pkgutil":
            return
        frame = frame.f_back  # type: ignore[assignment]
    call(AUDITED[event], details[0] if isinstance(details[0], str) else "")


def replace(module: Any, name: str, kind: str) -> None:
    """Have a function count and fail, which Python does not say."""
    original = getattr(module, name)

    def replaced(*arguments: Any) -> Any:
        call(kind)
        return original(*arguments)

    setattr(module, name, replaced)


class Raw(io.FileIO):
    """A file to be written."""

    def write(self, data: Any) -> int:
        call("write")
        return super().write(data) or 0


def open_written(original: Any) -> Any:
    """Return `open` for files whose writing may fail."""

    def opened(
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        closefd: bool = True,
        opener: Any = None,
    ) -> Any:
        if not set(mode) & set("wax+"):
            return original(file, mode, buffering, encoding, errors, newline, closefd, opener)
        raw = Raw(file, mode.replace("b", "").replace("t", ""), closefd, opener)
        if buffering == 0:
            return raw
        stream = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return stream if "b" in mode else io.TextIOWrapper(stream, encoding, errors, newline)

    return opened


def write_counts(path: str) -> None:
    global failing
    failing = ("", 0)
    text = json.dumps({kind: sorted(found.values()) for kind, found in places.items()})
    with builtins.open(path, "w") as stream:
        stream.write(text)


if __name__ == "__main__":
    kind, number, path, *arguments = sys.argv[1:]
    sys.argv = ["mps-doctor", *arguments]
    atexit.register(write_counts, path)
    for name, of_kind in (("waitpid", "wait"), ("wait4", "wait"), ("write", "write")):
        replace(os, name, of_kind)  # subprocess, which keeps them, is not imported yet
    # Python 3.10's pathlib keeps it in a class, where a plain function would become a method.
    io.open = staticmethod(open_written(io.open))  # type: ignore[assignment]
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(Raw(1, "w")), "utf-8", line_buffering=True)
    sys.addaudithook(audit)
    from mps_doctor.cli.main import main

    failing = (kind, int(number))
    main()
