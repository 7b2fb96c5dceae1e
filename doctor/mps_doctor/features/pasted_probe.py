"""Reads the probe's own lines where somebody pasted them, as `mps_probe.py` prints them."""

import re
from collections.abc import Iterator
from typing import Any

from mps_doctor.facts import Machine
from mps_doctor.features.fleet.answers import decoded, read_stream
from mps_doctor.pasted.cleaning import clean

MOST_PARTS = 60
"""Lines into which a terminal may have broken one of the probe's: a longer one is left out."""

CUT_OFF = (b'{"end": true}', b'{"ended": 0}')
"""What stands for the end of a text that was cut: the facts that it lacks are unknown."""

_START = re.compile(r'\{\s*"(?:interpreter|probe|begin|section|end|ended)"\s*:')


def probed_machine(text: str) -> Machine | None:
    """Return the facts of the first Python that lines of the probe speak of; None without such."""
    lines = list(_probe_lines(text)) or list(_probe_lines(clean(text)))
    if not any(b'"probe"' in line for line in lines):
        return None
    if not any(b'"ended"' in line for line in lines):
        lines += CUT_OFF
    return next((each.machine for each in read_stream(lines) if each.machine), None)


def _probe_lines(text: str) -> Iterator[bytes]:
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
