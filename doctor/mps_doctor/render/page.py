"""A page of a terminal: cleans text, breaks it into lines that fit, and colours it.

What fits is measured in cells: a wide character takes two.
"""

import re

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.render.safe_text import defused, in_ascii, visible, visible_lines
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell, option_parts
from mps_doctor.views.document import Role, Sign

WIDEST_PROSE = 100
"""Longer lines are hard to read, however wide the terminal is."""

NARROWEST_COLUMN = 16
"""A text beside a lead gets at least so many cells, or goes below it."""

_COMMAND_AT_END = re.compile(r"(.*:) `([^`]+)`")

SGR: dict[Role, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "fine": "32",
    "bold": "1",
    "dim": "2",
    "command": "1",
    "plain": "",
}
"""Codes of ECMA-48 for each role: the eight colours that every theme of a terminal adapts."""

_NARROW = re.compile("[ -~\u00a1-\u02ff✓✗·…→←≥≤×•–—−‘’“”─≈│]*")
"""Characters that take one cell each: with these alone nothing has to be looked up."""

_WHOLE = re.compile(r"https?://\S+|[^`]*`[^`]* [^`]*`[^`]*")

_WORD = re.compile(r"(?:`[^`]+`|\S)+")
"""A command or code in backticks is one word, with the punctuation beside it."""


class Page(msgspec.Struct):
    """Lines for one screen; every text passes through `visible` on its way in."""

    screen: Screen
    lines: list[str] = msgspec.field(default_factory=list)

    @property
    def width(self) -> int:
        """How wide prose may be."""
        return min(self.screen.width, WIDEST_PROSE)

    def blank(self) -> None:
        """End a block; two blank lines never follow each other."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def say(
        self,
        text: str,
        *,
        lead: str = "",
        role: Role = "plain",
        lead_role: Role | None = None,
        indent: int = 0,
        hang: int | None = None,
        note: str = "",
    ) -> None:
        """Add a paragraph, wrapped, with a note at its end where there is room, or else below.

        Its further lines begin beneath the text that follows the lead, or `hang` cells from the
        left.  A command in backticks at the end, after a colon, is shown without them, on a line
        of its own where it would not fit: whole, so that it can be copied.
        """
        lead, text = self.shown(lead), self.shown(text)
        command = ""
        if found := _COMMAND_AT_END.fullmatch(text):
            text, command = found.groups()
            if indent + cells(f"{lead}{text} {command}") <= self.width:
                text, command = f"{text} {command}", ""
        lead, indent = self._beside(lead, indent, lead_role or role)
        beside = indent + cells(lead)
        column = beside if hang is None or not lead else hang
        first, *others = wrap(text, self.width - column, first=self.width - beside)
        self.add(" " * indent, first, role, lead=lead, lead_role=lead_role or role)
        for part in others:
            self.add(" " * column, part, role)
        if command:
            self.add(" " * column, command, "command")
        used = column + cells(others[-1]) if others else beside + cells(first)
        note = self.shown(note)
        if note and used + 2 + cells(note) <= self.width:
            self.lines[-1] += f"  {self._colored(note, 'dim')}"
        elif note:
            for part in wrap(note, self.width - column):
                self.add(" " * column, part, "dim")

    def _beside(self, lead: str, indent: int, role: Role) -> tuple[str, int]:
        """Return a lead and its indent; one that leaves no room is added above instead."""
        if not lead.strip() or self.width - indent - cells(lead) >= NARROWEST_COLUMN:
            return lead, indent
        for part in wrap(lead, self.width - indent):
            self.add(" " * indent, part, role)
        return "", indent + 2

    def quote(self, text: str, *, lead: str = "", indent: int = 0) -> None:
        """Add the lines of a program's output, or of evidence, each wrapped with its blanks."""
        lead, indent = self._beside(self.shown(lead), indent, "dim")
        column = indent + cells(lead)
        for line in visible_lines(text):
            for part in wrap_verbatim(self.shown(line), self.width - column):
                self.add(" " * indent, part, "plain", lead=lead, lead_role="dim")
                lead = " " * cells(lead)

    def command(self, argv: Argv, *, indent: int = 4, lead: str = "") -> None:
        """Add a command, which can be copied as it is, behind a lead where both fit on a line."""
        lead, unicode = self.shown(lead), self.screen.unicode
        room = self.screen.width - indent
        beside = in_shell_lines(argv, room - cells(lead), unicode=unicode)
        below = in_shell_lines(argv, room - 2, unicode=unicode)
        fits = all(cells(line) <= room - cells(lead) for line in beside)
        if lead and (len(below) < len(beside) or not fits):
            self.add(" " * indent, lead.rstrip(), "dim")
            lead, indent, beside = "", indent + 2, below
        for line in beside:
            self.add(" " * indent, line, "command", lead=lead, lead_role="dim")
            lead = " " * cells(lead)

    def sign(self, sign: Sign) -> str:
        """Return a sign and a blank; nothing where words alone are wanted."""
        return "" if self.screen.plain else f"{sign.drawn(self.screen.unicode)} "

    def shown(self, text: str) -> str:
        """Return a text as this screen can show it."""
        clean = defused(visible(text))
        return clean if self.screen.unicode else in_ascii(clean)

    def text(self) -> str:
        """Return the finished page, with a newline at its end."""
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return "\n".join(self.lines) + "\n"

    def add(
        self, margin: str, text: str, role: Role, *, lead: str = "", lead_role: Role = "plain"
    ) -> None:
        """Add a line that was cleaned and measured before."""
        shown = self._colored(lead, lead_role) + self._colored(text, role)
        self.lines.append(f"{margin}{shown}".rstrip())

    def _colored(self, text: str, role: Role) -> str:
        code = SGR[role]
        if not self.screen.color or not code or not text.strip():
            return text
        return f"\x1b[{code}m{text}\x1b[0m"


def in_shell_lines(argv: Argv, width: int, *, unicode: bool = True) -> list[str]:
    """Return the command in lines that fit, each but the last ending in a backslash.

    An option keeps its value where both fit on a line.  A single argument that is wider than the
    screen stays whole, so that it can be copied.
    """
    whole = in_shell(argv, unicode=unicode)
    if cells(whole) <= width:
        return [whole]
    lines: list[str] = []
    for part in option_parts([in_shell((argument,), unicode=unicode) for argument in argv], width):
        if lines and cells(f"{lines[-1]} {part} \\") <= width:
            lines[-1] += f" {part}"
            continue
        if lines:
            lines[-1] += " \\"
        lines.append(f"  {part}" if lines else part)
    return lines


def cells(text: str) -> int:
    """Return how many cells a text takes on a terminal."""
    if _NARROW.fullmatch(text):
        return len(text)
    # The tables of widths cost milliseconds, and few texts need them.
    from rich.cells import cell_len

    return cell_len(text)


def wrap(text: str, width: int, *, first: int | None = None) -> list[str]:
    """Return the text in lines of at most `width` cells, the first of at most `first`.

    There is at least one line.  An address of a web page stays whole, as it would be useless in
    pieces, and so does a command in backticks: half a command does something else.
    """
    lines: list[str] = []
    current = ""
    room = width if first is None else first
    for word in _WORD.findall(text):
        joined = f"{current} {word}" if current else word
        if cells(joined) <= room:
            current = joined
            continue
        if current:
            lines.append(current)
            room = width
        elif room < cells(word) <= width and not lines:
            # Whole on the second line rather than in pieces on a first one that has less room.
            lines.append("")
            room = width
        *whole, current = _pieces(word, room)
        if whole:
            lines.extend(whole)
            room = width
    return [*lines, current]


def wrap_verbatim(text: str, width: int) -> list[str]:
    """Return a line of a program's output in lines that fit, its blanks kept."""
    if cells(text) <= width:
        return [text]
    indent = text[: len(text) - len(text.lstrip())][: width // 2]
    return [indent + line for line in wrap(text, width - len(indent))]


def pad(text: str, width: int) -> str:
    """Return the text followed by blanks up to a width."""
    return text + " " * (width - cells(text))


def _pieces(word: str, width: int) -> list[str]:
    if cells(word) <= width or _WHOLE.fullmatch(word):
        return [word]
    pieces: list[str] = []
    current, used = "", 0
    for index, character in enumerate(word):
        size = cells(character)
        if used + size > width and current:
            # `::` at the start of a line is a command for a CI service: it keeps its neighbour.
            kept = current[-1] if len(current) > 1 and word.startswith("::", index) else ""
            pieces.append(current[: len(current) - len(kept)])
            current, used = kept, cells(kept)
        current += character
        used += size
    return [*pieces, current]
