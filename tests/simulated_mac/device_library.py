"""Builds the simulated `mps` device once for each torch version and keeps the library."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SOURCES = Path(__file__).parent / "device"


class NoCompilerError(Exception):
    """There is no C++ compiler to build the simulated device with."""


def compiler() -> str:
    """Return the C++ compiler; raises NoCompilerError."""
    found = shutil.which(os.environ.get("CXX", "g++"))
    if found is None:
        raise NoCompilerError("the simulated mps device needs g++")
    return found


def build(torch_folder: Path, torch_version: str) -> Path:
    """Return the library for this torch, compiled if it is not in the cache.

    Several test processes may ask at once: one builds, the others wait for it.
    """
    cxx = compiler()
    text = b"".join(path.read_bytes() for path in sorted(SOURCES.iterdir()))
    key = hashlib.sha256(text + torch_version.encode() + cxx.encode()).hexdigest()[:16]
    default = Path(tempfile.gettempdir()) / f"mps-doctor-simulated-mps-{os.getuid()}"
    cache = Path(os.environ.get("SIMULATED_MPS_CACHE", default))
    cache.mkdir(mode=0o700, exist_ok=True, parents=True)
    library = cache / f"libsimulated_mps-{key}.so"
    if library.exists():
        return library
    with (cache / f"{key}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not library.exists():
            _compile(cxx, torch_folder, library)
    return library


def _compile(cxx: str, torch_folder: Path, library: Path) -> None:
    unfinished = library.with_suffix(f".{os.getpid()}")
    include, lib = torch_folder / "include", torch_folder / "lib"
    command = [
        *(cxx, "-shared", "-fPIC", "-O1", "-std=c++20", "-w"),
        *(str(SOURCES / "simulated_mps.cpp"), "-o", str(unfinished)),
        *(f"-I{include}", f"-I{include / 'torch/csrc/api/include'}"),
        *(f"-L{lib}", "-lc10", "-ltorch_cpu"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the simulated mps device does not compile:\n{done.stderr[-4000:]}")
    unfinished.replace(library)
