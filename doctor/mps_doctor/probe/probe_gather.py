"""Asks for facts one by one: what goes wrong with one becomes its reason for being unknown."""

import os
import stat

NOT_HERE = "not on this system"
TIMED_OUT = "command timed out"
REFUSED = "permission"


class NotKnownError(Exception):
    """Raised by a function that cannot tell a fact; the text is the reason."""


def unexpected(command, text):
    """Return the error for an answer of a command that is not what it says elsewhere."""
    return NotKnownError("command failed: unexpected answer of %s: %r" % (command, text[:80]))


def unknown(reason):
    """Return an unknown fact as it is written."""
    return {"unknown": reason}


def reason_of(error):
    """Return in one line why an exception kept us from a fact."""
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
    """Open a file to read bytes; raises OSError for a pipe or device, which could hold us for ever.

    Opened without waiting, because already the opening of a pipe waits for its writer.
    """
    file = open(path, "rb", opener=_open_at_once)  # noqa: SIM115  (the caller closes it)
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError("not a regular file: %s" % path)
    return file


def _open_at_once(path, flags):
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


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


def read_text(path, limit=1000000):
    """Return the first part of a text file, whatever bytes are in it."""
    with open_file(path) as file:
        return file.read(limit).decode("utf-8", "replace")
