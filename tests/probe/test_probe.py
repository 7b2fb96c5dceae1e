"""The probe on every Python that is found here, by path and as one file."""

import json
import os
import shutil
import subprocess
import sys
import zipapp
from pathlib import Path

import msgspec
import pytest

from mps_doctor.facts import SECTIONS

PROBE = Path(__file__).resolve().parents[2] / "doctor" / "mps_doctor" / "probe"

GATHERED = ("torch", "packages", "openmp", "variables", "conda", "python", "host", "toolchain")


def python(version: str) -> str:
    """Return a Python of that version, or skip the test."""
    for place in sorted(Path.home().glob(f".pyenv/versions/{version}*/bin/python")):
        return str(place)
    found = shutil.which(f"python{version}")
    if found is None or subprocess.run([found, "-c", ""], check=False).returncode != 0:
        pytest.skip(f"no Python {version} here")
    return found


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
    lines, done = run(python(version), PROBE / "__main__.py", "--level", "quick")

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


@pytest.mark.parametrize("version", ["2.7", "3.6"])
def test_an_old_python_says_which_it_is(version):
    lines, done = run(python(version), PROBE / "__main__.py", "--level", "quick")

    assert done.returncode == 79
    assert [line["python"][:3] for line in lines] == [version]


@pytest.mark.parametrize("version", ["3.7", "3.11", "3.13"])
def test_one_file_gives_the_same_facts(version, tmp_path):
    one = tmp_path / "probe.pyz"
    zipapp.create_archive(PROBE, one, filter=lambda path: path.suffix == ".py")
    interpreter = python(version)

    from_file, done = run(interpreter, one, "--level", "quick")
    from_folder, _ = run(interpreter, PROBE / "__main__.py", "--level", "quick")
    assert done.stderr == b""
    assert sections(from_file) == sections(from_folder)


def test_noise_on_stdout_spoils_nothing(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("print('noise {', end='', flush=True)\n")

    lines, done = run(
        sys.executable, PROBE / "__main__.py", "--level", "quick", PYTHONPATH=str(tmp_path)
    )
    assert done.stdout.startswith(b"noise {\n")
    assert (lines[0]["probe"], lines[-1]) == (1, {"end": True})


@pytest.mark.parametrize("name", ["json", "typing", "subprocess", "struct", "collections"])
def test_a_module_on_pythonpath_does_not_break_the_probe(tmp_path, name):
    (tmp_path / f"{name}.py").write_text("raise RuntimeError('mine')\n")

    lines, _ = run(
        sys.executable, PROBE / "__main__.py", "--level", "quick", PYTHONPATH=str(tmp_path)
    )
    assert lines[-1] == {"end": True}
    shadowed = sections(lines)["python"]["shadowed"]
    assert [(item["module"], item["where"]) for item in shadowed] == [(name, "PYTHONPATH")]


def test_modules_in_the_current_folder_are_not_imported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("json", "torch", "os", "examination"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'w').close()\n")

    lines, _ = run(sys.executable, PROBE / "__main__.py", "--level", "quick")
    assert lines[-1] == {"end": True}
    assert not (tmp_path / "imported").exists()
    shadowed = sections(lines)["python"]["shadowed"]
    assert {item["module"] for item in shadowed} == {"json", "torch"}


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


def test_nothing_is_written(tmp_path, monkeypatch):
    work, home = tmp_path / "work", tmp_path / "home"
    work.mkdir()
    home.mkdir()
    monkeypatch.chdir(work)

    run(sys.executable, PROBE / "__main__.py", "--level", "quick", HOME=str(home))
    assert list(tmp_path.rglob("*")) == [work, home] or sorted(tmp_path.rglob("*")) == [home, work]


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
