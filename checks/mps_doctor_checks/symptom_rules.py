"""What told symptoms mean beside the facts: pairs of cause and symptom, the likeliest first."""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.knowledge.macos import macos_by_name
from mps_doctor.patterns import late
from mps_doctor_checks.environment_rules import FIRST_MACOS_WITH_MPS, causes_of_environment
from mps_doctor_checks.message_context import Context, named_macos
from mps_doctor_checks.number_rules import wrong_numbers
from mps_doctor_checks.torch_offers import on_intel

OF_RESULTS = frozenset({"wrong-results", "spoilt-images", "spoilt-text", "nans", "training-fails"})
"""Symptoms of what a program computes."""

LIMITS = {
    "float64-on-gpu": "float64-unsupported",
    "bfloat16-on-gpu": "bfloat16-unsupported",
    "complex-on-gpu": "complex-dtype-unsupported",
    "float8-on-gpu": "fp8-unsupported",
    "sparse-on-gpu": "sparse-unsupported",
    "amp-on-gpu": "fp16-amp-unsupported-on-mps",
    "ddp-on-gpu": "distributed-unsupported-on-mps",
    "metal-shader-of-compile": "inductor-metal-codegen-bug",
    "compile-on-gpu": "torch-compile-unsupported-on-mps",
    "operator-missing-on-gpu": "op-not-implemented",
    "operator-fails-on-gpu": "op-not-implemented",
    "two-dtypes-on-gpu": "mixed-dtype-on-mps",
    "two-devices": "tensors-on-different-devices",
    "tensor-too-large-for-gpu": "mps-tensor-size-limit",
    "no-quantized-engine": "quantized-engine-not-selected",
    "cuda-needed": "app-requires-cuda",
}
"""Limits that are told in words: each names its cause, where no error text names another."""

LOOSE = frozenset({"odd-on-gpu-only", "crash-beside-mps", "fails-beside-mps", "unexplained-on-gpu"})
"""Symptoms that count only where the text tells of nothing else."""

OF_ONE_DEVICE = LOOSE | {"crash-on-gpu", "fails-on-gpu-only"}
"""Symptoms that tell nothing of mps where another device does the same."""

SILENT = frozenset(
    {"bus-error", "mps-said-missing", "graphics-missing-in-guest", "compiled-beside-eager"}
    | {"tests-pass", "program-came-up", "macos-beta", "began-with-a-macos", "framework-takes-cpu"}
    | {"fails-elsewhere-too", "metal-fails-in-guest", "end-told", "amiss-told"}
)
"""Symptoms that say nothing by themselves."""

OF_PRECISION = frozenset(
    {"float64-on-gpu", "bfloat16-on-gpu", "complex-on-gpu", "float8-on-gpu", "sparse-on-gpu"}
    | {"amp-on-gpu", "two-dtypes-on-gpu", "tensor-too-large-for-gpu"}
)
"""Limits of kinds and of amounts of numbers."""

LED_TO = frozenset({"crash-on-gpu", "fails-on-gpu-only", "cuda-needed"})
"""What such a limit leads to."""

OF_OPERATORS = frozenset({"operator-missing-on-gpu", "operator-fails-on-gpu"})
"""What a lack of sparse or complex tensors looks like: nearly no operator takes them there."""

OF_OTHERS = frozenset({"slower-than-cpu", "crash-on-gpu"})
"""Symptoms that tell what an update of macOS did, where it was no wrong result."""

OF_GOOD_OR_OTHERS = OF_OTHERS | {"mps-after-macos-update"}
"""The same, and what an update did well."""

OF_SINGLE_RUNS = OF_RESULTS | OF_OTHERS | {"fails-on-gpu-only"}
"""Symptoms that tell nothing of an operator where several processes run together."""


OF_BETAS = ("macos-unsupported-or-beta", "mps-crash-os-version")
"""What a beta of macOS means where mps fails, and no wrong result is told."""


def causes_of_symptoms(context: Context) -> tuple[tuple[str, str], ...]:
    """Return the causes of what the text tells, each with the first symptom that speaks for it."""
    if "tests-pass" in context.reported and not context.errors:
        return ()  # the report of a run in which nothing failed
    found: dict[str, str] = {}
    for symptom in (*_reasons(context), *_in_order(context)):
        for cause in _causes(context, symptom):
            found.setdefault(cause, symptom)
    return tuple(found.items())


def _reasons(context: Context) -> tuple[str, ...]:
    """Return the limits of kinds of numbers that stand in one sentence with what they lead to.

    "The 64-bit floats make it crash on mps": the crash is the event, and the floats its reason.
    """
    telling = context.messages.telling
    led_to = {told.quote for told in telling if told.symptom in LED_TO}
    of_operators = {told.quote for told in telling if told.symptom in OF_OPERATORS}
    return tuple(
        told.symptom
        for told in telling
        if (told.symptom in OF_PRECISION and told.quote in led_to)
        or (told.symptom in {"sparse-on-gpu", "complex-on-gpu"} and told.quote in of_operators)
    )


def _has_bfloat16(context: Context) -> bool:
    """Return whether this torch is known to compute bfloat16 on the GPU of this macOS.

    Source: torch/amp/autocast_mode.py of torch 2.6.0, and macOS 14.
    """
    on_new_macos = context.macos is not None and not context.macos_is_below(Version("14"))
    return on_new_macos and not context.intel_mac and context.torch_is_newer_than("2.5.9")


_HARD = late(
    r"pytorch_enable_mps_fallback|notimplementederror|\bhard error\b|\bnot implemented\b"
    r"|\bno (?:mps )?(?:kernel|implementation)\b",
    re.IGNORECASE,
)
_AFTERWARDS = late(
    r"\b(?:afterwards?|later|past (?:that|this|it)|beyond (?:that|this)|after (?:that|this)|then"
    r"|once (?:that|this) is|with (?:that|this|it) (?:set|out of the way)|next)\b",
    re.IGNORECASE,
)


def _in_order(context: Context) -> list[str]:
    """Return the symptoms; what came after an operator was found to be missing, at the end.

    "eigh is not implemented; with the fallback the loss is NaN later": the lack is what stopped it.
    """
    telling = context.messages.telling
    lacks = [told for told in telling if told.symptom in OF_OPERATORS and _HARD.search(told.quote)]
    first = min((told.line for told in lacks), default=0)
    at_once = {
        told.symptom
        for told in telling
        if told.line <= first and not _AFTERWARDS.search(told.quote)
    }
    led_to = (OF_RESULTS | {"out-of-memory"}) - at_once if lacks else frozenset()
    return sorted(context.reported, key=lambda symptom: symptom in led_to)


def _causes(context: Context, symptom: str) -> tuple[str, ...]:
    reported = context.reported
    blames_macos = context.blames_macos and not context.errors
    match symptom:
        case symptom if symptom in OF_SINGLE_RUNS and "ddp-on-gpu" in reported:
            return ()  # what several processes compute together is no matter of an operator
        case symptom if symptom in OF_ONE_DEVICE and "fails-elsewhere-too" in reported:
            return ()
        case symptom if symptom in OF_RESULTS and "wrong-on-cpu" not in reported:
            return () if context.elsewhere else wrong_numbers(context)
        case "cuda-needed" if "package-not-for-mac" in reported:
            return ()  # the program would need it, and there is none: told once
        case "crash-on-gpu" | "crash-beside-mps" if "tensor-too-large-for-gpu" in reported:
            return ()  # the crash is how Metal says so
        case "compile-on-gpu" if not context.errors and (
            "metal-shader-of-compile" in reported or context.torch_is_newer_than("2.6.9")
        ):
            return ("inductor-metal-codegen-bug", "torch-compile-unsupported-on-mps")
        case "cuda-needed" if "loaded-elsewhere" in reported:
            return ()  # CUDA is asked for by the file
        case "operator-missing-on-gpu" if "compile-on-gpu" in reported:
            return ()  # it is the compiler that lacks mps
        case "bfloat16-on-gpu" if "crash-on-gpu" in reported and _has_bfloat16(context):
            return ()  # it tells of what kind the numbers are that make it crash
        case symptom if symptom in LIMITS and not context.errors:
            return (LIMITS[symptom],)
        case "operator-needs-newer-macos" if not context.errors and _macos_told_too_old(context):
            return ("macos-too-old-for-op", "op-not-implemented")
        case "operator-came-with-macos" if not context.errors:
            return ("macos-too-old-for-op", "op-not-implemented")
        case "since-macos-update" if "operator-came-with-macos" in reported:
            return ()
        case "end-told" if _of_an_end(context):
            return () if context.elsewhere else ("mps-crash-os-version", "mps-op-crash")
        case "amiss-told" if _alone(context) and (
            {"began-with-a-macos", "compiled-beside-eager"} & {*reported}
        ):
            return () if context.elsewhere else wrong_numbers(context)
        case "since-macos-update" if not (
            context.errors or _of_others(context) or _of_an_end(context)
        ):
            if "macos-beta" in reported and not OF_RESULTS & {*reported}:
                return OF_BETAS
            return ("mps-wrong-results-os-version", "mps-op-wrong-result")
        case "cpu-by-a-setting":
            return ("mps-disabled-by-settings",)
        case "memory-grows":
            return ("mps-memory-growth",)
        case "out-of-memory" if _in_guest(context) and not context.errors:
            return ("virtual-machine-no-metal", "mps-out-of-memory")
        case "out-of-memory" if not context.errors and "memory-grows" not in reported:
            return ("mps-out-of-memory", "mps-memory-growth")
        case "fixed-by-macos-update" if not context.errors:
            return ("macos-too-old-for-op", "mps-wrong-results-os-version")
        case "import-hangs" if "openmp-with-torch" not in reported:
            return ("torch-import-hangs",)
        case "segfault-with-openmp-package" if context.elsewhere:
            return ()
        case "two-openmp-copies" | "segfault-with-openmp-package" | "openmp-workaround":
            return ("openmp-duplicate-runtime",)
        case "crash-on-gpu" | "fails-on-gpu-only" if _in_guest(context) and not context.errors:
            return ("virtual-machine-no-metal", "mps-op-crash")
        case "fails-beside-mps" | "crash-beside-mps" if context.virtual and _alone(context):
            return ("virtual-machine-no-metal", "mps-op-crash")
        case "crash-on-gpu" | "crash-beside-mps" if blames_macos:
            return ("mps-crash-os-version", "mps-op-crash")
        case "crash-on-gpu" if not context.errors:
            return ("mps-op-crash", "mps-crash-os-version")
        case "fails-on-gpu-only" if not context.errors and "crash-on-gpu" not in reported:
            return ("mps-op-wrong-result", "mps-op-crash")
        case "odd-on-gpu-only" if _alone(context) and not context.elsewhere:
            return wrong_numbers(context)
        case "unexplained-on-gpu" if _alone(context) and not (context.found or context.elsewhere):
            return wrong_numbers(context)
        case "crash-beside-mps" if _alone(context):
            return ("mps-op-crash", "mps-crash-os-version")
        case "fails-beside-mps" if blames_macos and "end-told" in reported:
            return ("mps-crash-os-version", "mps-op-crash")
        case "fails-beside-mps" if _alone(context) and not (context.found or context.elsewhere):
            if "macos-beta" in reported:
                return OF_BETAS
            return ("mps-op-crash", "op-not-implemented")
        case "bus-error" if blames_macos:
            return ("mps-crash-os-version",)
        case "mps-missing-in-guest" if context.virtual:
            return ("virtual-machine-no-metal",)
        case "other-index-for-mac" if (
            context.intel_mac and "torch-dropped-intel-macs" in context.reported
        ):
            return on_intel(context)  # a lock for all systems took what is there for Linux alone
        case "newest-torch-is-2.2.2" | "torch-dropped-intel-macs" if _of_numpy(context):
            return ("numpy2-abi-mismatch",)
        case "newest-torch-is-2.2.2" if context.torch_import.mps_available is not True:
            # What torch does for Intel Macs in general says nothing of an M-chip.
            return () if _of_other_macs(context) else on_intel(context)
        case "torch-for-arm-only" if context.intel_mac or context.intel_python:
            return on_intel(context)
        case "torch-dropped-intel-macs" if not _of_other_macs(context):
            return on_intel(context)
        case "newer-torch-not-found" if context.intel_mac or context.intel_python:
            return () if context.elsewhere else on_intel(context)
        case "numpy-2-with-old-torch" if not context.torch_is_newer_than("2.2.2"):
            return ("numpy2-abi-mismatch",)
        case "nightly-broken" | "torch-release-broken" if not context.found and not (
            OF_RESULTS | OF_OTHERS
        ) & {*reported}:
            return () if context.elsewhere else ("torch-build-regression", "mps-op-crash")
        case "package-not-for-mac" if "cuda-build-for-mac" in reported:
            return ()  # a build for CUDA has no file for macOS, and that was asked for
        case "package-not-for-mac" if not context.elsewhere:
            return ("package-no-macos-wheel",)
        case "python-without-torch" if "macos-told-otherwise" in reported:
            return ()  # what pip is told of macOS hides the wheels that there are
        case "python-without-torch" if not context.found and not context.elsewhere:
            return ("python-version-no-wheel",)
        case "companion-of-another-torch" if not context.found:
            return ("torch-companion-version-mismatch",)
        case "sandbox-hides-gpu" if not context.elsewhere:
            return ("sandbox-no-metal-device",)
        case "mps-fails-in-guest" if not context.elsewhere:
            return ("virtual-machine-no-metal",)
        case "ddp-on-mac" if not context.elsewhere:
            return ("distributed-unsupported-on-mps",)
        case "nothing-runs-on-gpu" if context.torch_import.mps_available is not False:
            return ("mps-smoke-failed", "mps-op-crash")
        case "loaded-elsewhere":
            return ("checkpoint-location-unsupported",)
    return causes_of_environment(context, symptom)


def _macos_told_too_old(context: Context) -> bool:
    """Whether the macOS that an operator is said to need is newer than the one of this Mac."""
    needed = (
        named_macos(told.quote) or _release_named(told.quote)
        for told in context.messages.telling
        if told.symptom == "operator-needs-newer-macos"
    )
    return any(context.macos_is_below(Version(version)) for version in needed if version)


def _release_named(text: str) -> str:
    """Return the version of the macOS that a text names first; those without mps do not count."""
    lowered = text.lower()
    named = [
        (lowered.find(name), version)
        for name, version in macos_by_name().items()
        if name in lowered and Version(version) > Version(FIRST_MACOS_WITH_MPS)
    ]
    return min(named)[1] if named else ""


def _in_guest(context: Context) -> bool:
    """Whether macOS is known to be a guest, or a guest is said to fail."""
    return context.virtual or "mps-fails-in-guest" in context.reported


def _of_others(context: Context) -> bool:
    """Whether the text tells what an update of macOS did, and that was no wrong result."""
    reported = {*context.reported}
    crashed = reported & {"crash-beside-mps", "bus-error"} and not reported & OF_RESULTS
    return bool(reported & OF_GOOD_OR_OTHERS or crashed)


def _of_an_end(context: Context) -> bool:
    """Whether a program is told to end on a version of macOS, and nothing to be computed wrong."""
    reported = {*context.reported}
    return "end-told" in reported and not (context.errors or reported & OF_RESULTS)


def _of_other_macs(context: Context) -> bool:
    """Whether the text speaks of Intel Macs, and is from a Mac to which that does not matter."""
    if "torch-dropped-intel-macs" not in context.reported:
        return False
    native = context.apple_silicon and not context.intel_python
    return native or context.torch_import.mps_available is True


def _of_numpy(context: Context) -> bool:
    """Whether the last torch for Intel Macs is only said to be too old for NumPy 2."""
    told = {"numpy-2-with-old-torch", "numpy-below-2-helped"} & {*context.reported}
    return bool(told or "numpy-1-compiled" in context.found)


OF_OTHER_WORK = frozenset({"cuda-at-work", "of-another-program"})
"""What tells of work that has nothing to do with mps."""


def _alone(context: Context) -> bool:
    """Whether the text tells of nothing but a loose symptom."""
    return not context.errors and {*context.reported} <= LOOSE | SILENT | OF_OTHER_WORK
