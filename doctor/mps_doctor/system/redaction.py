"""Takes out of a text what names a person, a computer or a secret. Pure functions.

Whatever the doctor shows of a machine may be posted in public, so every stored or printed text
passes through `redact`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from mps_doctor.probe.redaction import Redaction

_SECRETS = (
    r"hf_[A-Za-z0-9]{16,}"
    r"|gh[pousr]_[A-Za-z0-9]{16,}"
    r"|github_pat_\w{16,}"
    r"|glpat-[\w-]{16,}"
    r"|(?:sk|pk|rk)-[A-Za-z0-9_-]{20,}"
    r"|xox[abprs]-[\w-]{10,}"
    r"|(?:AKIA|ASIA)[0-9A-Z]{16}"
    r"|pypi-[A-Za-z0-9_-]{20,}"
    r"|npm_[A-Za-z0-9]{20,}"
    r"|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}"
)
"""Shapes of tokens that services hand out; each has a prefix made to be found."""

_MAC_NAMES = r"[\w.-]*-(?:MacBook|iMac|MBP|MBA|Mac-?mini|Mac-?Studio|Mac-?Pro|Air|Laptop)"
"""macOS names a computer after its owner: `Janes-MacBook-Pro`."""


class _Rule(NamedTuple):
    """Is tried only where one of its needles is in the lower-cased text: most lines have none."""

    needles: tuple[str, ...]
    pattern: str
    replacement: str
    least: int = 1
    """How often a needle must be there."""


def _with_needles(rules: Iterable[_Rule]) -> tuple[tuple[str, _Rule], ...]:
    return tuple((needle, rule) for rule in rules for needle in rule.needles)


def _apply(text: str, needles: tuple[tuple[str, _Rule], ...]) -> str:
    """Apply the rules that have a needle in the text, in their order."""
    lowered = text.lower()
    met = [(needle, rule) for needle, rule in needles if needle in lowered]
    for rule in dict.fromkeys(
        rule for needle, rule in met if rule.least == 1 or lowered.count(needle) >= rule.least
    ):
        text = _compiled(rule.pattern).sub(rule.replacement, text)
    return text


_RULES = (
    _Rule(
        ("hf_", "gh", "_pat_", "glpat", "k-", "xox", "akia", "asia", "pypi-", "npm_", "eyj"),
        r"\b(?:" + _SECRETS + ")",
        "<secret>",
    ),
    _Rule(("bearer",), r"\b(?i:bearer)[ ]+[\w.~+/=-]{12,}", "Bearer <secret>"),
    _Rule(
        ("key", "token", "secret", "passw", "credential"),
        r"(?i)\b([\w.-]{0,40}(?:api[_-]?key|token|secret|password|passwd|credential))"
        r"(['\"]?\s?[=:]\s?['\"]?)(?=[^\s'\",;]{0,80}\d)(?=[^\s'\",;]{0,80}[a-z])"
        r"[^\s'\",;]{6,}",
        r"\1\2<secret>",
    ),
    _Rule(("://",), r"([a-z][a-z0-9+]{1,9}://)[^\s/@'\"]{1,100}@", r"\1<user>@"),
    _Rule(
        ("/var/folders",),
        r"(?:/private)?/var/folders/[\w+]{1,8}/[\w+]{8,}",
        "/var/folders/…",
    ),
    _Rule(
        ("/users", "/home"),
        r"(?:/Volumes/[^/\s'\"]+)?/(?:Users|home)/(?!\.\.\.)[^/\s'\":;,)\]<>]+",
        "~",
    ),
    _Rule(
        ("\\users",),
        r"(?i)\b[a-z]:\\{1,2}users\\{1,2}[^\\\s'\":;,)\]>]+",
        "~",
    ),
    _Rule(
        ("@",),
        r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}\.[A-Za-z]{2,12}\b",
        "<e-mail>",
    ),
    _Rule(
        ("@",),
        r"(?m)^((?:\([^()\n]{1,40}\) ?)*)\[?[\w.-]{1,64}@[\w.-]{1,64}(?=[\s:~\]])",
        r"\1",
    ),
    _Rule(
        ("darwin", "linux"),
        r"\b(Darwin|Linux)([ ]+)(?!Kernel\b)[A-Za-z][\w.-]*(?=[ ]+\d+\.\d+)",
        r"\1\2<host>",
    ),
    _Rule(
        ("-mac", "-imac", "-mb", "-air", "-laptop"),
        r"(?i)\b" + _MAC_NAMES + r"[\w-]*(?:\.\w+)?",
        "<host>",
    ),
    _Rule(
        (".local", ".lan", ".internal", ".home.arpa"),
        r"\b[\w-]+\.(?:local|lan|localdomain|internal|home\.arpa)\b(?![/.])",
        "<host>",
    ),
    _Rule(
        ("'s mac", "’s mac", "'s imac", "’s imac"),
        r"\b[A-Z]\w{1,30}['’]s (?=MacBook|iMac|Mac\b)",
        "",
    ),
    _Rule(
        ("user=", "logname=", "hostname=", "home="),
        r"(?m)\b(USER|LOGNAME|HOSTNAME|HOME|SUDO_USER)=[^\s;]+",
        r"\1=…",
    ),
    _Rule(
        ("serial", "uuid", "udid", "user name", "computer name", "hostname", "host name"),
        r"(?i)\b((?:serial[ _-]?(?:number|no\.?)|hardware uuid|provisioning udid|udid"
        r"|user name|computer name|hostname|host name)(?: \(\w{1,20}\))?[\"']?\s?[:=]\s?)\S+",
        r"\1…",
    ),
    _Rule(
        (".",),
        r"(?<![\w.=+-])(?!127\.0\.0\.1\b|0\.0\.0\.0\b)"
        r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.+])",
        "<address>",
        least=3,
    ),
    _Rule(
        (":",),
        r"(?i)(?<![\w:])(?:(?:fe80|f[cd][0-9a-f]{2}|2[0-9a-f]{3})(?::[0-9a-f]{0,4}){2,7}"
        r"|(?:[0-9a-f]{2}:){5}[0-9a-f]{2}|(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})(?![\w:])",
        "<address>",
        least=2,
    ),
)
"""Applied in this order: a later rule sees what an earlier one has left."""

_SECRET_NEEDLES = ("hf_", "bearer", "key", "://", "serial", "user=")
"""First needles of the rules for what is secret in any text, a path or a version too."""

_TEXT_NEEDLES = (*_SECRET_NEEDLES, ".", ":", "darwin")
"""Of the rules that fit running text besides: four numbers may be a version elsewhere."""

_FOR_FACTS = tuple(
    rule for rule in _RULES if rule.needles[0] in _SECRET_NEEDLES or "<e-mail>" in rule.replacement
)
_FOR_TEXTS = tuple(
    rule for rule in _RULES if rule in _FOR_FACTS or rule.needles[0] in _TEXT_NEEDLES
)
_OF_ALL, _OF_TEXTS, _OF_FACTS = map(_with_needles, (_RULES, _FOR_TEXTS, _FOR_FACTS))

_NAME = r"[/\\]{1,2}([^/\\\s'\":;,)\]>]{3,64})"
_HOME = re.compile(r"/(?:Users|home)" + _NAME)
_HOME_OR_DRIVE = re.compile(r"(?:/Users|/home|[A-Za-z]:\\{1,2}Users)" + _NAME)
"""The first begins with one sign, which is found fast; few texts have the paths of Windows."""

_NOBODY = frozenset(
    {"user", "username", "runner", "admin", "root", "shared", "public", "your_name", "name"}
    | {"yourname", "home", "ubuntu", "docker", "conda", "python", "torch", "...", "xxx", "you"}
)
"""Folder names under /Users that name nobody, or would tear holes into ordinary words."""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # Most runs meet few of the needles, and all the patterns take as long as reading a report.
    return re.compile(pattern)


def user_names(text: str) -> frozenset[str]:
    """Return the names of users that the paths of a text give away."""
    pattern = _HOME_OR_DRIVE if "\\" in text else _HOME
    return frozenset(name for name in pattern.findall(text) if name.lower() not in _NOBODY)


def redact(text: str, names: Collection[str] = ()) -> str:
    """Return the text without home folders, users, hosts, tokens, e-mail and IP addresses.

    `names` are users known from elsewhere (`user_names` of the whole text); they are taken out
    also where they stand alone.
    """
    text = _apply(text, _OF_ALL)
    for name in sorted((name for name in names if name in text), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "…", text)
    return text


def redact_facts(value: object) -> object:
    """Return facts of a probe, which has taken out homes and names, without secrets and addresses.

    Paths, names and versions stay what they are: prescriptions are made of them.
    """
    if isinstance(value, str):
        return _apply(value, _OF_TEXTS if " " in value else _OF_FACTS)
    if isinstance(value, dict):
        return {key: redact_facts(item) for key, item in value.items()}
    if isinstance(value, list):
        return [redact_facts(item) for item in value]
    return value


def redact_own(text: str) -> str:
    """Return a text about this machine without its user's home and names, and all else."""
    return redact(_of_this_process(*map(os.environ.get, _WHO)).of_text(text))


_WHO = ("HOME", "USERPROFILE", "USER", "LOGNAME", "SUDO_USER")
"""The variables that a redaction is made of: one that is kept is that of the same user."""


@lru_cache(maxsize=4)
def _of_this_process(*_who: str | None) -> Redaction:
    return Redaction.of_this_process()


def redacting(names: Collection[str]) -> Callable[[str], str]:
    """Return `redact` with the names of a whole text bound to it."""
    return lambda text: redact(text, names)
