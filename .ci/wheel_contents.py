"""Fail unless a wheel adds exactly the two import packages, with their data files."""

import sys
import zipfile

EXPECTED = {"mps_doctor", "mps_doctor_checks"}
NEEDED = {
    "mps_doctor/py.typed",
    "mps_doctor_checks/py.typed",
    "mps_doctor/features/mps_probe.py.in",
    "mps_doctor/features/fleet/judge.awk",
    "mps_doctor/features/fleet/host.sh",
    "mps_doctor/knowledge/releases.json",
    "mps_doctor/probe/__main__.py",
    "mps_doctor/render/page.css",
    "mps_doctor/render/page.js",
}

if __name__ == "__main__":
    names = set(zipfile.ZipFile(sys.argv[1]).namelist())
    top = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    if top != EXPECTED:
        sys.exit(f"the wheel adds {sorted(top)}, not {sorted(EXPECTED)}")
    if absent := NEEDED - names:
        sys.exit(f"the wheel lacks {sorted(absent)}")
    print("wheel contents are right")
