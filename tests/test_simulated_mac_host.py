"""What a program in the simulated Mac sees of the system: the Mac, and nothing of this Linux."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from simulated_mac import SimMac, output

from mps_doctor.discovery import interpreter

Make = Callable[..., SimMac]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("m2_macos145", "macosx_14_0_arm64"),
        ("m1_rosetta_conda", "macosx_15_0_x86_64"),
        ("intel_mbp_amd", "macosx_14_0_x86_64"),
    ],
)
def test_packaging_picks_the_wheels_of_that_mac(simulated_mac: Make, name: str, first: str) -> None:
    mac = simulated_mac(name)
    code = "from packaging import tags; print(next(iter(tags.sys_tags())).platform)"
    assert output(mac, code) == first


@pytest.mark.parametrize(
    ("value", "told"),
    [("0", "15.3"), ("1", "10.16"), ("0x1", "10.16"), ("2", "15.3"), ("yes", "15.3"), ("", "15.3")],
)
def test_a_variable_changes_the_version_as_strtol_reads_it(
    simulated_mac: Make, value: str, told: str
) -> None:
    mac = simulated_mac("m1_rosetta_conda", torch=False)
    assert output(mac, "import platform; print(platform.mac_ver()[0])") == "10.16"
    mac.env["SYSTEM_VERSION_COMPAT"] = value
    assert output(mac, "import platform; print(platform.mac_ver()[0])") == told


@pytest.mark.parametrize(
    ("macos", "hardware", "options", "printed"),
    [
        # No kernel for Intel has the first name: up to 14.3 that ends it, unless -i is given.
        ("14.3.1", "intel", "", "1 unknown"),
        ("14.3.1", "intel", "-i", "0 hw.model"),
        ("14.5", "intel", "", "1 hw.model unknown"),
        ("14.5", "M1", "", "0 hw.optional.arm64 hw.model"),
    ],
)
def test_sysctl_ends_at_an_unknown_name_up_to_14_3(
    simulated_mac: Make, macos: str, hardware: str, options: str, printed: str
) -> None:
    mac = simulated_mac({"macos": macos, "hardware": hardware}, torch=False)
    assert output(mac, SYSCTL.format(options=options.split())) == printed


def test_sysctl_ends_at_a_refused_name_on_each_macos(simulated_mac: Make) -> None:
    mac = simulated_mac("agent_sandbox", torch=False)
    assert output(mac, SYSCTL.format(options=["-i"])) == "1 Operation"


SYSCTL = """
    import subprocess
    argv = ["/usr/sbin/sysctl", *{options}, "hw.optional.arm64", "hw.model"]
    done = subprocess.run(argv, capture_output=True, text=True)
    names = [line.partition(":")[0] for line in done.stdout.split("\\n") if line]
    words = [word for word in ("unknown", "Operation") if word in done.stderr]
    print(done.returncode, *names, *words)
"""


@pytest.mark.parametrize("flags", [[], ["-I"], ["-E"], ["-S"], ["-I", "-S", "-B"], ["-sS"]])
def test_children_stay_on_the_mac(simulated_mac: Make, flags: list[str]) -> None:
    code = f"""
        import subprocess, sys
        inner = "import sys, platform; print(sys.platform, platform.mac_ver()[0])"
        command = [sys.executable, *{flags!r}, "-c", inner]
        print(subprocess.check_output(command, env={{}}, text=True))
    """
    assert output(simulated_mac(torch=False), code).split() == ["darwin", "14.5"]


def test_a_linux_fact_is_not_found(simulated_mac: Make) -> None:
    code = """
        import os
        print(os.path.exists("/proc/cpuinfo"), os.path.exists("/etc/os-release"))
        print(os.path.isdir("/Library/Developer/CommandLineTools"), os.listdir("/Users"))
    """
    assert output(simulated_mac(torch=False), code).split() == [
        *("False", "False", "True", "['sim']"),
    ]


@pytest.mark.parametrize(
    ("library", "function"), [("None", "hw.memsize"), ("find('c')", "machdep.cpu.brand_string")]
)
def test_the_kernel_answers_through_ctypes(
    simulated_mac: Make, library: str, function: str
) -> None:
    code = f"""
        import ctypes, errno
        from ctypes.util import find_library as find
        call = ctypes.CDLL({library}, use_errno=True).sysctlbyname
        buffer, size = ctypes.create_string_buffer(64), ctypes.c_size_t(64)
        assert call(b"{function}", buffer, ctypes.byref(size), None, 0) == 0
        data = buffer.raw[: size.value]
        print(data.rstrip(b"\\0").decode() if size.value != 8 else int.from_bytes(data, "little"))
        assert call(b"no.such.value", None, None, None, 0) == -1
        assert ctypes.get_errno() == errno.ENOENT
    """
    expected = {"hw.memsize": str(24 << 30), "machdep.cpu.brand_string": "Apple M2"}
    assert output(simulated_mac(torch=False), code) == expected[function]


def test_common_modules_import(simulated_mac: Make) -> None:
    code = """
        import asyncio, multiprocessing, shutil, sqlite3, ssl, sys, tempfile, urllib.request
        import numpy
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree("/etc/ssl", folder + "/copy", ignore=lambda path, names: names)
        print(sys.platform)
    """
    assert output(simulated_mac(), code) == "darwin"


@pytest.mark.parametrize("version", ["3.8", "3.13"])
def test_other_pythons_take_themselves_for_a_mac_too(simulated_mac: Make, version: str) -> None:
    roots = sorted((Path.home() / ".pyenv" / "versions").glob(version + "*/bin/python"))
    if not roots:
        pytest.skip(f"Python {version} is not installed by pyenv")
    mac = simulated_mac(torch=False, python=str(roots[0]))
    machine = interpreter.examine(mac.python, level="quick", timeout=60)
    assert (machine.host.macos_version, machine.host.chip) == ("14.5", "Apple M2")
    assert machine.python.platform_tag == "macosx-11.0-arm64"
    assert machine.python.translated is False


def test_the_real_interpreter_is_untouched(simulated_mac: Make) -> None:
    simulated_mac()
    code = "import sys; print(sys.platform)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == sys.platform
