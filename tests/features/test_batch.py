"""`diagnose` of many files: other processes say what one says, in the order of the files."""

import json
from pathlib import Path

import pytest

from mps_doctor.features.diagnose import FEWEST_FOR_OTHERS, diagnose, diagnose_files
from mps_doctor.judgement.report import decode

TEXTS = (
    "torch: 2.9.0\nTypeError: Cannot convert a MPS Tensor to float64 dtype\n",
    "OS: macOS 12.2 (arm64)\nPyTorch version: 2.15.0\n",
    "mps not available on my M1, any idea?\n",
)


def files(folder: Path, count: int) -> list[str]:
    names = [folder / f"{number:04}.txt" for number in range(count)]
    for number, name in enumerate(names):
        name.write_text(f"{TEXTS[number % len(TEXTS)]}run {number}\n")
    return [*map(str, names)]


@pytest.mark.parametrize("count", [7, FEWEST_FOR_OTHERS])
def test_each_file_has_the_report_that_it_has_alone(tmp_path: Path, count: int) -> None:
    given = files(tmp_path, count)
    found = [*diagnose_files(given, "error")]
    assert [json.loads(line)["target"]["name"] for _, line, _ in found] == [
        Path(name).name for name in given
    ]
    for name, (code, line, _) in list(zip(given, found, strict=True))[:: max(1, count // 7)]:
        alone = diagnose(Path(name).read_bytes(), name=Path(name).name)
        assert decode(line).verdict == alone.verdict
        assert code == alone.verdict.exit_code


@pytest.mark.parametrize("count", [7, FEWEST_FOR_OTHERS])
def test_a_file_that_cannot_be_read_costs_no_other_its_report(tmp_path: Path, count: int) -> None:
    given = files(tmp_path, count)
    Path(given[5]).unlink()
    found = [*diagnose_files(given, "error")]
    assert [bool(judged.line) for judged in found] == [number != 5 for number in range(count)]
    assert found[5] == (4, b"", f"cannot read {given[5]}: No such file or directory")
