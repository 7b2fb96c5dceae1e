"""Every file, row and host that is given is counted, with what it said or why it said nothing."""

import csv
import io
import json
import os
import tempfile
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from fleet_answers import answer_of, compact_word, machine_facts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mps_doctor.cli import main as cli
from mps_doctor.cli.fleet import REPORT_FORMATS
from mps_doctor.features.fleet.values import FleetReport

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "40"))
ordinary = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)

WORD = compact_word(answer_of("healthy-m1-8gb", id="a" * 16))
BROKEN = compact_word(answer_of("smoke-nan", id="b" * 16), "BROKEN mps-smoke-failed")


LATER_REPORT = json.dumps(
    {"schema_version": "9.0", "facts": machine_facts("healthy-m1-8gb"), "verdict": {}}
).encode()

LONG = "x" * 200_000


def export(*rows: list[str], head: tuple[str, ...] = ("Computer Name", "GPU")) -> str:
    text = io.StringIO(newline="")
    csv.writer(text).writerows([head, *rows])
    return text.getvalue()


def report(*arguments: object, expect: int | None = None) -> FleetReport:
    words = ["fleet", "report", *map(str, arguments), "--format", "json"]
    done = CliRunner().invoke(cli.program, words, standalone_mode=False)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    document = msgspec.json.decode(done.stdout, type=FleetReport)
    assert done.exit_code == document.exit_code
    if expect is not None:
        assert document.exit_code == expect
    return document


def told(document: FleetReport) -> dict[str, str]:
    return {entry.host: entry.status or entry.reason for entry in document.entries}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            export(["mac-a", WORD], ["mac-b", ""], ["mac-c", "No value"], ["mac-d", BROKEN[:300]]),
            {"mac-a": "healthy", "mac-b": "empty", "mac-c": "not-understood",
             "mac-d": "incomplete"},
        ),
        ("Computer Name,GPU\nmac-a,\nmac-b,No value\n",
         {"mac-a": "empty", "mac-b": "not-understood"}),
        ("Computer Name,GPU\nmac-a,BROKEN torch-not-installed\nmac-b,HEALTHY\n",
         {"mac-a": "incomplete", "mac-b": "incomplete"}),
        ("", {"export": "empty"}),
        ("Computer Name,GPU\n", {"export": "empty"}),
        ("\n\n", {"export": "empty"}),
        ("\ufeff", {"export": "empty"}),
        (
            export(["MacBook Pro", WORD], ["MacBook Pro", ""], ["", BROKEN], ["MacBook Pro", WORD]),
            {"MacBook Pro": "healthy", "MacBook Pro (row 3)": "empty", "(row 4)": "broken",
             "MacBook Pro (row 5)": "healthy"},
        ),
        (
            export(["mac-a", WORD, LONG], ["mac-b", LONG, ""], head=("Name", "GPU", "Apps")),
            {"mac-a": "healthy", "mac-b": "not-understood"},
        ),
        (  # a quotation that never ends
            f'Computer Name,GPU\nmac-a,{WORD}\nmac-b,"{WORD}\nmac-c,{BROKEN}\n',
            {"mac-a": "healthy", "mac-b (aaaaaa)": "healthy", "mac-b (bbbbbb)": "broken",
             "export": "incomplete"},
        ),
    ],
    ids=["silent rows", "nobody answers", "bare words", "no line", "no row", "empty rows",
         "a mark only", "names twice or missing", "long cells", "a quotation that never ends"],
)  # fmt: skip
def test_every_row_of_an_export_is_a_host(
    tmp_path: Path, text: str, expected: dict[str, str]
) -> None:
    file = tmp_path / "export.csv"
    file.write_text(text)
    document = report(file, expect=1 if "healthy" in expected.values() else 4)
    assert told(document) == expected
    assert document.hosts == len(expected)
    messages = {entry.host: entry.message for entry in document.entries}
    assert all(len(message) < 400 for message in messages.values())
    assert messages.get("mac-c", "No value") == "No value"
    assert messages.get("mac-d", "it said BROKEN mps-smoke-failed; ").startswith("it said BROKEN ")


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


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"schema_version": "1.0", "origin": {"kind":', "incomplete"),
        (b'{"some": "thing"}', "not-ours"),
        (b"\xff\xfe\x00garbage", "not-understood"),
        (b"", "empty"),
        (b"[" * 100_000, "not-understood"),
        (b'{"schema_version": "9.0", "origin": {"kind": "host"}}', "other-version"),
        (b"mps-doctor-facts:1:4:AAAA", "incomplete"),
        (b'{"fleet_host": 3}', "not-understood"),
        (b'{"fleet_script": 2}', "other-version"),
        (b"mps-doctor-facts:2:4:AAAA", "other-version"),
        (compact_word(" " * 50_000_000).encode(), "too-long"),
        (b'{"error": {"kind": "input", "message": "no such Python"}}', "failed"),
        (b'{"reports": [{"error": {"message": "no such Python"}}]}', "failed"),
        (b"sh: mps-doctor: command not found", "failed"),
        (b'{"reports": 7}', "not-ours"),
        (b'{"facts": [], "verdict": 1}', "not-ours"),
        (b'{\n "schema_version": "1.0",\n "origin": {', "incomplete"),
        (LATER_REPORT, "other-version"),
        (b"HEALTHY", "incomplete"),
        (b"<result>BROKEN torch-not-installed</result>", "incomplete"),
        (b"UNKNOWN no-python\n", "incomplete"),
        (b"BROKEN by design, as ever", "not-understood"),
    ],
)
def test_torn_and_foreign_files_are_counted(content: bytes, reason: str, tmp_path: Path) -> None:
    (tmp_path / "well.txt").write_text(WORD)
    (tmp_path / "torn.json").write_bytes(content)
    document = report(tmp_path, expect=1)
    assert told(document) == {"well": "healthy", "torn": reason}
    if b"no such Python" in content:
        assert "no such Python" in [entry.message for entry in document.entries]


def test_words_in_one_file_are_as_many_hosts(tmp_path: Path) -> None:
    other = compact_word(answer_of("smoke-nan", name="named"))
    (tmp_path / "all.txt").write_text("\n".join([WORD, BROKEN, other, WORD[:100], WORD[:90]]))
    assert told(report(tmp_path, expect=1)) == {
        "all (aaaaaa)": "healthy",
        "all (bbbbbb)": "broken",
        "named": "broken",
        "all": "incomplete",
        "all (2)": "incomplete",
    }


def test_answers_in_one_file_are_as_many_hosts(tmp_path: Path) -> None:
    """As `cat answers/*.jsonl` leaves them: with the lines of `fleet run`, and without."""
    asked = [
        f'{{"fleet_host": "{name}", "recorded": "2026-11-20T08:00:00Z"}}\n{answer}'
        for name, answer in (("a", answer_of("healthy-m1-8gb")), ("b", answer_of("smoke-nan")))
    ]
    silent = '{"fleet_host": "c", "reason": "refused", "message": "Connection refused"}\n'
    plain = [answer_of("no-torch", name="d"), answer_of("healthy-m1-8gb", name="e")]
    (tmp_path / "all.jsonl").write_text("".join([asked[0], silent, asked[1], *plain]))
    assert told(report(tmp_path, expect=1)) == {
        "a": "healthy", "b": "broken", "c": "refused", "d": "broken", "e": "healthy",
    }  # fmt: skip


def test_an_answer_that_ends_after_its_first_environment_is_incomplete(tmp_path: Path) -> None:
    text = answer_of("healthy-m1-8gb", name="mac").replace('{"fleet_end": true}\n', "")
    (tmp_path / "mac.jsonl").write_text(text)
    document = report(tmp_path, expect=1)
    assert sorted(entry.status or entry.reason for entry in document.entries) == [
        "healthy",
        "incomplete",
    ]


def test_macs_and_files_of_one_name_are_two_hosts(tmp_path: Path) -> None:
    for number, machine in enumerate(("healthy-m1-8gb", "smoke-nan")):
        facts = machine_facts(machine)
        facts["python"]["executable"] = "/opt/lab/bin/python"
        answer = answer_of(facts, name="MacBook-Pro.local", id=f"{number}" * 16)
        for site, text in ((f"named/{number}", answer), (f"plain/{number}", json.dumps(facts))):
            (tmp_path / site).mkdir(parents=True)
            (tmp_path / site / "mac1.json").write_text(text)
    assert told(report(tmp_path / "named", expect=1)) == {
        "MacBook-Pro.local (000000)": "healthy",
        "MacBook-Pro.local (111111)": "broken",
    }
    document = report(tmp_path / "plain", expect=1)
    assert told(document) == {"mac1": "healthy", "mac1 (2)": "broken"}
    assert (document.hosts, document.superseded) == (2, 0)


def test_reports_of_ours_and_other_files_are_no_hosts_and_are_named(tmp_path: Path) -> None:
    (tmp_path / "mac.txt").write_text(WORD)
    (tmp_path / "notes.md").write_text("read me")
    (tmp_path / ".hidden.txt").write_text(WORD)
    (tmp_path / "gone.json").symlink_to(tmp_path / "nowhere.json")
    (tmp_path / "more").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.txt")
    for format in ("json", "csv"):
        words = ["fleet", "report", str(tmp_path / "mac.txt"), "--format", format]
        words += ["-o", str(tmp_path / f"fleet.{format}")]
        CliRunner().invoke(cli.program, words)
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
        words = ["fleet", "report", str(tmp_path), "--format", format]
        text = CliRunner().invoke(cli.program, words).stdout
        assert text.count("BackendSelect") < 60, format


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
    "mps-doctor: BROKEN | torch-import=torch-import-failed (error) | it fails",
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
            words = ["fleet", "report", folder, "--format", format, "--verbose"]
            done = CliRunner().invoke(cli.program, words, standalone_mode=False)
            assert done.exit_code == document.exit_code
            assert done.stdout


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
        healthy = sum(cell is WORD for _, cell in given_rows)
        broken = sum(cell is BROKEN for _, cell in given_rows)
        assert sum(entry.status == "healthy" for entry in document.entries) == healthy
        assert sum(entry.status == "broken" for entry in document.entries) == broken
        expected = 4 if not healthy + broken else 0 if healthy == len(given_rows) else 1
        assert document.exit_code == expected
