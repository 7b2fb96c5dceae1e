"""Taking a real Mac's snapshot over: what is written, what is said, what is refused."""

import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mps_doctor.facts import decode_machine

MACHINES = Path(__file__).parents[1] / "machines"
HEALTHY = MACHINES / "healthy-m2pro-macos-15-torch-2.14.1.json"
ROSETTA = MACHINES / "conda-osx-64-under-rosetta.json"
RUN = "https://github.com/mps-doctor/mps-doctor/actions/runs/7"
ISSUE = "https://github.com/mps-doctor/mps-doctor/issues/7"
NAME = "real-apple-m2-pro-macos-15.5-torch-2.14.1"


@pytest.fixture
def machines(tmp_path: Path) -> Path:
    folder = tmp_path / "machines"
    folder.mkdir()
    (folder / "expected.json").write_text('{"a": {}, "z": {}}')
    return folder


script = runpy.run_path(str(Path(__file__).parents[2] / ".ci" / "evidence" / "take_over.py"))


@pytest.fixture
def take_over(
    machines: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    def run(upload: Path, *options: str) -> tuple[int, str, str]:
        arguments = ["take_over.py", str(upload), "--machines", str(machines), *options]
        monkeypatch.setattr(sys, "argv", arguments)
        return script["main"](), *capsys.readouterr()

    return run


def upload(folder: Path, **run: str) -> Path:
    """Write what the workflow uploads for one environment."""
    folder.mkdir(parents=True)
    (folder / "snapshot.json").write_bytes(HEALTHY.read_bytes())
    about = {"image": "macos-15", "image_version": "2026", "commit": "abc", "run": RUN, **run}
    (folder / "run.json").write_text(json.dumps(about))
    then = {"verdict": {"status": "broken", "cause": "smoke\x1b[2J"}}
    (folder / "standard-mps.json").write_text(json.dumps(then))
    return folder


def test_an_upload_becomes_a_machine_with_its_origin(
    tmp_path: Path, machines: Path, take_over: Any
) -> None:
    upload(tmp_path / "up" / "evidence-x", expected="healthy")
    code, out, err = take_over(tmp_path / "up")

    assert (code, err) == (0, "")
    taken = json.loads((machines / f"{NAME}.json").read_text())
    original = json.loads(HEALTHY.read_text())
    assert taken.pop("origin") == {
        "kind": original.pop("origin")["kind"],
        "name": RUN,
        "note": "Recorded by mps-doctor at abc on the image macos-15 2026.",
    }
    assert taken == original
    expected = json.loads((machines / "expected.json").read_text())
    assert list(expected) == ["a", NAME, "z"]
    assert expected[NAME] == {"cause": None, "status": "healthy"}
    assert "it said   broken: smoke?[2J" in out
    assert "now       healthy" in out
    assert "fails until" not in out


@pytest.mark.parametrize(
    ("expect", "cause", "said"),
    [
        (("--expect", "virtual-machine-no-metal"), "virtual-machine-no-metal", "fails until"),
        ((), "python-x86_64-on-apple-silicon", "so read it"),
    ],
)
def test_a_file_becomes_a_machine_with_what_is_expected_of_it(
    expect: tuple[str, ...], cause: str, said: str, machines: Path, take_over: Any
) -> None:
    code, out, err = take_over(ROSETTA, "--source", ISSUE, "--name", "rosetta", *expect)

    assert code == 0, err
    expected = json.loads((machines / "expected.json").read_text())["rosetta"]
    assert (expected["cause"], expected["status"]) == (cause, "broken")
    assert said in out
    assert decode_machine((machines / "rosetta.json").read_bytes()).origin.name == ISSUE


HERE_IS = ("--source", ISSUE)


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        (b'{"schema_version": "1.0", "verdict": {}}', HERE_IS, ""),
        (HEALTHY.read_bytes()[:-99], HERE_IS, ""),
        (None, HERE_IS, "no snapshot.json"),
        (HEALTHY.read_bytes(), (), "--source"),
        (HEALTHY.read_bytes(), ("--source", "https://index.example/x"), "--source"),
        (HEALTHY.read_bytes(), (*HERE_IS, "--expect", "luck"), "no cause is called 'luck'"),
        (HEALTHY.read_bytes(), (*HERE_IS, "--name", "expected"), "is there already"),
    ],
)
def test_what_is_no_snapshot_or_has_no_place_is_refused_in_one_line(
    content: bytes | None, options: Any, said: str, tmp_path: Path, machines: Path, take_over: Any
) -> None:
    file = tmp_path / "given"
    if content is not None:
        file.write_bytes(content)
    before = (machines / "expected.json").read_bytes()

    code, out, err = take_over(file, *options)

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert (machines / "expected.json").read_bytes() == before
