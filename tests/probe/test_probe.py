"""The probe on every Python that is found here, by path and as one file."""

import json
import os
import subprocess
import sys
import zipapp
from pathlib import Path

import msgspec
import pytest
from other_pythons import find_python

from mps_doctor.facts import SECTIONS

PROBE = Path(__file__).resolve().parents[2] / "doctor" / "mps_doctor" / "probe"

GATHERED = ("torch", "packages", "openmp", "variables", "conda", "python", "host", "toolchain")


def run(*argv: object, **environment: str) -> tuple[list[dict], subprocess.CompletedProcess]:
    """Return the lines that a probe wrote on stdout, and the process."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env.update(environment, PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run(
        [str(part) for part in argv], capture_output=True, timeout=60, env=env, check=False
    )
    lines = [line for line in done.stdout.split(b"\n") if line.startswith(b"{")]
    return [json.loads(line) for line in lines], done


def sections(lines: list[dict]) -> dict[str, dict]:
    found: dict[str, dict] = {}
    for line in lines:
        if "section" in line:
            found.setdefault(line["section"], {}).update(line["facts"])
    return found


@pytest.mark.parametrize(
    "version", ["3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14", "3.15"]
)
def test_every_supported_python_answers(version):
    lines, done = run(find_python(version), PROBE / "__main__.py", "--level", "quick")

    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[0]["probe"] == 1
    assert lines[0]["python"].startswith(version + ".")
    assert lines[-1] == {"end": True}
    found = sections(lines)
    for name in GATHERED:
        msgspec.convert(found[name], SECTIONS[name])  # raises where a fact is of a wrong type
    assert found["python"]["version"].startswith(version + ".")
    assert found["host"]["system"] == os.uname().sysname
    assert found["torch_import"] == {"unknown": "not run: --level quick"}


@pytest.mark.parametrize("version", ["3.7", "3.11", "3.13"])
def test_one_file_gives_the_same_facts(version, tmp_path):
    one = tmp_path / "probe.pyz"
    zipapp.create_archive(PROBE, one, filter=lambda path: path.suffix == ".py")
    interpreter = find_python(version)

    from_file, done = run(interpreter, one, "--level", "quick")
    from_folder, _ = run(interpreter, PROBE / "__main__.py", "--level", "quick")
    assert done.stderr == b""
    assert sections(from_file) == sections(from_folder)


@pytest.mark.parametrize(
    ("options", "secrets"), [((), (b"hunter2",)), (("--redact", "names"), (b"hunter2", b"jane"))]
)
def test_planted_secrets_stay_where_they_are(tmp_path, options, secrets):
    """Names leave a host of a fleet by no way; the doctor itself redacts where a report leaves."""
    home = tmp_path / "jane-d0e"
    (home / ".config" / "pip").mkdir(parents=True)
    (home / ".config" / "pip" / "pip.conf").write_text(
        "[global]\nindex-url = https://jane:hunter2@index.example/simple\n"
    )
    _, done = run(
        *(sys.executable, PROBE / "__main__.py", "--level", "quick", *options),
        HOME=str(home),
        USER="jane-d0e",
        VIRTUAL_ENV=str(home / "venv"),
        PYTORCH_MPS_FAST_MATH="/opt/jane-d0e",
        AWS_SECRET_ACCESS_KEY="hunter2",
        HF_TOKEN="hunter2",
    )

    assert b"https://index.example/simple" in done.stdout
    assert (b"~/venv" if options else b"jane-d0e/venv") in done.stdout
    for secret in secrets:
        assert secret not in done.stdout


def test_a_variable_that_torch_does_not_know_is_told():
    lines, _ = run(
        *(sys.executable, PROBE / "__main__.py", "--level", "quick"),
        PYTORCH_MPS_DISABLE="1",
        PYTORCH_ENABLE_MPS_FALBACK="1",
        MY_SECRET="x",
    )

    names = {item["name"] for item in sections(lines)["variables"]["values"]}
    assert {"PYTORCH_MPS_DISABLE", "PYTORCH_ENABLE_MPS_FALBACK"} <= names
    assert "MY_SECRET" not in names


def test_a_reader_that_leaves_ends_the_probe():
    process = subprocess.Popen(
        [sys.executable, str(PROBE / "__main__.py"), "--level", "quick"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    process.wait(timeout=30)
    assert process.stderr.read() == b""
    process.stderr.close()
