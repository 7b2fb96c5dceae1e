"""The deep level: one training step with each framework that is installed."""

from __future__ import annotations

from mps_doctor.facts import (
    FrameworkOutcome,
    Frameworks,
    FrameworkSetting,
    Unknown,
    known,
    known_or,
)
from mps_doctor.judgement.checking import Failed, Fix, NotApplicable, Outcomes, Passed, check
from mps_doctor_checks.frameworks import YES

ONE_PROCESS = frozenset(("", "no", "mps", "none"))
"""Values of `distributed_type` that start one process."""

LAUNCHERS = ("ACCELERATE_USE_DEEPSPEED", "ACCELERATE_USE_FSDP", "ACCELERATE_USE_MEGATRON_LM")


@check(
    "framework-training",
    title="Frameworks train on the GPU by themselves",
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
    family="deep",
    concerns="any",
    level="deep",
)
def framework_training(frameworks: Frameworks) -> Outcomes:
    """Frameworks that are installed take one training step each, on the device they choose.

    ## Why it matters
    A framework chooses the device by rules of its own: a variable, a saved configuration, or an
    old version may keep it on the CPU while torch itself has the GPU.
    A configuration for several processes cannot work at all: neither gloo nor nccl takes mps
    tensors, and a Mac has one GPU.

    ## Fix
    Remove the setting that is named, or use a newer version of the framework.
    For accelerate, `accelerate config` writes a new configuration: choose no distributed training.

    ## References
    - https://huggingface.co/docs/accelerate/usage_guides/mps
    - https://github.com/pytorch/pytorch/issues/160732
    """
    results = known(frameworks.results)
    settings = known_or(frameworks.settings, ())
    failures = [failure for result in results for failure in _judge(result, settings)]
    if not results or any(result.device == "mps" for result in results):
        failures += _distributed(settings)
    if failures:
        return tuple(failures)
    trained = [result for result in results if result.outcome == "completed"]
    if not trained:
        return NotApplicable(message="no framework is installed that could be tried")
    names = ", ".join(f"{result.framework} {result.version}" for result in trained)
    return Passed(message="each took a step on the device", have=names)


def _judge(result: FrameworkOutcome, settings: tuple[FrameworkSetting, ...]) -> list[Failed]:
    name = f"{result.framework} {result.version}".strip()
    match result.outcome:
        case "skipped":
            return []
        case "crashed" | "hung" | "exited":
            end = result.signal or "did not come back"
            return [_failed("mps-op-crash", f"A training step with {name} failed: {end}", result)]
        case "raised":
            return [_raised(name, result, _turned_off(settings))]
        case "completed":
            return _trained(name, result, settings)


def _raised(name: str, result: FrameworkOutcome, setting: FrameworkSetting | None) -> Failed:
    first = result.error_message.partition("\n")[0][:200]
    message = f"A training step with {name} failed: {result.error_type}: {first}"
    if "not currently implemented for the MPS device" in result.error_message:
        return _failed("op-not-implemented", message, result)
    if setting is not None:
        # Half of a framework heeds the setting, and the other half goes to the GPU.
        return _failed("mps-disabled-by-settings", message, result, setting)
    if result.error_type in ("ImportError", "AttributeError", "OSError"):
        return _failed("torch-companion-version-mismatch", message, result)
    return _failed("framework-device-detection-bug", message, result)


def _trained(
    name: str, result: FrameworkOutcome, settings: tuple[FrameworkSetting, ...]
) -> list[Failed]:
    if result.device == "mps" and "mps" not in (result.picked or "mps"):
        setting = _turned_off(settings)
        cause = "mps-disabled-by-settings" if setting else "framework-device-detection-bug"
        why = f" ({setting.key}: {setting.value})" if setting else ""
        return [_failed(cause, f"{name} picks {result.picked}, not mps{why}", result, setting)]
    if result.step_device and result.picked and result.step_device != result.picked:
        message = f"{name} picks {result.picked}, and its weights are on {result.step_device}"
        return [_failed("framework-device-detection-bug", message, result)]
    if isinstance(result.loss, Unknown) or not result.weights_moved or result.wrong_values:
        message = (
            f"A training step with {name} gave no finite loss, or left the weights as they were"
        )
        if result.wrong_values:
            message = f"{name} gives other numbers on {result.device} than on the CPU"
        return [_failed("mps-op-wrong-result", message, result)]
    return []


def _turned_off(settings: tuple[FrameworkSetting, ...]) -> FrameworkSetting | None:
    """Return what keeps a framework from mps; accelerate's file does so under its launcher only."""
    for setting in settings:
        value = setting.value.lower()
        if setting.key in ("ACCELERATE_USE_CPU", "DISABLE_MPS") and value in YES:
            return setting
        if setting.key == "ACCELERATE_TORCH_DEVICE" and not value.startswith("mps"):
            return setting
    return None


def _distributed(settings: tuple[FrameworkSetting, ...]) -> list[Failed]:
    asking = [setting for setting in settings if _asks_for_processes(setting)]
    if not asking:
        return []
    evidence = tuple(f"{item.origin}: {item.key}={item.value}" for item in asking)
    return [
        Failed(
            cause="distributed-unsupported-on-mps",
            severity="warning",
            message=f"A setting asks for several processes: {asking[0].key}={asking[0].value}",
            have=evidence[0],
            need="one process on the one GPU",
            evidence=evidence,
            fixes=(_one_process(asking),),
        )
    ]


def _asks_for_processes(setting: FrameworkSetting) -> bool:
    value = setting.value.lower()
    if setting.key in ("WORLD_SIZE", "LOCAL_WORLD_SIZE", "num_processes"):
        return value.isdigit() and int(value) > 1
    if setting.key == "distributed_type":
        return value not in ONE_PROCESS
    if setting.key == "PL_TORCH_DISTRIBUTED_BACKEND":
        return bool(value)
    return setting.key in LAUNCHERS and value in YES


def _one_process(settings: list[FrameworkSetting]) -> Fix:
    steps = []
    for setting in settings:
        if setting.origin == "environment":
            steps.append(f"Unset the variable {setting.key}; start without torchrun or a launcher.")
        else:
            steps.append(
                f"In {setting.origin}, set distributed_type to 'NO' and num_processes to 1, "
                "or run `accelerate config` and choose no distributed training."
            )
    return Fix(
        id="one-process",
        summary="Run one process: a Mac has one GPU, and gloo and nccl do not work with mps",
        kind="manual",
        steps=tuple(dict.fromkeys(steps)),
        risk="safe",
        verify=(("mps-doctor", "check", "--level", "deep"),),
    )


def _failed(
    cause: str,
    message: str,
    result: FrameworkOutcome,
    setting: FrameworkSetting | None = None,
) -> Failed:
    evidence = [f"{result.framework}: {result.outcome}"]
    if result.picked:
        evidence.append(f"device picked: {result.picked}")
    if result.step_device:
        evidence.append(f"weights after the step on: {result.step_device}")
    if setting is not None:
        evidence.append(f"{setting.origin}: {setting.key}={setting.value}")
    evidence += result.stderr[-2:]
    where = "the environment" if setting is None or setting.origin == "environment" else ""
    steps = (
        (f"Remove {setting.key} from {where or setting.origin}.",)
        if setting is not None
        else (
            f"Use a version of {result.framework} that fits this torch.",
            f"Until then, give {result.framework} the device yourself.",
        )
    )
    return Failed(
        cause=cause,
        severity="warning",
        message=message,
        have=result.picked or result.outcome,
        need=result.device,
        evidence=tuple(evidence),
        fixes=(
            Fix(
                id=f"{result.framework.replace('_', '-')}-on-{result.device or 'mps'}",
                summary=f"Let {result.framework} use {result.device or 'mps'}",
                kind="manual",
                steps=steps,
                risk="safe",
                verify=(("mps-doctor", "check", "--level", "deep"),),
            ),
        ),
    )
