"""Reads which Python a text is about, the tool that installs into it, and what is installed.

Packages stand in pip list and freeze, conda list, collect_env's lists, uv, tables, sentences.
"""

import re
from functools import partial
from itertools import islice

from mps_doctor.pasted.claims import BLOCK, FIELD, LISTED, PROSE, Claims, claim_found
from mps_doctor.pasted.rows import packages as patterns, pythons
from mps_doctor.pasted.rows.systems import REQUIREMENT
from mps_doctor.pasted.sentences import line_at, mentioned, only_version


def read_python_version(text: str, prose: str, claims: Claims) -> None:
    """Read the version of Python that paths and commands name, or sentences, where it is one.

    Of both the paths are believed; a sentence may say the same more exactly.
    """
    in_paths, place = _in_paths(text)
    told = _python_in_prose(prose)
    version = told if told.startswith(in_paths) else in_paths
    if version:
        claims.add("python.version", version, PROSE, line_at(text, place) if in_paths else 0)


def _in_paths(text: str) -> tuple[str, int]:
    """Return the version that the surest kind of path or command names, and where it does."""
    for pattern in (*pythons.IN_PATHS, *pythons.IN_COMMANDS):
        found = {each[1]: each.start() for each in mentioned(pattern, text, pythons.OF_A_TOOL)}
        if found:
            versions = {version if "." in version else f"3.{version}" for version in found}
            return (versions.pop() if len(versions) == 1 else ""), min(found.values())
    return "", 0


def _python_in_prose(text: str) -> str:
    """Return the version that sentences name."""
    found = {each[1] for each in mentioned(pythons.UNRELEASED, text)}
    if not found and re.search(r"(?i)\bmps\b", text):
        found = {each[1] for each in mentioned(pythons.TOO_OLD, text, REQUIREMENT)}
    if len(found) == 1:
        return found.pop()
    denials = REQUIREMENT, pythons.WANTED
    return only_version(
        text, lambda part: {each[1] for each in mentioned(pythons.TOLD, part, *denials)}
    )


def read_tools(text: str, claims: Claims) -> None:
    """Claim the manager whose commands were run or which printed the text, where it is one."""
    used = {
        found[1] or "another"
        for found in islice(pythons.COMMANDS.finditer(text), 200)
        if pythons.BEFORE_COMMAND.search(text, max(0, found.start() - 24), found.start())
    }
    printed = {
        tool for tool, texts in pythons.PRINTED.items() if any(each in text for each in texts)
    }
    tools = (used | printed) - ({"another"} if printed else set())
    if len(tools) != 1 or tools == {"another"}:
        return
    tool = tools.pop()
    claims.add("python.environment", tool, PROSE)
    if tool != "uv" or re.search(pythons.OF_PROJECTS, text):
        claims.add("python.project_manager", tool, PROSE)


def read_row(line: str, claims: Claims) -> bool:
    """Read one line if it is the row of a package that is watched; return whether it was."""
    found = patterns.ROW.match(line) if "." in line else None
    name = found["name"].lower().replace("_", "-").rstrip(".") if found else ""
    if found is None or name not in patterns.WATCHED:
        return False
    rest, source = found["rest"], found["list"] or ""
    if rest.lstrip()[:1] in ("/", "-") and re.search(r"\d", rest[:8]):
        return False  # several versions: `2.2.0 / 2.2.1`, `2.7 - 2.13`
    conda = re.match(patterns.CONDA_REST, rest)
    if not source and conda is None and not re.match(patterns.ENDS, rest):
        return False
    weight = BLOCK if source else LISTED if ":" in found[0] else FIELD
    add_package(name, found[3], claims, weight - (source == "conda"))
    if conda and (source == "conda" or conda["channel"]) and name in patterns.OF_TORCH:
        if not conda["build"].startswith("pypi"):
            claims.add("conda.torch_build", conda["build"], FIELD)
            claims.add("conda.active", True, FIELD)
        if conda["channel"] and conda["channel"] != "pypi":
            claims.add("conda.torch_channel", conda["channel"], FIELD)
    return True


def read_torch(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read the value of a line about torch; a range is no version."""
    if re.match(patterns.NONE, value):
        claims.add("torch.installed", False, FIELD)
        return
    if re.search(patterns.RANGE, value[:40]):
        return
    if found := re.match(
        r"[v'\"=~ (]*(?=\d{1,2}\.\d{1,2}(?!\d))" + patterns.VERSION + r"(?!\w)", value
    ):
        add_package("torch", found[1], claims, weight)
    claim_found(patterns.OF_A_TORCH, value, claims)


def read_installed(line: str, claims: Claims) -> None:
    """Read pip's closing line, what poetry could not replace, and the specs that conda prints."""
    if found := re.search(patterns.INSTALLED, line):
        for item in re.finditer(patterns.INSTALLED_ITEM, found[1]):
            name = item[1].lower().replace("_", "-")
            if name in patterns.WATCHED:
                add_package(name, item[2], claims, LISTED)
    elif found := re.search(patterns.NOT_UPDATED, line):
        add_package(found[1], found[2], claims, LISTED)
    elif any(word in line for word in patterns.OF_OTHERS):
        return
    elif found := re.search(patterns.CONDA_SPEC, line):
        add_package("torch", found[2], claims, LISTED)
        claims.add("conda.active", True, LISTED)
        claims.add("conda.torch_build", found["build"], LISTED)
        if found["channel"]:
            claims.add("conda.torch_channel", found["channel"], LISTED)


def add_package(name: str, version: str, claims: Claims, weight: int) -> None:
    """Claim that a package is installed in this version."""
    version = version.rstrip(".")  # that of a sentence
    if name in patterns.OF_TORCH:
        claims.add("torch.version", version, weight)
        claims.add("torch.installed", True, weight)
    else:
        claims.add(f"packages.{name}", version, weight)


def read_versions_in_prose(text: str, claims: Claims) -> None:
    """Read torch, its companions and NumPy 2 from sentences, where they name one version only."""
    for name, pattern in patterns.IN_PROSE.items():
        fact = "torch.version" if name == "torch" else f"packages.{name}"
        if fact in claims or name not in text.lower():
            continue
        if version := only_version(text, partial(_versions_in, pattern=pattern)):
            add_package(name, version, claims, PROSE)


def _versions_in(text: str, pattern: str) -> set[str]:
    if pattern == patterns.TOLD:
        brought = {found[1] for found in re.finditer(patterns.BROUGHT_TO, text)}
        if len(brought) == 1:
            return brought
    return {found[1] for found in mentioned(pattern, text, REQUIREMENT, patterns.WANTED)}


def read_torch_that_ran(text: str, claims: Claims, *, erred: bool) -> None:
    """Read that torch is there from errors of its running code: `erred` is whether some are known.

    Another Python than that of the program may have answered collect_env.
    """
    if claims.value("torch.installed") is False and (erred or re.search(patterns.RAN, text)):
        claims.add("torch.installed", True, BLOCK)
    elif claims.value("torch.installed") is False and re.search(patterns.BUILDS_IT, text):
        claims.pop("torch.installed")
