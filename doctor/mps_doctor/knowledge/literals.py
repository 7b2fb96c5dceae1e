"""Tells which of hundreds of literals a text may hold, without looking for each in the text.

Texts and literals are cut into their runs of the letters a to z.  A run that stands within a
literal, between two other signs, stands as a whole run in every text that holds the literal; one
at an end of the literal is the beginning or the end of such a run.  So a literal is looked for
only in a text that has all its runs.  What a run has is remembered: people use the same words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Set
from itertools import chain
from typing import NamedTuple

LARGEST_VOCABULARY = 50_000
"""Runs that are remembered: beyond, all are forgotten, so that memory does not grow with texts."""

MANY_RUNS = 5_000
"""New runs in one text from which looking for each literal is cheaper."""

LONGEST_RUN = 40
"""Letters of a run that is remembered."""

SHORT_RUN = 5
"""Signs of a run below which many texts have it."""

_LETTERS = b"abcdefghijklmnopqrstuvwxyz"
_SPACED = bytes(sign if sign in _LETTERS else 32 for sign in range(256))
_RUN = re.compile(r"[a-z]+")


class _Told(NamedTuple):
    """What a run of a text has of the literals' runs, and the literals to try because of it."""

    runs: tuple[bytes, ...]
    literals: tuple[str, ...]


class Literals:
    """Literals in lower case; `possible_in` returns those that a text may hold."""

    def __init__(self, literals: Iterable[str]) -> None:
        self._runs = {literal: _runs_in(literal) for literal in literals}
        without_runs = [literal for literal, runs in self._runs.items() if not runs]
        self._of_signs = [literal for literal in without_runs if literal.isascii()]
        self._of_other_letters = [literal for literal in without_runs if not literal.isascii()]
        frequent = Counter(run for runs in self._runs.values() for run in runs)
        self._by_rarest: dict[bytes, list[str]] = {}
        for literal, runs in self._runs.items():
            if runs:
                rarest = min(runs, key=lambda run: (len(run) < SHORT_RUN, frequent[run], -len(run)))
                self._by_rarest.setdefault(rarest, []).append(literal)
        self._known = frozenset(frequent)
        anywhere = [run[1:-1] for run in frequent if run[:1] == b"*" == run[-1:]]
        self._start = min(map(len, anywhere), default=1)
        self._anywhere: dict[bytes, list[bytes]] = {}
        for letters in anywhere:
            self._anywhere.setdefault(letters[: self._start], []).append(letters)
        self._longest = max(map(len, frequent), default=0)
        self._heard: set[bytes] = set()
        self._telling: dict[bytes, _Told] = {}

    def held_in(self, lowered: str) -> Set[str]:
        """Return the literals that a text in lower case holds."""
        return {literal for literal in self.possible_in(lowered) if literal in lowered}

    def possible_in(self, lowered: str) -> Set[str]:
        """Return the literals that a text in lower case may hold: those that have its runs."""
        runs = _runs_of(lowered)
        if len(self._heard) > LARGEST_VOCABULARY:
            self._heard.clear()
            self._telling.clear()
        new = runs - self._heard
        if len(new) > MANY_RUNS:
            return self._runs.keys()
        told = [self._learn(run) for run in new]
        told += [self._telling[run] for run in self._telling.keys() & (runs - new)]
        had = frozenset(chain.from_iterable([item.runs for item in told]))
        literals = set(chain(self._of_signs, *[item.literals for item in told]))
        if not lowered.isascii():
            literals.update(self._of_other_letters)
        needed = self._runs
        return {literal for literal in literals if needed[literal] <= had}

    def _learn(self, run: bytes) -> _Told:
        """Return what a run has of the literals' runs, and remember it."""
        ends = range(1, min(len(run), self._longest) + 1)
        forms = {run, *(run[:end] + b"*" for end in ends), *(b"*" + run[-end:] for end in ends)}
        runs = (*(forms & self._known), *self._within(run))
        literals = chain.from_iterable([self._by_rarest.get(form, ()) for form in runs])
        told = _Told(runs, tuple(literals))
        if len(run) <= LONGEST_RUN:
            self._heard.add(run)
            if runs:
                self._telling[run] = told
        return told

    def _within(self, run: bytes) -> set[bytes]:
        """Return the literals' runs that may stand anywhere within a run, and do in this one."""
        starts = (run[place : place + self._start] for place in range(len(run)))
        may_be = chain.from_iterable([self._anywhere.get(start, ()) for start in starts])
        return {b"*" + letters + b"*" for letters in may_be if letters in run}


def _runs_in(literal: str) -> frozenset[bytes]:
    """Return the runs of a literal; one that may be part of a longer run has a `*` on that side."""
    return frozenset(
        b"*" * (run.start() == 0) + run[0].encode() + b"*" * (run.end() == len(literal))
        for run in _RUN.finditer(literal)
    )


def _runs_of(lowered: str) -> frozenset[bytes]:
    """Return the runs of letters of a text in lower case."""
    return frozenset(lowered.encode("utf-8", "replace").translate(_SPACED).split())
