"""Links inside the documentation lead somewhere; addresses outside are at least well formed."""

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pages
import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
WRITTEN = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md"), *(DOCS / "commands").glob("*.md")])

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
ADDRESS = re.compile(r"https?://[^\s<>`)\"']+")


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


def test_trees_name_pages_that_exist(generated: dict[Path, str]) -> None:
    for page in WRITTEN:
        for body in re.findall(
            r"^```\{toctree\}\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.M | re.S
        ):
            for entry in body.splitlines():
                if not entry or entry.startswith(":") or "*" in entry:
                    continue
                file = page.parent / f"{entry}.md"
                assert file.exists() or file in generated, f"{page.name}: {entry}"


def test_anchors_on_the_same_page_exist(generated: dict[Path, str]) -> None:
    for page, text in generated.items():
        headings = {
            heading.strip().lower().replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, flags=re.M)
        }
        for target in LINK.findall(without_code(text)):
            if target.startswith("#"):
                assert target[1:] in headings, f"{page.name}: {target}"


def test_addresses_are_well_formed(generated: dict[Path, str]) -> None:
    texts = [page.read_text(encoding="utf-8") for page in WRITTEN] + list(generated.values())
    addresses = {match.rstrip(".,;:") for text in texts for match in ADDRESS.findall(text)}
    assert len(addresses) > 100
    for address in addresses:
        parts = urlsplit(address)
        is_a_name = "/DTDs/" in address  # of a document type: written so in every property list
        assert parts.scheme == "https" or parts.hostname == "localhost" or is_a_name, address
        assert re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)+", parts.hostname or ""), address


def test_one_page_for_each_check_and_cause(generated: dict[Path, str]) -> None:
    """What `docs` in a result points at is there."""
    from mps_doctor.features.explain.pages import list_causes, list_checks

    for row in list_checks():
        assert row.title in generated[DOCS / "checks" / f"{row.id}.md"].replace("\\", "")
    for cause in list_causes():
        assert (DOCS / "causes" / f"{cause.id}.md") in generated
