"""The API, as a training script and a prompt use it."""

import importlib.metadata
import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
import samples
from simulated_mac import SimMac

import mps_doctor
from mps_doctor import MPSUnavailableError, diagnose, require, run_checks
from mps_doctor.features.schema import configuration_schema, document_schema
from mps_doctor.system.configuration import load_configuration
from mps_doctor.system.errors import InputError

CAUSE = "python-x86_64-on-apple-silicon"
ROSETTA = samples.machine(samples.ROSETTA)
HEALTHY = samples.machine(samples.HEALTHY)
ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="says what Linux is told")


def test_only_what_is_public_is_seen_and_all_of_it_can_be_imported() -> None:
    seen = {name for name in dir(mps_doctor) if not name.startswith("__")}
    assert seen == set(mps_doctor.__all__)
    assert importlib.metadata.version("mps-doctor") == mps_doctor.__version__
    assert {"run_checks", "diagnose", "require", "check", "Report", "MPSUnavailableError"} <= seen
    for name in seen:
        assert getattr(mps_doctor, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'run_check'"):
        mps_doctor.run_check  # noqa: B018


@pytest.mark.parametrize("make", [document_schema, configuration_schema])
def test_the_schema_is_a_valid_one(make: Callable[[], dict[str, Any]]) -> None:
    jsonschema.Draft202012Validator.check_schema(make())


def test_every_document_is_described_without_the_indentation_of_its_source() -> None:
    schema = document_schema()
    assert {"Report", "ReportList", "ErrorReport", "Machine"} <= schema["$defs"].keys()
    assert "\n    " not in json.dumps([d.get("description", "") for d in schema["$defs"].values()])


REFUSED: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
    (run_checks, {"level": "deeep"}, "level='deeep' is not one of quick, standard, deep"),
    (run_checks, {"device": "mps:0"}, "device='mps:0' is not one of mps, cpu, cuda"),
    (run_checks, {"fail_on": "warnings"}, "fail_on='warnings' is not one of error, warning"),
    (run_checks, {"ignore": "torch"}, r"ignore takes a list of names: write ignore=\['torch'\]"),
    (run_checks, {"timeout": -1}, "timeout=-1 is not a number of seconds up to 86400"),
    (run_checks, {"timeout": "30"}, "timeout is a number of seconds up to 86400, not '30'"),
    (run_checks, {"select": 3}, "select is a list of names, not 3"),
    (run_checks, {"select": [3]}, "select is a list of names, not 3"),
    (run_checks, {"snapshot": {}}, "snapshot is a path or a name, not {}"),
    (run_checks, {"snapshot": ""}, "'.' names no file"),
    (run_checks, {"snapshot": "a\0b"}, "names no file"),
    (run_checks, {"config": 3}, "config is the name of a file, not 3"),
    (run_checks, {"expect": None}, "expect is a cause, or 'healthy', not None"),
    (run_checks, {"plugins": "no"}, "plugins is True or False, not 'no'"),
    (run_checks, {"on_step": 3}, "on_step is a function that takes one text, not 3"),
    (run_checks, {"timeout": float("nan")}, "timeout=nan is not a number of seconds"),
    (run_checks, {"config": "/nowhere.toml"}, "cannot read"),
    (run_checks, {"python": "a", "snapshot": "b"}, "python and snapshot cannot be used together"),
    (run_checks, {"snapshot": "nowhere.json"}, "cannot read nowhere.json"),
    (run_checks, {"snapshot": HEALTHY, "expect": "luck"}, "no cause is called 'luck'"),
    (run_checks, {"snapshot": HEALTHY, "ignore": ["memry"]}, "did you mean 'memory'"),
    (diagnose, {"text": 3}, "diagnose takes a text, not 3"),
    (diagnose, {"text": "x", "fail_on": "info"}, "fail_on='info' is not one of error, warning"),
    (require, {"torch": ">=banana"}, "torch='>=banana' is not a version specifier like '>=2.6'"),
    (require, {"macos": "14"}, "macos='14' is not a version specifier"),
    (require, {"torch": 2.6}, "torch=2.6 is not a version specifier"),
    (require, {"torch": []}, r"torch=\[\] is not a version specifier"),
    (require, {"device": "mpx"}, "device='mpx' is not one of mps, cpu, cuda"),
]


@pytest.mark.parametrize(("function", "arguments", "said"), REFUSED)
def test_an_argument_that_is_not_understood_is_refused(
    function: Callable[..., Any], arguments: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        function(**arguments)


def test_what_a_report_gives_away_is_redacted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/Users/brunhilde")
    report = run_checks(snapshot=HEALTHY)
    python = msgspec.structs.replace(report.facts.python, executable="/Users/brunhilde/bin/python")
    facts = msgspec.structs.replace(report.facts, python=python)
    report = msgspec.structs.replace(report, facts=facts)
    for text in (report.to_json(), str(report.to_dict()), str(report), report._repr_html_()):
        assert "brunhilde" not in str(text)
    assert "~/bin/python" in report.to_json()


def test_what_the_deep_level_found_counts_in_a_snapshot() -> None:
    assert run_checks(snapshot=samples.machine(samples.DEEP)).verdict.cause == "mps-op-crash"
    quick = run_checks(snapshot=samples.machine(samples.DEEP), level="quick")
    assert quick.verdict.status == "unproven"


def test_warnings_raise_only_where_they_fail() -> None:
    snapshot = samples.machine(samples.DEGRADED)
    run_checks(snapshot=snapshot).raise_for_status()
    with pytest.raises(MPSUnavailableError):
        run_checks(snapshot=snapshot, fail_on="warning").raise_for_status()
    run_checks(snapshot=ROSETTA, expect=CAUSE).raise_for_status()


def test_the_error_comes_home_from_another_process() -> None:
    report = run_checks(snapshot=ROSETTA)
    with pytest.raises(MPSUnavailableError) as raised:
        report.raise_for_status()
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (type(copy), str(copy)) == (MPSUnavailableError, str(raised.value))
    assert (copy.cause, copy.report) == (CAUSE, report)


def test_a_configuration_is_read_or_handed_in(tmp_path: Path) -> None:
    file = tmp_path / "mps-doctor.toml"
    file.write_text('[require]\ntorch = ">=99"\n[severity]\nmemory = "off"\n')
    for config in (file, str(file), load_configuration(file=str(file))):
        report = run_checks(snapshot=HEALTHY, config=config)
        assert report.verdict.cause == "project-requirement-unmet"
    file.write_text('ignore = ["memory"]\n')
    report = run_checks(snapshot=HEALTHY, config=file)
    assert [row.reason for row in report.ignored] == ["ignored in mps-doctor.toml"]


@ON_LINUX
def test_require_on_linux() -> None:
    with pytest.raises(MPSUnavailableError, match="not-macos-host") as unmet:
        require(macos=">=14")
    assert unmet.value.cause == "not-macos-host"
    with pytest.raises(InputError, match="macos='>=14' cannot be met: this is not a Mac"):
        require(device="cpu", macos=">=14")


def test_require_runs_the_device_it_names(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    assert require(device="cpu", torch=">=1.13") == "cpu"
    with pytest.raises(MPSUnavailableError, match="project-requirement-unmet"):
        require(device="cpu", level="quick", torch=">=99")
    file = tmp_path / "pyproject.toml"
    file.write_text('[tool.mps-doctor.require]\ntorch = ">=1.13"\n')
    with pytest.raises(MPSUnavailableError) as unmet:
        require(device="cpu", level="quick", config=file, torch=">=99")
    (result,) = (row for row in unmet.value.report.results if row.check == "project-requirements")
    assert "pyproject.toml and mps_doctor.require()" in result.evidence[0]


TRAINING = """
import sys
sys.path += {path!r}
import mps_doctor
try:
    print(mps_doctor.require({arguments}))
except mps_doctor.MPSUnavailableError as error:
    print(error.cause, "|", error)
"""


@pytest.mark.parametrize(
    ("mps", "arguments", "said"),
    [
        ("", "torch='>=2.0', macos='>=14'", "mps\n"),
        ("", "macos='>=26'", "project-requirement-unmet |"),
    ],
)
def test_require_on_a_simulated_mac(
    simulated_mac: Callable[..., SimMac], mps: str, arguments: str, said: str
) -> None:
    code = TRAINING.format(path=samples.OURS, arguments=arguments)
    done = simulated_mac(mps=mps).run("-c", code)
    assert said in done.stdout, done.stderr
    assert done.returncode == 0


NOTEBOOK = [
    "import mps_doctor",
    f"report = mps_doctor.run_checks(snapshot={str(ROSETTA)!r})",
    "report",
    "print(report)",
    "report.raise_for_status()",
]


def test_a_notebook_runs() -> None:
    pytest.importorskip("nbclient", reason="nbclient and ipykernel run the notebook")
    pytest.importorskip("ipykernel", reason="nbclient and ipykernel run the notebook")
    code = f"""
import warnings; warnings.simplefilter("ignore")
import nbclient, nbformat
cells = [nbformat.v4.new_code_cell(text) for text in {NOTEBOOK!r}]
book = nbformat.v4.new_notebook(cells=cells)
nbclient.NotebookClient(book, timeout=120, kernel_name="python3", allow_errors=True).execute()
print(nbformat.writes(book))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr[-2000:]
    cells = json.loads(done.stdout)["cells"]
    shown = cells[2]["outputs"][0]["data"]
    assert "Python is an Intel build" in "".join(shown["text/html"])
    assert "".join(shown["text/plain"]).startswith("<Report broken")
    assert "✗ PyTorch can't use" in "".join(cells[3]["outputs"][0]["text"])
    assert cells[4]["outputs"][0]["ename"] == "MPSUnavailableError"
