"""Joins the claims of a text into a Machine: one value for each fact, all others unknown."""

from __future__ import annotations

from typing import Any

from mps_doctor.facts import (
    SECTIONS,
    Machine,
    MessageMatch,
    Origin,
    Package,
    StatedFact,
    TellingLine,
)
from mps_doctor.pasted import guests, machines
from mps_doctor.pasted.claims import LISTED, Claims
from mps_doctor.pasted.places import line_at, place_of_word
from mps_doctor.system.redaction import redact

CITED = {
    **{name: name for name in ("host", "python", "conda", "torch", "torch_import")},
    "package": "packages",
}
"""The sections of facts that are claimed of an environment, with the names they have there."""

MAKER = "apple "
"""People write "M2" for Apple M2."""


def join(
    claims: Claims,
    matches: tuple[MessageMatch, ...],
    text: str,
    *,
    name: str,
    names: frozenset[str],
) -> Machine:
    """Return the machine that the claims and the error texts of one clean text describe."""
    sections = claims.sections()
    packages = tuple(
        Package(name=package, version=version) for package, version in sections["package"].items()
    )
    variables: dict[str, Any] = {}
    if claims.has("variable"):
        variables["values"] = tuple(claims.values("variable"))
    if claims.has("set_after_import"):
        variables["set_after_import"] = tuple(claims.values("set_after_import"))
    imported = sections["torch_import"]
    if claims.has("macos_at_least"):
        imported["macos_at_least"] = tuple(claims.values("macos_at_least"))
    messages: dict[str, Any] = {}
    if matches:
        messages["matches"] = matches
    if contradictions := claims.contradictions():
        messages["contradictions"] = contradictions
    if claims.has("reported"):
        messages["reported"] = tuple(claims.values("reported"))
        messages["telling"] = tuple(
            TellingLine(symptom=symptom, line=line, quote=redact(sentence, names))
            for symptom, line, sentence in claims.values("telling")
        )
    elif matches or claims.anything():
        messages["reported"] = ()  # the text was read, and tells of no symptom
    if stated := _stated(claims, text):
        messages["stated"] = stated
    facts = {
        "host": _host(sections["host"], claims, names),
        "python": _python(sections["python"], claims),
        "conda": sections["conda"],
        "torch": sections["torch"],
        "packages": {"installed": packages} if packages else {},
        "variables": variables,
        "torch_import": imported,
        "messages": messages,
    }
    filled: dict[str, Any] = {
        section: SECTIONS[section](**known) for section, known in facts.items() if known
    }
    return Machine(origin=Origin(kind="pasted", name=name), **filled)


def _stated(claims: Claims, text: str) -> tuple[StatedFact, ...]:
    """Return where the text states the facts whose lines are known, or hold their values."""
    lowered = text.lower()
    found = []
    for fact, _ in claims:
        section, dot, name = fact.partition(".")
        if not dot or section not in CITED:
            continue
        claim = claims.claim(fact)
        line = claim.line
        if not line and isinstance(claim.value, str):
            place = place_of_word(claim.value.lower().removeprefix(MAKER), lowered)
            line = line_at(text, place) if place >= 0 else 0
        if line:
            found.append(StatedFact(fact=f"{CITED[section]}.{name}", line=line))
    found += (
        StatedFact(fact=f"variables.{claim.value.name}", line=claim.line)
        for claim in claims.of("variable")
        if claim.line
    )
    return tuple(found)


def _host(facts: dict[str, Any], claims: Claims, names: frozenset[str]) -> dict[str, Any]:
    if claims.has("gpu"):
        facts["gpus"] = tuple(claims.values("gpu"))
        if not claims.has("host.hardware_architecture") and machines.has_amd(facts["gpus"]):
            facts["hardware_architecture"] = "x86_64"  # no Mac with Apple silicon has an AMD GPU
    if "chip" in facts:
        facts["chip"] = redact(facts["chip"], names)
    system = facts.get("system")
    if claims.has("kernel") and "kernel_release" not in facts and system == "Darwin":
        facts["kernel_release"] = claims.value("kernel")
    hypervisor = claims.value("hypervisor")
    if hypervisor:
        facts.setdefault("container", guests.CONTAINERS.get(hypervisor, "none"))
    if system == "Linux":
        for name in ("chip", "hardware_architecture", "macos_version", "macos_build"):
            facts.pop(name, None)
        if claims.weight("mac") >= LISTED or (claims.has("mac") and claims.has("hypervisor")):
            facts["apple_marks"] = ("the text says that the computer is a Mac",)
            facts["virtual_machine"] = True
        elif facts.get("ci"):
            facts.pop("virtual_machine", None)
    elif system == "Windows":
        for name in ("chip", "hardware_architecture", "macos_version"):
            facts.pop(name, None)
    return facts


def _python(facts: dict[str, Any], claims: Claims) -> dict[str, Any]:
    told_otherwise = "architecture" in facts or "slices" in facts
    if claims.value("uname.machine") == "x86_64" and not told_otherwise:
        # uname answers for the shell: what a translated one starts is translated, if it can be;
        # an arm64 shell however may start an Intel Python.
        facts["architecture"] = "x86_64"
    return facts
