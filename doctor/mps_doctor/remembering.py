"""Runs the checks on many machines and remembers what they said of the same facts.

A check is a pure function of the sections it reads, and machines of one kind have most sections in
common: of ten thousand reports, few describe a torch or a Python that no other describes.
"""

from __future__ import annotations

from mps_doctor.checking import Check, Result, run_check
from mps_doctor.machine import SECTIONS, Machine, Origin

MOST_SECTIONS = 4096
"""Sections that are remembered; beyond, all is forgotten, so that memory stays as it is."""

MOST_RESULTS = 4 * MOST_SECTIONS

OWN = "messages"
"""The section that quotes a text with its lines: hardly two are alike."""

_NOTHING_KNOWN = Machine(origin=Origin(kind="pasted", name=""))


class Remembering:
    """Runs checks for `engine.judge`, machine after machine."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}
        self._results: dict[tuple[object, ...], tuple[Result, ...]] = {}
        self._machine: Machine | None = None
        self._places: dict[str, int] = {}

    def run(self, item: Check[...], machine: Machine) -> tuple[Result, ...]:
        """Return the results of a check; `seconds` are those of the run that is remembered."""
        if machine is not self._machine:
            self._number(machine)
        try:
            key = (item.id, *[self._places[section] for section in item.sections.values()])
        except KeyError:
            return run_check(item, machine)
        results = self._results.get(key)
        if results is None:
            results = self._results[key] = run_check(item, machine)
        return results

    def _number(self, machine: Machine) -> None:
        """Give each section the number that an equal one had before."""
        if len(self._numbers) > MOST_SECTIONS or len(self._results) > MOST_RESULTS:
            self._numbers.clear()
            self._results.clear()
        self._machine = machine
        self._places = {
            name: place
            for name in SECTIONS
            if name != OWN and (place := self._place_of(name, getattr(machine, name))) is not None
        }

    def _place_of(self, name: str, section: object) -> int | None:
        if section is getattr(_NOTHING_KNOWN, name):
            return -1
        try:
            return self._numbers.setdefault(section, len(self._numbers))
        except TypeError:  # facts of a plug-in may be of any type
            return None
