"""`diagnose` of many files: judged by all cores, each report written as soon as it is there."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from mps_doctor.diagnosis import FailOn
from mps_doctor.engine import Catalogue, load_checks
from mps_doctor.examination import diagnose
from mps_doctor.machine import MAX_SNAPSHOT_BYTES
from mps_doctor.report import Report, decode, encode
from mps_doctor.sources.given_files import read_given
from mps_doctor.sources.starting import InputError

FEWEST_FOR_OTHERS = 100
"""Below this the start of other processes takes longer than the work."""

FILES_AT_ONCE = 20

_catalogue: Catalogue | None = None


def files_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files, those of folders in order; raises InputError where there are none."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(
                Path(folder, name)
                for folder, _, names in os.walk(path)
                for name in names
                if not name.startswith(".")
            )
        else:
            files.append(path)
    if not files:
        raise InputError(f"no file in {', '.join(map(str, paths))}")
    return files


def diagnose_files(files: Sequence[Path], fail_on: FailOn) -> Iterator[Report]:
    """Yield the report of each file, in their order; memory does not grow with their number.

    Raises InputError for a file that cannot be read.
    """
    work = [(path, fail_on) for path in files]
    if len(files) < FEWEST_FOR_OTHERS:
        yield from (decode(_judge(item)) for item in work)
        return
    # Not fork: the threads of the parent would be gone in the child, their locks would not.
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count()) as pool:
        for document in pool.imap(_judge, work, FILES_AT_ONCE):
            yield decode(document)


def _judge(item: tuple[Path, FailOn]) -> bytes:
    global _catalogue  # each process loads the checks once
    path, fail_on = item
    _catalogue = _catalogue or load_checks()
    text = read_given(path, MAX_SNAPSHOT_BYTES)
    return encode(diagnose(text, name=path.name, fail_on=fail_on, catalogue=_catalogue))
