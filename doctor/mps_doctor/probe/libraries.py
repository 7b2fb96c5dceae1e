"""Calls libraries of macOS, those of the table only, and asks its kernel by name (`hw.model`).

The kernel is asked inside this process: the command `sysctl` ends at the first name that a kernel
lacks, up to macOS 14.3, and some sandboxes let values be read and refuse what the command looks up
besides.
Sources: sysctl.c of apple-oss-distributions/system_cmds (system_cmds-970.0.4, -979.100.8);
https://github.com/anthropic-experimental/sandbox-runtime/issues/287
"""

import errno

from .gather import REFUSED, NotKnownError
from .rows.macos import CALLS, KERNEL_NAMES, SYSTEM


def load(library):
    """Load a library; ImportError or OSError where this Python or macOS cannot."""
    import ctypes

    return ctypes.CDLL(library, use_errno=True)


def function(library, name):
    """Return a function of a library that has a row; AttributeError where the library lacks it."""
    if name not in CALLS[library]:
        raise KeyError(name)
    return getattr(load(library), name)


ROOM = 1024  # bytes for one value: the longest, a brand string, has 48 on Intel


class AbsentError(NotKnownError):
    """Raised for a name that this kernel does not have, which is an answer too."""


def kernel_value(name):
    """Return a number or a text; AbsentError where there is none, NotKnownError if refused."""
    try:
        import ctypes

        ask = function(SYSTEM, "sysctlbyname")
    except ImportError:  # torch needs it as well: `broken_modules` names it
        raise NotKnownError("this Python has no ctypes") from None
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
