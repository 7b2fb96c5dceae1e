"""What the rules about error texts ask of the facts: one place for each question."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from packaging.version import Version

from mps_doctor.facts import (
    Conda,
    Host,
    Interpreter,
    Messages,
    Packages,
    TorchImport,
    TorchInstall,
    Unknown,
    Variables,
    known_or,
)
from mps_doctor.facts.mac import ARM, INTEL, interpreter_architecture, real_macos
from mps_doctor.fixes import Environment
from mps_doctor.knowledge.signatures import all_signatures
from mps_doctor.knowledge.versions import parse_version, release_of
from mps_doctor.patterns import late
from mps_doctor_checks.mac import (
    is_apple_silicon,
    is_below,
    torch_version,
    virtual_machine_marks,
)

X86_PYTHON = "python-x86_64-on-apple-silicon"


_MACOS_VERSION = late(r"macos[ _]?(\d{2})(?:[._](\d{1,2}))?", re.IGNORECASE)


def named_macos(text: str) -> str:
    """Return the version of macOS that an error text names, or nothing."""
    found = _MACOS_VERSION.search(text)
    return ".".join(filter(None, found.groups())) if found else ""


class Context(NamedTuple):
    """The facts beside which an error text is judged."""

    messages: Messages
    host: Host
    python: Interpreter
    conda: Conda
    torch: TorchInstall
    packages: Packages
    variables: Variables
    torch_import: TorchImport

    @property
    def environment(self) -> Environment:
        """The facts that a prescription depends on."""
        return Environment(self.host, self.python, self.conda, self.packages, self.torch)

    @property
    def found(self) -> frozenset[str]:
        """The ids of the signatures that were found."""
        return frozenset(match.signature for match in known_or(self.messages.matches, ()))

    @property
    def errors(self) -> frozenset[str]:
        """The ids of those that are more than warnings."""
        rows = all_signatures()
        return frozenset(id for id in self.found if id not in rows or rows[id].kind != "warning")

    @property
    def reported(self) -> tuple[str, ...]:
        """The symptoms that the text tells."""
        return known_or(self.messages.reported, ())

    @property
    def blames_macos(self) -> bool:
        """Whether the text tells of a new macOS, or of one beside another that does well."""
        return not OF_A_MACOS.isdisjoint(self.reported)

    def line_with(self, text: str) -> str:
        """Return the line in which an error text was found, as far as it is quoted."""
        matches = known_or(self.messages.matches, ())
        return next((match.shown for match in matches if match.text == text), text)

    @property
    def apple_silicon(self) -> bool:
        """Whether the processor is known to be Apple's."""
        return known_or(is_apple_silicon(self.host, self.python), False)

    @property
    def intel_mac(self) -> bool:
        """Whether the processor is known to be Intel's, of whatever computer."""
        return not known_or(is_apple_silicon(self.host, self.python), True)

    @property
    def amd_gpu(self) -> bool:
        """Whether a graphics card of AMD's is known to be in the computer."""
        return any("AMD" in gpu.name for gpu in known_or(self.host.gpus, ()))

    @property
    def intel_python(self) -> bool:
        """Whether Python, or its conda environment, is known to be built for Intel."""
        architecture = known_or(interpreter_architecture(self.python), "")
        return architecture in INTEL or known_or(self.conda.subdir, "") == "osx-64"

    @property
    def native_python(self) -> bool:
        """Whether Python is known to be built for Apple silicon."""
        return known_or(interpreter_architecture(self.python), "") in ARM

    @property
    def elsewhere(self) -> bool:
        """Whether the system is known, and is not macOS."""
        return known_or(self.host.system, "Darwin") != "Darwin"

    @property
    def guest_on_mac(self) -> bool:
        """Whether a Linux runs on a Mac."""
        kernel = known_or(self.host.kernel_release, "")
        virtual = "linuxkit" in kernel or "orbstack" in kernel
        arm = known_or(interpreter_architecture(self.python), "") in ARM
        return self.elsewhere and (bool(known_or(self.host.apple_marks, ())) or (virtual and arm))

    @property
    def virtual(self) -> bool:
        """Whether macOS is known to be a guest, or a hosted runner."""
        hosted = known_or(self.host.ci, "none") != "none"
        marked = hosted or bool(virtual_machine_marks(self.host))
        return not self.elsewhere and (marked or "paravirtual-device" in self.found)

    @property
    def sandboxed(self) -> bool:
        """Whether there is a sign of a sandbox, or another session says otherwise."""
        says_both = isinstance(self.torch_import.mps_available, Unknown) and any(
            text.startswith("is_available()") for text in known_or(self.messages.contradictions, ())
        )
        return says_both or bool(known_or(self.host.sandbox, ()))

    @property
    def macos(self) -> Version | None:
        """The version of macOS, where it is known."""
        return parse_version(known_or(real_macos(self.host), ""))

    def macos_is_below(self, need: Version) -> bool:
        """Return whether macOS is known to be older; a bare "12" may be any 12.x."""
        return is_below(known_or(real_macos(self.host), ""), need)

    @property
    def torch_release(self) -> Version | None:
        """The release of torch, where it is known."""
        return release_of(known_or(torch_version(self.torch, self.torch_import), ""))

    def torch_is_newer_than(self, version: str) -> bool:
        """Return whether torch is known to be newer than a release."""
        release = self.torch_release
        return release is not None and release > Version(version)

    @property
    def python_is_prerelease(self) -> bool:
        """Whether Python is known to be an alpha, a beta or a release candidate."""
        version = parse_version(known_or(self.python.version, ""))
        return version is not None and version.is_prerelease

    @property
    def python_minor(self) -> str:
        """Python's minor version as "3.12", or nothing."""
        return ".".join(known_or(self.python.version, "").split(".")[:2])


OF_A_MACOS = frozenset({"since-macos-update", "began-with-a-macos", "macos-beta"})
"""Symptoms that tell of a new macOS, or of one beside another that does well."""

NEAR_A_MAC = late(r"\bmps\b|\b(?:m[1-5]|mac|apple)\b", re.IGNORECASE)

Rule: TypeAlias = Callable[[Context, str], tuple[str, ...]]
"""From the facts and the text of a match to its causes, the likeliest first."""


def mac_only(cause: str) -> Rule:
    """Return the rule that a text has one cause, and says nothing of mps on another system."""
    return lambda context, _text: () if context.elsewhere else (cause,)


def on_a_mac(cause: str) -> Rule:
    """Two dtypes or devices meet on every GPU in these words: a Mac or mps must be near."""

    def rule(context: Context, text: str) -> tuple[str, ...]:
        on_mac = context.apple_silicon or context.host.system == "Darwin"
        near = on_mac or NEAR_A_MAC.search(context.line_with(text)) is not None
        return (cause,) if near and not context.elsewhere else ()

    return rule


def many(rule: Rule, *signatures: str) -> dict[str, Rule]:
    """Return the rule under the id of each of these signatures."""
    return dict.fromkeys(signatures, rule)
