"""The page: one file under a policy of its own, in the order of the screen, that can be copied."""

import base64
import hashlib
import json
import re

import pytest
import samples
from documents import all_documents
from test_attacks import Seen

from mps_doctor.render import Screen, load


def page(name: str) -> str:
    return str(load("html").render(all_documents()[name], Screen()))


@pytest.mark.parametrize("name", all_documents())
def test_a_page_refers_to_nothing_and_its_policy_names_its_own_parts(name: str) -> None:
    text = page(name)
    seen = Seen(text)
    assert not {"src", "href", "style"} & set(seen.attributes)
    assert "url(" not in text
    assert "@import" not in text
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy is not None
    assert "default-src 'none'" in policy[1]
    for tag in ("style", "script"):
        part = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert part is not None
        digest = base64.b64encode(hashlib.sha256(part[1].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1].replace("&#x27;", "'")


def test_a_page_has_the_order_of_the_screen() -> None:
    text = page(samples.ROSETTA)
    order = ("Python is an Intel build</h1>", "<b>Mac</b>", "Fix: create", "conda create",
             "Verify:", "mps-doctor explain", "Other checks", "Other fixes")  # fmt: skip
    parts = text.replace("</span> <span>", " ").replace("<span>", "")
    places = [parts.index(part) for part in order]
    assert places == sorted(places)


def test_every_command_can_be_copied_whole_and_every_check_is_there() -> None:
    text = page(samples.ROSETTA)
    assert text.count('class="copy"') == text.count('<div class="code">')
    assert "<span>--platform osx-arm64</span>" in text
    assert "<span>-c conda-forge</span>" in text
    for result in samples.report(samples.ROSETTA).results:
        assert f"<code>{result.check}</code>" in text


def test_a_part_of_another_page_keeps_its_style_to_itself() -> None:
    shown = samples.report(samples.ROSETTA)._repr_html_()
    assert shown is not None
    seen = Seen(shown)
    assert not {"html", "head", "body", "script", "link", "iframe", "meta"} & set(seen.tags)
    style = shown.partition("<style>")[2].partition("</style>")[0]
    assert style.startswith(".mps-doctor {")
    assert style.count("{") == style.count("}")
    assert ":root" not in style
    assert "body {" not in style


def test_records_are_data_that_a_script_reads() -> None:
    text = page("every-block")
    data = re.search(r'id="records">(.*?)</script>', text)
    assert data is not None
    assert json.loads(data[1])["texts"][:2] == ["mac1", "BROKEN"]
    assert "pip install torch" in data[1]
    assert 'data-filter="=cause"' in text
