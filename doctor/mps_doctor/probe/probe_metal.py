"""Lists the Metal devices as torch does: `MTLCopyAllDevices`, through ctypes, in its own process.

Apple's page on `MTLCreateSystemDefaultDevice` wants CoreGraphics in a program of the command line;
torch has loaded it by the time it asks, and here it is loaded for the same answer.
"""

import ctypes

from probe_macos_sources import CORE_GRAPHICS, MESSAGES, METAL, OBJC, function, load

FAMILIES = (1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 2002, 5001, 5002)
"""MTLGPUFamily: Apple1 to Apple10, Mac2, Metal3, Metal4."""


def devices():
    """Return what Metal tells of each device it lists."""
    try:
        load(CORE_GRAPHICS)
    except OSError:
        pass  # Metal itself is asked all the same
    copy_all_devices = function(METAL, "MTLCopyAllDevices")
    copy_all_devices.restype = ctypes.c_void_p
    copy_all_devices.argtypes = []
    ask = _Messages()
    found = copy_all_devices()
    if not found:
        return []
    count = ask(found, "count", ctypes.c_ulong)
    return [
        _describe(ask, ask(found, "objectAtIndex:", ctypes.c_void_p, (ctypes.c_ulong, number)))
        for number in range(min(count, 16))
    ]


class _Messages:
    """Sends Objective-C messages; each signature needs a prototype of its own on arm64."""

    def __init__(self):
        register = function(OBJC, "sel_registerName")
        register.restype = ctypes.c_void_p
        register.argtypes = [ctypes.c_char_p]
        self._selectors = {name: register(name.encode("ascii")) for name in MESSAGES}
        self._send = ctypes.cast(function(OBJC, "objc_msgSend"), ctypes.c_void_p).value

    def __call__(self, target, name, result, *arguments):
        kinds = [kind for kind, _ in arguments]
        prototype = ctypes.CFUNCTYPE(result, ctypes.c_void_p, ctypes.c_void_p, *kinds)
        selector = self._selectors[name]
        return prototype(self._send)(target, selector, *[value for _, value in arguments])

    def knows(self, target, name):
        selector = self._selectors[name]
        return self(target, "respondsToSelector:", ctypes.c_bool, (ctypes.c_void_p, selector))


def _describe(ask, device):
    name = ask(ask(device, "name", ctypes.c_void_p), "UTF8String", ctypes.c_char_p)
    found = {"name": name.decode("utf-8", "replace")}
    for field, selector, kind in (
        ("low_power", "isLowPower", ctypes.c_bool),
        ("unified_memory", "hasUnifiedMemory", ctypes.c_bool),
        ("recommended_bytes", "recommendedMaxWorkingSetSize", ctypes.c_uint64),
        ("max_buffer_bytes", "maxBufferLength", ctypes.c_ulong),
    ):
        if ask.knows(device, selector):
            found[field] = ask(device, selector, kind)
    if ask.knows(device, "supportsFamily:"):
        found["families"] = [
            number
            for number in FAMILIES
            if ask(device, "supportsFamily:", ctypes.c_bool, (ctypes.c_long, number))
        ]
    found["command_queue"] = bool(ask(device, "newCommandQueue", ctypes.c_void_p))
    return found
