"""Environment variables that torch reads on a Mac."""

from __future__ import annotations

from mps_doctor.facts import TorchImport, TorchInstall, Variables, known, known_or
from mps_doctor.fixes import set_variable, unset_variable
from mps_doctor.judgement.checking import Failed, Outcomes, Passed, Severity, check
from mps_doctor.knowledge import variables as known_variables
from mps_doctor.knowledge.variables import FALLBACK, HIGH_WATERMARK, LOW_WATERMARK
from mps_doctor_checks.mac import torch_version

NOT_A_NUMBER = "is not a number"
"""In a problem of the watermarks: torch accepts the value, as 0 or as what it starts with."""

MEANT_AS_OFF = ("false", "off", "no", "n", "f", "")
"""Values that their author surely meant as off, and that torch 2.8 and newer take as on."""

INVENTED = ("MPS_DISABLE", "MPS_ENABLED")
"""Names that programs and posts mention and that nothing reads."""


@check(
    "mps-variables",
    title="The MPS environment variables are ones that torch can use",
    causes=("mps-watermark-env-invalid", "fallback-env-set-too-late", "unknown-mps-variable"),
    requires=("host-system",),
)
def mps_variables(variables: Variables, torch: TorchInstall, torch_import: TorchImport) -> Outcomes:
    """Each MPS variable is read once, by rules of its own, and torch says little about errors.

    ## Why it matters
    A high watermark below the low one, or above 2.0, makes the first allocation fail.
    A value that is no number counts as 0, which turns the memory limit off without a word.
    The fallback variable counts at `import torch` only; set later it does nothing, and up to
    torch 2.7 a value that is no whole number kills the import.
    A misspelt name does nothing at all.

    ## Fix
    Unset the variable, or set it before Python starts, to a value that torch can use.

    ## References
    - https://pytorch.org/docs/stable/mps_environment_variables.html
    - https://github.com/kohya-ss/sd-scripts/issues/603
    - https://github.com/invoke-ai/InvokeAI/issues/2508
    """
    late = known_or(variables.set_after_import, ())
    values = {item.name: item.value for item in known_or(variables.values, ())}
    if not late:
        known(variables.values)
    version = known_or(torch_version(torch, torch_import), "")
    failures = (
        *_watermarks(values),
        *_fallback(values.get(FALLBACK), version),
        *_set_late(late),
        *_unknown(values),
    )
    if failures:
        return failures
    names = sorted(name for name in values if "MPS" in name)
    return Passed(message="those that are set can be used", have=", ".join(names) or "none set")


def _watermarks(values: dict[str, str]) -> tuple[Failed, ...]:
    settings = {name: values[name] for name in (HIGH_WATERMARK, LOW_WATERMARK) if name in values}
    pair = values.get(HIGH_WATERMARK), values.get(LOW_WATERMARK)
    refused = known_variables.refused_watermark(*pair)
    problems = (*known_variables.misread_watermarks(*pair), *([refused] if refused else []))
    if not problems:
        return ()
    have = ", ".join(f"{name}={value}" for name, value in settings.items())
    severity: Severity = "error" if refused else "warning"
    return (
        Failed(
            cause="mps-watermark-env-invalid",
            message=f"torch cannot use {have}: {refused or problems[0]}",
            have=have,
            need=f"{HIGH_WATERMARK} from 0 to 2, and {LOW_WATERMARK} set too, not above it",
            evidence=(*(f"{name}={value}" for name, value in settings.items()), *problems),
            fixes=tuple(unset_variable(name) for name in settings),
            severity=severity,
        ),
    )


def _fallback(value: str | None, version: str) -> tuple[Failed, ...]:
    if value is None or not version:
        return ()
    evidence = (f"{FALLBACK}={value}", f"torch: {version}")
    on = known_variables.fallback_is_on(value, version)
    if on is None and not known_variables.parses_as_integer(value):
        return (
            Failed(
                cause="fallback-env-set-too-late",
                message=f"{FALLBACK} is {value!r}: PyTorch {version} takes whole numbers only, "
                "and dies at import",
                have=f"{FALLBACK}={value}",
                need=f"{FALLBACK}=1, or unset",
                evidence=evidence,
                fixes=(set_variable(FALLBACK, "1"),),
                severity="error",
            ),
        )
    if on and value.lower() in MEANT_AS_OFF:
        return (
            Failed(
                cause="fallback-env-set-too-late",
                message=f"{FALLBACK} is {value!r}, which PyTorch {version} takes as on",
                have=f"{FALLBACK}={value}",
                need=f"{FALLBACK}=0, or unset",
                evidence=evidence,
                fixes=(unset_variable(FALLBACK),),
                severity="info",
            ),
        )
    return ()


def _set_late(late: tuple[str, ...]) -> tuple[Failed, ...]:
    return tuple(
        Failed(
            cause="fallback-env-set-too-late",
            message=f"{name} is set after `import torch`, where it has no effect",
            have=f"{name} set by the program, too late",
            need=f"{name} set before torch is imported",
            evidence=(f"set after the import: {name}",),
            fixes=(set_variable(name, "1"),),
        )
        for name in late
    )


def _unknown(values: dict[str, str]) -> tuple[Failed, ...]:
    found = []
    for name in sorted(values):
        ours = name.startswith("PYTORCH") and "MPS" in name
        if not (ours or name in INVENTED) or known_variables.variable(name) is not None:
            continue
        near = known_variables.closest(name)
        found.append(
            Failed(
                cause="unknown-mps-variable",
                message=f"No torch reads {name}"
                + (f"; {near} is the nearest that one does" if near else ""),
                have=f"{name}={values[name]}",
                need=near or "no such variable",
                evidence=(f"{name}={values[name]}",),
                fixes=(unset_variable(name),),
            )
        )
    return tuple(found)
