"""console: for a person at a terminal; the problem first, the verdict last."""

from __future__ import annotations

from mps_doctor.fixes.fix import Argv, Fix
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.report import Document, ErrorReport, Report, ReportList
from mps_doctor.render.page import Page
from mps_doctor.render.safe_text import shortened
from mps_doctor.render.screen import Screen
from mps_doctor.render.signs import OUTCOMES, STATUSES, Role, Sign, sign_of
from mps_doctor.render.wrapping import cells, pad
from mps_doctor.views import reading, subject

MOST_EVIDENCE = 8
"""Lines of evidence of one problem; `--verbose` shows all of them."""
LONGEST_EVIDENCE = 600
"""Characters of one of these lines."""

MOST_CONSEQUENCES = 5
MOST_MISSING_FACTS = 6

NARROW = 60
"""Below this, a second line of a table begins at the left."""

SLOW_SECONDS = 0.1
"""From here the time of a check is worth telling."""


def render(document: Document, screen: Screen) -> str:
    """Return the document as a page of this screen."""
    page = Page(screen)
    match document:
        case ErrorReport():
            say_error(page, document)
        case ReportList():
            # Only a comparison of environments needs the table.
            from mps_doctor.render.environment_table import say_table

            say_table(page, document)
        case Report():
            say_report(page, document)
    return page.text()


def say_error(page: Page, document: ErrorReport) -> None:
    """Add why the run could not start."""
    page.say(document.error.message, lead="mps-doctor: ", lead_role="error")
    if document.error.hint:
        page.say(document.error.hint, lead="  ")


def say_report(page: Page, report: Report) -> None:
    """Add one report: who, the problems, what is fine, the verdict."""
    if page.screen.verbosity < 0:
        say_verdict(page, report)
        return
    say_subject(page, report)
    problems = reading.problems_of(report)
    for problem in problems:
        page.blank()
        say_problem(page, problem)
    for result in reading.broken_checks_of(report):
        page.blank()
        say_broken_check(page, result)
    for problem in reading.advice_of(report):
        page.blank()
        say_advice(page, problem, brief=bool(problems))
    page.blank()
    if page.screen.verbosity > 0:
        say_every_result(page, report)
    else:
        say_families(page, report)
    say_what_is_unknown(page, report)
    if report.measurements.deep:
        # Only the deep level has it.
        from mps_doctor.render.matrix_table import say_matrix

        say_matrix(page, report.measurements.deep, every=page.screen.verbosity > 0)
    page.blank()
    say_verdict(page, report)


def say_subject(page: Page, report: Report) -> None:
    """Add which Python, torch and Mac this is about, and why this one."""
    page.parts(subject.name_subject(report), role="bold")
    if why := subject.why_chosen(report):
        page.say(why, role="dim")
    if report.target.note:
        page.say(report.target.note, lead="Note: ", lead_role="warning")


def say_problem(page: Page, problem: reading.Problem) -> None:
    """Add one failed check: what is wrong, the evidence, what to do, how to prove it."""
    result = problem.result
    _say_what_failed(page, result)
    _say_have_and_need(page, result)
    # What is had is often the evidence too: once is enough.
    _say_evidence(page, tuple(line for line in result.evidence if line != result.have))
    if problem.consequences:
        most = len(problem.consequences) if page.screen.verbosity > 0 else MOST_CONSEQUENCES
        follows = reading.name_some(problem.consequences, most, "checks")
        page.say(f"{follows}.", lead="Not checked because of this: ", indent=2, hang=4)
    if result.fixes and problem.fix_shown_before:
        page.say(f"{result.fixes[0].summary}, as above.", lead="Fix: ", lead_role="bold", indent=2)
    elif result.fixes:
        best, *others = result.fixes
        say_fix(page, best)
        for other in others:
            _say_alternative(page, other, best)
    page.command(("mps-doctor", "explain", reading.page_about(result)), lead="More: ", indent=2)


def say_advice(page: Page, problem: reading.Problem, *, brief: bool) -> None:
    """Add advice, which is no finding: in full where every result is asked for, else in short.

    Beside what is wrong it has one line.
    """
    result = problem.result
    if page.screen.verbosity > 0:
        say_problem(page, problem)
        return
    if brief:
        sign = sign_of(result)
        lead = f"{page.sign(sign)}{sign.word}{beside(page)}"
        page.say(result.message, lead=lead, lead_role=sign.role, hang=2)
        return
    _say_what_failed(page, result)
    if result.fixes:
        say_fix(page, result.fixes[0])


def say_fix(page: Page, fix: Fix, *, word: str = "Fix: ") -> None:
    """Add a fix: its commands or steps, what they need and risk, and the proof."""
    page.say(reading.summary_of(fix), lead=word, lead_role="bold", indent=2)
    _say_commands(page, fix.commands)
    for number, step in enumerate(fix.steps, 1):
        page.say(step, lead=f"{number}. ", indent=4)
    if fix.verify:
        page.say("Then check:", indent=2)
        _say_commands(page, fix.verify)
    if fix.undo and page.screen.verbosity > 0:
        page.say("To undo it:", indent=2)
        _say_commands(page, fix.undo)


def say_broken_check(page: Page, result: Result) -> None:
    """Add a check that broke: the doctor's own fault, or a plug-in's."""
    sign = sign_of(result)
    lead = f"{page.sign(sign)}{sign.word}{beside(page)}"
    page.say(f"{result.check}: {result.message}", lead=lead, role=sign.role, hang=2)
    page.say(
        "This is a fault of mps-doctor or of a plug-in, not of your Mac; please report it, "
        "with the output of `mps-doctor snapshot`.",
        indent=2,
    )


def say_families(page: Page, report: Report) -> None:
    """Add a line for each family in which nothing is wrong."""
    families = reading.families_told_of(report)
    signs = [_sign_of_family(page, OUTCOMES[line.outcome]) for line in families]
    widest_sign = max(map(len, signs), default=0)
    widest_name = max((cells(page.shown(line.family)) for line in families), default=0)
    hang = 4 if page.width < NARROW else None
    for line, sign in zip(families, signs, strict=True):
        lead = f"{sign.ljust(widest_sign)} {pad(page.shown(line.family), widest_name)}  "
        role: Role = "plain" if line.outcome == "passed" else "dim"
        lead_role = OUTCOMES[line.outcome].role
        page.say(line.fact, lead=lead, lead_role=lead_role, role=role, hang=hang)


def say_every_result(page: Page, report: Report) -> None:
    """Add every result with its evidence and, where it is slow, its time."""
    for result in report.results:
        sign = sign_of(result)
        slow = f" ({subject.format_seconds(result.seconds)})" if _is_slow(result) else ""
        about = f"{result.family}/{result.check}: {sign.word}{slow}"
        page.say(about, lead=page.sign(sign), lead_role=sign.role)
        if result.outcome in ("failed", "errored"):
            continue  # told in full above
        if result.message:
            page.say(result.message, indent=4)
        _say_have_and_need(page, result, indent=4)
        for line in result.evidence:
            page.quote(line, lead="- ", indent=4)
    for ignored in report.ignored:
        page.say(f"{ignored.check}: {ignored.reason}", lead="ignored  ", lead_role="dim")


def say_what_is_unknown(page: Page, report: Report) -> None:
    """Add the facts that would decide, where too few are known."""
    missing = reading.missing_facts_of(report)
    if report.verdict.status != "inconclusive" or not missing:
        return
    shown = missing if page.screen.verbosity > 0 else missing[:MOST_MISSING_FACTS]
    page.blank()
    page.say("These facts would decide:")
    for fact, reason in shown:
        page.say(f"{fact} ({reason})" if reason else fact, lead="- ", indent=2)
    if hidden := len(missing) - len(shown):
        page.say(f"({hidden} more with --verbose)", role="dim", indent=4)


def say_verdict(page: Page, report: Report) -> None:
    """Add the last line: one word, one sentence, and the numbers that prove health."""
    verdict = report.verdict
    sign = STATUSES[verdict.status]
    numbers = subject.describe_smoke(report.facts.smoke) if verdict.status == "healthy" else ""
    sentence = verdict.sentence
    if numbers:
        sentence = f"{sentence.rstrip('.')} ({numbers})."
    lead = f"{page.sign(sign)}{sign.word}: "
    page.say(sentence, lead=lead, lead_role=sign.role, hang=2)


def _say_what_failed(page: Page, result: Result) -> None:
    sign = sign_of(result)
    lead = f"{page.sign(sign)}{sign.word}{beside(page)}"
    page.say(f"{result.check}: {result.cause or 'no cause'}", lead=lead, role=sign.role, hang=2)
    page.say(result.message, indent=2)


def _say_have_and_need(page: Page, result: Result, *, indent: int = 2) -> None:
    if result.have:
        page.say(result.have, lead="have  ", lead_role="dim", indent=indent)
    if result.need:
        page.say(result.need, lead="need  ", lead_role="dim", indent=indent)


def _say_evidence(page: Page, evidence: tuple[str, ...]) -> None:
    shown = evidence if page.screen.verbosity > 0 else evidence[:MOST_EVIDENCE]
    lead = "seen  "
    for line in shown:
        text = line if page.screen.verbosity > 0 else shortened(line, LONGEST_EVIDENCE)
        page.quote(text, lead=lead, indent=2)
        lead = " " * len(lead)
    if hidden := len(evidence) - len(shown):
        page.say(f"({hidden} more with --verbose)", lead=lead, role="dim", indent=2)


def _say_alternative(page: Page, fix: Fix, best: Fix) -> None:
    if page.screen.verbosity > 0:
        say_fix(page, fix, word="Or: ")
    else:
        other, terms = reading.alternative_of(fix, best), reading.terms_of(fix)
        more = f" ({terms}; see --verbose)" if terms else ""
        page.say(f"{other}{more}", lead="Or: ", indent=2)


def _say_commands(page: Page, commands: tuple[Argv, ...]) -> None:
    for argv in commands:
        page.command(argv)


def _is_slow(result: Result) -> bool:
    return result.seconds >= SLOW_SECONDS


def beside(page: Page) -> str:
    """Return what separates a lead from its text: a comma where it may be read aloud."""
    return ", " if page.screen.plain else "  "


def _sign_of_family(page: Page, sign: Sign) -> str:
    return f"{sign.word}:" if page.screen.plain else page.sign(sign, "")
