"""What holds for any input: each function takes one, and fails where the property does not hold."""

import io
import json
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import material
import msgspec
from hypothesis import strategies as st

from mps_doctor.discovery.probe_answer import Answer
from mps_doctor.facts import SECTIONS, Machine, SnapshotError, decode_machine, encode_machine
from mps_doctor.judgement.assess import Policy, judge
from mps_doctor.judgement.catalogue import Catalogue, load_checks
from mps_doctor.judgement.report import decode
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.pasted.parsing import parse_text
from mps_doctor.probe import conda, macho, packages, settings, stream, torch_files
from mps_doctor.probe.gather import ask
from mps_doctor.probe.redaction import Redaction
from mps_doctor.render import safe_text
from mps_doctor.system import processes
from mps_doctor.system.configuration import load_configuration
from mps_doctor.system.errors import InputError
from mps_doctor.system.redaction import redact

CONTROL = frozenset(map(chr, [*range(9), 11, 12, *range(14, 32), *range(127, 160)])) | frozenset(
    "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


@cache
def catalogue() -> Catalogue:
    """Return the built-in checks."""
    return load_checks(plugins=False)


def judged(machine: Machine) -> None:
    """Judge a machine: no check may break on facts that decode, whatever they say."""
    results = judge(machine, catalogue(), Policy(level="deep"))
    errored = [(r.check, r.message) for r in results if r.outcome == "errored"]
    assert not errored, errored
    verdict = reach_verdict(results, machine)
    assert verdict.exit_code in (0, 1, 4)


def a_snapshot_decodes_or_says_why(data: bytes) -> None:
    """A snapshot is a machine that can be judged, or one clear line."""
    try:
        machine = decode_machine(data)
    except SnapshotError as error:
        said = str(error)
    else:
        said = ""
    assert "\n" not in said
    assert len(said) < 1000
    if said:
        return
    assert decode_machine(encode_machine(machine)) == machine
    judged(machine)


def a_report_decodes_or_says_why(data: bytes) -> None:
    """A report is one, or no JSON of ours."""
    try:
        decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return


class Said(processes.Child):
    """A probe that has said these lines and left: nothing is started."""

    def __init__(self, lines: list[bytes]) -> None:
        self._said = lines

    def read_line(self, deadline: float) -> bytes | None:
        return self._said.pop(0) if self._said else None

    def errors(self) -> bytes:
        return b"\x1etorch_import\nlast words\n"

    def finish(self, *, timed_out: bool = False) -> processes.Finished:
        return processes.Finished(0, "", False, b"", ("last words",), 0)


def any_lines_of_a_probe_become_a_machine(lines: list[bytes]) -> None:
    """Whatever a probe says becomes facts that can be written, read and judged."""
    answer = Answer(lambda step: None)
    answer.read(Said([b'{"probe": 1, "python": "3.11.7"}', *lines]), hello=1e9, deadline=1e9)
    machine = answer.machine("/usr/bin/python3")
    assert decode_machine(encode_machine(machine)) == machine
    judged(machine)


def a_library_is_read_or_refused(data: bytes) -> None:
    """The Mach-O reader trusts no number of a file."""
    try:
        slices = macho.read(io.BytesIO(data))
    except macho.MachOError:
        return
    for one in slices:
        assert sum(map(len, one.dylibs)) <= 2 * len(data)
        if one.strings:
            assert sum(one.strings) <= len(data)


Files = dict[str, bytes]

PACKAGE_FILES = (
    "torch/version.py",
    *(f"torch-2.9.1.dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL", "INSTALLER")),
    "torch-2.9.1.dist-info/direct_url.json",
    "torch/lib/libtorch_cpu.dylib",
)


def installed_files_become_facts(files: Files) -> None:
    """Facts of torch on disk can be written, whatever its files hold."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "torch" / "lib").mkdir(parents=True)
        (Path(folder) / "torch-2.9.1.dist-info").mkdir()
        (Path(folder) / "torch" / "__init__.py").touch()
        for name, content in files.items():
            (Path(folder) / name).write_bytes(content)
        found = ask(torch_files.copies_in, packages.Folders([folder]))
        facts = found if isinstance(found, dict) else ask(torch_files.facts, found, True)
        written_facts_decode("torch", facts)


def conda_records_become_facts(files: Files) -> None:
    """Facts of a conda environment can be written, whatever its records hold."""
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "conda-meta"
        records.mkdir()
        for name, content in files.items():
            (records / name).write_bytes(content)
        before, sys.prefix = sys.prefix, folder
        try:
            facts = ask(conda.facts)
        finally:
            sys.prefix = before
        written_facts_decode("conda", facts)


def any_metadata_is_read(data: bytes) -> None:
    """What a distribution says of itself is a demand of torch, or none."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "METADATA").write_bytes(data)
        (Path(folder) / "INSTALLER").write_bytes(data)
        demands = packages.demands(folder)
        assert sum(map(len, demands.values())) <= len(data)
        assert "\n" not in packages.installer_of(folder)


def any_settings_of_indexes_are_read(data: bytes) -> None:
    """A file of settings gives rows of short texts, or none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pip.conf"
        file.write_bytes(data)
        rows = settings._index_settings(str(file), lambda section: True)
    assert len(rows) <= data.count(b"\n") + 1
    for row in rows:
        assert row["origin"] == str(file)
        assert row["value"]
        assert "\n" not in row["value"]


def written_facts_decode(section: str, facts: Any) -> None:
    """The probe's own encoder and the reader agree on the facts of a section."""
    text = stream.encode(facts, Redaction.of_this_process().of_text)
    read = msgspec.json.decode(text)
    assert isinstance(read, dict)
    msgspec.convert(read, SECTIONS[section])


def any_value_is_written_as_json(value: Any) -> None:
    """The probe's encoder writes one line of ASCII that any JSON reader takes."""
    text = stream.encode(value, Redaction.of_this_process().of_text)
    assert text.isascii()
    assert "\n" not in text
    json.loads(text)


def any_text_can_be_diagnosed(text: bytes) -> None:
    """A pasted text is a machine that can be judged."""
    judged(parse_text(text, name="pasted"))


def redaction_keeps_no_home(parts: tuple[str, str]) -> None:
    """A home folder does not leave, whatever stands around it."""
    before, after = parts
    for home in ("/Users/zoltanka", "/home/zoltanka"):
        text = f"{before}{home}/{after}"
        if "zoltanka" in f"{before}/{after}":
            return
        said = redact(text)
        assert "zoltanka" not in said, said
        assert len(said) <= 4 * len(text) + 100


def redaction_ends(text: str) -> None:
    """Both redactions answer for any text, with something that can be written."""
    for said in (redact(text), Redaction.of_this_process().of_text(text)):
        assert len(said) <= 20 * len(text) + 100
    Redaction.of_this_process().of_text(text).encode("utf-8")


def what_is_shown_controls_nothing(text: str) -> None:
    """Text that reporters show holds nothing that a terminal obeys."""
    assert not CONTROL & set(safe_text.visible(text).replace("\n", ""))


def a_configuration_is_read_or_refused(data: bytes) -> None:
    """A configuration is one, or an input error in one line."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "mps-doctor.toml"
        file.write_bytes(data)
        try:
            load_configuration(file=str(file))
        except InputError as error:
            said = str(error)
        else:
            said = ""
    assert "\n" not in said


def lines_of(*lines: str) -> st.SearchStrategy[bytes]:
    """Return a strategy of texts of some of these lines, and of any bytes."""
    texts = st.lists(st.sampled_from(lines) | st.text(max_size=30), max_size=20)
    joined = texts.map(lambda found: "\n".join(found).encode("utf-8", "surrogatepass"))
    return st.binary(max_size=1000) | joined


FIELDS = sorted({field for kind in SECTIONS.values() for field in kind.__struct_fields__})
JSON_BYTES = material.JSON_VALUES.map(lambda value: json.dumps(value).encode())
STEPS = st.text(max_size=10) | st.sampled_from(["smoke.copy", "torch_import", "deep.x"])
FINITE = st.floats(allow_nan=False, allow_infinity=False)
PROBE_LINES = st.one_of(
    st.builds(
        lambda name, facts: json.dumps({"section": name, "facts": facts}).encode(),
        st.sampled_from([*SECTIONS, "nonsense", ""]),
        st.dictionaries(st.sampled_from(FIELDS), material.JSON_VALUES, max_size=6),
    ),
    st.builds(
        lambda step, seconds: json.dumps({"begin": step, "seconds": seconds}).encode(),
        STEPS,
        st.integers() | FINITE,
    ),
    st.binary(max_size=60),
    JSON_BYTES,
    st.just(b'{"end": true}'),
    material.NESTED,
)
METADATA_TEXT = JSON_BYTES | lines_of(
    *("torch/a,sha256=x,10", "Tag: x", "Version: 2", '"a,b",sha256=x,1', "x = '1'", ",,", "\0")
)
INDEX_SETTINGS = lines_of(
    *("[global]", "[[tool.uv.index]]", "index-url = https://index.example", "url"),
    *("extra_index_url='x'", 'url = "y"', "find-links=", "[", "=", "\x00"),
)
DISTRIBUTION = lines_of(
    *("Requires-Dist: torch>=2", "Requires-Dist: torch (==2.1", "Requires-Dist:"),
    *("Requires-Dist: torch;extra=='x'", "Requires-Dist: ;", "", "Name: \u202e"),
    *("Requires-Dist: " + "torch" * 50, "Requires-Dist: torch" + "(" * 50, "\r", "\0"),
)
TOML = lines_of(
    *("[checks]", "[require]", "select = ['host']", "ignore = 7", "x = [[[", "[a.b]"),
    *("device = 'cpu'", "level = 'deep'", "torch = '>=2'", "[severity]", '"" = 1'),
    *("fail-on = 'warning'", "timeout = 1e400", "macos = '>=x'", "\x00"),
)
PASTED = st.text(max_size=2000).map(lambda text: text.encode("utf-8", "surrogatepass")) | lines_of(
    *("PyTorch version: 2.9.1", "OS: macOS 14.5 (arm64)", "Python version: 3.11 (64-bit)"),
    *("RuntimeError: MPS backend out of memory", "Traceback (most recent call last):"),
    *("Collecting environment information...", "CPU: Apple M2", "```", "<details>", "|"),
    *("NotImplementedError: The operator 'aten::x' is not", "- `torch`: 2.1", "\x1b[31m"),
    *("ERROR: No matching distribution found for torch", "MPS available: False", "=" * 99),
)
REDACTED = (
    *("/Users/", "/home/", "://", "@", "token=", "hf_", "a" * 40, "1.2.3.4", ":", "::", "\n"),
    *("C:\\Users\\", "Bearer ", "-MacBook", "'s Mac", "serial: ", "x1", ".", "fe80:", " "),
)
TEXT = st.text(max_size=300) | st.lists(st.sampled_from(REDACTED), max_size=40).map("".join)
AROUND = st.tuples(*[st.text("ab /\\\"'=:;,.(-\n", max_size=8)] * 2)
SNAPSHOT = st.one_of(
    st.binary(max_size=300),
    material.NESTED,
    material.spoiled(material.SNAPSHOTS),
    material.spoiled_json(material.SNAPSHOTS),
)
LIBRARY = st.binary(max_size=300) | material.spoiled(material.LIBRARIES)
CONDA_FILES = ("history", "python-3.11-0.json", "pytorch-2.9.1-0.json", "a.json")

PROPERTIES: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], None]]] = {
    "snapshot": (SNAPSHOT, a_snapshot_decodes_or_says_why),
    "report": (SNAPSHOT, a_report_decodes_or_says_why),
    "probe stream": (st.lists(PROBE_LINES, max_size=8), any_lines_of_a_probe_become_a_machine),
    "library": (LIBRARY, a_library_is_read_or_refused),
    "files of torch": (
        st.dictionaries(st.sampled_from(PACKAGE_FILES), METADATA_TEXT | LIBRARY),
        installed_files_become_facts,
    ),
    "records of conda": (
        st.dictionaries(st.sampled_from(CONDA_FILES), METADATA_TEXT),
        conda_records_become_facts,
    ),
    "metadata of a distribution": (DISTRIBUTION, any_metadata_is_read),
    "settings of indexes": (INDEX_SETTINGS, any_settings_of_indexes_are_read),
    "encoder of the probe": (material.JSON_VALUES, any_value_is_written_as_json),
    "pasted text": (PASTED, any_text_can_be_diagnosed),
    "redaction of homes": (AROUND, redaction_keeps_no_home),
    "redaction": (TEXT, redaction_ends),
    "shown text": (st.text(max_size=300), what_is_shown_controls_nothing),
    "configuration": (TOML, a_configuration_is_read_or_refused),
}
