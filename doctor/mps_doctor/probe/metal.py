"""Lists the Metal devices as torch does: `MTLCopyAllDevices`, through ctypes, in its own process.

Apple's page on `MTLCreateSystemDefaultDevice` wants CoreGraphics in a program of the command line;
torch has loaded it by the time it asks, and here it is loaded for the same answer.
"""

import ctypes
import sys

from .libraries import function, load
from .rows.macos import CORE_GRAPHICS, MESSAGES, METAL, OBJC
from .stream import encode

FAMILIES = (*range(1001, 1011), 2002, 5001, 5002)
"""MTLGPUFamily: Apple1 to Apple10, Mac2, Metal3, Metal4."""

PROPERTIES = {
    "low_power": ("isLowPower", ctypes.c_bool),
    "recommended_bytes": ("recommendedMaxWorkingSetSize", ctypes.c_uint64),
}
"""Field of a device to the message that asks for it, and its type."""

POINTER = ctypes.c_void_p


def main(_arguments, _import_path):
    """Write the devices as one line of JSON."""
    sys.stdout.write(encode(devices()) + "\n")


def devices():
    """Return the properties of each device that Metal lists."""
    try:
        load(CORE_GRAPHICS)
    except OSError:
        pass  # Metal may answer without it
    copy_all_devices = function(METAL, "MTLCopyAllDevices")
    copy_all_devices.restype = POINTER
    copy_all_devices.argtypes = []
    ask = _Messages()
    found = copy_all_devices()
    count = min(ask(found, "count", ctypes.c_ulong), 16) if found else 0
    return [
        _describe(ask, ask(found, "objectAtIndex:", POINTER, (ctypes.c_ulong, number)))
        for number in range(count)
    ]


class _Messages:
    """Sends Objective-C messages; on arm64 each signature needs its own prototype."""

    def __init__(self):
        register = function(OBJC, "sel_registerName")
        register.restype = POINTER
        register.argtypes = [ctypes.c_char_p]
        self._selectors = {name: register(name.encode("ascii")) for name in MESSAGES}
        self._send = ctypes.cast(function(OBJC, "objc_msgSend"), POINTER).value

    def __call__(self, target, name, result, *arguments):
        kinds = [kind for kind, _ in arguments]
        prototype = ctypes.CFUNCTYPE(result, POINTER, POINTER, *kinds)
        values = [value for _, value in arguments]
        return prototype(self._send)(target, self._selectors[name], *values)

    def knows(self, target, name):
        selector = POINTER, self._selectors[name]
        return self(target, "respondsToSelector:", ctypes.c_bool, selector)


def _describe(ask, device):
    name = ask(ask(device, "name", POINTER), "UTF8String", ctypes.c_char_p)
    found = {"name": name.decode("utf-8", "replace")}
    for field, (message, kind) in PROPERTIES.items():
        if ask.knows(device, message):
            found[field] = ask(device, message, kind)
    if ask.knows(device, "supportsFamily:"):
        found["families"] = [
            number
            for number in FAMILIES
            if ask(device, "supportsFamily:", ctypes.c_bool, (ctypes.c_long, number))
        ]
    found["command_queue"] = bool(ask(device, "newCommandQueue", POINTER))
    return found
