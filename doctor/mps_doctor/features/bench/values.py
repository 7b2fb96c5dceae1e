"""What a bench measured, as typed values: its part of the JSON contract."""

from typing import Literal, TypeAlias

import msgspec

from mps_doctor.facts import Machine
from mps_doctor.fixes.fix import Fix
from mps_doctor.judgement.report import Envelope, Target

Kind: TypeAlias = Literal["matmul", "model"]
RowOutcome: TypeAlias = Literal["measured", "skipped", "raised", "crashed", "hung"]

TITLES = {"resnet50": "ResNet-50", "bert": "BERT-base", "vgg16": "VGG-16"}
MODES = {"train": "training", "eval": "evaluation"}


def title_of(kind: str, name: str, detail: str) -> str:
    """Return a piece of work in words: "ResNet-50, training", "float32 product, n = 256"."""
    if kind == "model":
        return f"{TITLES[name]}, {MODES[detail]}"
    return f"{name} product, n = {detail}"


class Row(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One piece of work on one device."""

    kind: Kind
    name: str
    """The type of a product (`float32`), or the name of a network."""
    detail: str
    """n of n × n matrices, or `train` or `eval`."""
    device: str
    outcome: RowOutcome
    reason: str = ""
    """Why there is no measurement."""
    package: str = ""
    """The package that is missing for it."""
    median_seconds: float = 0.0
    fastest_seconds: float = 0.0
    slowest_seconds: float = 0.0
    samples: int = 0
    """How many times the three are taken from."""
    rate: float = 0.0
    unit: str = ""
    """`GFLOP/s` or `samples/s`."""
    finite: bool = True
    """Whether the result was finite."""
    batch: int = 0
    """What memory and time allowed of `batch_asked`."""
    batch_asked: int = 0
    """The batch of Apple's own measurement."""

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
        return title_of(self.kind, self.name, self.detail)


class Bench(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that a bench measured."""

    device: str
    budget_seconds: float
    problem: str = ""
    """Why nothing could be measured; empty where something was."""
    torch: str = ""
    rows: tuple[Row, ...] = ()
    install: Fix | None = None
    """What installs the packages that some networks need."""

    def gain(self, row: Row) -> float | None:
        """Return how many times as fast as the CPU a row's device is; None where not known."""
        if row.device == "cpu" or not row.measured:
            return None
        key = (*row.key[:3], "cpu")
        rates = (other.rate for other in self.rows if other.key == key and other.measured)
        cpu = next(rates, 0.0)
        return row.rate / cpu if cpu else None

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
