"""A patient: a broken environment built for real, and the doctor's visit to it.

The patient is a folder with a virtual environment (a link to a real interpreter, a site-packages
folder), a home, a current folder and a folder for temporary files.
A visit is the installed command in a process of its own; what it must never do is checked after
each: leave a process, leave a file, change a file, write anything but one document.
"""

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import psutil
from simulated_mac.environment import measure

from mps_doctor.features.schema import document_schema

MARKER = "MPS_DOCTOR_TEST_VISIT"
"""Variable that every process below a visit inherits: so those that are left can be found."""

LONGEST_VISIT = 120.0
"""Seconds until a doctor counts as hung; far above every deadline given to it."""

DOCUMENTED = {0, 1, 2, 3, 4, 130}

HERE = "import pathlib, time; pathlib.Path({!r}).touch(); time.sleep(600)\n"
"""Code that hangs once it has made the file of that name."""

PLUGIN = """
from mps_doctor import Failed, Fix, Passed, NotApplicable, Unknown, check, known
from mps_doctor.facts import Host, Interpreter, MissingFact

def declared(id, **options):
    options.setdefault("causes", ("plugin:mine",))
    return check(id, title="Mine", family="mine", concerns="any", **options)

"""

SOUND_CHECKS = """
@declared("mine-works")
def works(host: Host) -> Passed:
    return Passed(message=f"mine ran on {known(host.system)}")

@declared("mine-fails")
def fails(python: Interpreter) -> Failed:
    return Failed(cause="plugin:mine", message="mine found something", severity="warning")

@declared("mine-misses")
def misses(host: Host) -> Passed:
    raise MissingFact(Unknown("told by mine", "host.system"))

"""

FINE_TORCH = "__version__ = '2.9.1'\n"


@cache
def _validator() -> Any:
    return jsonschema.Draft202012Validator(document_schema())


@dataclass
class Visit:
    """What one run of the doctor gave."""

    exit_code: int
    stdout: bytes
    stderr: str
    left: list[str] = field(default_factory=list)
    """What it left behind or changed, in words; always to be empty."""

    @property
    def document(self) -> dict[str, Any]:
        """The one valid document on standard output."""
        document: dict[str, Any] = json.loads(self.stdout)
        errors = [error.message for error in _validator().iter_errors(document)]
        assert not errors, errors[:3]
        return document

    @property
    def verdict(self) -> dict[str, Any]:
        """The verdict of the report."""
        verdict: dict[str, Any] = self.document["verdict"]
        return verdict

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the report."""
        facts: dict[str, Any] = self.document["facts"]
        return facts

    @property
    def summary(self) -> str:
        """What a failing test should show."""
        said = [self.stderr[-1500:]]
        if self.stdout.startswith(b"{"):
            document = json.loads(self.stdout)
            said.append(json.dumps(document.get("verdict", document))[:3000])
            facts = document.get("facts", {})
            said.append(json.dumps({name: facts.get(name) for name in ("torch_import", "smoke")}))
        return "\n".join([f"exit code {self.exit_code}", *said])


class Patient:
    """A broken environment in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.cwd = folder / "project"
        self.tmp = folder / "tmp"
        self.prefix = folder / "env"
        version = "{}.{}".format(*sys.version_info[:2])
        self.site = self.prefix / "lib" / f"python{version}" / "site-packages"
        for path in (self.home, self.cwd, self.tmp, self.site, self.prefix / "bin"):
            path.mkdir(parents=True)
        base = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
        self.python = self.prefix / "bin" / "python"
        self.python.symlink_to(base)
        (self.prefix / "pyvenv.cfg").write_text(
            f"home = {base.parent}\ninclude-system-site-packages = false\n"
        )
        measure(self.site)
        self.env = {
            "PATH": "/usr/bin:/bin",
            "HOME": str(self.home),
            "TMPDIR": str(self.tmp),
            "LANG": "C.UTF-8",
        }

    def torch(self, code: str = FINE_TORCH, *, version: str = "2.9.1") -> Path:
        """Put a package `torch` made of this code into the environment."""
        package = self.site / "torch"
        self.write(package / "__init__.py", code)
        self.write(package / "version.py", f"__version__ = '{version}'\n")
        self.metadata(version)
        return package

    def metadata(self, version: str = "2.9.1", record: str = "") -> Path:
        """Put torch's metadata into the environment."""
        folder = self.site / f"torch-{version}.dist-info"
        self.write(folder / "METADATA", f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n")
        self.write(folder / "WHEEL", "Wheel-Version: 1.0\nTag: cp311-cp311-macosx_14_0_arm64\n")
        self.write(folder / "INSTALLER", "pip\n")
        self.write(folder / "RECORD", record or "torch/__init__.py,,\ntorch/version.py,,\n")
        return folder

    def plugin(self, code: str, *, check: str = "", name: str = "mine") -> dict[str, str]:
        """Install a plug-in made of this code; return the variables by which it is found.

        With `check` it has three sound checks, and one that runs that code.
        """
        if check:
            body = check.strip().replace("\n", "\n    ")
            code += SOUND_CHECKS + "@declared('mine-misbehaves')\n"
            code += f"def misbehaves(host: Host):\n    {body}\n"
        folder = self.folder / "plugins"
        self.write(folder / f"plugin_{name}.py", PLUGIN + code)
        points = f"[mps_doctor.checks]\n{name} = plugin_{name}\n"
        self.write(folder / f"{name}-1.0.dist-info" / "entry_points.txt", points)
        self.write(folder / f"{name}-1.0.dist-info" / "METADATA", f"Name: {name}\nVersion: 1.0\n")
        return {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}

    def write(self, path: str | Path, content: str | bytes, mode: int = 0o644) -> Path:
        """Write a file of the patient; a relative path begins in its folder."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())
        target.chmod(mode)
        return target

    def command(self, *arguments: str | Path) -> list[str]:
        """Return the argument list of a visit."""
        if arguments and str(arguments[0]) in ("snapshot", "diagnose", "list", "explain", "schema"):
            return [sys.executable, "-m", "mps_doctor", *map(str, arguments)]
        given = [*map(str, arguments)]
        defaults = {"--format": "json", "--device": "cpu", "--timeout": "20"}
        if "--snapshot" not in given and "--all" not in given and "--env" not in given:
            defaults["--python"] = str(self.python)
        for option, value in defaults.items():
            if option not in given:
                given += [option, value]
        return [sys.executable, "-m", "mps_doctor", "check", *given]

    def visit(
        self,
        *arguments: str | Path,
        argv: list[str] | None = None,
        cwd: Path | None = None,
        check_manners: bool = True,
        **env: str | None,
    ) -> Visit:
        """Let the doctor come, and see that it behaves."""
        before = self.files() if check_manners else {}
        process, marker = self.start(*arguments, argv=argv, cwd=cwd, **env)
        stdout, stderr = process.communicate(timeout=LONGEST_VISIT)
        done = Visit(process.returncode, stdout, stderr.decode("utf-8", "replace"))
        if check_manners:
            done.left = [*left_running(marker), *changes(before, self.files())]
        return done

    def start(
        self,
        *arguments: str | Path,
        argv: list[str] | None = None,
        cwd: Path | None = None,
        stdout: int = subprocess.PIPE,
        **env: str | None,
    ) -> tuple[subprocess.Popen[bytes], str]:
        """Start a visit; return its process and the marker of all that it starts."""
        marker = uuid.uuid4().hex
        environment: dict[str, str | None] = {**self.env, MARKER: marker, **env}
        process = subprocess.Popen(
            argv or self.command(*arguments),
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=subprocess.PIPE,
            env={name: value for name, value in environment.items() if value is not None},
            cwd=cwd or self.cwd,
        )
        return process, marker

    def files(self) -> dict[str, str]:
        """Return every file of the patient with all that a change would change."""
        return {os.fsdecode(path): _description(path) for path in _walk(os.fsencode(self.folder))}


def _walk(folder: bytes) -> list[bytes]:
    found = []
    for parent, folders, files in os.walk(folder):
        found += [os.path.join(parent, name) for name in (*folders, *files)]
    return found


def _description(path: bytes) -> str:
    status = os.lstat(path)
    if os.path.islink(path):
        return f"link to {os.fsdecode(os.readlink(path))}"
    if os.path.isdir(path):
        return f"folder {status.st_mode:o}"
    digest = "unreadable"
    if status.st_size < 1_000_000 and os.access(path, os.R_OK) and os.path.isfile(path):
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
    return f"{status.st_mode:o} {status.st_size} {status.st_mtime_ns} {digest}"


def changes(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return in words what is different."""
    said = [f"made {path}" for path in sorted(after.keys() - before.keys())]
    said += [f"removed {path}" for path in sorted(before.keys() - after.keys())]
    both = before.keys() & after.keys()
    return said + [f"changed {path}" for path in sorted(both) if before[path] != after[path]]


def wait_for_sign(process: subprocess.Popen[bytes], sign: Path) -> None:
    """Wait until the code of a patient has made the file that says where it is."""
    until = time.monotonic() + LONGEST_VISIT
    while not sign.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    assert sign.exists(), process.communicate()


def left_running(marker: str, patience: float = 60.0) -> list[str]:
    """Return the processes of a visit that are still there; dying ones get a moment."""
    until = time.monotonic() + patience
    while (running := _with_marker(marker)) and time.monotonic() < until:
        time.sleep(0.05)
    said = []
    for process in running:
        said.append(f"left running: {process.pid} {' '.join(process.cmdline())[:200]}")
        os.kill(process.pid, signal.SIGKILL)
    return said


def _with_marker(marker: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(MARKER) == marker:
                found.append(process)
    return [each for each in found if each.status() != psutil.STATUS_ZOMBIE]


def assert_well_behaved(visit: Visit) -> None:
    """Whatever the patient did: one valid document, a documented exit code, nothing left."""
    assert visit.exit_code in DOCUMENTED, visit.summary
    assert visit.exit_code != 3, visit.summary
    assert visit.document["schema_version"], visit.summary
    assert visit.left == [], "\n".join(visit.left)
    assert "Traceback" not in visit.stderr, visit.stderr
