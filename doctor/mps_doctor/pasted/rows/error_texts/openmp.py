"""OpenMP: two runtimes in one process, headers that are missing."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="omp-header-missing",
        cause="openmp-header-missing",
        kind="build",
        literals=("omp.h",),
        pattern=(
            r"'?omp\.h'? (?:file )?(?:not found|no such file)|omp\.h: no such file"
            r"|#include ['\"<]omp\.h['\">][ ^~|\d]{1,60}error"
        ),
        meaning=(
            "The C++ that torch.compile (or a build) writes for the CPU needs the OpenMP header, "
            "which Apple's clang lacks."
        ),
        fix="Take torch 2.3 or newer, or install libomp and its header.",
        source="https://github.com/pytorch/pytorch/issues/95708",
        examples=(
            "fatal error: 'omp.h' file not found",
            "InductorError: CppCompileError: #include <omp.h> ^~~~~~~ 1 error generated.",
        ),
        near_misses=("#include <omp.h>", "#include <omp.h> // for the timer; no error"),
    ),
    ErrorText(
        id="fopenmp-unsupported",
        cause="openmp-header-missing",
        kind="build",
        literals=("-fopenmp",),
        pattern=r"(?:unsupported option|unknown argument:?) '-fopenmp",
        meaning="Apple's clang does not take -fopenmp by itself.",
        fix=(
            "Take torch 2.3 or newer for torch.compile; for builds install libomp and pass "
            "-Xpreprocessor -fopenmp."
        ),
        source="https://github.com/pytorch/pytorch/issues/93196",
        examples=("clang: error: unsupported option '-fopenmp'",),
        near_misses=("g++ -fopenmp main.cpp",),
    ),
    ErrorText(
        id="openmp-cmake-missing",
        cause="openmp-header-missing",
        kind="build",
        literals=("could not find openmp", "openmp support not found", "openmp::openmp_"),
        pattern=(
            r"could not find openmp|openmp support not found\. please try"
            r"|\bopenmp::openmp_\w{1,4} but the target was not found"
        ),
        meaning="The build, or torch.compile, found no OpenMP for Apple's clang.",
        fix="Install libomp, or switch OpenMP off in that build.",
        source="https://cmake.org/cmake/help/latest/module/FindOpenMP.html",
        examples=(
            "CMake Error: Could NOT find OpenMP_C (missing: OpenMP_C_FLAGS OpenMP_C_LIB_NAMES)",
            (
                "RuntimeError: OpenMP support not found. Please try one of the following "
                "solutions: (1) Set the `CXX` environment variable"
            ),
            'Target "made" links to: OpenMP::OpenMP_CXX but the target was not found.',
        ),
        near_misses=("CMake: Found OpenMP_C", "OpenMP support found"),
    ),
    ErrorText(
        id="linker-omp-missing",
        cause="openmp-header-missing",
        kind="build",
        literals=("ld: library",),
        pattern=(
            r"\bld: library (?:not found for -l(?:omp|gomp|iomp5)\b|'(?:omp|gomp|iomp5)' not found)"
        ),
        meaning="The linker finds no OpenMP library: Apple's compiler comes without one.",
        fix="`brew install libomp`, and set LDFLAGS and CPPFLAGS as it says.",
        source="https://formulae.brew.sh/formula/libomp",
        examples=("ld: library not found for -lomp", "ld: library 'omp' not found"),
        near_misses=("ld: library not found for -lfoo",),
    ),
    ErrorText(
        id="omp-header-words",
        cause="openmp-header-missing",
        kind="build",
        literals=("omp.h", "openmp header"),
        pattern=(
            r"(?:\bnot\b|n't\b|cannot|unable to|fail\w{0,3} to|missing"
            r"|without) [^\n.#]{0,24}[<'\"`]?\bomp\.h\b"
            r"|\bomp\.h\b[>'\"`]? [^\n.]{0,24}(?:missing(?! (?:until|before))|not be\b|cannot)"
            r"|(?:cannot|can't|could not|couldn't|does not|doesn't|unable to) find (?:the "
            r"|any )?openmp header\b"
        ),
        meaning=(
            "The compiler does not find OpenMP's header: Apple's compiler comes without OpenMP."
        ),
        fix="Run `brew install libomp`, and name its folder to the compiler as brew prints it.",
        source="https://github.com/pytorch/pytorch/issues/95708",
        examples=(
            "error: cannot find the OpenMP header",
            "The build stopped because setup.py couldn't locate omp.h on my M2",
            "omp.h is missing on this Mac",
        ),
        near_misses=("#include <omp.h> works after brew install libomp",),
    ),
    ErrorText(
        id="openmp-not-found-words",
        cause="openmp-header-missing",
        kind="build",
        literals=("openmp support not found",),
        meaning="Apple's compiler has no OpenMP of its own, and none was found beside it.",
        fix="Run `brew install libomp`, or take a ready-made package.",
        source="https://github.com/microsoft/LightGBM",
        examples=(
            "OpenMP support not found. Please try one of the following solutions:",
            "error: OpenMP support not found",
        ),
        near_misses=("OpenMP support found",),
    ),
    ErrorText(
        id="omp-error-15",
        cause="openmp-duplicate-runtime",
        kind="abort",
        literals=("omp: error #15",),
        pattern=r"omp: error #15\b",
        meaning=(
            "Two OpenMP runtimes are in one process: packages from two sources (conda and pip, "
            "MKL, scikit-learn, faiss)."
        ),
        fix="Install all packages from one source; do not rely on KMP_DUPLICATE_LIB_OK.",
        source="https://github.com/pytorch/pytorch/issues/122705",
        examples=(
            (
                "OMP: Error #15: Initializing libomp.dylib, but found libiomp5.dylib already "
                "initialized."
            ),
        ),
        near_misses=("OMP: Info #276: omp_set_nested routine deprecated",),
    ),
    ErrorText(
        id="omp-already-initialized",
        cause="openmp-duplicate-runtime",
        kind="abort",
        literals=("already initialized", "copies of the openmp runtime"),
        pattern=(
            r"initializing lib\w{1,80}\.(?:dylib|so\S{0,80}"
            r"|dll), but found \S{1,200} already initialized"
            r"|multiple copies of the openmp runtime have been linked"
        ),
        meaning="Two OpenMP runtimes are in one process.",
        fix="Install all packages from one source; do not rely on KMP_DUPLICATE_LIB_OK.",
        source="https://github.com/pytorch/pytorch/issues/78490",
        examples=("Initializing libiomp5.dylib, but found libomp.dylib already initialized.",),
        near_misses=("the process group is already initialized",),
    ),
    ErrorText(
        id="omp-crash-frame",
        cause="openmp-duplicate-runtime",
        kind="abort",
        literals=("omp",),
        pattern=(
            r"lib(?:i?omp5?|gomp)(?:\.\d)?\.(?:dylib|so\S{0,80})`?[^\n]{0,30}\b_{0,2}(?:kmp|gomp"
            r"|omp)_\w{1,80}|libi?omp5?\.dylib\s{1,20}0x[0-9a-f]{1,80} __kmp"
        ),
        meaning=(
            "The process crashed inside OpenMP, which is typical of two runtimes in one process."
        ),
        fix="Install all packages from one source, and import torch first.",
        source="https://github.com/pytorch/pytorch/issues/149201",
        examples=(
            (
                "frame #0: libomp.dylib`void __kmp_suspend_64<false, true>(int, kmp_flag_64<false, "
                "true>*) + 44"
            ),
        ),
        near_misses=("libomp.dylib: loaded",),
    ),
    ErrorText(
        id="omp-threadpoolctl",
        cause="openmp-duplicate-runtime",
        kind="warning",
        literals=("loaded at",),
        pattern=r"found (?:intel|llvm|gnu) openmp .{0,40}loaded at the same time",
        meaning="Two OpenMP runtimes are in one process.",
        fix="Install all packages from one source.",
        source="https://github.com/joblib/threadpoolctl/blob/master/multiple_openmp.md",
        examples=(
            (
                "RuntimeWarning: Found Intel OpenMP ('libiomp') and LLVM OpenMP ('libomp') loaded "
                "at the same time."
            ),
        ),
        near_misses=("model loaded at start",),
    ),
    ErrorText(
        id="omp-error-13",
        cause="openmp-duplicate-runtime",
        kind="abort",
        literals=("omp: error #13",),
        pattern=r"omp: error #13\b",
        meaning=(
            "The OpenMP runtime failed a check of its own, as it does where two of them are loaded."
        ),
        fix="Leave one OpenMP runtime in the environment: all packages from one source.",
        source="https://github.com/pytorch/pytorch/issues/136217",
        examples=("OMP: Error #13: Assertion failure at kmp_runtime.cpp(3689).",),
        near_misses=("OMP: Error #131: Thread identifier invalid.",),
    ),
    ErrorText(
        id="faiss-segfault",
        cause="openmp-duplicate-runtime",
        kind="abort",
        literals=("segmentation fault", "sigsegv"),
        pattern=r"\bsegmentation fault\b|\bsigsegv\b",
        beside=("import faiss", "faiss.index", "faiss-cpu", "import txtai", "txtai.", "from txtai"),
        meaning=(
            "The process crashed with faiss in it: its wheel for macOS brings an OpenMP runtime of "
            "its own, and torch another one."
        ),
        fix="Install faiss and torch from one source, or set OMP_NUM_THREADS=1.",
        source="https://github.com/kyamagu/faiss-wheels/issues/73",
        alone=True,
        any_program=True,
        on="near-mac",
        examples=(
            "import faiss, torch\nfaiss.IndexFlatL2(8)\nzsh: segmentation fault on my M2",
            "On this Mac: import txtai\nProcess finished: SIGSEGV",
        ),
        near_misses=(
            "The editor shows a segmentation fault on my Mac",
            "import faiss works on this Mac",
        ),
    ),
)
