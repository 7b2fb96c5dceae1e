"""Makes the probe one Python script, for somebody who wants to install nothing.

python -m mps_doctor.features.probe_script > mps_probe.py
python3 mps_probe.py > mac.txt          # on the Mac: any Python from 3.7 on
mps-doctor diagnose mac.txt             # anywhere, also from an issue it was pasted into
"""

import base64
import sys
from pathlib import Path

from mps_doctor.features.fleet.script import probe_archive
from mps_doctor.system.version import VERSION

TEMPLATE = Path(__file__).with_name("mps_probe.py.in")


def make_probe_script() -> str:
    """Return the script; its arguments are those of the probe (`--level quick`)."""
    probe = base64.encodebytes(probe_archive()).decode("ascii").strip()
    text = TEMPLATE.read_text(encoding="utf-8")
    return text.replace("@VERSION@", VERSION).replace("@PROBE@", probe)


if __name__ == "__main__":
    sys.stdout.write(make_probe_script())
