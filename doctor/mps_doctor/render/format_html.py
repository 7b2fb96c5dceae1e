"""html: one self-contained page; nothing is fetched, nothing runs in it."""

from __future__ import annotations

from mps_doctor.fixes.fix import Fix
from mps_doctor.judgement.checking import Result
from mps_doctor.judgement.report import Document, ErrorReport, Report, ReportList
from mps_doctor.render.html_matrix import draw_matrix
from mps_doctor.render.html_page import page_style, write_page
from mps_doctor.render.html_route import draw_route
from mps_doctor.render.html_text import Html, element, joined, lines, listed, prose, table
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.render.signs import STATUSES, Sign, sign_of
from mps_doctor.views import reading, subject


def render(document: Document, screen: Screen) -> str:
    """Return the document as a page."""
    match document:
        case ErrorReport():
            title = "mps-doctor: error"
            body = joined(element("h1", document.error.message), element("p", document.error.hint))
        case ReportList():
            title = "mps-doctor: environments"
            body = joined(_comparison(document), *map(_folded, document.reports))
        case Report():
            title = f"mps-doctor: {STATUSES[document.verdict.status].word}"
            body = _article(document)
    tool = document.tool
    footer = element("footer", f"{tool.name} {tool.version}")
    return write_page(title, joined(element("main", body), footer), screen)


def render_fragment(report: Report) -> Html:
    """Return a report as part of another page (a notebook), with its style for itself alone."""
    # Nested, the rules reach no further than this element; the page's own root is this element.
    own = page_style().replace(":root", "&").replace("\nbody {", "\n& {")
    return Html(
        f'<div class="mps-doctor"><style>.mps-doctor {{\n{own}}}</style>'
        f"{element('main', _article(report))}</div>"
    )


def _article(report: Report) -> Html:
    problems = (*reading.problems_of(report), *reading.advice_of(report))
    return element(
        "article",
        _verdict(report),
        _subject(report),
        element("section", element("h2", "From the facts to the verdict"), draw_route(report)),
        *map(_problem, problems),
        *map(_broken_check, reading.broken_checks_of(report)),
        _missing(report),
        draw_matrix(report.measurements.deep),
        _every_result(report),
        element("p", f"Examined {report.started}, in {report.seconds:.1f} s.", class_="dim"),
    )


def _folded(report: Report) -> Html:
    """One of several reports: the table above has said how it ends."""
    summary = element("summary", f"{report.target.name}: {STATUSES[report.verdict.status].word}")
    return element("details", summary, _article(report), class_="one")


def _verdict(report: Report) -> Html:
    sign = STATUSES[report.verdict.status]
    numbers = subject.describe_smoke(report.facts.smoke)
    proof = element("p", numbers) if numbers and report.verdict.status == "healthy" else Html("")
    return element(
        "header",
        element("h1", _badge(sign)),
        element("p", prose(report.verdict.sentence), class_="sentence"),
        proof,
        class_=f"verdict {sign.role}",
    )


def _subject(report: Report) -> Html:
    parts = [*subject.name_subject(report), subject.why_chosen(report), report.target.note]
    return listed("ul", [part for part in parts if part], class_="subject")


def _problem(problem: reading.Problem) -> Html:
    result = problem.result
    parts: list[str] = [
        element("h2", _badge(sign_of(result)), " ", element("code", result.cause or "")),
        element("p", prose(result.message)),
        _have_and_need(result),
    ]
    if result.evidence:
        parts.append(element("h3", "Evidence"))
        parts.append(element("pre", lines(*result.evidence)))
    if problem.consequences:
        parts.append(
            element("p", f"Not checked because of this: {', '.join(problem.consequences)}.")
        )
    if result.fixes and problem.fix_shown_before:
        parts.append(element("h3", f"Fix: {result.fixes[0].summary}, as above"))
    elif result.fixes:
        best, *others = result.fixes
        parts.append(_fix(best, "Fix"))
        for other in others:
            name = reading.alternative_of(other, best)
            parts.append(
                element("details", element("summary", f"Or: {name}"), _fix(other, "Instead"))
            )
    more = element("code", in_shell(("mps-doctor", "explain", reading.page_about(result))))
    parts.append(element("p", "More: ", more))
    return element("section", *parts, class_=f"problem {sign_of(result).role}")


def _have_and_need(result: Result) -> Html:
    pairs = (("have", result.have), ("need", result.need))
    rows = [joined(element("dt", word), element("dd", value)) for word, value in pairs if value]
    return element("dl", *rows) if rows else Html("")


def _fix(fix: Fix, word: str) -> Html:
    parts: list[str] = [element("h3", f"{word}: {fix.summary}")]
    if terms := reading.terms_of(fix):
        parts.append(element("p", f"It {terms}.", class_="dim"))
    if fix.commands:
        parts.append(element("pre", lines(*map(in_shell, fix.commands))))
    parts.append(listed("ol", [prose(step) for step in fix.steps]))
    if fix.verify:
        parts.append(element("p", "Then check:"))
        parts.append(element("pre", lines(*map(in_shell, fix.verify))))
    return joined(*parts)


def _broken_check(result: Result) -> Html:
    return element(
        "section",
        element("h2", _badge(sign_of(result)), " ", element("code", result.check)),
        element("p", result.message),
        element("p", "A fault of mps-doctor or of a plug-in, not of the Mac; please report it."),
        class_="problem error",
    )


def _missing(report: Report) -> Html:
    missing = reading.missing_facts_of(report)
    if report.verdict.status != "inconclusive" or not missing:
        return Html("")
    items: list[str] = [f"{fact} ({reason})" if reason else fact for fact, reason in missing]
    return element("section", element("h2", "These facts would decide"), listed("ul", items))


def _every_result(report: Report) -> Html:
    rows: list[list[str]] = [
        [
            _badge(sign_of(result)),
            element("code", f"{result.family}/{result.check}"),
            result.message or ", ".join(result.because_of),
            result.have,
        ]
        for result in report.results
    ]
    ignored = [f"{item.check}: {item.reason}" for item in report.ignored]
    return element(
        "details",
        element("summary", f"Every check ({len(rows)})"),
        element("div", table(["", "check", "message", "have"], rows), class_="wide"),
        joined(element("p", "Ignored:"), listed("ul", ignored)) if ignored else Html(""),
        class_="all",
    )


def _comparison(document: ReportList) -> Html:
    rows: list[list[str]] = [
        [
            _badge(STATUSES[report.verdict.status]),
            report.target.name,
            subject.name_python(report.facts.python),
            subject.name_torch(report.facts),
            element("code", report.verdict.cause or ""),
        ]
        for report in document.reports
    ]
    head = ["verdict", "environment", "Python", "torch", "cause"]
    return joined(element("h1", "Environments"), element("div", table(head, rows), class_="wide"))


def _badge(sign: Sign) -> Html:
    glyph = element("span", sign.glyph, aria_hidden="true")
    return element("span", glyph, " ", sign.word, class_=f"badge {sign.role}")
