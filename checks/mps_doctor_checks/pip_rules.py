"""What pip's refusals mean: wrong processor, wrong Python, wrong index, or no build."""

from __future__ import annotations

import re

from mps_doctor.knowledge import releases
from mps_doctor.knowledge.signatures import groups
from mps_doctor_checks.message_context import Context, Rule, mac_only, many
from mps_doctor_checks.torch_offers import (
    BEFORE_MPS,
    CUDA_INDEX,
    LAST_FOR_INTEL,
    NO_PYTHON,
    by_newest,
    causes_of_index,
    is_on_another_system,
    nothing_offered,
    on_intel,
    versions_in,
)


def _pip_versions(context: Context, text: str) -> tuple[str, ...]:
    package, wanted, offered = groups("pip-no-version-torch", text) or ("torch", "", "")
    if "+" in wanted and is_on_another_system(context):
        return (NO_PYTHON,)
    if "+cu" in wanted or "+rocm" in wanted:
        return (CUDA_INDEX,)
    if index := causes_of_index(context):
        return index
    if "+" in wanted:  # files for the Mac have no suffix: `+cpu` is that of Linux and Windows
        return ("wrong-wheel-index", NO_PYTHON)
    versions = versions_in(offered)
    if not versions:
        return nothing_offered(context, wanted)
    if context.python_minor in BEFORE_MPS:
        return ("python-too-old", NO_PYTHON)
    asked = max(versions_in(wanted), default=None)
    if asked is not None and asked < min(versions):
        return (NO_PYTHON,)  # the first that this Python has is newer
    return by_newest(context, package, wanted, max(versions))


def _pip_none(context: Context, text: str) -> tuple[str, ...]:
    """pip's second line repeats the first, which says more."""
    if {"pip-no-version-torch", "pip-from-versions-cap"} & context.found:
        return ()
    wanted = (groups("pip-no-distribution-torch", text) or ("", ""))[1]
    if "+" in wanted and is_on_another_system(context):
        return (NO_PYTHON,)
    if "+cu" in wanted or "+rocm" in wanted:
        return (CUDA_INDEX,)
    if context.python_minor in BEFORE_MPS:
        return ("python-too-old", NO_PYTHON)
    suffixed = ("wrong-wheel-index", NO_PYTHON) if "+" in wanted else ()
    told = causes_of_index(context) or suffixed
    return told or _of_processor(context, wanted) or nothing_offered(context, wanted)


def _torch_absent(context: Context, _text: str) -> tuple[str, ...]:
    """Packages that want any torch cannot conflict by it, unless there is none."""
    if context.python_minor in BEFORE_MPS:
        return ("python-too-old", NO_PYTHON)
    return causes_of_index(context) or nothing_offered(context, "")


def _of_processor(context: Context, wanted: str) -> tuple[str, ...]:
    """This Python has files of that torch for Apple silicon: another processor has none."""
    asked = max(versions_in(wanted), default=None)
    if asked is None or asked <= LAST_FOR_INTEL["torch"] or context.native_python:
        return ()
    pythons = releases.pythons_for(str(asked), "arm64")
    for_another = context.python_minor in pythons and not context.elsewhere
    return (*on_intel(context), "wrong-wheel-index") if for_another else ()


def _versions_cap(context: Context, _text: str) -> tuple[str, ...]:
    return () if "pip-no-version-torch" in context.found else on_intel(context)


def _requires_python(context: Context, _text: str) -> tuple[str, ...]:
    """pip lists here whatever it left out on its way, NumPy as well; a refusal says more."""
    if {"pip-no-version-torch", "pip-from-versions-cap"} & context.found:
        return ()
    return (NO_PYTHON,)


def _other_file(context: Context, text: str) -> tuple[str, ...]:
    """A file for CUDA was taken from an index that has those alone."""
    cuda = re.search(r"\+cu\d", text) is not None and not context.elsewhere
    return (CUDA_INDEX, "wheel-tag-mismatch") if cuda else ("wheel-tag-mismatch",)


PIP_RULES: dict[str, Rule] = {
    "pip-no-version-torch": _pip_versions,
    "pip-no-distribution-torch": _pip_none,
    "pip-conflict-torch-absent": _torch_absent,
    "pip-from-versions-cap": _versions_cap,
    "pip-requires-python": _requires_python,
    "pip-not-supported-wheel": _other_file,
    **many(mac_only("package-no-macos-wheel"), "pip-build-failed-known-package", "numpy-faltivec"),
    **many(mac_only("package-no-macos-wheel"), "pip-no-version-other", "package-no-distribution"),
    **many(mac_only("package-no-macos-wheel"), "rust-compiler-missing", "cargo-missing"),
    "c-compiler-does-not-work": mac_only("xcode-clt-missing"),
}
"""Signature id to its rule."""
