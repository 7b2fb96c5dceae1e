"""Section `toolchain`: Xcode or its command-line tools, without running any of them.

`clang`, `git`, `python3` and their like in /usr/bin are stubs that open a dialog: never run.
"""

import os

from probe_gather import NOT_HERE, NotKnownError, ask, open_file, unknown


def facts(commands):
    """Return the facts of the section; `commands` is None on another system than macOS."""
    if commands is None:
        return unknown(NOT_HERE)
    folder = ask(developer_dir, commands)
    found = {"developer_dir": folder, "tools_version": ask(tools_version, commands)}
    if isinstance(folder, dict):
        return found
    found["developer_dir_exists"] = bool(folder) and os.path.isdir(folder)
    found["clang"] = bool(folder) and any(
        os.path.exists(os.path.join(folder, path, "usr/bin/clang"))
        for path in ("", "Toolchains/XcodeDefault.xctoolchain")
    )
    found["xcode_version"] = ask(xcode_version, folder)
    return found


def developer_dir(commands):
    """Return the folder that `xcode-select -p` names, empty where it names none."""
    answer = commands.answer("xcode-select")
    if answer.problem:
        raise NotKnownError(answer.problem)
    return answer.out.strip() if answer.status == 0 else ""


def tools_version(commands):
    """Return the version in the receipt of the command-line tools."""
    for line in commands.text("pkgutil").split("\n"):
        name, _, value = line.partition(":")
        if name.strip() in ("version", "pkg-version"):
            return value.strip()
    raise NotKnownError("command failed: pkgutil named no version")


def xcode_version(folder):
    """Return the version of the Xcode that holds the developer folder."""
    path = os.path.join(os.path.dirname(folder), "version.plist")
    if not folder.endswith("/Contents/Developer"):
        raise NotKnownError("no Xcode is selected")
    import plistlib

    with open_file(path) as file:
        return plistlib.load(file)["CFBundleShortVersionString"]
