"""torch whose files are missing, cut, foreign, doubled, or no files at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import broken_files
import pytest
from patient import Patient, assert_well_behaved

DAMAGED = "torch-install-damaged"
FAILS = "torch-import-failed"
FOREIGN = "native-arch-mismatch"
ABSENT = "torch-not-installed"

Break = Callable[[Patient], None]

CASES: list[tuple[Break, str, str]] = [
    (broken_files.file_missing, DAMAGED, "torch/gone.py"),
    (broken_files.file_cut, DAMAGED, "3 bytes"),
    (broken_files.file_empty, DAMAGED, "0 bytes"),
    (broken_files.library_of_another_processor, FOREIGN, "aarch64"),
    (broken_files.library_that_lies, FAILS, "claims 4294967295 load commands"),
    (broken_files.library_cut_in_its_head, FAILS, "claims"),
    (broken_files.library_is_a_folder, FAILS, "Is a directory"),
    (broken_files.library_is_a_pipe, FAILS, "not a regular file"),
    (broken_files.metadata_is_a_pipe, FAILS, "not a regular file"),
    (broken_files.metadata_is_rubbish, FAILS, ""),
    (broken_files.metadata_is_large, DAMAGED, "30 files"),
    (broken_files.metadata_of_attack, FAILS, ""),
    (broken_files.record_outside, FAILS, ""),
    (broken_files.init_is_a_pipe, DAMAGED, "without __init__.py"),
    (broken_files.version_is_a_device, FAILS, ""),
    (broken_files.links_in_a_loop, DAMAGED, "no package"),
    (broken_files.folder_in_itself, FAILS, ""),
    (broken_files.metadata_alone, DAMAGED, "no package"),
    (broken_files.package_alone, FAILS, "no metadata"),
    (broken_files.namespace_package, DAMAGED, "without __init__.py"),
    (broken_files.empty_folder, DAMAGED, "without __init__.py"),
    (broken_files.egg_link, FAILS, "develop"),
    (broken_files.zip_on_the_path, FAILS, "zipped"),
    (broken_files.zip_cut, ABSENT, ""),
    (broken_files.two_copies, FAILS, "copy: 2.1.0"),
    (broken_files.remains_of_another, FAILS, "2.8.0"),
    (broken_files.many_files, FAILS, ""),
    (broken_files.deep_folders, FAILS, ""),
    (broken_files.torch_is_a_file, "local-module-shadows-torch", "torch.py"),
    (broken_files.conda_of_rubbish, FAILS, ""),
    (broken_files.pip_settings_of_rubbish, FAILS, ""),
    (broken_files.project_of_rubbish, FAILS, ""),
]


NOT_UTF_8 = pytest.mark.linux_only("APFS takes no name that is not UTF-8")
A_MACS = pytest.mark.linux_only("the library is one for macOS")


@pytest.mark.parametrize(
    ("break_files", "cause", "said"),
    [
        *(pytest.param(*case, id=case[0].__name__) for case in CASES),
        pytest.param(broken_files.names_of_bytes, FAILS, "", id="names_of_bytes", marks=NOT_UTF_8),
        pytest.param(
            broken_files.library_of_another_system,
            FOREIGN,
            "arm64",
            id="library_of_another_system",
            marks=A_MACS,
        ),
    ],
)
def test_broken_files(patient: Patient, break_files: Break, cause: str, said: str) -> None:
    break_files(patient)

    visit = patient.visit()

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == (cause, 1), visit.summary
    assert said in visit.stdout.decode(), visit.summary
    assert visit.facts["python"]["prefix"].endswith("/env")


AS_ANYBODY = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
"""Runs a program for which permissions count, also where the tests are root's."""


def as_anybody() -> list[str]:
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may read everything")
    return list(AS_ANYBODY)


@pytest.mark.parametrize("name", ["torch", "torch/__init__.py", "torch-2.9.1.dist-info"])
def test_what_may_not_be_read(patient: Patient, name: str) -> None:
    patient.torch()
    path = patient.site / name
    path.chmod(0)
    try:
        visit = patient.visit(argv=[*as_anybody(), *patient.command()])
    finally:
        path.chmod(0o755)

    assert_well_behaved(visit)
    assert visit.exit_code == 1, visit.summary
    assert visit.verdict["cause"], visit.summary
    assert visit.facts["python"]["prefix"].endswith("/env")


def test_a_python_that_may_not_be_read(patient: Patient) -> None:
    patient.prefix.chmod(0)
    try:
        visit = patient.visit(argv=[*as_anybody(), *patient.command()])
    finally:
        patient.prefix.chmod(0o755)

    assert_well_behaved(visit)
    assert visit.exit_code == 2, visit.summary
    assert visit.stderr.count("\n") == 1


ODD_NAMES = {
    "spaces and quotes": "a b'c\"d",
    "a line break": "a\nb",
    "a terminal escape": "a\x1b[31mb\x1b]0;t\x07",
    "markup": "[bold]a<b>&amp;`b`$(c)|d",
    "right to left": "a\u202eb",
    "other scripts": "日本語 Ω",
    "a dash first": "-m",
    "very long": "x" * 200,
}


@pytest.mark.parametrize(
    "name",
    [
        *(pytest.param(name, id=what) for what, name in ODD_NAMES.items()),
        pytest.param("caf\udce9", id="not UTF-8", marks=NOT_UTF_8),
    ],
)
@pytest.mark.parametrize("format_", ["json", "console"])
def test_an_environment_on_an_odd_path(patient: Patient, name: str, format_: str) -> None:
    broken_files.package_alone(patient)
    odd = patient.folder / name
    patient.prefix.rename(odd)

    visit = patient.visit("--python", str(odd / "bin" / "python"), "--format", format_)

    assert visit.left == []
    assert visit.exit_code == 1, visit.stderr
    assert "Traceback" not in visit.stderr
    text = visit.stdout.decode("utf-8")
    assert not {"\x1b", "\x07", "\u202e"} & set(text)
    if format_ == "json":
        assert visit.verdict["cause"] == FAILS, visit.summary
