"""Do frameworks train on the GPU?"""

from mps_doctor.facts import (
    FrameworkOutcome,
    Frameworks,
    FrameworkSetting,
    Unknown,
    known,
    known_or,
)
from mps_doctor.fixes import by_hand
from mps_doctor.judgement.checking import Failed, NotApplicable, Outcomes, Passed, check
from mps_doctor_checks.companions.frameworks import keeps_from_mps
from mps_doctor_checks.deep.fallback import DEEP

BROKEN_PAIR = ("ImportError", "AttributeError", "OSError")
"""Errors of a framework and a torch that do not fit each other."""


@check(
    "framework-training",
    title="Frameworks train on the GPU",
    causes=(
        "framework-device-detection-bug",
        "mps-disabled-by-settings",
        "op-not-implemented",
        "mps-op-wrong-result",
        "mps-op-crash",
        "torch-companion-version-mismatch",
    ),
    requires=("smoke-test",),
    concerns="any",
    level="deep",
)
def framework_training(frameworks: Frameworks) -> Outcomes:
    """Each installed framework takes one training step, on the device that it chooses.

    ## Why it matters
    A variable, a saved configuration or an old version may keep a framework on the CPU while
    PyTorch itself has the GPU.

    ## Fix
    Remove the setting that is named, or use a newer version of the framework.

    ## References
    - https://huggingface.co/docs/accelerate/usage_guides/mps
    """
    results = known(frameworks.results)
    settings = known_or(frameworks.settings, ())
    if failures := tuple(filter(None, (_judge(result, settings) for result in results))):
        return failures
    trained = [
        f"{result.framework} {result.version}"
        for result in results
        if result.outcome == "completed"
    ]
    if not trained:
        return NotApplicable(message="no framework is installed that could be tested")
    return Passed(message="each took a step on the device", have=", ".join(trained))


def _judge(result: FrameworkOutcome, settings: tuple[FrameworkSetting, ...]) -> Failed | None:
    name = f"{result.framework} {result.version}".strip()
    # accelerate's file keeps a framework from mps under its launcher only.
    setting = next((item for item in settings if keeps_from_mps(item.key, item.value)), None)
    settings_or_bug = "mps-disabled-by-settings" if setting else "framework-device-detection-bug"
    match result.outcome:
        case "skipped":
            return None
        case "crashed" | "hung" | "exited":
            end = result.signal or "hangs"
            return _failed("mps-op-crash", f"A training step with {name} failed: {end}", result)
        case "raised":
            first = result.error_message.partition("\n")[0][:200]
            message = f"A training step with {name} failed: {result.error_type}: {first}"
            if "not currently implemented for the MPS device" in result.error_message:
                return _failed("op-not-implemented", message, result)
            if setting is None and result.error_type in BROKEN_PAIR:
                return _failed("torch-companion-version-mismatch", message, result)
            # With a setting, half of a framework heeds it, and the other half goes to the GPU.
            return _failed(settings_or_bug, message, result, setting)
    if result.device == "mps" and "mps" not in (result.picked or "mps"):
        why = f" ({setting.key}: {setting.value})" if setting else ""
        message = f"{name} chooses {result.picked}, not mps{why}"
        return _failed(settings_or_bug, message, result, setting)
    if result.step_device and result.picked and result.step_device != result.picked:
        message = f"{name} chooses {result.picked}, but its weights are on {result.step_device}"
        return _failed("framework-device-detection-bug", message, result)
    message = ""
    if result.wrong_values:
        message = f"{name} gives other results on {result.device} than on the CPU"
    elif isinstance(result.loss, Unknown) or not result.weights_moved:
        message = f"A training step with {name} gave no finite loss, or changed no weights"
    return _failed("mps-op-wrong-result", message, result) if message else None


def _failed(
    cause: str, message: str, result: FrameworkOutcome, setting: FrameworkSetting | None = None
) -> Failed:
    name, device = result.framework, result.device or "mps"
    evidence = [f"{name}: {result.outcome}"]
    if result.picked:
        evidence.append(f"device chosen: {result.picked}")
    if result.step_device:
        evidence.append(f"weights after the step on: {result.step_device}")
    steps = [f"Use a version of {name} that fits this torch", f"Until then, pass {name} the device"]
    if setting is not None:
        evidence.append(f"{setting.origin}: {setting.key}={setting.value}")
        steps = [f"Remove {setting.key} from the {setting.origin}"]
    return Failed(
        cause=cause,
        severity="warning",
        message=message,
        have=f"{name} on {result.picked}" if result.picked else f"{name} {result.outcome}",
        need=device,
        evidence=(*evidence, *result.stderr[-2:]),
        fixes=(
            by_hand(
                f"{name.replace('_', '-')}-on-{device}",
                f"Let {name} use {device}",
                *steps,
                verify=DEEP,
            ),
        ),
    )
