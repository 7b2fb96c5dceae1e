"""Makes the probe one Python script, for somebody who wants to install nothing.

python -m mps_doctor.features.probe_script > mps_probe.py
python3 mps_probe.py > mac.txt          # on the Mac: any Python from 3.7 on
mps-doctor diagnose mac.txt             # anywhere, also from an issue it was pasted into
"""

import base64
import sys

from mps_doctor.features.fleet.script import probe_archive
from mps_doctor.system.version import VERSION

TEMPLATE = '''\
"""Examines this Python and prints the facts for `mps-doctor diagnose` (version @VERSION@).

It changes nothing and sends nothing; home folder, user and host name are left out.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROBE = """
@PROBE@
"""


def main():
    folder = tempfile.mkdtemp(prefix="mps-doctor-")
    try:
        archive = os.path.join(folder, "probe.zip")
        with open(archive, "wb") as file:
            file.write(base64.b64decode(PROBE))
        examine(archive)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def examine(archive):
    # In another process: torch can end it.
    options = ["--redact", "names", "--marks", "stderr"]
    child = subprocess.Popen(
        [sys.executable, archive] + options + sys.argv[1:],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, error = child.communicate()
    status = child.returncode if child.returncode >= 0 else 128 - child.returncode
    executable, said = sys.executable, error.decode("utf-8", "replace")
    if sys.version_info >= (3, 7):
        sys.path.insert(0, archive)
        from redaction import Redaction

        redact = Redaction.of_this_process().of_text
        executable, said = redact(executable), redact(said[-20000:])
    coded = base64.b64encode(said.encode("utf-8")).decode("ascii")
    print(json.dumps({"interpreter": executable, "options": ""}))
    print(out.decode("utf-8", "replace").strip())
    print(json.dumps({"ended": status, "stderr": coded}))


main()
'''


def make_probe_script() -> str:
    """Return the script; its arguments are those of the probe (`--level quick`)."""
    probe = base64.encodebytes(probe_archive()).decode("ascii").strip()
    return TEMPLATE.replace("@VERSION@", VERSION).replace("@PROBE@", probe)


if __name__ == "__main__":
    sys.stdout.write(make_probe_script())
