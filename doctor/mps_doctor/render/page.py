"""A page of a terminal: takes text line by line, cleans, wraps and colours it."""

from __future__ import annotations

import msgspec

from mps_doctor.fixes.fix import Argv
from mps_doctor.render.safe_text import defused, in_ascii, visible, visible_lines
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell_lines
from mps_doctor.render.signs import Role, Sign
from mps_doctor.render.wrapping import cells, pad, wrap, wrap_verbatim

WIDEST_PROSE = 100
"""Longer lines are hard to read, however wide the terminal is."""

NARROWEST_COLUMN = 16
"""A text beside a lead gets at least so many cells, or goes below it."""

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
    ) -> None:
        """Add a paragraph, wrapped.

        Its further lines begin beneath the text that follows the lead, or `hang` cells from the
        left.
        """
        lead, text = self.shown(lead), self.shown(text)
        beside = indent + cells(lead)
        if self.width - beside < NARROWEST_COLUMN and lead.strip():
            for part in wrap(lead, self.width - indent):
                self._add(" " * indent, part, lead_role or role)
            indent, lead = indent + 2, ""
            beside = indent
        column = beside if hang is None or not lead else hang
        first, *others = wrap(text, self.width - column, first=self.width - beside)
        self._add(" " * indent, first, role, lead=lead, lead_role=lead_role or role)
        for part in others:
            self._add(" " * column, part, role)

    def quote(self, text: str, *, lead: str = "", indent: int = 0) -> None:
        """Add the lines of a program's output, or of evidence, each wrapped with its blanks."""
        lead = self.shown(lead)
        column = indent + cells(lead)
        for line in visible_lines(text):
            for part in wrap_verbatim(self.shown(line), self.width - column):
                self._add(" " * indent, part, "plain", lead=lead, lead_role="dim")
                lead = " " * cells(lead)

    def parts(self, parts: list[str], *, role: Role = "plain") -> None:
        """Add parts of one statement, separated by dots; a line breaks between them if it can."""
        dot = ", " if self.screen.plain else " · " if self.screen.unicode else " | "
        line = ""
        for part in (self.shown(part) for part in parts if part):
            joined = f"{line}{dot}{part}" if line else part
            if cells(joined) <= self.width:
                line = joined
                continue
            if line:
                self._add("", line, role)
            *whole, line = wrap(part, self.width)
            for piece in whole:
                self._add("", piece, role)
        if line:
            self._add("", line, role)

    def command(self, argv: Argv, *, indent: int = 4, lead: str = "") -> None:
        """Add a command, which can be copied as it is; without a lead, on lines of its own."""
        room = self.screen.width - indent - len(lead)
        for line in in_shell_lines(argv, room, unicode=self.screen.unicode):
            self._add(" " * indent, line, "command", lead=lead, lead_role="dim")
            lead = " " * len(lead)

    def row(self, columns: list[tuple[str, int]], *, role: Role = "plain") -> None:
        """Add a row of a table; the caller has measured that it fits."""
        shown = "  ".join(pad(self.shown(text), width) for text, width in columns)
        self._add("", shown.rstrip(), role)

    def bar(self, label: str, drawn: str, words: str, *, beside: bool) -> None:
        """Add a bar between its label and its words; the caller has measured that it fits."""
        color = self._colored(drawn, "dim" if beside else "info")
        self.lines.append(f"    {label} {color} {words}".rstrip())

    def rule(self, width: int) -> None:
        """Draw a line across, on a terminal only."""
        if self.screen.interactive:
            self._add("", ("─" if self.screen.unicode else "-") * width, "dim")

    def sign(self, sign: Sign, after: str = " ") -> str:
        """Return a sign and what follows it; nothing where words alone are wanted."""
        return "" if self.screen.plain else f"{sign.drawn(self.screen.unicode)}{after}"

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
