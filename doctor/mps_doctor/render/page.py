"""A page of a terminal: takes text line by line, cleans, wraps and colours it."""

import re

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.render.safe_text import defused, in_ascii, visible, visible_lines
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell_lines
from mps_doctor.render.wrapping import cells, pad, wrap, wrap_verbatim
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
        self._add(" " * indent, first, role, lead=lead, lead_role=lead_role or role)
        for part in others:
            self._add(" " * column, part, role)
        if command:
            self._add(" " * column, command, "command")
        if note := self.shown(note):
            used = column + cells(others[-1]) if others else beside + cells(first)
            if used + 2 + cells(note) <= self.width:
                self.lines[-1] += f"  {self._colored(note, 'dim')}"
                return
            for part in wrap(note, self.width - column):
                self._add(" " * column, part, "dim")

    def _beside(self, lead: str, indent: int, role: Role) -> tuple[str, int]:
        """Return a lead and its indent; one that leaves no room is added above instead."""
        if not lead.strip() or self.width - indent - cells(lead) >= NARROWEST_COLUMN:
            return lead, indent
        for part in wrap(lead, self.width - indent):
            self._add(" " * indent, part, role)
        return "", indent + 2

    def quote(self, text: str, *, lead: str = "", indent: int = 0) -> None:
        """Add the lines of a program's output, or of evidence, each wrapped with its blanks."""
        lead, indent = self._beside(self.shown(lead), indent, "dim")
        column = indent + cells(lead)
        for line in visible_lines(text):
            for part in wrap_verbatim(self.shown(line), self.width - column):
                self._add(" " * indent, part, "plain", lead=lead, lead_role="dim")
                lead = " " * cells(lead)

    def command(self, argv: Argv, *, indent: int = 4, lead: str = "") -> None:
        """Add a command, which can be copied as it is, behind a lead where both fit on a line."""
        lead, unicode = self.shown(lead), self.screen.unicode
        room = self.screen.width - indent
        beside = in_shell_lines(argv, room - cells(lead), unicode=unicode)
        below = in_shell_lines(argv, room - 2, unicode=unicode)
        fits = all(cells(line) <= room - cells(lead) for line in beside)
        if lead and (len(below) < len(beside) or not fits):
            self._add(" " * indent, lead.rstrip(), "dim")
            lead, indent, beside = "", indent + 2, below
        for line in beside:
            self._add(" " * indent, line, "command", lead=lead, lead_role="dim")
            lead = " " * cells(lead)

    def row(self, columns: list[tuple[str, int]], *, role: Role = "plain") -> None:
        """Add a row of a table; the caller has measured that it fits."""
        shown = "  ".join(pad(self.shown(text), width) for text, width in columns)
        self._add("", shown.rstrip(), role)

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

    def _add(
        self, margin: str, text: str, role: Role, *, lead: str = "", lead_role: Role = "plain"
    ) -> None:
        shown = self._colored(lead, lead_role) + self._colored(text, role)
        self.lines.append(f"{margin}{shown}".rstrip())

    def _colored(self, text: str, role: Role) -> str:
        code = SGR[role]
        if not self.screen.color or not code or not text.strip():
            return text
        return f"\x1b[{code}m{text}\x1b[0m"
