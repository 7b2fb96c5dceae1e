"""`import torch` that fails or crashes, and builds that are broken."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="create-indexing-library",
        cause="torch-build-regression",
        literals=("failed to create indexing library",),
        since="1.13",
        until="2.3",
        meaning=(
            "The Metal code that torch brings does not compile on this system; seen in broken "
            "nightlies and in virtual machines."
        ),
        fix="Use a released torch; in a virtual machine use the CPU.",
        source="https://github.com/pytorch/pytorch/issues/117465",
        rule="metal-library",
        examples=(
            (
                "RuntimeError: Failed to create indexing library, error: Error "
                "Domain=MTLLibraryErrorDomain Code=3"
            ),
        ),
        near_misses=("failed to create library folder",),
    ),
    ErrorText(
        id="create-metal-library",
        cause="torch-build-regression",
        literals=(
            "failed to create metal",
            "gather-scatter library",
            "the metal shader function",
            "metal library section",
            "failed to load metallib",
        ),
        pattern=(
            r"failed to create metal (?:\w{1,80} )?library\b(?!.{0,80}using language version)"
            r"|failed to compile gather-scatter library|failed to load the metal shader function"
            r"|can't find metal library section|failed to load metallib\b"
        ),
        since="2.0",
        meaning="The Metal code that torch brings does not load or compile on this system.",
        fix="Use a released torch that fits this macOS.",
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="Failed to create metal library, error: ",
        rule="metal-library",
        examples=(
            (
                "RuntimeError: Failed to create metal library, error: Error "
                "Domain=MTLLibraryErrorDomain Code=1"
            ),
            "RuntimeError: Can't find metal library section UnaryKernel_31",
            "RuntimeError: Failed to load metallib: Error Domain=MTLLibraryErrorDomain Code=1",
            (
                "RuntimeError: Failed to compile gather-scatter library, error: Error "
                "Domain=MTLLibraryErrorDomain Code=3"
            ),
        ),
        near_misses=("failed to create metal folder", "the metal library section of the docs"),
    ),
    ErrorText(
        id="torch-import-segfault",
        cause="torch-import-crashed",
        kind="abort",
        literals=("segmentation fault", "bus error", "abort"),
        pattern=(
            r"(?:segmentation fault|bus error"
            r"|abort(?:ed)?)[^\n]{0,40}(?<!without )import torch(?![^\n]{0,120}\bmps\b)"
            r"|(?<!without )import torch(?![^\n]{0,120}\bmps\b)[^\n]{0,60}(?:segmentation fault"
            r"|bus error|(?<!\bi )(?<!have )\babort)"
            r"|\bfrom torch[\w.]{0,40} import \w{1,40} (?:\[1\] {1,4}\d{1,7} {1,4}"
            r"|zsh: )segmentation"
        ),
        meaning=(
            "`import torch` crashes; usually two OpenMP runtimes collide, or packages of two "
            "sources are mixed."
        ),
        fix="Install only torch into a new environment and import it there.",
        source="https://github.com/pytorch/pytorch/issues/132372",
        rule="import-segfault",
        examples=(
            'zsh: segmentation fault  python -c "import torch"',
            ">>> from torch.utils.data import DataLoader\n[1]    26092 segmentation fault  python",
        ),
        near_misses=(
            "zsh: segmentation fault  python train.py",
            "segmentation fault, and none without import torch",
            "import torch takes long, I aborted it",
        ),
    ),
    ErrorText(
        id="fatal-python-import-torch",
        cause="torch-import-crashed",
        kind="abort",
        literals=("fatal python error",),
        pattern=(
            r"fatal python error: (?:segmentation fault|bus error|aborted"
            r"|illegal instruction).{0,400}torch/__init__\.py"
        ),
        reach=700,
        meaning="The import of torch kills the process.",
        fix="Install only torch into a new environment and import it there.",
        source="https://github.com/pytorch/pytorch/issues/132372",
        examples=(
            (
                "Fatal Python error: Segmentation fault Current thread (most recent call first): "
                'File "torch/__init__.py", line 367 in _load_global_deps'
            ),
        ),
        near_misses=("Fatal Python error: init_fs_encoding",),
    ),
    ErrorText(
        id="torch-import-deps",
        cause="torch-import-failed",
        literals=("libtorch_global_deps",),
        pattern=r"libtorch_global_deps\.\w{1,80}: cannot",
        meaning="The libraries of torch do not load.",
        fix="Install torch again; the line before names what is missing.",
        source="https://github.com/pytorch/pytorch/issues/123833",
        examples=("OSError: libtorch_global_deps.dylib: cannot open",),
        near_misses=("import libtorch",),
    ),
    ErrorText(
        id="torch-dlopen-failed",
        cause="torch-import-failed",
        kind="loader",
        literals=("dlopen(", "/libtorch/lib/"),
        pattern=(
            r"dlopen\((?:[^)\n]{0,300}/)?(?:torch/_c\b[\w.-]{0,60}\.so"
            r"|torch/lib/lib(?:torch\w{0,40}|c10|shm)\.dylib|lib(?:torch(?:_\w{1,40})?"
            r"|c10)\.dylib)[^)\n]{0,20}\):? ?(?:library not loaded|symbol not found)"
            r"|library not loaded: '?@rpath/(?!lib(?:torch|c10|i?omp5?\.))[\w.+-]{1,60}'?"
            r" referenced from: (?:<[\w-]{1,40}> ?)?'?[^\s']{0,240}/libtorch/lib/lib\w"
        ),
        meaning=(
            "One of torch's own libraries could not be loaded: something that it is linked to is "
            "missing or does not fit."
        ),
        fix=(
            "Remove torch and install it again into a new environment; take away copies of the "
            "named library that other installers left."
        ),
        source="https://github.com/apple-oss-distributions/dyld",
        rule="torch-library",
        examples=(
            (
                "ImportError: dlopen(/env/lib/python3.9/site-packages/torch/_C.cpython-39-darwin.so"
                ", 2): Library not loaded: @rpath/libfoo.dylib"
            ),
            (
                "ImportError: dlopen(torch/_C.cpython-312-darwin.so, 0x0002): Library not loaded: "
                "@rpath/libfoo.dylib"
            ),
            (
                "OSError: dlopen(libtorch_global_deps.dylib, 0x6): Library not loaded: "
                "@rpath/libgfortran.5.dylib"
            ),
            (
                "dyld: Library not loaded: @rpath/libfoo.dylib Referenced from: "
                "/Users/x/app/libtorch/lib/libtorch.dylib Reason: image not found"
            ),
        ),
        near_misses=(
            (
                "ImportError: dlopen(/env/lib/python3.9/site-packages/scipy/_C.cpython-39-darwin.so"
                ", 2): Library not loaded: @rpath/libfoo.dylib"
            ),
            (
                "OSError: dlopen(libtorchcodec_core7.dylib, 0x6): Library not loaded: "
                "@rpath/libavutil.58.dylib"
            ),
            (
                "dyld: Library not loaded: @rpath/libtorch.dylib Referenced from: "
                "/Users/x/app/libtorch/lib/libfoo.dylib Reason: image not found"
            ),
        ),
    ),
    ErrorText(
        id="companion-libcxx",
        cause="torch-build-regression",
        kind="loader",
        literals=("library not loaded: @rpath/libc++", "library not loaded: '@rpath/libc++"),
        pattern=(
            r"/torch(?:text|audio|vision)/[^\n]{0,120}library not loaded: '?@rpath/libc\+\+\.1\.dyl"
            r"ib"
        ),
        meaning="A released companion of torch looks for libc++ where only its builders had it.",
        fix="Install a newer torch with the companion that belongs to it.",
        source="https://github.com/pytorch/pytorch/issues/36941",
        examples=(
            (
                "OSError: dlopen(/env/torchtext/_torchtext.so, 6): Library not loaded: "
                "@rpath/libc++.1.dylib"
            ),
        ),
        near_misses=(
            "OSError: dlopen(/env/foo/_foo.so, 6): Library not loaded: @rpath/libc++.1.dylib",
        ),
    ),
    ErrorText(
        id="torch-import-segfaults",
        cause="torch-import-crashed",
        kind="abort",
        literals=("segfault",),
        pattern=(
            r"segfault\w{0,3}[^\n]{0,60}\bimport(?:ing)? torch\b"
            r"|\bimport(?:ing)? torch\b[^\n]{0,40}\bsegfault"
        ),
        meaning="Python is killed while it imports torch.",
        fix=(
            "Make a fresh environment with an official wheel; look for packages that bring a "
            "second OpenMP."
        ),
        source="https://github.com/pytorch/pytorch/issues/50873",
        rule="import-segfault",
        examples=("On my Mac, import torch segfaults right away.",),
        near_misses=("segfault in the second epoch of the training",),
    ),
    ErrorText(
        id="torch-import-kernel-dies",
        cause="torch-import-crashed",
        kind="abort",
        literals=("kernel",),
        pattern=(
            r"\bthe kernel (?:dies|died|crashe[sd]|keeps (?:dying|crashing)"
            r"|restarts)[^\n.]{0,40}\bimport(?:ing)? torch\b"
            r"|\bimport(?:ing)? torch\b(?:(?!\b(?:works?|fine|ok|without|mps|cuda"
            r"|def)\b)[^\n.]){0,80}(?:\bkernel (?:dies|died|crashe[sd]|restart(?:s|ed|ing)|has died"
            r"|appears to have died)|\b(?:crashe[sd]|kill(?:s|ed)?) the kernel)"
        ),
        meaning="Python is killed while it imports torch.",
        fix=(
            "Run `python -c 'import torch'` in a terminal; make a fresh environment with an "
            "official wheel."
        ),
        source="https://github.com/pytorch/pytorch/issues/87041",
        rule="import-segfault",
        examples=(
            "The kernel dies as soon as I import torch.",
            "'import torch' crashes the kernel",
            "import torch\nfails with a Kernel Restarting message",
            (
                "Importing torch in the first cell:\n"
                "The Kernel crashed while executing code in the current cell."
            ),
        ),
        near_misses=(
            "the kernel size of the convolution after import torch",
            "import torch works.\nThe kernel appears to have died in the third cell.",
            "import torch\nmodel.to('mps')\nThe kernel has died",
        ),
    ),
    ErrorText(
        id="delocate-path-left",
        cause="torch-build-regression",
        kind="loader",
        literals=("/dlc/torch",),
        pattern=(
            r"library not loaded: '?/dlc/torch/|(?:erroneous|wrong|bad|broken|incorrect|invalid"
            r"|absolute)(?:ly)? (?:link\w{0,5}|path|rpath|install name"
            r"|reference)[^\n]{0,40}/dlc/torch\b"
        ),
        meaning=(
            "A library of a released torch is linked to the place where delocate put it for the "
            "build, which exists nowhere else."
        ),
        fix="Take the release before or after it.",
        source="https://github.com/matthew-brett/delocate",
        examples=(
            "dyld: Library not loaded: /DLC/torch/.dylibs/libfoo.dylib",
            "libfoo.dylib has a wrong path: /DLC/torch/.dylibs/libfoo.dylib",
        ),
        near_misses=(
            (
                "libfoo.dylib:\n"
                "\t/DLC/torch/.dylibs/libfoo.dylib (compatibility version 5.0.0, current version "
                "5.0.0)"
            ),
            "Library not loaded: /DLC/other/.dylibs/libfoo.dylib",
        ),
    ),
    ErrorText(
        id="code-signature-killed",
        cause="torch-import-crashed",
        kind="abort",
        literals=("code signature invalid",),
        pattern=(
            r"sigkill \(code signature invalid\).{0,1500}?\b(?:lib(?:torch\w{0,20}|c10)\.dylib"
            r"|_c\.cpython)"
        ),
        reach=1600,
        meaning=(
            "The system ended Python because a library of torch's does not carry the signature "
            "that it should."
        ),
        fix="Remove torch and install it again; leave its libraries as the wheel brings them.",
        source=(
            "https://developer.apple.com/documentation/xcode/understanding-the-exception-types-in-a"
            "-crash-report"
        ),
        examples=(
            (
                "Exception Type: EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid)) Thread 0 "
                "Crashed: 4 libtorch_cpu.dylib 0x1"
            ),
        ),
        near_misses=(
            (
                "Exception Type: EXC_BAD_ACCESS (SIGKILL (Code Signature Invalid)) Thread 0 "
                "Crashed: 4 libzmq.5.dylib 0x1"
            ),
        ),
    ),
)
