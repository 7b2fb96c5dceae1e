"""Judges what somebody pasted: one text, or a pile of files on all cores."""

import shlex
import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from mps_doctor.facts import MAX_SNAPSHOT_BYTES, Unknown
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.catalogue import Catalogue, load_checks
from mps_doctor.judgement.report import Report, Target
from mps_doctor.judgement.verdict import INCONCLUSIVE
from mps_doctor.knowledge.topics import find_topics
from mps_doctor.pasted.cleaning import clean, decode
from mps_doctor.pasted.error_texts import explain_text, is_printed, read_messages
from mps_doctor.pasted.parsing import parse_text
from mps_doctor.render.json import render_line
from mps_doctor.system.configuration import FailOn, refuse_unknown
from mps_doctor.system.errors import InputError, ensure_type
from mps_doctor.system.files import read_given
from mps_doctor.system.redaction import redact_document, user_names

FEWEST_FOR_OTHERS = 200
"""Below this the start of other processes takes longer than the work."""

FILES_AT_ONCE = 20

LONGEST_ERROR = 2_000
"""Characters of a text that is an error text, and little else."""

LONGEST_QUESTION = 200
"""Characters of a line that may be a question, and no report."""


class Judged(NamedTuple):
    """What became of one file."""

    code: int
    line: bytes = b""
    """The report as one line of JSON."""
    unread: str = ""
    """Why there is none."""


def diagnose(text: str | bytes, *, name: str = "-", fail_on: FailOn = "error") -> Report:
    """Judge a pasted report, traceback or error text; works on any system.

    The same checks as `run_checks`, on the facts that the text states.
    """
    if not issubclass(type(text), str | bytes):
        raise InputError(f"diagnose takes a text, not {text!r:.80}: read files with .read_bytes()")
    ensure_type("name", name, str, "what the text is called")
    refuse_unknown(fail_on=fail_on)
    plain = decode(text) if isinstance(text, bytes) else text
    return _judge_text(plain, name, fail_on, load_checks())


def diagnose_files(files: Sequence[str], fail_on: FailOn) -> Iterator[Judged]:
    """Yield what became of each file, in their order."""
    if len(files) < FEWEST_FOR_OTHERS:
        yield from (_judge_file(file, fail_on) for file in files)
        return
    # Only a pile of files needs it.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor() as pool:
        try:
            yield from pool.map(_judge_file, files, [fail_on] * len(files), chunksize=FILES_AT_ONCE)
        except BrokenProcessPool:
            raise InputError("a process that judged the files was killed") from None


def _judge_file(file: str, fail_on: FailOn) -> Judged:
    path = Path(file)
    try:
        text = decode(read_given(path, MAX_SNAPSHOT_BYTES))
    except InputError as error:
        return Judged(INCONCLUSIVE, unread=str(error))
    report = _judge_text(text, path.name, fail_on, _checks())
    # Here it leaves, where it is written line by line.
    line = render_line(redact_document(report), unicode=True)
    return Judged(report.verdict.exit_code, line.encode())


@cache
def _checks() -> Catalogue:
    """Load the checks once for each process."""
    return load_checks()


def _judge_text(text: str, name: str, fail_on: FailOn, checks: Catalogue) -> Report:
    started = time.time()
    machine = None
    if "probe" in text:
        # Few texts may hold the probe's lines.
        from mps_doctor.features.pasted_probe import probed_machine

        machine = probed_machine(text)
    machine = machine or parse_text(text, name=name)
    report = assess(
        machine,
        Policy(level="deep", fail_on=fail_on),
        Target(kind="pasted", name=name),
        started=started,
        catalogue=checks,
        program_failed=True,
    )
    is_unknown = isinstance(machine.messages.about, Unknown)
    if not is_unknown or report.verdict.status != "inconclusive":
        return report
    if known := _known_error(text):
        what = "error text is known"
    elif known := _topic(text):
        what = "question has a page"
    else:
        return report
    end_of_options = ("--",) if known.startswith("-") else ()
    command = shlex.join(("mps-doctor", "explain", *end_of_options, known))
    target = replace(report.target, note=f"this {what}: {command}")
    return replace(report, target=target)


def _topic(text: str) -> str:
    """Return the topic of `explain` that a text of one short line asks for; empty for none."""
    plain = text.strip()
    asked = () if len(plain) > LONGEST_QUESTION or "\n" in plain else find_topics(plain)
    return next((row.id for row in asked), "")


def _known_error(text: str) -> str:
    """Return the part of a short text that `explain` has a page about; empty for none.

    Some error texts count for a verdict only beside a word of torch: other programs print them.
    """
    if len(text) > LONGEST_ERROR:
        return ""
    plain = clean(text)
    printed = filter(is_printed, read_messages(plain, user_names(plain)))
    return next((match.text for match in printed if explain_text(match.text)), "")
