"""Lets the tests of this folder import their samples."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
