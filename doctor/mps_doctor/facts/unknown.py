"""A fact that could not be had is a value with its reason, never None, "" or False."""

# No `from __future__ import annotations` here: msgspec would evaluate each text again, which takes
# longer than all the rest of this module.

from typing import TypeAlias, TypeVar

import msgspec

NOT_GIVEN = "not in the report"

T = TypeVar("T")


class Unknown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fact that could not be had: `unknown` is the reason, `fact` its dotted name."""

    unknown: str
    fact: str = ""


Fact: TypeAlias = T | Unknown
"""A value, or the reason why there is none."""


class MissingFact(Exception):  # noqa: N818  # a signal to the engine, not an error
    """Raised by `known`; the engine turns it into the outcome `unknown`."""

    def __init__(self, missing: Unknown) -> None:
        super().__init__(f"{missing.fact}: {missing.unknown}")
        self.missing = missing


def known(value: T | Unknown) -> T:
    """Return the value of a fact that a check cannot do without.

    Raises MissingFact, which makes the check's outcome `unknown` and names the fact.
    """
    if isinstance(value, Unknown):
        raise MissingFact(value)
    return value


def known_or(value: T | Unknown, default: T) -> T:
    """Return the value of a fact, or `default` where the fact is unknown."""
    return default if isinstance(value, Unknown) else value


def missing(fact: str) -> Unknown:
    """Return the default of a field: the fact `section.field` was not given."""
    return Unknown(NOT_GIVEN, fact)


class Section(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A group of facts that are gathered together.

    `unknown` says why the whole section is missing, e.g. "not run: --level quick".
    """

    unknown: str = ""

    def __post_init__(self) -> None:
        for name, value in msgspec.structs.asdict(self).items():
            if type(value) is Unknown and not value.fact:
                named = Unknown(value.unknown, self.fact_name(name))
                msgspec.structs.force_setattr(self, name, named)

    def reason(self, fact: Unknown) -> Unknown:
        """Return why a fact of this section is unknown: the section's reason where it has none."""
        if self.unknown and fact.unknown == NOT_GIVEN:
            return Unknown(self.unknown, fact.fact)
        return fact

    @classmethod
    def fact_name(cls, field: str) -> str:
        """Return the dotted name of a field's fact: `host.chip`."""
        # Every field of a section has a default, in the order of the fields.
        default = cls.__struct_defaults__[cls.__struct_fields__.index(field)]
        return default.fact if isinstance(default, Unknown) else field
