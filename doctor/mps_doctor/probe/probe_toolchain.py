"""Section `toolchain`: Xcode or its command-line tools, without running any of them.

`clang`, `git`, `python3` and their like in /usr/bin are stubs that open a dialog: never run.
"""

import os

from probe_gather import NOT_HERE, NotKnownError, ask, exists, open_file, unexpected, unknown
from probe_macos_sources import (
    CLANG,
    COMMAND_LINE_TOOLS,
    STUBS,
    XCODE_FOLDER,
    XCODE_TOOLCHAIN,
    XCODE_VERSION,
)


def facts(answers):
    """Return the facts of the section; `answers` is None on another system than macOS."""
    if answers is None:
        return unknown(NOT_HERE)
    folder = ask(developer_dir, answers)
    found = {"developer_dir": folder, "tools_version": ask(tools_version, answers)}
    if isinstance(folder, dict):
        return found
    found["developer_dir_exists"] = ask(lambda: bool(folder) and exists(folder))
    found["clang"] = ask(lambda: bool(folder) and has_clang(folder))
    found["xcode_version"] = ask(xcode_version, folder)
    return found


def developer_dir(answers):
    """Return the folder that `xcode-select -p` names, empty where it names none.

    Its exit status is not asked: that it fails without tools is nowhere published.
    """
    answer = answers.answer("xcode-select")
    if answer.problem:
        raise NotKnownError(answer.problem)
    folder = answer.out.strip()
    if folder.startswith("/") and "\n" not in folder:
        return folder
    if not folder and (answer.status == 0 or "xcode-select" in answer.error):
        return ""
    raise unexpected("xcode-select", answer.words())


def has_clang(folder):
    """Return whether a developer folder holds a compiler; a stub in /usr/bin is none."""
    for inside in ("", XCODE_TOOLCHAIN, os.path.join(XCODE_FOLDER, XCODE_TOOLCHAIN)):
        path = os.path.join(folder, inside, CLANG)
        if exists(path) and os.path.dirname(os.path.realpath(path)) != STUBS:
            return True
    return False


def tools_version(answers):
    """Return the version of the command-line tools; their receipt may outlive them."""
    if not exists(os.path.join(COMMAND_LINE_TOOLS, CLANG)):
        raise NotKnownError("no command-line tools in %s" % COMMAND_LINE_TOOLS)
    for line in answers.text("pkgutil").split("\n"):
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
