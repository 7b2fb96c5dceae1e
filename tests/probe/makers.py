"""Makes what the probe reads: files, folders of packages with a torch, answers of commands."""

from pathlib import Path

from simulated_mac import macho as made

from mps_doctor.probe.commands import Command

STATED = b"MPS backend is supported on "

LIBRARY = made.image(
    made.load(made.MPSGRAPH, 0x80000018),
    made.load("@rpath/libomp.dylib"),
    made.built_for("11.0", "14.5"),
    text=b"xx\0The " + STATED + b"MacOS 14.0+. \0yy\0",
)


def make(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


class Site:
    """A site-packages folder in the making."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(parents=True)

    def write(self, name: str, content: str | bytes = "") -> Path:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def add_torch(
        self, version: str = "2.9.1", installer: str = "pip", library: bytes = LIBRARY
    ) -> None:
        self.write("torch/__init__.py", "import os\n")
        self.write(
            "torch/version.py",
            f"from typing import Optional\n__version__ = '{version}'\ndebug = False\n"
            "cuda: Optional[str] = None\n",
        )
        self.write("torch/lib/libtorch_cpu.dylib", library)
        info = f"torch-{version}.dist-info"
        self.write(f"{info}/METADATA", f"Name: torch\nVersion: {version}\n\nText\n")
        self.write(f"{info}/INSTALLER", f"{installer}\n")
        names = ("torch/__init__.py", "torch/version.py", "torch/lib/libtorch_cpu.dylib")
        sizes = [f"{name},sha256=x,{(self.path / name).stat().st_size}" for name in names]
        self.write(f"{info}/RECORD", "\n".join([*sizes, "torch/__pycache__/x.pyc,,", ""]))


class RecordedCommand(Command):
    """A command that gave this."""

    def __init__(self, out: str = "", error: str = "", status: int = 0, problem: str = "") -> None:
        self._process = None
        self._said = bytearray(out.encode()), bytearray(error.encode())
        self.status = status
        self.problem = problem


class RecordedCommands(dict):
    """Commands by the names that the probe gives them (`_` for `-`); others are not there."""

    def __init__(self, **answers: str | RecordedCommand) -> None:
        super().__init__()
        for name, answer in answers.items():
            given = RecordedCommand(answer) if isinstance(answer, str) else answer
            self[name.replace("xcode_", "xcode-")] = given

    def __missing__(self, name: str) -> RecordedCommand:
        return RecordedCommand(problem="not on this system")
