"""Which torch an installer offers, and what its absence means.

What pip offers ("from versions: …") ends with 2.2.2 for an Intel Mac and for an Intel Python on
an M-chip alike; the processor tells them apart, and where it is not known both are named.
Source: https://github.com/pytorch/pytorch/issues/127870
"""

import re

from packaging.version import Version

from mps_doctor.facts import known_or
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.versions import parse_version
from mps_doctor_checks.messages._judging.context import X86_PYTHON, Causes, Context

CUDA_INDEX = "cuda-wheel-index-on-mac"
NO_PYTHON = "python-version-no-wheel"
NO_BUILD = "package-no-macos-wheel"

LAST_FOR_INTEL = {
    "torch": Version("2.2.2"),
    "torchvision": Version("0.17.2"),
    "torchaudio": Version("2.2.2"),
}
"""The last releases with x86_64 files for macOS. Source: the package index."""

BEFORE_MPS = frozenset({"2.7", "3.4", "3.5", "3.6"})
"""Pythons of which no torch has MPS. Source: the package index, the files of torch 1.12."""

FIRST_MACOS_MOSTLY_ARM = "26"
"""macOS 26 runs on four models with Intel only: an x86_64 tag of it is nearly always Rosetta's.

Source: https://support.apple.com/en-us/122867
"""

LAST_TAGGED_FOR_OLD_MACOS = Version("2.11.0")
"""From 2.12 on the files are for macOS 14 and newer. Source: the package index."""


def on_intel(context: Context) -> Causes:
    """Return the causes where only builds for Intel are offered."""
    if context.intel_mac() and not context.apple_silicon():
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
    if context.python_is_prerelease():
        return True
    architecture = "x86_64" if context.intel_mac() or context.intel_python() else "arm64"
    if version:
        supported = releases.pythons_for(version, architecture)
        return minor not in supported if supported else None
    return releases.newest_torch(architecture=architecture, macos="", python=minor) is None


def no_python(context: Context, version: str = "", *others: str) -> Causes:
    """Return that this Python has no torch, unless our table says that it has: then the others."""
    lacking = python_has_none(context, version)
    if lacking is None:
        return (NO_PYTHON, *others)
    return (NO_PYTHON,) if lacking else others


def by_newest(context: Context, package: str, wanted: str, newest: Version) -> Causes:
    """Return the causes where the newest torch that is offered is older than the one wanted."""
    if newest == LAST_FOR_INTEL.get(package.lower()):
        return on_intel(context)
    if re.search(r"\d\.dev\d|rc\d", wanted):
        return ("wrong-wheel-index", NO_PYTHON)
    old_macos = context.macos_unknown() or context.macos_below("14")
    if package.lower() == "torch" and newest == LAST_TAGGED_FOR_OLD_MACOS and old_macos:
        return ("wheel-tag-mismatch", NO_PYTHON)
    return (NO_PYTHON,)


def nothing_offered(context: Context, wanted: str = "") -> Causes:
    """pip offers nothing at all: no file is for this Python, or the index has none for this Mac."""
    if context.compatibility_version():
        # pip takes no file for macOS 11 or newer where Python is told 10.16.
        return ("macos-version-misreported", "wheel-tag-mismatch")
    asked = max(versions_in(wanted), default=None)
    intel = context.intel_python() or context.intel_mac()
    if intel and asked is not None and asked > LAST_FOR_INTEL["torch"] and not context.elsewhere():
        return on_intel(context)
    minor = context.python_minor
    if minor and intel and python_has_none(context):
        arm = releases.newest_torch(architecture="arm64", macos="", python=minor)
        return on_intel(context) if arm is not None else (NO_PYTHON, "wrong-wheel-index")
    return no_python(context, str(asked or ""), "wrong-wheel-index")


def no_file(context: Context, package: str, version: str, tag: str) -> Causes:
    """One version of torch has no file here: by its suffix, its processor, its Python."""
    name = package.lower()
    if context.on_another_system():
        return (NO_PYTHON,) if name in LAST_FOR_INTEL else ()
    if suffix := causes_of_suffix(context, version):
        return suffix
    if name not in LAST_FOR_INTEL:
        return (CUDA_INDEX,) if name.startswith("nvidia-") else (NO_BUILD,)
    parsed = parse_version(version)
    too_new_for_intel = parsed is None or parsed > LAST_FOR_INTEL[name]
    arm = tag.endswith("arm64") or (
        not tag and context.apple_silicon() and not context.intel_python()
    )
    if tag.endswith("x86_64") or (not arm and (context.intel_mac() or context.intel_python())):
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
    wanted = parse_version(version)
    too_new = wanted is not None and wanted > LAST_FOR_INTEL["torch"]
    # Where the torch that would be replaced is the last one for Intel, Python suits both.
    installed = parse_version(known_or(context.environment.torch.version, ""))
    capped = (context.intel_mac() and too_new) or installed == LAST_FOR_INTEL["torch"]
    if name == "torch" and not arm and capped:
        return (*on_intel(context), NO_PYTHON)
    lacking = python_has_none(context, version) if name == "torch" else None
    if lacking:
        return (NO_PYTHON,)
    if arm:
        return (NO_PYTHON, "wrong-wheel-index") if lacking is None else ("wrong-wheel-index",)
    intel = on_intel(context)
    return (NO_PYTHON, *intel) if lacking is None else intel
