"""`mps-doctor compare` and `check --baseline`: what differs, what explains it, what is new."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import jsonschema
import msgspec
import pytest

from mps_doctor.facts import (
    Machine,
    Package,
    SmokeTest,
    TorchImport,
    TorchInstall,
    Unknown,
    Variable,
)
from mps_doctor.features.compare.compare import (
    RANKS,
    against_baseline,
    compare,
    findings_of,
    judge_change,
    read_examination,
    relate,
)
from mps_doctor.features.examination import Judging, assemble
from mps_doctor.judgement.report import SCHEMA_FILE, Report, Target, encode
from mps_doctor.render import FORMATS, Screen
from mps_doctor.system.errors import InputError
from mps_doctor.views import format_story

MACHINES = Path(__file__).parents[1] / "machines"
HEALTHY = "healthy-m1-macos-13-torch-2.8"
PATHS = sorted(path for path in MACHINES.glob("*.json") if path.name != "expected.json")


def report_of(name: str) -> Report:
    return read_examination(MACHINES / f"{name}.json")


def changed(name: str = HEALTHY, **sections: dict[str, object]) -> Report:
    """Return the report of a recorded machine some of whose facts are other ones."""
    machine = report_of(name).facts
    new = {
        section: msgspec.structs.replace(getattr(machine, section), **fields)
        for section, fields in sections.items()
    }
    return judged(msgspec.structs.replace(machine, **new))


def judged(machine: Machine) -> Report:
    target = Target(kind="snapshot", name="changed", chosen_because="a test")
    return assemble(machine, target, Judging(), 0.0)


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_a_machine_equals_itself(path: Path) -> None:
    report = read_examination(path)
    compared = compare(report, report)
    assert compared.relation == "equal"
    assert compared.exit_code == 0
    assert compared.differences == ()
    assert compared.results == ()


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_one_direction_is_the_reverse_of_the_other(path: Path) -> None:
    one, other = report_of(HEALTHY), read_examination(path)
    forth, back = compare(one, other), compare(other, one)
    reverse = {"worse": "better", "better": "worse", "equal": "equal", "different": "different"}
    assert back.relation == reverse[forth.relation]
    assert (forth.new, forth.gone) == (back.gone, back.new)
    assert [item.what for item in forth.differences] == [item.what for item in back.differences]
    assert {i.what for i in forth.differences if i.explains} == {
        i.what for i in back.differences if i.explains
    }
    for report in (forth, back):
        schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator(schema).validate(json.loads(encode(report)))


def not_available(macos: str) -> dict[str, dict[str, object]]:
    unknown = Unknown("mps is not available")
    return {
        "host": {
            "macos_version": macos,
            "kernel_release": "25.0.0",
            "macos_version_reported": macos,
        },
        "torch_import": {"mps_available": False, "device_name": unknown},
        "smoke": {"outcome": "raised", "error_type": "RuntimeError", "error_message": "no"},
    }


EXPLAINED: dict[str, tuple[Callable[[], Report], str]] = {
    "macOS too old for this torch": (
        lambda: changed(torch={"version": "2.9.0"}, torch_import={"version": "2.9.0"}),
        "torch",
    ),
    "a newer macOS, and nothing else": (
        lambda: changed(**not_available("26.0")),
        "macOS",
    ),
    "an Intel Python": (
        lambda: changed(
            python={
                "architecture": "x86_64",
                "translated": True,
                "slices": ("x86_64",),
                "platform_tag": "macosx-11.0-x86_64",
            }
        ),
        "processor of Python",
    ),
    "a variable": (
        lambda: changed(
            variables={"values": (Variable(name="PYTORCH_MPS_HIGH_WATERMARK_RATIO", value="0.7"),)}
        ),
        "environment variables",
    ),
    "a companion": (
        lambda: changed(packages={"installed": (Package(name="torchvision", version="0.20.1"),)}),
        "other packages",
    ),
}


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_difference_that_explains_the_verdict_is_named(name: str) -> None:
    make, what = EXPLAINED[name]
    compared = compare(report_of(HEALTHY), make())
    assert compared.relation == "worse"
    assert compared.exit_code == 1
    assert what in [item.what for item in compared.differences if item.explains]
    assert "What explains it: " in compared.sentence
    assert what in compared.sentence


def test_a_side_that_ran_nothing_is_judged_for_the_device_of_the_other() -> None:
    healthy = report_of(HEALTHY).facts
    linux = msgspec.structs.replace(healthy.host, system="Linux", macos_version=Unknown("no Mac"))
    smoke = msgspec.structs.replace(healthy.smoke, device="cpu")
    good = msgspec.structs.replace(healthy, host=linux, smoke=smoke)
    bad = msgspec.structs.replace(
        good,
        torch=TorchInstall(installed=False),
        torch_import=TorchImport(unknown="torch is not installed"),
        smoke=SmokeTest(unknown="torch is not installed"),
    )
    target = Target(kind="snapshot", name="changed", chosen_because="a test")
    sides = [assemble(machine, target, Judging("cpu"), 0.0) for machine in (good, bad)]
    compared = compare(*sides)
    assert sides[1].verdict.cause == "torch-not-installed"
    assert "What explains it: torch" in compared.sentence


def test_a_difference_that_changes_nothing_explains_nothing() -> None:
    spoilt = changed(
        variables={"values": (Variable(name="PYTORCH_MPS_HIGH_WATERMARK_RATIO", value="0.7"),)},
        host={"memory_bytes": 8 << 30, "chip": "Apple M2"},
        packages={"installed": (Package(name="numpy", version="1.26.4"),)},
    )
    compared = compare(report_of(HEALTHY), spoilt)
    explaining = {item.what for item in compared.differences if item.explains}
    assert explaining == {"environment variables"}
    assert {"memory", "processor"} <= {item.what for item in compared.differences}


def test_where_several_could_be_it_none_is_claimed() -> None:
    worse = changed(**not_available("26.0"), packages={"installed": ()}, torch={"sdk": "26.0"})
    compared = compare(report_of(HEALTHY), worse)
    assert compared.relation == "worse"
    if not any("is gone" in item.why for item in compared.differences):
        assert not any(item.explains for item in compared.differences)
        assert "No single difference explains it" in compared.sentence


def test_the_sentence_names_both_places() -> None:
    compared = compare(report_of(HEALTHY), changed(**not_available("26.0")))
    assert "under macOS 13.7.4 + torch 2.8.0" in compared.sentence
    assert "under macOS 26.0 + torch 2.8.0" in compared.sentence


def test_every_status_has_a_rank() -> None:
    assert set(RANKS) == {
        *("healthy", "unproven", "degraded", "broken", "not-applicable", "inconclusive"),
    }


def test_values_are_told_in_words() -> None:
    compared = compare(report_of("healthy-m1-8gb"), report_of("intel-integrated-graphics"))
    told = {item.what: (item.a, item.b) for item in compared.differences}
    assert told["GPU"] == ("Apple M1 (8 cores)", "Intel Iris Plus Graphics 645")
    assert told["memory"][0] == "8 GB"
    assert told["OpenMP runtimes"][0].endswith("libomp.dylib arm64")


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_no_value_is_told_in_the_words_of_python(path: Path) -> None:
    for item in compare(report_of(HEALTHY), read_examination(path)).differences:
        for word in ("True", "False", "None", "Unknown(", "='", "('"):
            assert word not in item.a + item.b


def test_what_becomes_of_an_environment() -> None:
    healthy, degraded, broken = map(
        report_of, (HEALTHY, "torchvision-mismatch", "torch-half-installed")
    )
    assert judge_change(broken, healthy) == "fixed"
    assert judge_change(broken, degraded) == "improved"
    assert judge_change(degraded, broken) == "worse"
    assert judge_change(broken, broken) == "unchanged"


def test_every_format_tells_the_comparison() -> None:
    compared = compare(report_of(HEALTHY), report_of("watermark-with-a-comma"))
    for format in FORMATS:
        text = format_story.render(compared, format, Screen(unicode=format != "line"))
        assert "mps-watermark-env-invalid" in text
        assert text.endswith("\n")
    with pytest.raises(ValueError, match="no format"):
        format_story.render(compared, "pdf", Screen())


def test_hostile_text_is_data_in_every_format() -> None:
    hostile = "0\x1b[31m|`<script>alert(1)</script>\u202e::error::x"
    spoilt = changed(
        variables={"values": (Variable(name="PYTORCH_MPS_HIGH_WATERMARK_RATIO", value=hostile),)}
    )
    compared = compare(report_of(HEALTHY), spoilt)
    for format in FORMATS:
        text = format_story.render(compared, format, Screen())
        assert "\x1b" not in text
        assert "\u202e" not in text
        if format == "html":
            assert "<script>" not in text
        assert not any(line.lstrip().startswith("::error::x") for line in text.splitlines()), format


def test_reports_snapshots_and_texts_can_be_compared(tmp_path: Path) -> None:
    saved = tmp_path / "report.json"
    saved.write_bytes(encode(report_of("torchvision-mismatch")))
    text = tmp_path / "issue.txt"
    text.write_text(
        "PyTorch version: 2.9.0\nOS: macOS 13.7.4 (arm64)\nPython version: 3.12.8\n"
        "Is CUDA available: False\n"
    )
    again, first = read_examination(saved), report_of("torchvision-mismatch")
    assert (again.facts, again.verdict) == (first.facts, first.verdict)
    assert read_examination(text).target.kind == "pasted"
    assert compare(read_examination(saved), read_examination(text)).relation == "worse"


def test_a_file_that_holds_no_one_report_is_refused(tmp_path: Path) -> None:
    several = tmp_path / "all.json"
    several.write_text('{"schema_version": "1.0", "reports": []}')
    with pytest.raises(InputError, match="several"):
        read_examination(several)
    broken = tmp_path / "broken.json"
    broken.write_text('{"verdict": {"status": "fine"}}')
    with pytest.raises(InputError, match="not a report"):
        read_examination(broken)
    with pytest.raises(InputError, match="cannot read"):
        read_examination(tmp_path / "absent.json")


def test_a_baseline_forgives_what_it_has() -> None:
    broken = report_of("torch-half-installed")
    assert broken.verdict.exit_code == 1
    judged_again = against_baseline(broken, broken, "before.json")
    assert judged_again.verdict.exit_code == 0
    assert judged_again.verdict.status == "broken"
    assert "before.json" in judged_again.verdict.sentence
    assert not isinstance(judged_again.baseline, msgspec.UnsetType)
    assert judged_again.baseline.new == ()
    assert judged_again.baseline.known == findings_of(broken)


def test_a_baseline_does_not_forgive_what_is_new() -> None:
    judged_again = against_baseline(
        report_of("torch-half-installed"), report_of("torchvision-mismatch"), "before.json"
    )
    assert judged_again.verdict.exit_code == 1
    assert not isinstance(judged_again.baseline, msgspec.UnsetType)
    assert judged_again.baseline.gone == findings_of(report_of("torchvision-mismatch"))


def test_relate_sees_more_of_the_same() -> None:
    one = changed(packages={"installed": (Package(name="torchvision", version="0.20.1"),)})
    two = changed(
        packages={"installed": (Package(name="torchvision", version="0.20.1"),)},
        variables={"values": (Variable(name="PYTORCH_MPS_HIGH_WATERMARK_RATIO", value="0,7"),)},
    )
    assert one.verdict.status == two.verdict.status == "degraded"
    assert relate(one, two) == "worse"
    assert relate(two, one) == "better"


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mps_doctor", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_exits_by_the_relation(tmp_path: Path) -> None:
    healthy, broken = MACHINES / f"{HEALTHY}.json", MACHINES / "torch-half-installed.json"
    assert run("compare", healthy, healthy).returncode == 0
    assert run("compare", healthy, broken).returncode == 1
    assert run("compare", broken, healthy).returncode == 0
    assert run("compare", healthy).returncode == 2
    assert run("compare", healthy, tmp_path / "absent").returncode == 2


def test_two_interpreters_are_compared_at_once() -> None:
    done = run(
        *("compare", "--python", sys.executable, "--python", sys.executable),
        *("--device", "cpu", "--level", "quick", "--format", "json"),
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["relation"] == "equal"
    assert document["a"]["name"] == document["b"]["name"]


def test_check_takes_a_baseline(tmp_path: Path) -> None:
    snapshot = MACHINES / "torch-half-installed.json"
    before = tmp_path / "before.json"
    assert run("check", "--snapshot", snapshot, "--format", "json", "-o", before).returncode == 1
    again = run("check", "--snapshot", snapshot, "--baseline", before, "--format", "junit")
    assert again.returncode == 0, again.stderr
    assert 'failures="0"' in again.stdout
    assert run("check", "--snapshot", snapshot, "--baseline", tmp_path / "no").returncode == 2
