"""Texts that come from loading torch and its libraries, and from where they are not."""

from mps_doctor_checks.messages._judging.rows import NEW_MACOS, Case

X86_PYTHON, ARCHITECTURES = "python-x86_64-on-apple-silicon", "native-arch-mismatch"
CRASHED, FAILED, DAMAGED = "torch-import-crashed", "torch-import-failed", "torch-install-damaged"
MISMATCH, SHADOWED = "torch-companion-version-mismatch", "local-module-shadows-torch"
ANOTHER_PIP, MISSING = "pip-of-another-python", "torch-not-installed"
PRERELEASE, REGRESSION = "python-prerelease", "torch-build-regression"
MEMORY, OPENMP = "mps-out-of-memory", "openmp-duplicate-runtime"
SOURCES, LINUX_GUEST = "torchhub-source-shadowing", "linux-guest-on-mac"
OLD_XCODE = "xcode-too-old-for-source-build"

ANOTHER_PACKAGE = r"(?i)(?:dlopen\(|referenced from: '?)[^\s,)]*/site-packages/(?!(?:func)?torch)\w"
"""A library that another package asks for, whether torch is there or not."""
OF_COMPILER = r"(?i)not found:? ?\(?'?_*(?:emutls_|gcc_|\w{2,5}tf\d\b)"
"""What a compiler brings itself no macOS has: its own library is not found."""
NOT_OF_TORCH = r"^(?!(?:.*/)?torch)."
OF_TORCH_ITSELF = r"(?:^|/)(?:libtorch(?:_cpu|_python)?\.dylib|_c\.cpython)"

RULES = {
    # The text is known, and what fails there is no matter of torch.
    "silent": (),
    # The arm64 wheels of torch 1.12 hold one Intel file, `_dl`, which nothing on a Mac loads.
    # Source: torch 1.12.1 for macOS: the Mach-O header of torch/_dl.cpython-310-darwin.so
    "wrong-architecture": (
        Case((), text=r"_dl\.cpython"),
        Case((ARCHITECTURES, X86_PYTHON), "apple_silicon", text=r"need '?\(?x86_64"),
        Case((ARCHITECTURES,)),
    ),
    # Of another program than Python, only that one is for Intel.
    "bad-cpu-type": (
        Case((), "intel_mac"),
        Case(
            (ARCHITECTURES, X86_PYTHON),
            line=(
                r"(?i)executable: (?:\S*/)?"
                r"(?!i?python|pypy|pip|\w*conda|mamba|uv|torchrun)[^\s/]+(?!\S)"
            ),
        ),
        Case((X86_PYTHON,)),
    ),
    # MKL exists for Intel only: on an M-chip its text proves a translated environment.
    "mkl": (Case((), "intel_mac"), Case((), "elsewhere"), Case((X86_PYTHON,))),
    # On an Intel Mac, or one that is not known, an Intel process is nothing strange.
    "translated": (Case((X86_PYTHON,), "apple_silicon"),),
    "intel-python": (Case((), "intel_mac"), Case((X86_PYTHON,))),
    # Rosetta translates no AVX; where there is none, the processor itself is too old.  macOS 11
    # and torch 1.7 were new when the first Mac was sold that translates.
    "illegal-instruction": (
        Case(("mps-crash-os-version", CRASHED), symptoms=NEW_MACOS),
        *(Case((CRASHED,), each) for each in ("native_python", "intel_mac", "elsewhere")),
        Case((CRASHED,), macos_below="11"),
        Case((CRASHED,), torch_below="1.7"),
        Case((X86_PYTHON,)),
    ),
    # Old processors of Intel's and emulated ones have no AVX either.
    "no-avx": (
        Case((), found="docker-qemu docker-platform-mismatch docker-rosetta-elf"),
        Case((X86_PYTHON,), "apple_silicon -elsewhere"),
    ),
    # Texts about containers count where a Mac is named.
    "container": (Case((LINUX_GUEST,), "apple_silicon"), Case((LINUX_GUEST,), "guest_on_mac")),
    "nvidia-in-docker": (
        Case((LINUX_GUEST, "app-requires-cuda"), "apple_silicon"),
        Case((LINUX_GUEST, "app-requires-cuda"), "on_macos"),
        Case((LINUX_GUEST, "app-requires-cuda"), "guest_on_mac"),
        Case(("app-requires-cuda",)),
    ),
    # What more exact texts say of the same failure goes first.  A Python before its release lacks
    # functions that it has in the end, or has others.
    "torch-library": (
        Case((PRERELEASE, FAILED), "python_is_prerelease"),
        Case((), "has_another_loader_error"),
        Case((FAILED,)),
    ),
    # A library of the system lacks what is asked for: an old macOS, where torch itself asks.
    "system-symbol": (
        Case((FAILED,), found="torch-dlopen-failed", asking=NOT_OF_TORCH),
        Case((), asking=NOT_OF_TORCH),
        Case((FAILED,), found="torch-dlopen-failed", text=OF_COMPILER),
        Case((), text=OF_COMPILER),
        Case(("macos-too-old-for-torch",)),
    ),
    # The wheels of torch 1.0 to 1.2 want that of Homebrew: installed again, they want it still.
    "missing-openmp": (
        Case((), line=ANOTHER_PACKAGE),
        Case((), text=ANOTHER_PACKAGE),
        Case((REGRESSION, DAMAGED), symptoms=REGRESSION),
        Case((FAILED, DAMAGED), text=r"(?i)/opt/(?:homebrew/opt/)?libomp/lib/"),
        Case((DAMAGED,)),
    ),
    # Where torch's own libraries ask for it, torch itself lacks a file, not a package torch.
    "libtorch-missing": (
        Case((DAMAGED,), found="torch-dlopen-failed torch-code-signature"),
        Case((DAMAGED,), text="(?i)referenced from"),
        Case((MISMATCH,)),
    ),
    # The interface of NumPy 2 begins with 0x12: an older NumPy than a file was built for is no 2.
    # Source: https://github.com/numpy/numpy/blob/main/numpy/_core/code_generators/cversions.txt
    "numpy-generation": (
        Case((), line=r"(?i)failed to initialize numpy: .*numpy is 0x(?:[\da-f]|1[01])\b"),
        Case((FAILED,), text=r"(?i)numpy (?:is|has c-api version) 0x(?:[\da-f]|1[01])$"),
        Case(("numpy2-abi-mismatch",)),
    ),
    # A file that looks for a library where only the machine that built it had one.
    "faulty-wheel": (
        Case((REGRESSION, MISMATCH), text=r"(?i)dlopen\([^)]*/torch(?:audio|vision|text)?/"),
        Case(("package-no-macos-wheel", MISMATCH)),
    ),
    # A package is imported from where its sources lie, and not from where pip puts it.
    "extension-part": (
        Case((SOURCES, MISMATCH), text=r"(?i)^file (?!.*site-packages)"),
        Case((MISMATCH,)),
    ),
    # What a library was built for says something beside an older macOS only.
    "built-for-macos": (Case(("macos-too-old-for-torch",), "older_than_needed"),),
    # With another package that brings OpenMP it is the two runtimes; torch is only named first.
    "import-segfault": (
        Case((PRERELEASE, CRASHED), "python_is_prerelease"),
        Case((OPENMP, CRASHED), symptoms=OPENMP),
        Case(
            (OPENMP, CRASHED),
            line=(
                r"(?i)\b(?:lightgbm|xgboost|catboost|faiss|scikit-learn|sklearn|libi?omp\d?"
                r"|openmp)\b"
            ),
        ),
        Case((CRASHED,)),
    ),
    # What the system kills while it only imports torch has not asked for much memory yet.
    "killed": (
        Case((CRASHED, MEMORY), line=r"(?i)\bimport(?:ing)? (?:py)?torch\b"),
        Case((CRASHED, MEMORY), symptoms=CRASHED),
        Case((MEMORY,)),
    ),
    # Where torch's own library asks for the symbol, it is not of the same build as the other.
    "torch-symbol": (
        Case((REGRESSION,), symptoms=REGRESSION, asking=OF_TORCH_ITSELF),
        Case((DAMAGED,), asking=OF_TORCH_ITSELF),
        Case((MISMATCH,), asking="."),
        Case((REGRESSION,), found="torch-dlopen-failed", symptoms=REGRESSION),
        Case((DAMAGED,), found="torch-dlopen-failed"),
        Case((MISMATCH,)),
    ),
    # torch is not there for this Python; another one may have it.  pip builds a package apart
    # from what is installed: there it is the package's matter.
    "torch-missing": (
        Case((), symptoms="package-no-macos-wheel"),
        Case((ANOTHER_PIP, MISSING), symptoms=ANOTHER_PIP),
        Case((ANOTHER_PIP, MISSING), "torch_is_installed"),
        Case((ANOTHER_PIP, MISSING), "pip_is_of_another_python"),
        Case((ANOTHER_PIP, MISSING), found="pip-already-satisfied-torch"),
        Case((MISSING,)),
    ),
    # pip has torch where the program has none.
    "already-satisfied": (
        Case((), found="torch-missing-in-isolated-build"),
        Case((ANOTHER_PIP,), found="torch-not-found-module"),
    ),
    "pip-of-another": (Case((ANOTHER_PIP,), "pip_is_of_another_python"),),
    # What has its kernels for the CPU was loaded: it lacks the one for mps.
    "companion-operator": (
        Case((SOURCES, MISMATCH), found="hub-source-nms hub-load-vision-nms"),
        Case((SOURCES, MISMATCH), symptoms=SOURCES),
        Case((MISMATCH, SOURCES)),
    ),
    # torch without its own names: a file of that name hides it, or files are missing.
    "torch-in-part": (
        Case(
            (SHADOWED,),
            found=(
                "torch-shadowed-path torch-file-named-so torch-shadowed-circular"
                " torch-from-its-sources"
            ),
        ),
        Case((SHADOWED,), symptoms=SHADOWED),
        Case((DAMAGED, SHADOWED)),
    ),
    # An Xcode older than the SDK that MPS is written for leaves it out of the build.
    "built-without-mps": (
        Case((OLD_XCODE,), symptoms=OLD_XCODE),
        Case(("torch-not-built-with-mps",)),
    ),
}
