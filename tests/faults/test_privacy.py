"""A machine full of planted secrets: none of them is in any output of any format."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from patient import Patient

from mps_doctor.render import FORMATS

USER = "zoltanka"
HOST = "quuxbook-of-zoe"

SECRETS = {
    "user": USER,
    "host": HOST,
    "other user": "brunhilde",
    "e-mail": "zoltan.k@planted.example",
    "e-mail's name": "zoltan.k",
    "token": "hf_PLANTEDplanted0123456789abcdef",
    "GitHub token": "ghp_PLANTEDplanted0123456789abcdefghij",
    "key": "AKIAPLANTED012345678",
    "password": "pl4nted-passw0rd",
    "serial number": "C02PLANTED9Q",
    "UUID": "1B9D6BCD-BBFD-4B2D-9B5D-AB8DFBBD4BED",
    "IP address": "203.0.113.77",
    "IPv6 address": "2001:db8::77:1234",
    "hardware address": "a4:83:e7:12:34:56",
}

TELLTALE = f"""\
loading /Users/brunhilde/models and /home/brunhilde/.cache for {USER} on {HOST}
git config user.email zoltan.k@planted.example
HF_TOKEN={SECRETS["token"]} GITHUB_TOKEN: {SECRETS["GitHub token"]} key {SECRETS["key"]}
https://{USER}:pl4nted-passw0rd@index.example/simple password=pl4nted-passw0rd
Serial Number (system): C02PLANTED9Q
Hardware UUID: 1B9D6BCD-BBFD-4B2D-9B5D-AB8DFBBD4BED
connected to 203.0.113.77 and 2001:db8::77:1234 via a4:83:e7:12:34:56
"""

TORCH = f"""
import os, sys
text = {TELLTALE!r}
print(text)
os.write(2, text.encode())
for number, line in enumerate(text.splitlines()):
    print(line, file=sys.stderr, flush=True)
{{ending}}
"""

ENDINGS = {
    "raises": "raise ImportError(text.replace('\\n', ' | '))",
    "crashes": "os.abort()",
    "exits": "sys.exit(text)",
    "imports": (
        "__version__ = '2.9.1'\n"
        "class no_grad:\n"
        "    def __init__(self): raise RuntimeError(text.replace('\\n', ' | '))\n"
    ),
}


@pytest.fixture
def planted(tmp_path: Path) -> Patient:
    """Return a patient whose owner, computer and secrets are all over the place."""
    patient = Patient(tmp_path / USER / "home" / USER)
    patient.home = patient.folder
    settings = (
        f"[global]\nindex-url = https://{USER}:pl4nted-passw0rd@index.example/simple\n"
        f"extra-index-url = https://{SECRETS['token']}@index.example/simple\n"
        f"    https://index.example/{SECRETS['GitHub token']}/simple?token=pl4nted-passw0rd\n"
    )
    for path in (".config/pip/pip.conf", ".pip/pip.conf", "env/pip.conf"):
        patient.write(path, settings)
    patient.write("project/torch_helper.py", TELLTALE)
    patient.write("project/.git/config", TELLTALE)
    patient.write(".netrc", f"machine index.example login {USER} password pl4nted-passw0rd\n")
    patient.env |= {
        "HOME": str(patient.home),
        "USER": USER,
        "LOGNAME": USER,
        "HF_TOKEN": SECRETS["token"],
        "GITHUB_TOKEN": SECRETS["GitHub token"],
        "AWS_SECRET_ACCESS_KEY": SECRETS["key"],
        "SSH_CONNECTION": "203.0.113.77 50000 2001:db8::77:1234 22",
        "PYTORCH_MPS_NOTE": TELLTALE.replace("\n", " "),
        "PIP_INDEX_URL": f"https://{USER}:pl4nted-passw0rd@index.example/simple",
        "PIP_EXTRA_INDEX_URL": f"https://index.example/simple?token={SECRETS['token']}",
        "DYLD_LIBRARY_PATH": f"/Users/brunhilde/lib:{patient.home}/lib",
        "CONDA_PREFIX": f"/Users/brunhilde/conda/envs/{USER}",
    }
    return patient


def visited(patient: Patient, *arguments: str) -> str:
    """Return all that a visit says on a computer of the planted name."""
    command = patient.command(*arguments)
    if may_name_the_computer():
        command = ["unshare", "-u", "bash", "-c", f'hostname {HOST} && exec "$@"', "bash", *command]
    done = patient.visit(argv=command, check_manners=False)
    assert done.exit_code in (0, 1, 4), done.summary
    return done.stdout.decode("utf-8") + done.stderr


@cache
def may_name_the_computer() -> bool:
    if shutil.which("unshare") is None:
        return False
    command = ["unshare", "-u", "bash", "-c", f"hostname {HOST}"]
    return subprocess.run(command, capture_output=True).returncode == 0


def found_in(text: str) -> list[str]:
    lowered = text.lower()
    # Where this computer could not be given the planted name, nothing can know that it is one.
    sought = SECRETS if may_name_the_computer() else {**SECRETS, "host": "\0"}
    return [what for what, secret in sought.items() if secret.lower() in lowered]


@pytest.mark.parametrize(
    ("ending", "format_"),
    [("raises", each) for each in FORMATS] + [(each, "json") for each in ENDINGS],
)
def test_an_examination(planted: Patient, ending: str, format_: str) -> None:
    planted.torch(TORCH.format(ending=ENDINGS[ending]))
    details = f'{{"url": "https://{USER}:pl4nted-passw0rd@index.example/torch.whl"}}'
    planted.write(planted.site / "torch-2.9.1.dist-info" / "direct_url.json", details)
    verbose = ["-v"] if format_ == "console" else []

    text = visited(planted, "--format", format_, *verbose)

    assert "torch" in text.lower()
    assert found_in(text) == []


def test_a_snapshot_and_its_replay(planted: Patient) -> None:
    planted.torch(TORCH.format(ending=ENDINGS["raises"]))

    text = visited(planted, "snapshot", "--python", str(planted.python), "--device", "cpu")

    assert json.loads(text)["torch"]["version"] == "2.9.1"
    assert found_in(text) == []


def test_every_environment_found(planted: Patient) -> None:
    planted.torch(TORCH.format(ending=ENDINGS["raises"]))
    planted.env["VIRTUAL_ENV"] = str(planted.prefix)

    text = visited(planted, "--all", "--level", "quick")

    assert '"reports"' in text
    assert found_in(text) == []


def test_a_start_that_fails(planted: Patient) -> None:
    planted.torch()
    planted.write(planted.site / "sitecustomize.py", f"raise SystemExit({TELLTALE!r})\n")

    text = visited(planted)

    assert "python-broken" in text
    assert found_in(text) == []


@pytest.mark.parametrize("format_", ["json", "console", "html"])
def test_a_pasted_text(planted: Patient, format_: str) -> None:
    text = f"Traceback (most recent call last):\n{TELLTALE}\nMPS backend out of memory\n"
    file = planted.write("issue.txt", text)

    said = visited(planted, "diagnose", str(file), "--format", format_)

    assert found_in(said) == []
