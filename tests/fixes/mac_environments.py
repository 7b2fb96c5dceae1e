"""Machines for the tests of prescriptions, and short calls of what is tested."""

from typing import Any

from mps_doctor import fixes
from mps_doctor.facts import Conda, Fact, Gpu, Host, Interpreter, Package, Packages, TorchInstall
from mps_doctor.fixes import Environment
from mps_doctor.judgement.checking import Fix

PYTHON = "~/work/.venv/bin/python"
NO_CONDA = Conda(active=False)
NO_PACKAGES = Packages(installed=())
NO_TORCH = TorchInstall()
COMPANIONS = Packages(
    installed=(
        Package(name="torchvision", version="0.20.1", installer="uv"),
        Package(name="torchaudio", version="2.5.1", installer="uv"),
    )
)


def apple(macos: str = "14.5", /, **facts: object) -> Host:
    known = {"system": "Darwin", "chip": "Apple M1", "hardware_architecture": "arm64"}
    return Host(**{**known, "macos_version": macos, **facts})  # type: ignore[arg-type]


def intel(macos: str = "13.6", *gpus: str) -> Host:
    return apple(
        macos,
        chip="Intel(R) Core(TM) i7",
        hardware_architecture="x86_64",
        gpus=tuple(Gpu(name=name) for name in gpus),
    )


def interpreter(version: str = "3.11.9", **facts: object) -> Interpreter:
    known = {
        "executable": PYTHON,
        "prefix": "~/work/.venv",
        "environment": "venv",
        "architecture": "arm64",
        "translated": False,
        "has_pip": True,
    }
    return Interpreter(**{**known, "version": version, **facts})  # type: ignore[arg-type]


def rosetta(version: str = "3.11.9", **facts: object) -> Interpreter:
    return interpreter(version, architecture="x86_64", translated=True, **facts)


def conda(tool: str = "conda", name: Fact[str] = "ml") -> Conda:
    return Conda(active=True, tool=tool, name=name, prefix="~/forge/envs/ml")


def torch_for(
    host: Host,
    python: Interpreter,
    conda: Conda = NO_CONDA,
    packages: Packages = NO_PACKAGES,
    torch: TorchInstall = NO_TORCH,
    **how: Any,
) -> tuple[Fix, ...]:
    """Return what gives this environment a torch with MPS."""
    return fixes.install_torch(Environment(host, python, conda, packages, torch), **how)


def environment_for(
    host: Host, python: Interpreter, conda: Conda = NO_CONDA, packages: Packages = NO_PACKAGES
) -> tuple[Fix, ...]:
    """Return what makes an environment of this processor beside this one."""
    return fixes.native_environment(Environment(host, python, conda, packages))
