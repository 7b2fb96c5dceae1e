"""Real ssh daemons on loopback addresses: hosts that are well, and hosts broken in ten ways."""

import getpass
import os
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

import psutil

SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/sbin:/usr/local/sbin")

HANGS = "#!/bin/sh\nexec sleep 3600\n"
CRASHES = "#!/bin/sh\necho 'Fatal Python error: init_fs_encoding' >&2\nkill -SEGV $$\n"
TALKS = "#!/bin/sh\necho 'Hello, I am no Python'\n"


def why_not(*, namespaces: bool) -> str:
    """Return why such hosts cannot be had here; empty where they can."""
    for program in ("ssh", "ssh-keygen"):
        if shutil.which(program) is None:
            return f"{program} is not installed"
    if SSHD is None:
        return "sshd is not installed"
    if not namespaces:
        return ""
    tried = subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"], check=False)
    return "" if tried.returncode == 0 else "mount namespaces need an administrator"


@dataclass
class Loopback:
    """The daemons of one test, their keys, and the inventory that names them."""

    folder: Path
    port: int = field(default_factory=lambda: _free_port())
    namespaces: bool = False
    lines: list[str] = field(default_factory=list)
    _processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _sockets: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("host", "other-host", "user", "other-user"):
            key = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.folder / name)]
            subprocess.run(key, check=True)
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True)
        shutil.copy(self.folder / "user.pub", self.folder / "authorized")
        (self.folder / "sshd_config").write_text(
            f"HostKey {self.folder}/host\n"
            f"AuthorizedKeysFile {self.folder}/authorized\n"
            "PermitRootLogin prohibit-password\nPasswordAuthentication no\n"
            "KbdInteractiveAuthentication no\nUsePAM no\nStrictModes no\nPidFile none\n"
            "MaxStartups 500\nSubsystem sftp internal-sftp\nLogLevel ERROR\n"
        )

    def add(self, name: str, number: int, *, mounts: str = "", known: str = "host", **extra: str):
        """Start a host that works, in a mount namespace of its own where it has mounts."""
        address = self._name(name, number, known=known, **extra)
        assert SSHD is not None
        sshd = [SSHD, "-D", "-e", "-f", str(self.folder / "sshd_config")]
        sshd += ["-o", f"ListenAddress={address}:{self.port}"]
        if self.namespaces:
            private = "mount --make-rprivate / && mount -t tmpfs none /root && "
            private += "mount -t tmpfs none /var/tmp && "
            sshd += ["-o", "SetEnv=PATH=/usr/bin:/bin"]
            sshd = ["unshare", "-m", "sh", "-c", f'{private}{mounts}exec "$@"', "sh", *sshd]
        with (self.folder / f"{name}.log").open("wb") as log:
            self._processes.append(
                subprocess.Popen(sshd, stdout=log, stderr=log, start_new_session=True)
            )

    def add_mute(self, name: str, number: int, *, backlog: int | None = None) -> None:
        """Name a host where nobody speaks; without a backlog nothing listens.

        With one of 0 the queue of connections is full, and what is sent to it is dropped.
        """
        address = self._name(name, number)
        if backlog is None:
            return
        listener = socket.create_server((address, self.port), backlog=backlog)
        self._sockets.append(listener)
        for _ in range(0 if backlog else 4):
            caller = socket.socket()
            caller.setblocking(False)
            caller.connect_ex((address, self.port))
            self._sockets.append(caller)

    def program(self, name: str, text: str) -> str:
        """Write a program, and return its path."""
        file = self.folder / name
        file.write_text(text)
        file.chmod(0o755)
        return str(file)

    @property
    def inventory(self) -> Path:
        """Write the inventory."""
        hosts = "\n".join(self.lines)
        options = (
            f"-o UserKnownHostsFile={self.folder}/known -o GlobalKnownHostsFile=/dev/null "
            "-o IdentitiesOnly=yes -F /dev/null"
        )
        file = self.folder / "inventory.ini"
        file.write_text(
            f"[macs]\n{hosts}\n[macs:vars]\nansible_port={self.port}\n"
            f"ansible_user={getpass.getuser()}\nansible_ssh_common_args={options}\n"
        )
        return file

    def wait(self) -> None:
        """Wait until every daemon listens."""
        until = time.monotonic() + 20
        for process in self._processes:
            while not _listens(process.pid):
                assert process.poll() is None, "an ssh daemon has ended"
                assert time.monotonic() < until, "an ssh daemon does not listen"
                time.sleep(0.05)

    def remains(self) -> list[str]:
        """Return the processes that run on the hosts now, beside the daemons."""
        return [
            f"{child.pid} {' '.join(child.cmdline())}"
            for process in self._processes
            for child in psutil.Process(process.pid).children(recursive=True)
        ]

    def close(self) -> None:
        """End the daemons and what they started."""
        for opened in self._sockets:
            opened.close()
        for process in self._processes:
            for child in psutil.Process(process.pid).children(recursive=True):
                child.kill()
            process.kill()
            process.wait()

    def _name(self, name: str, number: int, *, known: str = "host", **extra: str) -> str:
        address = f"127.0.0.{number}"
        extra = {"ansible_ssh_private_key_file": str(self.folder / "user"), **extra}
        words = " ".join(f"{key}='{value}'" for key, value in extra.items())
        self.lines.append(f"{name} ansible_host={address} {words}")
        key = (self.folder / f"{known}.pub").read_text().strip()
        with (self.folder / "known").open("a") as file:
            file.write(f"[{address}]:{self.port} {key}\n")
        return address


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _listens(pid: int) -> bool:
    return any(
        connection.status == psutil.CONN_LISTEN
        for connection in psutil.Process(pid).net_connections("tcp")
    )
