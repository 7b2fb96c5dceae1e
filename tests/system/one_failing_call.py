"""Runs mps-doctor while one call of its process fails: KIND NUMBER COUNTS ARGUMENTS…

The call of that number (from 1; none with 0) and kind fails with the error that the system gives
most often.  The file COUNTS then holds of each kind the numbers of those calls that are the first
from their place in the code.  Loading the program itself is left out: without its modules it is no
program.
"""

import atexit
import errno
import json
import os
import sys
from typing import Any

ERRORS = {
    "open": errno.EMFILE,
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


def write_counts(path: str) -> None:
    global failing
    failing = ("", 0)
    text = json.dumps({kind: sorted(found.values()) for kind, found in places.items()})
    with open(path, "w") as stream:
        stream.write(text)


if __name__ == "__main__":
    kind, number, path, *arguments = sys.argv[1:]
    sys.argv = ["mps-doctor", *arguments]
    atexit.register(write_counts, path)
    for name, of_kind in (("waitpid", "wait"), ("wait4", "wait")):
        replace(os, name, of_kind)  # subprocess, which keeps them, is not imported yet
    sys.addaudithook(audit)
    from mps_doctor.cli.main import main

    failing = (kind, int(number))
    main()
