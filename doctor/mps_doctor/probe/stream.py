"""The lines that the probe writes: one JSON object each, flushed at once."""

import os
import sys

try:
    from _json import encode_basestring_ascii as _quote  # json itself takes ten times as long
except ImportError:
    from json.encoder import encode_basestring_ascii as _quote

from .redaction import Redaction, without_credentials

_write = os.write
_exit = os._exit
MARK = b"\x1e"
"""First byte of a line on stderr that names the step which begins (ASCII record separator)."""

LOST = 74  # exit status when nobody reads any more, or the descriptor was closed under us

LONGEST = 20000  # characters kept of one text: whatever is longer is a flood, not a fact

_WORDS = {None: "null", True: "true", False: "false"}


def python_version():
    """Return the version of this Python: "3.15.0rc1"."""
    return sys.version.split()[0].rstrip("+")


def plain(text):
    """Return a text without credentials, of a length for facts, that UTF-8 can hold."""
    return without_credentials(text[:LONGEST].encode("utf-8", "backslashreplace").decode("utf-8"))


def encode(value, clean=plain):
    """Return a value as ASCII JSON, every text in it cleaned.

    A number that JSON cannot hold becomes an unknown fact.
    """
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        is_finite = float("-inf") < value < float("inf")
        text = float.__repr__(value)
        return text if is_finite else encode({"unknown": "not a finite number: " + text})
    if isinstance(value, dict):
        pairs = [(_quote(str(key)), encode(item, clean)) for key, item in value.items()]
        return "{" + ", ".join("%s: %s" % pair for pair in pairs) + "}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return "[" + ", ".join([encode(item, clean) for item in value]) + "]"
    return _quote(clean(str(value)))


class Stream:
    """The private way out: a duplicate of stdout, which itself is pointed at stderr.

    So nothing that torch, a site hook or a C library prints can spoil the lines.
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
        """Say which Python this is; a line break first, in case a site hook left half a line."""
        self._put("\n" + encode({"probe": 1, "python": python_version()}))

    def begin(self, step, seconds):
        """Announce a step that may not come back, and how long it may take."""
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
        """Say that the answer is complete, and leave at once: torch can stall or abort at exit."""
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
    """Leave after the time is up even if C code holds the interpreter: no one else may be there."""
    try:
        import faulthandler

        faulthandler.dump_traceback_later(seconds, exit=True, file=2)
    except Exception:  # a Python without it is examined all the same
        pass
