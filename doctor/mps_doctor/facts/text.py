"""What a pasted text says, and what a project requires, as facts."""

from typing import Literal

import msgspec

from mps_doctor.facts.unknown import Fact, Section, missing


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
