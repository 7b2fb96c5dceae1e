"""accelerate, transformers and Lightning: will they use mps. A check of the companions family."""

from __future__ import annotations

from mps_doctor.facts import (
    Conda,
    Frameworks,
    FrameworkSetting,
    Host,
    Interpreter,
    Packages,
    TorchImport,
    TorchInstall,
    Unknown,
    Variables,
    known,
    known_or,
)
from mps_doctor.fixes import Requirement, install_packages, unset_variable
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor.knowledge import frameworks as known_frameworks
from mps_doctor.knowledge.frameworks import PROCESSORS_LIGHTNING_TAKES
from mps_doctor_checks.mac import torch_version

HUGGING_FACE = ("accelerate", "transformers")
LIGHTNING = ("pytorch-lightning", "lightning", "lightning-fabric")

YES = ("1", "true", "yes", "y", "t", "on")
"""What accelerate takes as true, in any case of letters."""

DEAD_SWITCHES = ("ACCELERATE_USE_MPS_DEVICE", "USE_MPS_DEVICE")
"""Read by accelerate before it chose mps by itself."""


@check(
    "frameworks",
    title="accelerate, transformers and Lightning will use mps",
    causes=("mps-disabled-by-settings", "framework-device-detection-bug", "unknown-mps-variable"),
    requires=("host-system", "python-architecture"),
    family="companions",
)
def frameworks(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    variables: Variables,
    configured: Frameworks,
    torch: TorchInstall,
    torch_import: TorchImport,
) -> Outcomes:
    """Frameworks choose the device themselves, and may pass over a GPU that torch can use.

    ## Why it matters
    A variable that keeps accelerate or Lightning on the CPU is easily forgotten, and so is the
    answer that `accelerate config` once wrote into its file: `accelerate launch` obeys it.
    Lightning asks `platform.processor()` besides torch, which says `i386` under Rosetta and
    nothing in some containers.
    Old versions want an argument: `use_mps_device=True` in transformers before 4.31, a flag in
    accelerate before 0.20; both have gone since, and mps is chosen by itself.

    ## Fix
    Unset the variable, correct the file, or update the framework.

    ## References
    - https://github.com/Lightning-AI/pytorch-lightning/issues/14634
    - https://github.com/Lightning-AI/pytorch-lightning/issues/13991
    - https://huggingface.co/docs/accelerate/usage_guides/mps
    """
    versions = {item.name: item.version for item in known_or(packages.installed, ())}
    values = {item.name: item.value for item in known_or(variables.values, ())}
    if isinstance(variables.values, Unknown) and not versions:
        known(packages.installed)
    # Where the list of packages is unknown, a variable is taken at its word.
    all_unknown = isinstance(packages.installed, Unknown)
    hugging = all_unknown or any(name in versions for name in HUGGING_FACE)
    lightning = next((name for name in LIGHTNING if name in versions), None)
    failures = [*_hugging_face_settings(values, used=hugging), *_dead_switches(values)]
    if all_unknown or "accelerate" in versions:
        failures += _accelerate_file(known_or(configured.settings, ()))
    if values.get("DISABLE_MPS") == "1" and (lightning or all_unknown):
        failures.append(_disabled("DISABLE_MPS", "1", "Lightning"))
    version = known_or(torch_version(torch, torch_import), "")
    failures += [
        _old(name, versions[name], version, host, python, conda)
        for name in HUGGING_FACE
        if name in versions
        and known_frameworks.has_feature(name, versions[name], "mps-automatic") is False
    ]
    if lightning:
        failures += _lightning(lightning, versions[lightning], host, python, conda)
    if failures:
        return tuple(failures)
    names = [f"{name} {versions[name]}" for name in (*HUGGING_FACE, *LIGHTNING) if name in versions]
    return Passed(message="nothing keeps them from mps", have=", ".join(names) or "none installed")


def _hugging_face_settings(values: dict[str, str], *, used: bool) -> list[Failed]:
    if not used:
        return []
    found = []
    cpu = values.get("ACCELERATE_USE_CPU", "")
    if cpu.lower() in YES:
        found.append(_disabled("ACCELERATE_USE_CPU", cpu, "accelerate and transformers"))
    device = values.get("ACCELERATE_TORCH_DEVICE", "")
    if device and not device.startswith("mps"):
        found.append(_disabled("ACCELERATE_TORCH_DEVICE", device, "accelerate and transformers"))
    return found


def _accelerate_file(settings: tuple[FrameworkSetting, ...]) -> list[Failed]:
    """Return what is wrong with the file from which `accelerate launch` sets ACCELERATE_USE_CPU."""
    return [
        Failed(
            cause="mps-disabled-by-settings",
            message=f"use_cpu in {item.origin} keeps what `accelerate launch` starts on the CPU",
            have=f"use_cpu: {item.value}",
            need="use_cpu: false",
            evidence=(f"{item.origin}: use_cpu: {item.value}",),
            fixes=(
                Fix(
                    id="accelerate-config",
                    summary="Let accelerate launch use the GPU",
                    kind="manual",
                    steps=(f"In {item.origin}, write use_cpu: false, or run: accelerate config",),
                    risk="safe",
                    verify=(("mps-doctor", "check"),),
                ),
            ),
        )
        for item in settings
        if item.key == "use_cpu" and item.value.lower() in YES
    ]


def _disabled(name: str, value: str, who: str) -> Failed:
    return Failed(
        cause="mps-disabled-by-settings",
        message=f"{name}={value} keeps {who} from mps",
        have=f"{name}={value}",
        need=f"{name} unset",
        evidence=(f"{name}={value}",),
        fixes=(unset_variable(name),),
    )


def _dead_switches(values: dict[str, str]) -> list[Failed]:
    return [
        Failed(
            cause="unknown-mps-variable",
            message=f"{name} does nothing since accelerate "
            f"{known_frameworks.short(_since('accelerate', 'mps-automatic'))}: "
            "mps is chosen by itself",
            have=f"{name}={values[name]}",
            need=f"{name} unset",
            evidence=(f"{name}={values[name]}",),
            fixes=(unset_variable(name),),
        )
        for name in DEAD_SWITCHES
        if name in values
    ]


def _since(name: str, feature: str) -> str:
    row = known_frameworks.feature(name, feature)
    return row.since if row else ""


def _old(
    name: str, version: str, torch: str, host: Host, python: Interpreter, conda: Conda
) -> Failed:
    row = known_frameworks.feature(name, "mps-automatic")
    since, without = (row.since, row.without) if row else ("", "")
    return Failed(
        cause="framework-device-detection-bug",
        message=f"{name} {version} does not choose mps by itself: {without}",
        have=f"{name} {version}",
        need=f"{name} {since} or newer, or that argument",
        evidence=tuple(filter(None, (f"{name}: {version}", torch and f"torch: {torch}"))),
        fixes=(_update(name, since, host, python, conda),),
        severity="info",
    )


def _lightning(
    name: str, version: str, host: Host, python: Interpreter, conda: Conda
) -> list[Failed]:
    accelerator, since = _since(name, "mps-accelerator"), _since(name, "processor-arm64")
    if known_frameworks.has_feature(name, version, "mps-accelerator") is False:
        return [
            Failed(
                cause="framework-device-detection-bug",
                message=f"{name} {version} has no accelerator for mps; it came with "
                f"{known_frameworks.short(accelerator)}",
                have=f"{name} {version}",
                need=f"{name} {since} or newer",
                evidence=(f"{name}: {version}",),
                fixes=(_update(name, since, host, python, conda),),
                severity="info",
            )
        ]
    processor = known_or(python.processor, PROCESSORS_LIGHTNING_TAKES[0])
    takes_arm64 = known_frameworks.has_feature(name, version, "processor-arm64")
    accepted = PROCESSORS_LIGHTNING_TAKES if takes_arm64 is not False else ("arm",)
    if processor in accepted:
        return []
    return [
        Failed(
            cause="framework-device-detection-bug",
            message=f"{name} {version} refuses mps where platform.processor() says {processor!r}",
            have=f"platform.processor() is {processor!r}",
            need=" or ".join(repr(text) for text in accepted),
            evidence=(f"platform.processor(): {processor!r}", f"{name}: {version}"),
            fixes=(
                _update(name, since, host, python, conda)
                if processor in PROCESSORS_LIGHTNING_TAKES
                else _train_elsewhere(),
            ),
        )
    ]


def _train_elsewhere() -> Fix:
    """No release of Lightning takes another processor; an Intel Python is told of before this."""
    return Fix(
        id="lightning-on-cpu",
        summary="Train on the CPU here, or on a Mac with Apple silicon",
        kind="manual",
        steps=('In the program: Trainer(accelerator="cpu")',),
        risk="safe",
        verify=(("mps-doctor", "check"),),
    )


def _update(name: str, since: str, host: Host, python: Interpreter, conda: Conda) -> Fix:
    return install_packages((Requirement(name, f">={since}"),), python, conda, id=f"update-{name}")
