"""A real Chromium that gets our pages and nothing else, and notes all that it asks and says."""

import contextlib
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[1] / "render"))

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
