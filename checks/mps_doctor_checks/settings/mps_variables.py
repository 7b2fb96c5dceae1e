"""Are the MPS environment variables valid?"""

from collections.abc import Iterator, Mapping

from mps_doctor.facts import TorchImport, TorchInstall, Variables, known, known_or, torch_version
from mps_doctor.fixes import set_variable, unset_variable
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, check
from mps_doctor.knowledge import variables as known_variables
from mps_doctor.knowledge.variables import (
    DEFAULT_HIGH,
    DEFAULT_LOW,
    FALLBACK,
    HIGH_WATERMARK,
    LOW_WATERMARK,
    MOST,
)

MEANT_AS_OFF = ("false", "off", "no", "n", "f", "")
"""Values that their author surely meant as off, and that torch 2.8 and newer take as on."""

INVENTED = ("MPS_DISABLE", "MPS_ENABLED")
"""Names that programs and posts mention and that nothing reads."""


@check(
    "mps-variables",
    title="The MPS environment variables are valid",
    causes=("mps-watermark-env-invalid", "fallback-env-set-too-late", "unknown-mps-variable"),
    requires=("host-system",),
)
def mps_variables(variables: Variables, torch: TorchInstall, torch_import: TorchImport) -> Outcomes:
    """PyTorch reads each MPS variable once, and rarely says that one is wrong.

    ## Why it matters
    A high watermark below the low one, or above 2.0, makes the first allocation fail.
    A value that isn't a number counts as 0, which silently turns the memory limit off.
    The fallback variable counts at `import torch` only: set later it does nothing, and up to
    PyTorch 2.7 a value that isn't a whole number aborts the import.
    A misspelt name does nothing.

    ## Fix
    Unset the variable, or set it to a valid value before Python starts.

    ## References
    - https://pytorch.org/docs/stable/mps_environment_variables.html
    - https://github.com/kohya-ss/sd-scripts/issues/603
    - https://github.com/invoke-ai/InvokeAI/issues/2508
    """
    late = known_or(variables.set_after_import, ())
    values = {item.name: item.value for item in known_or(variables.values, ())}
    if not late:
        known(variables.values)
    failures = (
        *_watermarks(values),
        *_fallback(values, version=known_or(torch_version(torch, torch_import), "")),
        *_set_late(late),
        *_unread(values),
    )
    names = sorted(name for name in values if "MPS" in name)
    return failures or Passed(message="valid", have=", ".join(names) or "none set")


def _watermarks(values: Mapping[str, str]) -> Iterator[Failed]:
    settings = {name: values[name] for name in (HIGH_WATERMARK, LOW_WATERMARK) if name in values}
    pair = values.get(HIGH_WATERMARK), values.get(LOW_WATERMARK)
    refused = known_variables.refused_watermark(*pair)
    misread = known_variables.misread_watermarks(*pair)
    if not refused and not misread:
        return
    have = ", ".join(f"{name}={value}" for name, value in settings.items())
    # A single ratio has to fit the default of the other.
    need = f"0 to {DEFAULT_HIGH:g}"
    if not refused:
        need = "a number"
    elif len(settings) > 1:
        need = f"0 to {MOST:g}, and low at most high"
    elif HIGH_WATERMARK in settings:
        need = f"{DEFAULT_LOW:g} to {MOST:g}, or 0"
    yield Failed(
        cause="mps-watermark-env-invalid",
        message=f"PyTorch refuses {have}: {refused}" if refused else misread[0],
        have=have,
        need=need,
        evidence=(have, *misread, *([refused] if refused else [])),
        fixes=tuple(unset_variable(name) for name in settings),
        severity="error" if refused else "warning",
    )


def _fallback(values: Mapping[str, str], version: str) -> Iterator[Failed]:
    value = values.get(FALLBACK)
    if value is None or not version:
        return
    have = f"{FALLBACK}={value}"
    on = known_variables.fallback_is_on(value, version)
    if aborts := on is None and known_variables.parse_integer(value) is None:
        said = f"aborts `import torch`: PyTorch {version} reads whole numbers only"
    elif on and value.lower() in MEANT_AS_OFF:
        said = f"turns the fallback on in PyTorch {version}: only 0 turns it off"
    else:
        return
    yield Failed(
        cause="fallback-env-set-too-late",
        message=f"{have} {said}",
        have=have,
        need=f"the value {int(aborts)}, or none",
        evidence=(have, f"torch: {version}"),
        headline=f"{have} aborts `import torch`" if aborts else "",
        fixes=(set_variable(FALLBACK, "1", old=value) if aborts else unset_variable(FALLBACK),),
        severity="error" if aborts else "info",
    )


def _set_late(late: tuple[str, ...]) -> Iterator[Failed]:
    for name in late:
        yield Failed(
            cause="fallback-env-set-too-late",
            message=f"{name} is set too late, after `import torch`",
            have=f"{name} set too late",
            need="setting earlier",
            evidence=(f"set after the import: {name}",),
            fixes=(set_variable(name, "1"),),
        )


def _unread(values: Mapping[str, str]) -> Iterator[Failed]:
    for name in sorted(values):
        ours = (name.startswith("PYTORCH") and "MPS" in name) or name in INVENTED
        if not ours or known_variables.variable(name) is not None:
            continue
        near = known_variables.closest(name)
        yield Failed(
            cause="unknown-mps-variable",
            message=f"PyTorch ignores {name}" + (f"; did you mean {near}?" if near else ""),
            have=f"{name}={values[name]}",
            need=near or f"{name} unset",
            evidence=(f"{name}={values[name]}",),
            fixes=(unset_variable(name),),
        )
