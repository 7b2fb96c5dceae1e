"""Machine: all that is known of one computer and one Python environment, as typed facts.

Facts carry no judgement.
Every source (probe, snapshot, pasted text, fleet host) yields a `Machine`; every check reads one.
"""

# No `from __future__ import annotations` here: msgspec would evaluate each text again, which takes
# longer than all the rest of this module.

import re
from typing import Any, Literal

import msgspec

from mps_doctor.facts.host import Conda, Host, Interpreter, Toolchain, Variables
from mps_doctor.facts.torch import (
    Deep,
    DeviceMemory,
    Frameworks,
    OpenMP,
    Packages,
    SmokeTest,
    TorchImport,
    TorchInstall,
)
from mps_doctor.facts.unknown import NOT_GIVEN, Fact, Section, Unknown, missing

SCHEMA_VERSION = "1.0"
"""Version of the Machine (snapshot) document: it only grows within one major version."""

MAX_SNAPSHOT_BYTES = 50_000_000
"""Larger snapshots are refused: a real one is about 20 kB."""

LONGEST_REASON = 300
"""Characters of what a decoder says: it quotes the wrong value, however long that is."""


_OVERLONG = re.compile(rb'[0-9]{400}|"[^"]{20000}')
"""No fact is so long; Python refuses numbers of more than 4,300 digits."""


class MessageMatch(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A known error text that was found: the signature's id, the text, and the line's number."""

    signature: str
    text: str
    line: int = 0
    quote: str = ""
    """The line around the text, for people to read; empty where the text says it all."""

    @property
    def shown(self) -> str:
        """The text with what stands around it, as far as that is quoted."""
        return self.quote or self.text


class TellingLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that tells a symptom in words."""

    symptom: str
    line: int
    quote: str


class StatedFact(msgspec.Struct, frozen=True, kw_only=True):
    """Where a text states a fact: its dotted name (`host.chip`, `packages.numpy`), and the line."""

    fact: str
    line: int


class Messages(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Known error texts in what a user pasted, or in what a program under `run` printed."""

    about: Fact[str] = missing("messages.about")
    """The runtime that the text is about where that is not PyTorch, e.g. `Ollama`."""
    form: Fact[Literal["change", "wish", "settled"]] = missing("messages.form")
    """What a text is that reports no trouble: a note on a change, a wish, a story that ended
    well."""
    tried: Fact[tuple[str, ...]] = missing("messages.tried")
    """Environment variables that the writer has set already, by their names."""
    matches: Fact[tuple[MessageMatch, ...]] = missing("messages.matches")
    reported: Fact[tuple[str, ...]] = missing("messages.reported")
    """What the text says of symptoms without an error text, in words of a closed list."""
    telling: tuple[TellingLine, ...] = ()
    """The lines that tell these symptoms."""
    stated: tuple[StatedFact, ...] = ()
    """Which facts a pasted text states, and where."""


class ProjectRequirement(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a project demands of an environment."""

    subject: Literal["torch", "macos", "python", "device", "level"]
    need: str
    """A version specifier for the first three (`>=2.6`), a word for the others."""


class Project(Section, frozen=True, kw_only=True, omit_defaults=True):
    """What the project states of itself: the doctor's configuration, not the probe, gives it."""

    requirements: Fact[tuple[ProjectRequirement, ...]] = missing("project.requirements")
    stated_in: Fact[str] = missing("project.stated_in")
    """The file that states them, or the call."""


class Extra(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Facts that plug-ins gather: under the name of each, what its own probe said."""

    facts: dict[str, Any] = msgspec.field(default_factory=dict)
    """A mapping of names to values in JSON; `{"unknown": reason}` where a probe gave none."""

    def fact(self, name: str) -> Any:
        """Return the fact `plugin.name`, or the Unknown with its reason."""
        plugin, _, key = name.partition(".")
        said = self.facts.get(plugin)
        if not isinstance(said, dict):
            return Unknown(self.unknown or f"no plug-in gathered {plugin!r}", f"extra.{name}")
        value = said.get(key, Unknown(str(said.get("unknown", NOT_GIVEN)), f"extra.{name}"))
        if isinstance(value, dict) and value.keys() == {"unknown"}:
            return Unknown(str(value["unknown"]), f"extra.{name}")
        return value


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the facts come from."""

    kind: Literal["interpreter", "snapshot", "pasted", "host", "report", "synthetic"]
    name: str = ""
    """A path, a file name, a host, or the address of a public report."""
    note: str = ""
    recorded: str = ""
    """When, as ISO 8601 in UTC."""


class Machine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that is known of one machine and one environment."""

    schema_version: str = msgspec.field(default_factory=lambda: SCHEMA_VERSION)
    origin: Origin
    host: Host = Host()
    python: Interpreter = Interpreter()
    conda: Conda = Conda()
    toolchain: Toolchain = Toolchain()
    torch: TorchInstall = TorchInstall()
    packages: Packages = Packages()
    openmp: OpenMP = OpenMP()
    variables: Variables = Variables()
    torch_import: TorchImport = TorchImport()
    smoke: SmokeTest = SmokeTest()
    deep: Deep = Deep()
    device_memory: DeviceMemory = DeviceMemory()
    frameworks: Frameworks = Frameworks()
    messages: Messages = Messages()
    project: Project = Project()
    extra: Extra = Extra()


SECTIONS: dict[str, type[Section]] = {
    name: type(default)
    for name, default in zip(Machine.__struct_fields__, Machine.__struct_defaults__, strict=True)
    if isinstance(default, Section)
}
"""Section name in the document to its type: what a check's parameters are matched with."""

NOT_PROBED = ("messages", "project", "extra")
"""Sections that the probe does not fill: they come from texts, configuration and plug-ins."""


class SnapshotError(ValueError):
    """A snapshot that cannot be read; its text is one line for the user."""


_decoder = msgspec.json.Decoder(Machine)


class _Versioned(msgspec.Struct):
    schema_version: str


def decode_machine(document: bytes) -> Machine:
    """Decode a snapshot strictly.

    Raises SnapshotError with one clear line for text that is too large, truncated, not JSON,
    of another major schema version, or of a wrong type.
    """
    if len(document) > MAX_SNAPSHOT_BYTES:
        raise SnapshotError(
            f"has {len(document):,} bytes; a snapshot has at most {MAX_SNAPSHOT_BYTES:,}"
        )
    if _OVERLONG.search(document):
        raise SnapshotError("is not a snapshot: it holds a text or a number that no fact is")
    try:
        if said := other_version(document, SCHEMA_VERSION):
            raise SnapshotError(said)
        return _decoder.decode(document)
    except msgspec.ValidationError as error:
        raise SnapshotError(f"is not a snapshot: {str(error)[:LONGEST_REASON]}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SnapshotError(f"is not complete JSON: {error}") from None


def other_version(document: bytes, ours: str) -> str:
    """Return what to say of a document of another major version than ours; empty for the same.

    Raises msgspec.DecodeError, UnicodeDecodeError or RecursionError for what states no version.
    """
    version = msgspec.json.decode(document, type=_Versioned).schema_version
    same = version.split(".")[0] == ours.split(".")[0]
    return "" if same else f"has schema version {version[:20]!r}, this mps-doctor reads {ours}"


def encode_machine(machine: Machine) -> bytes:
    """Encode a machine as the snapshot document; facts that nobody gave are left out."""
    return msgspec.json.encode(machine)
