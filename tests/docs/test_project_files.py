"""The files around the project agree with one another."""

import re
from pathlib import Path

import project
import run_screen

from mps_doctor.knowledge import distribution

ROOT = Path(__file__).resolve().parents[2]


def test_version_and_address_are_the_same_everywhere() -> None:
    stated = project.metadata()
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {stated['version']}\n" in citation
    assert f"repository-code: {stated['urls']['Repository']}\n" in citation
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changelog, flags=re.M)
    assert newest
    assert newest[1] == stated["version"]


def test_every_page_installs_it_from_where_it_is() -> None:
    assert f"git+{project.metadata()['urls']['Repository']}" == distribution.SOURCE
    written = (page for page in (ROOT / "docs").rglob("*.md") if "reference" not in page.parts)
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *written]
    pattern = r"(?:pip|pipx|uv tool|uv pip) install[^\n]*?(mps-doctor(?:\[(\w+)\])?[^'`\n]*)"
    named = [match for page in pages for match in re.finditer(pattern, page.read_text("utf-8"))]
    assert len(named) >= 4
    for match in named:
        assert match[1] == distribution.requirement(match[2] or "")


def test_the_screen_in_the_readme_is_what_the_program_writes() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```text\n\$ (mps-doctor [^\n]*)\n(.*?)^```$", readme, flags=re.M | re.S)
    assert shown
    count = re.compile(r"(?<=skipped, and )\d+(?= more)")  # a new check may change it
    for command, text in shown:
        written = run_screen.run(command, color=False).text
        assert count.sub("…", written) == count.sub("…", text)
