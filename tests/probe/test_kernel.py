"""Values of the kernel where Python has no ctypes: one call of `sysctl` a name."""

import sys

import pytest

from mps_doctor.probe.gather import NotKnownError
from mps_doctor.probe.kernel import AbsentError, Kernel
from mps_doctor.probe.macos_sources import COMMANDS

SYSCTL = """
import sys
values = {values!r}
name = sys.argv[-1]
if name in values:
    print(values[name])
else:
    sys.exit("sysctl: " + {error!r}.format(name))
"""

UNKNOWN = "unknown oid '{}'"
REFUSED = "sysctl fmt -1 1024 1: Operation not permitted"


@pytest.fixture
def sysctl(tmp_path, monkeypatch):
    """Return a maker of kernels that only a command of ours can ask."""

    def make(error: str, values: dict[str, object]) -> Kernel:
        path = tmp_path / "sysctl.py"
        path.write_text(SYSCTL.format(values=values, error=error))
        argv = (sys.executable, "-I", "-S", str(path))
        monkeypatch.setitem(COMMANDS, "sysctl", argv)
        monkeypatch.setitem(sys.modules, "ctypes", None)
        return Kernel()

    return make


def test_each_name_is_asked_on_its_own(sysctl):
    kernel = sysctl(UNKNOWN, {"hw.memsize": 17179869184, "hw.model": "MacBookPro16,1"})

    assert kernel.value("hw.memsize") == 16 << 30
    assert kernel.value("hw.model") == "MacBookPro16,1"
    with pytest.raises(AbsentError):
        kernel.value("hw.optional.arm64")


def test_a_refusal_is_no_absence(sysctl):
    kernel = sysctl(REFUSED, {"hw.memsize": 17179869184})

    with pytest.raises(NotKnownError, match=r"permission: sysctl hw\.optional\.arm64") as error:
        kernel.value("hw.optional.arm64")
    assert not isinstance(error.value, AbsentError)


def test_where_every_name_is_unknown_none_is_absent(sysctl):
    """Up to macOS 14.3 a refused look-up is told in the words of an unknown name."""
    with pytest.raises(NotKnownError, match="unexpected answer of sysctl") as error:
        sysctl(UNKNOWN, {}).value("hw.optional.arm64")
    assert not isinstance(error.value, AbsentError)


def test_what_is_no_number_is_none(sysctl):
    kernel = sysctl(UNKNOWN, {"hw.memsize": "viel"})

    with pytest.raises(NotKnownError, match=r"unexpected answer of sysctl hw\.memsize"):
        kernel.value("hw.memsize")


def test_a_command_never_answers_for_this_process(sysctl):
    kernel = sysctl(UNKNOWN, {"hw.memsize": 1, "sysctl.proc_translated": 1})

    with pytest.raises(NotKnownError, match="no ctypes"):
        kernel.value("sysctl.proc_translated")
