"""What ran on the device, as facts."""

from typing import Literal

import msgspec

from mps_doctor.facts.unknown import Fact, Section, missing


class SmokeTest(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Real work on the device: `torch.ones`, its matmul, a random matmul against float64."""

    device: Fact[str] = missing("smoke.device")
    outcome: Fact[Literal["completed", "raised", "crashed", "hung", "exited"]] = missing(
        "smoke.outcome"
    )
    step: Fact[str] = missing("smoke.step")
    """The last step begun: `allocate`, `copy`, `multiply-ones`, `multiply-random`, `read-back`."""
    size: Fact[int] = missing("smoke.size")
    """n of the n × n matrices of ones."""
    ones_wrong: Fact[int] = missing("smoke.ones_wrong")
    """How many entries of `ones(n, n) @ ones(n, n)` differ from n."""
    not_finite: Fact[int] = missing("smoke.not_finite")
    """How many entries of the random product are NaN or infinite."""
    zeros: Fact[int] = missing("smoke.zeros")
    """How many entries of the random product are exactly zero."""
    relative_error: Fact[float] = missing("smoke.relative_error")
    """Frobenius norm of (device − float64 reference) over that of the reference, float32."""
    copy_wrong: Fact[int] = missing("smoke.copy_wrong")
    """How many entries changed on the way to the device and back."""
    first_seconds: Fact[float] = missing("smoke.first_seconds")
    warm_seconds: Fact[float] = missing("smoke.warm_seconds")
    """Median of the warm matmuls, synchronised."""
    signal: Fact[str] = missing("smoke.signal")
    exit_code: Fact[int] = missing("smoke.exit_code")
    error_type: Fact[str] = missing("smoke.error_type")
    error_message: Fact[str] = missing("smoke.error_message")
    stderr: Fact[tuple[str, ...]] = missing("smoke.stderr")


class ProbeOutcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One deep probe: what became of it, and how far its results were from the CPU's.

    The numbers stand where `outcome` is `compared`: over all entries of all comparisons.
    """

    probe: str
    """`matmul-fp32`: the operation and the dtype."""
    operation: str = ""
    dtype: str = ""
    device: str = ""
    outcome: Literal["compared", "raised", "skipped", "absent", "crashed", "hung", "exited"]
    """`skipped`: another device's, or too little memory; `absent`: not in this torch."""
    entries: int = 0
    outside: int = 0
    """How many entries lie outside the tolerance."""
    not_finite: int = 0
    """How many are NaN or infinite where the CPU's are finite."""
    all_zero: bool = False
    """Whether a result was zero throughout where the CPU's was not."""
    wrong_shape: str = ""
    largest_error: float = 0.0
    norm_error: float = 0.0
    """Frobenius norm of the difference over that of the reference."""
    norm_tolerance: float = 0.0
    seconds: float = 0.0
    reason: str = ""
    """Why it was skipped, or what this torch lacks."""
    error_type: str = ""
    error_message: str = ""
    signal: str = ""
    exit_code: Fact[int] = missing("probe_outcome.exit_code")
    stderr: tuple[str, ...] = ()
    """What was written on stderr meanwhile: GPU faults show only there up to torch 2.14."""


class OperatorPlace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where an operator ran, seen by torch's own warning."""

    operator: str
    with_variable: bool
    """Whether PYTORCH_ENABLE_MPS_FALLBACK was on."""
    outcome: Literal["on-device", "on-cpu", "not-implemented", "raised"]
    message: str = ""


class Deep(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Many operations on the device, each compared with the CPU (`--level deep`)."""

    results: Fact[tuple[ProbeOutcome, ...]] = missing("deep.results")
    fallback: Fact[tuple[OperatorPlace, ...]] = missing("deep.fallback")
    not_run_because: Fact[str] = missing("deep.not_run_because")
    """Why the rest of the probes was not reached; empty where all were."""


class DeviceMemory(Section, frozen=True, kw_only=True, omit_defaults=True):
    """What the device's memory did: taken in steps, given back, limited, used over and over."""

    device: Fact[str] = missing("device_memory.device")
    recommended_bytes: Fact[int] = missing("device_memory.recommended_bytes")
    block_bytes: Fact[int] = missing("device_memory.block_bytes")
    steps: Fact[tuple[int, ...]] = missing("device_memory.steps")
    """Bytes that torch counted as in use after each further block."""
    wrong_values: Fact[int] = missing("device_memory.wrong_values")
    """Entries of the blocks that did not hold what was written."""
    left_after_release: Fact[int] = missing("device_memory.left_after_release")
    growth_steps: Fact[int] = missing("device_memory.growth_steps")
    growth_bytes: Fact[int] = missing("device_memory.growth_bytes")
    """Bytes in use that so many training steps added."""


class FrameworkOutcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One training step with a framework that is installed."""

    framework: str
    version: str = ""
    device: str = ""
    """The device under examination."""
    outcome: Literal["completed", "raised", "skipped", "crashed", "hung", "exited"]
    picked: str = ""
    """The device that the framework picked by itself; empty for one that picks none."""
    step_device: str = ""
    """Where the weights were when the step was done."""
    loss: Fact[float] = missing("framework_outcome.loss")
    weights_moved: bool = False
    wrong_values: int = 0
    error_type: str = ""
    error_message: str = ""
    signal: str = ""
    exit_code: Fact[int] = missing("framework_outcome.exit_code")
    stderr: tuple[str, ...] = ()


class FrameworkSetting(msgspec.Struct, frozen=True, kw_only=True):
    """A setting that decides about devices or processes: where it is, its name and value."""

    origin: str
    """`environment`, or the path of a configuration file."""
    key: str
    value: str


class Frameworks(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Frameworks on top of torch in this environment."""

    results: Fact[tuple[FrameworkOutcome, ...]] = missing("frameworks.results")
    """One training step with each (`--level deep`)."""
    settings: Fact[tuple[FrameworkSetting, ...]] = missing("frameworks.settings")
