"""Throw-away environments, an index of tiny wheels, and the doctor's visits to them."""

import atexit
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

from mps_doctor.features.schema import document_schema

HERE = Path(__file__).parent
LONGEST = 180.0


def write_wheel(
    folder: Path, name: str, version: str, files: dict[str, str], requires: tuple[str, ...] = ()
) -> Path:
    """Write a wheel as pip wants it, and return its path."""
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {item}\n" for item in requires)
    metadata += "Provides-Extra: gpu\n" if "extra ==" in str(requires) else ""
    content = {
        **files,
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\n"
        "Tag: py3-none-any\n",
    }
    path = folder / f"{name}-{version}-py3-none-any.whl"
    record = ""
    with zipfile.ZipFile(path, "w") as wheel:
        for item, text in content.items():
            data = text.encode()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            record += f"{item},sha256={digest},{len(data)}\n"
            wheel.writestr(item, data)
        wheel.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return path


def torch_files(version: str, *, parts: int = 0) -> dict[str, str]:
    """Return the files of the stand-in torch; `parts` makes it slow to install."""
    code = (HERE / "stand_in_torch.py").read_text(encoding="utf-8")
    return {
        "torch/__init__.py": f"import torch_needs\n__version__ = {version!r}\n{code}",
        "torch/version.py": f"__version__ = {version!r}\n",
        "torch/lib/readme.txt": "no libraries\n",
        **{f"torch/parts/part_{n}.py": f"x = {n}\n" * 40 for n in range(parts)},
    }


def module(name: str, version: str) -> dict[str, str]:
    """Return the files of a package that holds its version and nothing else."""
    return {
        f"{name}/__init__.py": f"__version__ = {version!r}\n",
        f"{name}/version.py": f"__version__ = {version!r}\n",
    }


def write_index(folder: Path, *, parts: int = 0) -> None:
    """Fill a folder with the wheels that the tests install."""
    folder.mkdir(parents=True)
    for version in ("2.1.0", "2.8.0", "2.9.1"):
        files = torch_files(version, parts=parts)
        write_wheel(folder, "torch", version, files, ("torch-needs",))
    write_wheel(folder, "torch_needs", "1.0", {"torch_needs/__init__.py": ""})
    for version, torch in (("0.16.0", "2.1.0"), ("0.23.0", "2.8.0"), ("0.24.1", "2.9.1")):
        files = module("torchvision", version)
        write_wheel(folder, "torchvision", version, files, (f"torch=={torch}",))
    for version, blas in (("1.26.4", "0.9"), ("2.1.3", "1.0")):
        write_wheel(folder, "numpy", version, module("numpy", version), (f"blas=={blas}",))
        write_wheel(folder, "blas", blas, module("blas", blas))
    for version in ("1.0", "2.0"):
        write_wheel(folder, "colours", version, module("colours", version))
    for torch in ("2.8.0", "2.9.1"):
        needs = (f"torch=={torch}",)
        write_wheel(folder, "pinner", torch, module("pinner", torch), needs)
        gpu = (f"torch=={torch}; extra == 'gpu'",)
        write_wheel(folder, "with_extra", torch, module("with_extra", torch), gpu)
    write_wheel(folder, "viewer", "1.0", module("viewer", "1.0"), ("torchvision==0.23.0",))
    write_wheel(folder, "loose", "1.0", module("loose", "1.0"), ("torch>=2", "numpy"))


def validate(document: dict[str, Any]) -> None:
    """Assert that a document is one of the published schema."""
    validator = jsonschema.Draft202012Validator(document_schema())
    errors = [error.message for error in validator.iter_errors(document)]
    assert not errors, errors[:3]


@dataclass
class Visit:
    """What one run of `mps-doctor fix` gave."""

    exit_code: int
    stdout: str
    stderr: str

    @property
    def document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.stdout)
        validate(document)
        return document

    @property
    def summary(self) -> str:
        return f"exit code {self.exit_code}\n{self.stderr[-3000:]}\n{self.stdout[-6000:]}"


@cache
def _site_with_pip() -> Path:
    """Return the packages of a new environment; to copy them is ten times as fast as ensurepip."""
    folder = Path(tempfile.mkdtemp(prefix="mps-doctor-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    venv.EnvBuilder(with_pip=True, symlinks=True).create(folder)
    return next((folder / "lib").iterdir()) / "site-packages"


@dataclass
class Place:
    """A folder with an environment, a project folder, a home, and what the doctor needs there."""

    folder: Path
    index: Path
    tool: str = "pip"
    children: list[subprocess.Popen[bytes]] = field(default_factory=list)
    """Processes to be ended with the test."""

    def __post_init__(self) -> None:
        self.project = self.folder / "project"
        self.home = self.folder / "home"
        self.prefix = self.project / ".venv"
        for path in (self.project, self.home):
            path.mkdir(parents=True)
        self.python = self.prefix / "bin" / "python"
        if self.tool == "pip":
            venv.EnvBuilder(symlinks=True).create(self.prefix)
            shutil.copytree(_site_with_pip(), self.site, dirs_exist_ok=True)
        links = json.dumps(str(self.index))
        for name, text in (
            ("pip/pip.conf", f"[global]\nno-index = true\nfind-links = {self.index}\n"),
            ("uv/uv.toml", f"no-index = true\nfind-links = [{links}]\n"),
        ):
            file = self.home / ".config" / name
            file.parent.mkdir(parents=True)
            file.write_text(text)
        path = "/usr/bin:/bin"
        uv = find_uv()
        if uv is not None:
            # The folder of uv holds other programs too: it alone is to be found.
            (self.folder / "tools").mkdir()
            (self.folder / "tools" / "uv").symlink_to(uv)
            path = f"{self.folder / 'tools'}:{path}"
        self.env = {
            "PATH": path,
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "UV_CACHE_DIR": str(self.folder / "uv-cache"),
            "UV_PYTHON_DOWNLOADS": "never",
        }
        if self.tool == "uv":
            self.run("uv", "venv", "--python", sys.executable, str(self.prefix))

    @property
    def site(self) -> Path:
        """The folder of the environment's packages."""
        return next((self.prefix / "lib").iterdir()) / "site-packages"

    def run(self, *argv: str | Path, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a program there."""
        done = subprocess.run(
            list(map(str, argv)),
            env=self.env,
            cwd=self.project,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            timeout=LONGEST,
            check=False,
        )
        assert not check or done.returncode == 0, (done.args, done.stdout, done.stderr)
        return done

    def install(self, *requirements: str) -> None:
        """Install wheels of the index, without what they require."""
        head = [self.python, "-m", "pip", "install", "-q", "--no-deps"]
        if self.tool == "uv":
            head = ["uv", "pip", "install", "-q", "--no-deps", "--python", self.python]
        self.run(*head, *requirements)

    def installed(self) -> dict[str, str]:
        """Return the installed packages with their versions, by their metadata."""
        code = "import importlib.metadata as m, json; print(json.dumps({d.metadata['Name'].lower()"
        code += ".replace('_', '-'): d.version for d in m.distributions()}))"
        found: dict[str, str] = json.loads(self.run(self.python, "-I", "-c", code).stdout)
        return found

    def command(self, *options: str | Path) -> list[str]:
        """Return the command line of `mps-doctor fix` for this environment."""
        given = list(map(str, options))
        for name, value in (("--device", "cpu"), ("--format", "json")):
            given += [name, value] if name not in given else []
        if not {"--undo", "--python"}.intersection(given):
            given += ["--python", str(self.python)]
        return [sys.executable, "-m", "mps_doctor", "fix", *given]

    def fix(self, *options: str | Path) -> Visit:
        """Let the doctor fix it, and return what that gave."""
        doctor = self.start_fix(*options)
        stdout, stderr = doctor.communicate(timeout=LONGEST)
        return Visit(doctor.returncode, stdout, stderr)

    def start_fix(self, *options: str | Path) -> subprocess.Popen[str]:
        """Start the doctor and come back at once."""
        return subprocess.Popen(
            self.command(*options),
            env=self.env,
            cwd=self.project,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            stdin=subprocess.DEVNULL,
            umask=0o002,  # what it keeps for the way back is nobody else's, all the same
        )

    def files(self) -> dict[str, str]:
        """Return the environment's and the project's files with what they hold.

        What Python compiles and what the doctor keeps for the way back is left out.
        """
        found: dict[str, str] = {}
        for parent, folders, names in os.walk(self.project):
            folders[:] = [name for name in folders if name not in ("__pycache__", ".mps-doctor")]
            for path in (Path(parent, name) for name in names if name != ".lock"):
                content = hashlib.sha256(path.read_bytes()).hexdigest
                told = os.readlink(path) if path.is_symlink() else content()
                found[str(path.relative_to(self.project))] = told
        return found

    def last_folder(self) -> Path | None:
        """Return the folder in which the newest fix keeps what is needed to go back."""
        return max((self.prefix / ".mps-doctor").glob("2*"), default=None)


def make_project(place: Place, names: list[str]) -> None:
    """Make it a project of uv that wishes for these packages."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    wishes = ", ".join(f'"{name}"' for name in names)
    (place.project / "pyproject.toml").write_text(
        f'[project]\nname = "demo"\nversion = "0.1"\nrequires-python = "~={version}.0"\n'
        f"dependencies = [{wishes}]\n"
    )
    place.run("uv", "sync")


def find_uv() -> str | None:
    """Return the path of uv: a named one, that of this environment, or that of the path."""
    named = os.environ.get("MPS_DOCTOR_TEST_UV")
    if named and Path(named).exists():
        return named
    return shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
