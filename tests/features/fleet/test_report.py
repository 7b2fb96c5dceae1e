"""`fleet report`: the same verdicts as one by one, whatever brought the files, and hostile ones."""

from __future__ import annotations

import csv
import io
import json
import multiprocessing
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import msgspec
import pytest
from click.testing import CliRunner, Result
from mps_doctor.features.fleet.collecting import FEWEST_FOR_OTHERS, judge_files
from mps_doctor.features.fleet.hosts import file_name, write_answer

from mps_doctor.cli import main as cli
from mps_doctor.features import examination
from mps_doctor.features.fleet import transport
from mps_doctor.features.fleet.script import LONGEST_COMPACT, make_script
from mps_doctor.features.fleet.values import FleetReport
from mps_doctor.judgement.report import SCHEMA_FILE
from mps_doctor.system.errors import InputError

MACHINES = Path(__file__).resolve().parents[1] / "machines"
FILES = [file for file in sorted(MACHINES.glob("*.json")) if file.name != "expected.json"]
HOSTILE = "=cmd|'/c calc'!A0\x1b[2J\u202e<script>alert(1)</script>"


def report(*arguments: object) -> Result:
    words = ["fleet", "report", *map(str, arguments)]
    return CliRunner().invoke(cli.program, words, standalone_mode=False)


def document(*arguments: object) -> FleetReport:
    result = report(*arguments, "--format", "json")
    assert result.stdout, result.exception
    return msgspec.json.decode(result.stdout, type=FleetReport)


@pytest.fixture
def snapshot(tmp_path: Path) -> Callable[..., Path]:
    """Return a maker of files: a recorded machine under another name."""

    def make(machine: str, host: str, recorded: str = "2026-11-20T08:00:00Z") -> Path:
        facts = json.loads((MACHINES / f"{machine}.json").read_bytes())
        facts["origin"] = {"kind": "host", "name": host, "recorded": recorded}
        file = tmp_path / f"{machine}-{recorded[:10]}-{len(list(tmp_path.iterdir()))}.json"
        file.write_text(json.dumps(facts))
        return file

    return make


def test_every_verdict_is_that_of_check() -> None:
    twice = [*judge_files([*FILES, *FILES], processes=1)]  # the second time from memory
    assert len(twice) == 2 * len(FILES)
    for file, entry in zip([*FILES, *FILES], twice, strict=True):
        level = "deep" if file.name.startswith("deep-") else "standard"
        judging = examination.Judging(level=level)
        verdict = examination.judge_snapshot(file, judging).verdict
        assert (entry.status, entry.cause) == (verdict.status, verdict.cause or ""), file.name
        assert entry.exit_code == verdict.exit_code


@pytest.fixture
def many(tmp_path: Path) -> list[Path]:
    """Return more files than one process would judge alone."""
    for number in range(4):
        for file in FILES:
            (tmp_path / f"{file.stem}-{number}.json").write_bytes(file.read_bytes())
    return sorted(tmp_path.iterdir())


def test_several_processes_say_the_same(many: list[Path]) -> None:
    assert len(many) > FEWEST_FOR_OTHERS
    assert list(judge_files(many, processes=2)) == list(judge_files(many, processes=1))


def test_a_process_that_is_killed_is_noticed(many: list[Path]) -> None:
    judging = judge_files(many, processes=2)
    next(judging)
    for worker in multiprocessing.active_children():
        worker.kill()
    with pytest.raises(InputError, match="has died"):
        list(judging)


@pytest.mark.parametrize("form", ["lines", "compact", "jamf"])
def test_the_script_answers_for_this_computer(form: str, tmp_path: Path) -> None:
    script = make_script(level="quick", form=form, pythons=[sys.executable])  # type: ignore[arg-type]
    file = tmp_path / "probe.sh"
    file.write_text(script)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    done = subprocess.run(
        ["sh", str(file)], capture_output=True, text=True, check=False,
        env={**os.environ, "TMPDIR": str(temporary), "MPS_DOCTOR_NAME": 'a "b"'},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert list(temporary.iterdir()) == []
    if form != "lines":
        assert len(done.stdout) < LONGEST_COMPACT
    answer = tmp_path / "answer.txt"
    answer.write_text(done.stdout)
    (entry,) = document(answer).entries
    assert entry.host == 'a "b"'
    assert entry.python == sys.executable
    assert entry.outcome == "judged"
    assert entry.python_version.startswith(f"3.{sys.version_info.minor}.")


def test_a_compact_word_that_was_cut_is_incomplete(tmp_path: Path) -> None:
    script = tmp_path / "probe.sh"
    script.write_text(make_script(level="quick", form="compact", pythons=[sys.executable]))
    word = subprocess.run(["sh", str(script)], capture_output=True, text=True, check=True).stdout
    (tmp_path / "mac.txt").write_text(word[: len(word) // 2])
    (entry,) = document(tmp_path / "mac.txt").entries
    assert (entry.outcome, entry.reason) == ("no-answer", "incomplete")


def test_a_program_that_is_no_python_is_told_apart_from_a_broken_one(tmp_path: Path) -> None:
    talks, dies = tmp_path / "talks", tmp_path / "dies"
    talks.write_text("#!/bin/sh\necho hello\n")
    dies.write_text("#!/bin/sh\nkill -SEGV $$\n")
    talks.chmod(0o755)
    dies.chmod(0o755)
    script = tmp_path / "probe.sh"
    script.write_text(make_script(form="lines", pythons=[str(talks), str(dies), "/nowhere/python"]))
    done = subprocess.run(["sh", str(script)], capture_output=True, text=True, check=True)
    (tmp_path / "mac.txt").write_text(done.stdout)
    found = {entry.python: entry for entry in document(tmp_path / "mac.txt").entries}
    assert found[str(talks)].reason == "not-understood"
    assert found[str(dies)].cause == "python-broken"
    assert found["/nowhere/python"].reason == "python-missing"


def test_a_path_that_a_shell_would_obey_is_refused() -> None:
    with pytest.raises(ValueError, match="may hold no quote"):
        make_script(pythons=["/tmp/$(touch x)"])


def test_reports_lines_and_exports_are_read(tmp_path: Path) -> None:
    healthy, broken = MACHINES / "healthy-m1-8gb.json", MACHINES / "macos-12.2.json"
    runner = CliRunner()
    for name, form in (("one.json", "json"), ("two.jsonl", "jsonl"), ("three.txt", "line")):
        words = ["check", "--snapshot", str(broken), "--format", form, "-o", str(tmp_path / name)]
        runner.invoke(cli.program, words, standalone_mode=False)
    line = (tmp_path / "three.txt").read_text().strip()
    with (tmp_path / "export.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["Serial", "Computer Name", "GPU"])
        writer.writerow(["1", "lab-mac", line])
        writer.writerow(["2", "lab-empty", ""])
    (tmp_path / "artifact").mkdir()
    (tmp_path / "artifact" / "report.json").write_bytes(healthy.read_bytes())
    found = {entry.host: entry for entry in document(tmp_path).entries}
    assert set(found) == {"one", "two", "three", "lab-mac", "lab-empty", "artifact"}
    assert found["lab-empty"].reason == "empty"
    assert {found[name].cause for name in ("one", "two", "three", "lab-mac")} == {
        found["one"].cause
    }
    assert found["three"].outcome == "told"
    assert found["artifact"].status == "healthy"


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
        (b'{"error": {"kind": "input", "message": "no such Python"}}', "failed"),
        (b"sh: mps-doctor: command not found", "failed"),
        (b'{"reports": 7}', "not-ours"),
        (b'{"facts": [], "verdict": 1}', "not-ours"),
        (b'{\n "schema_version": "1.0",\n "origin": {', "incomplete"),
    ],
)
def test_torn_and_foreign_files_are_counted(
    content: bytes, reason: str, tmp_path: Path, snapshot: Callable[..., Path]
) -> None:
    snapshot("healthy-m1-8gb", "well")
    (tmp_path / "torn.json").write_bytes(content)
    found = document(tmp_path)
    assert {entry.host for entry in found.entries} >= {"well", "torn"}
    assert next(entry for entry in found.entries if entry.host == "torn").reason == reason
    assert found.exit_code == 1


def test_a_word_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    import base64
    import gzip

    word = base64.b64encode(gzip.compress(b" " * 50_000_000)).decode()
    (tmp_path / "bomb.txt").write_text(f"mps-doctor-facts:1:{len(word)}:{word}")
    (entry,) = document(tmp_path).entries
    assert entry.reason == "too-long"


def test_no_answers_are_no_health(tmp_path: Path) -> None:
    result = report(tmp_path)
    assert isinstance(result.exception, ValueError)
    assert "no file in" in str(result.exception)


def test_the_newest_answer_of_an_environment_counts(
    tmp_path: Path, snapshot: Callable[..., Path]
) -> None:
    snapshot("healthy-m1-8gb", "mac", "2026-11-20T08:00:00Z")
    facts = json.loads((MACHINES / "healthy-m1-8gb.json").read_bytes())
    old = snapshot("fallback-set-too-late", "mac", "2026-11-01T08:00:00Z")
    older = json.loads(old.read_bytes())
    older["python"]["executable"] = facts["python"]["executable"]
    old.write_text(json.dumps(older))
    found = document(tmp_path)
    assert found.superseded == 1
    assert [entry.status for entry in found.entries] == ["healthy"]


def test_what_changed_since_an_earlier_run(tmp_path: Path, snapshot: Callable[..., Path]) -> None:
    def run(folder: str, machines: dict[str, str]) -> Path:
        (tmp_path / folder).mkdir()
        for host, machine in machines.items():
            made = snapshot(machine, host)
            facts = json.loads(made.read_bytes())
            facts["python"]["executable"] = "/opt/python"
            (tmp_path / folder / f"{host}.json").write_text(json.dumps(facts))
            made.unlink()
        return tmp_path / folder

    well, ill = "healthy-m1-8gb", "macos-12.2"
    before = run("before", {"a": well, "b": ill, "c": well, "d": well})
    after = run("after", {"a": ill, "b": well, "c": well, "e": well})
    summary = tmp_path / "before.summary"
    report(before, "--format", "json", "-o", summary)
    for earlier in (before, summary):
        change = document(after, "--against", earlier).change
        assert change is not None
        assert [move.host for move in change.worse] == ["a"]
        assert [move.host for move in change.better] == ["b"]
        assert (change.new, change.gone) == (("e",), ("d",))
    shown = report(after, "--against", before).stdout
    assert re.search(r"worse +a /opt/python: healthy → broken", shown)


@pytest.fixture
def hostile(tmp_path: Path, snapshot: Callable[..., Path]) -> Path:
    """Return a folder whose texts try everything."""
    snapshot("macos-12.2", HOSTILE)
    snapshot("healthy-m1-8gb", "- not a formula?")
    write_answer(tmp_path, "../../escape", reason="refused", message=f"</script>{HOSTILE}")
    return tmp_path


@pytest.mark.parametrize("form", ["console", "json", "html", "csv", "junit"])
def test_hostile_texts_act_nowhere(form: str, hostile: Path) -> None:
    text = report(hostile, "--format", form, "--verbose").stdout
    assert text
    assert "\x1b" not in text
    assert "\u202e" not in text
    if form in ("html", "junit"):
        assert "<script>alert" not in text


def test_csv_has_no_formula(hostile: Path) -> None:
    rows = list(csv.reader(io.StringIO(report(hostile, "--format", "csv").stdout)))
    assert len(rows) == 4
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@")]
    assert any(cell.startswith("'=cmd") for row in rows for cell in row)


def test_junit_counts(hostile: Path) -> None:
    root = ElementTree.fromstring(report(hostile, "--format", "junit").stdout)
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "1")


def test_json_fits_the_published_schema(hostile: Path) -> None:
    shown = json.loads(report(hostile, "--format", "json").stdout)
    schema = json.loads(SCHEMA_FILE.read_bytes())
    jsonschema.validate(shown, {**schema, "anyOf": [{"$ref": "#/$defs/FleetReport"}]})
    assert any(entry["host"] == HOSTILE for entry in shown["entries"])


def test_the_page_refers_to_nothing_outside(hostile: Path) -> None:
    page = report(hostile, "--format", "html").stdout
    assert not re.findall(r"\b(?:src|href)\s*=|url\(|@import", page.partition("<script type=")[0])
    assert "default-src 'none'" in page
    assert page.count("</script>") == 2


def test_exit_code_tells_unknown_from_well(tmp_path: Path, snapshot: Callable[..., Path]) -> None:
    snapshot("healthy-m1-8gb", "a")
    assert document(tmp_path).exit_code == 0
    write_answer(tmp_path, "b", reason="refused", message="Connection refused")
    assert document(tmp_path).exit_code == 1
    assert document(tmp_path / "b.jsonl").exit_code == 4


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("connect to host 10.0.0.1 port 22: Connection refused", "refused"),
        ("connect to host 10.0.0.1 port 22: Operation timed out", "timed-out"),
        ("Connection timed out during banner exchange", "no-banner"),
        ("WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! Host key verification failed.",
         "host-key-changed"),
        ("No ED25519 host key is known for x. Host key verification failed.", "host-key-unknown"),
        ("u@x: Permission denied (publickey,password).", "authentication"),
        ("Failed to create temporary directory. mkdir: No space left on device", "disk-full"),
        ("Could not resolve hostname mac1: Name or service not known", "unknown-name"),
        ("Missing sudo password", "become"),
        ("something nobody has seen", "unreachable"),
    ],
)  # fmt: skip
def test_words_of_ssh(said: str, reason: str) -> None:
    assert transport.reason_of(said) == reason
    assert reason in transport.SENTENCES


def test_names_of_files_stay_in_their_folder() -> None:
    names = [file_name(host) for host in ("../x", "a/b", "[::1]", ".hidden", "", "x" * 300, "a_b")]
    assert len(set(names)) == len(names)
    assert not [name for name in names if "/" in name or name.startswith(".") or len(name) > 200]
    assert file_name("mac-1.example.org") == "mac-1.example.org"
