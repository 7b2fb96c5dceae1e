"""Asks the hosts of an Ansible inventory: one task, whose answers are kept as they come.

Ansible does the work, as a process of its own started by ansible-runner: connections, inventory,
ssh configuration, privileges and vault are the user's, as he knows them.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import psutil  # type: ignore[import-untyped]  # it has no types of its own

from mps_doctor.features.fleet import transport
from mps_doctor.features.fleet.hosts import write_answer
from mps_doctor.features.fleet.script import make_script
from mps_doctor.knowledge.distribution import requirement
from mps_doctor.system import processes
from mps_doctor.system.errors import InputError
from mps_doctor.system.folders import current_folder

PYTHONS_AT_MOST = 4
"""Environments of one host for which the time limit of the task is laid out."""

SLACK = 60
"""Seconds that copying the file and starting Python may take on a busy host or network."""

CONNECT_SECONDS = "10"

INSTALL = f"install it with: pip install '{requirement('fleet')}'"

_TASK = "mps-doctor probe"

Take = Callable[[str, Path], None]


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What the user wants of a run."""

    inventories: tuple[str, ...]
    folder: Path
    limit: str = ""
    forks: int = 20
    level: str = "standard"
    device: str = "mps"
    timeout: int = 120
    pythons: tuple[str, ...] = ()
    ansible_arguments: tuple[str, ...] = ()

    @property
    def inventory_arguments(self) -> list[str]:
        """The options of Ansible that name the hosts."""
        named = [word for name in self.inventories for word in ("-i", _absolute(name))]
        return [*named, *(["--limit", self.limit] if self.limit else [])]


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How a run ended."""

    answered: tuple[str, ...]
    unfinished: tuple[str, ...]
    interrupted: bool


def list_hosts(asked: Asked) -> list[str]:
    """Return the hosts that are meant; raises InputError with Ansible's words where it has none."""
    program = _program("ansible")
    argv = [program, "all", "--list-hosts", *asked.inventory_arguments, *_vault(asked)]
    finished = processes.run(argv, timeout=120, environment=_environment())
    lines = [line.strip() for line in finished.stdout.decode("utf-8", "replace").splitlines()]
    said = " ".join(line for line in finished.stderr if "deprecat" not in line.lower())
    head = next((n for n, line in enumerate(lines) if line.startswith("hosts (")), None)
    hosts = [] if head is None else [line for line in lines[head + 1 :] if line]
    if finished.exit_code != 0 or not hosts:
        raise InputError(f"Ansible finds no hosts: {said[:500] or finished.ending}")
    return hosts


def run(asked: Asked, hosts: Sequence[str], take: Take) -> Ran:
    """Ask the hosts; `take` is called with each host and its file as it answers."""
    runner = _import_runner()
    answered: dict[str, None] = {}

    def on_event(event: dict[str, Any]) -> bool:
        file = _keep(asked.folder, event)
        if file is not None:
            host = str(event["event_data"]["host"])
            answered[host] = None
            take(host, file)
        return False  # the runner is to write nothing of it to its own folder

    with _short_folder() as folder, _interruptible() as interrupted:
        arguments = _arguments(asked, folder)
        began = time.time()
        started = runner.run(**arguments, event_handler=on_event, cancel_callback=interrupted)
        if interrupted():
            interrupted.end_descendants(began)
        _close_connections(folder / "cp")
        words = "" if answered else _last_words(started)
    left = tuple(host for host in hosts if host not in answered)
    if not answered and not interrupted():
        raise InputError(f"Ansible could not start: {words}")
    return Ran(answered=tuple(answered), unfinished=left, interrupted=interrupted())


def _arguments(asked: Asked, folder: Path) -> dict[str, Any]:
    script = folder / "mps-doctor-probe.sh"
    script.write_text(
        make_script(
            level=asked.level, device=asked.device, timeout=asked.timeout, pythons=asked.pythons
        ),
        encoding="utf-8",
    )
    playbook = folder / "probe.json"
    playbook.write_text(json.dumps(_playbook(script, asked.timeout)), encoding="utf-8")
    words = [*asked.inventory_arguments, "--forks", str(asked.forks), *asked.ansible_arguments]
    return {
        "private_data_dir": str(folder / "run"),
        # Ansible works here, as a user expects it of relative paths and of an ansible.cfg.
        "project_dir": os.fspath(current_folder()),
        "playbook": str(playbook),
        "cmdline": shlex.join(words),
        "quiet": True,
        "envvars": _settings(folder),
    }


def _playbook(script: Path, timeout: int) -> list[dict[str, Any]]:
    """Return the play; JSON is YAML, and needs no quoting of ours."""
    pythons = (  # a list or a text
        "{{ [mps_doctor_python | default([])] | flatten | select | unique | join('\n') }}"
    )
    task = {
        "name": _TASK,
        "ansible.builtin.script": {"cmd": str(script), "executable": "/bin/sh"},
        "environment": {"MPS_DOCTOR_PYTHONS": pythons},
        "timeout": (timeout + SLACK) * PYTHONS_AT_MOST,
        "changed_when": False,
    }
    play = {
        "hosts": "all",
        "gather_facts": False,  # it would need a Python, and on a bare Mac open a window
        "strategy": "ansible.builtin.free",
        # A terminal on the other side would mix stderr into the answer.
        "vars": {"ansible_ssh_use_tty": False},
        "tasks": [task],
    }
    return [play]


def _environment() -> dict[str, str]:
    # An installation by pipx has Ansible's programs beside its Python, and not on PATH.
    here = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": here + os.pathsep + os.environ.get("PATH", os.defpath)}


def _settings(folder: Path) -> dict[str, str]:
    settings = {
        "PATH": _environment()["PATH"],
        # ansible-runner switches this off where nobody names it (config/_base.py).
        "ANSIBLE_HOST_KEY_CHECKING": "True",
        # What it says is quoted in our reports.
        "ANSIBLE_NOCOLOR": "True",
        "ANSIBLE_FORCE_COLOR": "False",
        # Without it macOS ends the workers that Ansible forks.
        "OBJC_DISABLE_INITIALIZE_FORK_SAFETY": "YES",
        "ANSIBLE_LOCAL_TEMP": str(folder / "tmp"),
        # Here we can close what stays open between two commands to one host.
        "ANSIBLE_SSH_CONTROL_PATH_DIR": str(folder / "cp"),
    }
    if "ANSIBLE_TIMEOUT" not in os.environ:
        settings["ANSIBLE_TIMEOUT"] = CONNECT_SECONDS
    return settings


def _keep(folder: Path, event: dict[str, Any]) -> Path | None:
    """Write the answer that an event brings; None for the events that bring none."""
    kind = event.get("event")
    if kind not in ("runner_on_ok", "runner_on_failed", "runner_on_unreachable"):
        return None
    data = event["event_data"]
    if data.get("task") != _TASK:
        return None
    host, result = str(data["host"]), data.get("res") or {}
    stdout = str(result.get("stdout", ""))
    said = "\n".join(str(result.get(key, "")) for key in ("msg", "stderr", "module_stderr"))
    if kind == "runner_on_unreachable":
        return write_answer(folder, host, reason=transport.reason_of(said), message=said.strip())
    if kind == "runner_on_failed" and '"fleet_script"' not in stdout:
        reason = transport.reason_of(f"{said}\n{stdout}", otherwise="failed")
        return write_answer(folder, host, reason=reason, message=f"{said}\n{stdout}".strip())
    return write_answer(folder, host, stdout=stdout)


class _Interruption:
    """Whether the user wants to stop; remembers what was running then."""

    def __init__(self) -> None:
        self._asked = False
        self._descendants: list[psutil.Process] = []

    def handle(self, number: int, frame: FrameType | None) -> None:
        """Note that a signal came."""
        del number, frame
        self._asked = True

    def __call__(self) -> bool:
        """Whether to stop; asked again and again while Ansible works."""
        if self._asked and not self._descendants:
            # Ansible's workers have sessions of their own, which outlive the end of Ansible.
            self._descendants = psutil.Process().children(recursive=True)
        return self._asked

    def end_descendants(self, since: float) -> None:
        """End what ran when the user interrupted and still runs; nothing that is older."""
        for process in self._descendants:
            with contextlib.suppress(psutil.Error):
                if process.create_time() >= since - 1:
                    process.kill()
        psutil.wait_procs(self._descendants, timeout=3)


@contextlib.contextmanager
def _interruptible() -> Iterator[_Interruption]:
    interruption = _Interruption()
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, interruption.handle) for number in numbers}
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def _short_folder() -> Iterator[Path]:
    """Make a folder whose path leaves room for the name of a socket (104 bytes on macOS)."""
    parent = "/tmp" if Path("/tmp").is_dir() else None  # noqa: S108  # mkdtemp makes it ours alone
    with tempfile.TemporaryDirectory(
        prefix="mpsd-", dir=parent, ignore_cleanup_errors=True
    ) as name:
        folder = Path(name)
        for part in ("run", "tmp", "cp"):
            (folder / part).mkdir()
        yield folder


def _close_connections(folder: Path) -> None:
    """End the connections that ssh keeps open for a next command: there is none."""
    ssh = shutil.which("ssh")
    for socket in folder.iterdir() if ssh else ():
        processes.run([str(ssh), "-O", "exit", "-o", f"ControlPath={socket}", "any"], timeout=5)
    # One that was just being made has no socket yet: the path of it is its title.
    for process in psutil.process_iter(["cmdline"]):
        if str(folder) in " ".join(process.info["cmdline"] or ()):
            with contextlib.suppress(psutil.Error):
                process.kill()


def _vault(asked: Asked) -> list[str]:
    """Return those of the user's arguments that Ansible needs to read the inventory at all."""
    words = asked.ansible_arguments
    kept = []
    for number, word in enumerate(words):
        name, sign, _ = word.partition("=")
        if name in ("--vault-password-file", "--vault-pass-file", "--vault-id"):
            kept += [word] if sign else list(words[number : number + 2])
    return kept


def _absolute(inventory: str) -> str:
    """Return an inventory as another folder sees it; a list of hosts (`a,b,`) stays as it is."""
    if "," in inventory and not Path(inventory).exists():
        return inventory
    if not Path(inventory).exists():
        raise InputError(f"the inventory {inventory} does not exist")
    return str(Path(inventory).absolute())


def _program(name: str) -> str:
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        raise InputError("Ansible is not installed", INSTALL)
    return found


def _import_runner() -> Any:
    try:
        import ansible_runner  # the extra `fleet`
    except ImportError:
        raise InputError("ansible-runner is not installed", INSTALL) from None
    return ansible_runner


def _last_words(started: Any) -> str:
    try:
        with started.stdout as text:
            said = (line.strip() for line in text)
            lines = [line for line in said if line and not line.startswith("PLAY [")]
    except OSError:
        return f"status {started.status}"
    return " ".join(lines[-3:])[:500] or f"status {started.status}"
