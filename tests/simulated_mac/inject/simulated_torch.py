"""Gives a stock CPU build of torch the simulated `mps` device."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import sys
from typing import Any


def install(settings: dict[str, Any]) -> None:
    """Let `import torch` give the torch of the simulated Mac."""
    sys.meta_path.insert(0, _Torch(settings))  # type: ignore[arg-type]


class _Torch:
    """Finder that acts when torch is imported for the first time."""

    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        self._busy = False

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != "torch" or self._busy:
            return None
        self._busy = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self._busy = False
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_activate(module: Any) -> None:
            # A Mac's torch has no libgomp in its folder; the Linux libraries want it all the same.
            ctypes.CDLL(self._settings["openmp"], ctypes.RTLD_GLOBAL)
            execute(module)
            if self._settings["mps"] is not None:
                _activate(module, self._settings)

        spec.loader.exec_module = execute_and_activate  # type: ignore[method-assign]
        return spec


def _activate(torch: Any, settings: dict[str, Any]) -> None:
    library = ctypes.CDLL(settings["library"], ctypes.RTLD_GLOBAL)
    library.simulated_mps_configure.argtypes = [ctypes.c_char_p]
    library.simulated_mps_operators.restype = ctypes.c_char_p
    library.simulated_mps_configure(settings["mps"].encode())
    torch._simulated_mps = library
    options = dict(item.split("=", 1) for item in settings["mps"].split(";") if "=" in item)
    if options.get("threads", "0") == "0":
        # Backward on a device starts a thread of autograd's own. When Python exits soon after, the
        # thread can want the GIL too late: SIGABRT, or a stall of 10 s. With threads=1 it may.
        torch.autograd.set_multithreading_enabled(False)
        os.environ.setdefault("TORCH_AUTOGRAD_SHUTDOWN_WAIT_LIMIT", "0")
    # The rest is what a Linux build leaves out of its Python bindings.
    torch._C._has_mps = options.get("built", "1") != "0"
    torch._C._mps_get_name = lambda: options.get("name", "Apple M2")
    torch._C._mps_get_core_count = lambda: int(options.get("cores", "10"))
    torch.UntypedStorage.mps = lambda storage: _storage_on_device(torch, storage)


def _storage_on_device(torch: Any, storage: Any) -> Any:
    """Return a copy on the device: `torch.load` calls `UntypedStorage.mps()`."""
    size = storage.nbytes()
    on_device = torch.empty(size, dtype=torch.uint8, device="mps")
    on_device.copy_(torch.empty(0, dtype=torch.uint8).set_(storage, 0, (size,), (1,)))
    return on_device.untyped_storage()
