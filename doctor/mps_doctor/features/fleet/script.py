"""Makes the one file that a host runs: the probe, in a script that itself needs no Python."""

import base64
import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

from mps_doctor.system.errors import InputError
from mps_doctor.system.version import VERSION

TEMPLATE = Path(__file__).with_name("host.sh")
JUDGE = Path(__file__).with_name("judge.awk")
PROBE = Path(__file__).resolve().parents[2] / "probe"

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same probe makes the same file, byte for byte."""


def make_script(
    *,
    level: str = "standard",
    device: str = "mps",
    timeout: int = 120,
    form: str = "lines",
    exit_code: bool = False,
    pythons: Sequence[str] = (),
) -> str:
    """Return the script; raises InputError for a path that a shell could take for more.

    Its `form` is `lines`, `compact` or `jamf`; with `exit_code` it leaves with 1 or 4 where its
    word is not HEALTHY.
    """
    if {*"\"'`$\\{}\n"} & {*"".join(pythons)}:
        raise InputError("the path of an interpreter may hold no quote, dollar, brace or backslash")
    values = {
        "LEVEL": level,
        "DEVICE": device,
        "TIMEOUT": str(timeout),
        "FORM": form,
        "EXIT_CODE": "true" if exit_code else "false",
        "VERSION": VERSION,
        "JUDGE": JUDGE.read_text(encoding="utf-8"),
        "PYTHONS": "\n".join(dict.fromkeys(pythons)),
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    encoded = base64.b64encode(probe_archive()).decode("ascii")
    # Behind a sign of comment: no shell runs it, however the script ends.
    lines = [f"# {encoded[start : start + 76]}" for start in range(0, len(encoded), 76)]
    return text + "\n".join(lines) + "\n"


def probe_archive() -> bytes:
    """Return the probe without the bench as a zip archive that Python runs."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(PROBE.rglob("*.py")):
            name = file.relative_to(PROBE).as_posix()
            if not name.startswith("bench/"):
                info = zipfile.ZipInfo(name, date_time=_EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(info, file.read_bytes())
    return archive.getvalue()
