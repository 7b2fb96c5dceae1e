"""Macs that are unlike most, each a table of odd_macs.toml: their facts, and what they are told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from simulated_mac import SimMac

from mps_doctor import run_checks

CASES = msgspec.toml.decode(Path(__file__).with_name("odd_macs.toml").read_bytes())


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_an_odd_mac(simulated_mac: Callable[..., SimMac], case: dict[str, Any]) -> None:
    described = dict(case["mac"], about="see the table")
    absent = dict.fromkeys(described.pop("absent", ()))
    mac = simulated_mac(
        {**described, "sysctl": {**described.get("sysctl", {}), **absent}},
        torch="torch" in described,
    )

    report = run_checks(
        python=mac.python, level="standard" if "torch" in described else "quick", timeout=60
    )

    facts = json.loads(report.to_json())["facts"]
    for fact, expected in case.get("facts", {}).items():
        section, _, name = fact.partition(".")
        assert facts[section].get(name) == expected
    for fact, reason in case.get("unknown", {}).items():
        section, _, name = fact.partition(".")
        assert reason in facts[section][name]["unknown"]
    assert report.verdict.cause == case["cause"]
    assert case.get("said", "") in f"{report.verdict.headline}\n{report.verdict.sentence}"
