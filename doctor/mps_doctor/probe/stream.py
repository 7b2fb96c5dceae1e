"""The lines that the probe writes: one JSON object each, flushed at once."""

import faulthandler
import os
import sys
from json import dumps

from .redaction import Redaction, without_credentials

# Kept under our own names: a torch that replaces them cannot silence the probe.
_write = os.write
_exit = os._exit
MARK = b"\x1e"
"""First byte of a line on stderr that names the step which begins (ASCII record separator)."""

LOST = 74  # exit status when the reader has gone

LONGEST = 20000  # characters kept of one text


def python_version():
    """Return the version of this Python: "3.15.0rc1"."""
    return sys.version.split()[0].rstrip("+")


def plain(text):
    """Return a text without credentials, of a length for facts, that UTF-8 can hold."""
    return without_credentials(text[:LONGEST].encode("utf-8", "backslashreplace").decode("utf-8"))


def encode(value, clean=plain):
    """Return a value as one line of ASCII JSON, every text in it cleaned."""
    return dumps(_jsonable(value, clean))


def _jsonable(value, clean):
    """Return a value of JSON; a number that JSON cannot hold becomes an unknown fact."""
    if isinstance(value, dict):
        return {str(key): _jsonable(item, clean) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_jsonable(item, clean) for item in value]
    if isinstance(value, float) and not float("-inf") < value < float("inf"):
        return {"unknown": "not a finite number: %r" % value}
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return clean(str(value))


class Stream:
    """A private duplicate of stdout; stdout itself then points at stderr.

    So whatever torch, a site hook or a C library prints cannot corrupt the lines.
    """

    def __init__(self, marks=True, redacts=False):
        """`marks` asks for each step's name on stderr too, `redacts` for facts without names."""
        self._marks = marks
        redact = Redaction.of_this_process().of_text if redacts else str
        self._clean = lambda text: redact(plain(text))
        self._descriptor = os.dup(1)
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)

    def hello(self):
        """Write the version of this Python; a site hook may have left half a line before."""
        self._put("\n" + encode({"probe": 1, "python": python_version()}))

    def begin(self, step, seconds):
        """Announce a step that may hang or crash, and how many seconds it may take."""
        if self._marks:
            try:
                _write(2, b"\n" + MARK + step.encode("ascii") + b"\n")
            except OSError:
                pass
        self._put(encode({"begin": step, "seconds": seconds}))

    def emit(self, section, facts):
        """Write facts of a section; later fields are merged over earlier ones."""
        self._put(encode({"section": section, "facts": facts}, self._clean))

    def end(self):
        """Mark the answer as complete and exit at once: torch can hang or abort during teardown."""
        self._put('{"end": true}')
        _exit(0)

    def _put(self, line):
        data = line.encode("ascii") + b"\n"
        try:
            while data:
                data = data[_write(self._descriptor, data) :]
        except OSError:
            _exit(LOST)


def watch(seconds):
    """Exit when the time is up, even while C code holds the GIL: the parent may be gone."""
    faulthandler.dump_traceback_later(seconds, exit=True, file=2)
