"""Compares the files of torch with the RECORD of its installation: existence and size.

Source: https://packaging.python.org/en/latest/specifications/recording-installed-packages/
"""

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
"""Files that are always compared, besides the modules of the package; all 15,000 would take longer
than starting Python."""


def missing_files(copy, thorough):
    """Return the files of torch and its metadata that are missing, empty or of another size."""
    metadata = some(copy.main_metadata, "it has no metadata")
    installer = installer_of(metadata)
    if installer == "conda":
        raise NotKnownError("conda changes files after they are recorded")
    record = os.path.join(metadata, "RECORD")
    found = []
    # METADATA is mandatory; RECORD is not, but who writes one lists itself in it.
    if metadata.endswith(".dist-info"):
        found += _lacking(metadata, "METADATA")
    if os.path.exists(record) or installer in ("pip", "uv"):
        found += _lacking(metadata, "RECORD")
    elif not found:
        raise NotKnownError("its metadata has no RECORD")
    if os.path.exists(record):
        found += _differing(copy.folder, record, thorough)
    return found[:MOST_NAMED]


def _lacking(metadata, name):
    path = os.path.join(metadata, name)
    if os.path.isfile(path) and os.stat(path).st_size:
        return []
    state = "empty" if os.path.exists(path) else "No such file or directory"
    return ["%s/%s: %s" % (os.path.basename(metadata), name, state)]


def _differing(folder, record, thorough):
    with open_file(record) as file:
        if os.fstat(file.fileno()).st_size > LARGEST_RECORD:
            raise NotKnownError("its RECORD is too large to be one")
        lines = [line for line in file if thorough or _is_needed(line)]
    found = []
    for line in lines:
        problem = _problem(folder, line.decode("utf-8", "replace"))
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
