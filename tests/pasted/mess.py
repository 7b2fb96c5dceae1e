"""What pasting does to a text: each function is one kind of mess, and changes no meaning."""

import html
import textwrap
from collections.abc import Callable

Mess = Callable[[str], str]


def quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def quoted_twice(text: str) -> str:
    return quoted(quoted(text))


def fenced(text: str) -> str:
    return f"Here is what I get:\n\n```\n{text}\n```\n\nThanks!"


def indented(text: str) -> str:
    return textwrap.indent(text, "    ")


def tabbed(text: str) -> str:
    return textwrap.indent(text, "\t", lambda line: True)


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


def coloured(text: str) -> str:
    return "\n".join(f"\x1b[31m\x1b[1m{line}\x1b[0m" for line in text.split("\n"))


def escaped(text: str) -> str:
    return html.escape(text)


def in_html(text: str) -> str:
    inner = f"<pre><code>\n{html.escape(text)}\n</code></pre>"
    return f"<details><summary>output</summary>\n{inner}\n</details>"


def numbered(text: str) -> str:
    return "\n".join(f"{n:>5}\t{line}" for n, line in enumerate(text.split("\n"), 1))


def numbered_bar(text: str) -> str:
    return "\n".join(f"{n} | {line}" for n, line in enumerate(text.split("\n"), 1))


def stamped(text: str) -> str:
    return "\n".join(f"2025-03-01T10:11:12.1234567Z {line}" for line in text.split("\n"))


def wrapped(text: str) -> str:
    """Long lines broken at spaces, as a narrow terminal or a mail program does."""
    lines = (
        textwrap.wrap(line, 72, break_long_words=False, break_on_hyphens=False) or [""]
        for line in text.split("\n")
    )
    return "\n".join(part for parts in lines for part in parts)


def surrounded(text: str) -> str:
    return f"Hi all, I have a problem and hope somebody knows.\n\n{text}\n\nWhat can I do?\nRegards"


def cut_before(text: str) -> str:
    return f'le "main.py", line 12, in <module>\n    run()\n{text}'


def cut_after(text: str) -> str:
    return f"{text}\nTraceback (most recent call la"


def smart_quotes(text: str) -> str:
    return text.replace("'", "\u2019")


def no_break_spaces(text: str) -> str:
    return text.replace("  ", "\u00a0 ")


def with_invisible(text: str) -> str:
    return "\ufeff" + text.replace("\n", "\u200b\n")


def upper_macos(text: str) -> str:
    return text.replace("macOS", "MacOS")


def bulleted(text: str) -> str:
    return "\n".join(
        f"- {line}" if ": " in line[:40] and line[0] not in " -\t" else line
        for line in text.split("\n")
    )


def bold_labels(text: str) -> str:
    out = []
    for line in text.split("\n"):
        label, sign, value = line.partition(": ")
        plain = sign and len(label) < 25 and label[:1].isalpha() and "Error" not in label
        out.append(f"**{label}:** {value}" if plain and "Warning" not in label else line)
    return "\n".join(out)


ALL: tuple[Mess, ...] = (
    quoted,
    quoted_twice,
    fenced,
    indented,
    tabbed,
    crlf,
    coloured,
    escaped,
    in_html,
    numbered,
    numbered_bar,
    stamped,
    wrapped,
    surrounded,
    cut_before,
    cut_after,
    smart_quotes,
    no_break_spaces,
    with_invisible,
    upper_macos,
    bulleted,
    bold_labels,
)
