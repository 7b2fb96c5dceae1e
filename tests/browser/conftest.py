"""Lets the tests of pages in a browser import what lies beside the renderers' tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "render"))
