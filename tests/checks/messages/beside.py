"""Facts in short words, for tables of what an error text means beside them."""

from typing import Any

from mps_doctor.facts import (
    SECTIONS,
    Conda,
    Gpu,
    Host,
    Interpreter,
    MessageMatch,
    Messages,
    TorchImport,
    TorchInstall,
    Variable,
    Variables,
)
from mps_doctor.fixes import Environment
from mps_doctor.pasted.error_texts import all_error_texts
from mps_doctor_checks.messages._judging import rules
from mps_doctor_checks.messages._judging.context import Causes, Context

WORDS: dict[str, dict[str, Any]] = {
    "mac": {"host.system": "Darwin"},
    "M2": {
        "host.system": "Darwin",
        "host.chip": "Apple M2",
        "host.hardware_architecture": "arm64",
    },
    "Intel": {
        "host.system": "Darwin",
        "host.chip": "Intel Core i7",
        "host.hardware_architecture": "x86_64",
    },
    "AMD": {"host.gpus": (Gpu(name="AMD Radeon Pro 5500M"),)},
    "Linux": {"host.system": "Linux"},
    "Apple-marks": {"host.apple_marks": ("device tree: apple",)},
    "linuxkit": {"host.kernel_release": "6.6.12-linuxkit"},
    "orbstack": {"host.kernel_release": "6.11.0-orbstack-00001"},
    "VM": {"host.virtual_machine": True},
    "CI": {"host.ci": "github-actions"},
    "sandbox": {"host.sandbox": ("CODEX_SANDBOX=seatbelt",)},
    "arm": {"python.architecture": "arm64"},
    "x86": {"python.architecture": "x86_64"},
    "osx-64": {"conda.subdir": "osx-64"},
    "told-10.16": {"host.macos_version_reported": "10.16"},
    "no-mps": {"torch_import.mps_available": False},
    "has-mps": {"torch_import.mps_available": True},
    "not-built": {"torch_import.mps_built": False},
    "torch-is-there": {"torch.installed": True},
    "DISABLE_MPS": {"variables.values": (Variable(name="DISABLE_MPS", value="1"),)},
    "fallback-late": {"variables.set_after_import": ("PYTORCH_ENABLE_MPS_FALLBACK",)},
    "both-said": {"messages.contradictions": ("is_available(): True and False",)},
    "other-said": {"messages.contradictions": ("torch: 2.1 and 2.2",)},
}
VALUES = {
    "macos": "host.macos_version",
    "python": "python.version",
    "torch": "torch.version",
    "imported": "torch_import.version",
    "fallback": "variables.values",
}


def beside(words: str = "", *, found: str = "", reported: str = "") -> Context:
    """Return the facts that the words stand for: `M2 arm macos=15.5 torch=2.9.1`.

    `found` holds the ids of other texts that were found, `reported` the symptoms that are told.
    """
    facts: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    for word in words.split():
        name, equals, value = word.partition("=")
        told: dict[str, Any] = {VALUES[name]: value} if equals else WORDS[word]
        if name == "fallback":
            told = {VALUES[name]: (Variable(name="PYTORCH_ENABLE_MPS_FALLBACK", value=value),)}
        for place, fact in told.items():
            section, _, key = place.partition(".")
            facts[section][key] = fact
    matches = tuple(MessageMatch(signature=id, text=id, line=1) for id in found.split())
    return Context(
        Messages(matches=matches, reported=tuple(reported.split()), **facts["messages"]),
        Environment(
            host=Host(**facts["host"]),
            python=Interpreter(**facts["python"]),
            conda=Conda(**facts["conda"]),
            torch=TorchInstall(**facts["torch"]),
        ),
        Variables(**facts["variables"]),
        TorchImport(**facts["torch_import"]),
    )


def causes_of(context: Context, id: str, text: str) -> Causes:
    """Return what an error text of that id means beside the facts."""
    return rules.causes_of(context._replace(text=text), all_error_texts()[id])
