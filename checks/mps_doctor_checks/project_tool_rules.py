"""What the refusals of uv, Poetry, PDM and Pipenv mean."""

from __future__ import annotations

import re

from mps_doctor.knowledge.signatures import groups
from mps_doctor_checks.message_context import Context, Rule, many
from mps_doctor_checks.torch_offers import (
    CUDA_INDEX,
    LAST_FOR_INTEL,
    NO_PYTHON,
    by_newest,
    causes_of_index,
    no_file,
    on_intel,
    too_new_for_macos,
    versions_in,
)


def _uv_hint(context: Context, text: str) -> tuple[str, ...]:
    tag, package, version = groups("uv-platform-hint", text) or ("", "torch", "")
    return no_file(context, package, version, tag)


def _uv_locked(context: Context, text: str) -> tuple[str, ...]:
    """The hint that follows says more, where there is one, and so does what pip is offered."""
    if {"uv-platform-hint", "pip-no-version-torch", "pip-from-versions-cap"} & context.found:
        return ()
    package, version = groups("uv-no-source-or-wheel", text) or ("torch", "")
    return no_file(context, package, version, "")


def _uv_tag(context: Context, text: str) -> tuple[str, ...]:
    found = groups("uv-no-matching-platform-tag", text) or ("torch", "", "", "")
    if {"cuda-local-version", "cuda-index-url"} & context.found or "+cu" in text:
        return (CUDA_INDEX,)
    tag = found[1] or found[3] or "".join(re.findall(r"macosx_\w+", text)[:1])
    package = found[0] or found[2] or "torch"
    if package.lower() not in LAST_FOR_INTEL:
        of_nvidia = package.lower().startswith("nvidia-")
        return (CUDA_INDEX,) if of_nvidia else ("package-no-macos-wheel",)
    if tag.endswith("x86_64") or (not tag and (context.intel_mac or context.intel_python)):
        return on_intel(context)
    wanted = re.search(r"[=>~]=([\d.]+)", text)
    if wanted and package.lower() == "torch" and too_new_for_macos(context, wanted[1], tag):
        return ("wheel-tag-mismatch", "macos-too-old-for-torch")
    return ("wrong-wheel-index", NO_PYTHON) if "+cpu" in text else (NO_PYTHON, "wrong-wheel-index")


def _uv_platforms(context: Context, text: str) -> tuple[str, ...]:
    """The sentence above this hint names the tag that was missing."""
    if "uv-no-matching-platform-tag" in context.found:
        return ()
    return _not_found("uv-wheels-on-platforms")(context, text)


def _uv_python_tag(context: Context, text: str) -> tuple[str, ...]:
    """uv goes through all releases: where some have no file for a Mac, no Python helps."""
    package = (groups("uv-no-matching-python-tag", text) or ("",))[0].lower()
    others = package and package not in LAST_FOR_INTEL
    return () if others and "uv-no-matching-platform-tag" in context.found else (NO_PYTHON,)


def _uv_only(context: Context, text: str) -> tuple[str, ...]:
    if "uv-no-matching-platform-tag" in context.found:
        return ()
    found = groups("uv-no-solution-torch", text)
    if not found:
        return (NO_PYTHON,)
    offered = (found[1] or found[3]).partition(" and ")[0]
    newest = max(versions_in(offered), default=None)
    if newest is None:
        return (NO_PYTHON,)
    return by_newest(context, found[0] or "torch", "", newest)


def _poetry_version(context: Context, text: str) -> tuple[str, ...]:
    package, version = groups("poetry-no-version", text) or ("torch", "")
    if re.match(r"[\d.]+$", version.strip()):
        return no_file(context, package, version, "")
    suffixed = ("wrong-wheel-index", NO_PYTHON) if "+" in version else (NO_PYTHON,)
    return (CUDA_INDEX,) if "+cu" in version else suffixed


def _not_found(signature: str) -> Rule:
    """Return the rule about a text that names the torch which was not found."""

    def rule(context: Context, text: str) -> tuple[str, ...]:
        package, version = groups(signature, text) or ("torch", "")
        return no_file(context, package, version, "")

    return rule


def _no_candidate(context: Context, _text: str) -> tuple[str, ...]:
    """PDM and Pipenv name no version: the processor is as likely a reason as Python is."""
    if index := causes_of_index(context):
        return index
    if context.intel_mac or context.intel_python:
        return (*on_intel(context), NO_PYTHON)
    return (NO_PYTHON, *on_intel(context)) if not context.native_python else (NO_PYTHON,)


def _python_of_project(_context: Context, _text: str) -> tuple[str, ...]:
    return ("project-requirement-unmet", NO_PYTHON)


def _lock_targets(context: Context, text: str) -> tuple[str, ...]:
    """PDM names the platform of its Python first, then those that the lock file is for."""
    of_intel = re.search(r"current env \([^)]{0,60}macos_\w{1,12}_x86_64", text)
    if of_intel and not context.elsewhere:
        return (*on_intel(context), "project-requirement-unmet")
    return ("project-requirement-unmet",)


PROJECT_TOOL_RULES: dict[str, Rule] = {
    "uv-platform-hint": _uv_hint,
    "uv-no-source-or-wheel": _uv_locked,
    "uv-no-matching-platform-tag": _uv_tag,
    "uv-no-matching-python-tag": _uv_python_tag,
    "uv-wheels-on-platforms": _uv_platforms,
    "uv-no-solution-torch": _uv_only,
    "poetry-no-candidates": _not_found("poetry-no-candidates"),
    "poetry-no-version": _poetry_version,
    **many(_no_candidate, "pdm-no-candidates", "pipenv-no-version"),
    "pdm-no-candidate-matches": _not_found("pdm-no-candidate-matches"),
    "poetry-package-not-found": _not_found("poetry-package-not-found"),
    **many(_python_of_project, "uv-python-of-project", "poetry-python-of-project"),
    "poetry-python-range": _python_of_project,
    "pdm-lock-targets": _lock_targets,
}
"""Signature id to its rule."""
