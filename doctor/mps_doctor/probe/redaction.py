"""Takes home folder, user name, host name and credentials out of texts.

The doctor does this once, where a report leaves it; only on a host of a fleet, whose answer leaves
the computer by other ways, the probe does it itself.
"""

from __future__ import annotations

import os

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

_HOME_OF_OTHERS = (
    r"(/Users/|/home/)(?!(?:Shared|linuxbrew|runner)(?:[/\\\s\"':;,<>()\[\]]|$))"
    r"[^/\\\s\"':;,<>()\[\]]+"
)
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}"


def without_credentials(text: str) -> str:
    """Return the text without user and password in its URLs."""
    if "@" not in text or "://" not in text:
        return text
    import re  # rarely needed, and slow to import

    return re.sub(r"(://)[^/@\s]{1,300}@", r"\1", text)


class Redaction:
    """What to take out: the folders, and the words with their replacement."""

    def __init__(self, homes: list[str], words: list[tuple[str, str]]) -> None:
        """`homes` become `~` where they are no part of another path; `words` where they stand."""
        import re  # not needed on the computer of the doctor itself

        folders = [(home, "~") for home in sorted(set(homes), key=len, reverse=True)]
        names = sorted(set(words), key=lambda pair: len(pair[0]), reverse=True)
        rules = [(r"(?<![\w.~>-])%s(?![\w.-])" % re.escape(home), new) for home, new in folders]
        rules += [(r"(?<!\w)%s(?!\w)" % re.escape(name), new) for name, new in names]
        rules += [(_HOME_OF_OTHERS, r"\g<1>" + USER)]
        self._rules = [(re.compile(pattern), new) for pattern, new in rules]
        self._email = re.compile(_EMAIL)

    @classmethod
    def of_this_process(cls) -> Redaction:
        """Return what must not leave this machine."""
        home = os.path.expanduser("~")
        homes = [path for path in (home, os.path.realpath(home)) if path.count("/") and path != "/"]
        names = [os.environ.get(name, "") for name in ("USER", "LOGNAME", "SUDO_USER")]
        names.append(os.path.basename(home))
        words = [(name, USER) for name in names if _is_personal(name, 3)]
        host = os.uname().nodename if hasattr(os, "uname") else ""
        words += [(name, HOST) for name in (host, host.split(".")[0]) if _is_personal(name, 4)]
        return cls(homes, words)

    def of_text(self, text: str) -> str:
        """Return the text without names and credentials, and with nothing UTF-8 cannot hold."""
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
        for rule, replacement in self._rules:
            text = rule.sub(replacement, text)
        return self._email.sub("<email>", without_credentials(text)) if "@" in text else text


def _is_personal(name: str, shortest: int) -> bool:
    return len(name) >= shortest and name.lower() not in NOT_PERSONAL and not name.isdigit()
