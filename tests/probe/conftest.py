"""Puts the makers of files and answers of this folder within reach of its tests."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
