"""Reads which Python a text is about, and the tool that installs into it."""

import re
from itertools import islice

from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.mentions import mentioned, only_version
from mps_doctor.pasted.quoting import line_at
from mps_doctor.pasted.rows import pythons as patterns
from mps_doctor.pasted.rows.systems import REQUIREMENT


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
    for pattern in (*patterns.IN_PATHS, *patterns.IN_COMMANDS):
        found = {each[1]: each.start() for each in mentioned(pattern, text, patterns.OF_A_TOOL)}
        if found:
            versions = {version if "." in version else f"3.{version}" for version in found}
            return (versions.pop() if len(versions) == 1 else ""), min(found.values())
    return "", 0


def _in_prose(text: str) -> str:
    """Return the version that sentences name."""
    found = {each[1] for each in mentioned(patterns.UNRELEASED, text)}
    if not found and re.search(r"(?i)\bmps\b", text):
        found = {each[1] for each in mentioned(patterns.TOO_OLD, text, REQUIREMENT)}
    if len(found) == 1:
        return found.pop()
    denials = REQUIREMENT, patterns.WANTED
    return only_version(
        text, lambda part: {each[1] for each in mentioned(patterns.TOLD, part, *denials)}
    )


def read_tools(text: str, claims: Claims) -> None:
    """Claim the manager whose commands were run or which printed the text, where it is one."""
    used = {
        found[1] or "another"
        for found in islice(patterns.COMMANDS.finditer(text), 200)
        if patterns.BEFORE_COMMAND.search(text, max(0, found.start() - 24), found.start())
    }
    printed = {
        tool for tool, texts in patterns.PRINTED.items() if any(each in text for each in texts)
    }
    tools = (used | printed) - ({"another"} if printed else set())
    if len(tools) != 1 or tools == {"another"}:
        return
    tool = tools.pop()
    claims.add("python.environment", tool, PROSE)
    if tool != "uv" or re.search(patterns.OF_PROJECTS, text):
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
    for word, provider in patterns.PROVIDERS:
        if word in lowered:
            claims.add("python.provider", provider, LISTED)
    if "universal2" in lowered:
        claims.add("python.slices", ("x86_64", "arm64"), LISTED)
    elif arch := re.search(r"(?<![\w-])(arm64|aarch64|x86_64|i386)(?![\w-])", lowered):
        claims.add("python.architecture", arch[1], FIELD)
    if on := re.search(r" on (linux|win32|darwin)", lowered):
        systems = {"linux": "Linux", "win32": "Windows", "darwin": "Darwin"}
        claims.add("host.system", systems[on[1]], LISTED)


def names_conda(lowered: str) -> bool:
    """Return whether a text in lower case names a conda."""
    pattern = r"\b(?:mini|ana)?conda\d?\b|miniforge|mambaforge|micromamba|anaconda"
    return re.search(pattern, lowered) is not None
