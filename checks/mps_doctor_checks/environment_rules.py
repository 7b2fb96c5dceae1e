"""What is told in words of an environment: its builds, its Pythons, and what it runs in."""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.knowledge import releases
from mps_doctor.patterns import late
from mps_doctor_checks.message_context import X86_PYTHON, Context
from mps_doctor_checks.torch_offers import on_intel

FIRST_MACOS_WITH_MPS = "12.3"
"""Source: the release notes of torch 1.12."""

OF_THE_ENVIRONMENT = {
    "cuda-build-for-mac": ("cuda-wheel-index-on-mac",),
    "other-index-for-mac": ("wrong-wheel-index",),
    "another-python-helped": ("python-version-no-wheel",),
    "torch-not-for-python": ("python-version-no-wheel",),
    "torch-built-without-mps": ("torch-not-built-with-mps",),
    "companions-do-not-match": ("torch-companion-version-mismatch",),
    "openmp-with-torch": ("openmp-duplicate-runtime",),
    "torch-files-missing": ("torch-install-damaged",),
    "two-architectures": ("native-arch-mismatch",),
    "killed-at-import": ("torch-import-crashed",),
    "command-line-tools-needed": ("xcode-clt-missing",),
    "file-shadows-module": ("local-module-shadows-torch",),
    "kernel-of-another-python": ("pip-of-another-python", "torch-not-installed"),
    "agent-hides-gpu": ("sandbox-no-metal-device",),
    "source-build-with-old-xcode": ("xcode-too-old-for-source-build",),
    "framework-overlooks-mps": ("framework-device-detection-bug",),
    "cpu-setting-ignored": ("framework-device-detection-bug",),
    "python-managed-by-another": ("pip-externally-managed",),
    "torch-forgotten": ("torch-not-installed",),
    "fallback-set-too-late": ("fallback-env-set-too-late",),
    "fallback-without-effect": ("fallback-env-set-too-late",),
    "watermark-refused": ("mps-watermark-env-invalid",),
    "openmp-header-told": ("openmp-header-missing",),
    "mps-function-newer": ("torch-mps-namespace-missing",),
    "companion-of-a-source-tree": ("torchhub-source-shadowing",),
    "pip-too-old-for-tags": ("wheel-tag-mismatch",),
    "old-xcode-of-builder": ("xcode-too-old-for-source-build",),
    "patched-macos": ("macos-unsupported-or-beta",),
}
"""Symptoms of the environment, told in words, of a text that is about no other system."""


def causes_of_environment(context: Context, symptom: str) -> tuple[str, ...]:
    """Return the causes of a symptom of the environment, the likeliest first."""
    others = {*context.reported} - {symptom, "began-with-a-macos", "amiss-told"}
    match symptom:
        case symptom if symptom in OF_THE_ENVIRONMENT:
            return () if context.elsewhere else OF_THE_ENVIRONMENT[symptom]
        case "macos-told-otherwise" if context.torch_import.mps_available is not True:
            return () if context.elsewhere else ("macos-version-misreported",)
        case "operation-needs-newer-macos" if _macos_is_below_the_named(context, symptom):
            return ("macos-too-old-for-op",)
        case "macos-beta" if not (
            context.elsewhere or context.errors or others - {"mps-said-missing"}
        ):
            return ("macos-unsupported-or-beta",)
        case "torch-mps-function-missing" if not (context.elsewhere or context.errors):
            return ("torch-mps-namespace-missing",)
        case "import-raises" if not context.found and not context.elsewhere:
            early = context.python_is_prerelease
            return ("python-prerelease" if early else "torch-import-failed",)
        case "mps-after-macos-update" if not context.elsewhere:
            return ("macos-too-old-for-torch",)
        case "torch-before-mps" if not context.elsewhere and not context.torch_is_newer_than(
            "1.11"
        ):
            return ("torch-too-old-no-mps",)
        case "mps-functions-missing" if not context.elsewhere:
            before_mps = context.torch_release is not None and not context.torch_is_newer_than(
                "1.11"
            )
            return ("torch-too-old-no-mps" if before_mps else "torch-mps-namespace-missing",)
        case "macos-below-asked" if _macos_is_below_the_named(context, symptom):
            return ("macos-too-old-for-torch",)
        case "macos-said-too-old" if not context.elsewhere:
            return ("macos-too-old-for-torch",)
        case "newer-torch-required" if context.intel_mac and not context.elsewhere:
            return on_intel(context)
        case "framework-takes-cpu" if context.torch_import.mps_available is True:
            told = context.elsewhere or context.errors or "cpu-by-a-setting" in others
            return () if told else OF_THE_ENVIRONMENT["framework-overlooks-mps"]
        case "mps-said-missing":
            return _missing_for_a_reason(context)
        case "graphics-missing-in-guest" | "metal-fails-in-guest" if context.virtual:
            return ("virtual-machine-no-metal",)
        case "container-without-gpu" if not context.virtual:
            return ("linux-guest-on-mac",)
        case "native-python-helped" if not context.elsewhere and not context.intel_mac:
            return (X86_PYTHON,)
        case "numpy-below-2-helped" if not context.torch_is_newer_than("2.2.2"):
            return ("numpy2-abi-mismatch",)
    return ()


_NAMED = late(
    r"(?<![\d.])(1[2-5](?:\.\d)?|26)(?![\d.]*\d)(?![ -]?(?:[gm]i?b\b|cores?|%|inch|[\"”]))",
    re.IGNORECASE,
)


def _macos_is_below_the_named(context: Context, symptom: str) -> bool:
    """Whether macOS is known to be older than the newest that a line with this symptom names."""
    lines = (told.quote for told in context.messages.telling if told.symptom == symptom)
    named = [Version(found) for line in lines for found in _NAMED.findall(line)]
    return bool(named) and not context.elsewhere and context.macos_is_below(max(named))


def _missing_for_a_reason(context: Context) -> tuple[str, ...]:
    """Why mps is said not to be there, where a fact tells it; else a program may lack support."""
    if context.torch_import.mps_available is True:
        return ()
    if context.virtual:
        return ("virtual-machine-no-metal",)
    if context.elsewhere:
        return ("linux-guest-on-mac",) if context.guest_on_mac else ()
    release = context.torch_release
    minimum = releases.minimum_macos(str(release)) if release is not None else None
    if context.macos_is_below(Version(str(minimum or FIRST_MACOS_WITH_MPS))):
        return ("macos-too-old-for-torch",)
    return (X86_PYTHON,) if context.intel_python and context.apple_silicon else ()
