"""Files that hide torch or what it imports are found without importing them."""

import os
import sys

import pytest
from mps_doctor.probe.shadowing import shadowed

from mps_doctor.probe.distributions import Folders


@pytest.fixture
def site(tmp_path):
    """Return a site-packages folder that holds a sound torch."""
    folder = tmp_path / "lib" / "site-packages"
    for name in ("torch", "numpy"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").touch()
        (folder / name / "version.py").write_text("__version__ = '1'\n")
    return folder


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Return the current folder, with nothing else on PYTHONPATH."""
    folder = tmp_path / "work"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    return folder


def library():
    return [entry for entry in sys.path if entry.endswith(f"python3.{sys.version_info[1]}")]


def found(path):
    return [(item["module"], item["where"]) for item in shadowed(Folders(path))]


def test_nothing_in_a_sound_environment(site, here):
    (here / "train.py").touch()
    (here / "test").mkdir()

    assert found([*library(), str(site)]) == []


@pytest.mark.parametrize("name", ["torch.py", "numpy.py", "json.py", "typing.py", "random.py"])
def test_a_file_in_the_current_folder(site, here, name):
    (here / name).touch()

    assert found([*library(), str(site)]) == [(name[:-3], "current folder")]


def test_a_source_tree_of_torch_in_the_current_folder(site, here):
    (here / "torch").mkdir()
    (here / "torch" / "__init__.py").touch()

    (item,) = shadowed(Folders([*library(), str(site)]))
    assert item == {"module": "torch", "path": str(here / "torch"), "where": "current folder"}


def test_a_folder_without_code_hides_nothing(site, here):
    (here / "torch").mkdir()

    assert found([*library(), str(site)]) == []


def test_the_environment_itself_is_no_shadow(site, monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.chdir(site)

    assert found([*library(), str(site)]) == []


def test_a_file_on_pythonpath(site, here, tmp_path, monkeypatch):
    (tmp_path / "extra").mkdir()
    (tmp_path / "extra" / "torch.py").touch()
    (tmp_path / "extra" / "json.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "extra"))

    path = [str(tmp_path / "extra"), *library(), str(site)]
    assert found(path) == [("json", "PYTHONPATH"), ("torch", "PYTHONPATH")]


def test_a_build_of_torch_on_pythonpath_is_a_copy_not_a_shadow(site, here, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(site))

    assert found([str(site), *library()]) == []


def test_a_file_in_site_packages(site, here):
    (site / "torchvision.py").touch()
    (site / "json.py").touch()  # comes after the standard library: it is never imported
    (site / "numpy.py").touch()  # the package of that name wins in the same folder

    assert found([*library(), str(site)]) == [("torchvision", "site-packages")]


def test_safe_path_leaves_the_current_folder_out(site, here, monkeypatch):
    (here / "torch.py").touch()
    monkeypatch.setenv("PYTHONSAFEPATH", "1")

    assert found([*library(), str(site)]) == []


@pytest.fixture
def ignore_case(monkeypatch):
    """Let the file system find `Random.py` under `random.py`, as most volumes of Macs do."""
    real = os.path.isfile

    def is_file(path: str) -> bool:
        folder, name = os.path.split(path)
        try:
            names = {entry.lower(): entry for entry in os.listdir(folder)}
        except OSError:
            return False
        return real(os.path.join(folder, names.get(name.lower(), name)))

    monkeypatch.setattr(os.path, "isfile", is_file)
    monkeypatch.delenv("PYTHONCASEOK", raising=False)


def test_a_file_of_another_case_hides_nothing(site, here, ignore_case, monkeypatch):
    (here / "Random.py").touch()
    (here / "Torch").mkdir()
    (here / "Torch" / "__init__.py").touch()
    path = [*library(), str(site)]

    assert found(path) == []
    monkeypatch.setenv("PYTHONCASEOK", "1")
    (here / "Torch").rename(here / "torch")
    assert found(path) == [("torch", "current folder"), ("random", "current folder")]


def test_a_folder_that_macos_keeps_from_this_process_is_not_empty(site, here, monkeypatch):
    """Documents, Desktop and Downloads: the user's terminal may be let in."""
    listed = os.listdir

    def refuse(folder: str) -> list[str]:
        if str(folder) == str(here):
            raise PermissionError(1, "Operation not permitted", str(folder))
        return listed(folder)

    monkeypatch.setattr(os, "listdir", refuse)
    path = [*library(), str(site)]
    with pytest.raises(PermissionError):
        shadowed(Folders(path))
    (site / "torchvision.py").touch()
    assert found(path) == [("torchvision", "site-packages")]
