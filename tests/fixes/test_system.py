"""Fixes of macOS, of its tools and of variables."""

import msgspec
from mac_environments import apple, interpreter

from mps_doctor.fixes import (
    build_torch,
    install_command_line_tools,
    set_variable,
    unset_variable,
    update_macos,
)


def test_variables_are_set_and_removed_by_hand() -> None:
    fix = set_variable("PYTORCH_ENABLE_MPS_FALLBACK", "1")
    assert fix.kind == "manual"
    assert any("export PYTORCH_ENABLE_MPS_FALLBACK=1" in step for step in fix.steps)
    gone = unset_variable("PYTORCH_MPS_HIGH_WATERMARK_RATIO")
    assert any("unset PYTORCH_MPS_HIGH_WATERMARK_RATIO" in step for step in gone.steps)
    assert fix.verify == gone.verify == (("mps-doctor",),)


def test_the_system_s_fixes_say_what_they_need() -> None:
    tools = install_command_line_tools()
    assert tools.commands == (("xcode-select", "--install"),)
    assert "gui" in tools.needs
    assert tools.risk == "changes-environment"
    old = update_macos(apple("12.7"), "13.0")
    assert any("System Preferences" in step for step in old.steps)
    new = update_macos(apple("14.1"), "15.0")
    assert any("System Settings" in step for step in new.steps)
    assert "this Mac can run macOS 27 (Golden Gate)" in new.steps[1]


def test_a_macos_that_this_mac_cannot_run_is_not_prescribed() -> None:
    mac = apple("12.7.6", chip="Intel(R) Core(TM) i5", hardware_architecture="x86_64")
    mac_2015 = msgspec.structs.replace(mac, model="MacBookPro12,1")
    fix = update_macos(mac_2015, "13.0")
    assert fix.id == "macos-out-of-reach"
    assert fix.summary == (
        "Use an older PyTorch or the CPU: this Mac can't run macOS 13.0 (Ventura)"
    )
    assert "its last is macOS 12 (Monterey)" in fix.steps[-1]
    nobody_knows = update_macos(mac, "13.0")
    assert nobody_knows.id == "update-macos"
    assert "may be too old" in nobody_knows.steps[1]
    assert update_macos(mac, "27.0").id == "macos-out-of-reach"
    first_macbook = msgspec.structs.replace(mac, model="MacBook8,1", macos_version="11.7.10")
    fix = update_macos(first_macbook, "12.3")
    assert fix.summary.startswith("Use the CPU: ")  # no PyTorch has MPS on macOS 11
    guest = apple("14.5", virtual_machine=True)
    assert "27" not in update_macos(guest, "15.0").steps[1]


def test_a_source_build_has_its_own_words() -> None:
    fix = build_torch(interpreter())
    text = " ".join((fix.summary, *fix.steps))
    assert "USE_MPS=1" in text
    assert "13.3.1" in text
    assert "sudo" in fix.needs
