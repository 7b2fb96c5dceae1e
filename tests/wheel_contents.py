"""Fail unless a wheel adds exactly the two import packages, with their data files."""

import sys
import zipfile

EXPECTED = {"mps_doctor", "mps_doctor_checks"}
NEEDED = {
    "mps_doctor/py.typed",
    "mps_doctor_checks/py.typed",
    "mps_doctor/report.schema.json",
    "mps_doctor/knowledge/causes.json",
    "mps_doctor/probe/__main__.py",
}

if __name__ == "__main__":
    names = set(zipfile.ZipFile(sys.argv[1]).namelist())
    top = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    if top != EXPECTED:
        sys.exit(f"the wheel adds {sorted(top)}, not {sorted(EXPECTED)}")
    if absent := NEEDED - names:
        sys.exit(f"the wheel lacks {sorted(absent)}")
    print("wheel contents are right")
