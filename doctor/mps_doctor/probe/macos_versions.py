"""Version numbers of macOS: from its kernel, and the ones that it reports to old programs.

The doctor imports this module too.
"""

from .rows.macos import OF_DARWIN

FIRST_EQUAL = 27


def macos_of_kernel(release: str) -> str:
    """Return the macOS of a Darwin kernel, "15" for "24.6.0"; empty where no macOS has it."""
    first = release.split(".")[0]
    if not first.isdigit():
        return ""
    number = int(first)
    return str(number if number >= FIRST_EQUAL else OF_DARWIN.get(number, ""))


def is_compatibility_version(version: str) -> bool:
    """Return whether this is a number that macOS reports to old programs instead of its own.

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
