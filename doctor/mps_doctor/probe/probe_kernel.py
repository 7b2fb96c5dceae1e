"""What the kernel of a Mac says under a name (`hw.model`): each name asked on its own.

It is asked inside this process.  The command `sysctl` ends at the first name that a kernel lacks,
up to macOS 14.3, and everywhere at the first that a sandbox refuses; some sandboxes let values be
read and refuse what the command looks up besides.
Sources: sysctl.c of apple-oss-distributions/system_cmds (system_cmds-970.0.4, -979.100.8);
https://github.com/anthropic-experimental/sandbox-runtime/issues/287
"""

import errno

from probe_commands import Commands
from probe_gather import REFUSED, NotKnownError, unexpected
from probe_macos_sources import COMMANDS, KERNEL_NAMES, SYSTEM, function

ROOM = 1024
"""Bytes for one value: the longest, a brand string, has 48 on Intel."""

ON_EVERY_MAC = "hw.memsize"

OF_THE_PROCESS = ("sysctl.proc_translated",)
"""Names whose value is that of the process that asks: a command would answer for itself."""

SECONDS = 3.0


class AbsentError(NotKnownError):
    """Raised for a name that this kernel does not have, which is an answer as well."""


class Kernel:
    """The values of one kernel, each asked for once."""

    def __init__(self):
        self._answers = {}
        self._commands = None

    def text(self, name):
        """Return a value as text; AbsentError where there is none, NotKnownError if refused."""
        return self._value(name, lambda data: data.rstrip(b"\0").decode("utf-8", "replace"))

    def number(self, name):
        """Return a value as a number; AbsentError where there is none, NotKnownError if refused."""
        found = self._value(name, _number)
        try:
            return int(found)
        except ValueError:
            raise unexpected("sysctl " + name, found) from None

    def _value(self, name, decode):
        if name not in self._answers:
            self._answers[name] = self._asked(name, decode)
        found = self._answers[name]
        if isinstance(found, NotKnownError):
            raise found
        return found

    def _asked(self, name, decode):
        try:
            return decode(_of_kernel(name))
        except NotKnownError as why:
            return why
        except (ImportError, OSError, AttributeError):
            pass  # a Python without ctypes
        try:
            return self._of_command(name)
        except NotKnownError as why:
            return why

    def _of_command(self, name):
        if name in OF_THE_PROCESS:
            raise NotKnownError("this Python has no ctypes")
        if self._commands is None:
            names = [each for each in KERNEL_NAMES if each not in OF_THE_PROCESS]
            argv = COMMANDS["sysctl"]
            self._commands = Commands({each: ((*argv, each), SECONDS) for each in names})
        answer = self._commands.answer(name)
        told = answer.out.strip()
        if not answer.problem and answer.status == 0 and told:
            return told
        if answer.problem:
            raise NotKnownError(answer.problem)
        if "Operation not permitted" in answer.error:
            raise NotKnownError("%s: sysctl %s" % (REFUSED, name))
        # Where the look-up itself is refused, older releases call each name unknown.
        if "unknown oid" in answer.error and self._commands.answer(ON_EVERY_MAC).status == 0:
            raise AbsentError("the kernel has no %s" % name)
        raise unexpected("sysctl " + name, answer.words())


def _of_kernel(name):
    """Return the bytes of a value; ImportError, OSError or AttributeError without ctypes."""
    import ctypes

    ask = function(SYSTEM, "sysctlbyname")
    pointer = ctypes.c_void_p
    ask.argtypes = [ctypes.c_char_p, pointer, pointer, pointer, ctypes.c_size_t]
    ask.restype = ctypes.c_int
    room, size = ctypes.create_string_buffer(ROOM), ctypes.c_size_t(ROOM)
    if ask(name.encode("ascii"), room, ctypes.byref(size), None, 0) == 0:
        return room.raw[: size.value]
    number = ctypes.get_errno()
    if number == errno.ENOENT:
        raise AbsentError("the kernel has no %s" % name)
    if number in (errno.EPERM, errno.EACCES):
        raise NotKnownError("%s: sysctl %s" % (REFUSED, name))
    raise NotKnownError("sysctl %s: %s" % (name, errno.errorcode.get(number, number)))


def _number(data):
    """Return the integer of four or eight bytes, in the order of both kinds of Mac."""
    if len(data) not in (4, 8):
        raise NotKnownError("sysctl gave %d bytes for a number" % len(data))
    return int.from_bytes(data, "little", signed=True)
