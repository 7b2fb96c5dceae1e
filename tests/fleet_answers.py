"""Answers of hosts, made from recorded machines: the lines of the script, and its compact word."""

import base64
import gzip
import json
from pathlib import Path
from typing import Any

MACHINES = Path(__file__).with_name("machines")
NAMES = sorted(
    file.stem
    for file in MACHINES.glob("*.json")
    # The deep level has lines of another form than its facts.
    if file.stem != "expected" and not file.stem.startswith("deep-")
)

_ENDS = {"crashed": 139, "hung": 1, "exited": 3}
"""Exit statuses of a probe whose step did not come back."""


def machine_facts(machine: str) -> dict[str, Any]:
    """Return the facts of a recorded machine."""
    return json.loads((MACHINES / f"{machine}.json").read_bytes())


def probe_lines(facts: dict[str, Any]) -> tuple[list[str], int]:
    """Return what the probe says on such a machine, and with which status it leaves."""
    python = facts.get("python", {})
    if python.get("start_error"):
        return ["Fatal Python error"], 1
    lines = [json.dumps({"probe": 1, "python": python.get("version", "3.12.8")})]
    sections = {name: value for name, value in facts.items() if isinstance(value, dict)}
    static = "host torch packages openmp variables conda python toolchain"
    lines += [
        json.dumps({"section": name, "facts": sections.get(name, {})}) for name in static.split()
    ]
    for name in ("torch_import", "smoke"):
        known = sections.get(name, {"unknown": "not run"})
        step = f"smoke.{known.get('step', 'allocate')}" if name == "smoke" else name
        if known.get("outcome") != "not-installed" and "unknown" not in known:
            lines.append(json.dumps({"begin": step, "seconds": 60}))
        if known.get("outcome") in _ENDS:
            kept = {key: value for key, value in known.items() if key in ("device", "step")}
            lines.append(json.dumps({"section": name, "facts": kept}))
            return lines, _ENDS[known["outcome"]]
        lines.append(json.dumps({"section": name, "facts": known}))
    return [*lines, '{"end": true}'], 0


def answer_of(*machines: str | dict[str, Any], name: str = "", id: str = "", **head: Any) -> str:
    """Return the lines of the script on a Mac with these environments."""
    first = {"fleet_script": 1, "version": "0.1.0", "name": name, "id": id, **head}
    lines = [json.dumps({"recorded": "2026-11-20T08:00:00Z", "system": "Darwin", **first})]
    for number, machine in enumerate(machines):
        facts = machine_facts(machine) if isinstance(machine, str) else machine
        said, status = probe_lines(facts)
        path = facts.get("python", {}).get("executable", f"/opt/{number}/bin/python")
        lines.append(json.dumps({"interpreter": path, "options": "-B"}))
        lines += ["", *said, ""]
        late = '{"end": true}' not in said and "hung" in json.dumps(facts)
        errors = [
            line
            for section in ("torch_import", "smoke")
            for line in facts.get(section, {}).get("stderr", ())
            if isinstance(line, str)
        ]
        fault = any("command buffer exited with error status" in line for line in errors)
        words = base64.b64encode("\n".join(errors).encode()).decode()
        lines.append(json.dumps({"ended": status, "late": late, "fault": fault, "stderr": words}))
    return "\n".join([*lines, '{"fleet_end": true}', ""])


def compact_word(answer: str, said: str = "HEALTHY") -> str:
    """Return an answer as the script packs it for the field of a device manager."""
    packed = base64.b64encode(gzip.compress(answer.encode(), mtime=0)).decode()
    return f"{said} mps-doctor-facts:1:{len(packed)}:{packed}"
