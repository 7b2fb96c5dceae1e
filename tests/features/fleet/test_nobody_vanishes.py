"""Every file, row and host that is given is counted, with what it said or why it said nothing."""

import csv
import io
import json
import os
import re
import tempfile
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from fleet_answers import answer_of, compact_word, machine_facts
from hypothesis import HealthCheck, given, settings, strategies as st
from tables import table_of

from mps_doctor.cli import main as cli
from mps_doctor.cli.fleet import REPORT_FORMATS
from mps_doctor.features.fleet.values import FleetReport

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "40"))
ordinary = settings(
    max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)

WORD = compact_word(answer_of("healthy-m1-8gb", id="a" * 16))
BROKEN = compact_word(answer_of("smoke-nan", id="b" * 16), "BROKEN mps-smoke-failed")


WELL_FACTS, ILL_FACTS = machine_facts("healthy-m1-8gb"), machine_facts("smoke-nan")
WELL_FACTS["python"]["executable"] = ILL_FACTS["python"]["executable"] = "/opt/lab/bin/python"
NAMED = answer_of("smoke-nan", name="named")
TEXTS = {
    "WELL": WORD,
    "ILL": BROKEN,
    "CUT": BROKEN[:300],
    "NAMED": compact_word(NAMED),
    "BOMB": compact_word(" " * 50_000_000),
    "WELL_LINES": answer_of("healthy-m1-8gb"),
    "ILL_LINES": answer_of("smoke-nan"),
    "NAMED_LINES": NAMED,
    "MACBOOK": answer_of(WELL_FACTS, name="MacBook-Pro.local", id="0" * 16),
    "OTHER_MACBOOK": answer_of(ILL_FACTS, name="MacBook-Pro.local", id="1" * 16),
    "WELL_FACTS": json.dumps(WELL_FACTS),
    "ILL_FACTS": json.dumps(ILL_FACTS),
    "LATER": json.dumps({"schema_version": "9.0", "facts": WELL_FACTS, "verdict": {}}),
    "DEEP": "[" * 100_000,
    "LONG": "x" * 200_000,
}
CASES = table_of(__file__, "answers.toml")


def export(*rows: list[str], head: tuple[str, ...] = ("Computer Name", "GPU")) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerows([head, *rows])
    return text.getvalue()


def run(*arguments: object) -> Result:
    words = ["fleet", "report", *map(str, arguments)]
    done = CliRunner().invoke(cli.program, words, standalone_mode=False)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def report(*arguments: object, expect: int | None = None) -> FleetReport:
    done = run(*arguments, "--format", "json")
    document = msgspec.json.decode(done.stdout, type=FleetReport)
    assert done.exit_code == document.exit_code
    assert expect in (None, document.exit_code)
    return document


def told(document: FleetReport) -> dict[str, str]:
    return {entry.host: entry.status or entry.reason for entry in document.entries}


@pytest.mark.parametrize("name", CASES)
def test_every_file_row_and_answer_is_a_host(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    for place, text in case["files"].items():
        file = tmp_path / place
        file.parent.mkdir(exist_ok=True)
        file.write_text(re.sub(r"@([A-Z_]+)@", lambda found: TEXTS[found[1]], text))
    answered = {*case["told"].values()} & {"healthy", "broken"}
    document = report(tmp_path, expect=1 if answered else 4)
    assert told(document) == case["told"]
    assert (document.hosts, document.superseded) == (len(case["told"]), 0)
    messages = {entry.host: entry.message for entry in document.entries}
    assert all(len(message) < 400 for message in messages.values())
    for host, message in case.get("messages", {}).items():
        assert messages[host].startswith(message)


def test_a_file_that_is_named_beside_its_folder_is_one_host(tmp_path: Path) -> None:
    file = tmp_path / "mac.txt"
    file.write_text(WORD)
    assert report(tmp_path, file, tmp_path, expect=0).hosts == 1


def test_every_cell_of_ours_in_a_row_is_read(tmp_path: Path) -> None:
    file = tmp_path / "export.csv"
    other = machine_facts("smoke-nan")
    other["python"]["executable"] = "/opt/other/bin/python"
    second = compact_word(answer_of(other, id="a" * 16))
    file.write_text(export(["mac-a", WORD, second], head=("Name", "GPU", "GPU of the lab")))
    document = report(file, expect=1)
    assert sorted(entry.status for entry in document.entries) == ["broken", "healthy"]
    assert document.hosts == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be", "latin-1"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_exports_as_spreadsheets_write_them(tmp_path: Path, encoding: str, delimiter: str) -> None:
    file = tmp_path / "Export.CSV"
    text = export(["ma\xe7", WORD], ["mac-b", ""]).replace(",", delimiter)
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    file.write_bytes((mark + text).encode(encoding))
    found = told(report(file, expect=1))
    assert sorted(found.values()) == ["empty", "healthy"]


def test_an_answer_that_ends_after_its_first_environment_is_incomplete(tmp_path: Path) -> None:
    text = answer_of("healthy-m1-8gb", name="mac").replace('{"fleet_end": true}\n', "")
    (tmp_path / "mac.jsonl").write_text(text)
    found = report(tmp_path, expect=1).entries
    assert {entry.status or entry.reason for entry in found} == {"healthy", "incomplete"}


def test_reports_of_ours_and_other_files_are_no_hosts_and_are_named(tmp_path: Path) -> None:
    (tmp_path / "mac.txt").write_text(WORD)
    (tmp_path / "notes.md").write_text("read me")
    (tmp_path / ".hidden.txt").write_text(WORD)
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere.json")
    (tmp_path / "more").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.txt")
    for format in ("json", "csv", "csv"):  # a second time over the first
        assert run(tmp_path, "--format", f"{format}={tmp_path}/fleet.{format}").exit_code == 0
    document = report(tmp_path, expect=0)
    assert told(document) == {"mac": "healthy"}
    left_out = {".hidden.txt", "fleet.csv", "fleet.json", "gone.json", "more", "notes.md"}
    assert {*document.left_out} == {*left_out, "pipe.txt"}
    assert report(tmp_path / "fleet.json", expect=4).entries == ()


def test_long_errors_are_shortened(tmp_path: Path) -> None:
    facts = machine_facts("smoke-operator-missing")
    facts["smoke"]["error_message"] = f"Could not run 'aten::empty': {'BackendSelect ' * 300}"
    (tmp_path / "mac.jsonl").write_text(answer_of(facts))
    for format in REPORT_FORMATS:
        assert run(tmp_path, "--format", format).stdout.count("BackendSelect") < 60, format


PIECES = [
    WORD,
    BROKEN,
    answer_of("healthy-m1-8gb", name="mac"),
    answer_of("import-crashes", "no-torch", id="c" * 16),
    '{"fleet_host": "asked", "recorded": "2026-11-20T08:00:00Z"}',
    '{"fleet_host": "asked", "reason": "refused", "message": "Connection refused"}',
    '{"fleet_failed": "no-python", "message": "no Python was found"}',
    json.dumps(machine_facts("healthy-m1-8gb")),
    json.dumps(machine_facts("smoke-nan"), indent=1),
    json.dumps({"facts": machine_facts("no-torch"), "verdict": {}, "started": "2026-11-20"}),
    '{"reports": [{"facts": {}}, {"error": {"message": "x"}}, 7]}',
    '{"some": "thing"}',
    "mps-doctor: ERROR no such Python",
    "Last login: Fri Nov 20 08:00:00",
    '"',
]
PLACES = ['"2026-11-20T08:00:00Z"', "24.6.0", '"healthy-m1-8gb"', "8589934592", "3.1e-07", "0"]
VALUES = [
    b'"\xff"', b"1e999", b"-1e999", b"1" * 10_000, b"9" * 400, b"-" + b"9" * 400, b'"\\ud800"',
    b"[" * 2_000, b"null", b"{}", b'""', b"\x00", b"x" * 140_000, b"NaN",
]  # fmt: skip


@st.composite
def contents(draw: st.DrawFn) -> bytes:
    """Return a file's content: some answers, of which parts are missing or others."""
    pieces = draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3))
    data = "\n".join(pieces).encode()
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.sampled_from(PLACES)).encode()
        data = data.replace(place, draw(st.sampled_from(VALUES)), draw(st.sampled_from([1, -1])))
    if draw(st.booleans()):
        data = data[: draw(st.integers(0, len(data)))]
    if draw(st.booleans()):
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=10)) + data[at:]
    return data


@ordinary
@given(st.lists(contents(), min_size=1, max_size=4), st.sampled_from([".json", ".txt", ".csv"]))
def test_every_file_is_counted_whatever_it_holds(files: list[bytes], suffix: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(files):
            Path(folder, f"mac-{number}{suffix}").write_bytes(content)
        document = report(folder)
        counted = {entry.source for entry in document.entries} | {*document.left_out}
        assert len(counted) + document.superseded >= len(files)
        for entry in document.entries:
            assert entry.status or entry.reason
        well = all(entry.status in ("healthy", "degraded") for entry in document.entries)
        assert well or document.exit_code in (1, 4)
        for format in ("csv", "junit", "html", "console"):
            done = run(folder, "--format", format, "--verbose")
            assert (done.exit_code, bool(done.stdout)) == (document.exit_code, True)


CELLS = [WORD, BROKEN, "", " ", "No value", WORD[:-7], "mps-doctor-facts:9:x", "x" * 140_000]


@ordinary
@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b", "", "MacBook Pro", '"q"', "=1+1"]), st.integers(0, 7)),
        min_size=1,
        max_size=8,
    )
)
def test_every_row_is_a_host(rows: list[tuple[str, int]]) -> None:
    written = [[name, CELLS[number]] for name, number in rows]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "export.csv").write_text(export(*written))
        document = report(folder)
        given_rows = [row for row in written if any(cell.strip() for cell in row)]
        assert document.hosts == max(1, len(given_rows))
        for status, word in (("healthy", WORD), ("broken", BROKEN)):
            found = [entry for entry in document.entries if entry.status == status]
            assert len(found) == sum(cell is word for _, cell in given_rows)
