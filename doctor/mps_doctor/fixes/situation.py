"""What a prescription has to know of a machine: hardware, process, macOS, Python.

An empty text means that the fact is not known.
"""

import re

import msgspec

from mps_doctor.facts import Gpu, Host, Interpreter, Unknown, known_or
from mps_doctor.facts.mac import (
    ARM,
    INTEL,
    hardware,
    interpreter_architecture,
    is_darwin,
    real_macos,
)
from mps_doctor.knowledge.macos import parse_macos


class Situation(msgspec.Struct, frozen=True):
    """The machine and the interpreter, as far as they decide which torch fits."""

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
    def is_complete(self) -> bool:
        """Whether enough is known to name one version of torch."""
        return bool(self.hardware and self.process and self.macos and self.python)


def read_situation(host: Host, python: Interpreter) -> Situation:
    """Return what the facts say; a fact that is missing stays empty."""
    architecture = known_or(interpreter_architecture(python), "")
    macos = known_or(real_macos(host), "")
    version = re.match(r"\d+\.\d+(\.\d+)?", known_or(python.version, ""))
    return Situation(
        is_mac=known_or(is_darwin(host), True),
        hardware=known_or(hardware(host, python), ""),
        process="arm64" if architecture in ARM else "x86_64" if architecture in INTEL else "",
        macos=macos if parse_macos(macos) is not None else "",
        python=version[0] if version else "",
        free_threaded=known_or(python.free_threaded, False),
        has_amd_gpu=None if isinstance(host.gpus, Unknown) else any(map(is_amd, host.gpus)),
    )


def is_amd(gpu: Gpu) -> bool:
    """Return whether a GPU is one of AMD's: the only ones of Intel Macs that MPS ever used."""
    text = f"{gpu.name} {known_or(gpu.vendor, '')}".lower()
    return any(word in text for word in ("amd", "radeon", "firepro"))
