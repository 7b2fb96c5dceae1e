"""Run the doctor on one environment, in every way, and keep what it said in a folder.

    python .ci/evidence/gather.py FOLDER --python 3.12 --packages "torch==2.8.0 numpy"
    python .ci/evidence/gather.py FOLDER --environment .venv

The first makes the environment; the workflow `evidence` does so on each Mac.
Exit code 1: the doctor itself failed; a sick Mac is no failure.
Needs uv and jsonschema beside mps-doctor.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import jsonschema

DOCTOR = [sys.executable, "-m", "mps_doctor"]
VERDICTS = {0, 1, 4}
"""Exit codes of a verdict; 2 is a wrong input and 3 a doctor that failed (docs/verdict.md)."""

BUDGET = "30s"
LEVELS = {"standard": 300, "deep": 900, "bench": 600}
"""What is run on each device, and the seconds after which the doctor counts as hung."""

HOST = (
    "sw_vers",
    "uname -srvm",
    "uname -p",
    "arch -x86_64 /usr/bin/uname -m -p",
    "cat /System/Library/CoreServices/SystemVersionCompat.plist",
    "sysctl hw.no_such_name hw.memsize hw.model hw.optional.arm64 machdep.cpu.brand_string",
    "sysctl kern.hv_vmm_present hw.pagesize hw.cpufamily",
    "ioreg -rc AGXAccelerator -d1",
    "system_profiler -json SPDisplaysDataType",
    "launchctl managername",
    "xcode-select -p",
    "pkgutil --pkg-info=com.apple.pkg.CLTools_Executables",
    "vm_stat",
)
"""What the probe relies on, asked without it: its readings can be checked against these answers."""


def gather(options: argparse.Namespace) -> int:
    """Run the doctor on one environment; return 1 where it failed itself."""
    folder: Path = options.folder.resolve()
    folder.mkdir(parents=True)
    (folder / "host.txt").write_text("\n".join(answer_of(line) for line in HOST), encoding="utf-8")
    with tempfile.TemporaryDirectory() as place:
        python = str(options.environment or install(options, Path(place), folder))
        runs = [
            doctor(folder, place, "snapshot", ["snapshot", "--python", python], LEVELS["standard"])
        ]
        for device in options.device:
            for level, limit in LEVELS.items():
                name = f"{level}-{device}"
                command = ["bench", "--budget", BUDGET]
                if level != "bench":
                    command = ["check", "--no-config", "--level", level]
                command += ["--python", python, "--device", device, "--format", "json"]
                command += ["--format", f"markdown={folder / name}.md"]
                runs.append(doctor(folder, place, name, command, limit))
    about = {
        "image": options.image,
        "image_version": os.environ.get("ImageVersion", ""),  # noqa: SIM112  (as hosted runners spell it)
        "torch": options.torch,
        "expected": options.expect,
        "run": run_address(),
        "commit": os.environ.get("GITHUB_SHA", ""),
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "runs": runs,
    }
    (folder / "run.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    return int(any(run["failure"] for run in runs))


def install(options: argparse.Namespace, place: Path, folder: Path) -> Path:
    """Make an environment with what is to be examined.

    What cannot be installed is no end: then the doctor judges an environment without it.
    """
    prefix = place / "environment"
    uv = [sys.executable, "-m", "uv"]
    made = [*uv, "venv", "--seed", "--python", options.python, str(prefix)]
    if subprocess.run(made, check=False).returncode != 0:
        sys.exit(f"no environment could be made with Python {options.python}")
    command = [*uv, "pip", "install", "--python", str(prefix)]
    if options.index:
        command += ["--prerelease", "allow", "--index-url", options.index]
    done = subprocess.run(
        [*command, *options.packages.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    print(done.stdout, end="")
    (folder / "install.txt").write_text(done.stdout, encoding="utf-8")
    return prefix


def doctor(folder: Path, cwd: str, name: str, command: list[str], limit: int) -> dict[str, Any]:
    """Run the doctor once and return how it ended; what it wrote is put into the folder."""
    began = time.monotonic()
    try:
        done = subprocess.run(
            [*DOCTOR, *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=cwd,
            timeout=limit,
            check=False,
        )
        code, out, err = done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")
        failure = failure_of(code, out, err)
    except subprocess.TimeoutExpired as error:
        code, out, err = None, error.stdout or b"", (error.stderr or b"").decode("utf-8", "replace")
        failure = f"did not end within {limit} s"
    (folder / f"{name}.json").write_bytes(out)
    (folder / f"{name}.txt").write_text(err, encoding="utf-8")
    seconds = round(time.monotonic() - began, 1)
    print(f"{name}: exit code {code}, {seconds} s {failure}", flush=True)
    return {"name": name, "exit_code": code, "seconds": seconds, "failure": failure}


def failure_of(code: int, out: bytes, err: str) -> str:
    """Return in what way the doctor itself failed; empty where it did its work."""
    if code not in VERDICTS:
        last = err.strip().splitlines()[-1:] or ["nothing on stderr"]
        return f"exit code {code}: {last[0]}"
    if "Traceback (most recent call last)" in err:
        return "a traceback"
    try:
        jsonschema.validate(json.loads(out), schema())
    except ValueError as error:
        return f"no JSON: {error}"
    except jsonschema.ValidationError as error:
        return f"not what the schema says: {error.message[:200]}"
    return ""


def schema() -> Any:
    """Return the schema that this doctor prints."""
    return json.loads(subprocess.run([*DOCTOR, "schema"], capture_output=True, check=True).stdout)


def answer_of(line: str) -> str:
    """Return a command with its answer, as a person at a terminal would see them.

    Lines with a serial number, such as a display's, are left out: an upload is public.
    """
    try:
        done = subprocess.run(
            shlex.split(line),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"$ {line}\n{error}\n"
    lines = done.stdout.decode("utf-8", "replace").splitlines(keepends=True)
    answer = "".join(each for each in lines if "serial" not in each.lower())
    return f"$ {line}\n{answer}[exit code {done.returncode}]\n"


def run_address() -> str:
    """Return the web address of this run of the workflow; empty elsewhere."""
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID")
    server, repository, run = (os.environ.get(name, "") for name in names)
    return f"{server}/{repository}/actions/runs/{run}" if run else ""


def main() -> int:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, help="made, and filled with what was said")
    parser.add_argument("--environment", type=Path, help="examine this one, install nothing")
    parser.add_argument("--python", default="3.12", help="the Python of a new environment, for uv")
    parser.add_argument("--packages", default="torch", help="what is installed into it")
    parser.add_argument("--index", default="", help="from there, pre-releases too")
    parser.add_argument("--image", default="here", help="what the machine is called")
    parser.add_argument("--torch", default="", help="what this PyTorch is called")
    parser.add_argument("--expect", default="", help="a cause, or healthy; nothing if unknown")
    parser.add_argument("--device", action="append", choices=["mps", "cpu", "cuda"])
    options = parser.parse_args()
    options.device = options.device or ["mps", "cpu"]
    return gather(options)


if __name__ == "__main__":
    sys.exit(main())
