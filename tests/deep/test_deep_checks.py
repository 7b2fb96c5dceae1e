"""The checks of the deep level, by tables of facts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mps_doctor_checks.deep_frameworks import framework_training
from mps_doctor_checks.deep_memory import device_memory

from mps_doctor.facts import (
    Deep,
    DeviceMemory,
    FrameworkOutcome,
    Frameworks,
    FrameworkSetting,
    Host,
    MissingFact,
    OperatorPlace,
    ProbeOutcome,
    TorchImport,
    TorchInstall,
    Unknown,
    decode_machine,
)
from mps_doctor.judgement.checking import Failed, NotApplicable, Passed
from mps_doctor.judgement.deep_matrix import Standing, standing_of
from mps_doctor.judgement.engine import judge as judge_machine
from mps_doctor.judgement.engine import load_checks
from mps_doctor.judgement.verdict import Verdict, reach_verdict
from mps_doctor_checks.deep import deep_probes, fallback

FINE: dict[str, Any] = {
    "outcome": "compared",
    "device": "mps",
    "dtype": "float32",
    "entries": 12,
    "norm_error": 1e-7,
    "norm_tolerance": 1e-4,
}


def outcome(probe: str, **facts: Any) -> ProbeOutcome:
    return ProbeOutcome(**{**FINE, "probe": probe, "operation": probe.rpartition("-")[0], **facts})


def judge(
    *results: ProbeOutcome, torch: str = "2.13.0", macos: str = "26.1", because: str = ""
) -> Any:
    return deep_probes(
        Host(macos_version=macos),
        TorchInstall(version=torch),
        TorchImport(version=torch),
        Deep(results=results, not_run_because=because),
    )


@pytest.mark.parametrize(
    ("facts", "standing"),
    [
        ({}, "works"),
        ({"outside": 1}, "wrong results"),
        ({"not_finite": 1}, "wrong results"),
        ({"all_zero": True}, "wrong results"),
        ({"wrong_shape": "(2,) instead of (3,)"}, "wrong results"),
        ({"norm_error": 2e-4}, "wrong results"),
        ({"stderr": ("a warning of no weight",)}, "works"),
        ({"stderr": ("Error: command buffer exited with error status.",)}, "wrong results"),
        ({"outcome": "crashed", "signal": "SIGABRT"}, "crashes"),
        ({"outcome": "hung"}, "crashes"),
        ({"outcome": "exited", "exit_code": 3}, "crashes"),
        ({"outcome": "absent", "reason": "needs torch 2.4"}, "needs newer"),
        ({"outcome": "skipped", "reason": "needs 5.0 GB"}, "not run"),
        ({"outcome": "raised", "error_message": "MPS backend out of memory (…)"}, "no memory"),
        (
            {
                "outcome": "raised",
                "error_message": "is not currently implemented for the MPS device",
            },
            "not implemented",
        ),
        (
            {
                "outcome": "raised",
                "error_message": "MPS BFloat16 is only supported on MacOS 14 or newer",
            },
            "needs newer",
        ),
        (
            {
                "outcome": "raised",
                "error_message": "User specified an unsupported autocast device_type 'mps'",
            },
            "needs newer",
        ),
    ],
)
def test_standing(facts: dict[str, Any], standing: Standing) -> None:
    assert standing_of(outcome("matmul-fp32", **facts)) == standing


def test_all_is_well() -> None:
    result = judge(outcome("matmul-fp32"), outcome("sort-int64", outcome="skipped", reason="x"))
    assert isinstance(result, Passed)
    assert result.have == "1 works, 1 not run"


def test_a_run_that_was_cut_short_says_so() -> None:
    result = judge(outcome("matmul-fp32"), because="the time was up in deep.sort-fp32")
    assert isinstance(result, Passed)
    assert "not run: the time was up" in result.message


def test_nothing_that_works_is_no_pass() -> None:
    skipped = outcome("matmul-fp32", outcome="skipped", reason="concerns mps only")
    assert isinstance(judge(skipped), NotApplicable)
    with pytest.raises(MissingFact):
        deep_probes(Host(), TorchInstall(), TorchImport(), Deep(unknown="not run"))


@pytest.mark.parametrize(
    ("result", "cause", "severity", "evidence"),
    [
        (
            outcome("linear-transposed-weight-fp32", outside=3, largest_error=2.5, norm_error=0.4),
            "mps-op-wrong-result",
            "error",
            "3 of 12 entries are off, largest error 2.5, relative 0.4 (not known)",
        ),
        (outcome("matmul-fp32", all_zero=True), "mps-op-wrong-result", "error", "all zero"),
        (
            outcome("linear-bias-many-batches-fp32", outside=5),
            "mps-op-wrong-result",
            "warning",
            "known: https://github.com/pytorch/pytorch/issues/189495",
        ),
        (
            outcome("conv2d-fp32", outcome="crashed", signal="SIGABRT", stderr=("boom.mm:7",)),
            "mps-op-crash",
            "error",
            "SIGABRT: boom.mm:7",
        ),
        (
            outcome("conv2d-fp32", outcome="exited", exit_code=7),
            "mps-op-crash",
            "error",
            "status 7",
        ),
        (
            outcome("large-ones-int8", outcome="hung"),
            "mps-op-crash",
            "warning",
            "did not come back",
        ),
        (
            outcome(
                "svd-fp32",
                outcome="raised",
                error_type="NotImplementedError",
                error_message="no\nx",
            ),
            "op-not-implemented",
            "info",
            "svd-fp32: NotImplementedError: no (not known)",
        ),
    ],
)
def test_failures(result: ProbeOutcome, cause: str, severity: str, evidence: str) -> None:
    found = judge(result, outcome("softmax-fp32"))
    assert isinstance(found, tuple)
    assert [(failed.cause, failed.severity) for failed in found] == [(cause, severity)]
    assert evidence in found[0].evidence[0]
    assert result.probe in found[0].message
    assert found[0].fixes
    assert all(fix.steps for fix in found[0].fixes)


def test_a_known_bug_is_named_only_where_its_versions_fit() -> None:
    result = outcome("linear-transposed-weight-fp32", outside=3)
    assert "known: " in judge(result, torch="2.8.0")[0].evidence[0]
    assert judge(result, torch="2.8.0")[0].fixes[0].id == "read-known-issue"
    assert "not known" in judge(result, torch="2.14.1")[0].evidence[0]


def test_an_unknown_fault_comes_with_lines_to_paste() -> None:
    fix = judge(outcome("bmm-fp16", outside=3))[0].fixes[0]
    text = "\n".join(fix.steps)
    assert "module: mps" in text
    assert "import torch" in fix.steps
    assert 'to("mps", copy=True)' in text


def test_failures_of_one_kind_are_one_finding() -> None:
    wrong = [outcome(f"probe{number}-fp32", outside=1) for number in range(30)]
    found = judge(*wrong, outcome("conv2d-fp32", outcome="crashed", signal="SIGSEGV"))
    assert [failed.cause for failed in found] == ["mps-op-wrong-result", "mps-op-crash"]
    assert found[0].evidence[-1] == "and 18 more"


def place(operator: str, outcome: Any, *, on: bool) -> OperatorPlace:
    return OperatorPlace(operator=operator, outcome=outcome, with_variable=on)


def test_fallback() -> None:
    fine = fallback(Deep(fallback=(place("aten::svd", "on-device", on=False),)))
    assert isinstance(fine, Passed)
    found = fallback(
        Deep(
            fallback=(
                place("aten::mode", "not-implemented", on=False),
                place("aten::mode", "on-cpu", on=True),
                place("aten::renorm", "on-cpu", on=False),
                place("aten::svd", "on-device", on=False),
            )
        )
    )
    assert isinstance(found, Failed)
    assert found.severity == "info"
    assert found.evidence == (
        "always on the CPU: aten::renorm",
        "on the CPU with the variable on: aten::mode",
        "refused with the variable off: aten::mode",
    )


MEMORY: dict[str, Any] = {
    "device": "mps",
    "block_bytes": 1000,
    "steps": (1000, 2000),
    "wrong_values": 0,
    "left_after_release": 0,
    "growth_steps": 30,
    "growth_bytes": 0,
    "limit_refused": True,
    "recommended_bytes": 10000,
}


@pytest.mark.parametrize(
    ("facts", "causes"),
    [
        ({}, None),
        ({"growth_bytes": 200_000}, None),
        ({"growth_bytes": 30 << 20}, ["mps-memory-growth"]),
        ({"left_after_release": 1001}, ["mps-memory-growth"]),
        ({"left_after_release": 900}, None),
        ({"wrong_values": 2}, ["mps-op-wrong-result"]),
        ({"limit_refused": False}, ["mps-out-of-memory"]),
        ({"limit_refused": Unknown("no counters")}, None),
    ],
)
def test_device_memory(facts: dict[str, Any], causes: list[str] | None) -> None:
    found = device_memory(DeviceMemory(**{**MEMORY, **facts}))
    if causes is None:
        assert isinstance(found, Passed)
    else:
        assert isinstance(found, tuple)
        assert [failed.cause for failed in found] == causes


TRAINED: dict[str, Any] = {
    "framework": "accelerate",
    "version": "1.15.0",
    "device": "mps",
    "outcome": "completed",
    "picked": "mps",
    "step_device": "mps",
    "loss": 0.5,
    "weights_moved": True,
}


def setting(key: str, value: str, origin: str = "environment") -> FrameworkSetting:
    return FrameworkSetting(origin=origin, key=key, value=value)


@pytest.mark.parametrize(
    ("facts", "settings", "causes"),
    [
        ({}, (), None),
        ({"picked": ""}, (), None),
        ({"picked": "cpu", "step_device": "cpu"}, (), ["framework-device-detection-bug"]),
        (
            {"picked": "cpu", "step_device": "cpu"},
            (setting("ACCELERATE_USE_CPU", "true"),),
            ["mps-disabled-by-settings"],
        ),
        (
            {"picked": "cpu", "step_device": "cpu"},
            # `accelerate launch` reads that file; a program that picks its device here does not.
            (setting("use_cpu", "true", "~/.cache/huggingface/accelerate/default_config.yaml"),),
            ["framework-device-detection-bug"],
        ),
        ({"picked": "cpu", "step_device": "cpu", "device": "cpu"}, (), None),
        ({"step_device": "cpu"}, (), ["framework-device-detection-bug"]),
        ({"loss": Unknown("not a finite number: nan")}, (), ["mps-op-wrong-result"]),
        ({"weights_moved": False}, (), ["mps-op-wrong-result"]),
        ({"wrong_values": 3}, (), ["mps-op-wrong-result"]),
        ({"outcome": "crashed", "signal": "SIGABRT"}, (), ["mps-op-crash"]),
        (
            {"outcome": "raised", "error_type": "ImportError", "error_message": "needs torch"},
            (),
            ["torch-companion-version-mismatch"],
        ),
        (
            {"outcome": "raised", "error_type": "RuntimeError", "error_message": "two devices"},
            (setting("ACCELERATE_USE_CPU", "1"),),
            ["mps-disabled-by-settings"],
        ),
        (
            {"outcome": "raised", "error_type": "RuntimeError", "error_message": "two devices"},
            (),
            ["framework-device-detection-bug"],
        ),
        (
            {
                "outcome": "raised",
                "error_type": "NotImplementedError",
                "error_message": "nms is not currently implemented for the MPS device",
            },
            (),
            ["op-not-implemented"],
        ),
        ({}, (setting("WORLD_SIZE", "1"), setting("RANK", "0")), None),
        ({}, (setting("WORLD_SIZE", "4"),), ["distributed-unsupported-on-mps"]),
        ({}, (setting("ACCELERATE_USE_FSDP", "true"),), ["distributed-unsupported-on-mps"]),
        ({}, (setting("distributed_type", "NO", "f"), setting("num_processes", "1", "f")), None),
        ({}, (setting("distributed_type", "MULTI_CPU", "f"),), ["distributed-unsupported-on-mps"]),
        (
            {"device": "cuda", "picked": "cuda", "step_device": "cuda"},
            (setting("WORLD_SIZE", "4"),),
            None,
        ),
    ],
)
def test_framework_training(
    facts: dict[str, Any], settings: tuple[FrameworkSetting, ...], causes: list[str] | None
) -> None:
    result = FrameworkOutcome(**{**TRAINED, **facts})
    found = framework_training(Frameworks(results=(result,), settings=settings))
    if causes is None:
        assert isinstance(found, Passed)
        return
    assert isinstance(found, tuple)
    assert [failed.cause for failed in found] == causes
    assert all(failed.severity == "warning" and failed.fixes for failed in found)


def test_no_framework() -> None:
    nothing = framework_training(Frameworks(results=(), settings=()))
    assert isinstance(nothing, NotApplicable)


MACHINES = Path(__file__).resolve().parents[1] / "machines"


def verdict_of(name: str) -> Verdict:
    machine = decode_machine((MACHINES / f"{name}.json").read_bytes())
    results = judge_machine(machine, load_checks(plugins=False), level="deep")
    return reach_verdict(results, machine)


def test_wrong_numbers_that_the_doctor_saw_make_the_environment_broken() -> None:
    """A limit that a pasted text quotes leaves it healthy; here the doctor ran it itself."""
    verdict = verdict_of("deep-wrong-results")
    assert (verdict.status, verdict.exit_code) == ("broken", 1)
    assert verdict.cause in ("mps-op-crash", "mps-op-wrong-result")
    assert "not all of it is right" in verdict.sentence
    assert verdict_of("deep-all-well").status == "healthy"
    assert verdict_of("deep-all-well").cause is None
