"""What the view of an examination says, and what it leaves to --verbose."""

from typing import Any

import msgspec
import pytest
import samples
from samples import failed, result
from tables import cases

from mps_doctor import Fix, Report, diagnose, run_checks
from mps_doctor.facts import Machine, Origin, Variable, Variables
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.report import ReportList, Target
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.render import Screen, load
from mps_doctor.views import subject
from mps_doctor.views.document import Document, Row, Rows, parts_of
from mps_doctor.views.environments import view_environments
from mps_doctor.views.report import apply_command, view_report

PIP = ("pip", "install", "torch")
REPAIR = Fix(id="a", summary="Install it", commands=(PIP,), undo=(("pip", "uninstall", "torch"),))


def report_of(*results: Result, kind: str = "interpreter", **target: str) -> Report:
    machine = Machine(origin=Origin(kind=kind))  # type: ignore[arg-type]
    return Report(
        target=Target(kind=kind, name="it", **target),  # type: ignore[arg-type]
        verdict=reach_verdict(results, machine),
        results=results,
        facts=machine,
        started="2026-01-02T03:04:05+00:00",
        seconds=1.0,
    )


def shown(report: Report, **screen: Any) -> str:
    return str(load("console").render(view_report(report), Screen(width=200, **screen)))


def rows_of(document: Document) -> dict[str, Row]:
    return {row.label: row for b in document.blocks if isinstance(b, Rows) for row in b.rows}


MISSING = failed("torch-installed", "torch-not-installed", fixes=(REPAIR,))


@cases
def test_a_fix_is_applied_where_it_was_examined(
    target: Any, device: str, command: list[str]
) -> None:
    report = report_of(MISSING, **target)
    verify = () if device == "mps" else (("mps-doctor", "--device", device),)
    assert apply_command(report, msgspec.structs.replace(REPAIR, verify=verify)) == tuple(command)
    assert apply_command(report, Fix(id="b", summary="Do it", kind="manual")) == ()


@cases
def test_a_fix_says_its_side_effects_and_steps(fix: dict[str, Any], said: str) -> None:
    result = failed(
        "torch-installed", "torch-not-installed", fixes=(msgspec.convert({"id": "a", **fix}, Fix),)
    )
    assert said in shown(report_of(result))


def test_the_root_cause_stands_in_full_and_each_other_finding_in_a_line() -> None:
    results = [failed("torch-installed", "torch-not-installed", fixes=(REPAIR,))]
    causes = ("numpy2-abi-mismatch", "openmp-duplicate-runtime", "python-prerelease",
              "mps-disabled-by-settings", "fallback-env-set-too-late", "plugin:x")  # fmt: skip
    results += [failed(f"check-{n}", cause, "warning") for n, cause in enumerate(causes)]
    results.append(failed("memory", "gpu-memory-small", "info"))
    text = shown(report_of(*results))
    assert "  ✗ PyTorch  torch-installed failed\n" in text
    assert [line for line in text.splitlines() if line.startswith("  ! ")] == [
        f"  ! check-{n} failed" for n in range(4)
    ]
    assert "2 more with --verbose" in text
    assert "memory failed" not in text  # advice is no part of a fix
    assert "✗ torch-installed: torch-installed failed" in shown(report_of(*results), verbosity=1)


HAVE, NEED = {"have": "2.2.2"}, {"need": "2.6 or newer"}


@pytest.mark.parametrize(
    ("found", "row", "text"),
    [
        (
            failed("a", "torch-not-installed", **HAVE, **NEED),
            "PyTorch",
            "2.2.2, needs 2.6 or newer",
        ),
        (failed("a", "torch-not-installed", **HAVE), "PyTorch", "a failed"),
        (result("a", "errored", message="KeyError: 'x'"), "", "a failed to run: KeyError: 'x'"),
        (result("space", family="disk-room", have="9 GB"), "Disk room", "9 GB"),
    ],
)
def test_the_row_of_an_area_says_what_decides(found: Result, row: str, text: str) -> None:
    assert rows_of(view_report(report_of(found)))[row].text == text


UNKNOWN = result(
    "smoke-test", family="runtime", outcome="unknown", message="smoke.outcome: command timed out",
    because_of=("smoke.outcome",),
)  # fmt: skip
TIP = failed("memory", "gpu-memory-small", "info")
CRASHES = failed(
    "reported-symptoms", "mps-op-crash", source="text", family="messages",
    evidence=("it crashes at once",),
)  # fmt: skip
QUOTED = failed(
    "reported-errors", "float64-unsupported", source="text", family="messages",
    evidence=("line 12: b", "torch: 2.9", "line 3: a", "line 20: c", "line 30: d"),
)  # fmt: skip
IGNORING = run_checks(snapshot=samples.machine(samples.HEALTHY), ignore={"memory": "small"})


@pytest.mark.parametrize(
    ("report", "said", "unsaid"),
    [
        (report_of(result("smoke-test", family="runtime"), TIP), ["  Tip: memory failed\n"], "Fix"),
        (
            report_of(UNKNOWN),
            ["? GPU test  command timed out\n", "needs:\n    smoke.outcome: command timed out\n"],
            "Fix",
        ),
        (report_of(MISSING, note="pip is another's"), ["installed\n\n  Note: pip is an"], "Tip"),
        (report_of(CRASHES, kind="pasted"), ["\n  it crashes at once\n"], "line"),
        (
            report_of(QUOTED, kind="pasted"),
            ["\n  line 3   a\n", "\n  line 12   b\n", "\n  line 20   c\n"],
            "line 30",
        ),
        (IGNORING, ["Ignored\n\n    memory: small\n"], "memory failed"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_page_says_what_there_is_in_its_order(
    report: Report, said: list[str], unsaid: str
) -> None:
    text = shown(report, verbosity=int(report is IGNORING))
    places = [text.index(words) for words in said]
    assert places == sorted(places)
    assert unsaid not in text


@cases
def test_a_page_about_a_text_says_what_there_is(pasted: str, said: list[str], unsaid: str) -> None:
    text = shown(diagnose(pasted))
    places = [text.index(words) for words in said]
    assert places == sorted(places)
    assert unsaid not in text


def test_settings_name_the_variables_of_mps_only() -> None:
    names = ("VIRTUAL_ENV", "PYTORCH_MPS_FAST_MATH", "DYLD_LIBRARY_PATH")
    values = tuple(Variable(name=name, value="1") for name in names)
    machine = Machine(origin=Origin(kind="synthetic"), variables=Variables(values=values))
    assert subject.name_settings(machine) == "PYTORCH_MPS_FAST_MATH, DYLD_LIBRARY_PATH set"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.00002, "20 µs"), (0.0009, "0.9 ms"), (0.0426, "43 ms"), (1.26, "1.3 s")],
)
def test_a_duration_has_the_unit_that_suits_it(seconds: float, text: str) -> None:
    assert subject.format_seconds(seconds) == text


def environments(*statuses: str) -> Document:
    kind = "pasted" if "pasted" in statuses else "interpreter"
    names = {"healthy": samples.HEALTHY, "pasted": samples.HEALTHY, "degraded": samples.DEGRADED,
             "sick": samples.ROSETTA, "linux": samples.LINUX,
             "sandbox": "agent-sandbox-without-sign"}  # fmt: skip
    reports = []
    for number, status in enumerate(statuses):
        report = samples.report(names[status if status != "quick" else "healthy"])
        if status == "quick":
            verdict = msgspec.structs.replace(report.verdict, status="unproven")
            report = msgspec.structs.replace(report, verdict=verdict)
        target = Target(kind=kind, name=f"env{number}", python=f"/env{number}/bin/python")  # type: ignore[arg-type]
        reports.append(msgspec.structs.replace(report, target=target))
    return view_environments(ReportList(reports=tuple(reports)))


@cases
def test_several_environments_end_in_one_recommendation(
    statuses: list[str], headline: str, advice: str
) -> None:
    document = environments(*statuses)
    text = str(load("console").render(document, Screen(width=200)))
    assert document.headline == headline
    assert text.rstrip().endswith(advice)
    assert ("Use:" in text or "Repair:" in text) == bool(advice)
    assert len(parts_of(document)) == len(statuses)


def test_cases_are_red_exactly_where_the_exit_code_is_1() -> None:
    for name in (samples.ROSETTA, samples.DEGRADED, samples.HEALTHY, samples.LINUX, "traceback"):
        document = view_report(samples.report(name))
        red = any(case.outcome in ("failed", "errored") for case in document.cases)
        assert red == (document.exit_code != 0), name
        assert len({(case.group, case.name) for case in document.cases}) == len(document.cases)
