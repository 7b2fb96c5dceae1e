"""What differs between two examinations, what explains it, what is new."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest
import samples
from click.testing import CliRunner, Result
from tables import cases

from mps_doctor.cli import main as cli
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
from mps_doctor.judgement.assess import Policy, assess
from mps_doctor.judgement.report import Report, Target
from mps_doctor.judgement.verdict import Status
from mps_doctor.system.errors import InputError

HEALTHY = "healthy-m1-macos-13-torch-2.8"
BROKEN = "torch-half-installed"
OTHER_TORCHVISION = {"installed": (Package(name="torchvision", version="0.20.1"),)}
WATERMARK = (Variable(name="PYTORCH_MPS_HIGH_WATERMARK_RATIO", value="0,7"),)


def report_of(name: str) -> Report:
    return read_examination(samples.machine(name))


def judged(machine: Machine, device: str = "mps") -> Report:
    return assess(machine, Policy(device=device), Target(kind="snapshot", name="changed"))


def changed(**sections: dict[str, object]) -> Report:
    """Return the report of a healthy machine some of whose facts are other ones."""
    machine = report_of(HEALTHY).facts
    new = {
        section: msgspec.structs.replace(getattr(machine, section), **fields)
        for section, fields in sections.items()
    }
    return judged(msgspec.structs.replace(machine, **new))


@pytest.mark.parametrize("name", samples.NAMES)
def test_one_direction_is_the_reverse_of_the_other(name: str) -> None:
    one, other = report_of(HEALTHY), report_of(name)
    assert compare(other, other).relation == "equal"
    forth, back = compare(one, other), compare(other, one)
    reverse = {"worse": "better", "better": "worse"}
    assert back.relation == reverse.get(forth.relation, forth.relation)
    assert (forth.new, forth.gone) == (back.gone, back.new)
    assert [item.what for item in forth.differences] == [item.what for item in back.differences]
    for item in forth.differences:
        for word in ("True", "False", "None", "Unknown(", "='", "('"):
            assert word not in item.a + item.b


@cases
def test_only_what_the_causes_rest_on_explains_the_verdicts(a: str, b: str, sentence: str) -> None:
    compared = compare(report_of(a), report_of(b))
    assert compared.sentence == sentence
    explaining = [item.what for item in compared.differences if item.explains]
    assert [item.what for item in compared.differences[: len(explaining)]] == explaining
    assert all(what in sentence for what in explaining)


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
    sides = [judged(machine, "cpu") for machine in (good, bad)]
    assert sides[1].verdict.cause == "torch-not-installed"
    assert "because of torch" in compare(*sides).sentence


def test_every_status_has_a_rank_and_a_limit_is_no_fault_of_the_environment() -> None:
    assert set(RANKS) == {*get_args(Status)}
    limit, broken = samples.report("traceback"), report_of(BROKEN)
    assert limit.verdict.status == "limited"
    assert relate(limit, broken) == "worse"
    assert "hits a limit of MPS" in compare(report_of(HEALTHY), limit).sentence


def test_values_are_given_in_words() -> None:
    compared = compare(report_of("healthy-m1-8gb"), report_of("intel-integrated-graphics"))
    found = {item.what: (item.a, item.b) for item in compared.differences}
    assert found["GPU"] == ("Apple M1", "Intel Iris Plus Graphics 645")
    assert found["memory"][0] == "8 GB"
    assert found["OpenMP runtimes"][0].endswith("libomp.dylib arm64")


@cases
def test_what_became_of_an_environment(before: str, after: str, change: str) -> None:
    assert judge_change(report_of(before), report_of(after)) == change


def test_more_findings_of_one_status_are_worse() -> None:
    one = changed(packages=OTHER_TORCHVISION)
    two = changed(packages=OTHER_TORCHVISION, variables={"values": WATERMARK})
    assert one.verdict.status == two.verdict.status == "degraded"
    assert (relate(one, two), relate(two, one)) == ("worse", "better")


def test_reports_snapshots_and_texts_can_be_compared(tmp_path: Path) -> None:
    saved, text = tmp_path / "report.json", tmp_path / "issue.txt"
    saved.write_text(report_of("torchvision-mismatch").to_json())
    text.write_text("PyTorch version: 2.9.0\nOS: macOS 13.7.4 (arm64)\nPython version: 3.12.8\n")
    again, first = read_examination(saved), report_of("torchvision-mismatch")
    assert (again.facts, again.verdict) == (first.facts, first.verdict)
    assert read_examination(text).target.kind == "pasted"
    assert compare(again, read_examination(text)).relation == "worse"


@cases
def test_a_file_without_exactly_one_report_is_refused(
    tmp_path: Path, content: str | None, words: str
) -> None:
    file = tmp_path / "given.json"
    if content is not None:
        file.write_text(content)
    with pytest.raises(InputError, match=words):
        read_examination(file)


def test_a_baseline_forgives_what_it_has_and_nothing_new() -> None:
    broken = report_of(BROKEN)
    same = against_baseline(broken, broken, "before.json")
    assert broken.verdict.exit_code == 1
    assert (same.verdict.exit_code, same.verdict.status) == (0, "broken")
    assert "before.json" in same.target.note
    assert not isinstance(same.baseline, msgspec.UnsetType)
    assert (same.baseline.new, same.baseline.known) == ((), findings_of(broken))
    other = report_of("torchvision-mismatch")
    new = against_baseline(broken, other, "before.json")
    assert new.verdict.exit_code == 1
    assert not isinstance(new.baseline, msgspec.UnsetType)
    assert new.baseline.gone == findings_of(other)


def test_the_command_exits_by_the_relation() -> None:
    def run(*names: str) -> Result:
        files = [str(samples.machine(name)) for name in names]
        return CliRunner().invoke(cli.program, ["compare", *files])

    assert run(HEALTHY, HEALTHY).exit_code == run(BROKEN, HEALTHY).exit_code == 0
    done = run(HEALTHY, BROKEN)
    assert done.exit_code == 1
    assert done.stdout.splitlines()[0].startswith("✗ A works, B fails because of torch files")
