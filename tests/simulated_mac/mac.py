"""SimMac: a simulated Mac in a folder, and how to run something on it.

Entries of a machine's file:
`about` (where it comes from), `facts` (what the probe must see), `macos` and `hardware`, from which
macs.py makes the rest;
`translated` (its Python runs under Rosetta), `old_sdk` (its Python is given the compatibility
version), `macos_for_torch`;
`python_slices`, `deployment_target`, `python_version`, `base_executable`, `environment` (`venv`,
`uv`, `conda`), `prefix_files`; `env` (variables);
`confined` (a sandbox of macs.toml), `session`;
`developer_dir`, `receipts`, `files`; `system_profiler`, `metal_devices`;
`torch` (`version`, `architecture`, `minos`, `sdk`, `mps`, `text`, `tag`, `installer`), `mps`;
`commands` (see tool.py);
`late` (seconds before any command, and Metal, answers);
`slow_library` (seconds to open torch's for the first time).
"""

import json
import os
import plistlib
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, Final, Literal

import pytest

from simulated_mac import device_library, macho, macs
from simulated_mac.environment import Source, install_torch, lay_out

HERE = Path(__file__).resolve().parent
MACHINES = tuple(sorted(path.stem for path in (HERE / "machines").iterdir()))
FROM_MACHINE: Final = "as in the machine's file"
COMMANDS = (
    *("sw_vers", "uname", "xcode-select", "pkgutil", "system_profiler"),
    *("launchctl", "vm_stat"),
)
NOT_THE_MACS = ("PYTHON", "PYTORCH", "SYSTEM_VERSION")
"""Variables of the test run that `run` leaves out, by their beginnings; the simulation itself
leaves out more."""

_sources: dict[str, Source] = {}


class SimMac:
    """A simulated Mac with one Python environment.

    `machine` names a file in `machines/`, or is its content; keywords replace entries of it.
    Every other entry follows from the two, `macos` and `hardware`.
    `mps` is a line of settings and faults for the simulated device (see device/settings.hpp), ""
    for a healthy one, None for a torch without it.
    `torch` False leaves torch out of the environment.
    """

    def __init__(
        self,
        tmp: Path,
        machine: str | dict[str, Any],
        *,
        mps: str | None = FROM_MACHINE,
        torch: bool = True,
        python: str = sys.executable,
        **overrides: Any,
    ) -> None:
        if sys.platform != "linux":
            pytest.skip("the simulated Mac is a Linux; a Mac's own torch has its own mps")
        if isinstance(machine, str):
            machine = json.loads((HERE / "machines" / f"{machine}.json").read_text())
        assert isinstance(machine, dict)
        self.machine = macs.described({**machine, **overrides})
        self.folder = tmp
        self.log = tmp / "calls.jsonl"
        if python not in _sources:
            _sources[python] = Source.of(python)
        self._source = _sources[python]
        torch = torch and self.machine.get("torch") is not False
        if mps is FROM_MACHINE:
            mps = self.machine.get("mps", "") if torch else None
        self._write_files()
        self._write_commands()
        settings = self._write_settings(mps)
        enter = (
            f"import sys; sys.path.insert(0, {str(HERE / 'inject')!r}); import simulated_start; "
            f"del sys.path[0]; simulated_start.begin({str(settings)!r})"
        )
        environment = lay_out(tmp / "environment", self._source, self.machine, enter)
        if torch:
            install_torch(environment, self._source, self.machine.get("torch", {}))
        self.python = str(environment.python)
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(NOT_THE_MACS)}

    def run(
        self, *args: str | Path, timeout: float = 600, **options: Any
    ) -> subprocess.CompletedProcess[str]:
        """Run the environment's Python with these arguments."""
        command = [self.python, *map(str, args)]
        chosen = {"env": self.env, "capture_output": True, "text": True, **options}
        return subprocess.run(command, timeout=timeout, check=False, **chosen)

    def calls(self) -> list[list[str]]:
        """Return the simulated commands that were run, with their arguments."""
        if not self.log.exists():
            return []
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def _write_files(self) -> None:
        versions = {
            "SystemVersion.plist": ("macOS", self.machine["macos"]),
            "SystemVersionCompat.plist": ("macOS", self.compatibility_version),
        }
        for name, (product, version) in versions.items():
            content = {
                "ProductBuildVersion": self.machine["build"],
                "ProductName": product,
                "ProductVersion": version,
                "ProductUserVisibleVersion": version,
            }
            self._write_file(
                f"/System/Library/CoreServices/{name}", plistlib.dumps(content).decode()
            )
        for path, text in self.machine.get("files", {}).items():
            self._write_file(path, text)

    @property
    def compatibility_version(self) -> str:
        """What this macOS gives to old programs instead of its version."""
        return str(self.machine["behaviour"]["compatibility_version"])

    def _write_file(self, path: str, text: str) -> None:
        target = self.folder / "root" / path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def _write_commands(self) -> None:
        commands = self.folder / "bin"
        commands.mkdir(exist_ok=True)
        body = f"#!{sys.executable} -IS\n" + (HERE / "tool.py").read_text()
        for name in (*COMMANDS, *self.machine.get("commands", {})):
            (commands / name).write_text(body)
            (commands / name).chmod(0o755)

    def _write_settings(self, mps: str | None) -> Path:
        if mps is not None and "macos=" not in mps:
            old = self.machine.get("old_sdk")
            told = self.compatibility_version if old else self.machine["macos"]
            mps = f"macos={self.machine.get('macos_for_torch', told)};{mps}"
        library = None
        if mps is not None:
            assert self._source.torch is not None, "the simulated device needs torch"
            library = device_library.build(self._source.torch, self._source.torch_version)
        home = self.folder / "root" / "Users" / "sim"
        home.mkdir(parents=True, exist_ok=True)
        executable = self.folder / "python.macho"
        architectures: list[Literal["arm64", "x86_64"]] = self.machine["python_slices"]
        slices = [macho.thin(name) for name in architectures]
        executable.write_bytes(slices[0] if len(slices) == 1 else macho.fat(*slices))
        content = {
            "machine": self.machine,
            "mps": mps,
            "library": str(library),
            "openmp": str(self._source.torch and self._source.torch / "lib" / "libgomp.so.1"),
            "home": str(home),
            "root": str(self.folder / "root"),
            "bin": str(self.folder / "bin"),
            "log": str(self.log),
            # The real interpreter is a Linux file; who reads its header sees a Mac's.
            "overlay": {str(self._source.base): str(executable)},
        }
        path = self.folder / "settings.json"
        path.write_text(json.dumps(content))
        return path


def output(mac: SimMac, code: str, *flags: str) -> str:
    """Return what the environment's Python prints for this code, which has to end well."""
    done = mac.run(*flags, "-c", textwrap.dedent(code))
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
