"""What the refusals of pip, uv, Poetry, PDM, Pipenv and conda mean, by the table of releases."""

import re

from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import parse_version
from mps_doctor_checks.messages._judging.context import Causes, Context
from mps_doctor_checks.messages._judging.offers import (
    BEFORE_MPS,
    CUDA_INDEX,
    LAST_FOR_INTEL,
    NO_BUILD,
    NO_PYTHON,
    by_newest,
    causes_of_index,
    causes_of_suffix,
    no_file,
    no_python,
    nothing_offered,
    on_intel,
    too_new_for_macos,
    versions_in,
)


def pip_versions(context: Context) -> Causes:
    """pip names the version that is wanted and those that it is offered."""
    package, wanted, offered = context.groups() or ("torch", "", "")
    if causes := causes_of_suffix(context, wanted) or causes_of_index(context):
        return causes
    versions = versions_in(offered)
    if not versions:
        return nothing_offered(context, wanted)
    if context.python_minor in BEFORE_MPS:
        return ("python-too-old", NO_PYTHON)
    asked = max(versions_in(wanted), default=None)
    if asked is not None and asked < min(versions):
        return (NO_PYTHON,)  # the first that this Python has is newer
    return by_newest(context, package, wanted, max(versions))


def pip_none(context: Context) -> Causes:
    """pip's second line, where the first is missing."""
    wanted = (context.groups() or ("", ""))[1]
    if context.python_minor in BEFORE_MPS and "+" not in wanted:
        return ("python-too-old", NO_PYTHON)
    told = causes_of_suffix(context, wanted) or causes_of_index(context)
    return told or _of_processor(context, wanted) or nothing_offered(context, wanted)


def torch_absent(context: Context) -> Causes:
    """Packages that want any torch cannot conflict by it, unless there is none."""
    if context.python_minor in BEFORE_MPS:
        return ("python-too-old", NO_PYTHON)
    return causes_of_index(context) or nothing_offered(context)


def _of_processor(context: Context, wanted: str) -> Causes:
    """This Python has files of that torch for Apple silicon: another processor has none."""
    asked = max(versions_in(wanted), default=None)
    if asked is None or asked <= LAST_FOR_INTEL["torch"] or context.native_python():
        return ()
    pythons = releases.pythons_for(str(asked), "arm64")
    for_another = context.python_minor in pythons and not context.elsewhere()
    return (*on_intel(context), "wrong-wheel-index") if for_another else ()


def uv_hint(context: Context) -> Causes:
    """uv's hint names the platform, the package and its version."""
    tag, package, version = context.groups() or ("", "torch", "")
    return no_file(context, package, version, tag)


def file_not_found(context: Context) -> Causes:
    """A text that names the package which was not found, and mostly its version."""
    package, version = (*context.groups(), "", "")[:2]
    return no_file(context, package or "torch", version, "")


def uv_tag(context: Context) -> Causes:
    """uv found no file with the tag of this platform."""
    found = context.groups() or ("torch", "", "", "")
    if {"cuda-local-version", "cuda-index-url"} & context.found or "+cu" in context.text:
        return (CUDA_INDEX,)
    tag = found[1] or found[3] or "".join(re.findall(r"macosx_\w+", context.text)[:1])
    package = (found[0] or found[2] or "torch").lower()
    if package not in LAST_FOR_INTEL:
        return (CUDA_INDEX,) if package.startswith("nvidia-") else (NO_BUILD,)
    if tag.endswith("x86_64") or (not tag and (context.intel_mac() or context.intel_python())):
        return on_intel(context)
    wanted = re.search(r"[=>~]=([\d.]+)", context.text)
    if wanted and package == "torch" and too_new_for_macos(context, wanted[1], tag):
        return ("wheel-tag-mismatch", "macos-too-old-for-torch")
    if "+cpu" in context.text:
        return ("wrong-wheel-index", NO_PYTHON)
    return no_python(context, wanted[1] if wanted else "", "wrong-wheel-index")


def uv_python_tag(context: Context) -> Causes:
    """uv goes through all releases: where some have no file for a Mac, no Python helps."""
    package = (context.groups() or ("",))[0].lower()
    others = package and package not in LAST_FOR_INTEL
    return () if others and "uv-no-matching-platform-tag" in context.found else (NO_PYTHON,)


def uv_only(context: Context) -> Causes:
    """uv says up to which release torch is there."""
    found = context.groups()
    offered = (found[1] or found[3]).partition(" and ")[0] if found else ""
    newest = max(versions_in(offered), default=None)
    return by_newest(context, found[0] or "torch", "", newest) if newest else (NO_PYTHON,)


def poetry_version(context: Context) -> Causes:
    """Poetry names a version or a range."""
    package, version = context.groups() or ("torch", "")
    if re.match(r"[\d.]+$", version.strip()):
        return no_file(context, package, version, "")
    return causes_of_suffix(context, version) or (NO_PYTHON,)


def no_candidate(context: Context) -> Causes:
    """PDM and Pipenv name no version: the processor is as likely a reason as Python is."""
    if index := causes_of_index(context):
        return index
    if context.intel_mac() or context.intel_python():
        return (*on_intel(context), NO_PYTHON)
    return (NO_PYTHON,) if context.native_python() else (NO_PYTHON, *on_intel(context))


def conda_packages(context: Context) -> Causes:
    """The channels have no torch for Intel above 2.2.2 either, but that of conda-forge."""
    line = context.line
    asked = re.search(r"\b(?:py)?(torch(?:vision|audio)?) ?[=>]{1,2} ?(\d[\d.]*\d)", line)
    version = parse_version(asked[2]) if asked else None
    intel = context.intel_mac() or context.intel_python() or "intel-mac-no-wheel" in context.told
    too_new = asked and version and version > LAST_FOR_INTEL[asked[1].lower()]
    return on_intel(context) if too_new and (intel or "osx-64" in line) else (NO_BUILD,)


_FOR_ANOTHER_SYSTEM = (
    r"(?i)\b(?:linux|windows|ubuntu|debian|wsl|nvidia|colab)\b(?:[^.;!?]|\.\d){0,60}$"
)
_REFUSED = r"(?i)\b(?:not?|cannot|fails?|failed|errors?|but)\b|n't\b"


def index_option(context: Context) -> Causes:
    """Where people tell of several systems, the one before the command is the one it is for."""
    before, _, behind = context.line.partition(context.text)
    others = re.search(_FOR_ANOTHER_SYSTEM, before) and not re.search(_REFUSED, behind)
    return () if others and context.found <= {"cuda-index-url"} else (CUDA_INDEX,)


RULES = {
    "pip-versions": pip_versions,
    "pip-none": pip_none,
    "torch-absent": torch_absent,
    "uv-hint": uv_hint,
    "file-not-found": file_not_found,
    "uv-tag": uv_tag,
    "uv-python-tag": uv_python_tag,
    "uv-only": uv_only,
    "poetry-version": poetry_version,
    "no-candidate": no_candidate,
    "conda-packages": conda_packages,
    "index-option": index_option,
}
"""Rules that ask the table of releases, by the names that rows of error texts call them."""
