"""What `diagnose` finds in a text besides its facts: lines of the probe, a known error text."""

import re
from collections.abc import Iterator
from typing import Any

from mps_doctor.facts import Machine
from mps_doctor.features.fleet.answers import decoded, read_stream
from mps_doctor.pasted.cleaning import clean, decode
from mps_doctor.pasted.error_texts import explain_text, is_printed, read_messages
from mps_doctor.system.redaction import user_names

_START = re.compile(r'\{\s*"(?:interpreter|probe|begin|section|end|ended)"\s*:')

MOST_PARTS = 60
"""Lines into which a terminal may have broken one of ours: a longer one is left out."""

CUT_OFF = (b'{"end": true}', b'{"ended": 0}')
"""What stands for the end of a text that was cut: the facts that it lacks are unknown."""


LONGEST = 2_000
"""Characters of a text that is an error text, and little else."""


def machine_in(text: str | bytes) -> Machine | None:
    """Return the facts of the first Python that the probe's lines in a text speak of.

    None for a text without such lines.
    """
    text = decode(text) if isinstance(text, bytes) else text
    if "probe" not in text:
        return None
    lines = list(_lines_in(text)) or list(_lines_in(clean(text)))
    if not any(b'"probe"' in line for line in lines):
        return None
    if not any(b'"ended"' in line for line in lines):
        lines += CUT_OFF
    machines = (answer.machine for answer in read_stream(lines))
    return next(filter(None, machines), None)


def _lines_in(text: str) -> Iterator[bytes]:
    """Yield the probe's lines without what a quotation, a log or a list puts around them."""
    begun, before, parts = "", "", 0
    for line in text.splitlines():
        if found := _START.search(line):
            begun, before, parts = line[found.start() :], line[: found.start()], 0
        elif begun and parts < MOST_PARTS:
            begun, parts = begun + line.removeprefix(before), parts + 1
        else:
            begun = ""
        whole = begun[: begun.rfind("}") + 1].encode("utf-8", "replace")
        if decoded(whole, dict[str, Any]):
            yield whole
            begun = ""


def known_error_text(text: str | bytes) -> str:
    """Return the part of a short text that `explain` has a page about; empty for none.

    Some error texts count for a verdict only beside a word of torch: other programs print them.
    """
    if len(text) > LONGEST:
        return ""
    plain = clean(decode(text) if isinstance(text, bytes) else text)
    printed = filter(is_printed, read_messages(plain, user_names(plain)))
    return next((match.text for match in printed if explain_text(match.text)), "")
