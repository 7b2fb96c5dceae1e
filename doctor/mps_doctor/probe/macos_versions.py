"""Numbers of macOS: of its kernel, and those that old programs are given instead of its own.

The one place for this: the probe runs without the rest of us, and the rest imports it from here.
"""

OF_DARWIN = {20: 11, 21: 12, 22: 13, 23: 14, 24: 15, 25: 26}
"""Darwin to macOS, where the two numbers differ; from 27 on they are the same, and 26 is none.

Source: kernel_major_version in Library/Homebrew/macos_version.rb of Homebrew/brew;
https://github.com/sindresorhus/macos-release/pull/21
"""

FIRST_EQUAL = 27


def macos_of_kernel(release: str) -> str:
    """Return the macOS of a Darwin kernel, "15" for "24.6.0"; empty where no macOS has it."""
    first = release.split(".")[0]
    if not first.isdigit():
        return ""
    number = int(first)
    return str(number if number >= FIRST_EQUAL else OF_DARWIN.get(number, ""))


def is_compatibility_version(version: str) -> bool:
    """Return whether macOS gives this number to programs that could not bear its own.

    There is one file with one number, 10.16 on macOS 11 to 15 and 16.0 on macOS 26.
    What it says on later systems is not published; 16 to 25 have never been released, so that each
    of them is taken for such a number.
    Sources: libsyscall/wrappers/system-version-compat.c of apple-oss-distributions/xnu;
    https://github.com/python/cpython/issues/135675
    """
    parts = version.split(".")
    if not all(part.isdigit() for part in parts):
        return False
    major = int(parts[0])
    return 16 <= major <= 25 or (major == 10 and len(parts) > 1 and int(parts[1]) == 16)
