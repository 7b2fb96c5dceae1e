"""What pasting does to a text: each function is one kind of mess, and changes no meaning."""

import html
import textwrap
from collections.abc import Callable

Mess = Callable[[str], str]


def each_line(change: Callable[[str], str]) -> Mess:
    """Return a mess that changes every line."""
    return lambda text: "\n".join(map(change, text.split("\n")))


def numbered(sign: str) -> Mess:
    """Return a mess that puts its number, and a sign, before every line."""
    return lambda text: "\n".join(
        f"{number:>5}{sign}{line}" for number, line in enumerate(text.split("\n"), 1)
    )


def wrapped(text: str) -> str:
    """Break long lines at spaces, as a narrow terminal or a mail program does."""
    lines = (
        textwrap.wrap(line, 72, break_long_words=False, break_on_hyphens=False) or [""]
        for line in text.split("\n")
    )
    return "\n".join(part for parts in lines for part in parts)


def bold_label(line: str) -> str:
    """Set the label of a line in bold type, unless it is an error's or a warning's."""
    label, sign, value = line.partition(": ")
    plain = sign and len(label) < 25 and label[:1].isalpha() and "Error" not in label
    return f"**{label}:** {value}" if plain and "Warning" not in label else line


def bulleted(line: str) -> str:
    """Make an item of a list of a line with a label."""
    return f"- {line}" if ": " in line[:40] and line[0] not in " -\t" else line


ALL: dict[str, Mess] = {
    "quoted": each_line("> {}".format),
    "quoted twice": each_line("> > {}".format),
    "fenced": "Here is what I get:\n\n```\n{}\n```\n\nThanks!".format,
    "indented": each_line("    {}".format),
    "tabbed": each_line("\t{}".format),
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "coloured": each_line("\x1b[31m\x1b[1m{}\x1b[0m".format),
    "escaped": html.escape,
    "in HTML": lambda text: (
        "<details><summary>output</summary>\n<pre><code>\n"
        f"{html.escape(text)}\n</code></pre>\n</details>"
    ),
    "numbered": numbered("\t"),
    "numbered with a bar": numbered(" | "),
    "stamped": each_line("2025-03-01T10:11:12.1234567Z {}".format),
    "wrapped": wrapped,
    "surrounded": (
        "Hi all, I have a problem and hope somebody knows.\n\n{}\n\nWhat can I do?\nRegards"
    ).format,
    "cut before": 'le "main.py", line 12, in <module>\n    run()\n{}'.format,
    "cut after": "{}\nTraceback (most recent call la".format,
    "smart quotes": lambda text: text.replace("'", "\u2019"),
    "no-break spaces": lambda text: text.replace("  ", "\u00a0 "),
    "invisible": lambda text: "\ufeff" + text.replace("\n", "\u200b\n"),
    "upper case": lambda text: text.replace("macOS", "MacOS"),
    "bulleted": each_line(bulleted),
    "bold labels": each_line(bold_label),
}
