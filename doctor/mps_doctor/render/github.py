"""github: annotations for a workflow of GitHub Actions, and the summary of its job."""

from collections.abc import Iterator

from mps_doctor.render.safe_text import in_ascii, shortened, visible
from mps_doctor.render.screen import Screen
from mps_doctor.views.document import Document, parts_of

MOST_ANNOTATIONS = 10
"""GitHub shows ten annotations of a kind for one step and drops the others unseen.

Source: https://docs.github.com/en/rest/checks/runs and the notes on annotations there.
"""

LONGEST_TEXT = 2000
LONGEST_SUMMARY = 900_000
"""Bytes; GitHub refuses a job summary of more than 1 MiB."""


def render(document: Document, screen: Screen) -> str:
    """Return workflow commands, at most ten: each result, then what failed."""
    commands = [line for part in parts_of(document) for line in _commands(part, screen)]
    if len(commands) > MOST_ANNOTATIONS:
        shown = commands[: MOST_ANNOTATIONS - 1]
        more = f"{len(commands) - len(shown)} more: see the job summary or another format"
        commands = [*shown, _annotation("notice", "mps-doctor", more, screen)]
    return "".join(f"{command}\n" for command in commands)


def summarize(markdown: str) -> str:
    """Return what of a document belongs into the file that GITHUB_STEP_SUMMARY names."""
    fitting = markdown.encode("utf-8", "replace")[:LONGEST_SUMMARY].decode("utf-8", "ignore")
    return shortened(markdown, len(fitting))


def _commands(document: Document, screen: Screen) -> Iterator[str]:
    verdict = next((case for case in document.cases if case.name == "verdict"), None)
    yield _annotation(
        verdict.level if verdict else "error" if document.exit_code else "notice",
        f"mps-doctor: {document.headline}",
        ("\n".join(verdict.details) if verdict else "") or document.headline,
        screen,
    )
    for case in document.cases:
        if case is not verdict and case.outcome in ("failed", "noted", "errored"):
            text = (shortened(line, LONGEST_TEXT) for line in case.details or (case.message,))
            yield _annotation(case.level, f"{case.name}: {case.word}", "\n".join(text), screen)


def _annotation(level: str, title: str, message: str, screen: Screen) -> str:
    """Return one workflow command."""

    def shown(text: str) -> str:
        clean = "\n".join(map(visible, text.split("\n")))
        return clean if screen.unicode else in_ascii(clean)

    # In a title, a comma and a colon would end it.
    name = _escape(shown(title)).replace(":", "%3A").replace(",", "%2C")
    return f"::{level} title={name}::{_escape(shown(message))}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
