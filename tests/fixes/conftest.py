"""Puts the helpers of these tests where they can import them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
