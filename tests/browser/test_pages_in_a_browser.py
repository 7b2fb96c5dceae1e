"""Every page in a real browser: nothing is fetched or refused, and it can be read everywhere."""

import contextlib
import io
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import samples
from attacks import ATTACKS, attacked
from documents import EVERY_BLOCK, all_documents

from mps_doctor.render import Screen, load
from mps_doctor.views.document import Document, Records

pytestmark = pytest.mark.full

Show = Callable[..., Any]

ADDRESS = "https://page.example/"

NAMES = ("chromium", "chromium-browser", "google-chrome")

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)

NOTE_VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(event.violatedDirective + " " + event.blockedURI);
});
"""


@dataclass
class Seen:
    """A page in the browser, and what it did beside being shown."""

    page: Any
    asked: list[str] = field(default_factory=list)
    """Addresses other than its own."""
    said: list[str] = field(default_factory=list)
    """What came to the console, and errors of scripts."""

    def misdeeds(self) -> list[str]:
        """Return all that a page of ours must not do."""
        return [*self.asked, *self.said, *self.page.evaluate("window.violations")]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Return Chromium without a window, started once."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(f"no browser on PATH: none of {', '.join(NAMES)}")
    with api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def show(browser: Any) -> Iterator[Any]:
    """Return a function that opens a text as a page: `show(html, scheme="dark")`."""
    with contextlib.ExitStack() as stack:

        def open_page(html: str, *, scheme: str = "light") -> Seen:
            context = browser.new_context(color_scheme=scheme)
            stack.callback(context.close)
            context.add_init_script(NOTE_VIOLATIONS)
            seen = Seen(context.new_page())

            def answer(route: Any) -> None:
                if route.request.url == ADDRESS:
                    route.fulfill(body=html, content_type="text/html; charset=utf-8")
                else:
                    seen.asked.append(route.request.url)
                    route.abort()

            context.route("**/*", answer)
            seen.page.on("console", lambda message: seen.said.append(message.text))
            seen.page.on("pageerror", lambda error: seen.said.append(str(error)))
            seen.page.goto(ADDRESS)
            return seen

        yield open_page


def page(document: Document) -> str:
    return str(load("html").render(document, Screen()))


PAGES = {
    **all_documents(),
    "attack-html": attacked(EVERY_BLOCK, ATTACKS["html"]),
    "attack-long": attacked(EVERY_BLOCK, ATTACKS["long"]),
    "attack-wide": attacked(EVERY_BLOCK, ATTACKS["wide"]),
}

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
    const [a, b] = [light(style.color), light(behind(node))].sort((x, y) => y - x);
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
    for width in (390, 1000):
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
    for width in (390, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(OVERFLOW) <= 0, width
    assert seen.misdeeds() == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_for_nothing_and_can_be_read(name: str, show: Show) -> None:
    assert_it_can_be_read(show, page(PAGES[name]))


def test_records_can_be_searched_sorted_and_opened(show: Show) -> None:
    (records,) = (block for block in EVERY_BLOCK.blocks if isinstance(block, Records))
    seen = show(page(EVERY_BLOCK))
    rows = seen.page.locator("#body tr.record")
    assert rows.count() == len(records.records)
    seen.page.fill("#filter", "mac2")
    assert rows.count() == 1
    seen.page.fill("#filter", "no such words")
    assert rows.count() == 0
    seen.page.fill("#filter", "")
    seen.page.locator("#table th button").first.click()
    assert rows.first.inner_text().startswith("=mac2")
    seen.page.locator("#table th button").first.click()
    assert rows.first.inner_text().startswith("mac1")
    rows.first.press("Enter")
    assert "pip install torch" in seen.page.locator("tr.opened").inner_text()
    rows.first.press("Enter")
    assert seen.page.locator("tr.opened").count() == 0
    seen.page.locator("[data-filter]").first.click()
    assert seen.page.locator("#filter").input_value() == "=cause"
    assert seen.misdeeds() == []


def test_a_command_is_copied_as_one_line_and_parts_no_option(show: Show) -> None:
    seen = show(page(all_documents()[samples.ROSETTA]))
    seen.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    seen.page.locator("button.copy").first.click()
    copied = seen.page.evaluate("navigator.clipboard.readText()")
    command = samples.report(samples.ROSETTA).verdict.prescription[0].commands[0]
    assert copied.split() == [f"'{word}'" if "<" in word else word for word in command]
    assert "\n" not in copied
    seen.page.set_viewport_size({"width": 390, "height": 800})
    script = "parts => parts.filter(p => p.getClientRects().length > 1).map(p => p.textContent)"
    assert seen.page.locator(".code pre span").evaluate_all(script) == []


def test_on_paper_nothing_is_folded_away(show: Show) -> None:
    seen = show(page(all_documents()[samples.ROSETTA]))
    assert seen.page.pdf(format="A4").startswith(b"%PDF")
    seen.page.emulate_media(media="print", color_scheme="dark")
    assert brightness(seen.page.screenshot())[0] > 0.7  # paper is white on any screen
    checks = seen.page.locator(".rows ul code")
    assert checks.count() >= len(samples.report(samples.ROSETTA).results)
    assert all(place.is_visible() for place in checks.all())
