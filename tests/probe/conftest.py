"""Puts the makers of files and answers of this folder within reach of its tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
