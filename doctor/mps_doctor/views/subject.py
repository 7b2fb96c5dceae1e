"""Who was examined, in words: which Python, which torch, which Mac; what is unknown is left out."""

from __future__ import annotations

from mps_doctor.facts.mac import real_macos
from mps_doctor.facts.machine import (
    Fact,
    Host,
    Interpreter,
    Machine,
    Packages,
    SmokeTest,
    TorchImport,
    Unknown,
    Variables,
    known_or,
)
from mps_doctor.judgement.report import Report

GIB = 1024**3

UNKNOWN_PYTHON = "Python of unknown version"
UNKNOWN_TORCH = "torch of unknown version"
UNKNOWN_COMPUTER = "an unknown computer"
NOTHING_KNOWN = (UNKNOWN_PYTHON, UNKNOWN_TORCH, UNKNOWN_COMPUTER)

_SYSTEMS = {"Darwin": "macOS", "": UNKNOWN_COMPUTER}

_PROVIDERS = {"homebrew": "Homebrew", "framework": "python.org", "xcode": "Xcode's"}

_COMPANIONS = ("torchvision", "torchaudio", "numpy", "transformers", "accelerate", "lightning")
MOST_COMPANIONS = 3


def name_python(python: Interpreter) -> str:
    """Return `Python 3.12.1 arm64`, with the word Rosetta where it is translated."""
    parts = ["Python", _text(python.version), _text(python.architecture)]
    if python.translated is True:
        parts.append("under Rosetta")
    return " ".join(filter(None, parts)) if any(parts[1:]) else UNKNOWN_PYTHON


def name_torch(machine: Machine) -> str:
    """Return `torch 2.5.1`, `no torch`, or that the version is not known."""
    version = torch_version(machine)
    if version:
        return f"torch {version}"
    absent = machine.torch.installed is False or machine.torch_import.outcome == "not-installed"
    return "no torch" if absent else UNKNOWN_TORCH


def torch_version(machine: Machine) -> str:
    """Return the version of torch, as imported or else as installed; empty for unknown."""
    return _text(machine.torch_import.version) or _text(machine.torch.version)


def name_host(host: Host) -> str:
    """Return `Apple M2, macOS 14.5`, a guest as one, or what is known of another computer."""
    system = _text(host.system)
    version = _text(real_macos(host))
    if system in ("Darwin", "") and version:
        guest = " in a virtual machine" if host.virtual_machine is True else ""
        system = f"macOS {version}{guest}"
    elif system == "Linux":
        system = _text(host.distribution) or "Linux"
    hardware = _text(host.chip) or _text(host.hardware_architecture)
    container = _text(host.container)
    if container not in ("", "none"):
        system = f"{_SYSTEMS.get(system, system)} in {container}"
    return ", ".join(filter(None, (hardware, _SYSTEMS.get(system, system))))


def name_executable(report: Report) -> str:
    """Return the path of the interpreter, as the report may show it."""
    return report.target.python or _text(report.facts.python.executable)


def name_subject(report: Report) -> list[str]:
    """Return who was examined: Python with its path, torch, the computer; each a part."""
    facts, target = report.facts, report.target
    python = " ".join(filter(None, (name_python(facts.python), name_executable(report))))
    given = {"snapshot": "Snapshot", "pasted": "Text in", "host": "Host"}.get(target.kind)
    name = "standard input" if target.kind == "pasted" and target.name == "-" else target.name
    first = [f"{given} {name}"] if given and name else []
    known = [python, name_torch(facts), name_host(facts.host)]
    if first:  # what a text does not state is told where its families are
        known = [part for part in known if part not in NOTHING_KNOWN]
    return [*first, *known]


def why_chosen(report: Report) -> str:
    """Return why this environment was examined, as a sentence; empty where nothing says so."""
    because = report.target.chosen_because
    if report.target.kind == "pasted":  # the subject's first words say so
        return ""
    return f"Examined because: {because}." if because else ""


def describe_smoke(smoke: SmokeTest) -> str:
    """Return the numbers of the smoke test; empty where it did not complete."""
    if smoke.outcome != "completed":
        return ""
    parts = []
    size, timed_size = known_or(smoke.random_size, 0), known_or(smoke.size, 0)
    error = known_or(smoke.relative_error, None)
    first, warm = known_or(smoke.first_seconds, None), known_or(smoke.warm_seconds, None)
    seconds = first if warm is None else warm
    if error is not None:
        parts.append(f"matmul{_square(size)}: relative error {error:.0e}".replace("e-0", "e-"))
    if seconds is not None:
        named = "" if parts and size == timed_size else f"matmul{_square(timed_size)}: "
        parts.append(
            f"{named}{format_seconds(seconds)}{' the first time' if warm is None else ' warm'}"
        )
    return ", ".join(parts)


def _square(size: int) -> str:
    return f" {size}×{size}" if size else ""


def format_seconds(seconds: float) -> str:
    """Return a duration with the unit that suits it."""
    if seconds < 0.0001:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1000:.2g} ms" if seconds < 0.01 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s"


def fact_of_family(family: str, machine: Machine) -> str:
    """Return the key fact of a family that the facts tell better than its results do."""
    match family:
        case "host":
            memory = known_or(machine.host.memory_bytes, 0)
            size = f"{memory / GIB:.0f} GB" if memory else ""
            return ", ".join(filter(None, (name_host(machine.host), size)))
        case "python":
            return _key_fact_of_python(machine.python)
        case "torch":
            return _key_fact_of_torch(machine)
        case "companions":
            return _key_fact_of_companions(machine.packages)
        case "settings":
            return _key_fact_of_settings(machine.variables)
        case "runtime":
            return _key_fact_of_runtime(machine.torch_import, machine.smoke)
    return ""


def _key_fact_of_python(python: Interpreter) -> str:
    provider, environment = _text(python.provider), _text(python.environment)
    made = _PROVIDERS.get(provider, provider)
    made = "" if made in ("unknown", environment) else made
    held = environment if environment not in ("", "none") else ""
    return ", ".join(filter(None, (name_python(python), made, held)))


def _key_fact_of_torch(machine: Machine) -> str:
    built = known_or(machine.torch_import.mps_built, False) or known_or(
        machine.torch.mps_linked, False
    )
    installer = _text(machine.torch.installer)
    parts = (
        name_torch(machine),
        f"installed by {installer}" if installer else "",
        "built with MPS" if built else "",
    )
    return ", ".join(filter(None, parts)) if torch_version(machine) else ""


def _key_fact_of_companions(packages: Packages) -> str:
    versions = {package.name: package.version for package in known_or(packages.installed, ())}
    present = [f"{name} {versions[name]}" for name in _COMPANIONS if name in versions]
    return ", ".join(present[:MOST_COMPANIONS])


def _key_fact_of_settings(variables: Variables) -> str:
    if isinstance(variables.values, Unknown):
        return ""
    names = [variable.name for variable in variables.values]
    return f"set: {', '.join(names)}" if names else "no variable that matters is set"


def _key_fact_of_runtime(imported: TorchImport, smoke: SmokeTest) -> str:
    numbers = describe_smoke(smoke)
    if not numbers:
        return ""
    device = _text(smoke.device) or "mps"
    name = _text(imported.device_name) if device == "mps" else ""
    return f"{device}{f' ({name})' if name else ''}: {numbers}"


def _text(fact: Fact[str]) -> str:
    return "" if isinstance(fact, Unknown) else fact
