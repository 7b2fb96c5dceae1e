"""Compares the files of torch with the RECORD of its installation: existence and size."""

import os

from .distributions import installer_of
from .files import open_file
from .gather import NotKnownError, some

LARGEST_RECORD = 50000000  # bytes; that of torch has two million

MOST_NAMED = 30  # missing files that are named; a torch has 15,000

TORCH = b"torch/"

NEEDED = (
    b"torch/lib/",
    b"torch/_C",
    b"torch/.dylibs/",
    b"functorch/.dylibs/",
    b"torch/bin/torch_shm",
)
"""What is looked at in any case, with the modules of the package itself: all the rest takes longer
than starting Python."""


def missing_files(copy, thorough):
    """Return the recorded files that are missing or of another size."""
    metadata = some(copy.main_metadata, "it has no metadata")
    record = os.path.join(metadata, "RECORD")
    if not os.path.exists(record):
        raise NotKnownError("its metadata has no RECORD")
    if installer_of(metadata) == "conda":
        raise NotKnownError("conda changes files after they are recorded")
    with open_file(record) as file:
        if os.fstat(file.fileno()).st_size > LARGEST_RECORD:
            raise NotKnownError("its RECORD is too large to be one")
        lines = [line for line in file if thorough or _is_needed(line)]
    found = []
    for line in lines:
        problem = _problem(copy.folder, line.decode("utf-8", "replace"))
        found += [problem] if problem else []
        if len(found) >= MOST_NAMED:
            break
    return found


def _is_needed(line):
    in_package = line.startswith(TORCH) and line.find(b"/", len(TORCH)) < 0
    return in_package or line.startswith(NEEDED)


def _problem(folder, line):
    row, _, recorded = line.rstrip().rpartition(",")
    name, comma, _ = row.rpartition(",")
    if name.startswith('"') and name.endswith('"'):
        name = name[1:-1].replace('""', '"')
    if not recorded.isdigit() or not comma or name.startswith(("/", "..")):
        return ""
    try:
        size = os.stat(os.path.join(folder, name)).st_size
    except OSError as error:
        return "%s: %s" % (name, error.strerror or "missing")
    if size != int(recorded):
        return "%s: %d bytes, recorded %s" % (name, size, recorded)
    return ""
