"""What error texts and symptoms mean beside the facts: rules as lists of cases."""

from typing import NamedTuple, TypeAlias

Causes: TypeAlias = tuple[str, ...]
"""Causes, the likeliest first; none where a text says nothing here."""


NEW_MACOS = "mps-crash-os-version mps-wrong-results-os-version macos-unsupported-or-beta"
"""Causes of symptoms that tell of a new macOS, or of one beside another that is fine."""


class Case(NamedTuple):
    """What must hold beside an error text or a symptom, and the causes that it then means.

    All that is given must hold; a case that gives nothing always holds.
    """

    causes: Causes = ()
    """The likeliest first; none: the text says nothing here."""
    facts: str = ""
    """What `Context` says yes to or knows, by name; `-` before one: says no to, does not know."""
    found: str = ""
    """Ids of error texts of which one was found."""
    symptoms: str = ""
    """Causes of which a symptom speaks for one."""
    text: str = ""
    """A pattern that the error text holds."""
    line: str = ""
    """A pattern that its line holds."""
    asking: str = ""
    """A pattern of the library that asks for what is missing."""
    macos_from: str = ""
    macos_below: str = ""
    torch_from: str = ""
    torch_below: str = ""
    then: str = ""
    """The rule that goes on: its causes come first; where it has none, the next case is tried."""


Cases = tuple[Case, ...]


def only_first(cases: Cases) -> Cases:
    """Return cases that name their likeliest cause only."""
    return tuple(case._replace(causes=case.causes[:1]) for case in cases)
