"""Draws a story in any format: the console, Markdown, HTML, SVG, and what CI services read."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from xml.etree import ElementTree

from mps_doctor.features.bench.values import BenchReport
from mps_doctor.features.compare.values import CompareReport
from mps_doctor.features.fix.values import FixReport
from mps_doctor.features.plan.values import PlanReport
from mps_doctor.judgement.report import ToldDocument
from mps_doctor.render import format_json
from mps_doctor.render.format_github import Level, annotation, as_many_as_shown
from mps_doctor.render.markdown_text import code_block, code_span, prose, table_cell
from mps_doctor.render.page import Page
from mps_doctor.render.safe_text import (
    defused,
    in_ascii,
    in_xml,
    shortened,
    visible,
    visible_lines,
)
from mps_doctor.render.screen import Screen
from mps_doctor.render.shell import in_shell
from mps_doctor.render.story_html import draw_html, draw_picture
from mps_doctor.render.wrapping import cells, pad
from mps_doctor.views.story import (
    Bars,
    Block,
    Commands,
    Heading,
    Items,
    Quote,
    Say,
    Story,
    Table,
)

LONGEST_ANNOTATION = 2000
LONGEST_LINE = 300

LONGEST_BAR = 40
SHORTEST_BAR = 3


def render(document: ToldDocument, format: str, screen: Screen) -> str:
    """Return a document that is told in a format; raises ValueError for no format."""
    match format:
        case "json":
            return format_json.render(document, screen)
        case "jsonl":
            return format_json.in_one_line(document, screen) + "\n"
    if format not in DRAWN:
        raise ValueError(f"no format is called {format[:80]!r}")
    return DRAWN[format](_story(document, screen), screen)


def _story(document: ToldDocument, screen: Screen) -> Story:
    # Each run tells one kind of story.
    match document:
        case FixReport():
            from mps_doctor.views.tell_fix import tell_fix

            return tell_fix(document, screen)
        case CompareReport():
            from mps_doctor.views.tell_compare import tell_compare

            return tell_compare(document, screen)
        case PlanReport():
            from mps_doctor.views.tell_plan import tell_plan

            return tell_plan(document, screen)
        case BenchReport():
            from mps_doctor.views.tell_bench import tell_bench

            return tell_bench(document, screen)


def draw_console(story: Story, screen: Screen) -> str:
    """Return the story as a page of a terminal."""
    page = Page(screen)
    if screen.verbosity >= 0:
        page.parts(list(story.about), role="bold")
        for block in story.blocks:
            _say(page, block)
        page.blank()
    sign = story.sign
    lead = f"{page.sign(sign)}{sign.word}: "
    page.say(story.sentence, lead=lead, lead_role=sign.role, hang=2)
    return page.text()


def draw_blocks(blocks: Sequence[Block], screen: Screen) -> str:
    """Return some blocks alone, as the console shows them."""
    page = Page(screen)
    for block in blocks:
        _say(page, block)
    return page.text()


def _say(page: Page, block: Block) -> None:
    match block:
        case Heading():
            page.blank()
            sign = block.sign
            lead = f"{page.sign(sign)}{sign.word}  " if sign else ""
            page.say(block.text, lead=lead, role=sign.role if sign else "bold", hang=2)
        case Say():
            lead = f"{block.label}: " if block.label else ""
            page.say(block.text, lead=lead, lead_role="dim", indent=2)
        case Items():
            for number, (label, text) in enumerate(block.items, 1):
                mark = f"{number}. " if block.numbered else "- "
                page.say(
                    f"{label}: {text}" if label and text else label or text, lead=mark, indent=2
                )
        case Table():
            _say_table(page, block)
        case Bars():
            _say_bars(page, block)
        case Commands():
            if block.commands:
                page.say(f"{block.title}:", indent=2)
            for argv in block.commands:
                page.command(argv)
        case Quote():
            page.say(f"{block.title}:", indent=2)
            for line in block.lines:
                page.quote(line, indent=4)


def _say_table(page: Page, block: Table) -> None:
    rows = [tuple(page.shown(cell) for cell in row) for row in (block.head, *block.rows)]
    widths = [max(cells(row[column]) for row in rows) for column in range(len(block.head))]
    if sum(widths) + 2 * len(widths) <= page.width:
        for number, row in enumerate(rows):
            page.row([("", 0), *zip(row, widths, strict=True)], role="plain" if number else "dim")
        return
    for row in rows[1:]:
        first, *others = row
        said = "; ".join(
            f"{name} {cell}" for name, cell in zip(block.head[1:], others, strict=True) if cell
        )
        page.say(said, lead=f"- {first}: ", indent=2, hang=4)


def _say_bars(page: Page, block: Bars) -> None:
    """Draw bars on one scale with their words behind them; without room, the words alone."""
    if block.title:
        page.say(block.title, indent=2)
    labels = [page.shown(bar.label) for bar in block.bars]
    words = [[page.shown(word) for word in bar.words] for bar in block.bars]
    first = max(map(cells, labels), default=0)
    widths = [max(map(cells, column)) for column in zip(*words, strict=True)]
    while widths and page.width - 6 - first - _across(widths) < SHORTEST_BAR:
        widths.pop()
    if page.screen.plain or not widths:
        for label, said in zip(labels, words, strict=True):
            page.say(f"{label}: {', '.join(filter(None, said))}", indent=4, hang=6)
        return
    room = min(page.width - 6 - first - _across(widths), LONGEST_BAR)
    most = max(bar.value for bar in block.bars) or 1.0
    sign = "█" if page.screen.unicode else "#"
    for bar, label, said in zip(block.bars, labels, words, strict=True):
        drawn = sign * max(1, round(bar.value / most * room))
        shown = (word.rjust(width) for word, width in zip(said, widths, strict=False))
        page.bar(pad(label, first), pad(drawn, room), "  ".join(shown), beside=bar.beside)


def _across(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def draw_svg(story: Story, screen: Screen) -> str:
    """Return a picture that refers to nothing outside itself: of the bars, else of the console."""
    if any(isinstance(block, Bars) for block in story.blocks):
        return draw_picture(story, screen)
    # rich takes a while to load, and only this format needs it.
    from rich.console import Console
    from rich.text import Text

    from mps_doctor.render.format_svg import _without_references

    colored = screen.on_paper(color=True)
    page = Text.from_ansi(draw_console(story, colored).rstrip("\n"))
    widest = max((line.cell_len for line in page.split()), default=0)
    console = Console(
        record=True, width=max(screen.width, widest), file=io.StringIO(), legacy_windows=False
    )
    console.print(page, soft_wrap=True)
    text = console.export_svg(title="mps-doctor", code_format=_without_references())
    return in_xml(text.strip() + "\n", unicode=screen.unicode)


def draw_markdown(story: Story, screen: Screen) -> str:
    """Return the story as Markdown of GitHub's kind."""
    blocks = [
        f"### mps-doctor {story.kind}: {story.sign.glyph} {story.sign.word}",
        f"**{prose(story.sentence)}**",
    ]
    if screen.verbosity >= 0:
        blocks.append(" · ".join(map(code_span, filter(None, story.about))))
        blocks += [_markdown(block, screen) for block in story.blocks]
    text = "\n\n".join(block for block in blocks if block) + "\n"
    return text if screen.unicode else in_ascii(text)


def _markdown(block: Block, screen: Screen) -> str:
    match block:
        case Heading():
            sign = f"{block.sign.glyph} {block.sign.word}: " if block.sign else ""
            return f"#### {sign}{prose(block.text)}"
        case Say():
            return prose(f"{block.label}: {block.text}" if block.label else block.text)
        case Items():
            return "\n".join(
                f"{f'{number}.' if block.numbered else '-'} "
                + ": ".join(prose(part) for part in item if part)
                for number, item in enumerate(block.items, 1)
            )
        case Table():
            rows = [
                block.head,
                ("---",) * len(block.head),
                *(tuple(map(code_span, row)) for row in block.rows),
            ]
            return "\n".join(f"| {' | '.join(map(table_cell, row))} |" for row in rows)
        case Bars():
            bars = tuple((bar.label, *bar.words) for bar in block.bars)
            told = _markdown(Table(("", *block.columns), bars), screen)
            return f"{prose(block.title)}\n\n{told}" if block.title else told
        case Commands():
            shown = (in_shell(argv, unicode=screen.unicode) for argv in block.commands)
            return f"{prose(block.title)}:\n\n{code_block(shown, 'sh')}" if block.commands else ""
        case Quote():
            return f"{prose(block.title)}:\n\n{code_block(block.lines)}"


def draw_line(story: Story, screen: Screen) -> str:
    """Return one line for a chat or a log."""
    about = ", ".join(filter(None, story.about))
    parts = [f"{story.kind} {story.sign.word}", story.sentence, about]
    text = "mps-doctor: " + " | ".join(shortened(part, LONGEST_LINE) for part in parts if part)
    shown = defused(visible(text))
    return f"{shown if screen.unicode else in_ascii(shown)}\n"


def draw_junit(story: Story, screen: Screen) -> str:
    """Return a suite whose first case is the whole, followed by one case for each part."""
    root = ElementTree.Element("testsuites", name="mps-doctor")
    name = visible(f"{story.kind}: {', '.join(filter(None, story.about))}")
    suite = ElementTree.SubElement(root, "testsuite", name=name, time=f"{story.seconds:.3f}")
    whole = ElementTree.SubElement(
        suite, "testcase", classname=f"mps-doctor.{story.kind}", name=story.kind
    )
    counted = 0
    if story.exit_code:
        counted += 1
        _failure(whole, story.sign.word, story.sentence)
    skipped = 0
    for case in story.cases:
        item = ElementTree.SubElement(
            suite, "testcase", classname=f"mps-doctor.{story.kind}", name=visible(case.name)
        )
        if case.skipped:
            skipped += 1
            ElementTree.SubElement(item, "skipped", message=visible(case.message))
        elif case.failed and story.exit_code:
            counted += 1
            _failure(item, "failed", case.message)
    for holder in (root, suite):
        holder.set("tests", str(len(story.cases) + 1))
        holder.set("failures", str(counted))
        holder.set("errors", "0")
    suite.set("skipped", str(skipped))
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'
    return in_xml(text, unicode=screen.unicode)


def _failure(case: ElementTree.Element, type: str, message: str) -> None:
    failure = ElementTree.SubElement(case, "failure", type=type, message=visible(message))
    failure.text = "\n".join(visible_lines(message))


def draw_github(story: Story, screen: Screen) -> str:
    """Return annotations for a workflow of GitHub Actions: the whole, then what failed."""
    level: Level = "error" if story.exit_code else "notice"
    title = f"mps-doctor {story.kind}: {story.sign.word}"
    commands = [annotation(level, title, shortened(story.sentence, LONGEST_ANNOTATION), screen)]
    commands += [
        annotation(
            "error" if story.exit_code else "warning",
            case.name,
            shortened(case.message, LONGEST_ANNOTATION),
            screen,
        )
        for case in story.cases
        if case.failed
    ]
    return as_many_as_shown(commands, screen)


DRAWN: dict[str, Callable[[Story, Screen], str]] = {
    "console": draw_console,
    "line": draw_line,
    "markdown": draw_markdown,
    "junit": draw_junit,
    "github": draw_github,
    "html": draw_html,
    "svg": draw_svg,
}
