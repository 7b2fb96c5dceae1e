"""What a bench measured, as typed values: its part of the JSON contract."""

from typing import Literal, TypeAlias

import msgspec

from mps_doctor.facts import Fact, Machine, Section, missing
from mps_doctor.fixes.fix import Fix
from mps_doctor.judgement.report import Envelope, Target
from mps_doctor.knowledge.chips import ChipLimits

Kind: TypeAlias = Literal["control", "matmul", "copy", "model"]
RowOutcome: TypeAlias = Literal["measured", "skipped", "raised", "crashed", "hung"]

TITLES = {"resnet50": "ResNet-50", "bert": "BERT-base", "vgg16": "VGG-16"}
MODES = {"train": "training", "eval": "evaluation"}


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One piece of work on one device."""

    kind: Kind
    name: str
    """The type of a product (`float32`), the direction of a copy, the name of a network."""
    detail: str
    """n of n × n matrices, the bytes of a copy, `train` or `eval`; `first`, `last` of a control."""
    device: str
    outcome: RowOutcome
    reason: str = ""
    """Why there is no measurement."""
    package: str = ""
    """The package that is missing for it."""
    first_seconds: float = 0.0
    """Of the very first run, in which kernels are compiled."""
    median_seconds: float = 0.0
    fastest_seconds: float = 0.0
    slowest_seconds: float = 0.0
    samples: int = 0
    """How many times the three are taken from."""
    repeats: int = 0
    """Runs between two synchronisations; the times are of one run."""
    rate: float = 0.0
    unit: str = ""
    """`GFLOP/s`, `GB/s` or `samples/s`."""
    finite: bool = True
    """Whether the result was finite, and that of a copy equal."""
    batch: int = 0
    batch_asked: int = 0
    """The batch of the original measurement; `batch` is what memory and time allowed."""
    batch_limit: str = ""
    """`memory` or `time`, where the batch is smaller than asked."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What is measured, apart from how it went."""
        return (self.kind, self.name, self.detail, self.device)

    @property
    def measured(self) -> bool:
        """Whether there is a measurement."""
        return self.outcome == "measured"

    @property
    def title(self) -> str:
        """The work in words, without the device."""
        match self.kind:
            case "model":
                return f"{TITLES.get(self.name, self.name)}, {MODES.get(self.detail, self.detail)}"
            case "copy":
                size = f"{int(self.detail) / (1 << 20):.0f} MiB" if self.detail.isdigit() else "?"
                return f"copy {self.name.replace('-', ' ')}, {size}"
            case "control":
                return "control"
        return f"{self.name} product, n = {self.detail}"


class Power(Section, frozen=True, kw_only=True, omit_defaults=True):
    """What macOS says of heat and power (`pmset`), in its own words."""

    thermal: Fact[tuple[str, ...]] = missing("power.thermal")
    """Lines of `pmset -g therm` that say more than that nothing was recorded."""
    source: Fact[str] = missing("power.source")
    low_power_mode: Fact[bool] = missing("power.low_power_mode")


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One row against the same row of an earlier run."""

    title: str
    """The work and the device."""
    before: float
    after: float
    unit: str
    beyond_spread: bool
    """Whether the change is larger than both runs' own spread."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """An earlier run and what differs."""

    name: str
    """The file's name."""
    started: str
    differences: tuple[str, ...]
    """What is not the same in the two runs: torch, machine, device."""
    changes: tuple[Change, ...]


class Bench(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that a bench measured, and the words that explain it."""

    device: str
    budget_seconds: float
    problem: str = ""
    """Why nothing could be measured; empty where something was."""
    torch: str = ""
    import_seconds: float = 0.0
    threads: Fact[int] = missing("bench.threads")
    device_name: Fact[str] = missing("bench.device_name")
    gpu_cores: Fact[int] = missing("bench.gpu_cores")
    free_bytes: Fact[int] = missing("bench.free_bytes")
    power_before: Power = Power()
    power_after: Power = Power()
    limits: ChipLimits | None = None
    """Published limits of the chip, where they are known."""
    rows: tuple[Row, ...] = ()
    install: Fix | None = None
    """What installs the packages that some networks need."""
    notes: tuple[str, ...] = ()
    comparison: Comparison | None = None

    def row(self, kind: str, name: str, detail: str, device: str) -> Row | None:
        """Return the row of a piece of work, if it was measured."""
        key = (kind, name, detail, device)
        return next((row for row in self.rows if row.key == key and row.measured), None)

    def gain(self, row: Row) -> float | None:
        """Return how many times as fast as the CPU a row's device is; None where not known."""
        if row.device == "cpu" or not row.measured:
            return None
        other = self.row(row.kind, row.name, row.detail, "cpu")
        return row.rate / other.rate if other is not None and other.rate else None

    @property
    def failed(self) -> tuple[Row, ...]:
        """The rows of the device itself that broke, or whose result is not a number."""
        broken = ("raised", "crashed", "hung")
        own = (row for row in self.rows if row.device == self.device)
        return tuple(row for row in own if row.outcome in broken or not row.finite)

    @property
    def exit_code(self) -> int:
        """0 where the device did all of its work, 1 where it could not."""
        measured = any(row.measured and row.device == self.device for row in self.rows)
        return 0 if measured and not self.failed else 1


class BenchReport(Envelope, frozen=True, kw_only=True):
    """One run of `mps-doctor bench`: how fast the device is, beside the CPU."""

    target: Target
    bench: Bench
    facts: Machine
    started: str
    """ISO 8601, UTC."""
    seconds: float
