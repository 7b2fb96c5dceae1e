"""Taking a real Mac's snapshot over: what is written, what is said, what is refused."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from mps_doctor.facts import decode_machine

HERE = Path(__file__).parents[1]
HEALTHY = HERE / "machines" / "healthy-m2pro-macos-15-torch-2.14.1.json"
ROSETTA = HERE / "machines" / "conda-osx-64-under-rosetta.json"
CAUSE = "python-x86_64-on-apple-silicon"
RUN = "https://github.com/mps-doctor/mps-doctor/actions/runs/7"
ISSUE = "https://github.com/mps-doctor/mps-doctor/issues/7"
NAME = "real-apple-m2-pro-macos-15.5-torch-2.14.1"


@pytest.fixture
def machines(tmp_path: Path) -> Path:
    folder = tmp_path / "machines"
    folder.mkdir()
    (folder / "expected.json").write_text('{"a": {}, "z": {}}')
    return folder


def take_over(upload: Path, machines: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, HERE / "take_over.py", upload, "--machines", machines, *options]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def upload(folder: Path, snapshot: Path = HEALTHY, **run: str) -> Path:
    """Write what the workflow uploads for one environment."""
    folder.mkdir(parents=True)
    (folder / "snapshot.json").write_bytes(snapshot.read_bytes())
    about = {"image": "macos-15", "image_version": "2026", "commit": "abc", "run": RUN, **run}
    (folder / "run.json").write_text(json.dumps(about))
    then = {"verdict": {"status": "broken", "cause": "smoke\x1b[2J"}}
    (folder / "standard-mps.json").write_text(json.dumps(then))
    return folder


def expected(machines: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((machines / "expected.json").read_text())
    return content


def test_an_upload_becomes_a_machine_with_its_origin(tmp_path: Path, machines: Path) -> None:
    done = take_over(upload(tmp_path / "up" / "evidence-x", expected="healthy"), machines)

    assert (done.returncode, done.stderr) == (0, "")
    taken = json.loads((machines / f"{NAME}.json").read_text())
    original = json.loads(HEALTHY.read_text())
    assert taken.pop("origin") == {
        "kind": original.pop("origin")["kind"],
        "name": RUN,
        "note": "Recorded by mps-doctor at abc on the image macos-15 2026.",
    }
    assert taken == original
    assert list(expected(machines)) == ["a", NAME, "z"]
    assert expected(machines)[NAME] == {"cause": None, "status": "healthy"}
    assert "it said   broken: smoke?[2J" in done.stdout
    assert "now       healthy" in done.stdout
    assert "expected  healthy" in done.stdout
    assert "fails until" not in done.stdout


def test_what_was_expected_is_recorded_where_the_doctor_disagrees(
    tmp_path: Path, machines: Path
) -> None:
    done = take_over(upload(tmp_path / "up", expected="virtual-machine-no-metal"), machines)

    assert expected(machines)[NAME] == {"cause": "virtual-machine-no-metal", "status": "broken"}
    assert "test_machines.py fails until" in done.stdout


def test_where_nothing_was_expected_the_present_verdict_is(machines: Path) -> None:
    done = take_over(ROSETTA, machines, "--source", ISSUE, "--name", "rosetta")

    assert done.returncode == 0, done.stderr
    assert expected(machines)["rosetta"]["cause"] == CAUSE
    assert "so read it" in done.stdout
    assert decode_machine((machines / "rosetta.json").read_bytes()).origin.name == ISSUE


def test_a_zip_of_several_is_taken_over_whatever_its_paths(tmp_path: Path, machines: Path) -> None:
    file = tmp_path / "up.zip"
    with zipfile.ZipFile(file, "w") as zipped:
        for parent, snapshot in (("../../out", HEALTHY), ("/b", ROSETTA)):
            zipped.writestr(f"{parent}/snapshot.json", snapshot.read_bytes())
            zipped.writestr(f"{parent}/../../evil.json", "{}")

    done = take_over(file, machines, "--source", RUN)

    assert done.returncode == 0, done.stderr
    assert len(list(machines.iterdir())) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["machines", "up.zip"]


def refused(tmp_path: Path, machines: Path, content: bytes, *options: str) -> str:
    """Return the one line that refuses a file, of which nothing may be written."""
    file = tmp_path / "given"
    file.write_bytes(content)
    before = (machines / "expected.json").read_bytes()

    done = take_over(file, machines, *options)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert (machines / "expected.json").read_bytes() == before
    return done.stderr


NO_SNAPSHOTS = {
    "a report": b'{"schema_version": "1.0", "verdict": {}}',
    "text": b"Apple M1, it does not work",
    "nothing": b"",
    "a broken zip": b"PK\x03\x04" + bytes(90) + b"PK\x05\x06" + bytes(18),
    "a cut snapshot": HEALTHY.read_bytes()[:-99],
}


@pytest.mark.parametrize("content", NO_SNAPSHOTS.values(), ids=NO_SNAPSHOTS.keys())
def test_what_is_no_snapshot_is_refused(tmp_path: Path, machines: Path, content: bytes) -> None:
    refused(tmp_path, machines, content, "--source", ISSUE)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((), "--source"),
        (("--source", "https://index.example/x"), "--source"),
        (("--source", ISSUE, "--expect", "bad-luck"), "no cause is called 'bad-luck'"),
        (("--source", ISSUE, "--name", "expected"), "is there already"),
    ],
)
def test_a_snapshot_that_cannot_be_placed_is_refused(
    tmp_path: Path, machines: Path, options: tuple[str, ...], said: str
) -> None:
    assert said in refused(tmp_path, machines, HEALTHY.read_bytes(), *options)


def test_an_upload_without_a_snapshot_is_refused(tmp_path: Path, machines: Path) -> None:
    for path in (tmp_path / "absent", machines):
        done = take_over(path, machines, "--source", ISSUE)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
