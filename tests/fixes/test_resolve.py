"""The pins that are prescribed, resolved against the real index for some hundred Macs.

uv resolves for another platform; pip is then asked for the pins, which it takes by the tags of
their files and by Requires-Python.
conda is not reachable in this way: its commands are checked for grammar in tests/fixes.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import gettempdir

import pytest
from mac_environments import apple, intel, interpreter, rosetta, torch_for
from packaging.utils import parse_wheel_filename

from mps_doctor.facts import Host, Interpreter, Package, Packages
from mps_doctor.judgement.checking import Fix
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import parse_macos

pytestmark = pytest.mark.full

VERSIONS = ("12.3", "12.7.6", "13.0", "13.7.4", "14.0", "14.8.7", "15.0", "15.7.7", "26.0", "26.5")
PYTHONS = ("3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.14.1", "3.15")
UV_PLATFORM = {"arm64": "aarch64-apple-darwin", "x86_64": "x86_64-apple-darwin"}


@dataclass(frozen=True)
class Mac:
    """One machine of the grid."""

    macos: str
    python: str
    kind: str

    @property
    def host(self) -> Host:
        amd = "AMD Radeon Pro 5500M"
        return intel(self.macos, amd) if self.kind == "intel" else apple(self.macos)

    @property
    def interpreter(self) -> Interpreter:
        make = rosetta if self.kind == "rosetta" else interpreter
        facts = {"architecture": "x86_64"} if self.kind == "intel" else {}
        return make(self.python if self.python.count(".") == 2 else f"{self.python}.2", **facts)


MACS = [Mac(m, p, "native") for m in VERSIONS for p in PYTHONS]
# What a new arm64 environment gets does not depend on much of the old one: fewer of these.
MACS += [
    Mac(m, p, kind) for m in VERSIONS[1::2] for p in PYTHONS[::2] for kind in ("rosetta", "intel")
]
BARE = Packages(installed=())
WITH_COMPANIONS = Packages(
    installed=tuple(
        Package(name=name, version="0.1", installer="pip") for name in ("torchvision", "torchaudio")
    )
)


def name_of(mac: Mac) -> str:
    return f"{mac.kind}-macos{mac.macos}-python{mac.python}"


@pytest.fixture(scope="session")
def uv() -> str:
    """Return uv, which the group `test` installs."""
    return str(shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}"))


def requirements_of(fix: Fix) -> tuple[str, ...]:
    """Return the requirements of the command that installs torch."""
    command = next(c for c in fix.commands if any(word.startswith("torch") for word in c))
    return tuple(word.partition(";")[0] for word in command if re.match(r"[a-z]+[=<>]", word))


def place_of(fix: Fix, mac: Mac) -> tuple[str, str]:
    """Return the architecture and the Python into which the fix installs torch."""
    for command in fix.commands:
        for word in command:
            if found := re.fullmatch(r"cpython-(3\.\d+)-macos-(\w+?)-none", word):
                return {"aarch64": "arm64"}.get(found[2], found[2]), found[1]
    return str(mac.interpreter.architecture), str(mac.interpreter.version)


@cache
def resolve(
    uv: str, requirements: tuple[str, ...], architecture: str, macos: str, python: str
) -> dict[str, str]:
    """Return the file that uv takes for each package, by its name."""
    major_minor = ".".join((*macos.split("."), "0")[:2])
    command = [uv, "pip", "compile", "-", "--format", "pylock.toml", "--no-header", "--quiet"]
    command += ["--python-platform", UV_PLATFORM[architecture], "--python-version", python]
    # Nothing is built or run: any Python here serves, and none has to be fetched.
    command += ["--only-binary", ":all:", "--python", sys.executable, "--no-python-downloads"]
    done = subprocess.run(
        [*command, "--no-config"],
        input="\n".join(requirements),
        env={**os.environ, "MACOSX_DEPLOYMENT_TARGET": major_minor},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, f"{requirements} on {architecture} macOS {macos}: {done.stderr}"
    files = re.findall(r'/([^/"]+\.whl)"', done.stdout)
    return {parse_wheel_filename(file)[0]: file for file in files}


@cache
def check_with_pip(pins: tuple[str, ...], architecture: str, macos: str, python: str) -> None:
    """Assert that pip takes them there, by the tags of the files and by Requires-Python.

    uv does not honour `!=` in Requires-Python (docs/assumptions.md).
    """
    major, minor = (*macos.split("."), "0")[:2]
    tag = f"macosx_{major}_{minor if int(major) < 11 else 0}_{architecture}"
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "-q"]
    command += ["--no-deps", "--only-binary", ":all:", "--target", gettempdir(), "--platform", tag]
    done = subprocess.run(
        [*command, "--implementation", "cp", "--python-version", python, *pins],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, f"{pins} on {architecture} macOS {macos}: {done.stderr}"


@pytest.mark.parametrize("packages", [BARE, WITH_COMPANIONS], ids=["torch", "with-companions"])
@pytest.mark.parametrize("mac", MACS, ids=name_of)
def test_the_prescribed_pins_resolve_and_have_mps(mac: Mac, packages: Packages, uv: str) -> None:
    fix = torch_for(mac.host, mac.interpreter, packages=packages)[0]
    assert fix.kind == "run", fix.summary
    architecture, python = place_of(fix, mac)
    files = resolve(uv, requirements_of(fix), architecture, mac.macos, python)
    pins = tuple(text for text in requirements_of(fix) if "==" in text)
    check_with_pip(pins, architecture, mac.macos, python)
    version = str(parse_wheel_filename(files["torch"])[1])
    row = releases.release(version)
    have = parse_macos(mac.macos)
    assert row is not None
    assert row.recommended_macos is not None
    assert have is not None
    assert have >= row.recommended_macos, f"torch {version} has no MPS on macOS {mac.macos}"
    assert any(command[:1] == ("mps-doctor",) for command in fix.verify)


def test_pip_refuses_what_does_not_install() -> None:
    with pytest.raises(AssertionError, match="require a different python version"):
        check_with_pip(("torchvision==0.29.2",), "arm64", "15.0", "3.14.1")
    with pytest.raises(AssertionError, match="No matching distribution"):
        check_with_pip(("torch==2.15.0",), "arm64", "13.0", "3.12")


def test_the_resolver_refuses_what_does_not_install(uv: str) -> None:
    """The proof that a wrong pin would be noticed: 2.15.0 has no wheel for macOS 13."""
    with pytest.raises(AssertionError, match="no wheels with a matching platform tag"):
        resolve(uv, ("torch==2.15.0",), "arm64", "13.0", "3.12")


def test_the_interpreter_that_uv_is_asked_for_exists(uv: str) -> None:
    """`cpython-3.12-macos-aarch64-none` is a name that uv has downloads for."""
    command = [uv, "python", "list", "--all-platforms", "--all-arches", "--only-downloads"]
    listed = subprocess.run(command, capture_output=True, text=True, timeout=120).stdout
    for platform in ("macos-aarch64-none", "macos-x86_64-none"):
        for minor in range(10, 15):
            assert re.search(rf"cpython-3\.{minor}\.\d+-{platform}", listed)
