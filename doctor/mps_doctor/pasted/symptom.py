"""What a symptom, a circumstance and another runtime are: the rows that match plain words."""

from typing import Any, Literal, NamedTuple, TypeAlias

Topic: TypeAlias = Literal["torch", "mac"]


class Symptom(NamedTuple):
    """Something that people say of torch on a Mac, and the cause that it speaks for.

    A row is a general idea, never a sentence that somebody wrote: `pasted/symptoms.py` says how its
    words are written.  To add one, write three examples in words that share no noun, and two near
    misses, before its words.
    """

    id: str
    cause: str
    says: tuple[str, ...]
    """Groups of needles: a sentence holds one of each; the last is the trouble itself."""
    examples: tuple[str, ...]
    near_misses: tuple[str, ...]
    near: tuple[str, ...] = ()
    """Groups of needles that stand in the sentence or near it: two sentences off; a title is near
    everything."""
    unless: str = ""
    """What the sentence does not say."""
    about: Topic | Literal["both"] = "mac"
    """What the text speaks of: torch, a Mac that computes, or torch on a Mac."""
    loose: bool = False
    """Whether it counts only where the trouble is not over, and the program has no error of its
    own."""
    titled: bool = False
    """Whether a part of it may stand in the title of a short text, and the rest below."""
    vague: bool = False
    """Whether it says so little that what stands elsewhere in the text counts before it."""


class Circumstance(NamedTuple):
    """Words that state a fact of the machine, as labelled lines do elsewhere."""

    facts: tuple[tuple[str, Any], ...]
    """Facts by their dotted names; `SENTENCE` stands for the sentence that says so."""
    says: tuple[str, ...]
    examples: tuple[str, ...]
    near_misses: tuple[str, ...]
    near: tuple[str, ...] = ()
    unless: str = ""


SENTENCE = "$sentence"


class Runtime(NamedTuple):
    """Another runtime than torch, which has troubles of its own with Metal."""

    name: str
    names: str
    """How people and logs call it: needles."""
    own_terms: str = ""
    """What only its own code and logs hold: beside them torch is a bystander."""
    examples: tuple[str, ...] = ()
