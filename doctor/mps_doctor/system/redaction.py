"""Takes out of what leaves this machine who uses it, which computer it is, and what is secret.

Facts are true inside: paths are real.  `redact_document` is the one exit, for whatever is printed,
written or sent; what is taken out stands in `rows/redaction.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, TypeVar

from mps_doctor.system.rows.redaction import NOBODY, RULES

Value = TypeVar("Value")

SHORTEST_PLAIN_NAME = 6
"""Letters of a name that is taken out wherever it stands; a shorter one may be a word (`will`)."""

_NEEDLES = tuple((needle, number) for number, rule in enumerate(RULES) for needle in rule.needles)

_HOMES = re.compile(r"(?:/Users|/home|[A-Za-z]:\\{1,2}Users)[/\\]{1,2}([^/\\\s'\":;,)\]>]{3,64})")
_HOME_OF_OTHERS = re.compile(
    r"(/(?:Users|home)/)(?!(?:Shared|linuxbrew)\b)[^/\\\s'\":;,()<>\[\]]+(?=[/\\\s'\":;,()<>\[\]]|$)"
)


def redact(text: str, names: Collection[str] = ()) -> str:
    """Return a text of any machine without home folders, hosts, addresses and secrets.

    `names` are users known from elsewhere (`user_names` of the whole text); they are taken out
    also where they stand alone.
    """
    lowered = text.lower()
    for number in dict.fromkeys(number for needle, number in _NEEDLES if needle in lowered):
        rule = RULES[number]
        if rule.least == 1 or any(lowered.count(each) >= rule.least for each in rule.needles):
            text = re.sub(rule.pattern, rule.replacement, text)
    for name in sorted((name for name in names if name in text), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return text


def user_names(text: str) -> frozenset[str]:
    """Return the names of users that the paths of a text give away."""
    return frozenset(name for name in _HOMES.findall(text) if name.lower() not in NOBODY)


def redact_document(value: Value) -> Value:
    """Return a value as it may leave this machine: every text in it redacted, and fit for UTF-8.

    Takes texts, mappings, sequences and structs of any depth, and copies only what changes.
    This machine's home folder becomes `~`, another's in it `/Users/<user>`.
    """
    redacted: Value = _owner(*map(os.environ.get, _WHO)).redacted(value)
    return redacted


_WHO = ("HOME", "USER", "LOGNAME", "SUDO_USER")


@lru_cache(maxsize=4)
def _owner(home: str | None, *users: str | None) -> _Owner:
    folder = home or os.path.expanduser("~")  # pathlib's raises
    names = {name for name in (*users, os.path.basename(folder)) if name}
    host = os.uname().nodename
    return _Owner({folder, os.path.realpath(folder)}, names, {host, host.partition(".")[0]})


class _Owner:
    """What names this machine's user and host, and a value without it."""

    def __init__(self, homes: set[str], users: set[str], hosts: set[str]) -> None:
        longest = sorted((home for home in homes if home.strip("/~")), key=len, reverse=True)
        either = "|".join(re.escape(home.rstrip("/")) for home in longest) or r"(?!)"
        self._home = re.compile(rf"(?<![\w.~>-])(?:{either})(?![\w.-])")
        self._names = [*_patterns(hosts, "<host>"), *_patterns(users, "<user>")]
        # Most texts of a report come again in the next one.
        self.text = lru_cache(maxsize=10_000)(self._text)

    def redacted(self, value: Any, name: str = "") -> Any:
        """Return a value redacted; its name may say that it is a secret."""
        if isinstance(value, str):
            begun = f"{name}=" if name else ""
            text = self.text(begun + value)
            return text[len(begun) :] if text.startswith(begun) else self.text(value)
        if isinstance(value, dict):
            return {self.redacted(key): self.redacted(value[key], str(key)) for key in value}
        if isinstance(value, (list, tuple)):
            if any(isinstance(item, str) and "PRIVATE KEY" in item for item in value):
                # The lines of a text, each of which alone is no secret.
                return type(value)(self.text("\n".join(map(str, value))).split("\n"))
            items = [self.redacted(item) for item in value]
            return value._make(items) if hasattr(value, "_make") else type(value)(items)
        return self._struct(value) if hasattr(value, "__struct_fields__") else value

    def _struct(self, value: Any) -> Any:
        import msgspec  # who has a struct has loaded it

        title = getattr(value, "name", "") or getattr(value, "key", "")
        changed = {}
        for field in value.__struct_fields__:
            if before := getattr(value, field):
                after = self.redacted(before, str(title) if field == "value" else "")
                if after != before:
                    changed[field] = after
        return msgspec.structs.replace(value, **changed) if changed else value

    def _text(self, text: str) -> str:
        if not text.isascii():
            text = text.encode("utf-8", "backslashreplace").decode()
        text = _HOME_OF_OTHERS.sub(r"\1<user>", self._home.sub("~", text))
        lowered = text.lower()
        for name, pattern, replacement in self._names:
            if name in lowered:
                text = pattern.sub(replacement, text)
        return redact(text)


def _patterns(names: Iterable[str], place: str) -> list[tuple[str, re.Pattern[str], str]]:
    """Return each name with the pattern that finds it where it names somebody, and its place."""
    found = []
    for name in sorted(names, key=len, reverse=True):
        if len(name) < 3 or name.lower() in NOBODY or name.isdigit():
            continue
        word = re.escape(name)
        pattern = rf"(?<!\w){word}(?!\w)"
        if len(name) < SHORTEST_PLAIN_NAME and name.isalpha():
            pattern = (
                rf"(?<=[/\\~@]){word}(?!\w)|(?<=\buser ){word}(?!\w)|\A{word}\Z"
                rf"|(?<!\w){word}(?=[/\\@]|['’]s\b|[ ]+(?:staff|wheel|admin)\b)"
            )
        found.append((name.lower(), re.compile(pattern, re.IGNORECASE), place))
    return found
