"""Which torch an installer offers, and what its absence means.

What pip offers ("from versions: …") ends with 2.2.2 for an Intel Mac and for an Intel Python on
an M-chip alike; the processor tells them apart, and where it is not known both are named.
Source: https://github.com/pytorch/pytorch/issues/127870
"""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.facts import known_or
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import is_compatibility_version
from mps_doctor.knowledge.versions import parse_version
from mps_doctor_checks.message_context import X86_PYTHON, Context

CUDA_INDEX = "cuda-wheel-index-on-mac"

NO_PYTHON = "python-version-no-wheel"

LAST_FOR_INTEL = {
    "torch": Version("2.2.2"),
    "torchvision": Version("0.17.2"),
    "torchaudio": Version("2.2.2"),
}
"""The last releases with x86_64 files for macOS. Source: the package index."""

BEFORE_MPS = frozenset({"2.7", "3.4", "3.5", "3.6"})
"""Pythons of which no torch has MPS. Source: the package index, the files of torch 1.12."""

FIRST_MACOS_MOSTLY_ARM = Version("26")
"""macOS 26 runs on four models with Intel only: an x86_64 tag of it is nearly always Rosetta's.

Source: https://support.apple.com/en-us/122867
"""

LAST_TAGGED_FOR_OLD_MACOS = Version("2.11.0")
"""From 2.12 on the files are for macOS 14 and newer. Source: the package index."""


def on_intel(context: Context) -> tuple[str, ...]:
    """Return the causes where only builds for Intel are offered."""
    if context.intel_mac and not context.apple_silicon:
        return ("intel-mac-no-wheel",)
    if context.apple_silicon:
        return (X86_PYTHON,)
    macos = context.macos
    if macos is not None and macos >= FIRST_MACOS_MOSTLY_ARM:
        return (X86_PYTHON, "intel-mac-no-wheel")
    return ("intel-mac-no-wheel", X86_PYTHON)


def is_on_another_system(context: Context) -> bool:
    """Elsewhere files of torch have suffixes, and the indexes of CUDA are right."""
    return context.elsewhere and not context.guest_on_mac


def causes_of_index(context: Context) -> tuple[str, ...]:
    """Return the cause where an index without builds for a Mac is named."""
    if is_on_another_system(context):
        return ()
    if {"cuda-index-url", "cuda-local-version"} & context.found:
        return (CUDA_INDEX,)
    if "cuda-build-for-mac" in context.reported:
        return (CUDA_INDEX,)
    if "other-index-url" in context.found:
        return ("wrong-wheel-index",)
    return ()


def versions_in(text: str) -> list[Version]:
    """Return the versions of a list; people shorten it: `1.11.0, ..., 2.2.2`."""
    words = re.findall(r"\d+\.\d[\w.+]*", text)
    return [version for word in words if (version := parse_version(word.rstrip(".")))]


def by_newest(context: Context, package: str, wanted: str, newest: Version) -> tuple[str, ...]:
    """Return the causes where the newest torch that is offered is older than the one wanted."""
    if newest == LAST_FOR_INTEL.get(package.lower()):
        return on_intel(context)
    if re.search(r"\d\.dev\d|rc\d", wanted):
        return ("wrong-wheel-index", NO_PYTHON)
    macos = context.macos
    old_macos = macos is None or macos < Version("14")
    if package.lower() == "torch" and newest == LAST_TAGGED_FOR_OLD_MACOS and old_macos:
        return ("wheel-tag-mismatch", NO_PYTHON)
    return (NO_PYTHON,)


def nothing_offered(context: Context, wanted: str) -> tuple[str, ...]:
    """pip offers nothing at all: no file is for this Python, or the index has none for this Mac."""
    if is_compatibility_version(known_or(context.host.macos_version_reported, "")):
        # pip takes no file for macOS 11 or newer where Python is told 10.16.
        return ("macos-version-misreported", "wheel-tag-mismatch")
    asked = max(versions_in(wanted), default=None)
    too_new = asked is not None and asked > LAST_FOR_INTEL["torch"]
    intel_only = context.intel_python or context.intel_mac
    if intel_only and too_new and not context.elsewhere:
        return on_intel(context)
    minor = context.python_minor
    if minor and intel_only:
        intel = releases.newest_torch(architecture="x86_64", macos="", python=minor)
        arm = releases.newest_torch(architecture="arm64", macos="", python=minor)
        if intel is None and arm is not None:
            return on_intel(context)
    return (NO_PYTHON, "wrong-wheel-index")


def no_file(context: Context, package: str, version: str, tag: str) -> tuple[str, ...]:
    """One version of torch has no file here: by its suffix, its processor, its Python."""
    if is_on_another_system(context):
        return (NO_PYTHON,) if package.lower() in LAST_FOR_INTEL else ()
    if "+cu" in version or "+rocm" in version:
        return (CUDA_INDEX,)
    name = package.lower()
    if name not in LAST_FOR_INTEL:
        return (CUDA_INDEX,) if name.startswith("nvidia-") else ("package-no-macos-wheel",)
    parsed = parse_version(version)
    too_new_for_intel = parsed is None or parsed > LAST_FOR_INTEL[name]
    arm = tag.endswith("arm64") or (not tag and context.apple_silicon and not context.intel_python)
    if tag.endswith("x86_64") or (not arm and (context.intel_mac or context.intel_python)):
        return on_intel(context) if too_new_for_intel else (NO_PYTHON,)
    if index := causes_of_index(context):
        return index
    if "+" in version:
        return ("wrong-wheel-index", NO_PYTHON)
    if arm and name == "torch" and too_new_for_macos(context, version, tag):
        return ("wheel-tag-mismatch", "macos-too-old-for-torch")
    return _by_python(context, name, version, arm=arm)


def too_new_for_macos(context: Context, version: str, tag: str) -> bool:
    """Whether the files of this torch are for a newer macOS than the one that is told."""
    told = re.match(r"macosx_(\d+)_(\d+)_arm64", tag)
    macos = Version(f"{told[1]}.{told[2]}") if told else context.macos
    row = releases.release(version)
    needs = (
        [Version(file.macos) for file in row.wheels if file.architecture == "arm64"] if row else []
    )
    return bool(needs) and macos is not None and macos < min(needs)


def _by_python(context: Context, name: str, version: str, *, arm: bool) -> tuple[str, ...]:
    wanted = parse_version(version)
    too_new = wanted is not None and wanted > LAST_FOR_INTEL["torch"]
    on_x86 = context.intel_mac and too_new
    if name == "torch" and not arm and (on_x86 or _has_last_for_intel(context)):
        return (*on_intel(context), NO_PYTHON)
    supported = releases.pythons_for(version, "arm64") if name == "torch" else ()
    if context.python_minor and supported and context.python_minor not in supported:
        return (NO_PYTHON,)
    if arm:
        return (NO_PYTHON, "wrong-wheel-index")
    if context.python_minor and context.python_minor in supported:
        return (*on_intel(context), NO_PYTHON)
    return (NO_PYTHON, *on_intel(context))


def _has_last_for_intel(context: Context) -> bool:
    """Whether the torch that would be replaced is the last one for Intel: Python suits both."""
    installed = parse_version(known_or(context.torch.version, ""))
    return installed == LAST_FOR_INTEL["torch"]
