"""All that the probe asks of macOS: commands, names of the kernel, libraries, files.

Each has its row in docs/assumptions.md: since when it is there, by which source, and what follows
where it is not.  tests/probe/test_assumptions.py holds the two together.
"""

COMMANDS = {
    "sw_vers": ("/usr/bin/sw_vers",),
    "uname": ("/usr/bin/uname", "-p"),
    "launchctl": ("/bin/launchctl", "managername"),
    "xcode-select": ("/usr/bin/xcode-select", "-p"),
    "pkgutil": ("/usr/sbin/pkgutil", "--pkg-info=com.apple.pkg.CLTools_Executables"),
    "system_profiler": ("/usr/sbin/system_profiler", "SPDisplaysDataType", "-json"),
    "vm_stat": ("/usr/bin/vm_stat",),
}
"""Absolute paths: PATH belongs to the user, and some callers have none of /usr/sbin in it."""

KERNEL_NAMES = {
    "hw.memsize": int,
    "hw.model": str,
    "hw.optional.arm64": int,
    "kern.hv_vmm_present": int,
    "machdep.cpu.brand_string": str,
    "sysctl.proc_translated": int,
}
"""Names of values, and their types."""

SYSTEM = None  # libSystem: every process has loaded it
CORE_GRAPHICS = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"
METAL = "/System/Library/Frameworks/Metal.framework/Metal"
OBJC = "/usr/lib/libobjc.A.dylib"

CALLS = {
    SYSTEM: ("sysctlbyname", "sandbox_check"),
    CORE_GRAPHICS: (),
    METAL: ("MTLCopyAllDevices",),
    OBJC: ("objc_msgSend", "sel_registerName"),
}
"""The functions that are called of each library."""

MESSAGES = tuple(
    """
    UTF8String count isLowPower name newCommandQueue objectAtIndex: recommendedMaxWorkingSetSize
    respondsToSelector: supportsFamily:
    """.split()  # noqa: SIM905  (a list to read)
)
"""What Objective-C objects are asked."""

PATH = "/usr/bin:/bin:/usr/sbin:/sbin"  # of the commands: where macOS keeps its own

COMMAND_LINE_TOOLS = "/Library/Developer/CommandLineTools"
STUBS = "/usr/bin"
"""The folder of the programs that stand for the developer tools, and open a dialog without them."""
CLANG = "usr/bin/clang"
XCODE_TOOLCHAIN = "Toolchains/XcodeDefault.xctoolchain"
XCODE_FOLDER = "Contents/Developer"
XCODE_VERSION = "version.plist"
VERSION_FILE = "/System/Library/CoreServices/SystemVersion.plist"  # what `platform.mac_ver()` reads
PIP_OF_ALL_USERS = "/Library/Application Support/pip/pip.conf"

SYSTEM_FOLDERS = ("/usr/bin/", "/bin/", "/System/")  # where a Python of the system itself lies

FILES = (
    COMMAND_LINE_TOOLS,
    STUBS,
    CLANG,
    XCODE_TOOLCHAIN,
    XCODE_FOLDER,
    XCODE_VERSION,
    VERSION_FILE,
    PIP_OF_ALL_USERS,
    *SYSTEM_FOLDERS,
)

PROVIDERS_ON_MACOS = {
    "/opt/homebrew/": "homebrew",
    "/Cellar/": "homebrew",
    "/Library/Frameworks/Python.framework/": "framework",
    COMMAND_LINE_TOOLS + "/": "xcode",
    "/" + XCODE_FOLDER + "/": "xcode",
    "/opt/local/": "macports",
}
"""Part of an interpreter's path to who made it, where macOS or a maker for macOS chose the path.

Xcode is known by the inside of its bundle: people call the bundle `Xcode_16.app`, `Xcode-beta.app`.
"""

SESSIONS = {
    "Aqua": "gui",
    "LoginWindow": "background",
    "Background": "background",
    "StandardIO": "background",
    "System": "background",
}
"""Answers of `launchctl managername`; any other is unknown.

Source: liblaunch/vproc_priv.h of apple-oss-distributions/launchd (launchd-842)
"""

OF_DARWIN = {20: 11, 21: 12, 22: 13, 23: 14, 24: 15, 25: 26}
"""Darwin to macOS, where the two numbers differ; from 27 on they are the same, and 26 is none.

Source: kernel_major_version in Library/Homebrew/macos_version.rb of Homebrew/brew;
https://github.com/sindresorhus/macos-release/pull/21
"""
