"""Take snapshots of real Macs over into tests/machines, with their origin.

    python .ci/evidence/take_over.py FOLDER        what the workflow `evidence` uploaded
    python .ci/evidence/take_over.py FILE --source https://github.com/OWNER/NAME/issues/1

Each snapshot becomes a machine, and what is expected of it an entry of expected.json.
It prints what the doctor said on that Mac, what it says now, and what was expected.
Nothing is redacted anew: read a stranger's file before you commit it.
Exit code 2: something was no snapshot, or could not be named; that was not taken over.
"""

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any

from mps_doctor import Report, run_checks
from mps_doctor.knowledge.causes import all_causes
from mps_doctor.system.errors import InputError

MACHINES = Path(__file__).resolve().parents[2] / "tests" / "machines"

ADDRESS = re.compile(
    r"https://github\.com/[\w.-]+/[\w.-]+/(?:issues|pull|discussions|actions/runs)/\d+\S*"
)

STATUS = {"error": "broken", "warning": "degraded", "info": "healthy"}


class RefusedError(Exception):
    """A file cannot be taken over; the text says why."""


def take_over(file: Path, options: argparse.Namespace) -> str:
    """Copy one snapshot to the machines; return what to say of it.  Raises RefusedError."""
    try:
        now = run_checks(snapshot=file, plugins=False)
    except InputError as error:
        raise RefusedError(str(error).removeprefix(f"{file} ")) from None
    snapshot = json.loads(file.read_bytes())
    run = beside(file, "run.json")
    then = beside(file, "standard-mps.json").get("verdict")
    address = options.source or str(run.get("run", ""))
    if not ADDRESS.fullmatch(address):
        raise RefusedError("--source has to name the issue or the run on github.com it comes from")
    name = options.name or name_of(snapshot)
    target, expected_file = (options.machines / f"{each}.json" for each in (name, "expected"))
    if target.exists():
        raise RefusedError(f"{target.name} is there already; give this one a --name")
    stated = options.expect or str(run.get("expected", ""))
    expected = {**json.loads(expected_file.read_bytes()), name: entry(stated, now)}
    snapshot["origin"] = {**snapshot["origin"], "name": address, "note": note_of(run)}
    write(target, snapshot)
    write(expected_file, dict(sorted(expected.items())))
    lines = [
        name,
        f"  from      {address}",
        f"  it said   {in_words(then) if isinstance(then, dict) else 'not known'}",
        f"  now       {in_words(now.to_dict()['verdict'])}",
        f"  expected  {stated or 'nothing was stated: recorded is what it says now, so read it'}",
    ]
    if stated and stated not in (now.verdict.cause, now.verdict.status):
        lines.append("  tests/checks/test_every_check.py fails until it or expected.json agrees")
    return "\n".join(map(printable, lines))


def note_of(run: dict[str, Any]) -> str:
    """Return where and by which doctor a snapshot was recorded."""
    if not run:
        return "A real Mac, as mps-doctor recorded it."
    commit = f" at {run['commit']}" if run.get("commit") else ""
    image = " ".join(str(run.get(key, "")) for key in ("image", "image_version"))
    return f"Recorded by mps-doctor{commit} on the image {image}.".replace(" .", ".")


def printable(line: str) -> str:
    """Return a line without what a terminal would obey: an upload is a stranger's text."""
    return "".join(sign if sign.isprintable() else "?" for sign in line)


def entry(stated: str, now: Report) -> dict[str, Any]:
    """Return what expected.json is to hold: what was stated, else what the doctor says now."""
    verdict = now.verdict
    if stated == "healthy":
        return {"cause": None, "status": "healthy"}
    if stated and stated != verdict.cause:
        if stated not in all_causes():
            raise RefusedError(f"no cause is called {stated!r}: see mps-doctor list --causes")
        return {"cause": stated, "status": STATUS[all_causes()[stated].severity]}
    others = {row.cause for row in now.results if row.is_finding} - {verdict.cause}
    also = {"also": sorted(filter(None, others))} if others else {}
    return {"cause": verdict.cause, "status": verdict.status, **also}


def name_of(snapshot: dict[str, Any]) -> str:
    """Return a file name from the facts: chip, macOS, PyTorch, and an Intel Python on an M chip."""
    host, python, torch = (snapshot.get(key, {}) for key in ("host", "python", "torch"))
    parts = ["real", host.get("chip"), "macos", host.get("macos_version"), "torch"]
    parts.append(torch.get("version", "none"))
    if python.get("architecture") != host.get("hardware_architecture"):
        parts.append(python.get("architecture"))
    words = (part if isinstance(part, str) else "unknown" for part in parts)
    return re.sub(r"[^a-z0-9.]+", "-", " ".join(words).lower()).strip("-.")


def in_words(verdict: dict[str, Any]) -> str:
    """Return a verdict in a few words."""
    cause = verdict.get("cause")
    return f"{verdict.get('status')}: {cause}" if cause else str(verdict.get("status"))


def beside(file: Path, name: str) -> dict[str, Any]:
    """Return a document that was uploaded with a snapshot; empty where there is none."""
    try:
        content = json.loads(file.with_name(name).read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def write(path: Path, content: dict[str, Any]) -> None:
    """Write a document as those of tests/machines are written."""
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def snapshots_in(upload: Path) -> list[Path]:
    """Return the snapshots of an upload; raises RefusedError where there is none."""
    if upload.is_file():
        return [upload]
    found = sorted(upload.rglob("snapshot.json"))
    if not found:
        raise RefusedError("there is no snapshot.json in it")
    return found


def main() -> int:
    """Read the command line, take over what can be, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("upload", type=Path, help="a snapshot, or a folder with some")
    parser.add_argument("--source", default="", help="the issue or run on github.com it comes from")
    parser.add_argument("--expect", default="", help="the cause to be named, or healthy")
    parser.add_argument("--name", default="", help="what the file is called, for one snapshot")
    parser.add_argument("--machines", type=Path, default=MACHINES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        files = snapshots_in(options.upload)
        if options.name and len(files) > 1:
            raise RefusedError(f"--name is for one snapshot; these are {len(files)}")
    except RefusedError as error:
        print(f"{options.upload}: {error}", file=sys.stderr)
        return 2
    taken = [attempt(file, options) for file in files]
    return 0 if all(taken) else 2


def attempt(file: Path, options: argparse.Namespace) -> bool:
    """Take one snapshot over and say so, or say why not."""
    try:
        print(take_over(file, options))
    except RefusedError as error:
        print(printable(f"{file}: {error}"), file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
