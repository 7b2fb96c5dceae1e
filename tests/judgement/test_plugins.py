"""What a plug-in's module may declare; it is imported in the plug-in's own process."""

from pathlib import Path
from types import ModuleType

import pytest

from mps_doctor.judgement.checking import API_VERSION, CheckDefinitionError
from mps_doctor.judgement.plugins import checks_in, foreign_checks
from mps_doctor.system.errors import InputError

CHECK = """
from mps_doctor import Passed, check
from mps_doctor.facts import Host

@check({id!r}, title="A title", family={family!r}, causes=({cause!r},))
def a_check(host: Host):
    return Passed(message="fine")
"""


def declared(folder: Path, name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    (folder / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(str(folder))
    return [item.id for item in foreign_checks(name)]


def test_a_plug_in_of_one_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"MPS_DOCTOR_API = {API_VERSION}\n" + CHECK.format(id="a", family="lab", cause="lab:bad")
    assert declared(tmp_path, "fine_checks", text, monkeypatch) == ["a"]
    known = CHECK.format(id="b", family="lab", cause="python-broken")
    assert declared(tmp_path, "other_checks", known, monkeypatch) == ["b"]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("empty", "x = 1", "it declares no check"),
        ("odd", "MPS_DOCTOR_API = 'one'", "MPS_DOCTOR_API is 'one', not a number"),
        ("newer", "MPS_DOCTOR_API = 99", "it needs version 99 of the plug-in interface"),
        ("shout", CHECK.format(id="A B", family="x", cause="x:y"), "'A B' is not lower case"),
        ("family", CHECK.format(id="a", family="My Lab", cause="x:y"), "'My Lab' is not lower"),
        ("cause", CHECK.format(id="a", family="x", cause="bad"), "write one of your own as plugin"),
    ],
)
def test_one_that_cannot_be_used_says_why(
    name: str, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CheckDefinitionError, match=said):
        declared(tmp_path, f"{name}_checks", text, monkeypatch)


def test_a_folder_that_cannot_be_read_is_an_error_not_a_folder_without_checks() -> None:
    package = ModuleType("unreadable")
    package.__path__ = ["/" + "x" * 999]  # a folder that even root cannot read
    with pytest.raises(InputError, match=r"cannot look for checks in .*: File name too long"):
        checks_in(package)
