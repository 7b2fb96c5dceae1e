"""An examination that is stopped, and a Linux that only this side can name."""

from __future__ import annotations

import sys

import distro
import pytest
from probing import nothing_is_left

from mps_doctor.discovery import interpreter
from mps_doctor.facts import Host, Machine, Origin


def test_stopping_without_an_answer():
    examination = interpreter.start(sys.executable, level="quick", device="cpu", timeout=60)
    examination.stop()

    assert nothing_is_left()


@pytest.mark.linux_only("names a Linux")
def test_a_linux_that_the_probe_could_not_name_is_named_by_distro() -> None:
    unnamed = Machine(origin=Origin(kind="interpreter"), host=Host(system="Linux"))
    named = interpreter._with_distribution(unnamed)
    assert named.host.distribution == distro.name(pretty=True)
    mac = Machine(origin=Origin(kind="interpreter"), host=Host(system="Darwin"))
    assert interpreter._with_distribution(mac) == mac
