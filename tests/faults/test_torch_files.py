"""torch whose files are missing, cut, foreign, doubled, or no files at all."""

import os
import shutil
from pathlib import Path

import pytest
from patient import Patient, assert_well_behaved
from simulated_mac import macho

DAMAGED = "torch-install-damaged"
FAILS = "torch-import-failed"
FOREIGN = "native-arch-mismatch"

ELF = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\xb7\x00" + bytes(44)
"""Head of an aarch64 ELF file."""

INFO = "torch-2.9.1.dist-info"
RECORD = f"{INFO}/RECORD"
LIBRARY = "torch/lib/libtorch_cpu.dylib"
METADATA = tuple(
    f"{INFO}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "direct_url.json", "INSTALLER")
)
LOADS = "import ctypes\nctypes.CDLL(__path__[0] + '/lib/{}')\n"

PIPE, FOLDER, GONE = object(), object(), object()
Files = dict[str, object]
"""What stands at a path below site-packages: text, bytes, a link (a Path), or one of the three."""

CASES: dict[str, tuple[Files, str, str]] = {
    "a file missing": (
        {"torch/__init__.py": "from torch import gone\n", RECORD: "torch/gone.py,sha256=x,10\n"},
        *(DAMAGED, "torch/gone.py"),
    ),
    "a file cut": (
        {
            "torch/__init__.py": LOADS.format("libtorch.so"),
            "torch/lib/libtorch.so": b"cut",
            RECORD: "torch/__init__.py,,\ntorch/lib/libtorch.so,sha256=x,250000000\n",
        },
        *(DAMAGED, "3 bytes"),
    ),
    "a file empty": (
        {"torch/__init__.py": "", RECORD: "torch/__init__.py,sha256=x,100000\n"},
        *(DAMAGED, "0 bytes"),
    ),
    "library of another processor": (
        {"torch/__init__.py": LOADS.format("libtorch_cpu.so"), "torch/lib/libtorch_cpu.so": ELF},
        *(FOREIGN, "aarch64"),
    ),
    "library that lies": (
        {LIBRARY: macho.thin("arm64")[:16] + b"\xff" * 8 + macho.thin("arm64")[24:]},
        *(FAILS, "claims 4294967295 load commands"),
    ),
    "library cut in its head": ({LIBRARY: macho.thin("arm64")[:40]}, FAILS, "claims"),
    "library is a folder": ({LIBRARY: FOLDER}, FAILS, "Is a directory"),
    "library is a pipe": ({LIBRARY: PIPE}, FAILS, "not a regular file"),
    "metadata are pipes": (dict.fromkeys(METADATA, PIPE), FAILS, "not a regular file"),
    "metadata are rubbish": (dict.fromkeys(METADATA, os.urandom(5000)), FAILS, ""),
    "metadata are large": (
        {
            RECORD: "torch/a,sha256=x,1\n" * 500_000,
            METADATA[0]: "Name: torch\nVersion: 2.9.1\n" + "Requires-Dist: x\n" * 500_000,
        },
        *(DAMAGED, "30 files"),
    ),
    "metadata of an attack": (
        {METADATA[0]: "Name: torch\nVersion: 2.9.1\x1b]0;x\x07[bold]<b>$(id)`id`\n"},
        *(FAILS, ""),
    ),
    "a record of files outside": (
        {RECORD: '../../../../../../etc/passwd,,1\n/etc/shadow,,1\n\x00,,\n,,,,,\n"\n'},
        *(FAILS, ""),
    ),
    "the start is a pipe": ({"torch/__init__.py": PIPE}, DAMAGED, "without __init__.py"),
    "the version is a device": (
        {"torch/version.py": Path("/dev/zero"), METADATA[0]: Path("/dev/zero")},
        *(FAILS, ""),
    ),
    "links in a loop": ({"torch": Path("torch2"), "torch2": Path("torch")}, DAMAGED, "no package"),
    "a folder in itself": ({"torch/torch": Path("."), "torch/lib": Path(".")}, FAILS, ""),
    "only metadata": ({"torch": GONE}, DAMAGED, "no package"),
    "no metadata": ({INFO: GONE}, FAILS, "no metadata"),
    "a namespace package": (
        {"torch": GONE, "torch/nn": FOLDER, INFO: GONE},
        *(DAMAGED, "without __init__.py"),
    ),
    "a zip that is cut": (
        {"torch": GONE, INFO: GONE, "t.zip": b"PK\x03\x04rubbish", "t.pth": "t.zip\n"},
        *("torch-not-installed", ""),
    ),
    "two copies": (
        {
            "other.pth": "../other\n",
            "../other/torch/__init__.py": "raise ImportError('second')\n",
            "../other/torch/version.py": "__version__ = '2.1.0'\n",
        },
        *(FAILS, "copy: 2.1.0"),
    ),
    "remains of another": (
        {"torch-2.8.0.dist-info/METADATA": "Name: torch\nVersion: 2.8.0\n", "~orch/x.py": ""},
        *(FAILS, "2.8.0"),
    ),
    "one file": (
        {"torch": GONE, "torch.py": "raise ImportError('one file')\n"},
        *("local-module-shadows-torch", "torch.py"),
    ),
    "conda's records are rubbish": (
        {
            "../../../conda-meta/history": os.urandom(2000),
            "../../../conda-meta/pytorch-2.9.1-0.json": b"[" * 100_000,
            "../../../conda-meta/pytorch-2.9.2-0.json": b'{"name": 7, "version": ["x"]}',
            "../../../conda-meta/libtorch-2.9.1-0.json": FOLDER,
        },
        *(FAILS, ""),
    ),
    "settings are rubbish": (
        {
            "../../../pip.conf": os.urandom(3000),
            "../../../../home/.config/pip/pip.conf": "[global\nindex-url\x00= \n",
            "../../../../home/.pip/pip.conf": PIPE,
            "../../../../home/.config/uv/uv.toml": "index-url = [[[[",
            "../../../../home/.condarc": "channels: &a [*a, *a]\n" + "- [" * 10_000,
            "../../../../project/pyproject.toml": os.urandom(3000),
            "../../../../project/uv.lock": os.urandom(3000),
            "../../../../project/poetry.lock": PIPE,
        },
        *(FAILS, ""),
    ),
}


def put(patient: Patient, files: Files) -> None:
    """Install a torch whose import raises, and lay these files over it."""
    patient.torch("raise ImportError('no metadata')\n")
    for name, content in files.items():
        path = Path(os.path.normpath(patient.site / name))
        if content is GONE or isinstance(content, Path):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Path):
            path.symlink_to(content)
        elif content is PIPE:
            path.unlink(missing_ok=True)
            os.mkfifo(path)
        elif content is FOLDER:
            path.mkdir()
        elif isinstance(content, (str, bytes)):
            patient.write(path, content)


@pytest.mark.parametrize(("files", "cause", "said"), CASES.values(), ids=CASES.keys())
def test_broken_files(patient: Patient, files: Files, cause: str, said: str) -> None:
    put(patient, files)

    visit = patient.visit()

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == (cause, 1), visit.summary
    assert said in visit.stdout.decode(), visit.summary
    assert visit.facts["python"]["prefix"].endswith("/env")


@pytest.mark.linux_only("the library is one for macOS")
def test_a_library_of_another_system(patient: Patient) -> None:
    loads = LOADS.format("libtorch_cpu.dylib")
    put(patient, {"torch/__init__.py": loads, LIBRARY: macho.thin("arm64")})
    assert patient.visit().verdict["cause"] == FOREIGN


def test_many_packages_and_deep_folders(patient: Patient) -> None:
    put(patient, {})
    for number in range(3000):
        (patient.site / f"package_{number}-1.0.dist-info").mkdir()
    path = patient.site / "torch" / "lib"
    while len(str(path)) < os.pathconf("/", "PC_PATH_MAX") - 200:
        path = path / "abcdefgh"
    path.mkdir(parents=True)

    visit = patient.visit()

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == FAILS


NOT_UTF_8 = pytest.mark.linux_only("APFS takes no name that is not UTF-8")


@NOT_UTF_8
def test_names_that_are_no_text(patient: Patient) -> None:
    put(patient, {})
    site = os.fsencode(patient.site)
    for name in (b"caf\xe9.py", b"\xff\xfe-1.0.dist-info", b"a\nb-1.0.dist-info", b"\x1b[2J.pth"):
        Path(os.fsdecode(os.path.join(site, name))).write_bytes(b"")

    visit = patient.visit()

    assert_well_behaved(visit)
    assert visit.verdict["cause"] == FAILS


def as_anybody() -> list[str]:
    """Return what runs a program for which permissions count, also where the tests are root's."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may read everything")
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]


@pytest.mark.parametrize(
    ("name", "exit_code"),
    [("torch", 1), ("torch/__init__.py", 1), (INFO, 1), ("../../..", 2)],
)
def test_what_may_not_be_read(patient: Patient, name: str, exit_code: int) -> None:
    patient.torch()
    path = (patient.site / name).resolve()
    path.chmod(0)
    try:
        visit = patient.visit(argv=[*as_anybody(), *patient.command()])
    finally:
        path.chmod(0o755)

    assert_well_behaved(visit)
    assert visit.exit_code == exit_code, visit.summary


ODD_NAMES = {
    "spaces, quotes and a line break": "a b'c\"d\ne",
    "a terminal escape": "a\x1b[31mb\x1b]0;t\x07",
    "markup": "[bold]a<b>&amp;`b`$(c)|d",
    "other scripts, right to left": "日本語 Ω\u202e",
    "a dash first": "-m",
    "very long": "x" * 200,
}


@pytest.mark.parametrize(
    "name",
    [
        *(pytest.param(name, id=what) for what, name in ODD_NAMES.items()),
        pytest.param("caf\udce9", id="not UTF-8", marks=NOT_UTF_8),
    ],
)
@pytest.mark.parametrize("format_", ["json", "console"])
def test_an_environment_on_an_odd_path(patient: Patient, name: str, format_: str) -> None:
    put(patient, {INFO: GONE})
    odd = patient.folder / name
    patient.prefix.rename(odd)

    visit = patient.visit("--python", str(odd / "bin" / "python"), "--format", format_)

    assert visit.left == []
    assert visit.exit_code == 1, visit.stderr
    assert "Traceback" not in visit.stderr
    assert not {"\x1b", "\x07", "\u202e"} & set(visit.stdout.decode("utf-8"))
    if format_ == "json":
        assert visit.verdict["cause"] == FAILS, visit.summary
