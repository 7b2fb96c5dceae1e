"""What the view of an examination says, and what it leaves to --verbose."""

from typing import Any

import msgspec
import pytest
import samples
from samples import failed, result

from mps_doctor import Fix, Report, diagnose
from mps_doctor.facts import Machine, Origin, Variable, Variables
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.report import ReportList, Target
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.render import Screen, load
from mps_doctor.views import subject
from mps_doctor.views.document import Document, Items, Paragraph, Row, Rows, parts_of
from mps_doctor.views.environments import view_environments
from mps_doctor.views.report import apply_command, view_report

REPAIR = Fix(id="a", summary="Install it", commands=(("pip", "install", "torch"),))


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


@pytest.mark.parametrize(
    ("target", "command"),
    [
        ({"kind": "interpreter"}, ("mps-doctor", "fix", "--apply")),
        (
            {"kind": "interpreter", "chosen_because": "named by --python", "python": "/p"},
            ("mps-doctor", "fix", "--apply", "--python", "/p"),
        ),
        ({"kind": "snapshot"}, ("mps-doctor", "fix", "--apply")),
        ({"kind": "pasted"}, ()),
        ({"kind": "host"}, ()),
    ],
)
def test_a_fix_is_applied_where_it_was_examined(target: Any, command: tuple[str, ...]) -> None:
    report = report_of(failed("torch-installed", "torch-not-installed", fixes=(REPAIR,)), **target)
    assert apply_command(report, REPAIR) == command
    assert apply_command(report, Fix(id="b", summary="Do it", kind="manual")) == ()


def test_a_fix_is_applied_for_the_device_that_was_asked_for() -> None:
    found = failed("torch-installed", "torch-not-installed", fixes=(REPAIR,))
    report = report_of(found, kind="interpreter")
    on_cpu = msgspec.structs.replace(REPAIR, verify=(("mps-doctor", "--device", "cpu"),))
    wanted = ("mps-doctor", "fix", "--apply", "--device", "cpu")
    assert apply_command(report, on_cpu) == wanted


@pytest.mark.parametrize(
    ("fix", "said"),
    [
        ({"summary": "Install it"}, "Fix: install it\n"),
        ({"summary": "NumPy 1 is needed"}, "Fix: NumPy 1 is needed\n"),
        (
            {"summary": "Update macOS", "needs": ("restart",)},
            "Fix: update macOS (restarts your Mac)",
        ),
        ({"summary": "Restart it", "needs": ("restart",)}, "Fix: restart it\n"),
        (
            {"summary": "Install the tools", "needs": ("sudo", "gui"), "commands": (("a",),)},
            "Fix: install the tools (asks for an administrator's password, needs a desktop",
        ),
        ({"summary": "Open it", "needs": ("gui",), "kind": "manual"}, "Fix: open it\n"),
        ({"summary": "Do this", "steps": ("one",)}, "Fix: do this\n    one\n"),
        ({"summary": "Do these", "steps": ("one", "two")}, "Fix: do these\n    1. one\n    2. two"),
    ],
)
def test_a_fix_says_its_side_effects_and_steps(fix: dict[str, Any], said: str) -> None:
    result = failed("torch-installed", "torch-not-installed", fixes=(Fix(id="a", **fix),))
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
        (result("a", "errored", message="KeyError: 'x'"), "PyTorch", "a crashed: KeyError: 'x'"),
        (result("space", family="disk-room", have="9 GB"), "Disk room", "9 GB"),
    ],
)
def test_the_row_of_an_area_says_what_decides(found: Result, row: str, text: str) -> None:
    assert rows_of(view_report(report_of(found)))[row].text == text


def test_advice_is_a_tip_where_nothing_is_wrong() -> None:
    proven = result("smoke-test", family="runtime", outcome="passed")
    tip = failed("memory", "gpu-memory-small", "info")
    assert "  Tip: memory failed\n" in shown(report_of(proven, tip))


def test_what_is_missing_is_named_with_its_reason() -> None:
    unknown = result("smoke-test", family="runtime", outcome="unknown",
        message="smoke.outcome: command timed out", because_of=("smoke.outcome",),
    )  # fmt: skip
    blocks = view_report(report_of(unknown)).blocks
    assert Items((("smoke.outcome", "command timed out"),)) in blocks
    assert rows_of(view_report(report_of(unknown)))["GPU test"].text == "command timed out"


def test_a_text_about_another_program_leads_to_its_topic_and_is_not_asked_for_more() -> None:
    text = shown(diagnose("ollama run llama3 fails on my Mac"))
    assert "mps-doctor explain ollama" in text
    assert "This is about Ollama" in text
    assert "collect_env" not in text


def test_a_known_error_text_that_says_too_little_leads_to_its_page() -> None:
    text = "Error: Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)"
    report = diagnose(text)
    assert report.verdict.status == "inconclusive"
    assert "mps-doctor explain kIOGPUCommandBufferCallbackErrorOutOfMemory" in shown(report)
    assert "mps-doctor explain" not in shown(diagnose("It does not work on my Mac."))


def test_lines_of_a_text_are_quoted_in_their_order() -> None:
    stated = failed(
        "reported-errors", "float64-unsupported", source="text", family="messages",
        evidence=("line 12: b", "torch: 2.9", "line 3: a", "line 20: c", "line 30: d"),
    )  # fmt: skip
    text = shown(report_of(stated, kind="pasted"))
    assert [text.index(f"line {number}") for number in (3, 12, 20)] == sorted(
        text.index(f"line {number}") for number in (3, 12, 20)
    )
    assert "line 30" not in text


def test_evidence_from_a_text_without_lines_is_quoted_too() -> None:
    stated = failed("reported-symptoms", "mps-op-crash", source="text", family="messages",
                  evidence=("it crashes at once",))  # fmt: skip
    assert "\n  it crashes at once\n" in shown(report_of(stated, kind="pasted"))


def test_a_mistake_of_the_program_is_no_limit_of_mps() -> None:
    report = diagnose("AssertionError: Torch not compiled with CUDA enabled\n")
    assert report.verdict.status == "limited"
    assert "The program has to change, not your environment" in shown(report)


def test_a_note_about_the_target_comes_first() -> None:
    report = report_of(failed("a", "torch-not-installed"), note="pip is another's")
    assert Paragraph("pip is another's", lead="Note") == view_report(report).blocks[0]


def test_what_was_ignored_is_listed_with_its_reason() -> None:
    from mps_doctor import run_checks

    report = run_checks(snapshot=samples.machine(samples.HEALTHY), ignore={"memory": "small"})
    assert "Ignored\n\n    memory: small\n" in shown(report, verbosity=1)


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


def environments(*statuses: str, kind: str = "interpreter") -> Document:
    names = {"healthy": samples.HEALTHY, "degraded": samples.DEGRADED, "sick": samples.ROSETTA,
             "linux": samples.LINUX, "sandbox": "agent-sandbox-without-sign"}  # fmt: skip
    reports = []
    for number, status in enumerate(statuses):
        report = samples.report(names[status if status != "quick" else "healthy"])
        if status == "quick":
            verdict = msgspec.structs.replace(report.verdict, status="unproven")
            report = msgspec.structs.replace(report, verdict=verdict)
        target = Target(kind=kind, name=f"env{number}", python=f"/env{number}/bin/python")  # type: ignore[arg-type]
        reports.append(msgspec.structs.replace(report, target=target))
    return view_environments(ReportList(reports=tuple(reports)))


@pytest.mark.parametrize(
    ("statuses", "headline", "advice"),
    [
        (("sick", "degraded", "healthy"), "2 of 3 environments can use the GPU",
         "Use:  /env2/bin/python"),
        (("sick", "sandbox"), "0 of 2 environments can use the GPU",
         "Repair:  mps-doctor fix --python /env0/bin/python"),
        (("sandbox", "linux"), "0 of 2 environments can use the GPU", ""),
        (("quick", "sick"), "1 of 2 environments have no known problem (not tested)",
         "Use:  /env0/bin/python"),
        (("linux", "linux"), "Not a Mac: MPS requires macOS (this is Ubuntu 24.04, x86_64)", ""),
    ],
)  # fmt: skip
def test_several_environments_end_in_one_recommendation(
    statuses: tuple[str, ...], headline: str, advice: str
) -> None:
    document = environments(*statuses)
    text = str(load("console").render(document, Screen(width=200)))
    assert document.headline == headline
    assert text.rstrip().endswith(advice)
    assert ("Use:" in text or "Repair:" in text) == bool(advice)
    assert len(parts_of(document)) == len(statuses)


def test_several_texts_are_counted() -> None:
    document = environments("sick", "healthy", kind="pasted")
    assert document.headline == "2 reports judged"
    assert not any("Use" in str(block) for block in document.blocks)


def test_cases_are_red_exactly_where_the_exit_code_is_1() -> None:
    for name in (samples.ROSETTA, samples.DEGRADED, samples.HEALTHY, samples.LINUX, "traceback"):
        document = view_report(samples.report(name))
        red = any(case.outcome in ("failed", "errored") for case in document.cases)
        assert red == (document.exit_code != 0), name
        assert len({(case.group, case.name) for case in document.cases}) == len(document.cases)
