"""Packages that are compiled, because they have no file for this Mac."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="pip-build-failed-cuda-package",
        cause="package-no-macos-wheel",
        kind="build",
        literals=(
            "building wheel for",
            "preparing metadata",
            "requirements to build wheel",
            "failed to build",
            "collecting ",
        ),
        pattern=(
            r"(?:failed building wheel for|could not build wheels for"
            r"|failed to build:?(?: installable wheels for [^\n(]{0,60}\([\w, -]{0,80}?)?"
            r"|building wheel for(?= [\w.-]{2,40} \([\w. ]{1,20}\)(?: \.\.\."
            r"|:)? ?(?:finished with status ')?(?:error"
            r"|did not run successfully))) ?[`'\"]?(?P<package>xformers|triton|flash[-_]attn"
            r"|bitsandbytes|deepspeed|mamba[-_]ssm|causal[-_]conv1d|auto[-_]gptq|exllamav2|apex"
            r"|nvidia-[\w-]{1,40}|pycuda|cupy[\w-]{0,20}|sageattention"
            r"|tensorrt[\w-]{0,20})(?![\w.-]*\w)|(?:xformers|triton|flash[-_]attn|bitsandbytes"
            r"|deepspeed|mamba[-_]ssm|causal[-_]conv1d|auto[-_]gptq|exllamav2|apex"
            r"|nvidia-[\w-]{1,40}|pycuda|cupy[\w-]{0,20}|sageattention"
            r"|tensorrt[\w-]{0,20})-\d[\w.]{0,30}\.tar\.gz[^\n]{0,30}\s{1,8}(?:[^\n]{0,60}\.\.\. ?"
            r"(?:done|started)\s{1,8}){0,3}(?:preparing metadata"
            r"|getting requirements to build wheel)[^\n]{0,30}\berror\b"
            r"|\bcollecting (?:xformers|flash[-_]attn|deepspeed|mamba[-_]ssm|causal[-_]conv1d)"
            r"(?![\w.-]*\w)(?:(?!\bcollecting )[^\n]){0,160}(?:\.\.\. error\b"
            r"|error: subprocess-exited-with-error)"
        ),
        meaning="{package} is made for CUDA and has no build for macOS: pip tried to compile it.",
        fix=(
            "Leave {package} out on the Mac: programs that can run without CUDA name it as "
            "optional."
        ),
        source="https://github.com/facebookresearch/xformers/issues/740",
        examples=(
            "ERROR: Failed building wheel for flash-attn",
            "Collecting flash-attn error: subprocess-exited-with-error × python setup.py egg_info",
            (
                "Collecting flash-attn\n"
                "  Using cached flash_attn-2.0.tar.gz (2 MB)\n"
                "  Installing build dependencies ... done\n"
                "  Preparing metadata (setup.py) ... error"
            ),
            "  × Failed to build `tensorrt-cu12-libs==10.1.0`",
            (
                "ERROR: Failed to build installable wheels for some pyproject.toml based projects "
                "(mamba-ssm)"
            ),
        ),
        near_misses=(
            "ERROR: Failed building wheel for sentencepiece",
            (
                "  Using cached deepspeed-0.9.tar.gz (766 kB)\n"
                "  Preparing metadata (setup.py) ... done"
            ),
            "  × Failed to build `tokenizers==0.13.3`",
        ),
    ),
    ErrorText(
        id="pip-build-failed-known-package",
        cause="package-no-macos-wheel",
        kind="build",
        literals=(
            "building wheel for",
            "could not build wheels for",
            "failed to build",
            "requirements to build wheel",
            "preparing metadata",
        ),
        pattern=(
            r"(?:failed building wheel for|could not build wheels for"
            r"|failed to build:?(?: installable wheels for [^\n(]{0,60}\([\w, -]{0,80}?)?"
            r"|building wheel for(?= [\w.-]{2,40} \([\w. ]{1,20}\)(?: \.\.\."
            r"|:)? ?(?:finished with status ')?(?:error"
            r"|did not run successfully))) ?[`'\"]?(?P<package>numpy|scipy|pandas|dlib|insightface"
            r"|pyworld|fasttext(?:-wheel)?|webrtcvad|(?:chroma-)?hnswlib|samplerate|pesq|lap"
            r"|editdistance|scikit-learn|matplotlib|pillow|opencv[-_]python[\w-]{0,20}|tokenizers"
            r"|sentencepiece|safetensors|h5py|grpcio(?:-tools)?|pyarrow|numba|llvmlite|spacy|blis"
            r"|thinc|pycocotools|onnx(?:runtime|sim)?|lxml|tiktoken|mmcv(?:-full)?|pytorch3d"
            r"|torch[-_](?:scatter|sparse|cluster|spline[-_]conv)|pyg[-_]lib|natten|detectron2"
            r"|fairseq|decord|open3d|tensorflow[-_]text|faiss[-_]cpu|hdbscan"
            r"|shapely)(?![\w-])(?!\.\w)"
            r"|(?:natten|detectron2|pytorch3d|mmcv|torch[-_](?:scatter|sparse|cluster"
            r"|spline[-_]conv))"
            r"-\d[\w.]{0,30}\.tar\.gz[^\n]{0,80}(?:preparing metadata"
            r"|getting requirements to build wheel)[^\n]{0,30}\berror\b"
        ),
        meaning=(
            "{package} is compiled here: it has files for other systems or Pythons, and none for "
            "this Mac and this Python."
        ),
        fix=(
            "Use a version of {package}, or a Python, of which the package index has a file for "
            "this Mac."
        ),
        source="https://github.com/rusty1s/pytorch_scatter/issues/241",
        alone=True,
        on="mac",
        any_program=True,
        examples=(
            "ERROR: Failed building wheel for dlib",
            (
                "Collecting natten\n  Using cached natten-0.15.1.tar.gz (1.9 MB)\n"
                "  Getting requirements to build wheel ... error"
            ),
            "error: Failed to build `hnswlib==0.8.0`",
            "  ERROR: Failed building wheel for torch-sparse",
            "ERROR: Could not build wheels for opencv-python, which is required to install",
            "ERROR: Failed to build `numba==0.56.4`",
            "    Building wheel for numpy (pyproject.toml): finished with status 'error'",
        ),
        near_misses=(
            "ERROR: Failed building wheel for pyaudio",
            "Building wheel for numpy (pyproject.toml) ... done",
        ),
    ),
    ErrorText(
        id="torch-header-not-found",
        cause="torch-companion-version-mismatch",
        kind="build",
        literals=("file not found",),
        pattern=(
            r"fatal error: '(?:c10|aten|torch)/(?![\w/]{0,40}cud)[\w/]{1,60}\.h' file not found"
        ),
        meaning="The package is written for another torch: this one does not have that header.",
        fix="Use the release of the package that is for this torch, or the torch that it asks for.",
        source="https://github.com/pytorch/pytorch/blob/main/c10/util/CallOnce.h",
        also=("package-no-macos-wheel",),
        examples=("csrc/x.mm:2:10: fatal error: 'c10/util/CallOnce.h' file not found",),
        near_misses=("fatal error: 'ATen/cuda/CUDAContext.h' file not found",),
    ),
    ErrorText(
        id="header-not-found",
        cause="package-no-macos-wheel",
        kind="build",
        literals=("file not found",),
        pattern=r"fatal error: '(?!omp\.h)[\w./+-]{1,80}' file not found",
        meaning=(
            "A package is compiled that asks for a header which is not here: of a library of its "
            "own, of Python, or of the compiler."
        ),
        fix=(
            "Install the library that the header belongs to, or use a version of the package that "
            "has a wheel."
        ),
        source="https://clang.llvm.org/docs/DiagnosticsReference.html",
        rule="silent",
        examples=("c10/util/Exception.h:8:10: fatal error: 'memory' file not found",),
        near_misses=("fatal error: 'omp.h' file not found", "error: file not found: setup.py"),
    ),
    ErrorText(
        id="numpy-faltivec",
        cause="package-no-macos-wheel",
        kind="build",
        literals=("does not support 'faltivec'",),
        meaning="An old NumPy is compiled: it has no file for Apple silicon or for this Python.",
        fix="Let pip use a newer NumPy, or a Python for which that version has a file.",
        source="https://github.com/numpy/numpy/issues/17807",
        on="mac",
        examples=(
            "clang: error: the clang compiler does not support 'faltivec', please use -maltivec",
        ),
        near_misses=("clang: error: the clang compiler does not support '-march=native'",),
    ),
    ErrorText(
        id="cuda-package-compiled",
        cause="package-no-macos-wheel",
        kind="installer",
        literals=("build/", "building '"),
        pattern=(
            r"\bbuild/(?:lib|temp)\.macosx-[\w.-]{1,40}/(?P<package>xformers|flash_attn|mamba_ssm"
            r"|causal_conv1d|auto_gptq|exllamav2|apex)\b|\bbuilding '(?:xformers|flash_attn"
            r"|mamba_ssm|causal_conv1d|exllamav2|apex)[\w.]{0,40}' extension"
        ),
        meaning="{package} is for CUDA and is compiled here: there is no build of it for a Mac.",
        fix="Leave {package} out on a Mac; the program must do without it.",
        source="https://github.com/facebookresearch/xformers/issues/740",
        on="mac",
        examples=(
            "copying xformers/ops/common.py -> build/lib.macosx-14-arm64-cpython-310/xformers/ops",
            "building 'xformers._C' extension",
        ),
        near_misses=(
            "copying xformers/ops/common.py -> build/lib.linux-x86_64-cpython-310/xformers/ops",
        ),
    ),
    ErrorText(
        id="rust-compiler-missing",
        cause="package-no-macos-wheel",
        kind="build",
        literals=(
            "can't find rust compiler",
            "can not find rust compiler",
            "cannot find rust compiler",
            "rust and cargo to compile extensions",
        ),
        pattern=(
            r"(?:can't|can not|cannot) find rust compiler"
            r"|requires rust and cargo to compile extensions"
        ),
        meaning=(
            "pip found no build of the package for this Mac and Python, and compiling it needs "
            "Rust."
        ),
        fix=(
            "`pip install --upgrade pip`, use a newer version of the package that has an arm64 "
            "wheel, or install Rust."
        ),
        source="https://github.com/PyO3/setuptools-rust",
        on="mac",
        examples=(
            "error: can't find Rust compiler",
            "error: Can not find Rust compiler",
            "This package requires Rust and Cargo to compile extensions.",
        ),
        near_misses=("error: can't find the compiler", "Rust compiler found: rustc 1.70"),
    ),
    ErrorText(
        id="cargo-missing",
        cause="package-no-macos-wheel",
        kind="build",
        literals=("requires rust and cargo",),
        pattern=r"requires rust and cargo to compile",
        meaning=(
            "pip found no build of the package for this Mac and Python, and compiling it needs "
            "Rust."
        ),
        fix=(
            "Use a version of the package that has a wheel for this Mac and Python, or install "
            "Rust."
        ),
        source="https://www.maturin.rs/",
        on="mac",
        examples=(
            (
                "Cargo, the Rust package manager, is not installed or is not on PATH. This package "
                "requires Rust and Cargo to compile extensions."
            ),
        ),
        near_misses=("requires rust and iron",),
    ),
    ErrorText(
        id="compiled-against-torch",
        cause="package-no-macos-wheel",
        kind="build",
        literals=("/torch/include/",),
        pattern=(
            r"/torch/include/[^\n:]{1,120}:\d{1,5}:\d{1,4}: (?:note|error|warning|fatal error):"
        ),
        meaning="A package with C++ code was compiled against torch, and that failed.",
        fix=(
            "Install a release of the package that has a file for macOS and this torch, or the "
            "torch that its authors name."
        ),
        source="https://github.com/rusty1s/pytorch_sparse/issues/286",
        alone=True,
        on="mac",
        examples=("/lib/site-packages/torch/include/c10/macros/Macros.h:1:2: note: expanded from",),
        near_misses=("-I/lib/site-packages/torch/include/TH -O2",),
    ),
)
