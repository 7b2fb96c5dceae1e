"""All that the checks and the diagnosis say about the recorded machines and our own texts.

The words are what a user gets, so each of them is recorded, in `recorded/`: a file for every family
of checks, and one for the verdicts.
`python tests/said` writes them anew; what it changes is to be read before it is committed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from mps_doctor.facts import SECTIONS, Machine, Unknown, decode_machine, encode_machine
from mps_doctor.judgement.checking import Fix, Result, run_check
from mps_doctor.judgement.engine import Catalogue, judge, load_checks
from mps_doctor.judgement.verdict import Verdict, reach_verdict
from mps_doctor.pasted import parse_text
from mps_doctor.pasted.labels import READERS

TESTS = Path(__file__).resolve().parents[1]
sys.path.append(str(TESTS))

from pinned_releases import pin_releases  # noqa: E402  # the line above makes it importable

pin_releases()

RECORDED = Path(__file__).with_name("recorded")
VERDICTS = "verdicts"
MEANINGS = "meanings"
"""Of each error text that is known."""
READINGS = "readings"
"""Of the labels of reports that people paste."""
FACTS = "facts"
"""Of our own texts."""
WITHOUT = "without"
"""What is said where a fact is not known."""


@cache
def catalogue() -> Catalogue:
    """Return the built-in checks."""
    return load_checks(plugins=False)


@cache
def sources() -> dict[str, bytes | str]:
    """Return what is judged: recorded machines, and texts in the shapes that people paste."""
    machines = sorted((TESTS / "machines").glob("*.json"))
    found: dict[str, bytes | str] = {
        path.stem: path.read_bytes() for path in machines if path.name != "expected.json"
    }
    changes = json.loads(Path(__file__).with_name("changed.json").read_text(encoding="utf-8"))
    rows = json.loads((TESTS / "pasted" / "variations.json").read_text(encoding="utf-8"))
    found |= {f"text {number}": row["text"] for number, row in enumerate(rows, 1)}
    found |= {f"changed: {row['name']}": _changed(row) for row in changes}
    return found


def _changed(row: dict[str, Any]) -> bytes:
    """Return the recorded machine of a row with some of its facts replaced."""
    machine = json.loads((TESTS / "machines" / f"{row['from']}.json").read_bytes())
    for section, facts in row["facts"].items():
        machine[section] = {**machine.get(section, {}), **facts}
    machine["origin"] = {"kind": "synthetic", "note": f"Synthetic: {row['from']}, changed"}
    return json.dumps(machine).encode()


@cache
def machine_of(name: str) -> Machine:
    """Return the facts of a source."""
    source = sources()[name]
    if isinstance(source, bytes):
        return decode_machine(source)
    return parse_text(source.encode(), name="pasted")


def said_of(name: str) -> tuple[tuple[str, str], ...]:
    """Return what is said of a source: (file, block of text)."""
    return tuple(_said(name))


def _said(name: str) -> Iterator[tuple[str, str]]:
    machine = machine_of(name)
    results = judge(machine, catalogue(), level="deep")
    for result in results:
        if result.outcome != "skipped":
            yield result.family, "\n".join(_lines(result))
    verdict = reach_verdict(results, machine)
    if name.startswith("text "):  # its cause stands beside it, in tests/pasted
        yield FACTS, f"{name}: {facts_of(str(sources()[name]))}"
        yield VERDICTS, f"{verdict.status}: {verdict.sentence}"
    else:
        yield VERDICTS, "\n".join(_verdict_lines(name, verdict))


CONTEXTS = (
    *("healthy-m1-8gb", "healthy-m1-macos-12.6-torch-1.13.1", "healthy-m1-macos-14-torch-2.14.1"),
    *("intel-amd-conda-torch-2.13", "conda-osx-64-under-rosetta", "virtual-machine-that-works"),
    *("report-docker-on-m1", "plain-linux", "python-3.16-no-torch", "sandbox-that-works"),
    *("accelerate-kept-on-cpu", "fallback-set-too-late", "no-torch"),
    *("changed: a beta", "changed: macOS 14.0 itself", "changed: macOS 12.3 itself"),
    *("changed: torch 1.12 itself", "changed: a torch of tomorrow", "changed: an OrbStack guest"),
    *("changed: a torch of its own making", "changed: a Mac that is not said to be one"),
)
"""Machines on which the same error text means different things."""


@cache
def examples() -> dict[str, str]:
    """Return texts for each error that is known."""
    path = TESTS / "knowledge_signatures" / "examples.json"
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {
        f"{name} {number}": text
        for name, row in rows.items()
        for number, text in enumerate(row["matches"], 1)
    }


def meaning_of(signature: str) -> str:
    """Return the causes of an error text: by itself, and on each machine that changes them."""
    alone = parse_text(examples()[signature].encode(), name="pasted")
    plain = _causes(alone)
    lines = [f"{signature}: {plain}"]
    for name in CONTEXTS:
        machine = msgspec.structs.replace(machine_of(name), messages=alone.messages)
        causes = _causes(machine)
        if causes != plain:
            lines.append(f"  {name}: {causes}")
    return "\n".join(lines)


VALUES = (
    *("macOS 14.5 (23F79)", "macOS 14.5 beta", "10.16", "Darwin", "Darwin 23.5.0 arm64", "Linux"),
    *("Linux-6.6.12-linuxkit-aarch64-with-glibc2.36", "Windows 11", "Ubuntu 22.04", "23.5.0"),
    *("macOS-14.5-arm64-arm-64bit", "macOS-14.5-x86_64-i386-64bit", "arm64", "x86_64", "i386"),
    *("Apple M2 Pro", "Apple M1 (Virtual)", "Intel(R) Core(TM) i7-9750H", "AMD Radeon Pro 5500M"),
    *("2.9.1", "2.9.1 (False)", "2.9.0.dev20260101", "2.5.1+cu121", "3.11.7 (64-bit runtime)"),
    *("3.11.7 | packaged by conda-forge | (main) [Clang 16]", "True", "False", "None", "1", "0"),
    *("osx-64", "osx-arm64", "https://conda.anaconda.org/conda-forge/osx-arm64", "16 GB"),
    *("VirtualMac2,1", "MacBookPro18,3", "VMware", "docker", "github-actions", "N/A", "/opt/v"),
    *("numpy==2.2.6, torch==2.9.1", "torch 2.9.1 cpu_generic_py311 conda-forge", "universal2"),
)
"""What stands behind a label in one report or another."""


@cache
def labels() -> dict[str, list[str]]:
    """Return the labels of reports by their reader."""
    found: dict[str, list[str]] = {}
    for label, reader in READERS.items():
        found.setdefault(reader.__name__, []).append(label)
    return found


def reading_of(reader: str) -> str:
    """Return which labels a reader reads, and the facts it makes of values, right or not."""
    label = labels()[reader][0]
    lines = [f"{reader}: {', '.join(labels()[reader])}"]
    readings = ((value, facts_of(f"{label}: {value}\n")) for value in VALUES)
    lines += [f"  {value} = {facts}" for value, facts in readings if facts]
    return "\n".join(lines)


def facts_of(text: str) -> str:
    """Return the facts of a text in one line, without the lines where they stand."""
    machine = json.loads(encode_machine(parse_text(text.encode(), name="pasted")))
    machine.get("messages", {}).pop("stated", None)
    kept = {name: facts for name, facts in machine.items() if facts and name in SECTIONS}
    kept = {name: facts for name, facts in kept.items() if facts != {"reported": []}}
    return json.dumps(kept, ensure_ascii=False)[1:-1]


BASES = (
    *("healthy-m1-macos-14-torch-2.14.1", "intel-amd-conda-torch-2.13", "report-docker-on-m1"),
    *("conda-osx-64-under-rosetta", "virtual-machine-that-works", "unavailable-unexplained"),
    *("smoke-wrong-numbers", "agent-sandbox-without-sign"),
)
"""Machines whose facts are taken away, one by one."""


def without(name: str, section: str) -> str:
    """Return what changes where a fact of a section is not known, for each of its facts."""
    machine = machine_of(name)
    plain = set(_short(machine))
    lines = [f"{name} without {section}"]
    for fact in SECTIONS[section].__struct_fields__:
        if fact == "unknown" or isinstance(getattr(getattr(machine, section), fact), Unknown):
            continue
        nothing = Unknown("not told", f"{section}.{fact}")
        holder = msgspec.structs.replace(getattr(machine, section), **{fact: nothing})
        changed = msgspec.structs.replace(machine, **{section: holder})
        new = [line for line in _short(changed) if line not in plain]
        lines += [f"  {fact}: {line}" for line in new]
    return "\n".join(lines)


def _short(machine: Machine) -> list[str]:
    results = judge(machine, catalogue(), level="deep")
    verdict = reach_verdict(results, machine)
    return [
        f"{verdict.status} {verdict.cause}",
        *(
            f"{result.check} {result.outcome} {result.cause or ''} {result.message}"
            for result in results
            if result.outcome not in ("skipped", "not-run")
        ),
    ]


def _causes(machine: Machine) -> str:
    check = next(item for item in catalogue().checks if item.id == "reported-errors")
    results = run_check(check, machine)
    said = (f"{result.cause or result.outcome} {result.severity or ''}" for result in results)
    return ", ".join(each.strip() for each in said)


def _lines(result: Result) -> Iterator[str]:
    words = (result.check, result.outcome, result.severity, result.cause)
    yield " ".join(word for word in words if word)
    yield f"  {result.title}: {result.message}"
    for name in ("have", "need"):
        if getattr(result, name):
            yield f"  {name}: {getattr(result, name)}"
    yield from (f"  because: {each}" for each in result.evidence)
    for fix in result.fixes:
        yield from _fix_lines(fix)


def _fix_lines(fix: Fix) -> Iterator[str]:
    yield f"  fix {fix.id} ({', '.join((fix.kind, fix.risk, *fix.needs))}): {fix.summary}"
    for name in ("commands", "undo", "verify"):
        yield from (f"    {name}: {' '.join(command)}" for command in getattr(fix, name))
    yield from (f"    - {step}" for step in fix.steps)


def _verdict_lines(name: str, verdict: Verdict) -> Iterator[str]:
    words = (verdict.status, verdict.kind, verdict.cause, f"exit {verdict.exit_code}")
    yield f"{name}: {' '.join(word for word in words if word)}"
    yield f"  {verdict.sentence}"
    for candidate in verdict.candidates:
        yield f"  candidate {candidate.cause} ({candidate.kind})"
        yield from (f"    {each}" for each in candidate.evidence)
    if verdict.missing_facts:
        yield f"  missing: {', '.join(verdict.missing_facts)}"
    yield from (f"  then {fix.id}" for fix in verdict.prescription)
    for fix in verdict.prescription[-1:]:
        yield from (f"    verify: {' '.join(command)}" for command in fix.verify)


def recorded() -> dict[str, list[str]]:
    """Return the recorded blocks of each file."""
    return {
        path.stem: path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
        for path in sorted(RECORDED.glob("*.txt"))
    }
