"""What a known error text is: one row of `rows/error_texts/`."""

from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal["exception", "warning", "abort", "installer", "loader", "build"]

AFTER = 320
"""How many characters after its literal a pattern may end, where the row does not say more."""


class ErrorText(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One known error text.

    To add one, add a row with examples of what is printed, and near misses: texts that begin alike
    and mean something else.
    """

    id: str
    cause: str
    """The cause where no facts say more."""
    kind: Kind = "exception"
    literals: tuple[str, ...]
    """Parts of the text in lower case: only a text that holds one is searched for the pattern."""
    beside: tuple[str, ...] = ()
    """Words of which a text must hold one besides, in lower case, where the literal is common."""
    pattern: str = ""
    """A regular expression of bounded repetitions, for a text in lower case; empty: a literal.

    A group named `package` is the name of the package that the text is about.
    """
    reach: int = AFTER
    since: str = ""
    """The first minor version of torch that has the text; empty where it is not torch's."""
    until: str = ""
    """The last one."""
    meaning: str
    """What it means; `{package}` stands for what that group matched."""
    headline: str = ""
    """What is wrong in a few words, where the headline of its cause says something else."""
    fix: str
    """What to do, in words that hold for every machine."""
    source: str
    verbatim: str = ""
    """The piece of the text that the named file of torch holds, letter for letter."""

    alone: bool = False
    """Whether it counts only where no other error text was found: its words are common."""
    any_program: bool = False
    """Whether programs without torch print it as well: it counts only where torch is spoken of."""
    on: Literal["", "mac", "near-mac", "known-mac"] = ""
    """Where it means something: not on another system, only near a word for a Mac, on a Mac."""
    unless: tuple[str, ...] = ()
    """Error texts that say more about the same failure: beside them this one is silent."""
    also: tuple[str, ...] = ()
    """What else it may mean, the likeliest first."""
    rule: str = ""
    """The rule of `messages._judging.rules` that tells its causes by the facts."""
    advice: bool = False
    """Whether it reports nothing wrong by itself."""

    examples: tuple[str, ...]
    near_misses: tuple[str, ...]


LOWER_CASE = ("bitsandbytes", "conda", "pip", "uv")
"""Names that a sentence, too, begins with as they are written."""


def fill_in(said: str, package: str = "") -> str:
    """Return a meaning or a fix with the name of the package that an error text is about."""
    filled = said.replace("{package}", package or "a package")
    if filled.startswith("mps "):
        return f"MPS{filled[3:]}"
    first = filled.partition(" ")[0]
    is_name = bool(package) or not first.isalpha() or first in LOWER_CASE
    return filled if is_name else filled[:1].upper() + filled[1:]
