"""Makes the probe one file: a shell script for a fleet, a Python script for one person.

python -m mps_doctor.features.probe_script > mps_probe.py
python3 mps_probe.py > mac.txt          # on the Mac: any Python from 3.7 on
mps-doctor diagnose mac.txt             # anywhere, also from an issue it was pasted into
"""

import base64
import io
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from mps_doctor.system.errors import InputError
from mps_doctor.system.version import VERSION

HERE = Path(__file__).resolve().parent
PROBE = HERE.parent / "probe"
JUDGE = HERE / "fleet" / "judge.awk"

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same probe makes the same file, byte for byte."""


def make_host_script(
    *,
    level: str = "standard",
    device: str = "mps",
    timeout: int = 120,
    form: str = "lines",
    exit_code: bool = False,
    pythons: Sequence[str] = (),
) -> str:
    """Return the script that a host of a fleet runs, and that itself needs no Python.

    Its `form` is `lines`, `compact` or `jamf`; with `exit_code` it leaves with 1 or 4 where its
    word is not HEALTHY.
    Raises InputError for a path that a shell could take for more.
    """
    if {*"\"'`$\\{}\n"} & {*"".join(pythons)}:
        raise InputError("the path of an interpreter may hold no quote, dollar, brace or backslash")
    text = _filled(
        "fleet/host.sh",
        LEVEL=level,
        DEVICE=device,
        TIMEOUT=str(timeout),
        FORM=form,
        EXIT_CODE="true" if exit_code else "false",
        JUDGE=JUDGE.read_text(encoding="utf-8"),
        PYTHONS="\n".join(dict.fromkeys(pythons)),
    )
    # Behind a sign of comment: no shell runs it, however the script ends.
    return text + "".join(f"# {line}\n" for line in _packed_probe().splitlines())


def make_probe_script() -> str:
    """Return the Python script; its arguments are those of the probe (`--level quick`)."""
    return _filled("mps_probe.py.in", PROBE=_packed_probe().strip())


def _filled(template: str, **values: str) -> str:
    text = (HERE / template).read_text(encoding="utf-8")
    for name, value in {"VERSION": VERSION, **values}.items():
        text = text.replace(f"@{name}@", value)
    return text


def _packed_probe() -> str:
    """Return the probe without the bench, a zip archive that Python runs, as lines of base64."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(PROBE.rglob("*.py")):
            name = file.relative_to(PROBE).as_posix()
            if not name.startswith("bench/"):
                info = zipfile.ZipInfo(name, date_time=_EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(info, file.read_bytes())
    return base64.encodebytes(archive.getvalue()).decode("ascii")


if __name__ == "__main__":
    sys.stdout.write(make_probe_script())
