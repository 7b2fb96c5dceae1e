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
from mps_doctor_checks.deep.fallback import DEEP
from mps_doctor_checks.framework_settings import YES, keeps_from_mps

ONE_PROCESS = frozenset(("", "no", "mps", "none"))
"""Values of `distributed_type` that start one process."""

LAUNCHERS = ("ACCELERATE_USE_DEEPSPEED", "ACCELERATE_USE_FSDP", "ACCELERATE_USE_MEGATRON_LM")

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
        "distributed-unsupported-on-mps",
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
    A configuration for several processes can't work: neither gloo nor nccl supports mps tensors,
    and a Mac has one GPU.

    ## Fix
    Remove the setting that is named, or use a newer version of the framework.
    For accelerate, `accelerate config` writes a new configuration: choose no distributed training.

    ## References
    - https://huggingface.co/docs/accelerate/usage_guides/mps
    - https://github.com/pytorch/pytorch/issues/160732
    """
    results = known(frameworks.results)
    settings = known_or(frameworks.settings, ())
    failures = [failure for result in results if (failure := _judge(result, settings))]
    if not results or any(result.device == "mps" for result in results):
        failures += _distributed(settings)
    if failures:
        return tuple(failures)
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
            if setting is not None:
                # Half of a framework heeds the setting, and the other half goes to the GPU.
                return _failed("mps-disabled-by-settings", message, result, setting)
            misfit = result.error_type in BROKEN_PAIR
            cause = (
                "torch-companion-version-mismatch" if misfit else "framework-device-detection-bug"
            )
            return _failed(cause, message, result)
        case "completed":
            return _trained(name, result, setting)


def _trained(
    name: str, result: FrameworkOutcome, setting: FrameworkSetting | None
) -> Failed | None:
    if result.device == "mps" and "mps" not in (result.picked or "mps"):
        cause = "mps-disabled-by-settings" if setting else "framework-device-detection-bug"
        why = f" ({setting.key}: {setting.value})" if setting else ""
        return _failed(cause, f"{name} chooses {result.picked}, not mps{why}", result, setting)
    if result.step_device and result.picked and result.step_device != result.picked:
        message = f"{name} chooses {result.picked}, but its weights are on {result.step_device}"
        return _failed("framework-device-detection-bug", message, result)
    if result.wrong_values:
        message = f"{name} gives other results on {result.device} than on the CPU"
        return _failed("mps-op-wrong-result", message, result)
    if isinstance(result.loss, Unknown) or not result.weights_moved:
        message = f"A training step with {name} gave no finite loss, or changed no weights"
        return _failed("mps-op-wrong-result", message, result)
    return None


def _distributed(settings: tuple[FrameworkSetting, ...]) -> list[Failed]:
    asking = [setting for setting in settings if _asks_for_processes(setting)]
    if not asking:
        return []
    evidence = tuple(f"{item.origin}: {item.key}={item.value}" for item in asking)
    steps = (
        f"Unset the variable {item.key}; start without torchrun or a launcher"
        if item.origin == "environment"
        else f"In {item.origin}, set distributed_type to 'NO' and num_processes to 1, or run "
        "`accelerate config` and choose no distributed training"
        for item in asking
    )
    summary = "Run one process: a Mac has one GPU"
    return [
        Failed(
            cause="distributed-unsupported-on-mps",
            severity="warning",
            message=f"{asking[0].key}={asking[0].value} asks for several processes",
            have=f"{asking[0].key}={asking[0].value}",
            need="one process; gloo and nccl don't support mps",
            evidence=evidence,
            fixes=(by_hand("one-process", summary, *dict.fromkeys(steps), verify=DEEP),),
        )
    ]


def _asks_for_processes(setting: FrameworkSetting) -> bool:
    value = setting.value.lower()
    match setting.key:
        case "WORLD_SIZE" | "LOCAL_WORLD_SIZE" | "num_processes":
            return value.isdigit() and int(value) > 1
        case "distributed_type":
            return value not in ONE_PROCESS
        case "PL_TORCH_DISTRIBUTED_BACKEND":
            return bool(value)
    return setting.key in LAUNCHERS and value in YES


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
    summary = f"Let {name} use {device}"
    fix = by_hand(f"{name.replace('_', '-')}-on-{device}", summary, *steps, verify=DEEP)
    return Failed(
        cause=cause,
        severity="warning",
        message=message,
        have=f"{name} on {result.picked}" if result.picked else f"{name} {result.outcome}",
        need=device,
        evidence=(*evidence, *result.stderr[-2:]),
        fixes=(fix,),
    )
