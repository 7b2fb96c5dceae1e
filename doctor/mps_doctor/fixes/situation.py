"""What a prescription has to know of a machine: its facts, and what they come to."""

import re
from typing import NamedTuple

import msgspec

from mps_doctor.facts import (
    ARM,
    INTEL,
    Conda,
    Gpu,
    Host,
    Interpreter,
    Machine,
    Packages,
    TorchInstall,
    Unknown,
    hardware,
    interpreter_architecture,
    is_darwin,
    known_or,
    real_macos,
)
from mps_doctor.knowledge.macos import parse_macos
from mps_doctor.knowledge.releases import gates


class Situation(msgspec.Struct, frozen=True):
    """The machine and the interpreter, as far as they decide which torch fits.

    An empty text means that the fact is not known.
    """

    is_mac: bool
    hardware: str
    """`arm64` or `x86_64`, of the processor."""
    process: str
    """`arm64` or `x86_64`, of the interpreter."""
    macos: str
    python: str
    free_threaded: bool
    has_amd_gpu: bool | None
    """Of an Intel Mac: whether it has a GPU that torch's MPS can use; None if not known."""

    @property
    def runs_translated(self) -> bool:
        """Whether an Intel Python runs on Apple silicon."""
        return self.hardware == "arm64" and self.process == "x86_64"

    @property
    def cannot_have_mps(self) -> bool:
        """Whether it is an Intel Mac without a GPU that torch's MPS could use."""
        return self.hardware == "x86_64" and self.has_amd_gpu is False

    @property
    def place(self) -> tuple[str, str, str, bool]:
        """What a wheel has to fit: processor, macOS, Python, and whether that is free-threaded."""
        return self.process, self.macos, self.python, self.free_threaded

    @property
    def is_complete(self) -> bool:
        """Whether enough is known to name one version of torch."""
        return bool(self.hardware and self.process and self.macos and self.python)


class Environment(NamedTuple):
    """The Mac, its Python, what manages it, and what is installed.

    A check that prescribes an install takes it as a parameter, besides the facts that it judges.
    """

    host: Host = Host()
    python: Interpreter = Interpreter()
    conda: Conda = Conda()
    packages: Packages = Packages()
    torch: TorchInstall = TorchInstall()

    @property
    def situation(self) -> Situation:
        """What decides which torch fits."""
        return read_situation(self.host, self.python)

    @property
    def torch_version(self) -> str:
        """The version of the installed torch; empty where it is not known."""
        return known_or(self.torch.version, "")

    @property
    def versions(self) -> dict[str, str]:
        """The installed packages with their versions, as far as they are known."""
        found = {item.name: item.version for item in known_or(self.packages.installed, ())}
        return {**found, "torch": self.torch_version}


def environment_of(machine: Machine) -> Environment:
    """Return the environment of a machine."""
    return Environment(*(getattr(machine, name) for name in Environment._fields))


def read_situation(host: Host, python: Interpreter) -> Situation:
    """Return what the facts say; a fact that is missing stays empty."""
    architecture = known_or(interpreter_architecture(python), "")
    version = re.match(r"\d+\.\d+(\.\d+)?", known_or(python.version, ""))
    return Situation(
        is_mac=known_or(is_darwin(host), True),
        hardware=known_or(hardware(host, python), ""),
        process="arm64" if architecture in ARM else "x86_64" if architecture in INTEL else "",
        macos=_macos_of(host),
        python=version[0] if version else "",
        free_threaded=known_or(python.free_threaded, False),
        has_amd_gpu=None if isinstance(host.gpus, Unknown) else any(map(is_amd, host.gpus)),
    )


def _macos_of(host: Host) -> str:
    """Return the version of macOS, empty where it is unknown.

    Names and kernels give its major version only: then "12" counts as 12.3, which is new enough.
    """
    macos = known_or(real_macos(host), "")
    if macos.isdigit():
        same = (str(gate) for gate in gates() if gate.minor and macos == str(gate.major))
        return next(same, macos)
    return macos if parse_macos(macos) is not None else ""


def is_amd(gpu: Gpu) -> bool:
    """Return whether a GPU is one of AMD's: the only ones of Intel Macs that MPS ever used."""
    text = f"{gpu.name} {known_or(gpu.vendor, '')}".lower()
    return any(word in text for word in ("amd", "radeon", "firepro"))
