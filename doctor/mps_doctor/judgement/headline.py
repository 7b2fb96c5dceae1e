"""The headline of a verdict: what works or what is wrong, in at most twelve words."""

import re

from mps_doctor.facts import Host, Interpreter, Machine, Unknown, hardware, known_or
from mps_doctor.knowledge import causes as known_causes

MOST_WORDS = 12

PLACES = {"mps": "this Mac's GPU", "cpu": "the CPU", "cuda": "the CUDA GPU"}

_EDITION = re.compile(r" GNU/Linux| \([^)]*\)| LTS")
"""What distributions add to their name and version."""


def headline_of(
    status: str,
    cause: str,
    message: str,
    machine: Machine,
    *,
    words: str = "",
    device: str,
    proven: bool,
) -> str:
    """Return the headline for a status, and for the cause and message that explain it.

    `words` say what is wrong more exactly than the cause; `proven` says that the smoke test passed
    on the device.  The headline claims no more than the cause's impact: a package index that has no
    wheel says nothing about the GPU.
    """
    torch = name_torch(machine)
    place = PLACES.get(device, f"the device {device}")
    # A plug-in's cause is known by what its check says.
    words = words or known_causes.cause_of(cause).headline or message.rstrip(".")
    if cause == "intel-mac-no-wheel" and isinstance(hardware(machine.host, Interpreter()), Unknown):
        words = "probably Intel, whose wheels end at 2.2.2"  # only the offered wheels say so
    match status:
        case "healthy":
            return f"{torch} works on {place}{'' if device == 'mps' else ' (MPS was not tested)'}"
        case "unproven" if not cause:
            return f"No known problem with {torch} on {place} (not tested)"
        case "degraded":
            return _at_risk(cause, words, torch, place) if proven else _alone(words)
        case "broken":
            nowhere = device == "mps" and known_or(machine.host.system, "Darwin") != "Darwin"
            return _broken(cause, words, "" if proven or nowhere else place)
        case "limited" | "unproven":
            return _alone(words)
        case "not-applicable":
            return _never(cause, machine.host)
    if about := known_or(machine.messages.about, ""):
        elsewhere = about.endswith(("Linux", "Windows", "GPU"))
        return f"This is about {about}, not {'a Mac' if elsewhere else 'PyTorch'}"
    return "Not enough information to diagnose this"


def name_torch(machine: Machine) -> str:
    """Return `PyTorch 2.5.1`, or `PyTorch` where the version is not known."""
    version = known_or(machine.torch_import.version, "") or known_or(machine.torch.version, "")
    return f"PyTorch {version}".strip()


def _broken(cause: str, words: str, place: str) -> str:
    """Return what is wrong; `place` is the device, empty where it works."""
    row = known_causes.cause_of(cause)
    leads = {
        "installation": "PyTorch can't be installed here: ",
        "program": "Programs fail in this environment: ",
        "gpu": f"PyTorch can't use {place}: " if place else "",
    }
    lead = leads.get(row.impact, "") if row.kind == "environment" else ""
    return _fitting(f"{lead}{words}", _alone(words)) if lead else _alone(words)


def _at_risk(cause: str, words: str, torch: str, place: str) -> str:
    if known_causes.cause_of(cause).impact == "numbers":
        words = "don't trust its numbers"
    device = "MPS" if place == PLACES["mps"] else place[:1].upper() + place[1:]
    return _fitting(
        f"{torch} works on {place}, but {words}", f"{device} works, but {words}", _alone(words)
    )


def _never(cause: str, host: Host) -> str:
    if cause == "linux-guest-on-mac":
        return "Linux on a Mac can't use the Mac's GPU"
    system = known_or(host.distribution, "") or known_or(host.system, "")
    system = "" if system == "Darwin" else _EDITION.sub("", system)
    named = ", ".join(filter(None, (system, known_or(host.hardware_architecture, ""))))
    return "Not a Mac: MPS requires macOS" + (f" (this is {named})" if named else "")


def _fitting(*choices: str) -> str:
    """Return the first that is short enough, as the last always is."""
    return next(text for text in choices if len(text.split()) <= MOST_WORDS)


def _alone(words: str) -> str:
    """Return the words as a headline of their own."""
    shown = words.split()
    if len(shown) > MOST_WORDS:
        shown = [*shown[: MOST_WORDS - 1], "…"]
    text = " ".join(shown)
    return f"{text[:1].upper()}{text[1:]}" if shown and shown[0].isalpha() else text
