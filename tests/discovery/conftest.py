"""A small Mac in a temporary folder to choose from, and a torch made of some code to examine."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from mps_doctor.discovery.environment import Surroundings
from mps_doctor.discovery.pythons import find_pythons
from mps_doctor.discovery.target import Target, choose
from mps_doctor.system.errors import InputError

BINARY = b"\xcf\xfa\xed\xfe not a real one: choosing never runs it\n"


def binary(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(BINARY)
    path.chmod(0o755)
    return path


def script(path: Path, text: str = "#!/usr/bin/env bash\nexec pyenv exec python\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def link(path: Path, to: Path | str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(to)
    return path


class Mac:
    """A small Mac below a temporary folder: a home, a current folder, and a root."""

    def __init__(self, tmp: Path) -> None:
        self.root = tmp / "root"
        self.home = tmp / "root" / "Users" / "sam"
        self.cwd = self.home / "work" / "project"
        self.cwd.mkdir(parents=True)
        (self.cwd / ".git").mkdir()
        self.base = binary(self.root / "opt/base/bin/python3.12")
        self.doctor = self.install("opt/doctor")
        self.environ = {"HOME": str(self.home), "PATH": ""}

    binary = staticmethod(binary)
    script = staticmethod(script)
    link = staticmethod(link)

    def install(self, name: str) -> Path:
        """A plain install: bin/python3.12 and its two shorter names."""
        python = binary(self.root / name / "bin/python3.12")
        link(python.with_name("python3"), "python3.12")
        return link(python.with_name("python"), "python3")

    def venv(self, folder: Path, settings: str = "") -> Path:
        """A virtual environment as `python -m venv` lays it out."""
        python = link(folder / "bin/python", self.base)
        (folder / "pyvenv.cfg").write_text(f"home = {self.base.parent}\n{settings}")
        return python

    def conda(self, prefix: Path) -> Path:
        (prefix / "conda-meta").mkdir(parents=True)
        python = binary(prefix / "bin/python3.12")
        return link(python.with_name("python"), "python3.12")

    def path(self, *folders: Path | str) -> None:
        self.environ["PATH"] = os.pathsep.join(str(folder) for folder in folders)

    @property
    def around(self) -> Surroundings:
        return Surroundings(self.environ, self.cwd, self.home, self.root, "darwin")

    def choose(self, running_prefix: Path | None = None, **named: str) -> Target:
        prefix = running_prefix or self.doctor.parent.parent
        return choose(self.around, prefix / "bin/python", prefix, **named)

    def refuse(self, **named: str) -> InputError:
        with pytest.raises(InputError) as raised:
            self.choose(**named)
        return raised.value

    def found(self) -> dict[str, tuple[str, ...]]:
        """What is found, as {path of the interpreter: ways in which it was found}."""
        rows = find_pythons(self.around)
        assert len({row.python for row in rows}) == len(rows)
        return {str(row.python): row.kinds for row in rows}


@pytest.fixture
def mac(tmp_path: Path) -> Mac:
    return Mac(tmp_path)


@pytest.fixture
def torch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Return a function that puts a package `torch` made of some code on the path."""

    def write(code: str) -> Path:
        package = tmp_path / "site" / "torch"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").write_text(code)
        (package / "version.py").write_text("__version__ = '2.9.1'\n")
        monkeypatch.setenv("PYTHONPATH", str(package.parent))
        return package

    return write
