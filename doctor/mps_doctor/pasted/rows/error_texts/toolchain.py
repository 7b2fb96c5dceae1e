"""Command-line tools and compilers."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="no-cxx-compiler",
        cause="xcode-clt-missing",
        literals=("no working c++ compiler found", "error: compiler: "),
        pattern=r"no working c\+\+ compiler found|error: compiler: \S{1,60} is not found\b",
        since="2.0",
        meaning="torch.compile needs a C++ compiler, which comes with Xcode's command-line tools.",
        fix="Install the tools: `xcode-select --install`.",
        source="torch 2.13.0 for macOS: torch/_inductor/exc.py",
        verbatim="No working C++ compiler found",
        examples=(
            (
                "torch._inductor.exc.InvalidCxxCompiler: No working C++ compiler found in "
                "torch._inductor.config.cpp.cxx: (None, 'g++')"
            ),
            "RuntimeError: Compiler: clang++ is not found.",
        ),
        near_misses=("C++ compiler found: clang++", "the compiler clang++ is found"),
    ),
    ErrorText(
        id="xcrun-developer-path",
        cause="xcode-clt-missing",
        kind="build",
        literals=("invalid active developer path", "missing xcrun at"),
        pattern=r"invalid active developer path|missing xcrun at",
        meaning="The command-line tools are gone, as after an update of macOS.",
        fix="Install them: `xcode-select --install`.",
        source="https://github.com/getsentry/sentry/issues/30050",
        examples=(
            (
                "xcrun: error: invalid active developer path "
                "(/Library/Developer/CommandLineTools), missing xcrun at: "
                "/Library/Developer/CommandLineTools/usr/bin/xcrun"
            ),
        ),
        near_misses=("active developer path is /Applications",),
    ),
    ErrorText(
        id="xcode-select-no-tools",
        cause="xcode-clt-missing",
        kind="build",
        literals=(
            "no developer tools were found",
            "xcode-select: error: tool",
            "unable to get active developer",
            "install requested for command line developer tools",
        ),
        pattern=(
            r"no developer tools were found|xcode-select: error: (?:tool"
            r"|unable to get active developer)|unable to get active developer directory"
            r"|xcode-select: note: install requested for command line developer tools"
        ),
        meaning="The command-line tools are not installed.",
        fix="Install them: `xcode-select --install`.",
        source="https://developer.apple.com/xcode/resources/",
        examples=(
            (
                "xcode-select: note: no developer tools were found at '/Applications/Xcode.app', "
                "requesting install."
            ),
            "xcode-select: note: install requested for command line developer tools",
        ),
        near_misses=("no developer of that name was found",),
    ),
    ErrorText(
        id="xcode-license",
        cause="xcode-clt-missing",
        kind="build",
        literals=("xcode license", "xcode/ios license"),
        pattern=r"(?:have not agreed|agreeing) to the xcode(?:/ios)? license",
        meaning="The licence of Xcode was not accepted, so its compiler does not run.",
        fix="Accept it: `sudo xcodebuild -license`.",
        source="https://developer.apple.com/xcode/resources/",
        examples=(
            "You have not agreed to the Xcode license agreements.",
            "You have not agreed to the Xcode license agreements",
            "Agreeing to the Xcode/iOS license requires admin privileges",
        ),
        near_misses=("the Xcode licence was read",),
    ),
    ErrorText(
        id="clang-failed-missing",
        cause="xcode-clt-missing",
        kind="build",
        literals=("failed: no such file",),
        pattern=r"command '?\S{0,80}(?:clang|gcc|g|\bcc?)(?:\+\+)?'? failed: no such file",
        meaning="There is no compiler.",
        fix="Install the command-line tools: `xcode-select --install`.",
        source="https://developer.apple.com/xcode/resources/",
        examples=(
            "error: command 'clang' failed: No such file or directory",
            "error: command 'cc' failed: No such file or directory",
        ),
        near_misses=("error: command 'nvcc' failed: No such file or directory",),
    ),
    ErrorText(
        id="clang-not-found",
        cause="xcode-clt-missing",
        kind="build",
        literals=("command not found",),
        pattern=r"\b(?:clang|gcc|g|make|xcrun)(?:\+\+)?: command not found",
        meaning="There is no compiler.",
        fix="Install the command-line tools: `xcode-select --install`.",
        source="https://developer.apple.com/xcode/resources/",
        examples=("sh: clang++: command not found",),
        near_misses=("sh: mamba: command not found",),
    ),
    ErrorText(
        id="standard-header-missing",
        cause="xcode-clt-missing",
        kind="build",
        literals=("file not found",),
        pattern=(
            r"fatal error: '(?:stdio|stdlib|string|math|cstdlib|cmath|wchar|algorithm|vector"
            r"|iostream|cstddef|cstdint|cassert|type_traits|stdint|limits|stddef|unistd|errno"
            r"|assert|sys/types|sys/param|targetconditionals|accelerate/accelerate|veclib/veclib"
            r"|metal/metal|foundation/foundation|corefoundation/corefoundation|coreml/coreml"
            r"|metalperformanceshaders/metalperformanceshaders|objc/objc)(?:\.h)?' file not found"
        ),
        meaning=(
            "The compiler does not find the headers of the system: the command-line tools are "
            "stale."
        ),
        fix=(
            "Reinstall the command-line tools: remove /Library/Developer/CommandLineTools, then "
            "`xcode-select --install`."
        ),
        source="https://developer.apple.com/xcode/resources/",
        examples=(
            "ggml.c:147:10: fatal error: 'Accelerate/Accelerate.h' file not found",
            "fatal error: 'stdio.h' file not found",
            "fatal error: 'sys/types.h' file not found",
            "fatal error: 'type_traits' file not found",
            "fatal error: 'TargetConditionals.h' file not found",
        ),
        near_misses=("FileNotFoundError: file not found", "fatal error: 'ffi.h' file not found"),
    ),
    ErrorText(
        id="linker-system-missing",
        cause="xcode-clt-missing",
        kind="build",
        literals=("ld: library",),
        pattern=(
            r"\bld: library (?:not found for -l(?:system|c\+\+)(?![\w-])|'(?:system"
            r"|c\+\+)' not found)"
        ),
        meaning=(
            "The linker finds no library of the system: the command-line tools are missing or "
            "older than macOS."
        ),
        fix="`xcode-select --install`, or install the current command-line tools again.",
        source="https://developer.apple.com/documentation/xcode/installing-the-command-line-tools/",
        examples=("ld: library not found for -lSystem", "ld: library 'System' not found"),
        near_misses=("ld: library not found for -lSystemFoo",),
    ),
    ErrorText(
        id="xcrun-utility-missing",
        cause="xcode-clt-missing",
        kind="build",
        literals=("unable to find utility",),
        pattern=(
            r"unable to find utility [\"'](?:metal|metallib|metal-\w{1,10}|clang|clang\+\+|cc|c\+\+"
            r"|ld|ar|make|git|xcodebuild|python3)[\"']"
        ),
        meaning=(
            "`xcrun` can't find this tool: Xcode's tools are missing, or only part of them is "
            "installed."
        ),
        fix=(
            "Install Xcode, select it with `xcode-select -s`, and open it once; `metal` comes with "
            "Xcode only."
        ),
        source="https://developer.apple.com/documentation/xcode/installing-the-command-line-tools/",
        any_program=True,
        examples=('xcrun: error: unable to find utility "metal", not a developer tool or in PATH',),
        near_misses=("unable to find utility room",),
    ),
    ErrorText(
        id="metal-toolchain-missing",
        cause="xcode-clt-missing",
        kind="build",
        literals=("missing metal toolchain",),
        meaning="Xcode 26 comes without the compiler for Metal, which is a download of its own.",
        fix="Run xcodebuild -downloadComponent MetalToolchain.",
        source=(
            "https://developer.apple.com/documentation/xcode/downloading-and-installing-additional-"
            "xcode-components"
        ),
        any_program=True,
        examples=(
            (
                "error: cannot execute tool 'metal' due to missing Metal Toolchain; use: "
                "xcodebuild -downloadComponent MetalToolchain"
            ),
        ),
        near_misses=("the Metal toolchain is installed",),
    ),
    ErrorText(
        id="xcrun-sdk-missing",
        cause="xcode-clt-missing",
        kind="build",
        literals=("cannot be located",),
        pattern=r"sdk [\"'][\w.]{2,20}[\"'] cannot be located",
        meaning=(
            "xcrun finds no SDK: Xcode's tools are missing, or xcode-select points to a folder "
            "that is gone."
        ),
        fix="`xcode-select --install`, or `xcode-select -s` with the folder of Xcode.",
        source="https://developer.apple.com/documentation/xcode/installing-the-command-line-tools/",
        examples=('xcrun: error: SDK "macosx" cannot be located',),
        near_misses=("The SDK manual cannot be located",),
    ),
    ErrorText(
        id="xcrun-developer-path-gone",
        cause="xcode-clt-missing",
        kind="build",
        literals=("active developer path (",),
        pattern=r"active developer path \([^)]{1,200}\) does not exist",
        meaning="xcode-select points to a folder that is gone.",
        fix="`sudo xcode-select --reset`, or `xcode-select --install`.",
        source="https://developer.apple.com/documentation/xcode/installing-the-command-line-tools/",
        examples=(
            (
                "xcrun: error: active developer path "
                '("/Applications/Xcode.app/Contents/Developer") does not exist'
            ),
        ),
        near_misses=("The active developer path (see above) exists",),
    ),
    ErrorText(
        id="xcrun-library-unloadable",
        cause="xcode-clt-missing",
        kind="build",
        literals=("unable to load libxcrun",),
        meaning="The Xcode command-line tools are those of another processor or macOS.",
        fix="Remove /Library/Developer/CommandLineTools and run `xcode-select --install`.",
        source="https://github.com/pytorch/pytorch/issues/48145",
        examples=(
            (
                "xcrun: error: unable to load libxcrun "
                "(dlopen(/Library/Developer/CommandLineTools/usr/lib/libxcrun.dylib, 0x0005): "
                "could not use '/Library/Developer/CommandLineTools/usr/lib/libxcrun.dylib' "
                "because it is not a compatible arch)."
            ),
        ),
        near_misses=("xcrun: error: unable to load the SDK settings",),
    ),
    ErrorText(
        id="brew-command-line-tools",
        cause="xcode-clt-missing",
        kind="build",
        literals=(
            "your command line tools",
            "no developer tools installed",
            "your xcode is configured with an invalid path",
            "command line tools installation may be",
        ),
        pattern=(
            r"\byour command line tools (?:\(clt\) )?(?:are too outdated|does not support macos"
            r"|installation may be)|\bno developer tools installed\b"
            r"|\byour xcode is configured with an invalid path\b"
        ),
        meaning="The command-line tools are missing, old or broken.",
        fix="`sudo rm -rf /Library/Developer/CommandLineTools`, then: `xcode-select --install`.",
        source=(
            "https://github.com/Homebrew/brew/blob/main/Library/Homebrew/extend/os/mac/diagnostic.r"
            "b"
        ),
        examples=(
            "Error: Your Command Line Tools are too outdated.",
            "Error: Your Command Line Tools (CLT) does not support macOS 15.",
            "Warning: Your Command Line Tools installation may be broken or incomplete.",
            "Error: No developer tools installed.",
            "Error: Your Xcode is configured with an invalid path.",
        ),
        near_misses=("Your Command Line Tools are fine",),
    ),
    ErrorText(
        id="c-compiler-does-not-work",
        cause="xcode-clt-missing",
        kind="build",
        literals=(
            "compiler cannot create executables",
            "cmake_c_compiler",
            "cmake_cxx_compiler",
            "no acceptable c compiler",
            "able to compile a simple test program",
            "unable to execute",
        ),
        pattern=(
            r"\bc(?:\+\+)? compiler cannot create executables\b"
            r"|\bcmake_c(?:xx)?_compiler (?:not set|could be found)"
            r"|\bno acceptable c compiler found\b|\b(?:not "
            r"|un)able to compile a simple test program\b|\bunable to execute '(?:clang|gcc|cc"
            r"|c\+\+)(?:\+\+)?': no such file"
        ),
        meaning="There is no C compiler that works: the command-line tools are missing or broken.",
        fix="`xcode-select --install`.",
        source="https://github.com/pyenv/pyenv/wiki/Common-build-problems",
        on="mac",
        examples=(
            'The C compiler "/usr/bin/cc" is not able to compile a simple test program.',
            "configure: error: C compiler cannot create executables",
            "CMake Error: CMAKE_C_COMPILER not set, after EnableLanguage",
            "No CMAKE_CXX_COMPILER could be found.",
            "configure: error: no acceptable C compiler found in $PATH",
            "unable to execute 'clang': No such file or directory",
        ),
        near_misses=("The C++ compiler created executables",),
    ),
)
