"""Answers of the system libraries that Python code asks through ctypes.

File redirection cannot reach these: `ctypes.CDLL` is replaced, and for libSystem, libobjc and Metal
it gives functions written here.
They are real C function pointers (callbacks), so that prototypes, byref and casts work on them.
"""

from __future__ import annotations

import ctypes
import errno
import time
from collections.abc import Callable
from typing import Any

SYSTEM = "/usr/lib/libSystem.B.dylib"
OBJC = "/usr/lib/libobjc.A.dylib"
FRAMEWORKS = "/System/Library/Frameworks/"
METAL = FRAMEWORKS + "Metal.framework/Metal"
CORE_GRAPHICS = FRAMEWORKS + "CoreGraphics.framework/CoreGraphics"

PROPERTIES = {"isLowPower": "low_power", "recommendedMaxWorkingSetSize": "recommended_bytes"}
"""Messages to a Metal device, and the entries of the machine's file that answer them."""

Pointer = ctypes.c_void_p
_kept: list[Any] = []
"""Callbacks and strings that C code holds pointers to."""


def install(machine: dict[str, Any]) -> None:
    """Let ctypes find the libraries of this Mac."""
    metal = _Metal(machine.get("metal_devices", []), machine.get("late", 0))
    functions = {
        SYSTEM: _system(machine),
        OBJC: metal.objc_functions(),
        METAL: {"MTLCopyAllDevices": _callback(metal.copy_all_devices, Pointer)},
        CORE_GRAPHICS: {},
    }
    true_library = ctypes.CDLL

    class Library(true_library):  # type: ignore[misc, valid-type]
        """A library of this Mac where it is asked for by a Mac's name, else a Linux one."""

        def __init__(self, name: Any = None, *arguments: Any, **options: Any) -> None:
            mac_name = _mac_library(name)
            self._answers = functions.get(mac_name, {})
            if name is not None and mac_name:
                self._name, self._handle = mac_name, 0
                return
            super().__init__(name, *arguments, **options)

        def __getattr__(self, name: str) -> Any:
            if name in self._answers:
                return self._answers[name]
            if not self._handle:
                raise AttributeError(f"dlsym(0x0, {name}): symbol not found")
            return super().__getattr__(name)

    ctypes.CDLL = Library  # type: ignore[misc]
    ctypes.cdll._dlltype = Library  # type: ignore[misc]


def _mac_library(name: Any) -> str:
    """Return which of our libraries is meant; empty for a Linux one."""
    if name is None:  # every process has libSystem
        return SYSTEM
    text = str(name)
    if text.startswith("/usr/lib/libobjc"):
        return OBJC
    if text.startswith(("/usr/lib/libSystem", "/usr/lib/libc.dylib", "libSystem", "libc.dylib")):
        return SYSTEM
    if text.startswith(FRAMEWORKS):
        if text not in (METAL, CORE_GRAPHICS):
            raise OSError(f"dlopen({text}, 0x0006): simulated Mac has no such framework")
        return text
    return ""


def _callback(function: Callable[..., Any], result: Any, *arguments: Any) -> Any:
    made = ctypes.CFUNCTYPE(result, *arguments)(function)
    _kept.append(made)
    return made


def _system(machine: dict[str, Any]) -> dict[str, Any]:
    values = machine["sysctl"]

    def sysctlbyname(name: bytes, old: Any, old_size: Any, new: Any, new_size: Any) -> int:
        # The name is looked up first (sysctlbyname.c of Libc), then the sandbox is asked
        # (sysctl_root in bsd/kern/kern_newsysctl.c of xnu): a name that is missing is so confined.
        value = values.get(name.decode("ascii", "replace"))
        if value is None:
            ctypes.set_errno(errno.ENOENT)
            return -1
        if name.decode() in machine["refused"]:
            ctypes.set_errno(errno.EPERM)
            return -1
        data = _kernel_bytes(name.decode(), value)
        size = ctypes.cast(old_size, ctypes.POINTER(ctypes.c_size_t))
        if old:
            if size[0] < len(data):
                ctypes.set_errno(errno.ENOMEM)
                return -1
            ctypes.memmove(old, data, len(data))
        size[0] = len(data)
        return 0

    def sandbox_check(process: int, operation: Any, kind: int) -> int:
        return int(bool(machine.get("confined")))

    kinds = (ctypes.c_char_p, Pointer, Pointer, Pointer, ctypes.c_size_t)
    # use_errno: what the callback sets is what ctypes.get_errno() tells the caller.
    named = ctypes.CFUNCTYPE(ctypes.c_int, *kinds, use_errno=True)(sysctlbyname)
    _kept.append(named)
    check = _callback(sandbox_check, ctypes.c_int, ctypes.c_int, Pointer, ctypes.c_int)
    return {"sysctlbyname": named, "sandbox_check": check}


def _kernel_bytes(name: str, value: Any) -> bytes:
    if isinstance(value, str):
        return value.encode() + b"\0"
    return int(value).to_bytes(8 if name == "hw.memsize" else 4, "little", signed=True)


class _Metal:
    """Just enough of Objective-C to list devices: objects are numbers, messages a look-up."""

    def __init__(self, devices: list[dict[str, Any]], late: float) -> None:
        self._late = late
        self._objects: list[Any] = [None, devices]
        self._names: list[str] = [""]

    def copy_all_devices(self) -> int:
        time.sleep(self._late)
        return 1

    def objc_functions(self) -> dict[str, Any]:
        return {
            "sel_registerName": _callback(self._selector, Pointer, ctypes.c_char_p),
            # Arguments that a message does not have arrive as chance values, and are not looked at.
            "objc_msgSend": _callback(self._send, Pointer, Pointer, Pointer, Pointer),
        }

    def _selector(self, name: bytes) -> int:
        text = name.decode()
        if text not in self._names:
            self._names.append(text)
        return self._names.index(text)

    def _new(self, value: Any) -> int:
        self._objects.append(value)
        return len(self._objects) - 1

    def _send(self, target: Any, selector: Any, argument: Any) -> int:
        if not target:
            return 0
        value, message = self._objects[target], self._names[selector or 0]
        number = argument or 0
        if isinstance(value, list):
            return self._of_array(value, message, number)
        if isinstance(value, str):
            text = ctypes.create_string_buffer(value.encode())
            _kept.append(text)
            return ctypes.addressof(text) if message == "UTF8String" else 0
        return self._of_device(value, message, number)

    def _of_array(self, devices: list[dict[str, Any]], message: str, number: int) -> int:
        if message == "count":
            return len(devices)
        return self._new(devices[number]) if message == "objectAtIndex:" else 0

    def _of_device(self, device: dict[str, Any], message: str, number: int) -> int:
        if message == "name":
            return self._new(device["name"])
        if message == "respondsToSelector:":
            asked = self._names[number]
            return int(PROPERTIES.get(asked, "name") in device)
        if message == "supportsFamily:":
            return int(number in device["families"])
        if message == "newCommandQueue":
            return self._new({}) if device.get("command_queue", True) else 0
        return int(device.get(PROPERTIES.get(message, ""), 0))
