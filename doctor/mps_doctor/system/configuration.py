"""What a project asks of the doctor: `[tool.mps-doctor]` in pyproject.toml, or mps-doctor.toml.

A file is data: no key of it names a program, an interpreter, a path to write or a plug-in, so that
running the doctor in a folder of a stranger executes nothing of theirs.
"""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, get_args

import msgspec

from mps_doctor.system.errors import InputError, suggest
from mps_doctor.system.files import beginning_of, current_folder, read_given

OWN_FILE = "mps-doctor.toml"
SHARED_FILE = "pyproject.toml"
TABLE = "mps-doctor"

MOST_BYTES = 300_000
"""Larger files are not read: a long pyproject.toml has 100 kB."""

MOST_DOTS = 100
"""Dots outside strings on one line: a key of n parts takes TOML parsers a time that grows as n²."""

_HEADING = re.compile(r"^\s*\[\s*tool\s*\.\s*[\"']?mps-doctor\b", re.MULTILINE)

_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")

Level: TypeAlias = Literal["quick", "standard", "deep"]
Device: TypeAlias = Literal["mps", "cpu", "cuda"]
FailOn: TypeAlias = Literal["error", "warning"]
Severity: TypeAlias = Literal["error", "warning", "info"]
SeverityWord: TypeAlias = Severity | Literal["off"]
Reason = Annotated[str, msgspec.Meta(min_length=1)]


class Require(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an environment must have for this project."""

    torch: Annotated[str, msgspec.Meta(description="Versions of torch, e.g. `>=2.6`.")] = ""
    macos: Annotated[str, msgspec.Meta(description="Versions of macOS, e.g. `>=14`.")] = ""
    python: Annotated[str, msgspec.Meta(description="Versions of Python, e.g. `>=3.10`.")] = ""
    device: Device | None = None
    level: Level | None = None


class Settings(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, rename="kebab"
):
    """The keys of the table; an option on the command line replaces the key of its name."""

    select: Annotated[
        tuple[str, ...], msgspec.Meta(description="Run only these checks and families.")
    ] = ()
    ignore: Annotated[
        tuple[str, ...] | dict[str, Reason],
        msgspec.Meta(description="Checks and families to leave out: a list, or name = reason."),
    ] = ()
    severity: Annotated[
        dict[str, SeverityWord],
        msgspec.Meta(description="Severity by the id of a check or of a cause."),
    ] = {}
    fail_on: FailOn | None = None
    level: Level | None = None
    device: Device | None = None
    timeout: Annotated[float, msgspec.Meta(ge=1, le=86_400)] | None = None
    require: Require = Require()


class Configuration(msgspec.Struct, frozen=True):
    """The settings of one file, and where in it they stand."""

    file: str = ""
    """The file's name as it is shown; empty where there is none."""
    settings: Settings = Settings()
    lines: tuple[str, ...] = ()

    def place_of(self, word: str) -> str:
        """Return `pyproject.toml:12` for a key or a name; the file alone where no line is found."""
        headings = [number for number, line in enumerate(self.lines) if _HEADING.match(line)]
        pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
        for number in range(headings[0] if headings else 0, len(self.lines) if word else 0):
            if pattern.search(self.lines[number].partition("#")[0]):
                return f"{self.file}:{number + 1}"
        return self.file

    @property
    def ignored(self) -> dict[str, str]:
        """Return the names that are ignored, with their reasons."""
        names = self.settings.ignore
        if isinstance(names, Mapping):
            return dict(names)
        return dict.fromkeys(names, f"ignored in {self.file}")


NOT_CONFIGURED = Configuration()


def load_configuration(
    *, file: str | None = None, folder: Path | None = None, home: Path | None = None
) -> Configuration:
    """Read the file named, else the nearest one from `folder` upwards; there need not be any.

    The search ends at a folder with `.git`, which is a project's root, and at the home folder.
    Raises InputError for a file named that cannot be read, and for wrong content.
    """
    if file is not None:
        name, content = Path(file).name, read_given(Path(file), MOST_BYTES)
        return _configured(name, content, named=True) or Configuration(file=name)
    start = folder or current_folder()
    for place in (start, *start.parents):
        for name in (OWN_FILE, SHARED_FILE):
            path = place / name
            beginning = beginning_of(path, MOST_BYTES + 1)
            if beginning is not None and (found := _configured(name, beginning)) is not None:
                return found
        if place == home or os.path.lexists(place / ".git"):
            break
    return NOT_CONFIGURED


def _configured(name: str, content: bytes, *, named: bool = False) -> Configuration | None:
    """Return what a file configures, None where nothing in it is about us.

    A file of ours that is broken is an error; a pyproject.toml that is not about us never is.
    """
    text = content.decode("utf-8", "replace")
    ours = named or name == OWN_FILE or _HEADING.search(text) is not None
    if not ours and TABLE not in text:
        return None
    try:
        if len(content) > MOST_BYTES:
            raise InputError(f"{name} is too large for a configuration")
        document = _parse(name, text)
    except InputError:
        if not ours:
            return None
        raise
    return _decode(name, text, document)


def _parse(name: str, text: str) -> dict[str, Any]:
    # Only a project that configures the doctor pays for the parser.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    if any(_STRING.sub("", line).count(".") > MOST_DOTS for line in text.splitlines()):
        raise InputError(f"{name} is no configuration: it has a line of more than {MOST_DOTS} dots")
    try:
        document: dict[str, Any] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        said = str(error) or type(error).__name__
        raise InputError(f"{name} is not TOML: {said[:200]}") from None
    return document


def _decode(name: str, text: str, document: dict[str, Any]) -> Configuration | None:
    tool = document.get("tool")
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    if table is None:
        if name == SHARED_FILE:
            return None
        table = document
    if not isinstance(table, dict):
        raise InputError(f"{name}: tool.{TABLE} is no table")
    found = Configuration(file=name, lines=tuple(text.splitlines()))
    try:
        settings = msgspec.convert(table, Settings)
    except msgspec.ValidationError as error:
        raise _mistake(str(error), found) from None
    for key in ("torch", "macos", "python"):
        if given := getattr(settings.require, key):
            refuse_no_specifier(given, f"{found.place_of(key)}: {given[:80]!r}", key)
    return msgspec.structs.replace(found, settings=settings)


LEVELS = get_args(Level)

_KNOWN: dict[str, tuple[str, ...]] = {
    "key": tuple(field.encode_name for field in msgspec.structs.fields(Settings)),
    "requirement": tuple(field.encode_name for field in msgspec.structs.fields(Require)),
    "level": LEVELS,
    "device": get_args(Device),
    "fail-on": get_args(FailOn),
    "severity": (*get_args(Severity), "off"),
}
"""What may be written, by what it is."""


_IN_TOML = ((" | null", ""), ("object", "table"), ("str", "string"), ("int", "integer"))
"""What TOML calls what msgspec calls otherwise."""


def _mistake(said: str, found: Configuration) -> InputError:
    """Return the error for what msgspec says of a value, with its line and the nearest word."""
    message, _, path = said.partition(" - at ")
    key = path.strip("`").removeprefix("$").lstrip(".").partition("[")[0]
    last = key.rpartition(".")[2]
    wrong = re.fullmatch(r"(Object contains unknown field|Invalid enum value) .(.*).", message)
    if wrong is None:
        for theirs, ours in _IN_TOML:
            message = message.replace(theirs, ours)
        return InputError(f"{found.place_of(last)}: {key}: {message[:1].lower()}{message[1:]}")
    what = last if wrong[1].startswith("Invalid") else "requirement" if key else "key"
    return InputError(f"{found.place_of(wrong[2])}: {suggest(wrong[2], _KNOWN[what], what=what)}")


def refuse_unknown(**words: str) -> None:
    """Raise InputError for a device, level or fail_on that is none."""
    for name, word in words.items():
        known = _KNOWN[name.replace("_", "-")]
        if word not in known:
            raise InputError(f"{name}={word!r:.80} is not one of {', '.join(known)}")


def refuse_no_specifier(given: object, shown: str, key: str) -> None:
    """Raise InputError where a requirement is no version specifier; `shown` says what is none."""
    # Only a project with requirements needs it.
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        if not isinstance(given, str):
            raise InvalidSpecifier
        SpecifierSet(given)
    except InvalidSpecifier:
        number = isinstance(given, str) and re.fullmatch(r"[\d.]+", given)
        hint = f'write {key} = ">={given}"' if number else ""
        raise InputError(f"{shown} is not a version specifier like '>=2.6'", hint) from None
