"""The facts that can explain why two examinations end differently, in groups that belong together.

What torch answered and how the smoke test went are no reasons but results: they are not in here.
"""

from dataclasses import dataclass

import msgspec

from mps_doctor.facts import Machine, Unknown
from mps_doctor.knowledge.chips import is_same_chip

CHIP = "host.chip"

LONGEST_VALUE = 160

MOST_FIELDS = 3
"""Of an entry of a list: those that tell it from others come first."""


@dataclass(frozen=True)
class Factor:
    """Facts that change together, e.g. all that say which macOS it is."""

    what: str
    facts: tuple[str, ...]
    """Dotted names; `packages` alone names a whole section."""
    decides: bool = True
    """Whether it may decide about MPS; paths alone do not."""
    follows: tuple[str, ...] = ()
    """Factors whose change brings this one along."""
    leading: tuple[str, ...] = ()
    """The facts that say enough of it, where they differ."""

    def differing(self, a: Machine, b: Machine) -> tuple[str, ...]:
        """Return those of its facts that are known on both sides and are not the same."""
        return tuple(
            name
            for name in self.facts
            if not isinstance(one := value_of(a, name), Unknown)
            and not isinstance(other := value_of(b, name), Unknown)
            and one != other
            and not (name == CHIP and is_same_chip(str(one), str(other)))
        )


FACTORS = (
    Factor(
        "system",
        ("host.system", "host.distribution", "host.container", "host.apple_marks"),
        leading=("host.system", "host.distribution"),
    ),
    Factor(
        "macOS",
        ("host.macos_version", "host.macos_build", "host.kernel_release"),
        leading=("host.macos_version",),
    ),
    Factor("macOS as Python sees it", ("host.macos_version_reported",), follows=("macOS",)),
    Factor("processor", ("host.hardware_architecture", CHIP, "host.model"), leading=(CHIP,)),
    Factor("memory", ("host.memory_bytes",)),
    Factor("virtual machine", ("host.virtual_machine",)),
    Factor("GPU", ("host.gpus", "host.metal_devices"), leading=("host.gpus",)),
    Factor("sandbox", ("host.sandbox",)),
    Factor("session", ("host.session", "host.ci")),
    Factor(
        "Python",
        ("python.version", "python.implementation", "python.free_threaded"),
        leading=("python.version",),
    ),
    Factor(
        "Python's architecture",
        (
            *("python.architecture", "python.translated", "python.slices", "python.platform_tag"),
            "python.processor",
        ),
        leading=("python.architecture",),
    ),
    Factor("source of Python", ("python.provider", "python.environment"), decides=False),
    Factor(
        "path of Python",
        ("python.executable", "python.prefix"),
        decides=False,
    ),
    Factor("pip", ("python.pip_python", "python.has_pip", "python.externally_managed")),
    Factor("package index", ("python.indexes",)),
    Factor("shadowing files", ("python.shadowed",)),
    Factor("standard library", ("python.broken_modules", "python.needs_isolation")),
    Factor("Python's start", ("python.start_error",)),
    Factor(
        "conda",
        ("conda.active", "conda.subdir", "conda.torch_channel", "conda.torch_build"),
        leading=("conda.subdir", "conda.torch_build"),
    ),
    Factor(
        "command-line tools",
        (
            *("toolchain.developer_dir", "toolchain.developer_dir_exists", "toolchain.clang"),
            *("toolchain.tools_version", "toolchain.xcode_version"),
        ),
    ),
    Factor(
        "torch",
        ("torch.version", "torch.installed"),
        leading=("torch.version",),
    ),
    Factor(
        "torch build",
        (
            *("torch.architectures", "torch.deployment_target", "torch.sdk", "torch.mps_linked"),
            *("torch.metal_target", "torch.editable"),
        ),
        follows=("torch",),
    ),
    Factor("torch files", ("torch.missing_files", "torch.leftovers", "torch.copies")),
    Factor("other packages", ("packages.installed",)),
    Factor("OpenMP runtimes", ("openmp.runtimes",)),
    Factor("environment variables", ("variables.values", "variables.set_after_import")),
    Factor("framework settings", ("frameworks.settings",)),
)


def value_of(machine: Machine, name: str) -> object:
    """Return the value of a fact by its dotted name."""
    section, _, field = name.partition(".")
    return getattr(getattr(machine, section), field)


def with_factor_of(factor: Factor, giver: Machine, taker: Machine) -> Machine:
    """Return the taker's machine with the giver's facts of one factor."""
    names: dict[str, list[str]] = {}
    # What torch says of its own version goes with the version.
    imported = ("torch_import.version",) if factor.what == "torch" else ()
    for name in (*factor.facts, *imported):
        section, _, field = name.partition(".")
        names.setdefault(section, []).append(field)
    changed = {
        section: msgspec.structs.replace(
            getattr(taker, section),
            **{field: getattr(getattr(giver, section), field) for field in fields},
        )
        for section, fields in names.items()
    }
    return msgspec.structs.replace(taker, **changed)


def describe_factor(
    factor: Factor, machine: Machine, other: Machine, facts: tuple[str, ...]
) -> str:
    """Return the values of a factor's differing facts in words; of lists, what the other lacks."""
    leading = [name for name in factor.leading if name in facts]
    text = ", ".join(
        _word(_own(value_of(machine, name), value_of(other, name)), name)
        for name in leading or facts
    )
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _own(value: object, other: object) -> object:
    if isinstance(value, tuple) and isinstance(other, tuple):
        return tuple(item for item in value if item not in other)
    return value


def _word(value: object, name: str = "") -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(_word, value)) or "none"
        case int() if name.endswith("_bytes"):
            return f"{value / 2**30:.4g} GB"
        case msgspec.Struct():
            return _entry(value)
    return str(value) or "none"


def _entry(value: msgspec.Struct) -> str:
    """Return the first fields of an entry of a list: its texts, then numbers and what is true."""
    texts: list[str] = []
    further: list[str] = []
    for name in value.__struct_fields__[:MOST_FIELDS]:
        words = name.replace("_", " ")
        match getattr(value, name):
            case str() as text if text and not any(text in other for other in texts):
                texts.append(text)
            case tuple() as several if several:
                texts.append("+".join(map(str, several)))
            case True:
                further.append(words)
            case int() as number if number:
                further.append(f"{number} {words}")
    return " ".join(texts) + (f" ({', '.join(further)})" if further else "")
