"""What the refusals of pip, uv, Poetry, PDM, Pipenv and conda mean, by the table of releases.

What pip offers ("from versions: …") ends with 2.2.2 for an Intel Mac and for an Intel Python on
an M-chip alike; the processor tells them apart, and where it is not known both are named.
Source: https://github.com/pytorch/pytorch/issues/127870
"""

import re

from packaging.version import Version

from mps_doctor.facts import known_or
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import parse_version
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor_checks.messages._judging.context import X86_PYTHON, Context
from mps_doctor_checks.messages._judging.rows import Causes

CUDA_INDEX = "cuda-wheel-index-on-mac"
NO_PYTHON = "python-version-no-wheel"
NO_BUILD = "package-no-macos-wheel"

LAST_FOR_INTEL = {
    "torch": Version("2.2.2"),
    "torchvision": Version("0.17.2"),
    "torchaudio": Version("2.2.2"),
}
"""The last releases with x86_64 files for macOS. Source: the package index."""

FIRST_MACOS_MOSTLY_ARM = "26"
"""macOS 26 runs on four models with Intel only: an x86_64 tag of it is nearly always Rosetta's.

Source: https://support.apple.com/en-us/122867
"""

LAST_TAGGED_FOR_OLD_MACOS = Version("2.11.0")
"""From 2.12 on the files are for macOS 14 and newer. Source: the package index."""

_FOR_ANOTHER_SYSTEM = (
    r"(?i)\b(?:linux|windows|ubuntu|debian|wsl|nvidia|colab)\b(?:[^.;!?]|\.\d){0,60}$"
)
_REFUSED = r"(?i)\b(?:not?|cannot|fails?|failed|errors?|but)\b|n't\b"


def pip_refusal(context: Context) -> Causes:
    """pip names the version that is wanted and, on its first line, those that it is offered."""
    package, wanted, offered = (*context.groups(), "", "", "")[:3]
    if causes := causes_of_suffix(context, wanted) or causes_of_index(context):
        return causes
    if context.python_too_old():
        return ("python-too-old", NO_PYTHON)
    asked = max(versions_in(wanted), default=None)
    versions = versions_in(offered)
    too_new = asked is not None and asked > LAST_FOR_INTEL.get(package.lower(), asked)
    if too_new and context.intel_mac() and not context.elsewhere():
        return on_intel(context)
    if not versions:
        return _of_processor(context, asked) or nothing_offered(context, asked)
    if asked is not None and asked < min(versions):
        return (NO_PYTHON,)  # the first that this Python has is newer
    return by_newest(context, package, wanted, max(versions))


def _of_processor(context: Context, asked: Version | None) -> Causes:
    """This Python has files of that torch for Apple silicon: another processor has none."""
    if asked is None or asked <= LAST_FOR_INTEL["torch"] or context.native_python():
        return ()
    fits = not context.elsewhere() and context.python_minor in releases.pythons_for(
        str(asked), "arm64"
    )
    return (*on_intel(context), "wrong-wheel-index") if fits else ()


def file_not_found(context: Context) -> Causes:
    """A text that names the package which was not found, mostly its version, and uv's the tag."""
    named = context.groups()
    tag = next((each for each in named if each.startswith("macosx_")), "")
    package, version = (*(each for each in named if each != tag), "", "")[:2]
    return no_file(context, package or "torch", version, tag)


def no_python_in_words(context: Context) -> Causes:
    """People say that a torch was not found: what the table of releases bears out counts."""
    return (NO_PYTHON,) if NO_PYTHON in file_not_found(context)[:1] else ()


def uv_tag(context: Context) -> Causes:
    """uv found no file with the tag of this platform."""
    if {"cuda-local-version", "cuda-index-url"} & context.found or "+cu" in context.text:
        return (CUDA_INDEX,)
    found = context.groups() or ("torch", "", "", "")
    tag = found[1] or found[3] or "".join(re.findall(r"macosx_\w+", context.text)[:1])
    if "+cpu" in context.text and not tag.endswith("x86_64"):
        return ("wrong-wheel-index", NO_PYTHON)
    wanted = re.search(r"[=>~]=([\d.]+)", context.text)
    return no_file(context, found[0] or found[2] or "torch", wanted[1] if wanted else "", tag)


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


def no_candidate(context: Context) -> Causes:
    """PDM and Pipenv name no version: the processor is as likely a reason as Python is."""
    if index := causes_of_index(context):
        return index
    if context.asks_for_intel():
        return (*on_intel(context), NO_PYTHON)
    return (NO_PYTHON,) if context.native_python() else (NO_PYTHON, *on_intel(context))


def conda_packages(context: Context) -> Causes:
    """The channels have no torch for Intel above 2.2.2 either, but that of conda-forge."""
    line = context.line
    asked = re.search(r"\b(?:py)?(torch(?:vision|audio)?) ?[=>]{1,2} ?(\d[\d.]*\d)", line)
    version = parse_version(asked[2]) if asked else None
    intel = context.asks_for_intel() or "intel-mac-no-wheel" in context.told
    too_new = asked and version and version > LAST_FOR_INTEL[asked[1].lower()]
    return on_intel(context) if too_new and (intel or "osx-64" in line) else (NO_BUILD,)


def index_option(context: Context) -> Causes:
    """Where people tell of several systems, the one before the command is the one it is for."""
    before, _, behind = context.line.partition(context.text)
    others = re.search(_FOR_ANOTHER_SYSTEM, before) and not re.search(_REFUSED, behind)
    # A torch that speaks of mps was installed.
    speaks = any("mps" in all_error_texts()[id].verbatim.lower() for id in context.found)
    return () if speaks or (others and context.found <= {"cuda-index-url"}) else (CUDA_INDEX,)


def on_intel(context: Context) -> Causes:
    """Return the causes where only builds for Intel are offered."""
    if context.intel_mac():
        return ("intel-mac-no-wheel",)
    if context.apple_silicon():
        return (X86_PYTHON,)
    if context.macos_from(FIRST_MACOS_MOSTLY_ARM):
        return (X86_PYTHON, "intel-mac-no-wheel")
    return ("intel-mac-no-wheel", X86_PYTHON)


def causes_of_index(context: Context) -> Causes:
    """Return the cause where an index without builds for a Mac is named."""
    if context.on_another_system():
        return ()
    if {"cuda-index-url", "cuda-local-version"} & context.found or CUDA_INDEX in context.told:
        return (CUDA_INDEX,)
    return ("wrong-wheel-index",) if "other-index-url" in context.found else ()


def causes_of_suffix(context: Context, version: str) -> Causes:
    """Return what a local version asks for: files for a Mac have none, CUDA's and ROCm's do."""
    if "+" not in version:
        return ()
    if context.on_another_system():
        return (NO_PYTHON,)
    if re.search(r"\+(?:cu\d|rocm)", version):
        return (CUDA_INDEX,)
    # `+cpu` is that of Linux and Windows.
    return causes_of_index(context) or ("wrong-wheel-index", NO_PYTHON)


def versions_in(text: str) -> list[Version]:
    """Return the versions of a list; people shorten it: `1.11.0, ..., 2.2.2`."""
    words = re.findall(r"\d+\.\d[\w.+]*", text)
    return [version for word in words if (version := parse_version(word.rstrip(".")))]


def python_has_none(context: Context, version: str = "") -> bool | None:
    """Return whether this Python has no file of a torch for a Mac, by our own table of releases.

    None where Python is not known, or the torch is not in the table.
    """
    minor = context.python_minor
    if not minor:
        return None
    if context.python_is_prerelease() or context.is_no_cpython():
        return True
    architecture = "x86_64" if context.asks_for_intel() else "arm64"
    if version:
        supported = releases.pythons_for(version, architecture)
        return minor not in supported if supported else None
    return releases.newest_torch(architecture=architecture, macos="", python=minor) is None


def by_newest(context: Context, package: str, wanted: str, newest: Version) -> Causes:
    """Return the causes where the newest torch that is offered is older than the one wanted."""
    if newest == LAST_FOR_INTEL.get(package.lower()):
        return on_intel(context)
    if re.search(r"\d\.dev\d|rc\d", wanted):
        return ("wrong-wheel-index", NO_PYTHON)
    old_macos = context.macos is None or context.macos_below("14")
    if package.lower() == "torch" and newest == LAST_TAGGED_FOR_OLD_MACOS and old_macos:
        return ("wheel-tag-mismatch", NO_PYTHON)
    return (NO_PYTHON,)


def nothing_offered(context: Context, asked: Version | None) -> Causes:
    """pip offers nothing at all: no file is for this Python, or the index has none for this Mac."""
    if context.compatibility_version():
        # pip takes no file for macOS 11 or newer where Python is told 10.16.
        return ("macos-version-misreported", "wheel-tag-mismatch")
    intel = context.asks_for_intel()
    if intel and asked is not None and asked > LAST_FOR_INTEL["torch"] and not context.elsewhere():
        return on_intel(context)
    minor = context.python_minor
    if minor and intel and python_has_none(context):
        arm = releases.newest_torch(architecture="arm64", macos="", python=minor)
        return on_intel(context) if arm is not None else (NO_PYTHON, "wrong-wheel-index")
    match python_has_none(context, str(asked or "")):
        case None:
            return (NO_PYTHON, "wrong-wheel-index")
        case True:
            return (NO_PYTHON,)
    if asked is None and _macos_has_none(context):
        return (NO_PYTHON, "wrong-wheel-index")
    if _may_be_intel(context):
        return (*on_intel(context), "wrong-wheel-index")
    return ("wrong-wheel-index",)


def _macos_has_none(context: Context) -> bool:
    """Return whether no torch with MPS is for both this Python and this macOS.

    A macOS that is too old for every torch with MPS is no fault of Python.
    """
    macos, minor = context.situation.macos, context.python_minor
    if not macos or context.macos_below(str(releases.gates()[0])):
        return False
    architecture = "x86_64" if context.asks_for_intel() else "arm64"
    return releases.newest_torch(architecture=architecture, macos=macos, python=minor) is None


def _may_be_intel(context: Context) -> bool:
    """Return whether the processor explains it: the M chip has builds for this Python, Intel none.

    Source: https://github.com/pytorch/pytorch/issues/127870
    """
    if context.native_python() or context.elsewhere():
        return False
    minor = context.python_minor
    return releases.newest_torch(architecture="x86_64", macos="", python=minor) is None


def no_file(context: Context, package: str, version: str, tag: str) -> Causes:
    """One version of torch has no file here: by its suffix, its processor, its Python."""
    name = package.lower()
    if context.on_another_system():
        return (NO_PYTHON,) if name in LAST_FOR_INTEL else ()
    if suffix := causes_of_suffix(context, version):
        return suffix
    if name not in LAST_FOR_INTEL:
        return (NO_BUILD,)
    parsed = parse_version(version)
    too_new_for_intel = parsed is None or parsed > LAST_FOR_INTEL[name]
    arm = tag.endswith("arm64") or (
        not tag and context.apple_silicon() and not context.intel_python()
    )
    if tag.endswith("x86_64") or (not arm and context.asks_for_intel()):
        return on_intel(context) if too_new_for_intel else (NO_PYTHON,)
    if index := causes_of_index(context):
        return index
    if arm and name == "torch" and too_new_for_macos(context, version, tag):
        return ("wheel-tag-mismatch", "macos-too-old-for-torch")
    return _by_python(context, name, version, arm=arm)


def too_new_for_macos(context: Context, version: str, tag: str) -> bool:
    """Return whether the files of this torch are for a newer macOS than the one that is told."""
    told = re.match(r"macosx_(\d+)_(\d+)_arm64", tag)
    macos = Version(f"{told[1]}.{told[2]}") if told else context.macos
    row = releases.release(version)
    needs = (
        [Version(file.macos) for file in row.wheels if file.architecture == "arm64"] if row else []
    )
    return bool(needs) and macos is not None and macos < min(needs)


def _by_python(context: Context, name: str, version: str, *, arm: bool) -> Causes:
    # Where the torch that would be replaced is the last one for Intel, Python suits both.
    installed = parse_version(known_or(context.environment.torch.version, ""))
    if name == "torch" and not arm and installed == LAST_FOR_INTEL["torch"]:
        return (*on_intel(context), NO_PYTHON)
    lacking = python_has_none(context, version) if name == "torch" else None
    if lacking:
        return (NO_PYTHON,)
    others = ("wrong-wheel-index",) if arm else on_intel(context)
    return (NO_PYTHON, *others) if lacking is None else others


RULES = {
    "on-intel": on_intel,
    "pip-refusal": pip_refusal,
    "file-not-found": file_not_found,
    "no-python-in-words": no_python_in_words,
    "uv-tag": uv_tag,
    "uv-python-tag": uv_python_tag,
    "uv-only": uv_only,
    "no-candidate": no_candidate,
    "conda-packages": conda_packages,
    "index-option": index_option,
}
"""Rules that ask the table of releases, by the names that rows of error texts call them."""
