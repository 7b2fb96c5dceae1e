"""`fleet report`: the verdicts of `check`, counted, compared and joined, in every format."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
import samples
from click.testing import CliRunner, Result
from fleet_answers import answer_of, compact_word, machine_facts

from mps_doctor.cli import main as cli
from mps_doctor.cli.fleet import REPORT_FORMATS
from mps_doctor.features import examination
from mps_doctor.features.fleet.answers import reason_of
from mps_doctor.features.fleet.rows.reasons import SENTENCES
from mps_doctor.features.fleet.running import file_name, write_answer
from mps_doctor.features.fleet.summarising import Judge, summarise
from mps_doctor.features.fleet.values import Entry, FleetReport
from mps_doctor.features.fleet.view import view_fleet
from mps_doctor.features.probe_script import make_host_script
from mps_doctor.features.schema import document_schema
from mps_doctor.judgement.assess import Policy
from mps_doctor.render import Screen, render
from mps_doctor.system.errors import InputError

WELL, ILL = "healthy-m1-8gb", "macos-12.2"
HOSTILE = "=cmd|'/c calc'!A0\x1b[2J\u202e<script>alert(1)</script>"


def report(*arguments: object) -> Result:
    words = ["fleet", "report", *map(str, arguments)]
    return CliRunner().invoke(cli.program, words, standalone_mode=False)


def document(*arguments: object) -> FleetReport:
    result = report(*arguments, "--format", "json")
    assert result.stdout, result.exception
    return msgspec.json.decode(result.stdout, type=FleetReport)


def snapshot(
    folder: Path,
    machine: str,
    host: str,
    recorded: str = "2026-11-20T08:00:00Z",
    python: str = "/opt/lab/bin/python",
) -> None:
    """Write a recorded machine under another name."""
    facts = machine_facts(machine)
    facts["origin"] = {"kind": "host", "name": host, "recorded": recorded}
    facts["python"]["executable"] = python
    folder.mkdir(exist_ok=True)
    (folder / f"{len(list(folder.iterdir()))}.json").write_text(json.dumps(facts))


def test_every_verdict_is_that_of_check() -> None:
    judge = Judge()
    for name in samples.NAMES:
        file = samples.machine(name)
        level = "deep" if name.startswith("deep-") else "standard"
        verdict = examination.judge_snapshot(file, Policy(level=level)).verdict
        (entry,) = judge.judge_file(file)
        assert (entry.status, entry.cause) == (verdict.status, verdict.cause or ""), name
        assert entry.exit_code == verdict.exit_code


@pytest.mark.parametrize("form", ["lines", "compact"])
def test_the_script_answers_for_this_computer(form: str, tmp_path: Path) -> None:
    dies, script = tmp_path / "dies", tmp_path / "host.sh"
    dies.write_text("#!/bin/sh\nkill -SEGV $$\n")
    dies.chmod(0o755)
    pythons = [sys.executable, str(dies), "/nowhere/python"]
    script.write_text(make_host_script(level="quick", form=form, pythons=pythons))
    environment = {**os.environ, "MPS_DOCTOR_NAME": 'a "b"'}
    (tmp_path / "answers").mkdir()
    with (tmp_path / "answers" / "mac.txt").open("w") as answer:
        subprocess.run(["sh", str(script)], stdout=answer, check=True, env=environment)
    found = {entry.python: entry for entry in document(tmp_path / "answers").entries}
    assert {entry.host for entry in found.values()} == {'a "b"'}
    own = found[sys.executable]
    assert own.status
    assert own.python_version.startswith(f"3.{sys.version_info.minor}.")
    assert found[str(dies)].cause == "python-broken"
    assert found["/nowhere/python"].reason == "python-missing"


def test_reports_and_exports_are_read(tmp_path: Path) -> None:
    for name, form in (("one.json", "json"), ("two.jsonl", "jsonl")):
        words = ["check", "--snapshot", str(samples.machine(ILL)), "--format", form]
        CliRunner().invoke(cli.program, [*words, "-o", str(tmp_path / name)])
    word = compact_word(answer_of(ILL))
    (tmp_path / "export.csv").write_text(f"Serial,Computer Name,GPU\n1,lab-mac,{word}\n")
    (tmp_path / "artifact").mkdir()
    (tmp_path / "artifact" / "report.json").write_bytes(samples.machine(WELL).read_bytes())
    found = {entry.host: entry for entry in document(tmp_path).entries}
    assert found.pop("artifact").status == "healthy"
    assert found.keys() == {"one", "two", "lab-mac"}
    assert {entry.cause for entry in found.values()} == {"macos-too-old-for-torch"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("report", "empty"), "no file in"),
        (("report", "well.json", "--against", "note.txt"), "note.txt is no report on a fleet"),
        (("report", "well.json", "--against", "well.json"), "well.json is no report on a fleet"),
        (("script", "--python", "/tmp/$(touch x)"), "may hold no quote"),
    ],
)
def test_what_cannot_be_used_is_an_input_error(
    arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    Path("well.json").write_bytes(samples.machine(WELL).read_bytes())
    Path("note.txt").write_text("a note")
    done = CliRunner().invoke(cli.program, ["fleet", *arguments], standalone_mode=False)
    assert isinstance(done.exception, InputError)
    assert said in str(done.exception)
    assert done.stdout == ""


def test_the_newest_answer_of_an_environment_counts(tmp_path: Path) -> None:
    snapshot(tmp_path, WELL, "mac", "2026-11-20T08:00:00Z")
    snapshot(tmp_path, ILL, "mac", "2026-11-01T08:00:00Z")
    found = document(tmp_path)
    assert found.superseded == 1
    assert [entry.status for entry in found.entries] == ["healthy"]


def test_what_changed_since_an_earlier_run(tmp_path: Path) -> None:
    before, after, summary = (tmp_path / name for name in ("before", "after", "summary"))
    for host, machine in {"a": WELL, "b": ILL, "c": WELL, "d": WELL}.items():
        snapshot(before, machine, host)
    for host, machine in {"a": ILL, "b": WELL, "c": WELL, "e": WELL}.items():
        snapshot(after, machine, host)
    report(before, "--format", "json", "-o", summary)
    changes = document(after, "--against", summary).changes
    assert [(change.kind, change.host) for change in changes] == [
        *(("worse", "a"), ("better", "b"), ("new", "e"), ("gone", "d"))
    ]
    shown = report(after, "--against", summary).stdout
    assert re.search(r"worse +a /opt/lab/bin/python: healthy → broken", shown)
    assert re.search(r"gone +d\n", shown)


def test_each_cause_names_its_hosts_and_what_to_do(tmp_path: Path) -> None:
    for number in range(3):
        snapshot(tmp_path, "no-torch", f"bare-{number}", python=f"/opt/{number}/bin/python")
    snapshot(tmp_path, ILL, "old")
    found = document(tmp_path)
    assert [(group.name, group.hosts) for group in found.causes] == [
        ("torch-not-installed", ("bare-0", "bare-1", "bare-2")),
        ("macos-too-old-for-torch", ("old",)),
    ]
    assert all(group.fixes for group in found.causes)
    unknown = ("hosted-runner-torch-2.15", "report-macos-14-xlarge-runner")
    (group,) = document(*map(samples.machine, unknown)).causes
    assert len(group.fixes) == 1  # only how to verify it differs
    for form in ("console", "html", "markdown"):
        text = report(tmp_path, "--format", form).stdout
        assert text.index("3 hosts") < text.index("1 host")
        assert "bare-0, bare-1, bare-2" in text
        assert "PYTHON -m pip install torch" in re.sub(r"<[^>]*>", "", text)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Return a folder whose texts try everything."""
    snapshot(tmp_path, ILL, HOSTILE)
    snapshot(tmp_path, WELL, "- not a formula?")
    write_answer(tmp_path, "../../escape", reason="refused", message=f"</script>{HOSTILE}")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9\n\x1b[2J.json")).write_bytes(b"nonsense")
    return tmp_path


@pytest.mark.parametrize("form", REPORT_FORMATS)
def test_hostile_texts_act_nowhere(form: str, hostile: Path) -> None:
    done = report(hostile, "--format", form, "--verbose")
    text = done.stdout
    assert isinstance(done.exception, SystemExit)
    assert "macos-too-old-for-torch" in text or form == "line"
    text.encode()
    assert not {"\x1b", "\u202e"} & {*text}
    if form in ("html", "junit"):
        assert "<script>alert" not in text
    if form == "csv":
        rows = list(csv.reader(io.StringIO(text)))
        assert len(rows) == 5
        assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@")]
    if form == "junit":
        root = ElementTree.fromstring(text)
        assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("4", "1", "2")
    if form == "json":
        jsonschema.validate(json.loads(text), document_schema())
        assert any(entry["host"] == HOSTILE for entry in json.loads(text)["entries"])
    if form == "html":
        page = text.partition("<script type=")[0]
        assert not re.findall(r"\b(?:src|href)\s*=|url\(|@import", page)
        assert "default-src 'none'" in text


def test_a_page_of_very_many_hosts_stays_small_and_says_what_it_leaves_out() -> None:
    broken = {"status": "broken", "cause": "mps-smoke-failed"}
    entries = [Entry(host=f"mac-{n}", sentence=str(n) * 60, **broken) for n in range(20_000)]
    made = summarise(entries, started=0.0)
    drawn = {
        form: render(made, lambda: view_fleet(made), form, Screen()) for form in ("html", "csv")
    }
    assert len(drawn["html"]) < 5_000_000
    assert "of 20,000 are listed here" in drawn["html"]
    assert drawn["csv"].count("\n") == 20_001


def test_the_exit_code_tells_unknown_from_healthy(tmp_path: Path) -> None:
    snapshot(tmp_path, WELL, "a")
    assert document(tmp_path).exit_code == 0
    write_answer(tmp_path, "b", reason="refused", message="Connection refused")
    assert document(tmp_path).exit_code == 1
    assert document(tmp_path / "b.jsonl").exit_code == 4


def test_hosts_keep_their_names_and_messages_no_secrets(tmp_path: Path) -> None:
    said = "alice@10.0.0.7: Permission denied; HF_TOKEN=hf_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    for host in ("10.0.0.7", "lab-mac.local", os.uname().nodename):
        write_answer(tmp_path, host, reason="authentication", message=said)
    for form in ("json", "csv", "html", "console"):
        text = report(tmp_path, "--format", form).stdout
        assert "10.0.0.7" in text
        assert "lab-mac.local" in text
        assert os.uname().nodename in text
        assert "hf_aaa" not in text


@pytest.mark.parametrize("ran", ["mps", "cpu"])
def test_a_smoke_test_of_another_device_proves_nothing(tmp_path: Path, ran: str) -> None:
    for name in (WELL, "smoke-nan"):
        facts = machine_facts(name)
        facts["smoke"]["device"] = ran
        (tmp_path / f"{name}.jsonl").write_text(answer_of(facts))
    asked = {"mps": "cpu", "cpu": "mps"}[ran]
    other = document(tmp_path, "--device", asked)
    assert {entry.status for entry in other.entries} <= {"inconclusive", "unproven"}
    assert other.exit_code == 1
    same = document(tmp_path, "--device", ran)
    assert [entry.status for entry in same.entries] == ["healthy", "broken"]


WORDS_OF_SSH: dict[str, str] = json.loads(
    Path(__file__).with_name("words_of_ssh.json").read_bytes()
)


@pytest.mark.parametrize(("said", "reason"), WORDS_OF_SSH.items())
def test_words_of_ssh(said: str, reason: str) -> None:
    assert reason_of(said, otherwise="unreachable") == reason
    assert reason in SENTENCES


def test_names_of_files_stay_in_their_folder() -> None:
    names = [file_name(host) for host in ("../x", "a/b", "[::1]", ".hidden", "", "x" * 300, "a_b")]
    assert len(set(names)) == len(names)
    assert not [name for name in names if "/" in name or name.startswith(".") or len(name) > 200]
    assert file_name("mac-1.example.org") == "mac-1.example.org"
