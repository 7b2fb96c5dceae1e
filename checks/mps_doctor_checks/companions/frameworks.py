"""Will accelerate, transformers and Lightning use mps?"""

from collections.abc import Iterator, Mapping

from mps_doctor.facts import Frameworks, Packages, Unknown, Variables, known, known_or
from mps_doctor.fixes import Environment, Requirement, by_hand, install_packages, unset_variable
from mps_doctor.judgement.checking import Failed, Fix, Outcomes, Passed, check
from mps_doctor.knowledge.compatibility import (
    PROCESSORS_LIGHTNING_TAKES,
    framework_feature,
    framework_has,
)

HUGGING_FACE = ("accelerate", "transformers")
YES = ("1", "true", "yes", "y", "t", "on")
"""What accelerate takes as true, in any case of letters."""

LIGHTNING = ("pytorch-lightning", "lightning", "lightning-fabric")

OBEYED_BY = {
    "ACCELERATE_USE_CPU": ("accelerate and transformers", HUGGING_FACE),
    "ACCELERATE_TORCH_DEVICE": ("accelerate and transformers", HUGGING_FACE),
    "DISABLE_MPS": ("Lightning", LIGHTNING),
}


@check(
    "frameworks",
    title="accelerate, transformers and Lightning will use mps",
    causes=("mps-disabled-by-settings", "framework-device-detection-bug"),
    requires=("host-system", "python-architecture"),
)
def frameworks(
    environment: Environment, packages: Packages, variables: Variables, configured: Frameworks
) -> Outcomes:
    """Frameworks choose the device themselves, and may skip a GPU that PyTorch can use.

    ## Why it matters
    A variable that keeps accelerate or Lightning on the CPU is easily forgotten, and so is the
    answer that `accelerate config` once wrote into its file: `accelerate launch` obeys it.
    Lightning asks `platform.processor()` besides PyTorch: that is `i386` under Rosetta and empty
    in some containers.
    transformers before 4.31 needs the argument `use_mps_device=True`, accelerate before 0.20 a
    flag; newer ones choose mps unasked.

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
    anything = isinstance(packages.installed, Unknown)
    failures = [
        _kept_by(f"{name}={values[name]}", name, who)
        for name, (who, users) in OBEYED_BY.items()
        if keeps_from_mps(name, values.get(name, ""))
        and (anything or not versions.keys().isdisjoint(users))
    ]
    if anything or "accelerate" in versions:
        failures += _accelerate_file(configured)
    failures += _old(versions, environment)
    names = [f"{name} {versions[name]}" for name in (*HUGGING_FACE, *LIGHTNING) if name in versions]
    have = ", ".join(names) or "none installed"
    return tuple(failures) or Passed(message="nothing keeps them from mps", have=have)


def keeps_from_mps(name: str, value: str) -> bool:
    """Return whether an environment variable keeps accelerate or Lightning from mps."""
    match name:
        case "ACCELERATE_USE_CPU":
            return value.lower() in YES
        case "ACCELERATE_TORCH_DEVICE":
            return bool(value) and not value.lower().startswith("mps")
        case "DISABLE_MPS":
            return value == "1"
    return False


def _kept_by(said: str, name: str, who: str) -> Failed:
    return Failed(
        cause="mps-disabled-by-settings",
        message=f"{said} keeps {who} from mps",
        have=said,
        need=f"{name} unset",
        evidence=(said,),
        fixes=(unset_variable(name),),
    )


def _accelerate_file(configured: Frameworks) -> Iterator[Failed]:
    """Yield what is wrong with the file from which `accelerate launch` sets ACCELERATE_USE_CPU."""
    for item in known_or(configured.settings, ()):
        if item.key != "use_cpu" or item.value.lower() not in YES:
            continue
        yield Failed(
            cause="mps-disabled-by-settings",
            message=f"use_cpu in {item.origin} keeps `accelerate launch` on the CPU",
            have=f"use_cpu: {item.value}",
            need="use_cpu: false",
            evidence=(f"{item.origin}: use_cpu: {item.value}",),
            fixes=(
                by_hand(
                    "accelerate-config",
                    "Let accelerate launch use the GPU",
                    f"In {item.origin}, write use_cpu: false, or run: `accelerate config`",
                ),
            ),
        )


def _old(versions: Mapping[str, str], environment: Environment) -> Iterator[Failed]:
    """Yield the frameworks that do not choose mps in these versions, or on this processor."""
    installed = [name for name in HUGGING_FACE if name in versions]
    for name in (*installed, *[name for name in LIGHTNING if name in versions][:1]):
        lightning = name in LIGHTNING
        row = framework_feature(name, "mps-accelerator" if lightning else "mps-automatic")
        newer = framework_feature(name, "processor-arm64") if lightning else row
        version = versions[name]
        if framework_has(row, version) is False:
            yield Failed(
                cause="framework-device-detection-bug",
                message=f"{name} {version} doesn't choose mps: {row.without}",
                have=f"{name} {version}",
                need=f"{name} {newer.since} or newer",
                evidence=(f"{name}: {version}",),
                fixes=(_update(name, newer.since, environment),),
                severity="info",
            )
        elif lightning:
            takes_arm64 = framework_has(newer, version) is not False
            yield from _processor(name, version, newer.since, environment, takes_arm64=takes_arm64)


def _processor(
    name: str, version: str, since: str, environment: Environment, *, takes_arm64: bool
) -> Iterator[Failed]:
    processor = known_or(environment.python.processor, PROCESSORS_LIGHTNING_TAKES[0])
    accepted = PROCESSORS_LIGHTNING_TAKES if takes_arm64 else PROCESSORS_LIGHTNING_TAKES[:1]
    if processor in accepted:
        return
    if processor in PROCESSORS_LIGHTNING_TAKES:
        fix = _update(name, since, environment)
    else:
        # No release of Lightning takes another processor; an Intel Python is reported before this.
        fix = by_hand(
            "lightning-on-cpu",
            "Train on the CPU here, or on a Mac with Apple silicon",
            'In the program: Trainer(accelerator="cpu")',
        )
    yield Failed(
        cause="framework-device-detection-bug",
        message=f"{name} {version} refuses mps where platform.processor() is {processor!r}",
        have=f"platform.processor() is {processor!r}",
        need=" or ".join(map(repr, accepted)),
        evidence=(f"platform.processor(): {processor!r}", f"{name}: {version}"),
        fixes=(fix,),
    )


def _update(name: str, since: str, environment: Environment) -> Fix:
    return install_packages(
        Requirement(name, f">={since}"), environment=environment, id=f"update-{name}"
    )
