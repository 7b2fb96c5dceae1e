"""Links inside the documentation lead somewhere; what trees and anchors name, the build checks."""

import os
import re
from pathlib import Path

import pages
import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
WRITTEN = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md"), *(DOCS / "commands").glob("*.md")])

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, str]:
    """Return the generated pages by the file that each would be."""
    return {DOCS / path: text for path, text in pages.all_pages().items()}


def without_code(text: str) -> str:
    text = re.sub(r"^(`{3,})(?!\{toctree).*?^\1$", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "", text)


def test_links_inside_lead_to_a_page(generated: dict[Path, str]) -> None:
    texts = {page: page.read_text(encoding="utf-8") for page in WRITTEN} | generated
    seen = 0
    for page, text in texts.items():
        for target in LINK.findall(without_code(text)):
            path, _, _anchor = target.partition("#")
            if "://" in target or not path:
                continue
            seen += 1
            file = Path(os.path.normpath(page.parent / path))
            assert file.exists() or file in generated, f"{page.name}: {target}"
    assert seen > 200


def test_one_page_for_each_check_and_cause(generated: dict[Path, str]) -> None:
    """What `docs` in a result points at is there."""
    from mps_doctor.features.explain import list_checks
    from mps_doctor.knowledge.causes import all_causes

    for row in list_checks():
        assert row.title in generated[DOCS / "checks" / f"{row.id}.md"].replace("\\", "")
    for cause in all_causes():
        assert (DOCS / "causes" / f"{cause}.md") in generated
