"""Files of a run: one for each host, written whole, whose name no host name can lead astray."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.render.safe_text import shortened

LONGEST_MESSAGE = 1000
"""Characters of what ssh and Ansible said that are kept in a host's file."""

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,150}")


def write_answer(
    folder: Path, host: str, *, stdout: str = "", reason: str = "", message: str = ""
) -> Path:
    """Write what came of one host: a line that says so, then the lines that came back."""
    head: dict[str, Any] = {
        "fleet_host": host,
        "recorded": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    if reason:
        head |= {"reason": reason, "message": shortened(message, LONGEST_MESSAGE)}
    text = msgspec.json.encode(head).decode() + "\n"
    if not reason:
        text += stdout if stdout.endswith("\n") else f"{stdout}\n"
    file = folder / f"{file_name(host)}.jsonl"
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=".mps-doctor-")
    with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as stream:
        stream.write(text)
    Path(name).chmod(0o644)
    Path(name).replace(file)
    return file


def file_name(host: str) -> str:
    """Return the name of a host's file, without its suffix; the host's own where it is harmless."""
    if _PLAIN.fullmatch(host):
        return host
    digest = hashlib.sha256(host.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{re.sub(r'[^A-Za-z0-9._-]', '_', host).lstrip('.')[:100] or 'host'}-{digest}"
