"""The plug-in for pytest, in sessions of its own."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import samples
from simulated_mac import SimMac

pytest_plugins = ["pytester"]

TESTS = """
import pytest

@pytest.mark.requires_mps
def test_marked():
    pass

@pytest.mark.parametrize("n", range(4))
def test_with_the_fixture(mps_device, n):
    assert mps_device == "mps"

def test_other():
    pass
"""

COUNTED = """
import pathlib
import mps_doctor.features.examination as examination

def pytest_configure(config):
    real = examination.run_checks
    def counted(**options):
        with open({log!r}, "a") as file:
            file.write("asked\\n")
        return real(**options)
    examination.run_checks = counted
"""

UNUSED = """
import sys

def test_nothing():
    ours = {name for name in sys.modules if name.startswith("mps_doctor")}
    assert ours == {"mps_doctor", "mps_doctor.system", "mps_doctor.system.version",
                    "mps_doctor.features", "mps_doctor.features.pytest_plugin"}
    assert not {"msgspec", "click", "rich", "torch", "subprocess_of_ours"} & set(sys.modules)
"""


@pytest.mark.linux_only("says what is said of a Linux")
@pytest.mark.parametrize(
    ("option", "code", "said"),
    [
        ("-rs", 0, "*SKIPPED*not-macos-host: Not a Mac: MPS requires macOS*"),
        ("--require-mps", 1, "*--require-mps: not-macos-host*"),
    ],
)
def test_without_the_device_tests_are_skipped_or_fail_after_one_question(
    pytester: pytest.Pytester, option: str, code: int, said: str
) -> None:
    log = pytester.path / "asked.txt"
    pytester.makeconftest(COUNTED.format(log=str(log)))
    pytester.makepyfile(TESTS)
    done = pytester.runpytest_subprocess(option, "--strict-markers")
    assert done.ret == code
    done.assert_outcomes(passed=1, **{"errors" if code else "skipped": 5})
    done.stdout.fnmatch_lines_random([said, "mps: asked of mps-doctor*"])
    assert log.read_text() == "asked\n"


def test_it_costs_nothing_when_unused(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(UNUSED)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


RUN = """
import sys
sys.path += {path!r}
import pytest
sys.exit(pytest.main(["-q", "-rs", "-p", "mps_doctor.features.pytest_plugin",
                      "-p", "no:cacheprovider",
                      "--rootdir", {folder!r}, "-c", "/dev/null", {file!r}]))
"""

ON_THE_DEVICE = """
def test_work(mps_device):
    import torch

    ones = torch.ones(2, 2, device=mps_device)
    assert ones.device.type == "mps"
    assert (ones @ ones).sum().item() == 8
"""


def session_on(
    mac: SimMac, folder: Path, text: str, configuration: str
) -> subprocess.CompletedProcess[str]:
    folder.mkdir()
    (folder / "mps-doctor.toml").write_text(configuration)
    file = folder / "test_on_the_mac.py"
    file.write_text(text)
    mac.env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    return mac.run("-c", RUN.format(path=samples.OURS, folder=str(folder), file=str(file)))


@pytest.mark.parametrize(
    ("machine", "configuration", "outcome", "reason"),
    [
        ("m2_macos145", "", "1 passed", ""),
        ("hosted_vm_macos15", "", "1 skipped", "virtual-machine-no-metal"),
        ("m2_macos145", '[require]\nmacos = ">=99"', "1 skipped", "project-requirement-unmet"),
    ],
)
def test_on_a_simulated_mac(
    simulated_mac: Callable[..., SimMac],
    tmp_path: Path,
    machine: str,
    configuration: str,
    outcome: str,
    reason: str,
) -> None:
    done = session_on(simulated_mac(machine), tmp_path / "session", ON_THE_DEVICE, configuration)
    assert outcome in done.stdout, done.stdout + done.stderr
    assert reason in done.stdout


def test_a_mistake_in_the_projects_file_fails_with_one_line(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TESTS)
    pytester.makefile(".toml", **{"mps-doctor": "selekt = []"})
    done = pytester.runpytest_subprocess()
    done.assert_outcomes(passed=1, errors=5)
    done.stdout.fnmatch_lines(["mps-doctor: mps-doctor.toml:1: no key is called 'selekt'*"])
    done.stdout.no_fnmatch_line("*Traceback*")
