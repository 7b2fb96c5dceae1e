"""The lines that the probe writes: one JSON object each, redacted, flushed at once."""

import os
import sys

try:
    from _json import encode_basestring_ascii as _quote  # json itself takes ten times as long
except ImportError:
    from json.encoder import encode_basestring_ascii as _quote

from probe_redaction import Redaction

_write = os.write
_exit = os._exit
MARK = b"\x1e"
"""First byte of a line on stderr that names the step which begins (ASCII record separator)."""

LOST = 74
"""Exit status when nobody reads any more, or the descriptor was closed under us."""


def encode(value):
    """Return a value as ASCII JSON; a number that JSON cannot hold becomes an unknown fact."""
    if isinstance(value, str):
        return _quote(value)
    if value is True:
        return "true"
    if value is False:
        return "false"
    if value is None:
        return "null"
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            return '{"unknown": "not a finite number: %r"}' % float(value)
        return float.__repr__(value)
    if isinstance(value, dict):
        pairs = ["%s: %s" % (_quote(str(key)), encode(item)) for key, item in value.items()]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, (list, tuple, set, frozenset)):
        return "[" + ", ".join([encode(item) for item in value]) + "]"
    return _quote(str(value))


class Stream:
    """The private way out: a duplicate of stdout, which itself is pointed at stderr.

    So nothing that torch, a site hook or a C library prints can spoil the lines.
    """

    def __init__(self, marks):
        self._marks = marks
        self._descriptor = os.dup(1)
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        self._redact = Redaction.of_this_process().of_value

    def hello(self):
        """Say which Python this is; a line break first, in case a site hook left half a line."""
        version = "%d.%d.%d" % sys.version_info[:3]
        if sys.version_info[3] != "final":
            version += {"alpha": "a", "beta": "b", "candidate": "rc"}.get(sys.version_info[3], "")
            version += str(sys.version_info[4])
        self._put("\n" + encode({"probe": 1, "python": version}))

    def begin(self, step, seconds):
        """Announce a step that may not come back, and how long it may take.

        A reader who asked for marks finds on stderr, too, where the step begins.
        """
        if self._marks:
            try:
                _write(2, b"\n" + MARK + step.encode("ascii") + b"\n")
            except OSError:
                pass
        self._put(encode({"begin": step, "seconds": seconds}))

    def emit(self, section, facts):
        """Write facts of a section; later fields are merged over earlier ones."""
        self._put(encode({"section": section, "facts": self._redact(facts)}))

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
