"""Modules that tests of this folder share, and the benchmark that one of them asks."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE.parent / "benchmarks")]
