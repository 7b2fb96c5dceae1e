"""Every page in a real browser: nothing is fetched or refused, and it can be read everywhere."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attacks
import pytest
import report_samples
from click.testing import CliRunner

from mps_doctor.cli import main as cli
from mps_doctor.features.compare.compare import compare, read_examination
from mps_doctor.features.examination import run_checks
from mps_doctor.features.fix.fix import plan_fix_of_snapshot
from mps_doctor.features.fleet.hosts import write_answer
from mps_doctor.features.plan.forecast import Wish, plan_upgrade
from mps_doctor.render import Screen, render
from mps_doctor.views import format_story

pytestmark = pytest.mark.full

MACHINES = Path(__file__).resolve().parents[1] / "machines"
SICK = MACHINES / "torchvision-mismatch.json"
DEEP = MACHINES / "deep-wrong-results.json"

HOSTILE = {name: text for name, text in attacks.ATTACKS.items() if name != "surrogate"}
"""Texts that the answer of a host can hold: JSON holds no half of a surrogate pair."""

Show = Callable[..., Any]


def html_of(document: Any) -> str:
    return render(document, "html", Screen())


def told(document: Any) -> str:
    return format_story.render(document, "html", Screen())


def planned() -> str:
    report = read_examination(SICK)
    return told(plan_upgrade(report.facts, Wish("2.15"), report.target))


def compared() -> str:
    return told(compare(read_examination(DEEP), read_examination(SICK)))


def fleet(folder: Path, hosts: int = 30) -> str:
    """Return the page on many hosts, some of them with hostile texts."""
    for number in range(hosts):
        (folder / f"mac{number}.json").write_bytes((DEEP if number % 2 else SICK).read_bytes())
    for name, text in HOSTILE.items():
        write_answer(folder, f"{name}{text}", reason="refused", message=f"</script>{text}")
    words = ["fleet", "report", str(folder), "--format", "html", "-o", str(folder / "page.html")]
    CliRunner().invoke(cli.program, words)
    return (folder / "page.html").read_text(encoding="utf-8")


PAGES: dict[str, Callable[[], str]] = {
    **{
        name: lambda document=document: html_of(document)
        for name, document in report_samples.DOCUMENTS.items()
    },
    "deep-machine": lambda: html_of(run_checks(snapshot=DEEP, level="deep")),
    "bench": lambda: told(report_samples.BENCH),
    "fix": lambda: told(plan_fix_of_snapshot(SICK)),
    "plan": planned,
    "compare": compared,
    "attack-html": lambda: html_of(
        attacks.attacked(report_samples.DEEP, attacks.ATTACKS["html"])
    ),
    "attack-long": lambda: html_of(
        attacks.attacked(report_samples.DEEP, attacks.ATTACKS["long"])
    ),
    "attack-wide": lambda: told(
        attacks.attacked(report_samples.BENCH, attacks.ATTACKS["wide"])
    ),
}  # fmt: skip

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

OPEN_ALL = "for (const part of document.querySelectorAll('details')) part.open = true"

LOW_CONTRAST = """() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).slice(0, 3).map((part) => {
      const c = part / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$|transparent/.test(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const poor = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || node.matches("script, title") || !node.checkVisibility()) continue;
    const style = getComputedStyle(node);
    const sign = node.matches(".matrix .mark.error");
    const ink = node.ownerSVGElement ? style.fill : style.color;
    const ground = sign ? getComputedStyle(node.previousElementSibling).fill : behind(node);
    const [a, b] = [light(ink), light(ground)].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) poor.push(node.tagName + " " + node.textContent);
  }
  return poor;
}"""
"""Texts whose contrast is below what WCAG 2.2 asks for at level AA (criterion 1.4.3)."""


def brightness(png: bytes) -> tuple[float, int]:
    """Return how bright a picture is, from 0 to 1, and how many colours it has."""
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(png)).convert("RGB")
    colors = image.getcolors(maxcolors=1 << 24)
    total = sum(count * sum(color) for count, color in colors)
    return total / (255 * 3 * image.width * image.height), len(colors)


def assert_it_can_be_read(show: Show, html: str) -> None:
    seen = show(html)
    page = seen.page
    for width in (360, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OVERFLOW) <= 0, width
        pictures = {}
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            pictures[scheme] = brightness(page.screenshot())
            assert pictures[scheme][1] > 8  # letters have many shades
        assert pictures["light"][0] > 0.7 > 0.4 > pictures["dark"][0]
    page.evaluate(OPEN_ALL)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(LOW_CONTRAST) == [], scheme
    for width in (360, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OVERFLOW) <= 0, width
    assert seen.misdeeds() == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_for_nothing_and_can_be_read(name: str, show: Show) -> None:
    assert_it_can_be_read(show, PAGES[name]())


def test_the_page_on_many_hosts(show: Show, tmp_path: Path) -> None:
    html = fleet(tmp_path)
    assert_it_can_be_read(show, html)
    seen = show(html)
    rows = seen.page.locator("#body tr.host")
    hosts = rows.count()
    assert hosts == 30 + len(HOSTILE)
    seen.page.fill("#filter", "torch-companion-version-mismatch")
    assert 0 < rows.count() < hosts
    seen.page.fill("#filter", "no such words")
    assert rows.count() == 0
    seen.page.fill("#filter", "")
    for head in seen.page.locator("th button").all():
        head.click()
        assert rows.count() == hosts
    rows.first.press("Enter")
    assert seen.page.locator("tr.opened").count() == 1
    seen.page.locator("[data-filter]").first.click()
    assert 0 < rows.count() < hosts
    assert seen.misdeeds() == []


@pytest.mark.parametrize("name", ["rosetta", "deep"])
def test_on_paper_nothing_is_folded_away(name: str, show: Show) -> None:
    seen = show(html_of(report_samples.REPORTS[name]))
    assert seen.page.pdf(format="A4").startswith(b"%PDF")
    seen.page.emulate_media(media="print", color_scheme="dark")
    assert brightness(seen.page.screenshot())[0] > 0.7  # paper is white on any screen
    every_check = seen.page.locator("details.all td code")
    assert every_check.count() == len(report_samples.REPORTS[name].results)
    assert all(place.is_visible() for place in every_check.all())


@pytest.mark.parametrize("name", ["rosetta", "deep", "bench"])
def test_each_drawing_has_a_name_for_those_who_cannot_see_it(name: str, show: Show) -> None:
    drawings = show(PAGES[name]()).page.locator("main svg:not(svg svg)")
    assert drawings.count() > 0
    for drawing in drawings.all():
        assert drawing.get_attribute("role") == "img"
        assert len(drawing.get_attribute("aria-label")) > 20


@pytest.mark.parametrize(
    "svg",
    [
        pytest.param(lambda: render(report_samples.ROSETTA, "svg", Screen()), id="report"),
        pytest.param(
            lambda: format_story.render(report_samples.BENCH, "svg", Screen()), id="bench"
        ),
    ],
)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_is_drawn_by_itself(svg: Callable[[], str], scheme: str, show: Show) -> None:
    data = base64.b64encode(svg().encode()).decode()
    seen = show(f'<img src="data:image/svg+xml;base64,{data}" alt="">', scheme=scheme)
    image = seen.page.locator("img")
    assert image.evaluate("image => image.complete && image.naturalWidth") > 0
    assert brightness(image.screenshot())[1] > 20
    assert seen.misdeeds() == []


def test_in_a_notebook_its_style_stays_its_own(show: Show) -> None:
    report = report_samples.DEEP._repr_html_()
    seen = show(f"<p id='a'>before</p>{report}<p id='b'>after</p><svg id='c'></svg>")
    alone = show("<p id='a'>before</p><p id='b'>after</p><svg id='c'></svg>")
    for place in "abc":
        kept = ("color", "font-size", "margin", "background-color", "display", "fill")
        for name in kept:
            script = f"node => getComputedStyle(node).getPropertyValue('{name}')"
            assert seen.page.locator(f"#{place}").evaluate(script) == alone.page.locator(
                f"#{place}"
            ).evaluate(script)
    assert seen.page.evaluate(OVERFLOW) <= 0
    assert seen.misdeeds() == []


@pytest.mark.parametrize(
    ("body", "noticed"),
    [
        ("<script>document.title = 'x'</script>", "script-src"),
        ("<p style='color: red'>x</p>", "style-src"),
        ("<img src='https://elsewhere.example/x.png' alt=''>", "img-src"),
    ],
)
def test_a_page_that_breaks_its_policy_is_noticed(body: str, noticed: str, show: Show) -> None:
    page = html_of(report_samples.HEALTHY)
    assert noticed in " ".join(show(page.replace("</main>", f"{body}</main>")).misdeeds())


def test_requests_width_and_pale_letters_are_noticed(show: Show) -> None:
    seen = show(
        "<body style='margin:0'><main><p style='width: 3000px'>x</p><p style='color: #bbb'>pale</p>"
        "<img src='https://elsewhere.example/x.png' alt=''></main>"
    )
    assert seen.page.evaluate(OVERFLOW) > 1000
    assert seen.page.evaluate(LOW_CONTRAST) == ["P pale"]
    assert "https://elsewhere.example/x.png" in seen.misdeeds()
