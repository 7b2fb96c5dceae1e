"""arm64 and x86_64 in one environment."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="incompatible-architecture",
        cause="native-arch-mismatch",
        kind="loader",
        literals=("incompatible architecture", "missing compatible architecture"),
        pattern=(
            r"(?:(?:is an? |[:,] |-> ?|\bdlopen\W{1,3})incompatible architecture"
            r"|incompatible architecture \(|(?:ends? (?:in|with)|says?|said|gives?|gave|gets?|got"
            r"|getting|the error|fails? with|raises?|throws?|error:?|due to"
            r"|because of) ['\"\u201c`]?incompatible architecture)[^\n]{0,90}"
            r"|missing compatible architecture\b[^\n]{0,90}"
        ),
        reach=400,
        meaning=(
            "A compiled package was built for a different processor than the Python that loads it."
        ),
        fix=(
            "Recreate the environment with one architecture; on Apple silicon, with an arm64 "
            "Python and terminal."
        ),
        source="https://github.com/apple-oss-distributions/dyld",
        unless=("xcrun-library-unloadable",),
        rule="wrong-architecture",
        examples=(
            (
                "ImportError: dlopen(torch/_C.cpython-311-darwin.so, 0x0002): tried: "
                "'torch/_C.cpython-311-darwin.so' (mach-o file, but is an incompatible "
                "architecture (have 'x86_64', need 'arm64'))"
            ),
            'import torch ends in "incompatible architecture"',
            "made_up: dlopen error, incompatible architecture",
            (
                "OSError: dlopen(/opt/x/lib/libomp.dylib, 0x0006): tried: "
                "'/opt/x/lib/libomp.dylib' (fat file, but missing compatible architecture (have "
                "'i386,x86_64', need 'arm64'))"
            ),
        ),
        near_misses=(
            "incompatible architectures are listed in the manual",
            "we never saw an incompatible architecture there",
            "a compatible architecture",
        ),
    ),
    ErrorText(
        id="wrong-architecture-old",
        cause="native-arch-mismatch",
        kind="loader",
        literals=("wrong architecture",),
        pattern=(
            r"dlopen\([^)\n]{1,300}\)[^\n]{0,40}wrong architecture|mach-o, but wrong architecture"
            r"|no suitable image found[^\n]{0,200}wrong architecture|wrong architecture(?:,|:"
            r"| in) (?:x86_64|arm64|fat|universal)|\b(?:errors?|says?|said|gives?|gave|giving"
            r"|complain\w*|about|got|get)\b[^\n.]{0,24}wrong architecture\b"
            r"|\bwrong architecture\b['\"`]? (?:errors?|messages?)"
        ),
        meaning=(
            "A compiled package was built for a different processor than the Python that loads it."
        ),
        fix="Recreate the environment with one architecture.",
        source="https://github.com/huggingface/tokenizers/issues/712",
        unless=("xcrun-library-unloadable",),
        rule="wrong-architecture",
        examples=(
            (
                "ImportError: dlopen(tokenizers.so, 2): no suitable image found. Did find: "
                "tokenizers.so: mach-o, but wrong architecture"
            ),
            'the terminal of jupyter said "wrong architecture" when I ran the cell',
            "OSError: dlopen(made_up.so): wrong architecture",
            "ImportError: dlopen(_x.so): symbol not found, wrong architecture in fat file",
        ),
        near_misses=(
            "the wrong architecture diagram",
            "this is the wrong architecture for a transformer",
        ),
    ),
    ErrorText(
        id="found-required-architecture",
        cause="native-arch-mismatch",
        kind="build",
        literals=("required architecture", "attempting to link with file built for"),
        pattern=(
            r"found architecture '\w{1,80}', required architecture|building for macos-(?:arm64"
            r"|x86_64),? but attempting to link with file built for"
        ),
        meaning="Libraries of two processors meet in one build.",
        fix="Use libraries and compiler of one architecture.",
        source="https://github.com/LaurentMazare/tch-rs/issues/881",
        examples=(
            (
                "ld: warning: ignoring file libtorch.dylib, building for macOS-arm64 but "
                "attempting to link with file built for macOS-x86_64: found architecture 'x86_64', "
                "required architecture 'arm64'"
            ),
            "ld: building for macOS-arm64 but attempting to link with file built for macOS-x86_64",
        ),
        near_misses=("the required architecture is described below",),
    ),
    ErrorText(
        id="symbols-not-found-arch",
        cause="native-arch-mismatch",
        kind="build",
        literals=("symbol(s) not found for architecture",),
        pattern=(
            r"symbol\(s\) not found for architecture (?:arm64|x86_64).{0,200}(?:built for (?:x86_64"
            r"|arm64|macos-x86_64)|ignoring file)"
        ),
        reach=500,
        meaning="Libraries of two processors meet in one build.",
        fix="Use libraries and compiler of one architecture.",
        source="https://github.com/LaurentMazare/tch-rs/issues/881",
        examples=(
            (
                "ld: symbol(s) not found for architecture arm64 ; ld: warning: ignoring file "
                "x.dylib, file was built for x86_64"
            ),
        ),
        near_misses=("ld: symbol(s) not found for architecture arm64",),
    ),
    ErrorText(
        id="not-a-mach-o",
        cause="native-arch-mismatch",
        kind="loader",
        literals=("mach-o file",),
        pattern=r"\((?:not a mach-o file|slice is not valid mach-o file)",
        meaning="A compiled file was built for another system than macOS.",
        fix=(
            "Install the package again on this Mac; a copied environment or a copied .so of Linux "
            "does not work here."
        ),
        source="https://github.com/apple-oss-distributions/dyld",
        unless=("bitsandbytes-native-missing",),
        examples=(
            "tried: '/opt/x/libfoo.so' (not a mach-o file)",
            "tried: '/opt/x/foo.so' (slice is not valid mach-o file)",
        ),
        near_misses=(
            (
                "tried: '/opt/x/foo.so' (mach-o file, but is an incompatible architecture (have "
                "'x86_64', need 'arm64'))"
            ),
        ),
    ),
    ErrorText(
        id="linker-other-architecture",
        cause="native-arch-mismatch",
        kind="build",
        literals=("attempting to link with file built for",),
        pattern=(
            r"building for (?:macos|macosx)-(?:arm64"
            r"|x86_64),? but attempting to link with file built for"
        ),
        meaning="This build links a library that was made for another processor.",
        fix="Use libraries and a compiler of one architecture.",
        source="https://github.com/LaurentMazare/tch-rs/issues/881",
        examples=(
            (
                "ld: warning: ignoring file /opt/x/libfoo.dylib, building for macOS-arm64 but "
                "attempting to link with file built for macOS-x86_64"
            ),
        ),
        near_misses=("attempting to link with file built for iOS",),
    ),
    ErrorText(
        id="have-need-architecture",
        cause="native-arch-mismatch",
        kind="loader",
        literals=(", need",),
        pattern=(
            r"\bhave '?(?:[\w]{1,12},)?(?:x86_64h?|arm64e?|i386)'?, needs? '?(?:x86_64h?|arm64e?)\b"
        ),
        meaning="A library was built for a different processor than the one this process runs as.",
        fix="Reinstall Python and its packages for one kind of processor.",
        source="https://github.com/apple-oss-distributions/dyld/blob/main/mach_o/Error.cpp",
        unless=("incompatible-architecture", "xcrun-library-unloadable"),
        rule="wrong-architecture",
        examples=(
            "fatal error: /opt/made/up/libx.dylib: have 'x86_64', need 'arm64'",
            "(have 'arm64', need 'x86_64'))",
            "mach-o file, but have x86_64, need arm64",
        ),
        near_misses=("You have 'two', need 'three' of them",),
    ),
    ErrorText(
        id="uv-wheels-on-platforms",
        cause="intel-mac-no-wheel",
        kind="installer",
        literals=("on the following platform",),
        pattern=(
            r"\bwheels are available for `?([\w.-]{1,80})`? \(v?([^)]{1,40})\) on the following pla"
            r"tform"
        ),
        meaning="uv found files of this version for other platforms alone.",
        fix="Use a version that has files for this Mac, or a native Python on Apple silicon.",
        source="https://github.com/astral-sh/uv/blob/main/crates/uv-resolver/src/pubgrub/report.rs",
        unless=("uv-no-matching-platform-tag", "uv-files-for-newer-macos"),
        rule="file-not-found",
        examples=(
            (
                "hint: Wheels are available for `torch` (v2.5.1) on the following platforms: "
                "`manylinux1_x86_64`, `macosx_11_0_arm64`"
            ),
        ),
        near_misses=("Wheels are available on all platforms",),
    ),
    ErrorText(
        id="packages-of-other-processor",
        cause="native-arch-mismatch",
        kind="loader",
        literals=("not arm", "of arm", "than arm", "is x86_64 but", "are x86_64 but"),
        pattern=(
            r"\b(?:packages?|wheels?|librar(?:y|ies)|binar(?:y|ies)|\.so files?"
            r"|dylibs?)\b[^\n.]{0,40}\b(?:x86(?:_64)?|intel)\b[^\n.,]{0,24},? (?:not|instead of"
            r"|rather than) arm(?:64)?\b|\b(?:x86(?:_64)?|intel) (?:packages?|wheels?|librar(?:y"
            r"|ies)|binar(?:y|ies)|\.so files?|dylibs?),? (?:not|instead of"
            r"|rather than) arm(?:64)?\b|\b(?:lib\w{1,20}|packages?|wheels?|librar(?:y|ies)) (?:is"
            r"|are) x86_64 but [^\n.]{0,40}\b(?:is|are) arm64\b"
        ),
        meaning=(
            "Packages for Intel are installed beside a Python for Apple silicon, which cannot load "
            "them."
        ),
        fix="Recreate the environment with an arm64 Python and a native terminal.",
        source="https://github.com/astral-sh/uv/issues/1952",
        examples=(
            "it installs packages in x86_64 format instead of arm64",
            "The wheels are x86_64, not arm64",
            "Intel .so files rather than arm64 ones",
            "libmade is x86_64 but the program is arm64",
        ),
        near_misses=(
            "Our wheels are arm64, not x86_64",
            "The python is x86_64 but the chip is arm64",
            "We publish wheels for x86_64 and not for arm32",
        ),
    ),
    ErrorText(
        id="symbols-of-torch-undefined",
        cause="native-arch-mismatch",
        kind="build",
        literals=("undefined symbols for architecture arm64",),
        pattern=(
            r"undefined symbols for architecture arm64\b.{0,60}?(?:\bc10\b|\btorch::|\bat::"
            r"|\bcaffe2::|__zn\w{0,4}(?:2at|3c10|5torch))"
        ),
        meaning=(
            "The linker finds no arm64 code of torch: the libtorch that it links is for Intel, or "
            "of another version than the headers."
        ),
        fix=(
            "Link the libtorch for arm64, from torch 2.2 on; before, that of an arm64 torch that "
            "pip installed (`torch.utils.cmake_prefix_path`)."
        ),
        source="https://github.com/pytorch/pytorch/issues/63558",
        unless=("mps-symbols-undefined",),
        also=("torch-companion-version-mismatch",),
        examples=(
            'Undefined symbols for architecture arm64: "c10::madeUp()", referenced from: _main',
            "Undefined symbols for architecture arm64: __ZN5torch6madeupEv",
        ),
        near_misses=(
            'Undefined symbols for architecture arm64: "_OBJC_CLASS_$_Foo", referenced from: main',
            'Undefined symbols for architecture x86_64: "c10::madeUp()"',
        ),
    ),
)
