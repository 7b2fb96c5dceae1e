"""Takes home folder, user name, host name and credentials out of every text that leaves."""

from __future__ import annotations

import os

LONGEST = 20000
"""Characters kept of one text: whatever is longer is a flood, not a fact."""

USER = "<user>"
HOST = "<host>"

NOT_PERSONAL = frozenset(
    """
    admin administrator ansible anaconda apple arm64 build builder circleci conda container darwin
    default docker gitlab guest home host jenkins jovyan lib linux local localhost mac macbook
    macbook-air macbook-pro macmini macos mambauser mini miniconda mobile nobody none package
    packages pixi private python python3 pytorch root runner runneradmin shared site system test
    tester tmp torch ubuntu user users usr vagrant var vscode work x86_64
    """.split()  # noqa: SIM905  (a list to read)
)
"""Names of accounts and hosts that name nobody, and that would spoil other words."""

_HOMES = ("/Users/", "/home/")
_NOT_HOMES = frozenset(("Shared", "linuxbrew", "runner", USER))


class Redaction:
    """What to take out: the folders, and the words with their replacement."""

    def __init__(self, homes: list[str], words: list[tuple[str, str]]) -> None:
        self._homes = sorted(set(homes), key=len, reverse=True)
        self._words = sorted(set(words), key=lambda pair: len(pair[0]), reverse=True)

    @classmethod
    def of_this_process(cls) -> Redaction:
        """Return what must not leave this machine."""
        home = os.path.expanduser("~")
        homes = [path for path in (home, os.path.realpath(home)) if path.count("/") and path != "/"]
        names = [os.environ.get(name, "") for name in ("USER", "LOGNAME", "SUDO_USER")]
        names.append(os.path.basename(home))
        words = [(name, USER) for name in names if _is_personal(name, 3)]
        host = os.uname().nodename if hasattr(os, "uname") else ""
        hosts = (host, host.split(".")[0])
        words += [(name, HOST) for name in hosts if _is_personal(name, 4)]
        return cls(homes, words)

    def of_value(self, value: object) -> object:
        """Return a value with every text in it redacted."""
        if isinstance(value, str):
            return self.of_text(value)
        if isinstance(value, dict):
            return {key: self.of_value(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.of_value(item) for item in value]
        return value

    def of_text(self, text: str) -> str:
        """Return the text without names, and with nothing that UTF-8 cannot hold."""
        if len(text) > LONGEST:
            text = text[:LONGEST]
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
        for home in self._homes:
            text = _replace_word(text, home, "~", path=True)
        for word, replacement in self._words:
            text = _replace_word(text, word, replacement)
        for parent in _HOMES:
            if parent in text:
                text = _without_home_of_others(text, parent)
        if "@" in text:
            text = _without_credentials(text)
        return text


def _is_personal(name: str, shortest: int) -> bool:
    return len(name) >= shortest and name.lower() not in NOT_PERSONAL and not name.isdigit()


def _joins(character: str) -> bool:
    return character.isalnum() or character == "_"


def _replace_word(text: str, word: str, replacement: str, path: bool = False) -> str:
    """Replace a word that no letter or digit touches, or a path that is not part of another."""
    at = text.find(word)
    if at < 0:
        return text
    parts = []
    start = 0
    while at >= 0:
        end = at + len(word)
        before = at > 0 and (_joins(text[at - 1]) or (path and text[at - 1] in "-.~>"))
        after = end < len(text) and (_joins(text[end]) or (path and text[end] in "-."))
        if before or after:
            at = text.find(word, at + 1)
            continue
        parts += [text[start:at], replacement]
        start = end
        at = text.find(word, end)
    parts.append(text[start:])
    return "".join(parts)


def _without_home_of_others(text: str, parent: str) -> str:
    pieces = text.split(parent)
    for number in range(1, len(pieces)):
        name = pieces[number]
        for stop in "/\\ \t\r\n\"':;,<>()[]":
            name = name.split(stop, 1)[0]
        if name and name not in _NOT_HOMES and not pieces[number].startswith(USER):
            pieces[number] = USER + pieces[number][len(name) :]
    return parent.join(pieces)


def _without_credentials(text: str) -> str:
    import re  # rarely needed, and slow to import

    text = re.sub(r"(://)[^/@\s]{1,300}@", r"\1", text)
    return re.sub(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}", "<email>", text)
