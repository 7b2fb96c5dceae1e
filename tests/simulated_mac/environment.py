"""Lays out the Python environment of a simulated Mac: a real one, with a torch dressed as a Mac's.

The interpreter is a link to a real one; torch is a folder of links to the files of a stock CPU
build, with a `version.py`, metadata and a Mach-O `libtorch_cpu.dylib` of our own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulated_mac import macho

TORCH_NEEDS = (
    *("numpy", "typing_extensions", "sympy", "mpmath", "filelock", "jinja2", "markupsafe"),
    *("networkx", "fsspec", "packaging", "torchgen", "functorch"),
)
"""What torch imports, and packaging, which says which wheels fit."""

PIP = """#!{python}
import sys
from pip._internal.cli.main import main
sys.exit(main())
"""

LINUX_OPENMP = "libgomp.so.1"
"""Not in a Mac's torch; the simulation loads it from where it is."""

ASK = """
import importlib.util, json, sys, sysconfig
spec = importlib.util.find_spec("torch")
print(json.dumps({
    "base": getattr(sys, "_base_executable", sys.executable),
    "version": "%d.%d" % sys.version_info[:2],
    "packages": sysconfig.get_path("purelib"),
    "torch": spec.submodule_search_locations[0] if spec and spec.origin else None,
}))
"""


@dataclass(frozen=True)
class Source:
    """The real interpreter that is dressed up: where it, its packages and its torch are."""

    base: Path
    version: str
    packages: Path
    torch: Path | None

    @classmethod
    def of(cls, python: str) -> Source:
        """Ask a real interpreter."""
        done = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=True)
        answer: dict[str, Any] = json.loads(done.stdout)
        torch = Path(answer["torch"]) if answer["torch"] else None
        return cls(
            Path(answer["base"]).resolve(), answer["version"], Path(answer["packages"]), torch
        )

    @property
    def torch_version(self) -> str:
        """The version that the real torch states in its version.py."""
        if self.torch is None:
            raise LookupError("there is no torch")
        text = (self.torch / "version.py").read_text()
        found = re.search(r"^__version__ = '([^']+)'", text, re.MULTILINE)
        if found is None:
            raise LookupError("torch states no version")
        return found[1]


@dataclass(frozen=True)
class Environment:
    """A laid-out environment."""

    prefix: Path
    python: Path
    packages: Path


def measure(packages: Path) -> None:
    """Let the environment's interpreters count what they run, where .ci/full wants that."""
    if hook := os.environ.get("COVERAGE_PTH"):
        shutil.copy(hook, packages)


def lay_out(prefix: Path, source: Source, machine: dict[str, Any], pth: str) -> Environment:
    """Make the environment of a machine in `prefix`; its `.pth` file runs the line `pth`."""
    conda = machine.get("environment") == "conda"
    packages = prefix / "lib" / f"python{source.version}" / "site-packages"
    packages.mkdir(parents=True, exist_ok=True)
    (prefix / "bin").mkdir(exist_ok=True)
    python = prefix / "bin" / "python"
    if not python.is_symlink():
        python.symlink_to(source.base)
    # Beside the interpreter it works as well, and there is none where a conda prefix has none.
    place = prefix / "bin" if conda else prefix
    uv = "uv = 0.9.5\n" if machine.get("environment") == "uv" else ""
    (place / "pyvenv.cfg").write_text(
        f"home = {source.base.parent}\ninclude-system-site-packages = false\n{uv}"
    )
    (packages / "simulated_mac.pth").write_text(pth + "\n")
    measure(packages)
    if machine.get("environment") != "uv":
        _install_pip(prefix, packages, source)
    for name, content in machine.get("prefix_files", {}).items():
        path = prefix / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return Environment(prefix, python, packages)


def install_torch(environment: Environment, source: Source, described: dict[str, Any]) -> None:
    """Put torch into the environment, as the machine's `torch` describes it."""
    if source.torch is None:
        raise LookupError("there is no torch to install")
    folder = environment.packages / "torch"
    (folder / "lib").mkdir(parents=True)
    _link_entries(source.torch, folder, {"lib", "version.py"})
    _link_entries(source.torch / "lib", folder / "lib", {LINUX_OPENMP})
    version = described.get("version") or source.torch_version.partition("+")[0]
    text = (source.torch / "version.py").read_text().replace(source.torch_version, version)
    (folder / "version.py").write_text(text)
    (folder / "lib" / "libtorch_cpu.dylib").write_bytes(library(described))
    architecture = described.get("architecture", "arm64")
    (folder / "lib" / "libomp.dylib").write_bytes(macho.thin(architecture))
    _write_metadata(environment.packages, version, described)
    for name in TORCH_NEEDS:
        for entry in _entries_of(source.packages, name):
            (environment.packages / entry.name).symlink_to(entry)


def library(described: dict[str, Any]) -> bytes:
    """Return the head of the `libtorch_cpu.dylib` that the machine's `torch` describes."""
    frameworks = macho.MPS_FRAMEWORKS if described.get("mps", True) else ()
    return macho.thin(
        described.get("architecture", "arm64"),
        minos=described.get("minos", "14.0"),
        sdk=described.get("sdk", "26.2"),
        loads=["@rpath/libomp.dylib", *frameworks],
        strings=[described.get("text", "The MPS backend is supported on macOS 14.0+. ")],
    )


def _install_pip(prefix: Path, packages: Path, source: Source) -> None:
    for entry in _entries_of(source.packages, "pip"):
        (packages / entry.name).symlink_to(entry)
    command = prefix / "bin" / "pip"
    command.write_text(PIP.format(python=prefix / "bin" / "python"))
    command.chmod(0o755)


def _link_entries(real: Path, folder: Path, but: set[str]) -> None:
    for entry in real.iterdir():
        if entry.name not in but:
            (folder / entry.name).symlink_to(entry)


def _entries_of(packages: Path, name: str) -> list[Path]:
    found = [packages / name, packages / f"{name}.py", packages / f"{name}.libs"]
    found += packages.glob(f"{name}-*.dist-info")
    return [path for path in found if path.exists()]


def _write_metadata(packages: Path, version: str, described: dict[str, Any]) -> None:
    metadata = packages / f"torch-{version}.dist-info"
    metadata.mkdir()
    files = {
        "METADATA": f"Metadata-Version: 2.4\nName: torch\nVersion: {version}\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: "
        + described.get("tag", "cp311-cp311-macosx_14_0_arm64")
        + "\n",
        "INSTALLER": described.get("installer", "pip") + "\n",
        "top_level.txt": "torch\n",
    }
    for name, text in files.items():
        (metadata / name).write_text(text)
    recorded = [packages / "torch" / "version.py", packages / "torch/lib/libtorch_cpu.dylib"]
    rows = [f"{path.relative_to(packages)},,{path.stat().st_size}\n" for path in recorded]
    rows.append(f"{metadata.name}/RECORD,,\n")
    (metadata / "RECORD").write_text("".join(rows))
