"""A macOS that is too old for this torch, as torch, dyld or Metal say it."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="mps-needs-macos-12-3",
        cause="macos-too-old-for-torch",
        literals=("mps backend is supported on macos 12.3+",),
        pattern=r"(?:the )?mps backend is supported on macos 12\.3\+",
        since="1.12",
        until="2.5",
        meaning=(
            "torch found no GPU that it accepts, and says that macOS is older than 12.3 (torch 2.5 "
            "says so below 13.0, too)."
        ),
        fix=(
            "If macOS is older (see sw_vers), update it. If not, this process sees no GPU: it runs "
            "in a sandbox, in a virtual machine or on an Intel Mac."
        ),
        source="torch 2.2.2 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="The MPS backend is supported on MacOS 12.3+.",
        rule="no-device",
        examples=(
            (
                "RuntimeError: The MPS backend is supported on MacOS 12.3+.Current OS version can "
                "be queried using `sw_vers`"
            ),
        ),
        near_misses=(
            (
                "RuntimeError: The MPS backend is supported on MacOS 13.0+.Current OS version can "
                "be queried using `sw_vers`"
            ),
        ),
    ),
    ErrorText(
        id="mps-needs-macos-13",
        cause="macos-too-old-for-torch",
        literals=("mps backend is supported on macos 13.0+",),
        pattern=r"(?:the )?mps backend is supported on macos 13\.0\+",
        since="2.6",
        until="2.8",
        meaning="torch found no GPU that it accepts, and says that macOS is older than 13.",
        fix=(
            "If macOS is older (see sw_vers), update it or install torch 2.4. If not, this process "
            "sees no GPU: it runs in a sandbox or in a virtual machine."
        ),
        source="torch 2.7.1 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="The MPS backend is supported on MacOS 13.0+.",
        rule="no-device",
        examples=(
            (
                "RuntimeError: The MPS backend is supported on MacOS 13.0+.Current OS version can "
                "be queried using `sw_vers`"
            ),
        ),
        near_misses=(
            (
                "RuntimeError: The MPS backend is supported on MacOS 14.0+. Current OS version can "
                "be queried using `sw_vers`"
            ),
        ),
    ),
    ErrorText(
        id="mps-needs-macos-14",
        cause="macos-too-old-for-torch",
        literals=("mps backend is supported on macos 14.0+",),
        pattern=r"(?:the )?mps backend is supported on macos 14\.0\+",
        since="2.9",
        until="2.14",
        meaning=(
            "torch found no GPU that it accepts; it says that macOS is older than 14, whatever the "
            "reason."
        ),
        fix=(
            "If macOS is older (see sw_vers), update it or install torch 2.8. If not, this process "
            "sees no GPU: it runs in a sandbox or in a virtual machine."
        ),
        source="torch 2.13.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="The MPS backend is supported on macOS 14.0+.",
        rule="no-device",
        examples=(
            (
                "RuntimeError: The MPS backend is supported on macOS 14.0+. Current OS version can "
                "be queried using `sw_vers`"
            ),
        ),
        near_misses=("RuntimeError: The MPS backend is supported on MacOS 12.3+.",),
    ),
    ErrorText(
        id="mps-needs-macos-15",
        cause="macos-too-old-for-torch",
        literals=("mps backend is supported on macos 15.0+",),
        pattern=r"(?:the )?mps backend is supported on macos 15\.0\+",
        since="2.15",
        meaning="torch 2.15 found no Apple GPU on a macOS older than 15.",
        fix="Update macOS, or take torch 2.14, which supports macOS 14.",
        source="torch 2.15.0 for macOS: torch/lib/libtorch_cpu.dylib",
        verbatim="The MPS backend is supported on macOS 15.0+.",
        rule="no-device",
        examples=(
            (
                "RuntimeError: The MPS backend is supported on macOS 15.0+. Current OS version can "
                "be queried using `sw_vers`"
            ),
        ),
        near_misses=("RuntimeError: MPS requires macOS 15",),
    ),
    ErrorText(
        id="mps-metallib-language",
        cause="macos-too-old-for-torch",
        literals=("is using language version",),
        pattern=(
            r"(?:(?:library|metallib)\W{1,3}|\bfunction \w{1,80} )is using language version "
            r"[\d.]{1,80} which is (?:not supported|incompatible)"
        ),
        meaning="The Metal code of this torch, or of a kernel, is made for a newer macOS.",
        fix="Update macOS, or install an older torch or kernel.",
        source="https://developer.apple.com/metal/Metal-Shading-Language-Specification.pdf",
        examples=(
            (
                "RuntimeError: Failed to create metal library, error: This library is using "
                "language version 3.2 which is not supported on this OS."
            ),
            "Function add_41 is using language version 4.1 which is incompatible with this OS.",
        ),
        near_misses=("program is using language version 3",),
    ),
    ErrorText(
        id="symbol-cxx-system",
        cause="macos-too-old-for-torch",
        kind="loader",
        literals=("symbol not found",),
        pattern=(
            r"symbol not found:? ?\(?'?[\w$]{1,300}.{0,400}expected in:? ?(?:<[\w-]{1,40}> ?)?'?/"
            r"(?:usr/lib/lib(?:c\+\+|system|objc)|system/library/(?:private)?frameworks/)"
        ),
        reach=1000,
        meaning="torch needs functions of the system that this macOS does not have.",
        fix="Update macOS, or install an older torch.",
        source="https://github.com/pytorch/pytorch/issues/126679",
        rule="system-symbol",
        any_program=True,
        examples=(
            (
                "Symbol not found: __ZNSt19bad_optional_accessD1Ev Referenced from: "
                "torch/lib/libc10.dylib Expected in: /usr/lib/libc++.1.dylib"
            ),
        ),
        near_misses=(
            (
                "Symbol not found: __ZN2at6detail10noopDeleteEPv Referenced from: "
                "torchvision/_C.so Expected in: torch/lib/libtorch_cpu.dylib"
            ),
        ),
    ),
    ErrorText(
        id="built-for-newer-macos",
        cause="macos-too-old-for-torch",
        kind="loader",
        literals=("newer than running os",),
        pattern=r"built for mac ?os(?: ?x)? [\d.]{1,80} which is newer than running os",
        meaning="A library of torch is built for a newer macOS than this one.",
        fix="Update macOS, or install an older torch.",
        source="https://github.com/apple-oss-distributions/dyld",
        examples=(
            (
                "dlopen(libtorch_cpu.dylib, 0x0002): Symbol not found: _foo, libtorch_cpu.dylib "
                "(built for macOS 14.0 which is newer than running OS)"
            ),
        ),
        near_misses=("newer than the running OS of last year",),
    ),
    ErrorText(
        id="torch-built-for-macos",
        cause="macos-too-old-for-torch",
        kind="loader",
        literals=("(which was built for mac",),
        pattern=(
            r"lib(?:torch\w{0,40}|c10|shm)\.dylib'? \(which was built for mac ?os(?: ?x)? ([\d.]"
            r"{2,8})\)"
        ),
        meaning=(
            "The loader says for which macOS this file of torch was built; an older one lacks what "
            "it asks for."
        ),
        fix="Update macOS, or install a torch that still supports this one.",
        source="https://github.com/pytorch/pytorch/issues/126679",
        rule="built-for-macos",
        examples=(
            "Referenced from: torch/lib/libtorch_cpu.dylib (which was built for macOS 14.0)",
        ),
        near_misses=("Referenced from: lib/libav.dylib (which was built for macOS 14.0)",),
    ),
    ErrorText(
        id="chained-fixups",
        cause="macos-too-old-for-torch",
        kind="loader",
        literals=("load command 0x80000034 is unknown",),
        meaning="macOS 10.14 and 10.15 cannot read libraries that are linked the present way.",
        fix="Update macOS, or install an older torch.",
        source="https://github.com/pytorch/pytorch/issues/78938",
        examples=(
            (
                "ImportError: dlopen(_C.so, 2): no suitable image found. load command 0x80000034 "
                "is unknown"
            ),
        ),
        near_misses=("load command LC_SEGMENT",),
    ),
    ErrorText(
        id="framework-not-loaded",
        cause="macos-too-old-for-torch",
        kind="loader",
        literals=(
            "library not loaded: /system/library/frameworks/",
            "library not loaded: '/system/library/frameworks/",
        ),
        pattern=(
            r"library not loaded: '?/system/library/frameworks/(?:metal|mps|accelerate"
            r"|coreml)\w{0,80}"
        ),
        meaning="A framework of the system that torch needs is missing on this macOS.",
        fix="Update macOS, or install an older torch.",
        source="https://github.com/apple-oss-distributions/dyld",
        examples=(
            (
                "Library not loaded: /System/Library/Frameworks/MetalPerformanceShadersGraph.framew"
                "ork/Versions/A/MetalPerformanceShadersGraph"
            ),
            (
                "Library not loaded: '/System/Library/Frameworks/MetalPerformanceShadersGraph.frame"
                "work/MetalPerformanceShadersGraph'"
            ),
        ),
        near_misses=("Library not loaded: @rpath/libomp.dylib",),
    ),
    ErrorText(
        id="metal-class-missing",
        cause="macos-too-old-for-torch",
        kind="loader",
        literals=("_objc_class_$_m",),
        pattern=r"symbol not found:? ?\(?'?_objc_class_\$_(?:mtl|mps)\w{1,80}",
        meaning="A library uses a class of Metal that this macOS does not have.",
        fix="Update macOS, or install a version of torch that was made for this one.",
        source="https://developer.apple.com/documentation/metalperformanceshadersgraph",
        examples=(
            "dyld: Symbol not found: _OBJC_CLASS_$_MTLResidencySetDescriptor",
            (
                "Symbol not found: _OBJC_CLASS_$_MPSGraphMadeUpDescriptor\n"
                "  Referenced from: /x/libtorch_cpu.dylib"
            ),
        ),
        near_misses=("U _OBJC_CLASS_$_MPSGraph", "Symbol not found: _OBJC_CLASS_$_MyOwnClass"),
    ),
)
