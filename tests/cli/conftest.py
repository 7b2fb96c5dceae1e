"""Runs the command in this process, as its script would."""

import signal
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from mps_doctor.cli.main import main


class Done(NamedTuple):
    """What a run of the command gave."""

    code: int
    out: str
    err: str


Run = Callable[..., Done]

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Return a function that runs the command: `run("list", "--causes")`."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)

    def doctor(*arguments: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["mps-doctor", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return Done(int(ended.value.code or 0), out, err)

    yield doctor
    for number, handler in before.items():
        signal.signal(number, handler)
