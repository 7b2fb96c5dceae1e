"""Asks for facts one by one; an exception becomes the reason why a fact is unknown."""

NOT_HERE = "not on this system"
TIMED_OUT = "command timed out"
REFUSED = "permission"


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
    """Return the facts of a section, given a function for the name of each."""
    return {name: ask(function) for name, function in questions.items()}
