"""One fault gives one cause; two independent faults are both found; every edge is real."""

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mps_doctor.facts import (
    IndexSetting,
    Machine,
    MacOSAnswer,
    OpenMPRuntime,
    Package,
    ShadowedModule,
    SmokeTest,
    TorchCopy,
    Unknown,
    Variable,
    decode_machine,
)
from mps_doctor.judgement.checking import Result, run_check
from mps_doctor.judgement.engine import FAMILIES, judge, load_checks
from mps_doctor.judgement.verdict import reach_verdict

CATALOGUE = load_checks(plugins=False)
MACHINES = Path(__file__).parents[1] / "machines"
RECORDED = sorted(json.loads((MACHINES / "expected.json").read_text()))

NOT_RUN = SmokeTest(unknown="not run: mps is not available")
ELSEWHERE = "/opt/elsewhere"


def change(section: str, **values: Any) -> Callable[[Machine], Machine]:
    """Return the function that sets facts of one section."""

    def spoil(machine: Machine) -> Machine:
        return replace(machine, **{section: replace(getattr(machine, section), **values)})

    return spoil


def both(*parts: Callable[[Machine], Machine]) -> Callable[[Machine], Machine]:
    def spoil(machine: Machine) -> Machine:
        for part in parts:
            machine = part(machine)
        return machine

    return spoil


def add_package(**values: str) -> Callable[[Machine], Machine]:
    def spoil(machine: Machine) -> Machine:
        had = machine.packages.installed
        assert not isinstance(had, Unknown)
        rest = tuple(item for item in had if item.name != values["name"])
        return change("packages", installed=(*rest, Package(**values)))(machine)

    return spoil


def set_variable(name: str, value: str) -> Callable[[Machine], Machine]:
    def spoil(machine: Machine) -> Machine:
        had = machine.variables.values
        assert not isinstance(had, Unknown)
        return change("variables", values=(*had, Variable(name=name, value=value)))(machine)

    return spoil


def shadow(module: str) -> Callable[[Machine], Machine]:
    def spoil(machine: Machine) -> Machine:
        had = machine.python.shadowed
        assert not isinstance(had, Unknown)
        item = ShadowedModule(module=module, path=f"{module}.py", where="current folder")
        return change("python", shadowed=(*had, item))(machine)

    return spoil


unavailable = both(
    change("torch_import", mps_available=False), lambda machine: replace(machine, smoke=NOT_RUN)
)


def second_openmp(machine: Machine) -> Machine:
    had = machine.openmp.runtimes
    assert not isinstance(had, Unknown)
    other = OpenMPRuntime(path="libomp.dylib", architectures=("arm64",), package="lib")
    return change("openmp", runtimes=(*had, other))(machine)


def second_torch(machine: Machine) -> Machine:
    had = machine.torch.copies
    assert not isinstance(had, Unknown)
    other = TorchCopy(location=ELSEWHERE, version="2.1.0", package=True, metadata=True)
    return change("torch", copies=(*had, other))(machine)


SURFACE: dict[str, tuple[str, Callable[[Machine], Machine]]] = {
    "old macOS": (
        "macos-too-old-for-torch",
        both(
            change("host", macos_version="13.7.4", macos_version_reported="13.7.4"),
            change("torch_import", macos_at_least=()),
            unavailable,
        ),
    ),
    "beta": ("macos-unsupported-or-beta", change("host", macos_build="24A5279h")),
    "misreported": (
        "macos-version-misreported",
        change(
            "torch_import",
            macos_at_least=(MacOSAnswer(version="13.0", answer=False),),
        ),
    ),
    "pre-release": ("python-prerelease", change("python", version="3.15.0b3")),
    "json.py": ("python-broken", shadow("json")),
    "mixed conda": ("native-arch-mismatch", change("conda", active=True, subdir="osx-64")),
    "index": (
        "cuda-wheel-index-on-mac",
        change(
            "python",
            indexes=(
                IndexSetting(
                    origin="pip.conf", key="index-url", value="https://index.example/whl/cu126"
                ),
            ),
        ),
    ),
    "no MPS": (
        "torch-not-built-with-mps",
        both(
            change("torch", mps_linked=False),
            change("torch_import", mps_built=False),
            unavailable,
        ),
    ),
    "two torches": ("torch-install-damaged", second_torch),
    "torchvision.py": ("local-module-shadows-torch", shadow("torchvision")),
    "torchvision": (
        "torch-companion-version-mismatch",
        add_package(name="torchvision", version="0.20.1", requires_torch="==2.5.1"),
    ),
    "two OpenMP": ("openmp-duplicate-runtime", second_openmp),
    "watermark": (
        "mps-watermark-env-invalid",
        both(
            set_variable("PYTORCH_MPS_HIGH_WATERMARK_RATIO", "0.7"),
            lambda machine: replace(machine, smoke=NOT_RUN),
        ),
    ),
    "late fallback": (
        "fallback-env-set-too-late",
        change("variables", set_after_import=("PYTORCH_ENABLE_MPS_FALLBACK",)),
    ),
    "kept on the CPU": (
        "mps-disabled-by-settings",
        both(
            add_package(name="accelerate", version="1.12.0"),
            set_variable("ACCELERATE_USE_CPU", "1"),
        ),
    ),
}
"""Faults that leave the others visible: name to cause and to the change of a healthy machine."""

PAIRS = list(itertools.combinations(SURFACE, 2))


def examine(machine: Machine) -> tuple[tuple[Result, ...], list[Result]]:
    results = judge(machine, CATALOGUE)
    assert not [result for result in results if result.outcome == "errored"]
    return results, [result for result in results if result.is_finding]


@pytest.mark.parametrize("name", SURFACE)
def test_one_fault_gives_one_cause(healthy: Callable[..., Machine], name: str) -> None:
    cause, spoil = SURFACE[name]
    machine = spoil(healthy())
    results, findings = examine(machine)
    assert {result.cause for result in findings} == {cause}
    assert reach_verdict(results, machine).cause == cause


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_faults_are_both_found(healthy: Callable[..., Machine], one: str, other: str) -> None:
    (first, spoil_first), (second, spoil_second) = SURFACE[one], SURFACE[other]
    machine = spoil_second(spoil_first(healthy()))
    results, findings = examine(machine)
    assert {result.cause for result in findings} == {first, second}
    candidates = reach_verdict(results, machine).candidates
    named = [item for item in candidates if item.severity != "info"]
    severities = [("error", "warning").index(item.severity) for item in named]
    assert severities == sorted(severities)


def test_of_two_alike_the_more_fundamental_comes_first(healthy: Callable[..., Machine]) -> None:
    """Host before Python before torch before what is built on it, in whatever order they came."""
    families = {item.id: FAMILIES.index(item.family) for item in CATALOGUE.checks}
    for one, other in (
        ("pre-release", "torchvision"),
        ("torchvision", "beta"),
        ("kept on the CPU", "json.py"),
        ("late fallback", "two OpenMP"),
        ("two torches", "beta"),
    ):
        machine = SURFACE[other][1](SURFACE[one][1](healthy()))
        results, _ = examine(machine)
        candidates = reach_verdict(results, machine).candidates
        named = [families[item.check] for item in candidates if item.severity == "warning"]
        assert named == sorted(named)


DEEP: dict[str, Callable[[Machine], Machine]] = {
    "rosetta": both(
        change("python", architecture="x86_64", translated=True, processor="i386"),
        change("torch", architectures=("x86_64",)),
        change("openmp", runtimes=()),
        unavailable,
    ),
    "native torch under rosetta": both(
        change("python", architecture="x86_64", translated=True, processor="i386"), unavailable
    ),
    "intel graphics": both(
        change("host", chip="Intel(R) Core(TM) i5", hardware_architecture="x86_64", gpus=()),
        change("python", architecture="x86_64", processor="i386"),
        change("torch", architectures=("x86_64",), version="2.2.2"),
        change("host", metal_devices=()),
        unavailable,
    ),
    "linux": both(
        change("host", system="Linux", macos_version=Unknown("not on this system")),
        change("torch", architectures=("elf-x86_64",)),
        change("python", architecture="x86_64"),
        unavailable,
    ),
    "virtual": both(change("host", virtual_machine=True), unavailable),
    "sandboxed": both(change("host", sandbox=("CODEX_SANDBOX=seatbelt",)), unavailable),
    "hidden GPU": both(change("host", metal_devices=()), unavailable),
    "import fails": both(
        change("torch_import", outcome="raised", error_message="no", mps_available=False)
    ),
    "old torch": change("torch", version="1.11.0"),
    "no torch": both(
        change("torch", installed=False, version=Unknown("torch is not installed")),
        change("torch_import", outcome="not-installed", version=Unknown("torch is not installed")),
    ),
    "too old Python": change("python", version="3.6.15"),
    "broken Python": change("python", start_error="dyld: Library not loaded"),
    "half a torch": change("torch", missing_files=("torch/lib/libtorch_cpu.dylib: missing",)),
    "torch.py": shadow("torch"),
    "Intel torch": change("torch", architectures=("x86_64",)),
    "bad index": both(
        SURFACE["index"][1],
        change("torch", installed=False, version=Unknown("torch is not installed")),
        change("torch_import", outcome="not-installed", version=Unknown("torch is not installed")),
    ),
    "nightly": change("torch", version="2.3.0.dev20240114"),
    "slow": change("torch_import", seconds=90.0),
    "smoke raises": change("smoke", outcome="raised", error_message="no"),
}
"""Faults that others follow from, or that hide others."""


def _machines(healthy: Callable[..., Machine]) -> list[Machine]:
    recorded = [decode_machine((MACHINES / f"{name}.json").read_bytes()) for name in RECORDED]
    faults = [*DEEP.values(), *(spoil for _, spoil in SURFACE.values())]
    spoilt = [spoil(healthy()) for spoil in faults]
    pairs = [second(first(healthy())) for first, second in itertools.permutations(faults, 2)]
    return [*recorded, *spoilt, *pairs]


def test_every_edge_is_real(healthy: Callable[..., Machine]) -> None:
    """For each requirement there is a machine where the check fails for what it requires.

    There the required check stands failed or explained, and the check, run without regard to it,
    would fail too or could not be answered: skipping it hides a consequence, not a cause.
    """
    wanted = {(item.id, other) for item in CATALOGUE.checks for other in item.requires}
    for machine in _machines(healthy):
        blocked = {
            result.check
            for result in judge(machine, CATALOGUE)
            if result.outcome == "skipped"
            or (result.outcome == "failed" and result.severity == "error")
        }
        for item in CATALOGUE.checks:
            edges = {(item.id, other) for other in item.requires if other in blocked} & wanted
            if not edges:
                continue
            outcomes = {result.outcome for result in run_check(item, machine)}
            if "failed" in outcomes:
                wanted -= edges
            elif "unknown" in outcomes:
                # No Mac has no facts of a Mac; after a failed smoke test nothing deeper is run.
                wanted -= {(item.id, "host-system"), (item.id, "smoke-test")} & edges
    assert not wanted
