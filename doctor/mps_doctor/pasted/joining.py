"""Joins the claims of a text into a Machine: one value for each fact, all others unknown."""

from typing import Any

from mps_doctor.facts import (
    SECTIONS,
    Machine,
    MacOSAnswer,
    MessageMatch,
    Origin,
    Package,
    StatedFact,
    TellingLine,
)
from mps_doctor.pasted.claims import LISTED, Claims
from mps_doctor.pasted.gate import Scope
from mps_doctor.pasted.sentences import line_of_word
from mps_doctor.system.redaction import redact

CITED = ("host", "python", "conda", "torch", "torch_import", "packages")
"""The sections whose facts are quoted with their lines."""

CONTAINERS = {"docker": "docker", "docker desktop": "docker", "podman": "podman"}
"""Programs, to the kind of container that they run."""

MAKER = "apple "
"""People write "M2" for Apple M2."""

OF_A_MAC = ("chip", "hardware_architecture", "macos_version", "macos_build")
"""What a text says of a Mac, where Python runs elsewhere."""


def join(
    claims: Claims,
    matches: tuple[MessageMatch, ...],
    scope: Scope,
    text: str,
    *,
    name: str,
    names: frozenset[str],
) -> Machine:
    """Return the machine that the claims and the error texts of one clean text describe."""
    facts = claims.sections()
    if packages := facts.pop("packages", {}):
        installed = (Package(name=package, version=packages[package]) for package in packages)
        facts["packages"]["installed"] = tuple(installed)
    for fact, field in (("variable", "values"), ("set_after_import", "set_after_import")):
        if fact in claims:
            facts["variables"][field] = tuple(claims.values_of(fact))
    if asked := claims.values_of("macos_at_least") + claims.values_of("macos_below"):
        reached = claims.values_of("macos_at_least")
        facts["torch_import"]["macos_at_least"] = tuple(
            MacOSAnswer(version=version, answer=version in reached) for version in asked
        )
    _complete_host(facts["host"], claims, names)
    _complete_python(facts["python"], claims)
    facts["messages"] = _messages(claims, matches, scope, text, names)
    filled: dict[str, Any] = {
        section: SECTIONS[section](**known) for section, known in facts.items() if known
    }
    return Machine(origin=Origin(kind="pasted", name=name), **filled)


def _messages(
    claims: Claims,
    matches: tuple[MessageMatch, ...],
    scope: Scope,
    text: str,
    names: frozenset[str],
) -> dict[str, Any]:
    said = {
        "matches": matches,
        "about": scope.about,
        "form": scope.form if scope.form != "report" else "",
        "tried": tuple(claims.values_of("tried")),
        "telling": tuple(
            TellingLine(symptom=symptom, line=line, quote=redact(sentence, names))
            for symptom, line, sentence in claims.values_of("telling")
        ),
        "stated": _stated(claims, text),
    }
    messages = {name: value for name, value in said.items() if value}
    if matches or claims:
        messages["reported"] = tuple(claims.values_of("reported"))  # empty: none was told
    return messages


def _stated(claims: Claims, text: str) -> tuple[StatedFact, ...]:
    """Return where the text states the facts whose lines are known, or hold their values."""
    lowered = text.lower()
    found = []
    for fact in claims:
        if fact.partition(".")[0] not in CITED:
            continue
        claim = claims.claim(fact)
        line = claim.line
        if not line and isinstance(claim.value, str):
            line = line_of_word(claim.value.lower().removeprefix(MAKER), lowered)
        if line:
            found.append(StatedFact(fact=fact, line=line))
    found += (
        StatedFact(fact=f"variables.{claim.value.name}", line=claim.line)
        for claim in claims.of("variable")
        if claim.line
    )
    return tuple(found)


def _complete_host(facts: dict[str, Any], claims: Claims, names: frozenset[str]) -> None:
    if "gpu" in claims:
        facts["gpus"] = tuple(claims.values_of("gpu"))
        if facts.get("system") == "Darwin" and any("AMD" in gpu.name for gpu in facts["gpus"]):
            # No Mac with Apple silicon has one.
            facts.setdefault("hardware_architecture", "x86_64")
    if "chip" in facts:
        facts["chip"] = redact(facts["chip"], names)
    system = facts.get("system")
    if system == "Darwin" and "kernel" in claims:
        facts.setdefault("kernel_release", claims.value("kernel"))
    if hypervisor := claims.value("hypervisor"):
        facts.setdefault("container", CONTAINERS.get(hypervisor.lower(), "none"))
    if system in ("Linux", "Windows"):
        for name in OF_A_MAC:
            facts.pop(name, None)
    if system == "Linux":
        if claims.weight("mac") >= LISTED or ("mac" in claims and "hypervisor" in claims):
            facts["apple_marks"] = ("the text says that the computer is a Mac",)
            facts["virtual_machine"] = True
        elif facts.get("ci"):
            facts.pop("virtual_machine", None)


OTHER_NAMES = {"aarch64": "arm64", "i386": "x86_64"}
"""What Linux calls Apple's architecture, and what Rosetta calls Intel's."""


def _complete_python(facts: dict[str, Any], claims: Claims) -> None:
    if claims.value("uname") in ("x86_64", "i386") and "slices" not in facts:
        # uname answers for the shell: what a translated one starts is translated, if it can be;
        # an arm64 shell however may start an Intel Python.
        facts.setdefault("architecture", "x86_64")
    if claims.value("host.system") != "Linux" and "architecture" in facts:
        name = facts["architecture"]
        facts["architecture"] = OTHER_NAMES.get(name, name)
