"""The script for device managers, in several shells and with the tools of a Mac in its way.

The fake tools (`mac/`) stand where the script looks for the system's own: a behaviour has its
source beside it, a repository of apple-oss-distributions unless another is named.
"""

import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import psutil
import pytest
import shells
from fleet_answers import machine_facts, probe_lines
from tables import cases

from mps_doctor.features.fleet.answers import HostAnswer
from mps_doctor.features.fleet.reading import read_document
from mps_doctor.features.fleet.summarising import Judge
from mps_doctor.features.probe_script import make_host_script

MAC = Path(__file__).with_name("mac")
"""The tools of a Mac, each with its source."""

BEING_LIED_TO = {
    "UNAME_SYSNAME": "Linux",
    "UNAME_s": "Linux",
    "UNAME_MACHINE": "x86_64",
    "SYSTEM_VERSION_COMPAT": "1",
}


def executable(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)
    return file


class FakeMac:
    """A folder with a Mac's tools, and the script that finds them there."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tools = root / "tools"
        self.stub = root / "usr" / "bin" / "python3"
        self.trace = root / "trace"
        shutil.copytree(MAC, self.tools)
        executable(self.stub, f"echo started >{self.trace}; sleep 1")

    def tool(self, name: str, text: str) -> None:
        """Put another tool in the place of the system's own."""
        executable(self.tools / name, text)

    def python(self, name: str = "python", machine: str = "healthy-m1-8gb", more: str = "") -> str:
        """Return an interpreter that says what the probe says on a recorded machine."""
        lines, status = probe_lines(machine_facts(machine))
        said = self.root / f"{machine}.lines"
        said.write_text("\n".join(["", *lines, ""]))
        return str(executable(self.root / name, f"{more}\ncat {said}; exit {status}"))

    def run(
        self, *pythons: str, shell: str = "sh", environment: Mapping[str, str] = {}, **options: Any
    ) -> subprocess.CompletedProcess[str]:
        """Run the script as a device manager does: little in the environment, no terminal."""
        script = self.script(*pythons, **options)
        temporary = self.root / "tmp"
        temporary.mkdir(exist_ok=True)
        # cron's PATH: without /usr/sbin, where a Mac has sysctl and ioreg.
        given = {"PATH": "/usr/bin:/bin", "TMPDIR": str(temporary), "HOME": str(self.root)}
        done = subprocess.run(
            [*shells.words_of(shell), str(script)],
            env={**given, **environment},
            capture_output=True,
            text=True,
            check=False,
            start_new_session=True,
            timeout=120,
        )
        assert done.stderr == ""
        assert not list(temporary.iterdir())
        return done

    def script(
        self, *pythons: str, form: str = "compact", replace: Mapping[str, str] = {}, **options: Any
    ) -> Path:
        text = make_host_script(pythons=pythons, form=form, **options)
        head, mark, probe = text.partition("\n# The probe:\n")
        places = {
            "PATH=/usr/bin:": f"PATH={self.tools}:/usr/bin:",
            " /usr/bin/python3": f" {self.stub}",
        }
        for before, after in {**places, **replace}.items():
            assert before in head
            head = head.replace(before, after)
        file = self.root / "host.sh"
        file.write_text(head + mark + probe)
        return file


@pytest.fixture
def mac(tmp_path: Path) -> FakeMac:
    return FakeMac(tmp_path)


def items_of(done: subprocess.CompletedProcess[str]) -> list[HostAnswer]:
    return [*read_document(done.stdout.encode())]


def silence_of(done: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    (item,) = items_of(done)
    return item.entry.reason, item.entry.message


def wait_for_end(pid: int) -> bool:
    """Return whether a process ends, once it had a moment to."""
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("shell", shells.NAMES)
def test_a_mac_answers_in_every_shell_with_its_own_tools(mac: FakeMac, shell: str) -> None:
    names = (mac.python("first"), mac.python("other", "smoke-nan"), "/nowhere/python")
    done = mac.run(*names, shell=shell, form="jamf", environment=BEING_LIED_TO)
    assert done.returncode == 0
    assert done.stdout.startswith("<result>BROKEN mps-smoke-failed mps-doctor-facts:1:")
    assert done.stdout.endswith("</result>\n")
    first, other, missing = items_of(done)
    entries = [Judge().judge(item, "mac", "mac.txt") for item in (first, other)]
    assert [entry.status for entry in entries] == ["healthy", "broken"]
    assert (missing.entry.reason, missing.entry.message) == ("python-missing", "no such program")
    assert {item.entry.system for item in (first, other, missing)} == {"Darwin"}
    assert (missing.entry.macos, missing.entry.chip) == ("15.5", "Apple M4")
    assert len(missing.entry.id) == 16


@pytest.mark.parametrize("shell", shells.NAMES)
def test_a_probe_that_hangs_is_ended_with_what_it_started(mac: FakeMac, shell: str) -> None:
    more = f"sleep 600 & echo $! $$ >{mac.root}/pids; wait"
    hangs = mac.python("hangs", more=more)
    done = mac.run(
        hangs, shell=shell, replace={"TIMEOUT + 15": "TIMEOUT"},
        environment={"MPS_DOCTOR_TIMEOUT": "1"},
    )  # fmt: skip
    assert done.stdout.startswith("UNKNOWN python-hangs ")
    assert silence_of(done)[0] == "python-hangs"
    child, probe = map(int, (mac.root / "pids").read_text().split())
    assert wait_for_end(probe)
    if shell == "bash":
        assert wait_for_end(child)
    else:  # it gives no process group without a terminal
        os.kill(child, signal.SIGKILL)


def test_an_interrupted_script_leaves_nothing(mac: FakeMac) -> None:
    hangs = mac.python("hangs", more=f"echo $$ >{mac.root}/pids; exec sleep 600")
    file = mac.script(hangs, form="lines")
    temporary = mac.root / "tmp"
    temporary.mkdir()
    running = subprocess.Popen(
        ["sh", str(file)], env={**os.environ, "TMPDIR": str(temporary)}, stdout=subprocess.DEVNULL
    )
    until = time.monotonic() + 60
    while not (mac.root / "pids").exists() or not (mac.root / "pids").read_text():
        assert time.monotonic() < until
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)
    assert running.wait(timeout=30) == 130
    assert wait_for_end(int((mac.root / "pids").read_text()))
    assert not list(temporary.iterdir())


def test_a_tool_that_hangs_costs_its_own_fact_only(mac: FakeMac) -> None:
    for tool in ("ioreg", "sysctl"):
        mac.tool(tool, "exec sleep 600")
    done = mac.run(mac.python(), replace={"limited 5": "limited 1"})
    (item,) = items_of(done)
    assert done.stdout.startswith("HEALTHY ")
    assert (item.entry.id, item.entry.macos) == ("", "15.5")


@cases
def test_apples_stub_is_never_started(mac: FakeMac, folder: str) -> None:
    mac.tool("xcode-select", folder.format(root=mac.root))
    link = mac.root / "bin" / "python3"
    link.parent.mkdir()
    link.symlink_to(mac.stub)
    quick = {"limited 5": "limited 1"}
    path = {"PATH": f"{link.parent}:/usr/bin:/bin"}
    for name in (str(mac.stub), str(link), "python3"):
        done = mac.run(name, environment=path, replace=quick)
        assert done.stdout.startswith("UNKNOWN python-missing ")
        assert "stub" in silence_of(done)[1]
    mac.run(environment=path, replace=quick)  # its own choice
    assert not mac.trace.exists()


def test_the_python_of_the_developer_tools_is_started(mac: FakeMac) -> None:
    tools = mac.root / "CommandLineTools"
    executable(tools / "usr" / "bin" / "python3", "exit 1")
    mac.tool("xcode-select", f"echo {tools}")
    assert mac.run(str(mac.stub)).stdout.startswith("UNKNOWN not-understood ")
    assert mac.trace.exists()


def test_the_users_path_and_the_options_reach_the_probe(mac: FakeMac) -> None:
    seen = mac.root / "seen"
    mac.python("bin/python3", more=f'printf "%s %s" "$PATH" "$*" >{seen}')
    path = f"{mac.root}/bin:/usr/bin:/bin"
    done = mac.run(environment={"PATH": path}, level="deep")
    assert done.stdout.startswith("HEALTHY ")
    assert items_of(done)[0].entry.python == f"{mac.root}/bin/python3"
    assert seen.read_text().startswith(path)
    assert "--level deep --device mps --timeout 120" in seen.read_text()


@pytest.fixture
def users(mac: FakeMac) -> FakeMac:
    """Return a Mac whose script runs as root, with an environment of each of two users."""
    mac.tool("id", "echo 0")
    mac.tool("sudo", f'echo "$1 $2 $3 $4" >>{mac.root}/sudo; shift 4; exec "$@"')
    look = f'ls -ld "${{2%/*}}" >>{mac.root}/seen'
    mac.python("Users/ann/.venv/bin/python", more=look)
    mac.python("Users/bob/miniforge3/bin/python", "smoke-nan", more=look)
    if os.geteuid() == 0:
        for folder in mac.root.glob("Users/*/*/bin"):
            os.chown(folder, 1234, -1)
    return mac


@pytest.mark.parametrize("shell", shells.NAMES)
def test_as_root_each_user_runs_the_own_environment(users: FakeMac, shell: str) -> None:
    done = users.run(shell=shell, replace={"HOMES=/Users": f"HOMES={users.root}/Users"})
    assert done.stdout.startswith("BROKEN mps-smoke-failed ")
    home = f"{users.root}/Users"
    assert [item.entry.python for item in items_of(done)] == [
        *(f"{home}/ann/.venv/bin/python", f"{home}/bob/miniforge3/bin/python")
    ]
    uid = os.geteuid() or 1234
    assert set((users.root / "sudo").read_text().splitlines()) == {f"-n -H -u #{uid}"}
    for line in (users.root / "seen").read_text().splitlines():
        assert line.startswith("drwxr-xr-x")
        assert not Path(line.split()[-1]).exists()


def test_as_root_a_place_in_the_home_folder_is_each_users(users: FakeMac) -> None:
    homes = {"HOMES=/Users": f"HOMES={users.root}/Users"}
    done = users.run("~/.venv", "~/none", replace=homes)
    found = {item.entry.python: item.entry.reason for item in items_of(done)}
    own, absent = f"{users.root}/Users/ann/.venv/bin/python", f"{users.root}/none"
    assert found == {own: "", absent: "python-missing"}


def test_root_runs_nothing_that_another_user_can_write(users: FakeMac) -> None:
    users.tool("sudo", "exit 1")
    done = users.run(f"{users.root}/Users/ann/.venv", form="lines")
    reason, message = silence_of(done)
    assert (reason, message[:34]) == ("python-missing", "cannot be run as its owner, the us")
    assert not (users.root / "seen").exists()


@pytest.mark.parametrize("name", ["söme Python", "a\tb", 'quo"te\\d'])
def test_odd_names_of_interpreters_and_hosts(mac: FakeMac, name: str) -> None:
    python = mac.python(name)
    environment = {"MPS_DOCTOR_PYTHONS": python, "MPS_DOCTOR_NAME": name}
    (item,) = items_of(mac.run(environment=environment))
    assert item.machine
    assert item.entry.host == name.replace("\t", "")
    assert item.entry.python == python.replace("\t", "")


def test_bytes_that_are_no_text_lose_no_answer(mac: FakeMac) -> None:
    script = mac.script(mac.python(), "/nowhere/python", form="lines")
    environment = {**os.environb, b"MPS_DOCTOR_NAME": b"caf\xe9"}
    done = subprocess.run(["sh", script], env=environment, capture_output=True, check=True)
    first, second = read_document(done.stdout)
    assert first.entry.host == second.entry.host == "caf\N{REPLACEMENT CHARACTER}"
    assert first.machine


def filling(characters: int, seed: int = 7) -> str:
    """Return a text that cannot be packed to much less."""
    return "".join(random.Random(seed).choices(ascii_lowercase, k=characters))


def test_the_deep_level_goes_before_the_answer_is_cut(mac: FakeMac) -> None:
    more = "\n".join(
        f"""echo '{{"section": "{name}", "facts": {{"unknown": "{filling(6000, seed)}"}}}}'"""
        for seed, name in enumerate(("deep", "frameworks", "openmp"))
    )
    done = mac.run(mac.python(more=more))
    assert done.stdout.startswith("HEALTHY ")
    assert len(done.stdout) < 10_000
    (item,) = items_of(done)
    assert item.machine
    assert item.machine.smoke.outcome == "completed"
    assert not item.machine.deep.unknown


def test_an_answer_that_cannot_be_made_short_keeps_its_word(mac: FakeMac) -> None:
    python = mac.python(machine="smoke-nan", more=f'echo \'{{"noise": "{filling(12_000)}"}}\'')
    done = mac.run(python)
    assert done.stdout.startswith("UNKNOWN too-long ")
    assert len(done.stdout) < 10_000
    assert silence_of(done) == ("too-long", "it said: BROKEN mps-smoke-failed")


@cases
@pytest.mark.parametrize("form", ["lines", "compact", "jamf"])
def test_what_keeps_the_script_from_working_is_said_in_every_form(
    mac: FakeMac, form: str, environment: dict[str, str], reason: str
) -> None:
    done = mac.run(mac.python(), form=form, environment=environment, exit_code=True)
    assert silence_of(done)[0] == reason
    assert done.returncode == 4
    starts = {"jamf": f"<result>UNKNOWN {reason} ", "lines": "{"}
    written = environment.get("MPS_DOCTOR_FORM", form)
    assert done.stdout.startswith(starts.get(written, f"UNKNOWN {reason} "))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("form", ["lines", "compact", "jamf", "refused"])
@pytest.mark.parametrize("shell", shells.NAMES)
def test_an_answer_that_could_not_be_written_is_no_success(
    mac: FakeMac, shell: str, form: str
) -> None:
    script = mac.script(mac.python(), form="compact" if form == "refused" else form)
    given = {"MPS_DOCTOR_LEVEL": "fast" if form == "refused" else "quick", "HOME": str(mac.root)}
    argv = [*shells.words_of(shell), str(script)]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(argv, env=given, stdout=full, stderr=full, timeout=60, check=False)
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("machine", "code"), [("healthy-m1-8gb", 0), ("no-torch", 1), ("smoke-nan", 1), ("", 4)]
)
def test_exit_codes_are_an_option(mac: FakeMac, machine: str, code: int) -> None:
    python = mac.python(machine=machine) if machine else "/nowhere/python"
    assert mac.run(python, exit_code=True).returncode == code
    assert mac.run(python).returncode == 0
