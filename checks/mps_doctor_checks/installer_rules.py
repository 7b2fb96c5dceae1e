"""What an installer's refusal means: wrong processor, wrong Python, wrong index, or no build.

What pip offers ("from versions: …") ends with 2.2.2 for an Intel Mac and for an Intel Python on
an M-chip alike; the processor tells them apart, and where it is not known both are named.
Source: https://github.com/pytorch/pytorch/issues/127870
"""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.knowledge import releases
from mps_doctor.knowledge.signatures import groups
from mps_doctor.machine import known_or
from mps_doctor.patterns import late
from mps_doctor_checks.mac import COMPATIBILITY_VERSIONS, parse_version
from mps_doctor_checks.message_context import X86_PYTHON, Context, Rule, mac_only, many

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


def _is_on_another_system(context: Context) -> bool:
    """Elsewhere files of torch have suffixes, and the indexes of CUDA are right."""
    return context.elsewhere and not context.guest_on_mac


def _index(context: Context) -> tuple[str, ...]:
    if _is_on_another_system(context):
        return ()
    if {"cuda-index-url", "cuda-local-version"} & context.found:
        return (CUDA_INDEX,)
    if "cuda-build-for-mac" in context.reported:
        return (CUDA_INDEX,)
    if "other-index-url" in context.found:
        return ("wrong-wheel-index",)
    return ()


def _pip_versions(context: Context, text: str) -> tuple[str, ...]:
    package, wanted, offered = groups("pip-no-version-torch", text) or ("torch", "", "")
    if "+" in wanted and _is_on_another_system(context):
        return (NO_PYTHON,)
    if "+cu" in wanted or "+rocm" in wanted:
        return (CUDA_INDEX,)
    if index := _index(context):
        return index
    if "+" in wanted:  # files for the Mac have no suffix: `+cpu` is that of Linux and Windows
        return ("wrong-wheel-index", NO_PYTHON)
    versions = _versions_in(offered)
    if not versions:
        return _nothing_offered(context, wanted)
    if context.python_minor in BEFORE_MPS:
        return ("python-too-old", NO_PYTHON)
    asked = max(_versions_in(wanted), default=None)
    if asked is not None and asked < min(versions):
        return (NO_PYTHON,)  # the first that this Python has is newer
    return _by_newest(context, package, wanted, max(versions))


def _versions_in(text: str) -> list[Version]:
    """Return the versions of a list; people shorten it: `1.11.0, ..., 2.2.2`."""
    words = re.findall(r"\d+\.\d[\w.+]*", text)
    return [version for word in words if (version := parse_version(word.rstrip(".")))]


def _by_newest(context: Context, package: str, wanted: str, newest: Version) -> tuple[str, ...]:
    if newest == LAST_FOR_INTEL.get(package.lower()):
        return on_intel(context)
    if re.search(r"\d\.dev\d|rc\d", wanted):
        return ("wrong-wheel-index", NO_PYTHON)
    macos = context.macos
    old_macos = macos is None or macos < Version("14")
    if package.lower() == "torch" and newest == LAST_TAGGED_FOR_OLD_MACOS and old_macos:
        return ("wheel-tag-mismatch", NO_PYTHON)
    return (NO_PYTHON,)


def _nothing_offered(context: Context, wanted: str) -> tuple[str, ...]:
    """pip offers nothing at all: no file is for this Python, or the index has none for this Mac."""
    if context.host.macos_version_reported in COMPATIBILITY_VERSIONS:
        # pip takes no file for macOS 11 or newer where Python is told 10.16.
        return ("macos-version-misreported", "wheel-tag-mismatch")
    asked = max(_versions_in(wanted), default=None)
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


def _pip_none(context: Context, text: str) -> tuple[str, ...]:
    """pip's second line repeats the first, which says more."""
    if {"pip-no-version-torch", "pip-from-versions-cap"} & context.found:
        return ()
    wanted = (groups("pip-no-distribution-torch", text) or ("", ""))[1]
    if "+" in wanted and _is_on_another_system(context):
        return (NO_PYTHON,)
    if "+cu" in wanted or "+rocm" in wanted:
        return (CUDA_INDEX,)
    if context.python_minor in BEFORE_MPS:
        return ("python-too-old", NO_PYTHON)
    suffixed = ("wrong-wheel-index", NO_PYTHON) if "+" in wanted else ()
    told = _index(context) or suffixed
    return told or _of_processor(context, wanted) or _nothing_offered(context, wanted)


def _torch_absent(context: Context, _text: str) -> tuple[str, ...]:
    """Packages that want any torch cannot conflict by it, unless there is none."""
    if context.python_minor in BEFORE_MPS:
        return ("python-too-old", NO_PYTHON)
    return _index(context) or _nothing_offered(context, "")


def _of_processor(context: Context, wanted: str) -> tuple[str, ...]:
    """This Python has files of that torch for Apple silicon: another processor has none."""
    asked = max(_versions_in(wanted), default=None)
    if asked is None or asked <= LAST_FOR_INTEL["torch"] or context.native_python:
        return ()
    pythons = releases.pythons_for(str(asked), "arm64")
    for_another = context.python_minor in pythons and not context.elsewhere
    return (*on_intel(context), "wrong-wheel-index") if for_another else ()


def _no_file(context: Context, package: str, version: str, tag: str) -> tuple[str, ...]:
    """One version of torch has no file here: by its suffix, its processor, its Python."""
    if _is_on_another_system(context):
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
    if index := _index(context):
        return index
    if "+" in version:
        return ("wrong-wheel-index", NO_PYTHON)
    if arm and name == "torch" and _too_new_for_macos(context, version, tag):
        return ("wheel-tag-mismatch", "macos-too-old-for-torch")
    return _by_python(context, name, version, arm=arm)


def _too_new_for_macos(context: Context, version: str, tag: str) -> bool:
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


def _uv_hint(context: Context, text: str) -> tuple[str, ...]:
    tag, package, version = groups("uv-platform-hint", text) or ("", "torch", "")
    return _no_file(context, package, version, tag)


def _uv_locked(context: Context, text: str) -> tuple[str, ...]:
    """The hint that follows says more, where there is one, and so does what pip is offered."""
    if {"uv-platform-hint", "pip-no-version-torch", "pip-from-versions-cap"} & context.found:
        return ()
    package, version = groups("uv-no-source-or-wheel", text) or ("torch", "")
    return _no_file(context, package, version, "")


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
    if wanted and package.lower() == "torch" and _too_new_for_macos(context, wanted[1], tag):
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
    newest = max(_versions_in(offered), default=None)
    if newest is None:
        return (NO_PYTHON,)
    return _by_newest(context, found[0] or "torch", "", newest)


def _poetry_version(context: Context, text: str) -> tuple[str, ...]:
    package, version = groups("poetry-no-version", text) or ("torch", "")
    if re.match(r"[\d.]+$", version.strip()):
        return _no_file(context, package, version, "")
    suffixed = ("wrong-wheel-index", NO_PYTHON) if "+" in version else (NO_PYTHON,)
    return (CUDA_INDEX,) if "+cu" in version else suffixed


def _not_found(signature: str) -> Rule:
    """Return the rule about a text that names the torch which was not found."""

    def rule(context: Context, text: str) -> tuple[str, ...]:
        package, version = groups(signature, text) or ("torch", "")
        return _no_file(context, package, version, "")

    return rule


def _no_candidate(context: Context, _text: str) -> tuple[str, ...]:
    """PDM and Pipenv name no version: the processor is as likely a reason as Python is."""
    if index := _index(context):
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


def _other_file(context: Context, text: str) -> tuple[str, ...]:
    """A file for CUDA was taken from an index that has those alone."""
    cuda = re.search(r"\+cu\d", text) is not None and not context.elsewhere
    return (CUDA_INDEX, "wheel-tag-mismatch") if cuda else ("wheel-tag-mismatch",)


def _container(context: Context, _text: str) -> tuple[str, ...]:
    """An image for another processor is a matter of Macs with Apple silicon, where one is named."""
    of_a_mac = context.apple_silicon or context.guest_on_mac
    return ("linux-guest-on-mac",) if of_a_mac else ()


def _nvidia_in_docker(context: Context, _text: str) -> tuple[str, ...]:
    """Docker is asked for NVIDIA's GPU: on a Mac it has no other to give either."""
    of_a_mac = context.apple_silicon or context.guest_on_mac
    return ("linux-guest-on-mac", "app-requires-cuda") if of_a_mac else ("app-requires-cuda",)


def _versions_cap(context: Context, _text: str) -> tuple[str, ...]:
    return () if "pip-no-version-torch" in context.found else on_intel(context)


def _requires_python(context: Context, _text: str) -> tuple[str, ...]:
    """pip lists here whatever it left out on its way, NumPy as well; a refusal says more."""
    if {"pip-no-version-torch", "pip-from-versions-cap"} & context.found:
        return ()
    return (NO_PYTHON,)


_FOR_ANOTHER_SYSTEM = late(
    r"\b(?:linux|windows|ubuntu|debian|wsl|nvidia|colab)\b(?:[^.;!?]|\.\d){0,60}$", re.IGNORECASE
)
_REFUSED = late(r"\b(?:not?|cannot|fails?|failed|errors?|but)\b|n't\b", re.IGNORECASE)


def _index_option(context: Context, text: str) -> tuple[str, ...]:
    """Where people tell of several systems, the one before the command is the one it is for."""
    before, _, behind = context.line_with(text).partition(text)
    others = _FOR_ANOTHER_SYSTEM.search(before) and not _REFUSED.search(behind)
    if others and context.found <= {"cuda-index-url"}:
        return ()
    return _index_setting(context, text)


def _index_setting(context: Context, _text: str) -> tuple[str, ...]:
    return () if context.elsewhere and not context.guest_on_mac else (CUDA_INDEX,)


_OF_CUDA = re.compile(
    r"(?<![\w.])\+?cu1[0-3]\d\b|\bnvidia-(?!smi)\w|\bcudatoolkit\b|\bpytorch-(?:cuda|gpu)\b"
    r"|\bcuda (?:wheels?|builds?)\b|\bcuda-(?:version|toolkit|nvcc|cudart)\b",
    re.IGNORECASE,
)


_OF_INTEL = late(r"\b(?:x86|x64|intel)", re.IGNORECASE)


def _no_build(context: Context, text: str) -> tuple[str, ...]:
    """A build for CUDA that has no file for macOS was asked for by mistake."""
    if context.elsewhere:
        return ()
    line = context.line_with(text)
    if _OF_CUDA.search(line):
        return (CUDA_INDEX,)
    if context.intel_mac and not context.apple_silicon and _OF_INTEL.search(text):
        return ()  # then there is one for this Mac
    suffixed = re.search(r"\btorch\S{0,12}\+cpu\b", line)
    return ("wrong-wheel-index",) if suffixed else ("package-no-macos-wheel",)


def _header(_context: Context, _text: str) -> tuple[str, ...]:
    """What a compiler does not find may be of any library: none of torch's or of the Mac's."""
    return ()


INSTALLER_RULES: dict[str, Rule] = {
    "pip-no-version-torch": _pip_versions,
    "pip-no-distribution-torch": _pip_none,
    "pip-conflict-torch-absent": _torch_absent,
    "pip-from-versions-cap": _versions_cap,
    "pip-requires-python": _requires_python,
    "uv-platform-hint": _uv_hint,
    "uv-no-source-or-wheel": _uv_locked,
    "uv-no-matching-platform-tag": _uv_tag,
    "uv-no-matching-python-tag": _uv_python_tag,
    "uv-wheels-on-platforms": _uv_platforms,
    "uv-no-solution-torch": _uv_only,
    "poetry-no-candidates": _not_found("poetry-no-candidates"),
    "poetry-no-version": _poetry_version,
    "pdm-no-candidates": _no_candidate,
    "pdm-no-candidate-matches": _not_found("pdm-no-candidate-matches"),
    "poetry-package-not-found": _not_found("poetry-package-not-found"),
    "pip-not-supported-wheel": _other_file,
    "pipenv-no-version": _no_candidate,
    "uv-python-of-project": _python_of_project,
    "poetry-python-of-project": _python_of_project,
    "poetry-python-range": _python_of_project,
    "pdm-lock-targets": _lock_targets,
    "exec-format-error": _container,
    "docker-nvidia-driver": _nvidia_in_docker,
    "cuda-index-url": _index_option,
    "cuda-local-version": _index_setting,
    "package-nvidia-no-wheel": _index_setting,
    "other-index-url": mac_only("wrong-wheel-index"),
    **many(_no_build, "no-wheel-for-mac-words", "package-not-for-mac"),
    **many(_no_build, "conda-package-missing-old", "conda-nothing-provides"),
    **many(
        mac_only("package-no-macos-wheel"),
        *("pip-build-failed-known-package", "numpy-faltivec", "cuda-package-compiled"),
    ),
    "header-not-found": _header,
    "pip-no-version-other": mac_only("package-no-macos-wheel"),
    "package-no-distribution": mac_only("package-no-macos-wheel"),
    "rust-compiler-missing": mac_only("package-no-macos-wheel"),
    "cargo-missing": mac_only("package-no-macos-wheel"),
    **many(_index_setting, "conda-pytorch-cuda", "pixi-cuda-package", "conda-cuda-missing"),
    **many(_index_setting, "conda-cuda-not-provided", "conda-cuda-listed"),
    "conda-cuda-not-found": _index_setting,
    **many(_index_setting, "pixi-virtual-cuda"),
    "c-compiler-does-not-work": mac_only("xcode-clt-missing"),
}
"""Signature id to its rule."""
