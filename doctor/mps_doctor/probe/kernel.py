"""What the kernel of a Mac says under a name (`hw.model`): each name asked on its own.

It is asked inside this process.  The command `sysctl` ends at the first name that a kernel lacks,
up to macOS 14.3, and everywhere at the first that a sandbox refuses; some sandboxes let values be
read and refuse what the command looks up besides.
Sources: sysctl.c of apple-oss-distributions/system_cmds (system_cmds-970.0.4, -979.100.8);
https://github.com/anthropic-experimental/sandbox-runtime/issues/287
"""

import errno

from .commands import Command
from .gather import REFUSED, NotKnownError, some, unexpected
from .macos_sources import COMMANDS, KERNEL_NAMES, SYSTEM, function

ROOM = 1024  # bytes for one value: the longest, a brand string, has 48 on Intel

ON_EVERY_MAC = "hw.memsize"

OF_THE_PROCESS = ("sysctl.proc_translated",)
"""Names whose value is that of the process that asks: a command would answer for itself."""

SECONDS = 3.0


class AbsentError(NotKnownError):
    """Raised for a name that this kernel does not have, which is an answer as well."""


class Kernel:
    """The values of one kernel, by their names in KERNEL_NAMES."""

    def __init__(self):
        self._commands = {}

    def value(self, name):
        """Return a number or a text; AbsentError where there is none, NotKnownError if refused."""
        try:
            return _of_kernel(name)
        except (ImportError, OSError, AttributeError):  # a Python without ctypes
            return self._of_command(name)

    def _of_command(self, name):
        if name in OF_THE_PROCESS:
            raise NotKnownError("this Python has no ctypes")
        command = self._sysctl(name)
        if command.problem:
            raise NotKnownError(command.problem)
        if "Operation not permitted" in command.error:
            raise NotKnownError("%s: sysctl %s" % (REFUSED, name))
        # Where the look-up itself is refused, older releases call each name unknown.
        if "unknown oid" in command.error and self._sysctl(ON_EVERY_MAC).status == 0:
            raise AbsentError("the kernel has no %s" % name)
        try:
            return KERNEL_NAMES[name](some(command.out.strip(), "no value"))
        except (ValueError, NotKnownError):
            raise unexpected("sysctl " + name, command.words()) from None

    def _sysctl(self, name):
        if name not in self._commands:
            self._commands[name] = Command((*COMMANDS["sysctl"], name), SECONDS).wait()
        return self._commands[name]


def _of_kernel(name):
    """Return a value asked in this process; ImportError, OSError or AttributeError sans ctypes."""
    import ctypes

    ask = function(SYSTEM, "sysctlbyname")
    pointer = ctypes.c_void_p
    ask.argtypes = [ctypes.c_char_p, pointer, pointer, pointer, ctypes.c_size_t]
    ask.restype = ctypes.c_int
    room, size = ctypes.create_string_buffer(ROOM), ctypes.c_size_t(ROOM)
    if ask(name.encode("ascii"), room, ctypes.byref(size), None, 0) != 0:
        number = ctypes.get_errno()
        if number == errno.ENOENT:
            raise AbsentError("the kernel has no %s" % name)
        if number in (errno.EPERM, errno.EACCES):
            raise NotKnownError("%s: sysctl %s" % (REFUSED, name))
        raise NotKnownError("sysctl %s: %s" % (name, errno.errorcode.get(number, number)))
    data = room.raw[: size.value]
    if KERNEL_NAMES[name] is str:
        return data.rstrip(b"\0").decode("utf-8", "replace")
    if len(data) not in (4, 8):
        raise NotKnownError("sysctl gave %d bytes for a number" % len(data))
    return int.from_bytes(data, "little", signed=True)  # the order of both kinds of Mac
