"""Reads which Python a text is about, and the tool that installs into it."""

from __future__ import annotations

import re
from itertools import islice

from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.quoting import line_at
from mps_doctor.pasted.sentences import narrowed
from mps_doctor.pasted.systems import REQUIREMENT, most_exact

_TOLD = (
    r"(?i)(?<![\w./=-])(?:c?python|py)(?: version)?:? ?v?(3\.\d{1,2}(?:\.\d{1,2})?)t?"
    r"(?![\w*+]|\.[\dx*]|/| ?[-–<>=] ?\d"
    r"|,?\s{1,2}(?:(?:and|or|to|through|until)\s{1,2})?(?:python ?)?v?3\.\d"
    r"|,? (?:and|or)\s{1,2}(?:new|old|lat|earl|abov|up|high|low|below)"
    r"| (?:is|was|are) (?:the )?(?:need|requir|recommend|minim|suppos|only|last|latest)"
    r"| (?:is|was) (?:no longer|not) supported"
    r"| (?:works?|worked|fixed|fixes|solve[sd]|helps?|helped|did|instead|users?|supports?)\b)"
)
"""A version that a sentence names, and no range: `Python 3.12` and not `Python 3.9 or newer`."""

_WANTED = re.compile(
    r"(?i)\b(?:works?|working|worked|fine|compatible|tested|built|compiled|depends?|install\w*"
    r"|downgrad\w+|upgrad\w+|try|before|after|(?<!\bi )(?<!\bwe )use|create|creating|switch\w*"
    r"|mov(?:e|ed|ing)|go(?:ing)?|back|instead|not|no|if|other|another|a|new|fresh|releas\w+"
    r"|drop(?:s|ped)?|until|both|for|to|e\.g\.)"
    r"(?: (?:with|to|a|an|from|of|on|under|for|against))? ?$"
)
"""Words before a Python that need not be the one in use."""

_UNRELEASED = (
    r"(?i)(?<![\w./-])(?:(?:c?python ?(?:version )?v?|\()?3\.\d{2}(?:\.\d{1,2})?(?:a|b|rc)\d{1,2}"
    r"|c?python ?(?:version )?v?3\.\d(?:\.\d{1,2})?(?:a|b|rc)\d{1,2})\b"
)
"""A Python that is not released yet: nobody names one who does not use it."""

_TOO_OLD = (
    r"(?i)(?<![\w./-])c?python ?(?:version |=|@)?v?(2\.7(?:\.\d{1,2})?|3\.[3-6](?:\.\d{1,2})?)"
    r"(?![\w.]|\+| ?(?:or|and|to|-) | (?:is|was|are|has|users?|support\w*|compat\w*)\b)"
)
"""A Python that no torch with MPS is for: in a text about mps, who names one mostly uses it."""

_IN_PATHS = (
    r"[/\\]lib[/\\]python(3\.\d{1,2})t?[/\\](?:site|dist)-packages",
    r"[/\\]python(3\.\d{1,2})t?[/\\](?:site|dist)-packages",
    r"Python\.framework/Versions/(3\.\d{1,2})/",
    r"[/\\](?:lib/)?python(3\.\d{1,2})t?/",
    r"-py(3\.\d{1,2})\b",
    r"-cpython-3(\d{1,2})\b",
)
"""Paths that name the Python whose packages lie there, the surest first."""

_OF_A_TOOL = re.compile(r"[/\\](?:libexec|pipx|pypoetry|uv/tools)[/\\]\S*\Z|[/\\]libexec\Z")
"""Before such a path: Homebrew and pipx give Poetry and others a Python of their own."""

_IN_COMMANDS = (
    r"(?m)\bpoetry env use (?:python)?(3\.\d{1,2})",
    r"(?m)\b(?:conda|mamba|micromamba) create\b.*?\bpython ?==?(3\.\d{1,2}(?:\.\d+)?)",
    r"(?m)\buv (?:venv|init|run|sync)\b.*?(?:--python|-p)[ =](?:python)?(3\.\d{1,2}(?:\.\d+)?)",
    r"(?m)\bpyenv (?:local|global|shell|virtualenv) (3\.\d{1,2}(?:\.\d+)?)",
    r"(?m)(?<![\w/.-])python(3\.\d{1,2}) -m (?:venv|pip)\b",
    r"(?m)(?<![\w/.-])pip(3\.\d{1,2}) install\b",
)
"""Commands that choose a Python."""

_COMMANDS = re.compile(
    r"(?:(uv|poetry|pixi|pdm|pipenv)|pip3?|conda|mamba)"
    r" (?:add|sync|lock|run|install|show|list|env|update|shell|venv"
    r"|pip (?:install|list|show|sync))\b"
)
_BEFORE_COMMAND = re.compile(r"(?:[$%>#❯➜!] ?|^[ \t`]{0,8})(?:python3? -m )?\Z", re.MULTILINE)
"""A command stands at the beginning of a line, or behind a prompt."""

_OF_PROJECTS = r"uv (?:add|sync|lock|run)\b|your project(?:'s requirements\b| depends on\b)"
"""What uv does to a project; its `pip` works on any environment.

Source: https://github.com/astral-sh/uv/tree/main/crates/uv-resolver/src/pubgrub
"""
_PRINTED = {
    "uv": ("o solution found when resolving", "uv_build", "Using CPython 3"),
    "poetry": ("pypoetry", "poetry-core", "poetry.lock", "ersion solving failed"),
    "pdm": ("[ResolutionImpossible]", "pdm.lock", "🔒 Lock failed"),
    "pipenv": ("Pipfile", "[ResolutionFailure]", "✘ Locking Failed"),
    "pixi": ("pixi.toml", "pixi.lock"),
}
"""What only that tool prints."""


def read_version(text: str, prose: str, claims: Claims) -> None:
    """Read the version of Python that paths and commands name, or sentences, where it is one.

    Of both the paths are believed; a sentence may say the same more exactly.
    """
    in_paths, place = _in_paths(text)
    told = _in_prose(prose)
    version = told if told.startswith(in_paths) else in_paths
    if version:
        claims.add("python.version", version, PROSE, line_at(text, place) if in_paths else 0)


def _in_paths(text: str) -> tuple[str, int]:
    """Return the version that the surest kind of path or command names, and where it does."""
    for pattern in (*_IN_PATHS, *_IN_COMMANDS):
        found = {
            each[1]: each.start()
            for each in islice(re.finditer(pattern, text), 200)
            if not _OF_A_TOOL.search(text, max(0, each.start() - 60), each.start())
        }
        if found:
            versions = {version if "." in version else f"3.{version}" for version in found}
            return (versions.pop() if len(versions) == 1 else ""), min(found.values())
    return "", 0


def _in_prose(text: str) -> str:
    """Return the version that sentences name; one that works is often another than the one "
    "in use."""
    found = {re.sub(r"(?i)[^\d.]*(?=\d\.)", "", each[0]) for each in re.finditer(_UNRELEASED, text)}
    if not found and re.search(r"(?i)\bmps\b", text):
        found = _told(_TOO_OLD, text, REQUIREMENT)
    if len(found) != 1:
        for part in islice(narrowed(text), 1, None):
            found = most_exact(_told(_TOLD, part, REQUIREMENT, _WANTED))
            if len(found) < 2:
                break
    return found.pop() if len(found) == 1 else ""


def _told(pattern: str, text: str, *others: re.Pattern[str]) -> set[str]:
    """Return the versions that a pattern finds, those left out that the words before deny."""
    return {
        each[1]
        for each in re.finditer(pattern, text)
        if not any(other.search(text, max(0, each.start() - 40), each.start()) for other in others)
    }


def read_tools(text: str, claims: Claims) -> None:
    """Claim the manager whose commands were run or which printed the text, where it is one."""
    used = {
        found[1] or "another"
        for found in islice(_COMMANDS.finditer(text), 200)
        if _BEFORE_COMMAND.search(text, max(0, found.start() - 24), found.start())
    }
    printed = {tool for tool, texts in _PRINTED.items() if any(each in text for each in texts)}
    tools = (used | printed) - ({"another"} if printed else set())
    if len(tools) != 1 or tools == {"another"}:
        return
    tool = tools.pop()
    claims.add("python.environment", tool, PROSE)
    if tool != "uv" or re.search(_OF_PROJECTS, text):
        claims.add("python.project_manager", tool, PROSE)


def read_python(value: str, claims: Claims) -> None:
    """Read the value of a line about Python: its version, conda, Homebrew, an architecture."""
    found = re.search(
        r"(?i)(?<![\w.])(?:c?python[- ]?)?v?(\d\.\d{1,2}(?:\.\d{1,2})?(?:(?:a|b|rc)\d{1,2}"
        r"|\+(?=$| \())?)(t?)(?![\d+])",
        value,
    )
    if found:
        claims.add("python.version", found[1], FIELD)
        if found[2]:
            claims.add("python.free_threaded", True, FIELD)
    lowered = value.lower()
    if subdir := re.search(r"\b(?:osx-64|osx-arm64|linux-64|linux-aarch64|win-64)\b", lowered):
        claims.add("conda.subdir", subdir[0], FIELD)
        claims.add("conda.active", True, FIELD)
    elif names_conda(lowered):
        claims.add("conda.active", True, LISTED)
    for word, provider in _PROVIDERS:
        if word in lowered:
            claims.add("python.provider", provider, LISTED)
    if "universal2" in lowered:
        claims.add("python.slices", ("x86_64", "arm64"), LISTED)
    elif arch := re.search(r"(?<![\w-])(arm64|aarch64|x86_64|i386)(?![\w-])", lowered):
        claims.add("python.architecture", arch[1], FIELD)
    if on := re.search(r" on (linux|win32|darwin)", lowered):
        systems = {"linux": "Linux", "win32": "Windows", "darwin": "Darwin"}
        claims.add("host.system", systems[on[1]], LISTED)


_PROVIDERS = (
    ("homebrew", "homebrew"),
    ("/opt/homebrew", "homebrew"),
    ("pyenv", "pyenv"),
    ("python.framework", "framework"),
    ("command line tools", "xcode"),
)


def names_conda(lowered: str) -> bool:
    """Return whether a text in lower case names a conda."""
    pattern = r"\b(?:mini|ana)?conda\d?\b|miniforge|mambaforge|micromamba|anaconda"
    return re.search(pattern, lowered) is not None
