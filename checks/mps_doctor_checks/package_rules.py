"""What texts mean that tell of packages: none, of another Python, or not made for each other."""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.facts import known_or
from mps_doctor.knowledge.signatures import groups
from mps_doctor_checks.message_context import X86_PYTHON, Context, Rule, many


def _conflicting_pins(context: Context, text: str) -> tuple[str, ...]:
    if "pip-conflict-torch-absent" in context.found:
        return ()  # there are no pins: there is no torch
    of_companion = re.search(r"torch(?:vision|audio)\b[^\n]{0,30} depends on torch==", text)
    if of_companion:
        return ("torch-companion-version-mismatch", "project-requirement-unmet")
    return ("project-requirement-unmet", "torch-companion-version-mismatch")


def _torch_missing(context: Context, _text: str) -> tuple[str, ...]:
    apart = {"pip-build-failed-cuda-package", "torch-missing-in-isolated-build"} & context.found
    if apart or "package-not-for-mac" in context.reported:
        return ()  # pip builds a package apart from what is installed, and torch is not there
    told = bool({"torch-said-to-be-installed", "kernel-of-another-python"} & {*context.reported})
    told = told or context.torch.installed is True or _pip_has_another_python(context)
    if told or "pip-already-satisfied-torch" in context.found:
        return ("pip-of-another-python", "torch-not-installed")
    return ("torch-not-installed",)


def _apart(_context: Context, _text: str) -> tuple[str, ...]:
    """What is not there while a package is built may well be installed."""
    return ()


def _already_satisfied(context: Context, _text: str) -> tuple[str, ...]:
    apart = "torch-missing-in-isolated-build" in context.found
    missing = "torch-not-found-module" in context.found and not apart
    return ("pip-of-another-python",) if missing else ()


def _built_without_mps(context: Context, _text: str) -> tuple[str, ...]:
    """An Xcode older than the SDK that MPS is written for leaves it out of the build."""
    if context.elsewhere:
        return ()
    if {"old-xcode-of-builder", "source-build-with-old-xcode"} & {*context.reported}:
        return ("xcode-too-old-for-source-build",)
    return ("torch-not-built-with-mps",)


def _pip_of_another(context: Context, _text: str) -> tuple[str, ...]:
    return ("pip-of-another-python",) if _pip_has_another_python(context) else ()


def _pip_has_another_python(context: Context) -> bool:
    """`pip --version` names its Python: it may be another than `python --version` tells."""
    shown = (match.text for match in known_or(context.messages.matches, ()))
    minors = {minor for text in shown for minor in groups("pip-names-its-python", text)}
    return bool(minors and context.python_minor) and context.python_minor not in minors


def _companion_operator(context: Context, _text: str) -> tuple[str, ...]:
    """What has its kernels for the CPU was loaded: it lacks the one for mps."""
    if "torchvision-op-no-mps" in context.found:
        return ()
    source_tree = "companion-of-a-source-tree" in context.reported
    if source_tree or {"hub-source-nms", "hub-load-vision-nms"} & context.found:
        return ("torchhub-source-shadowing", "torch-companion-version-mismatch")
    return ("torch-companion-version-mismatch", "torchhub-source-shadowing")


def _old_torch_for_library(context: Context, _text: str) -> tuple[str, ...]:
    """A library wants a newer torch than Intel Macs can have."""
    release = context.torch_release
    capped = release is None or release <= Version("2.2.2")
    if context.intel_mac and not context.elsewhere and capped:
        return ("intel-mac-no-wheel", "project-requirement-unmet")
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "project-requirement-unmet")
    return ("project-requirement-unmet",)


def _torch_in_part(context: Context, _text: str) -> tuple[str, ...]:
    shadows = {"torch-shadowed-path", "torch-file-named-so", "torch-shadowed-circular"}
    if shadows & context.found or "file-shadows-module" in context.reported:
        return ("local-module-shadows-torch",)
    return ("torch-install-damaged", "local-module-shadows-torch")


PACKAGE_RULES: dict[str, Rule] = {
    **many(_torch_missing, "torch-not-found-module", "torch-library-not-found"),
    "torch-missing-in-isolated-build": _apart,
    "pip-conflicting-torch": _conflicting_pins,
    **many(_torch_in_part, "torch-attribute-basic", "torch-import-circular-name"),
    "pip-already-satisfied-torch": _already_satisfied,
    "torchvision-nms-missing": _companion_operator,
    "cmake-without-mps": _built_without_mps,
    "pip-names-its-python": _pip_of_another,
    **many(_old_torch_for_library, "torch-load-requires-2-6", "project-requires-torch"),
    **many(_old_torch_for_library, "pytorch-version-required", "torch-newer-attribute"),
    **many(_old_torch_for_library, "torch-newer-name", "torch-newer-module"),
}
"""Signature id to its rule."""
