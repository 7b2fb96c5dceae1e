"""Section `torch`: torch as it lies on disk, read without importing it.

The Mach-O header of libtorch_cpu decides architecture and MPS; the WHEEL tag and version.py do not.
The files are compared with the RECORD of the installation: existence and size.
Source: https://packaging.python.org/en/latest/specifications/recording-installed-packages/
"""

import os
import re

from . import macho
from .gather import (
    NotKnownError,
    ask,
    ask_all,
    names_in,
    open_file,
    read_json,
    read_text,
    some,
    unknown,
)
from .packages import installer_of, is_metadata, split_name

MOST_NAMED = 30  # missing files that are named; a torch has 15,000

NEEDED = re.compile(rb"torch/([^/]*$|lib/|_C|\.dylibs/|bin/torch_shm)|functorch/\.dylibs/")
"""Files that are always compared: the modules of the package, and its libraries; all 15,000 would
take longer than starting Python."""

STATED = b"MPS backend is supported on "

LIBRARIES = ("libtorch_cpu.dylib", "libtorch_cpu.so", "torch_cpu.dll")
"""The library that holds the operators, under its name on each system."""

LIBRARY_FACTS = (
    "architectures",
    "deployment_target",
    "sdk",
    "mps_linked",
    "stated_minimum_macos",
    "metal_target",
)


class Copy:
    """One torch on the path: the folder it is in, its package folder, its metadata."""

    def __init__(self, folder, names):
        self.folder = folder
        self.package = os.path.join(folder, "torch")
        self.has_package = os.path.isfile(os.path.join(self.package, "__init__.py"))
        metadata = filter(is_metadata, names)
        self.metadata = [name for name in metadata if split_name(name)[0] == "torch"]
        self.egg_link = "torch.egg-link" in names
        # pip renames what it removes (`~orch`), and leaves it where it is interrupted.
        renamed = [name for name in names if name.startswith("~")]
        self.leftovers = [each for each in renamed if each[2:].lower().startswith(("rch", "orch"))]
        if not self.has_package and os.path.isdir(self.package):
            self.leftovers.append("torch")
        self.values = ask(_version_file, self.package) if self.has_package else {}

    @property
    def version(self):
        """The version in torch/version.py, or that of the metadata where there is none."""
        stated = self.values.get("__version__")
        return stated or next((split_name(name)[1] for name in self.metadata), "")

    @property
    def main_metadata(self):
        """The metadata folder that fits the version, or the first."""
        fitting = [name for name in self.metadata if split_name(name)[1] == self.version]
        names = fitting or self.metadata
        return os.path.join(self.folder, names[0]) if names else ""

    @property
    def library(self):
        """The path of the library that holds the operators; raises NotKnownError without one."""
        paths = [os.path.join(self.package, "lib", name) for name in LIBRARIES]
        there = [path for path in paths if os.path.lexists(path)]
        return some(there, "there is no torch/lib/libtorch_cpu")[0]


def _version_file(package):
    values = {}
    for line in read_text(os.path.join(package, "version.py"), 20000).split("\n"):
        name, _, value = line.partition("=")
        value = value.strip()
        if value[:1] in ("'", '"'):
            values[name.partition(":")[0].strip()] = value[1:].split(value[0])[0]
    return values


def copies_in(folders):
    """Return every torch on the path, in the order in which Python would find them."""
    found = [Copy(folder, names_in(folder)) for folder in folders.packages]
    return [
        copy
        for copy in found
        if copy.has_package or copy.metadata or copy.leftovers or copy.egg_link
    ]


def facts(found, thorough=False):
    """Return the facts of the section, given the copies; `thorough` looks at every file."""
    real = [copy for copy in found if copy.has_package or copy.metadata]
    packages = [copy for copy in real if copy.has_package]
    section = {
        "installed": bool(packages),
        "copies": [
            {
                "location": copy.folder,
                "version": copy.version,
                "package": copy.has_package,
                "metadata": bool(copy.metadata),
            }
            for copy in real
        ],
        "leftovers": ask(leftovers, found),
    }
    if not real:
        return dict(unknown("torch is not installed"), **section)
    main = (packages or real)[0]
    questions = {
        "version": lambda: some(main.version, "it states no version"),
        "location": lambda: main.folder,
        "installer": lambda: some(installer_of(main.main_metadata), "it does not say"),
        "editable": lambda: main.egg_link or is_editable(main),
        "source_url": lambda: some(_direct_url(main).get("url"), "from an index"),
        "missing_files": lambda: missing_files(main, thorough),
    }
    section.update(ask_all(questions))
    if main.has_package:
        section.update(_library_facts(main))
    else:
        section["unknown"] = "the torch package is not there, only its metadata"
    return section


def leftovers(found):
    """Return the remains of other versions: renamed folders, and second metadata."""
    paths = []
    for copy in found:
        names = (*copy.leftovers, *copy.metadata)
        paths += [os.path.join(copy.folder, name) for name in names]
    used = {copy.main_metadata for copy in found}
    return [path for path in paths if path not in used]


def is_editable(copy):
    """Return whether its metadata says that it was installed from a source tree to work on."""
    information = _direct_url(copy).get("dir_info")
    return isinstance(information, dict) and bool(information.get("editable"))


def _direct_url(copy):
    path = os.path.join(copy.main_metadata, "direct_url.json")
    if not copy.main_metadata or not os.path.exists(path):
        return {}
    document = read_json(path)
    return document if isinstance(document, dict) else {}


def _library_facts(copy):
    kinds = ask(lambda: macho.architectures(copy.library))
    if isinstance(kinds, dict):
        return dict.fromkeys(LIBRARY_FACTS, kinds)
    if kinds[0].startswith("elf-"):
        values = dict.fromkeys(LIBRARY_FACTS, unknown("a Linux library has none"))
        return dict(values, architectures=kinds, mps_linked=False)
    with open_file(copy.library) as file:
        return library_facts(file)


def library_facts(file, size=None):
    """Return what an open libtorch_cpu of macOS says of itself; `size` as in macho.read."""
    slices = macho.read(file, size)
    one = slices[0]
    return dict(
        ask_all(
            {
                "deployment_target": lambda: some(one.minos, "it does not say"),
                "sdk": lambda: some(one.sdk, "it does not say"),
                "stated_minimum_macos": lambda: stated_minimum(file, one),
                "metal_target": lambda: metal_target(file, one),
            }
        ),
        architectures=[each.architecture for each in slices],
        mps_linked=any(each.has_mps for each in slices),
    )


def metal_target(file, one):
    """Return the lowest macOS for which the library holds compiled kernels.

    There may be others for newer systems beside them: torch takes those that fit.
    """
    offsets = some(one.metal_libraries, "it holds no compiled kernels")
    return "%d.%d" % min(macho.metal_target(file, offset) for offset in offsets)


def stated_minimum(file, one):
    """Return the macOS version in the library's own words, looked for in its C strings only."""
    offset, size = some(one.strings, "the library names no C strings")
    file.seek(offset)
    _, stated, rest = file.read(size).partition(STATED)
    some(stated, "the library states none")
    words = rest[:30].split(b"\0")[0].decode("ascii", "replace")
    version = words.partition(" ")[2].partition("+")[0]
    if not version.replace(".", "").isdigit():
        raise NotKnownError("the library says %r" % words)
    return version


# ---- the RECORD of the installation ---------------------------------------------------------


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
        lines = list(file if thorough else filter(NEEDED.match, file))
    problems = (_problem(folder, line.decode("utf-8", "replace")) for line in lines)
    return list(filter(None, problems))


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
