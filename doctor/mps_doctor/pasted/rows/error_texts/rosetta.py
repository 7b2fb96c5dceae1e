"""Programs for Intel on Apple silicon."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="bad-cpu-type",
        cause="python-x86_64-on-apple-silicon",
        kind="loader",
        literals=("bad cpu type in executable",),
        meaning="An Intel program was started on an M-chip without Rosetta.",
        fix="Install the arm64 build of Python or conda.",
        source="https://support.apple.com/en-us/102527",
        rule="bad-cpu-type",
        examples=(
            "zsh: bad CPU type in executable: python",
            "zsh: bad CPU type in executable: /opt/made/up/tool",
        ),
        near_misses=("CPU type: Apple M1",),
    ),
    ErrorText(
        id="mkl-fatal",
        cause="python-x86_64-on-apple-silicon",
        kind="abort",
        literals=("intel mkl", "intel onemkl"),
        pattern=r"intel (?:mkl|onemkl) (?:fatal error|warning|error)",
        meaning=(
            "Intel's MKL is in the environment; on an M-chip that means Intel packages under "
            "Rosetta."
        ),
        fix="Make an osx-arm64 environment with an arm64 conda or Python.",
        source="https://github.com/pytorch/pytorch/issues/83905",
        rule="mkl",
        examples=(
            (
                "Intel MKL FATAL ERROR: This system does not meet the minimum requirements for use "
                "of the Intel(R) Math Kernel Library."
            ),
            "Intel oneMKL FATAL ERROR: cannot load libmkl_avx2.dylib",
        ),
        near_misses=("Intel MKL was found at /opt/intel",),
    ),
    ErrorText(
        id="illegal-hardware-instruction",
        cause="python-x86_64-on-apple-silicon",
        kind="abort",
        literals=("illegal", "sigill"),
        pattern=r"illegal hardware(?: instruction)?\b|illegal instruction ?:? ?4\b|sigill\b",
        meaning=(
            "The processor met an instruction it lacks: typically AVX code of an Intel build under "
            "Rosetta."
        ),
        fix="Make an environment with an arm64 Python.",
        source="https://github.com/pytorch/pytorch/issues/83905",
        rule="illegal-instruction",
        any_program=True,
        examples=(
            "zsh: illegal hardware instruction  python -c 'import torch'",
            "Process finished with exit code 132 (interrupted by signal 4: SIGILL)",
            "Illegal instruction : 4",
            "Illegal instruction 4",
        ),
        near_misses=("ValueError: illegal argument", "illegal instruction set"),
    ),
    ErrorText(
        id="uv-python-x86-on-mac",
        cause="python-x86_64-on-apple-silicon",
        kind="installer",
        literals=("-macos-x86_64",),
        pattern=r"cpython-[\d.]{1,80}\S{0,12}-macos-x86_64",
        meaning="uv uses an Intel Python; on an M-chip it runs under Rosetta.",
        fix="Ask for the arm64 one: `uv venv --python cpython-3.12-macos-aarch64`.",
        source="https://docs.astral.sh/uv/concepts/python-versions/",
        rule="intel-python",
        examples=("Using cpython-3.12.9-macos-x86_64-none",),
        near_misses=("Using cpython-3.12.9-macos-aarch64-none",),
    ),
    ErrorText(
        id="rosetta-translated",
        cause="python-x86_64-on-apple-silicon",
        kind="loader",
        literals=("sysctl.proc_translated",),
        pattern=r"sysctl\.proc_translated\W{1,3}1\b",
        meaning="The process runs under Rosetta.",
        fix="Use an arm64 terminal and Python.",
        source=(
            "https://developer.apple.com/documentation/apple-silicon/about-the-rosetta-translation-"
            "environment"
        ),
        rule="intel-python",
        examples=("sysctl.proc_translated: 1",),
        near_misses=("sysctl.proc_translated: 0",),
    ),
    ErrorText(
        id="avx-not-available",
        cause="python-x86_64-on-apple-silicon",
        kind="abort",
        literals=("avx",),
        pattern=(
            r"(?:compiled|built) (?:to use|using"
            r"|with) avx\w{0,4} instructions,? (?:but these aren't available|which your cpu)"
            r"|missing (?:required )?cpu features[^\n]{0,60}\bavx|cpu (?:does not|doesn't"
            r"|lacks?) (?:support )?(?:for )?(?:the )?avx"
        ),
        meaning=(
            "A library was built for AVX, which Rosetta gives to Intel programs on an M-chip in no "
            "or few versions of macOS."
        ),
        fix="Install an arm64 Python, and reinstall the packages with it.",
        source="https://github.com/jax-ml/jax/issues/5501",
        rule="no-avx",
        examples=(
            (
                "The TensorFlow library was compiled to use AVX instructions, but these aren't "
                "available on your machine."
            ),
            (
                "RuntimeError: This version of jaxlib was built using AVX instructions, which your "
                "CPU and/or operating system do not support."
            ),
        ),
        near_misses=(
            (
                "This binary is optimized to use available CPU instructions: AVX2 FMA, rebuild to "
                "enable them in other operations."
            ),
        ),
    ),
    ErrorText(
        id="rosetta-error",
        cause="python-x86_64-on-apple-silicon",
        kind="loader",
        literals=("rosetta error:",),
        pattern=r"rosetta error: (?!failed to open elf|thread_suspend)",
        meaning=(
            "Rosetta stopped while it translated: the program, or its Python, is an Intel one on "
            "an M-chip."
        ),
        fix="Take the arm64 build of the program, or an arm64 Python.",
        source=(
            "https://developer.apple.com/documentation/apple-silicon/about-the-rosetta-translation-"
            "environment"
        ),
        examples=("rosetta error: unable to mmap __TEXT: 1",),
        near_misses=(
            "rosetta error: failed to open elf at /lib64/ld-linux-x86-64.so.2",
            "an error of Rosetta",
        ),
    ),
    ErrorText(
        id="stack-of-a-translated-process",
        cause="python-x86_64-on-apple-silicon",
        kind="abort",
        literals=("libsystem_",),
        beside=("libiomp5", "libomp", "libtorch", "libc10", "libpython", "python.framework"),
        pattern=(
            r"\blibsystem_\w{2,12}\.dylib 0x(?:0000)?7ff[89a-f][0-9a-f]{8}\b"
            r"(?:(?! thread \d).){1,900}? \d{1,3} (?:lib(?:iomp5|omp|torch\w{0,16}|c10"
            r"|python3[.\d]{2,4})\.dylib|python) 0x"
        ),
        reach=1000,
        meaning="The system's libraries lie where Intel programs have them, so Python is one.",
        fix="Install an arm64 Python, and reinstall the packages with it.",
        source=(
            "https://github.com/apple-oss-distributions/xnu/blob/main/osfmk/mach/shared_region.h"
        ),
        rule="translated",
        examples=(
            "0   libsystem_kernel.dylib   0x7ff812340000 made_up + 10\n"
            "1   libtorch_cpu.dylib   0x12345678 another + 20",
        ),
        near_misses=(
            "0   libsystem_kernel.dylib   0x18a340000 made_up + 10\n"
            "1   libtorch_cpu.dylib   0x12345678 another + 20",
            "0   libsystem_kernel.dylib   0x7ff812340000 made_up + 10\n1   libpng.dylib   0x1234",
        ),
    ),
    ErrorText(
        id="tags-of-an-intel-python",
        cause="python-x86_64-on-apple-silicon",
        kind="installer",
        literals=("_intel", "_fat64"),
        pattern=(
            r"\bcp3\d{1,2}-(?:cp3\d{1,2}t?|abi3|none)-macosx_\d\d_\d{1,2}_(?:intel|fat64)"
            r"(?![\w.])"
        ),
        meaning="pip takes files for Intel, so its Python is a build for Intel.",
        fix="Install an arm64 Python, and reinstall the packages with it.",
        source="https://github.com/pypa/packaging/blob/main/src/packaging/tags.py",
        rule="translated",
        examples=("cp311-cp311-macosx_11_0_intel", "cp312-none-macosx_10_9_fat64"),
        near_misses=(
            "made_up-1.0-cp39-cp39-macosx_10_9_intel.whl",
            "cp311-cp311-macosx_11_0_universal2",
        ),
    ),
    ErrorText(
        id="brew-of-two-processors",
        cause="python-x86_64-on-apple-silicon",
        kind="installer",
        literals=(
            "cannot install under rosetta 2 in arm",
            "on arm processor in intel default prefix",
        ),
        pattern=(
            r"\bcannot install under rosetta 2 in arm default prefix"
            r"|\bon arm processor in intel default prefix"
        ),
        meaning="The shell or its Homebrew is for Intel, on a Mac with Apple silicon.",
        fix="Open a native terminal (arch prints arm64) and use the Homebrew in /opt/homebrew.",
        source=(
            "https://github.com/Homebrew/brew/blob/main/Library/Homebrew/extend/os/mac/install.rb"
        ),
        any_program=True,
        examples=(
            "Error: Cannot install under Rosetta 2 in ARM default prefix (/opt/homebrew)!",
            (
                "Error: Cannot install in Homebrew on ARM processor in Intel default prefix "
                "(/usr/local)!"
            ),
        ),
        near_misses=(
            "Error: Cannot install on Intel processor in ARM default prefix (/opt/homebrew)!",
        ),
    ),
)
