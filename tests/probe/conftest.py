"""The probe's modules import each other by name, as they do in a patient's interpreter."""

from __future__ import annotations

import sys
from pathlib import Path

PROBE = Path(__file__).resolve().parents[2] / "doctor" / "mps_doctor" / "probe"

if str(PROBE) not in sys.path:
    sys.path.append(str(PROBE))
