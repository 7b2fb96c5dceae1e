"""Do frameworks train on the GPU?"""

from typing import Any

import pytest

from mps_doctor.facts import FrameworkOutcome, Frameworks, FrameworkSetting, Unknown
from mps_doctor.judgement.checking import NotApplicable, Passed
from mps_doctor_checks.deep.framework_training import framework_training

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
