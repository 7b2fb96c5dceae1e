"""`diagnose` of many files: other processes say what one says, in the order of the files."""

import json
from pathlib import Path

import pytest

from mps_doctor.features.batch import FEWEST_FOR_OTHERS, diagnose_files
from mps_doctor.features.examination import diagnose
from mps_doctor.judgement.report import decode
from mps_doctor.system.errors import InputError

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
    assert [json.loads(line)["target"]["name"] for _, line in found] == [
        Path(name).name for name in given
    ]
    for name, (code, line) in list(zip(given, found, strict=True))[:: max(1, count // 7)]:
        alone = diagnose(Path(name).read_bytes(), name=Path(name).name)
        assert decode(line).verdict == alone.verdict
        assert code == alone.verdict.exit_code


def test_what_comes_before_an_unreadable_file_is_kept(tmp_path: Path) -> None:
    given = files(tmp_path, FEWEST_FOR_OTHERS)
    Path(given[45]).unlink()
    found = diagnose_files(given, "error")
    assert len([next(found) for _ in range(40)]) == 40
    with pytest.raises(InputError, match="cannot read"):
        list(found)
