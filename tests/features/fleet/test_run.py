"""`fleet run` against real ssh daemons: what comes home, what does not and why, what is left."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

sys.path.append(str(Path(__file__).parent))
import loopback
from tables import cases

from mps_doctor.system.files import locked

pytest.importorskip("ansible_runner", reason="needs the extra `fleet`")

pytestmark = pytest.mark.linux_only("macOS has no address 127.0.0.2 unless root adds it")

DOCTOR = (sys.executable, "-m", "mps_doctor")
VAULT = str(Path(sys.executable).with_name("ansible-vault"))


@pytest.fixture
def bed(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[loopback.Loopback]:
    namespaces = request.node.get_closest_marker("full") is not None
    reason = loopback.why_not(namespaces=namespaces)
    if reason:
        pytest.skip(reason)
    folder = tmp_path / "bed"
    folder.mkdir()
    made = loopback.Loopback(folder, namespaces=namespaces)
    yield made
    made.close()


def doctor(
    *arguments: str, cwd: Path | None = None, timeout: float = 300
) -> subprocess.CompletedProcess[str]:
    command = [*DOCTOR, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=cwd)


def fleet_run(
    bed: loopback.Loopback, *arguments: str, timeout: float = 300
) -> subprocess.CompletedProcess[str]:
    bed.wait()
    words = ("fleet", "run", "-i", str(bed.inventory), "--format", "json", *arguments)
    return doctor(*words, cwd=bed.folder, timeout=timeout)


def entries_of(done: subprocess.CompletedProcess[str]) -> dict[str, dict[str, object]]:
    assert done.stdout, done.stderr
    return {entry["host"]: entry for entry in json.loads(done.stdout)["entries"]}


def left_behind(bed: loopback.Loopback) -> list[str]:
    """Return what runs after a run, on the hosts or here, once it had a moment to end."""
    until = time.monotonic() + 5
    while True:
        here = [
            f"{process.pid} {' '.join(process.info['cmdline'] or [])}"
            for process in psutil.process_iter(["cmdline"])
            if str(bed.folder / "user") in " ".join(process.info["cmdline"] or [])
            or "mpsd-" in " ".join(process.info["cmdline"] or [])
        ]
        remains = [*here, *bed.remains()]
        if not remains or time.monotonic() > until:
            return remains
        time.sleep(0.1)


def test_two_hosts_answer_and_a_changed_key_is_refused(
    bed: loopback.Loopback, tmp_path: Path
) -> None:
    bed.add("good", 2, mps_doctor_python=sys.executable)
    bed.add("changed", 3, known="other-host")
    done = fleet_run(bed, "--level", "quick", "-o", str(tmp_path / "out"))
    found = entries_of(done)
    assert found["good"]["cause"] == "not-macos-host"
    assert found["good"]["python"] == sys.executable
    assert found["changed"]["reason"] == "host-key-changed"
    assert done.returncode == 1
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"changed.jsonl", "good.jsonl"}
    assert left_behind(bed) == []
    again = entries_of(doctor("fleet", "report", str(tmp_path / "out"), "--format", "json"))
    assert again == found


def test_several_environments_of_one_host_named_in_a_vault(
    bed: loopback.Loopback, tmp_path: Path
) -> None:
    bed.add("both", 4)
    variables = bed.folder / "host_vars" / "both.yml"
    variables.parent.mkdir()
    variables.write_text(json.dumps({"mps_doctor_python": [sys.executable, "/nowhere/bin/python"]}))
    (bed.folder / "password").write_text("a test's own")
    hidden = [VAULT, "encrypt", "--vault-password-file=password", str(variables)]
    subprocess.run(hidden, check=True, capture_output=True, cwd=bed.folder)
    arguments = ("--level", "quick", "--device", "cpu", "-o", str(tmp_path / "out"))
    refused = fleet_run(bed, *arguments)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    assert "vault" in refused.stderr
    done = fleet_run(bed, *arguments, "--ansible-arg=--vault-password-file=password")
    assert done.stdout, done.stderr
    entries = {entry["python"]: entry for entry in json.loads(done.stdout)["entries"]}
    assert entries[sys.executable]["status"]
    assert entries["/nowhere/bin/python"]["reason"] == "python-missing"
    assert '"device": "cpu"' in (tmp_path / "out" / "both.jsonl").read_text()


def test_an_interrupted_run_keeps_what_it_has(bed: loopback.Loopback, tmp_path: Path) -> None:
    bed.add("quick", 5, mps_doctor_python=sys.executable)
    bed.add("slow", 6, mps_doctor_python=bed.program("python-hangs", loopback.HANGS))
    bed.wait()
    out = tmp_path / "out"
    running = subprocess.Popen(
        [
            *(*DOCTOR, "fleet", "run", "-i", str(bed.inventory), "--level", "quick"),
            *("-o", str(out), "--format", "json", "--timeout", "10"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while not (out / "quick.jsonl").exists():
        assert time.monotonic() < until, "the first host has not answered"
        assert running.poll() is None, running.stderr
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    stdout, stderr = running.communicate(timeout=30)
    assert running.returncode == 130, stderr
    entries = {entry["host"]: entry for entry in json.loads(stdout)["entries"]}
    assert entries["quick"]["status"]
    assert entries["slow"]["reason"] == "unfinished"
    assert [line for line in left_behind(bed) if "mpsd-" in line] == []


@cases
def test_what_cannot_be_asked_or_written_is_an_input_error(
    tmp_path: Path, inventory: str, folder: str, said: str
) -> None:
    (tmp_path / "empty.ini").write_text("[macs]\n")
    (tmp_path / "taken").mkdir()
    with locked(tmp_path / "taken", doing="another run"):
        done = doctor("fleet", "run", "-i", inventory, "-o", folder, cwd=tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert said in done.stderr
    assert list((tmp_path / "taken").iterdir()) == []


@pytest.mark.full
def test_twenty_hosts_ten_of_them_broken_in_ten_ways(
    bed: loopback.Loopback, tmp_path: Path
) -> None:
    system_python = "/usr/bin/python3"
    if not os.access(system_python, os.X_OK):
        pytest.skip(f"needs {system_python}")
    for number in range(10):
        bed.add(f"good{number}", 20 + number, mps_doctor_python=system_python)
    bed.add_mute("refused", 40)
    bed.add_mute("black-hole", 41, backlog=0)
    bed.add_mute("silent", 42, backlog=100)
    hidden = "for p in /usr/bin/python3* /usr/local/bin/python*; do "
    hidden += "[ -e $p ] && mount --bind /dev/null $(readlink -f $p); done 2>/dev/null; "
    bed.add("no-python", 43, mounts=hidden)
    bed.add("hangs", 44, mps_doctor_python=bed.program("python-hangs", loopback.HANGS))
    bed.add("crashes", 45, mps_doctor_python=bed.program("python-crashes", loopback.CRASHES))
    bed.add("garbage", 46, mps_doctor_python=bed.program("python-talks", loopback.TALKS))
    bed.add("changed", 47, known="other-host")
    key = str(bed.folder / "other-user")
    bed.add("denied", 48, ansible_ssh_private_key_file=key)
    full = "mount -t tmpfs -o size=4k none /root && head -c 9000 /dev/zero >/root/full; "
    bed.add("full", 49, mounts=full)
    done = fleet_run(
        bed, "--level", "quick", "--timeout", "10", "--forks", "20", "-o", str(tmp_path / "out"),
        timeout=500,
    )  # fmt: skip
    found = entries_of(done)
    assert len(found) == 20
    for number in range(10):
        assert found[f"good{number}"]["cause"] == "not-macos-host"
    told = {host: entry.get("reason") or entry.get("cause") for host, entry in found.items()}
    assert {host: word for host, word in told.items() if not host.startswith("good")} == {
        "refused": "refused",
        "black-hole": "timed-out",
        "silent": "no-banner",
        "no-python": "no-python",
        "hangs": "python-hangs",
        "crashes": "python-broken",
        "garbage": "not-understood",
        "changed": "host-key-changed",
        "denied": "authentication",
        "full": "disk-full",
    }
    assert left_behind(bed) == []
