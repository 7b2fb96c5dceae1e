"""Building torch itself with an old Xcode."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="mps-symbols-undefined",
        cause="xcode-too-old-for-source-build",
        kind="build",
        literals=('", referenced from',),
        pattern=(
            r"\"_(?:mtl\w{3,60}|objc_class_\$_m(?:ps"
            r"|tl)\w{0,60})\", referenced from(?!.{0,200}\blibtorch\w{0,20}\.a\().{0,200}?(?:\bat::"
            r"mps\b|\blibtorch)"
        ),
        meaning=(
            "torch's own code for MPS is linked here, and the SDK or the frameworks of Metal are "
            "not."
        ),
        fix=(
            "Build with a full Xcode, 13.3.1 or newer, and link Metal, MetalPerformanceShaders and "
            "MetalPerformanceShadersGraph."
        ),
        source="https://github.com/mlverse/libtorch-mac-m1/issues/3",
        examples=(
            (
                '  "_MTLCopyAllDevices", referenced from:\n'
                "      at::mps::MPSDevice::MPSDevice() in MPSDevice.mm.o"
            ),
        ),
        near_misses=(
            '  "_MTLCopyAllDevices", referenced from:\n      _main in app.o',
            (
                '  "_MTLCopyAllDevices", referenced from:\n'
                "      at::mps::MPSDevice::MPSDevice() in libtorch_cpu.a(MPSDevice.mm.o)"
            ),
        ),
    ),
    ErrorText(
        id="mpsgraph-header-missing",
        cause="xcode-too-old-for-source-build",
        kind="build",
        literals=("metalperformanceshadersgraph",),
        pattern=(
            r"metalperformanceshadersgraph[./\w]{0,80}\.h' file not found"
            r"|framework '?metalperformanceshadersgraph'? not found"
            r"|framework not found metalperformanceshadersgraph"
        ),
        meaning="The SDK of this Xcode is too old for torch's MPS sources.",
        fix=(
            "Install Xcode 13.3.1 or newer (for recent torch, the newest that runs here), and "
            "build again with USE_MPS=1."
        ),
        source="https://github.com/pytorch/pytorch/issues/77867",
        examples=(
            (
                "fatal error: 'MetalPerformanceShadersGraph/MetalPerformanceShadersGraph.h' file "
                "not found"
            ),
        ),
        near_misses=("MetalPerformanceShadersGraph: 6.4.2",),
    ),
    ErrorText(
        id="mps-sdk-too-old",
        cause="xcode-too-old-for-source-build",
        kind="build",
        literals=("undeclared identifier '",),
        pattern=r"(?:use of )?undeclared identifier '(?:mps|mtl)\w{1,80}",
        meaning="The SDK of this Xcode does not know what torch's MPS sources use.",
        fix="Install a newer Xcode, and build again.",
        source="https://github.com/pytorch/pytorch/issues/77867",
        examples=(
            "error: use of undeclared identifier 'MPSDataTypeBFloat16'",
            "error: undeclared identifier 'MPSGraphResizeNearestRoundingModeFloor'",
        ),
        near_misses=("error: use of undeclared identifier 'tmp5'",),
    ),
    ErrorText(
        id="mps-sdk-unknown-type",
        cause="xcode-too-old-for-source-build",
        kind="build",
        literals=("unknown type name '",),
        pattern=r"unknown type name '(?:mps|mtl)\w{1,80}",
        meaning="The SDK of this Xcode does not know what torch's MPS sources use.",
        fix="Install a newer Xcode, and build again.",
        source="https://github.com/pytorch/pytorch/issues/77867",
        examples=("error: unknown type name 'MPSGraphTensor'",),
        near_misses=("error: unknown type name 'uint'",),
    ),
    ErrorText(
        id="mps-cmake-sdk",
        cause="xcode-too-old-for-source-build",
        kind="build",
        literals=("macos sdk version",),
        pattern=r"mps: unable to get macos sdk version",
        meaning="The build of torch found no SDK that is new enough for MPS.",
        fix="Install Xcode 13.3.1 or newer, select it with `xcode-select -s`, and build again.",
        source="https://github.com/pytorch/pytorch/blob/main/CMakeLists.txt",
        examples=("CMake Warning: MPS: unable to get MacOS sdk version",),
        near_misses=("CMake: macOS SDK version 14.5",),
    ),
    ErrorText(
        id="mps-sdk-member-missing",
        cause="xcode-too-old-for-source-build",
        kind="build",
        literals=("no member named",),
        pattern=(
            r"no member named '\w{2,80}' in '(?:mpp::|metal::|mps|mtl)"
            r"|native/mps/[^\n]{0,100}error: no member named"
        ),
        meaning="The SDK in use is older than what torch's sources for MPS ask for.",
        fix=(
            "Update Xcode, or build an older commit; xcrun --show-sdk-version tells what is in use."
        ),
        source="https://developer.apple.com/documentation/metalperformanceshadersgraph",
        examples=(
            (
                "MppAttention.h:301:23: error: no member named 'get_left_input' in "
                "'mpp::tensor_ops::matmul2d<{16}>'"
            ),
        ),
        near_misses=("error: no member named 'size' in 'std::string'",),
    ),
    ErrorText(
        id="mps-sdk-selector-missing",
        cause="xcode-too-old-for-source-build",
        kind="build",
        literals=("no visible @interface for '",),
        pattern=r"no visible @interface for '(?:mps|mtl)\w{1,80}' declares the selector",
        meaning="The SDK in use is older than what torch's sources for MPS ask for.",
        fix=(
            "Update Xcode, or build an older commit; xcrun --show-sdk-version tells what is in use."
        ),
        source="https://developer.apple.com/documentation/metalperformanceshadersgraph",
        examples=(
            (
                "error: no visible @interface for 'MPSGraph' declares the selector "
                "'sortWithTensor:axis:name:'"
            ),
        ),
        near_misses=("error: no visible @interface for 'NSString' declares the selector 'foo'",),
    ),
    ErrorText(
        id="mps-sdk-property-missing",
        cause="xcode-too-old-for-source-build",
        kind="build",
        literals=("not found on object of type '",),
        pattern=r"property '\w{1,80}' not found on object of type '(?:id<)?(?:mps|mtl)",
        meaning="The SDK in use is older than what torch's sources for MPS ask for.",
        fix=(
            "Update Xcode, or build an older commit; xcrun --show-sdk-version tells what is in use."
        ),
        source="https://developer.apple.com/documentation/metalperformanceshadersgraph",
        examples=(
            "error: property 'languageVersion4' not found on object of type 'MTLCompileOptions *'",
        ),
        near_misses=("error: property 'foo' not found on object of type 'NSString *'",),
    ),
)
