"""Files that hide torch or what it imports are found without importing them."""

import os
import sys

import pytest
from makers import make

from mps_doctor.probe.import_path import shadowed
from mps_doctor.probe.packages import Folders

LIBRARY = [entry for entry in sys.path if entry.endswith(f"python3.{sys.version_info[1]}")]
HERE = "current folder"


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return a folder with a current folder, one on PYTHONPATH, and a sound site-packages."""
    for name in ("torch", "numpy"):
        make(tmp_path / "site-packages" / name / "__init__.py")
        make(tmp_path / "site-packages" / name / "version.py")
    for name in ("work", "extra"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "extra"))
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    return tmp_path


def found(place):
    path = [str(place / "extra"), *LIBRARY, str(place / "site-packages")]
    return [(item["module"], item["where"]) for item in shadowed(Folders(path))]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["work/train.py", "work/test/x", "work/torch/x"], []),
        *[([f"work/{name}.py"], [(name, HERE)]) for name in ("torch", "json", "random")],
        (["work/torch/__init__.py"], [("torch", HERE)]),  # a source tree of torch
        (["extra/torch.py", "extra/json.py"], [("json", "PYTHONPATH"), ("torch", "PYTHONPATH")]),
        # A build of torch is another copy, no shadow.
        (["extra/torch/__init__.py", "extra/torch/version.py"], []),
        (["site-packages/torchvision.py"], [("torchvision", "site-packages")]),
        # What comes after the standard library, or after the package of its name, is not imported.
        (["site-packages/json.py", "site-packages/numpy.py"], []),
    ],
)
def test_what_hides_a_module(place, files, expected):
    for name in files:
        make(place / name)
    assert found(place) == expected


def test_safe_path_leaves_the_current_folder_out(place, monkeypatch):
    make(place / "work/torch.py")
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    assert found(place) == []


def test_a_file_of_another_case_hides_nothing(place, monkeypatch):
    """Most volumes of Macs find `Random.py` under `random.py`, and Python does not take it."""
    make(place / "work/Random.py")
    make(place / "work/Torch/__init__.py")
    monkeypatch.setattr(os.path, "isfile", lambda path: True)
    assert found(place) == []


def test_a_folder_that_macos_keeps_from_this_process_is_not_empty(place, monkeypatch):
    """Documents, Desktop and Downloads: the user's terminal may be let in."""
    listed = os.listdir

    def refuse(folder: str) -> list[str]:
        if str(folder) == str(place / "work"):
            raise PermissionError(1, "Operation not permitted", str(folder))
        return listed(folder)

    monkeypatch.setattr(os, "listdir", refuse)
    with pytest.raises(PermissionError):
        found(place)
    make(place / "site-packages/torchvision.py")
    assert found(place) == [("torchvision", "site-packages")]
