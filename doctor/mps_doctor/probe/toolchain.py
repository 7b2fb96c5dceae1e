"""Section `toolchain`: Xcode or its command-line tools, without running any of them.

`clang`, `git`, `python3` and others in /usr/bin are stubs that open a dialog: they are never run.
"""

import os

from .gather import (
    NOT_HERE,
    NotKnownError,
    ask,
    ask_all,
    exists,
    open_file,
    unexpected,
    unknown,
)
from .rows.macos import (
    CLANG,
    COMMAND_LINE_TOOLS,
    STUBS,
    XCODE_FOLDER,
    XCODE_TOOLCHAIN,
    XCODE_VERSION,
)


def facts(mac):
    """Return the facts of the section; `mac` is None on another system than macOS."""
    if mac is None:
        return unknown(NOT_HERE)
    folder = ask(developer_dir, mac.commands["xcode-select"])
    found = {
        "developer_dir": folder,
        "tools_version": ask(tools_version, mac.commands["pkgutil"]),
    }
    if isinstance(folder, str):
        questions = {
            "developer_dir_exists": lambda: bool(folder) and exists(folder),
            "clang": lambda: bool(folder) and has_clang(folder),
            "xcode_version": lambda: xcode_version(folder),
        }
        found.update(ask_all(questions))
    return found


def developer_dir(xcode_select):
    """Return the folder that `xcode-select -p` names, empty where it names none.

    Its exit status is ignored: which one it has without tools is nowhere documented.
    """
    if xcode_select.wait().problem:
        raise NotKnownError(xcode_select.problem)
    folder = xcode_select.out.strip()
    if folder.startswith("/") and "\n" not in folder:
        return folder
    if not folder and (xcode_select.status == 0 or "xcode-select" in xcode_select.error):
        return ""
    raise unexpected("xcode-select", xcode_select.words())


def has_clang(folder):
    """Return whether a developer folder holds a compiler; a stub in /usr/bin is none."""
    for inside in ("", XCODE_TOOLCHAIN, os.path.join(XCODE_FOLDER, XCODE_TOOLCHAIN)):
        path = os.path.join(folder, inside, CLANG)
        if exists(path) and os.path.dirname(os.path.realpath(path)) != STUBS:
            return True
    return False


def tools_version(pkgutil):
    """Return the version of the command-line tools; their receipt may outlive them."""
    if not exists(os.path.join(COMMAND_LINE_TOOLS, CLANG)):
        raise NotKnownError("no command-line tools in %s" % COMMAND_LINE_TOOLS)
    for line in pkgutil.text().split("\n"):
        name, _, value = line.partition(":")
        if name.strip() in ("version", "pkg-version"):
            return value.strip()
    raise NotKnownError("command failed: pkgutil named no version")


def xcode_version(folder):
    """Return the version of the Xcode that holds the developer folder, or that it is."""
    if folder.endswith("/" + XCODE_FOLDER):
        path = os.path.join(os.path.dirname(folder), XCODE_VERSION)
    elif folder.endswith(".app"):  # DEVELOPER_DIR may name the bundle itself
        path = os.path.join(folder, "Contents", XCODE_VERSION)
    else:
        raise NotKnownError("no Xcode is selected")
    import plistlib

    with open_file(path) as file:
        return plistlib.load(file)["CFBundleShortVersionString"]
