"""The command-line tools and Xcode: what xcode-select and pkgutil say, and what is on disk."""

from pathlib import Path

import pytest
from makers import RecordedCommand, RecordedCommands, make

from mps_doctor.probe import host_macos

NO_TOOLS = "xcode-select: error: unable to get active developer directory"


def facts(**answers: str | RecordedCommand):
    return host_macos.Mac(RecordedCommands(**answers)).toolchain()


def selected(folder: Path | str) -> dict[str, object]:
    """Return the facts where xcode-select names a folder."""
    return facts(xcode_select=f"{folder}\n")


@pytest.mark.parametrize(
    "answer",
    [RecordedCommand("", NO_TOOLS, status=2), RecordedCommand("", NO_TOOLS), RecordedCommand()],
)
def test_a_mac_without_any(answer):
    found = facts(xcode_select=answer)

    assert found["developer_dir"] == ""
    assert (found["developer_dir_exists"], found["clang"]) == (False, False)


def test_a_command_that_cannot_run_does_not_say_that_there_are_no_tools():
    found = facts(xcode_select=RecordedCommand("", "dyld: Library not loaded: x", status=72))

    assert "unexpected answer of xcode-select" in found["developer_dir"]["unknown"]
    assert "clang" not in found
    assert facts()["developer_dir"] == {"unknown": "not on this system"}


def test_the_command_line_tools_and_the_stubs_of_the_root(tmp_path, monkeypatch):
    make(tmp_path / "usr/bin/clang")
    found = selected(tmp_path)
    assert (found["developer_dir_exists"], found["clang"]) == (True, True)
    assert found["xcode_version"] == {"unknown": "no Xcode is selected"}
    monkeypatch.setattr(host_macos, "STUBS", str(tmp_path / "usr" / "bin"))
    found = selected(tmp_path)
    assert (found["developer_dir_exists"], found["clang"]) == (True, False)


def test_a_receipt_without_tools_is_no_version(tmp_path, monkeypatch):
    monkeypatch.setattr(host_macos, "COMMAND_LINE_TOOLS", str(tmp_path))
    receipt = "pkg-version: 13.4.0.0.1\n"

    assert "no command-line tools" in facts(pkgutil=receipt)["tools_version"]["unknown"]
    make(tmp_path / "usr/bin/clang")
    assert facts(pkgutil=receipt)["tools_version"] == "13.4.0.0.1"


VERSION_PLIST = b"""<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
<key>CFBundleShortVersionString</key><string>16.4</string></dict></plist>"""


@pytest.mark.parametrize("named", ["Xcode-beta.app/Contents/Developer", "Xcode_16.app"])
def test_xcode_under_any_name(tmp_path, named):
    bundle = tmp_path / named.partition("/")[0]
    make(bundle / "Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/clang")
    (bundle / "Contents" / "version.plist").write_bytes(VERSION_PLIST)

    found = selected(tmp_path / named)
    assert (found["clang"], found["xcode_version"]) == (True, "16.4")
