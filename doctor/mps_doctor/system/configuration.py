"""What a project asks of the doctor: `[tool.mps-doctor]` in pyproject.toml, or mps-doctor.toml.

A file is data: no key of it names a program, an interpreter, a path to write or a plug-in, so that
running the doctor in a folder of a stranger executes nothing of theirs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from mps_doctor.system.errors import InputError
from mps_doctor.system.folders import current_folder

OWN_FILE = "mps-doctor.toml"
SHARED_FILE = "pyproject.toml"
TABLE = "mps-doctor"

MOST_BYTES = 300_000
"""Larger files are not read: a long pyproject.toml has 100 kB."""

MOST_DOTS = 100
"""Dots outside strings on one line: a key of n parts takes TOML parsers a time that grows as n²."""

MOST_FOLDERS = 50
"""How far up a file is looked for."""

_HEADING = re.compile(r"^\s*\[\s*tool\s*\.\s*[\"']?mps-doctor\b", re.MULTILINE)

_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")

Level = Literal["quick", "standard", "deep"]
Device = Literal["mps", "cpu", "cuda"]
FailOn = Literal["error", "warning"]
SeverityWord = Literal["error", "warning", "info", "off"]
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
        return _place(self.file, self.lines, word)

    @property
    def ignored(self) -> dict[str, str]:
        """Return the names that are ignored, with their reasons."""
        names = self.settings.ignore
        if isinstance(names, Mapping):
            return dict(names)
        return dict.fromkeys(names, f"ignored in {self.file}")

    @property
    def names(self) -> tuple[str, ...]:
        """Return every id and family that the file names."""
        return (*self.settings.select, *self.ignored, *self.settings.severity)


NOT_CONFIGURED = Configuration()


def load_configuration(
    *, file: str | None = None, folder: Path | None = None, home: Path | None = None
) -> Configuration:
    """Read the file named, else the nearest one from `folder` upwards; there need not be any.

    The search ends at a folder with `.git`, which is a project's root, and at the home folder.
    Raises InputError for a file named that cannot be read, and for wrong content.
    """
    if file is not None:
        return _read_named(Path(file))
    start = folder or current_folder()
    for place in (start, *start.parents)[:MOST_FOLDERS]:
        if (found := _read_in(place)) is not None:
            return found
        if place == home or (place / ".git").exists():
            break
    return NOT_CONFIGURED


def _read_named(path: Path) -> Configuration:
    try:
        if not path.is_file():
            raise InputError(f"cannot read {path}: it is no file")
        text = _text(path)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from None
    if len(text) > MOST_BYTES:
        raise InputError(f"{path} is too large for a configuration")
    document = _parse(path.name, text)
    tool = document.get("tool")
    if path.name == SHARED_FILE or (isinstance(tool, dict) and TABLE in tool):
        return _decode(path.name, text, _our_table(document) or {})
    return _decode(path.name, text, document)


def _read_in(folder: Path) -> Configuration | None:
    """Return what a folder configures, None where nothing of it is about us.

    A file of ours that is broken is an error; a pyproject.toml that is not about us never is.
    """
    own = folder / OWN_FILE
    try:
        if own.is_file():
            return _read_named(own)
        shared = folder / SHARED_FILE
        text = _text(shared) if shared.is_file() else None
    except OSError:
        return None
    if text is None or TABLE not in text:
        return None
    if len(text) > MOST_BYTES:
        if _HEADING.search(text):
            raise InputError(f"{SHARED_FILE} configures mps-doctor, and is too large to be read")
        return None
    try:
        document = _parse(SHARED_FILE, text)
    except InputError:
        if _HEADING.search(text):
            raise
        return None
    table = _our_table(document)
    return None if table is None else _decode(SHARED_FILE, text, table)


def _text(path: Path) -> str:
    """Return a file's text, of one that is too large its beginning."""
    with path.open("rb") as file:
        return file.read(MOST_BYTES + 1).decode("utf-8", "replace")


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


def _our_table(document: dict[str, Any]) -> dict[str, Any] | None:
    tool = document.get("tool")
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    if table is None or isinstance(table, dict):
        return table
    raise InputError(f"{SHARED_FILE}: tool.{TABLE} is no table")


def _decode(name: str, text: str, table: dict[str, Any]) -> Configuration:
    lines = tuple(text.splitlines())
    _refuse_unknown(name, lines, table)
    try:
        settings = msgspec.convert(table, Settings)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        key = path.strip("`").removeprefix("$.").partition("[")[0]
        place = _place(name, lines, key.rpartition(".")[2])
        raise InputError(f"{place}: {key}: {message[:1].lower()}{message[1:]}") from None
    for key in ("torch", "macos", "python"):
        if given := getattr(settings.require, key):
            _refuse_no_specifier(_place(name, lines, key), key, given)
    return Configuration(file=name, settings=settings, lines=lines)


def _refuse_unknown(name: str, lines: tuple[str, ...], table: dict[str, Any]) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(Settings)]
    for key in table:
        _refuse_unless(key, keys, "key", _place(name, lines, key))
    require = table.get("require")
    for key in require if isinstance(require, dict) else ():
        known = [field.encode_name for field in msgspec.structs.fields(Require)]
        _refuse_unless(key, known, "requirement", _place(name, lines, key))
    words = {"level": Level, "device": Device, "fail-on": FailOn}
    for key, choice in words.items():
        for holder in (table, require if isinstance(require, dict) else {}):
            if isinstance(value := holder.get(key), str):
                _refuse_unless(value, get_args(choice), key, _place(name, lines, key))
    severity = table.get("severity")
    for key, value in severity.items() if isinstance(severity, dict) else ():
        if isinstance(value, str):
            _refuse_unless(value, get_args(SeverityWord), "severity", _place(name, lines, key))


def _refuse_unless(word: str, known: Iterable[str], what: str, place: str) -> None:
    # Only a mistake needs it.
    import difflib

    words = list(known)
    if word in words:
        return
    near = difflib.get_close_matches(word, words, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else f"; known: {', '.join(words)}"
    raise InputError(f"{place}: no {what} is called {word[:80]!r}{hint}")


def _refuse_no_specifier(place: str, key: str, given: str) -> None:
    # Only a project with requirements needs it.
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        SpecifierSet(given)
    except InvalidSpecifier:
        hint = f'write {key} = ">={given}"' if re.fullmatch(r"[\d.]+", given) else ""
        raise InputError(f"{place}: {given[:80]!r} is no version specifier", hint) from None


def _place(name: str, lines: tuple[str, ...], word: str) -> str:
    """Find the line on which a word stands, below the heading of our table where there is one."""
    first = next((number for number, line in enumerate(lines) if _HEADING.match(line)), 0)
    pattern = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])") if word else None
    for number, line in enumerate(lines[first:], first + 1):
        if pattern and pattern.search(line.partition("#")[0]):
            return f"{name}:{number}"
    return name
