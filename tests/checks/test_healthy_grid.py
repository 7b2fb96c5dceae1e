"""No false alarm: each torch on each macOS that its MPS supports, with a Python that fits it."""

from collections.abc import Callable
from typing import Any

import pytest

from mps_doctor.facts import Machine
from mps_doctor.judgement.assess import Policy, judge
from mps_doctor.judgement.catalogue import load_checks
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.knowledge import macos as known_macos, releases

CATALOGUE = load_checks(plugins=False)

SYSTEMS = (
    "12.3.1", "12.6", "12.7.6", "13.0", "13.3", "13.5", "13.7.4", "14.0", "14.2.1", "14.3",
    "14.4", "14.4.1", "14.5", "14.7.6", "15.0", "15.2", "15.5", "15.7.2", "26.0", "26.1", "26.2",
)  # fmt: skip
"""Finished releases of macOS; betas are left out: https://github.com/pytorch/pytorch/issues/104642

Releases that Apple no longer maintains stay in: that is advice, not a finding.
"""

KNOWN_BAD = {
    ("2.2.0", "14.4"): "https://github.com/pytorch/pytorch/issues/122016",
    ("2.2.1", "14.4"): "https://github.com/pytorch/pytorch/issues/122016",
    ("2.2.2", "14.4"): "https://github.com/Comfy-Org/ComfyUI/issues/3346",
}
"""Pairs of torch and macOS (its first two numbers) that are known to compute wrong numbers."""

ADVICE_ONLY = ("2.15", "14")
"""2.15 names macOS 15 and runs on 14: read in the constructor of MPSDevice in the binary."""


def _grid() -> list[tuple[str, str, str]]:
    cases = []
    for row in releases.all_releases():
        minimum = releases.minimum_macos(row.version)
        if minimum is None or row.version.startswith("1.12."):
            continue
        pythons = [name for name in releases.pythons_for(row.version, "arm64") if "t" not in name]
        for number, macos in enumerate(SYSTEMS):
            parsed = known_macos.parse_macos(macos)
            assert parsed is not None
            bad = (row.version, str(parsed)) in KNOWN_BAD
            advice = row.version.startswith(ADVICE_ONLY[0]) and macos.startswith(ADVICE_ONLY[1])
            if parsed >= minimum and not bad and not advice:
                cases.append((row.version, macos, f"{pythons[number % len(pythons)]}.2"))
    return cases


GRID = _grid()


@pytest.mark.parametrize("level", ["quick", "standard"])
@pytest.mark.parametrize(("torch", "macos", "python"), GRID)
def test_no_finding(
    healthy: Callable[..., Machine], torch: str, macos: str, python: str, level: Any
) -> None:
    machine = healthy(torch, macos, python)
    results = judge(machine, CATALOGUE, Policy(level=level))
    assert not [result for result in results if result.is_finding]
    assert not [result for result in results if result.outcome in ("errored", "skipped")]
    verdict = reach_verdict(results, machine)
    assert verdict.cause is None
    assert verdict.status == ("healthy" if level == "standard" else "unproven")


def test_the_grid_holds_every_release() -> None:
    tested = {torch for torch, _, _ in GRID}
    published = {row.version for row in releases.all_releases() if row.has_mps}
    assert published - tested == {"1.12.0", "1.12.1"}  # these get advice: see torch-version
    assert len(GRID) > 300


@pytest.mark.parametrize(("torch", "macos"), KNOWN_BAD)
def test_what_is_left_out_is_bad(healthy: Callable[..., Machine], torch: str, macos: str) -> None:
    machine = healthy(torch, macos, "3.11.9")
    verdict = reach_verdict(judge(machine, CATALOGUE), machine)
    assert verdict.cause == "mps-wrong-results-os-version"
