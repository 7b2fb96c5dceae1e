"""What texts mean that come from loading torch and its libraries, and from where they are not."""

from __future__ import annotations

import re

from mps_doctor.facts import known_or
from mps_doctor.knowledge.versions import parse_version
from mps_doctor.pasted.error_texts import all_error_texts, groups
from mps_doctor_checks.messages.context import X86_PYTHON, Causes, Context, Rule, always, decide

ARCHITECTURES = "native-arch-mismatch"
CRASHED, FAILED, DAMAGED = "torch-import-crashed", "torch-import-failed", "torch-install-damaged"
MISMATCH, SHADOWED = "torch-companion-version-mismatch", "local-module-shadows-torch"
ANOTHER_PIP, MISSING = "pip-of-another-python", "torch-not-installed"
PRERELEASE = "python-prerelease"

FIRST_MACOS_ON_ARM = "11"
FIRST_TORCH_BESIDE_ARM = "1.7"
"""The releases of torch that were new when the first M1 was sold. Source: their dates."""


def wrong_architecture(context: Context) -> Causes:
    """The arm64 wheels of torch 1.12 hold one Intel file, `_dl`, which nothing on a Mac loads.

    Source: torch 1.12.1 for macOS: the Mach-O header of torch/_dl.cpython-310-darwin.so
    """
    if "_dl.cpython" in context.text:
        return ()
    translated = context.apple_silicon() and re.search(r"need '?\(?x86_64", context.text)
    return (ARCHITECTURES, X86_PYTHON) if translated else (ARCHITECTURES,)


def _before_rosetta(context: Context) -> bool:
    """Whether macOS or torch is older than the first Mac that translates."""
    of_macos = context.macos_below(FIRST_MACOS_ON_ARM)
    return of_macos or context.torch_below(FIRST_TORCH_BESIDE_ARM)


illegal_instruction = decide(
    (Context.blames_macos, ("mps-crash-os-version", CRASHED)),
    (Context.native_python, (CRASHED,)),
    (Context.intel_mac, (CRASHED,)),
    (Context.elsewhere, (CRASHED,)),
    (_before_rosetta, (CRASHED,)),
    (always, (X86_PYTHON,)),
)
"""Rosetta translates no AVX; where there is none, the processor itself is too old."""


def bad_cpu_type(context: Context) -> Causes:
    """Of another program than Python, only that one is for Intel."""
    if context.intel_mac():
        return ()
    program = re.search(rf"(?i){re.escape(context.text)}:? ?(\S{{1,200}})", context.line)
    name = program[1].rpartition("/")[2].lower() if program else ""
    of_python = not name or re.match(r"python|pypy|i?python|pip|\w*conda|mamba|uv|torchrun", name)
    return (X86_PYTHON,) if of_python else (ARCHITECTURES, X86_PYTHON)


def no_avx(context: Context) -> Causes:
    """Old processors of Intel's and emulated ones have no AVX either."""
    emulated = {"docker-qemu", "docker-platform-mismatch", "docker-rosetta-elf"} & context.found
    translated = context.apple_silicon() and not context.elsewhere() and not emulated
    return (X86_PYTHON,) if translated else ()


def of_a_mac(*causes: str) -> Rule:
    """Return the rule of a text about containers, which counts where a Mac is named."""

    def rule(context: Context) -> Causes:
        return causes if context.apple_silicon() or context.guest_on_mac() else causes[1:]

    return rule


def torch_library(context: Context) -> Causes:
    """What more exact texts say of the same failure goes first.

    A Python before its release lacks functions that it has in the end, or has others.
    """
    if context.python_is_prerelease():
        return (PRERELEASE, FAILED)
    others = (all_error_texts()[id] for id in context.found - {"torch-dlopen-failed"})
    return () if any(row.kind == "loader" for row in others) else (FAILED,)


def _asking(context: Context) -> str:
    """Return the library that asks for what is missing, as dyld names it."""
    found = re.search(r"(?i)referenced from:? ?(?:<[\w-]{1,40}> ?)?'?(\S+)", context.text)
    return found[1].lower() if found else ""


def system_symbol(context: Context) -> Causes:
    """A library of the system lacks what torch asks for: an old macOS, where torch itself asks.

    Asks another library that torch's happens to load, torch's minimum says nothing of it; asks
    another program, nothing is said of torch at all.  What a compiler brings itself (`emutls`,
    `addtf3`) no macOS has: what was built with it does not find its own library.
    """
    asking = _asking(context)
    foreign = bool(asking) and not re.search(r"(?:^|/)torch", asking)
    of_compiler = r"(?i)not found:? ?\(?'?_*(?:emutls_|gcc_|\w{2,5}tf\d\b)"
    if foreign or re.search(of_compiler, context.text):
        return (FAILED,) if "torch-dlopen-failed" in context.found else ()
    return ("macos-too-old-for-torch",)


_ANOTHER_PACKAGE = (
    r"(?i)(?:dlopen\(|referenced from: '?)[^\s,)]*/site-packages/(?!(?:func)?torch)\w"
)
"""A library that another package asks for, whether torch is there or not."""


def missing_openmp(context: Context) -> Causes:
    """The wheels of torch 1.0 to 1.2 want that of Homebrew: installed again, they want it still."""
    if re.search(_ANOTHER_PACKAGE, f"{context.line} {context.text}"):
        return ()
    if "torch-build-regression" in context.told:
        return ("torch-build-regression", DAMAGED)
    of_homebrew = re.search(r"(?i)/opt/(?:homebrew/opt/)?libomp/lib/", context.text)
    return (FAILED, DAMAGED) if of_homebrew else (DAMAGED,)


def libtorch_missing(context: Context) -> Causes:
    """Where torch's own libraries ask for it, torch itself lacks a file, not a package torch."""
    of_torch = {"torch-dlopen-failed", "torch-code-signature"} & context.found
    return (DAMAGED if of_torch or "referenced from" in context.text.lower() else MISMATCH,)


def built_for_macos(context: Context) -> Causes:
    """What a library was built for says something beside an older macOS only."""
    needs = (context.groups() or ("",))[0].rstrip(".")
    too_old = parse_version(needs) is not None and context.macos_below(needs)
    return ("macos-too-old-for-torch",) if too_old else ()


_OPENMP_USERS = (
    r"(?i)\b(?:lightgbm|xgboost|catboost|faiss|scikit-learn|sklearn|libi?omp\d?|openmp)\b"
)
"""Packages whose wheels bring an OpenMP runtime, or want that of Homebrew."""


def import_segfault(context: Context) -> Causes:
    """With another package that brings OpenMP it is the two runtimes; torch is only named first."""
    if context.python_is_prerelease():
        return (PRERELEASE, CRASHED)
    openmp = "openmp-duplicate-runtime"
    of_openmp = openmp in context.told or re.search(_OPENMP_USERS, context.line)
    return (openmp, CRASHED) if of_openmp else (CRASHED,)


def killed(context: Context) -> Causes:
    """What the system kills while it only imports torch has not asked for much memory yet."""
    at_import = re.search(r"(?i)\bimport(?:ing)? (?:py)?torch\b", context.line)
    if at_import or CRASHED in context.told:
        return (CRASHED, "mps-out-of-memory")
    return ("mps-out-of-memory",)


def torch_symbol(context: Context) -> Causes:
    """Where torch's own library asks for the symbol, it is not of the same build as the other."""
    asking = _asking(context)
    own = re.search(r"(?:^|/)(?:libtorch(?:_cpu|_python)?\.dylib|_c\.cpython)", asking)
    if own is None and (asking or "torch-dlopen-failed" not in context.found):
        return (MISMATCH,)
    nightly = "torch-build-regression" in context.told
    return ("torch-build-regression" if nightly else DAMAGED,)


def torch_missing(context: Context) -> Causes:
    """torch is not there for this Python; another one may have it."""
    if "package-no-macos-wheel" in context.told:
        return ()  # pip builds a package apart from what is installed, and torch is not there
    told = ANOTHER_PIP in context.told or context.torch.installed is True
    told = (
        told or _pip_has_another_python(context) or "pip-already-satisfied-torch" in context.found
    )
    return (ANOTHER_PIP, MISSING) if told else (MISSING,)


def already_satisfied(context: Context) -> Causes:
    """pip has torch where the program has none."""
    apart = "torch-missing-in-isolated-build" in context.found
    return (ANOTHER_PIP,) if "torch-not-found-module" in context.found and not apart else ()


def _pip_has_another_python(context: Context) -> bool:
    """`pip --version` names its Python: it may be another than `python --version` tells."""
    shown = (match.text for match in known_or(context.messages.matches, ()))
    minors = {minor for text in shown for minor in groups("pip-names-its-python", text)}
    return bool(minors and context.python_minor) and context.python_minor not in minors


def companion_operator(context: Context) -> Causes:
    """What has its kernels for the CPU was loaded: it lacks the one for mps."""
    shadowing = "torchhub-source-shadowing"
    of_a_tree = {"hub-source-nms", "hub-load-vision-nms"} & context.found
    if of_a_tree or shadowing in context.told:
        return (shadowing, MISMATCH)
    return (MISMATCH, shadowing)


def torch_in_part(context: Context) -> Causes:
    """torch without its own names: a file of that name hides it, or files are missing."""
    shadows = {"torch-shadowed-path", "torch-file-named-so", "torch-shadowed-circular"}
    if shadows & context.found or SHADOWED in context.told:
        return (SHADOWED,)
    return (DAMAGED, SHADOWED)


def built_without_mps(context: Context) -> Causes:
    """An Xcode older than the SDK that MPS is written for leaves it out of the build."""
    old = "xcode-too-old-for-source-build"
    return (old if old in context.told else "torch-not-built-with-mps",)


def silent(_context: Context) -> Causes:
    """Return nothing: the text is known, and what fails there is no matter of torch."""
    return ()


RULES: dict[str, Rule] = {
    "silent": silent,
    "wrong-architecture": wrong_architecture,
    # MKL exists for Intel only: on an M-chip its text proves a translated environment.
    "mkl": decide((Context.intel_mac, ()), (Context.elsewhere, ()), (always, (X86_PYTHON,))),
    "intel-python": decide((Context.intel_mac, ()), (always, (X86_PYTHON,))),
    "illegal-instruction": illegal_instruction,
    "bad-cpu-type": bad_cpu_type,
    "no-avx": no_avx,
    "container": of_a_mac("linux-guest-on-mac"),
    "nvidia-in-docker": of_a_mac("linux-guest-on-mac", "app-requires-cuda"),
    "torch-library": torch_library,
    "system-symbol": system_symbol,
    "missing-openmp": missing_openmp,
    "libtorch-missing": libtorch_missing,
    "built-for-macos": built_for_macos,
    "import-segfault": import_segfault,
    "killed": killed,
    "torch-symbol": torch_symbol,
    "torch-missing": torch_missing,
    "already-satisfied": already_satisfied,
    "pip-of-another": decide((_pip_has_another_python, (ANOTHER_PIP,))),
    "companion-operator": companion_operator,
    "torch-in-part": torch_in_part,
    "built-without-mps": built_without_mps,
}
"""Rules by the names that rows of error texts call them."""
