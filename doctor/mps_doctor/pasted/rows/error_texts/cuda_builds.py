"""Builds that ask for CUDA."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="cuda-home-missing",
        cause="app-requires-cuda",
        kind="build",
        literals=("cuda_home", "cuda must be available to build", "unable to find cuda"),
        pattern=(
            r"cuda_home environment variable is not set|cannot find cuda_home"
            r"|cuda must be available to build|cuda_home (?:is )?(?:not set|none|does not exist)"
            r"|unable to find cuda|could not find cuda_home"
        ),
        meaning="A package with CUDA sources is being built, which cannot be done on a Mac.",
        fix="Leave that package out, or use a version for the CPU or for Metal.",
        source="torch 2.13.0 for macOS: torch/utils/cpp_extension.py",
        verbatim="CUDA_HOME environment variable is not set.",
        unless=(
            "no-wheel-for-mac-words",
            "package-no-distribution",
            "pip-no-version-other",
            "uv-package-only-linux",
        ),
        examples=(
            (
                "OSError: CUDA_HOME environment variable is not set. Please set it to your CUDA "
                "install root."
            ),
        ),
        near_misses=("CUDA_HOME=/usr/local/cuda",),
    ),
    ErrorText(
        id="cuda-extension-built",
        cause="app-requires-cuda",
        kind="build",
        literals=("cudaextension(", "library_paths(cuda=true)"),
        pattern=(
            r'file "[^"\n]{0,200}", line \d{1,6}[^\n"]{0,60} cudaextension\('
            r"|library_dirs \+= library_paths\(cuda=true\)"
        ),
        meaning="The set-up of a package builds CUDA sources, which cannot be done on a Mac.",
        fix="Leave that package out, or use a version for the CPU or for Metal.",
        source="torch 2.13.0 for macOS: torch/utils/cpp_extension.py",
        verbatim="library_dirs += library_paths(",
        examples=(
            (
                '  File "/private/tmp/pkg/setup.py", line 15, in <module>\n'
                "    CUDAExtension('pkg.cuda.ops', ['a.cu'])"
            ),
            "    library_dirs += library_paths(cuda=True)",
        ),
        near_misses=("Use CppExtension instead of CUDAExtension() on a Mac",),
    ),
    ErrorText(
        id="nvcc-missing",
        cause="app-requires-cuda",
        kind="build",
        literals=("nvcc",),
        pattern=(
            r"(?:no such file or directory: '[^']{0,120}nvcc'|command '[^']{0,120}nvcc' failed"
            r"|nvcc:? (?:command )?not found|nvcc was not found)"
        ),
        meaning="A package with CUDA sources is being built, which cannot be done on a Mac.",
        fix="Leave that package out, or use a version for the CPU or for Metal.",
        source="https://github.com/Dao-AILab/flash-attention/issues",
        examples=(
            "FileNotFoundError: [Errno 2] No such file or directory: '/usr/local/cuda/bin/nvcc'",
        ),
        near_misses=("nvcc: NVIDIA (R) Cuda compiler driver",),
    ),
    ErrorText(
        id="cuda-cmake-missing",
        cause="app-requires-cuda",
        kind="build",
        literals=(
            "could not find cuda",
            "cuda_toolkit_root_dir not found",
            "no cmake_cuda_compiler",
            "neither cuda nor",
            "could not find nvcc",
            "failed to find nvcc",
            "cuda or rocm",
            "cuda or hip",
        ),
        pattern=(
            r"could not find cuda(?:toolkit)?\b(?!.{0,200}(?:without cuda"
            r"|build files have been written))|cuda_toolkit_root_dir not found"
            r"|no cmake_cuda_compiler could be found|neither cuda nor (?:hip|rocm)\b(?: (?:was|were"
            r"|are|is))?(?: (?:found|available|detected|enabled|installed))?|(?:could not"
            r"|failed to) find nvcc\b|\bcuda or (?:rocm|hip) (?:is |are )?(?:required|needed) (?:to"
            r"|for)\b"
        ),
        meaning="A package with CUDA sources is being built, which cannot be done on a Mac.",
        fix="Switch CUDA off in that build, or leave the package out.",
        source="https://cmake.org/cmake/help/latest/module/FindCUDAToolkit.html",
        examples=(
            (
                "CMake Error: Could not find CUDA (missing: CUDA_TOOLKIT_ROOT_DIR "
                "CUDA_NVCC_EXECUTABLE)"
            ),
            "CMake Error at CMakeLists.txt:9 (message): Neither CUDA nor HIP found",
            "Could not find nvcc, please set CUDAToolkit_ROOT.",
            "RuntimeError: CUDA or ROCm is required to build the extension",
        ),
        near_misses=(
            "CMake Error: Could not find OpenMP",
            "-- Could NOT find CUDA (missing: CUDA_TOOLKIT_ROOT_DIR) -- Building without CUDA",
            "-- Neither MPI nor HIP found",
            "either CUDA or ROCm works",
        ),
    ),
    ErrorText(
        id="cuda-looked-for-words",
        cause="app-requires-cuda",
        kind="build",
        literals=("for cuda", "for a cuda", "for the cuda", "install cuda", "install the cuda"),
        pattern=(
            r"\b(?:is|it's|keeps?|still|always|starts) (?:on )?(?:looking|asking"
            r"|searching) for (?:a |the )?cuda\b|(?:can't|cannot|can not"
            r"|unable to) install (?:the )?cuda\b"
        ),
        meaning="A build or a program looks for CUDA, which no Mac has.",
        fix="Use a version or an option of it that works without CUDA, or leave it out.",
        source="https://github.com/open-mmlab/mmcv/issues/2250",
        on="known-mac",
        examples=(
            "On my Mac the installer keeps asking for CUDA",
            "It stops: I can't install CUDA, it is a MacBook",
        ),
        near_misses=("On the Mac I am looking for cuda alternatives",),
    ),
    ErrorText(
        id="cuda-header-missing",
        cause="app-requires-cuda",
        kind="build",
        literals=("file not found", "no such file or directory"),
        beside=(
            "cuda",
            "cublas",
            "cudnn",
            "curand",
            "cusparse",
            "cusolver",
            "nvtx",
            "nvtoolsext",
            "nccl",
            "thrust/",
            "cub/",
        ),
        pattern=(
            r"\bfatal error: ['\"]?(?:aten/cuda/|c10/cuda/|thrust/|cub/|nccl|(?:cuda|cublas|cudnn"
            r"|curand|cusparse|cusolver|nvtoolsext"
            r"|nvtx)[\w/]{0,40})[\w/]{0,40}(?:\.\w{1,4})?['\"]?:? (?:file not found"
            r"|no such file or directory)"
        ),
        meaning="The extension is written for CUDA; its headers are not on a Mac.",
        fix="Look for a build of the package without CUDA, or another package.",
        source="https://docs.pytorch.org/docs/stable/cpp_extension.html",
        examples=(
            "fatal error: 'cuda_runtime.h' file not found",
            "fatal error: 'ATen/cuda/CUDAContext.h' file not found",
            "fatal error: cuda.h: No such file or directory",
            "fatal error: 'cublas_v2.h' file not found",
            "fatal error: 'cudnn.h' file not found",
            "fatal error: 'curand.h' file not found",
            "fatal error: 'cusparse.h' file not found",
            "fatal error: 'cusolverDn.h' file not found",
            "fatal error: 'nvtx3.hpp' file not found",
            "fatal error: 'nccl.h' file not found",
            "fatal error: 'thrust/sort.h' file not found",
            "fatal error: 'cub/cub.cuh' file not found",
        ),
        near_misses=("fatal error: 'stdio.h' file not found", "cuda file not found"),
    ),
    ErrorText(
        id="cuda-library-not-linked",
        cause="app-requires-cuda",
        kind="build",
        literals=("ld: library",),
        beside=("cudart", "cuda", "cublas", "cudnn", "nvrtc", "curand", "nccl"),
        pattern=(
            r"\bld: library (?:not found for -l|')(?:cudart|cuda|cublas|cudnn|nvrtc|curand"
            r"|nccl)\w{0,10}"
        ),
        meaning="The extension is linked with CUDA, which no Mac has.",
        fix="Look for a build of the package without CUDA, or another package.",
        source="https://docs.pytorch.org/docs/stable/cpp_extension.html",
        examples=(
            "ld: library not found for -lcudart",
            "ld: library 'cuda' not found",
            "ld: library 'cublas' not found",
            "ld: library 'cudnn' not found",
            "ld: library 'nvrtc' not found",
            "ld: library 'curand' not found",
            "ld: library 'nccl' not found",
        ),
        near_misses=("ld: library 'omp' not found",),
    ),
    ErrorText(
        id="nvcc-flags-to-clang",
        cause="app-requires-cuda",
        kind="build",
        literals=(
            "--expt-",
            "-gencode",
            "cmake_cuda_compiler not set",
            "findcudatoolkit.cmake",
            "failed to detect a default cuda architecture",
        ),
        pattern=(
            r"\b(?:unknown argument|unsupported option):? '(?:--expt-[\w-]{1,30}"
            r"|-gencode[^']{0,40})'|\bcmake_cuda_compiler not set\b"
            r"|\bnot providing \"findcudatoolkit\.cmake"
            r"|\bfailed to detect a default cuda architecture\b"
        ),
        meaning="The build is one for CUDA: it looks for nvcc, or hands its options to clang.",
        fix="Build without CUDA where the package allows it, or use another package.",
        source="https://cmake.org/cmake/help/latest/module/FindCUDAToolkit.html",
        examples=(
            "clang: error: unknown argument: '--expt-relaxed-constexpr'",
            "clang: error: unknown argument: '-gencode'",
            "CMake Error: CMAKE_CUDA_COMPILER not set, after EnableLanguage",
            'By not providing "FindCUDAToolkit.cmake" in CMAKE_MODULE_PATH this project has asked',
            "CMake Error: Failed to detect a default CUDA architecture.",
        ),
        near_misses=("nvcc takes --expt-relaxed-constexpr and -gencode",),
    ),
    ErrorText(
        id="cuda-versions-of-build",
        cause="app-requires-cuda",
        kind="build",
        literals=("mismatches the version that was used to compile",),
        pattern=(
            r"\bdetected cuda version \((?:none)?\) mismatches the version that was used to compile"
        ),
        meaning="The extension is built for CUDA, which neither the Mac nor its torch has.",
        fix="Look for a build of the package without CUDA, or another package.",
        source="https://docs.pytorch.org/docs/stable/cpp_extension.html",
        examples=(
            (
                "RuntimeError: The detected CUDA version (None) mismatches the version that was "
                "used to compile PyTorch (None)."
            ),
        ),
        near_misses=(
            "The Python version mismatches the version that was used to compile it",
            # Only a computer with CUDA says so.
            "The detected CUDA version (12.1) mismatches the version that was used to compile",
        ),
    ),
    ErrorText(
        id="cuda-home-without-runtime",
        cause="app-requires-cuda",
        kind="warning",
        literals=("no cuda runtime is found, using cuda_home",),
        meaning="A program builds sources for CUDA while it runs, which no Mac can use.",
        fix="Choose a part of the program that does without CUDA.",
        source="torch 2.13.0 for macOS: torch/utils/cpp_extension.py",
        verbatim="No CUDA runtime is found, using CUDA_HOME=",
        on="mac",
        alone=True,
        examples=("No CUDA runtime is found, using CUDA_HOME='/opt/made-up/env'",),
        near_misses=("A CUDA runtime is found, using CUDA_HOME='/usr/local/cuda'",),
    ),
)
