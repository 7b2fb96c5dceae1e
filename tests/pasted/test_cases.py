"""Real reports with a known cause: the shares that must be right, and no false alarm."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

CASES = Path(__file__).parents[2] / ".." / "shared" / "cases"
BENCHMARK = Path(__file__).parents[1] / "benchmarks" / "diagnose_cases.py"

pytestmark = pytest.mark.skipif(
    not CASES.is_dir(), reason="the folder of cases is not beside this checkout"
)


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("diagnose_cases", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules["diagnose_cases"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_targets_are_met(benchmark: ModuleType) -> None:
    judged = benchmark.judge_all(CASES)
    strong = [item for item in judged if not item.weak]
    assert len(judged) >= 100
    assert benchmark.share(strong, "right") >= 0.95
    assert benchmark.share(strong, "among_three") >= 0.98
    assert [item.name for item in judged if item.false_alarm] == []
