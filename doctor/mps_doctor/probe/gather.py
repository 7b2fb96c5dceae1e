"""How facts are gathered: an exception becomes the reason why a fact is unknown.

The files read may be anything: pipes, devices, unreadable, of any bytes.
"""

import os
import stat

NOT_HERE = "not on this system"
TIMED_OUT = "command timed out"
REFUSED = "permission"

LARGEST_JSON = 20000000  # bytes: the record of a conda package lists every file of it


class NotKnownError(Exception):
    """Raised where a fact is unknown; its text is the reason."""


def unexpected(command, text):
    """Return the error for a command's output that we cannot read."""
    return NotKnownError("command failed: unexpected answer of %s: %r" % (command, text[:80]))


def unknown(reason):
    """Return an unknown fact as it is written."""
    return {"unknown": reason}


def some(value, reason):
    """Return a value; raises NotKnownError with the reason where it is empty."""
    if not value:
        raise NotKnownError(reason)
    return value


def reason_of(error):
    """Return an exception as a reason in one line."""
    if isinstance(error, NotKnownError):
        return str(error)
    if isinstance(error, PermissionError):
        return REFUSED
    if isinstance(error, FileNotFoundError):
        return "no such file: %s" % (error.filename or error)
    text = str(error).strip().split("\n")[0][:300]
    return "%s: %s" % (type(error).__name__, text) if text else type(error).__name__


def ask(function, *arguments):
    """Return the fact that a function gives, or the unknown with its reason."""
    try:
        return function(*arguments)
    except Exception as error:  # the one place where facts are gathered
        return unknown(reason_of(error))


def ask_all(questions):
    """Return the facts of a section: a dictionary of name to function."""
    return {name: ask(function) for name, function in questions.items()}


def open_file(path):
    """Open a file to read bytes; raises OSError for a pipe or device, which could block for ever.

    Opened without waiting, because opening a pipe already waits for its writer.
    """
    file = open(path, "rb", opener=_open_at_once)  # noqa: SIM115  (the caller closes it)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError("not a regular file: %s" % path)
    return file


def _open_at_once(path, flags):
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read_text(path, limit=1000000):
    """Return the first part of a text file, whatever bytes are in it."""
    with open_file(path) as file:
        return file.read(limit).decode("utf-8", "replace")


def read_json(path):
    """Return the content of a JSON file of at most LARGEST_JSON bytes."""
    import json  # this module is loaded while a json.py of the user may still come first

    return json.loads(read_text(path, LARGEST_JSON))


def names_in(folder):
    """Return the names in a folder, sorted; none where it cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def exists(path):
    """Return whether there is a file or folder; raises OSError where that cannot be seen.

    In Desktop, Documents, Downloads and on other volumes macOS refuses a process that was not
    allowed in; `os.path.exists` would call that "no".
    """
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True
