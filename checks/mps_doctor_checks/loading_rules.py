"""What texts mean that come from loading torch and its libraries: processors, dyld, crashes."""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.knowledge.signatures import all_signatures, groups
from mps_doctor.knowledge.versions import parse_version
from mps_doctor.patterns import late
from mps_doctor_checks.message_context import X86_PYTHON, Context, Rule, many


def _wrong_architecture(context: Context, text: str) -> tuple[str, ...]:
    """The arm64 wheels of torch 1.12 hold one Intel file, `_dl`, which nothing on a Mac loads.

    Source: torch 1.12.1 for macOS: the Mach-O header of torch/_dl.cpython-310-darwin.so
    """
    if "_dl.cpython" in text or "xcrun-library-unloadable" in context.found:
        return ()
    if context.apple_silicon and re.search(r"need '?\(?x86_64", text):
        return ("native-arch-mismatch", X86_PYTHON)
    return ("native-arch-mismatch",)


def _have_and_need(context: Context, text: str) -> tuple[str, ...]:
    """dyld's fuller text says the same, and there it is decided."""
    return (
        () if "incompatible-architecture" in context.found else _wrong_architecture(context, text)
    )


def _mkl(context: Context, _text: str) -> tuple[str, ...]:
    """MKL exists for Intel only: on an M-chip its text proves a translated environment."""
    return () if context.intel_mac or context.elsewhere else (X86_PYTHON,)


FIRST_MACOS_ON_ARM = Version("11")

FIRST_TORCH_BESIDE_ARM = Version("1.7")
"""The releases of torch that were new when the first M1 was sold. Source: their dates."""


def _illegal_instruction(context: Context, _text: str) -> tuple[str, ...]:
    """Rosetta translates no AVX; where there is none, the processor itself is too old."""
    if context.blames_macos:
        return ("mps-crash-os-version", "torch-import-crashed")
    if context.native_python:
        return ("torch-import-crashed",)
    release = context.torch_release
    before_rosetta = context.macos_is_below(FIRST_MACOS_ON_ARM) or (
        release is not None and release < FIRST_TORCH_BESIDE_ARM
    )
    translated = not (context.intel_mac or context.elsewhere or before_rosetta)
    return (X86_PYTHON,) if translated else ("torch-import-crashed",)


def _intel_hint(context: Context, _text: str) -> tuple[str, ...]:
    return () if context.intel_mac else (X86_PYTHON,)


def _bad_cpu_type(context: Context, text: str) -> tuple[str, ...]:
    """Of another program than Python, only that one is for Intel."""
    program = re.search(rf"{text}:? ?(\S{{1,200}})", context.line_with(text), re.IGNORECASE)
    name = program[1].rpartition("/")[2].lower() if program else ""
    of_python = not name or re.match(r"python|pypy|i?python|pip|\w*conda|mamba|uv|torchrun", name)
    if context.intel_mac:
        return ()
    return (X86_PYTHON,) if of_python else ("native-arch-mismatch", X86_PYTHON)


def _no_avx(context: Context, _text: str) -> tuple[str, ...]:
    """Old processors of Intel's and emulated ones have no AVX either."""
    emulated = {"docker-qemu", "docker-platform-mismatch", "docker-rosetta-elf"} & context.found
    translated = context.apple_silicon and not context.elsewhere and not emulated
    return (X86_PYTHON,) if translated else ()


def _no_mach_o(context: Context, _text: str) -> tuple[str, ...]:
    """The file of bitsandbytes is Linux's: no other processor's."""
    of_cuda = "bitsandbytes-native-missing" in context.found
    return () if of_cuda else ("native-arch-mismatch",)


def _container(context: Context, _text: str) -> tuple[str, ...]:
    """An image for another processor is a matter of Macs with Apple silicon, where one is named."""
    of_a_mac = context.apple_silicon or context.guest_on_mac
    return ("linux-guest-on-mac",) if of_a_mac else ()


def _torch_library(context: Context, _text: str) -> tuple[str, ...]:
    """What more exact texts say of the same failure goes first.

    A Python before its release lacks functions that it has in the end, or has others.
    """
    if context.python_is_prerelease:
        return ("python-prerelease", "torch-import-failed")
    others = (row for row in all_signatures().values() if row.id in context.found)
    more_telling = any(row.kind == "loader" and row.id != "torch-dlopen-failed" for row in others)
    return () if more_telling else ("torch-import-failed",)


def _system_symbol(context: Context, text: str) -> tuple[str, ...]:
    """A library of the system lacks what torch asks for: an old macOS, where torch itself asks.

    Asks another library that torch's happens to load, torch's minimum says nothing of it; asks
    another program, nothing is said of torch at all.  What a compiler brings itself (`emutls`,
    `addtf3`) no macOS has: what was built with it does not find its own library.
    """
    asking = re.search(r"referenced from:? ?(?:<[\w-]{1,40}> ?)?'?(\S+)", text, re.IGNORECASE)
    foreign = asking is not None and not re.search(r"(?:^|/)torch", asking[1])
    if foreign or re.search(
        r"not found:? ?\(?'?_*(?:emutls_|gcc_|\w{2,5}tf\d\b)", text, re.IGNORECASE
    ):
        return ("torch-import-failed",) if "torch-dlopen-failed" in context.found else ()
    return ("macos-too-old-for-torch",)


NOT_TAKEN = frozenset({"chained-fixups", "built-for-newer-macos", "incompatible-architecture"})
"""Why dyld did not take a library that is there."""


_ANOTHER_PACKAGE = re.compile(
    r"(?:dlopen\(|referenced from: '?)[^\s,)]*/site-packages/(?!(?:func)?torch)\w", re.IGNORECASE
)
"""A library that another package asks for, whether torch is there or not."""


def _missing_openmp(context: Context, text: str) -> tuple[str, ...]:
    """dyld says after it why it did not take the library that lies there.

    The wheels of torch 1.0 to 1.2 want that of Homebrew: installed again, they want it still.
    """
    if NOT_TAKEN & context.found or _ANOTHER_PACKAGE.search(f"{context.line_with(text)} {text}"):
        return ()
    if "nightly-broken" in context.reported:
        return ("torch-build-regression", "torch-install-damaged")
    of_homebrew = re.search(r"/opt/(?:homebrew/opt/)?libomp/lib/", text, re.IGNORECASE)
    damaged = "torch-install-damaged"
    return ("torch-import-failed", damaged) if of_homebrew else (damaged,)


def _libtorch_missing(context: Context, text: str) -> tuple[str, ...]:
    """Where torch's own libraries ask for it, torch itself lacks a file, not a package torch."""
    if NOT_TAKEN & context.found:
        return ()
    of_torch = {"torch-dlopen-failed", "torch-code-signature"} & context.found
    asked_by_torch = "referenced from" in text.lower()
    damaged = of_torch or asked_by_torch
    return ("torch-install-damaged" if damaged else "torch-companion-version-mismatch",)


def _built_for_macos(context: Context, text: str) -> tuple[str, ...]:
    """What a library was built for says something beside an older macOS only."""
    needs = (groups("torch-built-for-macos", text) or ("",))[0]
    version = parse_version(needs.rstrip("."))
    too_old = version is not None and context.macos_is_below(version)
    return ("macos-too-old-for-torch",) if too_old else ()


_OPENMP_USERS = late(
    r"\b(?:lightgbm|xgboost|catboost|faiss|scikit-learn|sklearn|libi?omp\d?|openmp)\b",
    re.IGNORECASE,
)
"""Packages whose wheels bring an OpenMP runtime, or want that of Homebrew."""


def _import_segfault(context: Context, text: str) -> tuple[str, ...]:
    """With another package that brings OpenMP it is the two runtimes; torch is only named first.

    torch is not made for a Python that is not released yet: its interface still changes.
    """
    if context.python_is_prerelease:
        return ("python-prerelease", "torch-import-crashed")
    of_openmp = {"segfault-with-openmp-package", "two-openmp-copies", "openmp-with-torch"}
    if of_openmp & set(context.reported) or _OPENMP_USERS.search(context.line_with(text)):
        return ("openmp-duplicate-runtime", "torch-import-crashed")
    return ("torch-import-crashed",)


def _killed(context: Context, text: str) -> tuple[str, ...]:
    """What the system kills while it only imports torch has not asked for much memory yet."""
    at_import = re.search(
        r"\bimport(?:ing)? (?:py)?torch\b", context.line_with(text), re.IGNORECASE
    )
    crashed = at_import is not None or "killed-at-import" in context.reported
    return ("torch-import-crashed", "mps-out-of-memory") if crashed else ("mps-out-of-memory",)


def _torch_symbol(context: Context, text: str) -> tuple[str, ...]:
    """Where torch's own library asks for the symbol, it is not of the same build as the other."""
    asking = re.search(r"referenced from:? ?(?:<[\w-]{1,40}> ?)?'?(\S+)", text, re.IGNORECASE)
    own = re.search(
        r"(?:^|/)(?:libtorch(?:_cpu|_python)?\.dylib|_c\.cpython)",
        asking[1] if asking else "",
        re.IGNORECASE,
    )
    if own is None and (asking is not None or "torch-dlopen-failed" not in context.found):
        return ("torch-companion-version-mismatch",)
    nightly = "nightly-broken" in context.reported
    return ("torch-build-regression" if nightly else "torch-install-damaged",)


LOADING_RULES: dict[str, Rule] = {
    "exec-format-error": _container,
    "not-a-mach-o": _no_mach_o,
    **many(_wrong_architecture, "incompatible-architecture", "wrong-architecture-old"),
    "have-need-architecture": _have_and_need,
    "mkl-fatal": _mkl,
    "avx-not-available": _no_avx,
    "illegal-hardware-instruction": _illegal_instruction,
    **many(_intel_hint, "uv-python-x86-on-mac", "rosetta-translated"),
    "bad-cpu-type": _bad_cpu_type,
    "torch-dlopen-failed": _torch_library,
    "symbol-cxx-system": _system_symbol,
    "omp-not-loaded-torch": _missing_openmp,
    "libtorch-not-loaded": _libtorch_missing,
    "torch-built-for-macos": _built_for_macos,
    **many(_import_segfault, "torch-import-segfault", "torch-import-segfaults"),
    "torch-import-kernel-dies": _import_segfault,
    "process-killed": _killed,
    **many(_torch_symbol, "symbol-not-found-torch-name", "symbol-torch-library"),
}
"""Signature id to its rule."""
