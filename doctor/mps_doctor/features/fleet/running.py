"""Asks the hosts of an Ansible inventory: one task, whose answers are kept as they come.

Ansible does the work, as a process of its own started by ansible-runner: connections, inventory,
ssh configuration, privileges and vault are the user's own.
"""

import contextlib
import hashlib
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]  # it has no types of its own

from mps_doctor.features.fleet.answers import reason_of
from mps_doctor.knowledge.distribution import requirement
from mps_doctor.render.safe_text import shortened
from mps_doctor.system import processes
from mps_doctor.system.errors import InputError
from mps_doctor.system.files import current_folder, locked, write_file
from mps_doctor.system.interruption import raise_if_asked

PYTHONS_AT_MOST = 4
"""Environments of one host for which the time limit of the task is laid out."""

SLACK = 60
"""Seconds that copying the file and starting Python may take on a busy host or network."""

CONNECT_SECONDS = "10"
LISTING_SECONDS = 120

LONGEST_MESSAGE = 1000
"""Characters of what ssh and Ansible said that are kept in a host's file."""

INSTALL = f"install it with: pip install '{requirement('fleet')}'"

_TASK = "mps-doctor probe"
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,150}")


def ask_hosts(
    arguments: Sequence[str],
    folder: Path,
    *,
    script: str,
    timeout: int,
    on_answer: Callable[[int, int], None],
) -> tuple[list[str], bool]:
    """Let the hosts run the script; return each one's file, and whether the user interrupted it.

    `arguments` are those of `ansible-playbook`, `folder` is where the answers are kept, `timeout`
    is the script's own for each interpreter, in seconds; `on_answer` is called with the number of
    answers and that of hosts.  The file of a host that has not answered says so.
    Raises InputError with Ansible's words where there are no hosts, or it cannot start.
    """
    try:
        import ansible_runner  # the extra `fleet`
    except ImportError:
        raise InputError("ansible-runner is not installed", INSTALL) from None
    files: dict[str, str] = {}

    def on_event(event: dict[str, Any]) -> bool:
        if file := _keep(folder, event):
            files[event["event_data"]["host"]] = file
            on_answer(len(files), len(hosts))
        return False  # the runner is to write nothing of it to its own folder

    # Its path leaves room for the name of a socket (104 bytes on macOS).
    with (
        tempfile.TemporaryDirectory(prefix="mpsd-", dir="/tmp", ignore_cleanup_errors=True) as own,
        contextlib.ExitStack() as held,
    ):
        held.callback(_end_processes, own)
        playbook = _write_playbook(Path(own), script, timeout)
        settings = _settings(own)
        hosts = _list_hosts([playbook, *arguments], settings)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot make the folder {folder}: {error.strerror}") from None
        held.enter_context(locked(folder, doing="another fleet run keeps its answers"))
        interrupted = False
        try:
            started = ansible_runner.run(
                private_data_dir=own,
                # Ansible works here, as a user expects it of relative paths and an ansible.cfg.
                project_dir=os.fspath(current_folder()),
                playbook=playbook,
                cmdline=shlex.join(arguments),
                quiet=True,
                envvars=settings,
                event_handler=on_event,
                # Without one, it handles signals itself, and goes on doing so when it has ended.
                cancel_callback=raise_if_asked,
            )
            if not files:
                raise InputError(f"Ansible could not start: {_last_words(started)}")
        except KeyboardInterrupt:  # what has come until now is kept
            interrupted = True
        reason = "unfinished" if interrupted else "failed"
        for host in {*hosts} - files.keys():
            files[host] = write_answer(folder, host, reason=reason, message="no answer came")
    return list(files.values()), interrupted


def list_arguments(
    inventories: Sequence[str], limit: str, forks: int, others: Sequence[str]
) -> list[str]:
    """Return the arguments of `ansible-playbook`; raises InputError for an absent inventory."""
    for name in inventories:  # Ansible goes on without it
        if "," not in name and not Path(name).exists():
            raise InputError(f"the inventory {name} does not exist", f"for a host, write {name},")
    words = [word for name in inventories for word in ("-i", name)]
    words += ["--limit", limit] if limit else []
    return [*words, "--forks", str(forks), *others]


def write_answer(
    folder: Path, host: str, *, stdout: str = "", reason: str = "", message: str = ""
) -> str:
    """Write what came of one host: a line that says so, then the lines that came back."""
    head = {
        "fleet_host": host,
        "recorded": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
    if reason:
        head |= {"reason": reason, "message": shortened(message, LONGEST_MESSAGE)}
    file = folder / f"{file_name(host)}.jsonl"
    write_file(file, f"{json.dumps(head)}\n{stdout.rstrip()}\n")
    return str(file)


def file_name(host: str) -> str:
    """Return the name of a host's file, without its suffix; the host's own where it is harmless."""
    if _PLAIN.fullmatch(host):
        return host
    digest = hashlib.sha256(host.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9._-]', '_', host).lstrip('.')[:100] or 'host'}-{digest}"


def _keep(folder: Path, event: dict[str, Any]) -> str:
    """Write the answer that an event brings, and return its file; empty where it brings none."""
    kind, data = event.get("event"), event.get("event_data", {})
    kinds = ("runner_on_ok", "runner_on_failed", "runner_on_unreachable")
    if kind not in kinds or data.get("task") != _TASK:
        return ""
    host, result = str(data["host"]), data.get("res") or {}
    stdout = str(result.get("stdout", ""))
    if kind == "runner_on_ok" or '"fleet_script"' in stdout:
        return write_answer(folder, host, stdout=stdout)
    words = (str(result.get(key, "")) for key in ("msg", "stderr", "module_stderr", "stdout"))
    said = "\n".join(words).strip()
    otherwise = "unreachable" if kind == "runner_on_unreachable" else "failed"
    reason = reason_of(said, otherwise=otherwise)
    return write_answer(folder, host, reason=reason, message=said)


def _write_playbook(folder: Path, script: str, timeout: int) -> str:
    """Write the script and the play that runs it; JSON is YAML, and needs no quoting of ours."""
    file = folder / "mps-doctor-host.sh"
    file.write_text(script, encoding="utf-8")
    pythons = (  # a list or a text
        "{{ [mps_doctor_python | default([])] | flatten | select | unique | join('\n') }}"
    )
    task = {
        "name": _TASK,
        "ansible.builtin.script": {"cmd": str(file), "executable": "/bin/sh"},
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
    playbook = folder / "probe.json"
    playbook.write_text(json.dumps([play]), encoding="utf-8")
    return str(playbook)


def _list_hosts(arguments: list[str], settings: dict[str, str]) -> list[str]:
    """Return the hosts that are meant; raises InputError with Ansible's words where it has none."""
    program = shutil.which("ansible-playbook", path=settings["PATH"])
    if program is None:
        raise InputError("Ansible is not installed", INSTALL)
    argv = [program, "--list-hosts", *arguments]
    finished = processes.run(argv, timeout=LISTING_SECONDS, environment={**os.environ, **settings})
    lines = [line.strip() for line in finished.stdout.decode("utf-8", "replace").splitlines()]
    said = " ".join(line for line in finished.stderr if "deprecat" not in line.lower())
    head = next((n for n, line in enumerate(lines) if line.startswith("hosts (")), len(lines))
    hosts = [line for line in lines[head + 1 :] if line]
    if finished.exit_code != 0 or not hosts:
        raise InputError(f"Ansible finds no hosts: {said[:500] or finished.ending}")
    return hosts


def _settings(folder: str) -> dict[str, str]:
    # An installation by pipx has Ansible's programs beside its Python, and not on PATH.
    here = str(Path(sys.executable).parent)
    return {
        "PATH": here + os.pathsep + os.environ.get("PATH", os.defpath),
        # ansible-runner switches this off where nobody names it (config/_base.py).
        "ANSIBLE_HOST_KEY_CHECKING": "True",
        # What it says is quoted in our reports.
        "ANSIBLE_NOCOLOR": "True",
        "ANSIBLE_FORCE_COLOR": "False",
        # Without it macOS ends the workers that Ansible forks.
        "OBJC_DISABLE_INITIALIZE_FORK_SAFETY": "YES",
        "ANSIBLE_LOCAL_TEMP": f"{folder}/local",
        # By this folder we know what stays open between two commands to one host.
        "ANSIBLE_SSH_CONTROL_PATH_DIR": f"{folder}/cp",
        "ANSIBLE_TIMEOUT": os.environ.get("ANSIBLE_TIMEOUT", CONNECT_SECONDS),
    }


def _end_processes(folder: str) -> None:
    """End what still runs of Ansible: it names our folder in its command line.

    Its workers have sessions of their own, which outlive an interrupted run, and ssh keeps
    connections open for a next command.
    """
    for process in psutil.process_iter(["cmdline"]):
        if folder in " ".join(process.info["cmdline"] or ()):
            with contextlib.suppress(psutil.Error):
                process.kill()


def _last_words(started: Any) -> str:
    with started.stdout as text:
        said = (line.strip() for line in text)
        lines = [line for line in said if line and not line.startswith("PLAY [")]
    return " ".join(lines[-3:])[:500] or f"status {started.status}"
