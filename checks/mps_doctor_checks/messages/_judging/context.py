"""What the rules about texts ask of the facts."""

import re
from typing import NamedTuple

from packaging.version import Version

from mps_doctor.facts import (
    ARM,
    INTEL,
    Messages,
    TorchImport,
    Unknown,
    Variables,
    hardware,
    interpreter_architecture,
    is_below,
    known_or,
    real_macos,
    torch_version,
    virtual_machine_marks,
)
from mps_doctor.fixes import Environment, Situation, read_situation
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import is_compatibility_version
from mps_doctor.knowledge.variables import FALLBACK
from mps_doctor.knowledge.versions import parse_version, release_of
from mps_doctor.pasted.claims import SAYS_BOTH
from mps_doctor.pasted.error_texts import all_error_texts, groups
from mps_doctor.pasted.rows.symptoms import SYMPTOMS
from mps_doctor_checks.host.host_system import signs_of_a_mac_below
from mps_doctor_checks.python.python_version import CPYTHON, OLDEST_PYTHON

X86_PYTHON = "python-x86_64-on-apple-silicon"
SANDBOX = "sandbox-no-metal-device"
GUEST = "virtual-machine-no-metal"

_CAUSES = {row.id: row.cause for row in SYMPTOMS}

NEAR_A_MAC = r"(?i)\bmps\b|\b(?:m[1-5]|mac|apple)\b"


def cause_of(symptom: str) -> str:
    """Return the cause for which a symptom speaks; nothing for an unknown one."""
    return _CAUSES.get(symptom, "")


def named_macos(text: str) -> str:
    """Return the version of macOS that an error text asks for, or nothing."""
    # "not supported on macOS 13": what lacks something is not what is needed.
    text = re.sub(r"(?i)\bnot\b[^.\n]{0,80} on macos[ _]?\d{2}", "", text)
    found = re.search(r"(?i)macos[ _]?(\d{2})(?:[._](\d{1,2}))?", text)
    return ".".join(filter(None, found.groups())) if found else ""


class Context(NamedTuple):
    """The facts beside which a text is judged, and the error text in question."""

    messages: Messages
    environment: Environment
    variables: Variables
    torch_import: TorchImport
    row: str = ""
    """The id of the error text in question."""
    text: str = ""
    """What it says here."""

    @property
    def situation(self) -> Situation:
        """What a prescription asks of the Mac and its Python."""
        return read_situation(self.environment.host, self.environment.python)

    def groups(self) -> tuple[str, ...]:
        """Return what the groups of its pattern hold."""
        return groups(self.row, self.text)

    @property
    def line(self) -> str:
        """The line of the error text, as far as it is quoted."""
        matches = known_or(self.messages.matches, ())
        return next((match.shown for match in matches if match.text == self.text), self.text)

    @property
    def found(self) -> frozenset[str]:
        """The ids of the error texts that were found."""
        return frozenset(match.signature for match in known_or(self.messages.matches, ()))

    @property
    def told(self) -> frozenset[str]:
        """The causes for which symptoms speak that the text tells."""
        return frozenset(cause_of(id) for id in known_or(self.messages.reported, ()))

    @property
    def tried(self) -> frozenset[str]:
        """The variables that are set, or that the writer says to have set."""
        values = known_or(self.variables.values, ())
        on = (item.name for item in values if item.value not in ("", "0"))
        return frozenset((*known_or(self.messages.tried, ()), *on))

    def apple_silicon(self) -> bool:
        """Return whether the processor is known to be Apple's."""
        return hardware(self.environment.host, self.environment.python) == "arm64"

    def intel_mac(self) -> bool:
        """Return whether the processor is known to be Intel's, of whatever computer."""
        return hardware(self.environment.host, self.environment.python) == "x86_64"

    def amd_gpu(self) -> bool:
        """Return whether a graphics card of AMD's is known to be in the computer."""
        return any("AMD" in gpu.name for gpu in known_or(self.environment.host.gpus, ()))

    def intel_python(self) -> bool:
        """Return whether Python, or its conda environment, is known to be built for Intel."""
        architecture = known_or(interpreter_architecture(self.environment.python), "")
        return architecture in INTEL or known_or(self.environment.conda.subdir, "") == "osx-64"

    def asks_for_intel(self) -> bool:
        """Return whether an installer is known to look for builds for Intel here."""
        return self.intel_mac() or self.intel_python()

    def translated(self) -> bool:
        """Return whether an Intel Python runs on Apple silicon."""
        return self.intel_python() and self.apple_silicon()

    def native_python(self) -> bool:
        """Return whether Python is known to be built for Apple silicon."""
        return known_or(interpreter_architecture(self.environment.python), "") in ARM

    def elsewhere(self) -> bool:
        """Return whether the system is known, and is not macOS."""
        return known_or(self.environment.host.system, "Darwin") != "Darwin"

    def on_macos(self) -> bool:
        """Return whether the system is known to be macOS."""
        return self.environment.host.system == "Darwin"

    def guest_on_mac(self) -> bool:
        """Return whether a Linux runs on a Mac."""
        marks = signs_of_a_mac_below(self.environment.host, self.environment.python)
        return self.elsewhere() and bool(marks)

    def on_another_system(self) -> bool:
        """Return whether no Mac is below the system."""
        return self.elsewhere() and not self.guest_on_mac()

    def virtual(self) -> bool:
        """Return whether macOS is known to be a guest, or a hosted runner."""
        hosted = known_or(self.environment.host.ci, "none") != "none"
        marked = hosted or bool(virtual_machine_marks(self.environment.host))
        return not self.elsewhere() and (marked or "paravirtual-device" in self.found)

    def sandboxed(self) -> bool:
        """Return whether there is a sign of a sandbox, or another session says otherwise."""
        available = self.torch_import.mps_available
        return (
            (isinstance(available, Unknown) and available.unknown == SAYS_BOTH)
            or bool(known_or(self.environment.host.sandbox, ()))
            or "sandbox-deny-gpu" in self.found
        )

    def compatibility_version(self) -> bool:
        """Return whether Python is told a version of macOS that does not exist."""
        return is_compatibility_version(known_or(self.environment.host.macos_version_reported, ""))

    def mps_is_available(self) -> bool:
        """Return whether torch itself has said that mps is there."""
        return self.torch_import.mps_available is True

    @property
    def asking(self) -> str:
        """The library that asks for what is missing, as dyld names it, in lower case."""
        found = re.search(r"(?i)referenced from:? ?(?:<[\w-]{1,40}> ?)?'?(\S+)", self.text)
        return found[1].lower() if found else ""

    def names_a_dtype(self) -> bool:
        """Return whether the text names the kernel or the tensor that is not built."""
        of_tensor = re.search(r"must be [^\n]{0,80}? but got", self.line) is not None
        return of_tensor or "function state object" in self.text.lower()

    def has_another_loader_error(self) -> bool:
        """Return whether another text of the loader says more exactly what failed."""
        rows = all_error_texts()
        return any(rows[id].kind == "loader" for id in self.found - {"torch-dlopen-failed"})

    def tells_more(self) -> bool:
        """Return whether the text holds an error, or a symptom of another cause."""
        rows = all_error_texts()
        return len(self.told) > 1 or any(rows[id].kind != "warning" for id in self.found)

    def mps_switched_off(self) -> bool:
        """Return whether Lightning is asked to leave mps out."""
        return any(item.name == "DISABLE_MPS" for item in known_or(self.variables.values, ()))

    def fallback_set_late(self) -> bool:
        """Return whether the fallback was set after torch was imported."""
        return FALLBACK in known_or(self.variables.set_after_import, ())

    def tried_fallback(self) -> bool:
        """Return whether the fallback was set, with or without effect."""
        return FALLBACK in self.tried

    def gpu_not_found(self) -> bool:
        """Return whether something says that it did not find the GPU."""
        refused = any(id.startswith(("mps-needs", "mps-no-supported")) for id in self.found)
        return refused or self.sandboxed() or self.torch_import.mps_available is False

    def built_without_mps(self) -> bool:
        """Return whether torch said that it is built without MPS."""
        return self.torch_import.mps_built is False

    def torch_is_installed(self) -> bool:
        """Return whether torch is known to be there."""
        return self.environment.torch.installed is True

    def pip_is_of_another_python(self) -> bool:
        """Return whether `pip --version` names another Python than the one in use."""
        shown = (match.text for match in known_or(self.messages.matches, ()))
        minors = {minor for text in shown for minor in groups("pip-names-its-python", text)}
        return bool(minors and self.python_minor) and self.python_minor not in minors

    def names_macos(self) -> bool:
        """Return whether the line of the text names a version of macOS."""
        return bool(named_macos(self.line))

    def older_than_named(self) -> bool:
        """Return whether macOS is known to be older than the one that the line names."""
        named = named_macos(self.line)
        return bool(named) and self.macos_below(named)

    def older_than_needed(self) -> bool:
        """Return whether macOS is known to be older than what the text was built for."""
        needs = "".join(self.groups()).rstrip(".")
        return parse_version(needs) is not None and self.macos_below(needs)

    @property
    def macos(self) -> Version | None:
        """The version of macOS, where it is known."""
        return parse_version(known_or(real_macos(self.environment.host), ""))

    def macos_below(self, need: str) -> bool:
        """Return whether macOS is known to be older; a bare "12" may be any 12.x."""
        return is_below(known_or(real_macos(self.environment.host), ""), Version(need))

    def macos_from(self, first: str) -> bool:
        """Return whether macOS is known to be that or newer."""
        return self.macos is not None and self.macos >= Version(first)

    def macos_too_old(self) -> bool:
        """Return whether macOS is older than this torch, or the error text, wants it for MPS."""
        if minimum := releases.minimum_macos(str(self.torch_release or "")):
            return self.macos_below(str(minimum))
        stated = re.search(r"(\d+\.\d+)(?:\+| (?:and|or) (?:newer|later|above))", self.text)
        # 2.5 says 12.3 and needs 13.0; those that mean 12.3 work from there on, and raise nothing.
        return self.macos_below("13.0" if not stated or stated[1] == "12.3" else stated[1])

    @property
    def torch_release(self) -> Version | None:
        """The release of torch, where it is known."""
        return release_of(known_or(torch_version(self.environment.torch, self.torch_import), ""))

    def torch_below(self, version: str) -> bool:
        """Return whether torch is known to be older than a release."""
        return self.torch_release is not None and self.torch_release < Version(version)

    def torch_from(self, version: str) -> bool:
        """Return whether torch is known to be that release or newer."""
        return self.torch_release is not None and self.torch_release >= Version(version)

    def python_too_old(self) -> bool:
        """Return whether Python is known to be older than the first that has a torch with MPS."""
        known = self.python_version
        return known is not None and known.release < OLDEST_PYTHON

    def python_is_prerelease(self) -> bool:
        """Return whether Python is known to be an alpha, a beta or a release candidate."""
        return self.python_version is not None and self.python_version.is_prerelease

    def is_no_cpython(self) -> bool:
        """Return whether Python is known to be PyPy or another that torch is not built for."""
        return known_or(self.environment.python.implementation, CPYTHON).lower() != CPYTHON

    @property
    def python_version(self) -> Version | None:
        """The version of Python, where it is known."""
        return parse_version(known_or(self.environment.python.version, ""))

    @property
    def python_minor(self) -> str:
        """Python's minor version as "3.12", or nothing."""
        return ".".join(known_or(self.environment.python.version, "").split(".")[:2])
