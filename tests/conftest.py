"""Fixtures of all tests."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from simulated_mac import NoCompilerError, SimMac


@pytest.fixture
def simulated_mac(tmp_path: Path) -> Callable[..., SimMac]:
    """Return a maker of simulated Macs: `simulated_mac("m2_macos145", mps="available=0")`.

    The test is skipped where torch or the compiler for its simulated device is missing.
    """

    def make(machine: str | dict[str, Any] = "m2_macos145", **options: Any) -> SimMac:
        if options.get("torch", True):
            pytest.importorskip("torch", reason="the simulated mps device needs torch")
        try:
            return SimMac(tmp_path / f"mac{len(list(tmp_path.iterdir()))}", machine, **options)
        except NoCompilerError as error:
            pytest.skip(str(error))

    return make
