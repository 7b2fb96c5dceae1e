"""Who was examined, in words: this Mac, its Python, its PyTorch; unknown facts are left out."""

from mps_doctor.facts import Host, Interpreter, Machine, Unknown, known_or
from mps_doctor.judgement.report import Report
from mps_doctor.judgement.verdict import PROOF
from mps_doctor.knowledge import variables

GIB = 1024**3

_COMPANIONS = ("torchvision", "torchaudio", "numpy", "transformers", "accelerate", "lightning")
MOST_COMPANIONS = 3


def name_host(host: Host) -> str:
    """Return `Apple M2, 16 GB, macOS 14.5`, or what is known of another computer."""
    memory = known_or(host.memory_bytes, 0)
    parts = (
        known_or(host.chip, "") or known_or(host.hardware_architecture, ""),
        f"{memory / GIB:.0f} GB" if memory else "",
        name_system(host),
    )
    return ", ".join(filter(None, parts))


def name_system(host: Host) -> str:
    """Return `macOS 14.5 in a virtual machine`, `Debian 12`, or nothing."""
    system, version = known_or(host.system, ""), known_or(host.macos_version, "")
    if system in ("Darwin", "") and version:
        system = f"macOS {version}"
    elif system == "Darwin":
        system = "macOS"
    elif system == "Linux":
        system = known_or(host.distribution, "") or "Linux"
    container = known_or(host.container, "none")
    if container != "none":
        return f"{system} in {container}".strip()
    return f"{system} in a virtual machine" if host.virtual_machine is True else system


def name_python(python: Interpreter) -> str:
    """Return `3.12.1 arm64`, with Rosetta where it is translated."""
    words = [known_or(python.version, ""), known_or(python.architecture, "")]
    words += ["under Rosetta"] if python.translated is True else []
    return " ".join(filter(None, words))


def name_executable(report: Report) -> str:
    """Return the path of the interpreter."""
    return report.target.python or known_or(report.facts.python.executable, "")


def torch_version(machine: Machine) -> str:
    """Return the version of torch, as imported or else as installed; empty for unknown."""
    return known_or(machine.torch_import.version, "") or known_or(machine.torch.version, "")


def name_torch(machine: Machine) -> str:
    """Return `2.15.0 built with MPS, torchvision 0.29.2`, `not installed`, or nothing."""
    version = torch_version(machine)
    if not version:
        absent = machine.torch.installed is False or machine.torch_import.outcome == "not-installed"
        return "not installed" if absent else ""
    if machine.torch_import.mps_built is True or machine.torch.mps_linked is True:
        version += " built with MPS"
    packages = {each.name: each.version for each in known_or(machine.packages.installed, ())}
    companions = [f"{name} {packages[name]}" for name in _COMPANIONS if name in packages]
    return ", ".join((version, *companions[:MOST_COMPANIONS]))


def name_settings(machine: Machine) -> str:
    """Return whether builds are possible here, and which variables of MPS are set."""
    tools = machine.toolchain
    parts = []
    if not isinstance(tools.developer_dir, Unknown):
        installed = tools.developer_dir and tools.developer_dir_exists is not False
        parts.append("command-line tools installed" if installed else "no command-line tools")
    if not isinstance(machine.variables.values, Unknown):
        set_here = (each.name for each in machine.variables.values)
        names = [name for name in set_here if "MPS" in name or name in variables.names()]
        parts.append(f"{', '.join(names)} set" if names else "no MPS variables set")
    return ", ".join(parts)


def describe_smoke(report: Report) -> str:
    """Return what the smoke test measured; empty where it did not pass."""
    if not any(each.check == PROOF and each.outcome == "passed" for each in report.results):
        return ""
    smoke = report.facts.smoke
    size, first, warm = smoke.size, smoke.first_seconds, smoke.warm_seconds
    seconds = first if isinstance(warm, Unknown) else warm
    compared = sum(x.outcome == "compared" for x in known_or(report.facts.deep.results, ()))
    match = "results match the CPU" + (f", {compared} operations compared" if compared else "")
    if isinstance(size, Unknown) or isinstance(seconds, Unknown):
        return match
    return f"{match}, {size}×{size} matmul in {format_seconds(seconds)}"


def format_seconds(seconds: float) -> str:
    """Return a duration with the unit that suits it."""
    if seconds < 0.0001:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1000:.2g} ms" if seconds < 0.01 else f"{seconds * 1000:.0f} ms"
    return f"{seconds:.1f} s"


def describe_examination(report: Report) -> str:
    """Return Mac, Python and torch in one line, as far as they are known."""
    facts = report.facts
    python, torch = name_python(facts.python), name_torch(facts)
    parts = (
        name_host(facts.host),
        f"Python {python}" if python else "",
        f"torch {torch}" if torch else "",
    )
    return ", ".join(filter(None, parts))
