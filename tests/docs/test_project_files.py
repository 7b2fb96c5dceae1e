"""The files around the project agree with one another."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pictures
import project
import pytest

from mps_doctor import run_checks
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
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    pattern = r"(?:pip|pipx|uv tool|uv pip) install[^\n]*?(mps-doctor(?:\[(\w+)\])?[^'`\n]*)"
    named = [match for page in pages for match in re.finditer(pattern, page.read_text("utf-8"))]
    assert len(named) >= 4
    for match in named:
        assert match[1] == distribution.requirement(match[2] or "")


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_the_readme_shows_a_picture_of_the_verdict(name: str) -> None:
    """The words may age; the verdict and its cause may not."""
    assert f"docs/images/{name}.svg" in (ROOT / "README.md").read_text(encoding="utf-8")
    text = (ROOT / "docs" / "images" / f"{name}.svg").read_text(encoding="utf-8")
    shown = "".join(ET.fromstring(text).itertext())
    report = run_checks(snapshot=project.MACHINES / f"{pictures.PICTURES[name]}.json")
    assert report.verdict.headline in shown
    assert not re.search(r"https?://(?!www\.w3\.org/)", text), "a picture loads nothing"
