"""Where the program starts: the console script, and `python -m mps_doctor` alike."""

import atexit
import gc
import os
import sys


def main() -> None:
    """Run the program, with the user's own modules out of its way."""
    open_closed_streams()
    put_users_folders_last()
    gc.set_threshold(100_000)  # what is loaded stays: nothing in a short run is worth collecting
    from mps_doctor.cli.main import main as run

    try:
        run()
    except SystemExit as done:
        leave(done.code)
        raise


def leave(code: object) -> None:
    """End the process at once; return only where standard output cannot be written to.

    Python would first take every module apart, which takes as long as starting Python does.
    With PYTHONINSPECT, which is set for the patient's programs, it would also show the exit as an
    error, and on a terminal wait for commands.
    """
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return  # Python says so
    os._exit(code if isinstance(code, int) else 1 if code else 0)


def open_closed_streams() -> None:
    """Put nothing where a standard stream was closed: the next file would take its number.

    What is written to such a standard output fails, as a report that nobody gets is none.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            mode = os.O_RDONLY if name == "stdout" else os.O_RDWR
            os.open(os.devnull, mode)  # the lowest number that is free, so this one
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115


def put_users_folders_last() -> None:
    """Let the folders of PYTHONPATH be searched last: a json.py there is the patient's, not ours.

    The probe gets the variable as it is, and finds what such a file does to the patient.
    """
    named = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    if not named:
        return
    theirs = {_real(folder) for folder in named}
    theirs.discard(_real(os.__file__).rpartition(os.sep)[0])  # ours even where it is named
    last = [entry for entry in sys.path if _real(entry) in theirs]
    sys.path[:] = [entry for entry in sys.path if entry not in last] + last


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except OSError:  # a relative path in a current folder that was removed
        return path


if __name__ == "__main__":
    # With -m the current folder comes first on the path (unless -P keeps it off, Python 3.11):
    # a user's json.py or click.py there must not be taken for the real one.
    if _real(sys.path[0]) == _real("."):
        del sys.path[0]
    main()
