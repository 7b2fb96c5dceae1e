"""The API, as a training script, a prompt and a notebook use it."""

from __future__ import annotations

import html.parser
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from simulated_mac import SimMac

import mps_doctor
from mps_doctor import MPSUnavailableError, run_checks
from mps_doctor.system.errors import InputError

MACHINES = Path(__file__).with_name("machines")
HEALTHY = MACHINES / "healthy-m2pro-macos-15-torch-2.14.1.json"
ROSETTA = MACHINES / "conda-osx-64-under-rosetta.json"
CAUSE = "python-x86_64-on-apple-silicon"
PACKAGES = [str(Path(mps_doctor.__file__).parents[1])]

TRAINING = """
import sys
sys.path += {path!r}
import mps_doctor
try:
    print(mps_doctor.require({arguments}))
except mps_doctor.MPSUnavailableError as error:
    print(error.cause, "|", error)
"""


def test_a_healthy_report_raises_nothing() -> None:
    run_checks(snapshot=HEALTHY).raise_for_status()


def test_what_the_deep_level_found_counts_in_a_snapshot() -> None:
    snapshot = MACHINES / "deep-wrong-results.json"
    assert run_checks(snapshot=snapshot).verdict.cause == "mps-op-crash"
    assert run_checks(snapshot=snapshot, level="quick").verdict.status == "unproven"
    assert run_checks(snapshot=HEALTHY).verdict.status == "healthy"


def test_a_broken_one_raises_its_sentence_and_cause() -> None:
    report = run_checks(snapshot=ROSETTA)
    with pytest.raises(MPSUnavailableError, match=CAUSE) as caught:
        report.raise_for_status()
    assert caught.value.report is report
    assert caught.value.cause == CAUSE
    assert report.verdict.sentence in str(caught.value)


def test_warnings_raise_only_where_they_fail() -> None:
    snapshot = MACHINES / "conda-forge-2.13-build-0.json"
    run_checks(snapshot=snapshot).raise_for_status()
    with pytest.raises(MPSUnavailableError):
        run_checks(snapshot=snapshot, fail_on="warning").raise_for_status()


def test_ignore_takes_reasons() -> None:
    report = run_checks(snapshot=HEALTHY, ignore={"memory": "small models"})
    assert [(row.check, row.reason) for row in report.ignored] == [("memory", "small models")]


@pytest.mark.linux_only("says what is said of a Linux")
def test_require_on_linux() -> None:
    with pytest.raises(MPSUnavailableError, match="not-macos-host"):
        mps_doctor.require()
    with pytest.raises(InputError, match="did you mean mps"):
        mps_doctor.require(device="mpx")


def test_require_runs_the_device_it_names() -> None:
    pytest.importorskip("torch")
    assert mps_doctor.require(device="cpu") == "cpu"
    with pytest.raises(MPSUnavailableError, match="project-requirement-unmet"):
        mps_doctor.require(device="cpu", torch=">=99")


def test_require_reads_the_file_that_is_named(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    file = tmp_path / "pyproject.toml"
    file.write_text('[tool.mps-doctor.require]\ntorch = ">=1.13"\n')
    assert mps_doctor.require(device="cpu", config=file) == "cpu"
    with pytest.raises(MPSUnavailableError) as unmet:
        mps_doctor.require(device="cpu", config=file, torch=">=99")
    (result,) = (row for row in unmet.value.report.results if row.check == "project-requirements")
    assert "pyproject.toml and mps_doctor.require()" in result.evidence[0]
    file.write_text('[tool.mps-doctor.require]\ntorch = ">=99"\n')
    with pytest.raises(MPSUnavailableError, match="not what the project asks for"):
        mps_doctor.require(device="cpu", config=file)
    with pytest.raises(InputError, match="cannot read"):
        mps_doctor.require(device="cpu", config=tmp_path / "nowhere.toml")


@pytest.mark.parametrize(
    ("mps", "arguments", "said"),
    [
        ("", "", "mps\n"),
        ("", "torch='>=2.0', macos='>=14'", "mps\n"),
        ("", "macos='>=26'", "project-requirement-unmet |"),
        ("available=0", "", "|"),
    ],
)
def test_require_on_a_simulated_mac(
    simulated_mac: Callable[..., SimMac], mps: str, arguments: str, said: str
) -> None:
    mac = simulated_mac(mps=mps)
    path = [*PACKAGES, str(Path(PACKAGES[0]).parent / "checks"), *_dependencies()]
    done = mac.run("-c", TRAINING.format(path=path, arguments=arguments))
    assert said in done.stdout, done.stderr
    assert done.returncode == 0


def _dependencies() -> list[str]:
    return [entry for entry in sys.path if entry.endswith("site-packages")]


def test_it_reads_well_at_a_prompt() -> None:
    report = run_checks(snapshot=ROSETTA)
    assert repr(report).startswith(f"<Report broken ({CAUSE}), exit code 1: PyTorch 2.2.2 cannot")
    assert "\n" not in repr(report)
    shown = str(report).splitlines()
    assert any(CAUSE in line for line in shown)
    assert "BROKEN" in shown[-1] + shown[-2]
    assert "\x1b" not in str(report)


class Tags(html.parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attrs)
        self.seen.add(tag)
        if tag not in ("br", "meta", "circle", "line", "path", "rect"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()


def test_a_notebook_gets_a_part_of_a_page_whose_style_stays_its_own() -> None:
    report = run_checks(snapshot=ROSETTA)
    shown = report._repr_html_()
    tags = Tags()
    tags.feed(shown)
    assert tags.open == []
    assert not tags.seen & {"html", "head", "body", "script", "link", "iframe", "meta"}
    assert CAUSE in shown
    style = shown.partition("<style>")[2].partition("</style>")[0]
    assert style.startswith(".mps-doctor {")
    assert style.count("{") == style.count("}")
    assert ":root" not in style
    assert "body {" not in style


NOTEBOOK = [
    "import mps_doctor",
    f"report = mps_doctor.run_checks(snapshot={str(ROSETTA)!r})",
    "report",
    "print(report)",
    "report.raise_for_status()",
]


def test_a_notebook_runs() -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient and ipykernel run the notebook")
    pytest.importorskip("ipykernel", reason="nbclient and ipykernel run the notebook")
    code = f"""
import warnings; warnings.simplefilter("ignore")
import nbclient, nbformat
cells = [nbformat.v4.new_code_cell(text) for text in {NOTEBOOK!r}]
book = nbformat.v4.new_notebook(cells=cells)
client = nbclient.NotebookClient(book, timeout=120, kernel_name="python3", allow_errors=True)
client.execute()
print(nbformat.writes(book))
"""
    del nbclient
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    import json

    cells = json.loads(done.stdout)["cells"]
    shown = cells[2]["outputs"][0]["data"]
    assert CAUSE in "".join(shown["text/html"])
    assert "".join(shown["text/plain"]).startswith("<Report broken")
    assert "BROKEN" in "".join(cells[3]["outputs"][0]["text"])
    assert cells[4]["outputs"][0]["ename"] == "MPSUnavailableError"
