"""The workflow that renews the data: its shell run here, with a repository and a `gh` of ours."""

import os
import re
import subprocess
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).resolve().parents[2]
JOBS = yaml.safe_load((ROOT / ".github" / "workflows" / "data.yml").read_text("utf-8"))["jobs"]
DATA = "doctor/mps_doctor/knowledge/releases.json"
PROPOSE = JOBS["propose"]["steps"][-1]["run"]

GH = """\
#!/bin/sh
echo "$*" >>"$CALLS"
[ "$1 $2" = "pr list" ] && { test -e "$CALLS.open" && echo 1 || echo 0; }
[ "$1 $2" = "pr create" ] && touch "$CALLS.open"
exit 0
"""


class Repository:
    """A remote repository, and what each run of the job finds on its machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.remote, self._calls = folder / "remote.git", folder / "calls"
        git(folder, "init", "--quiet", "--bare", "--initial-branch=main", str(self.remote))
        first = self._clone("first")
        (first / DATA).parent.mkdir(parents=True)
        (first / DATA).write_text('{\n "read": "2026-11-21",\n "torch": []\n}\n')
        git(first, "add", "--all")
        git(first, "commit", "--quiet", "--message", "x")
        git(first, "push", "--quiet", "origin", "HEAD:main")
        (folder / "gh").write_text(GH)
        (folder / "gh").chmod(0o755)

    def _clone(self, name: str) -> Path:
        git(self._folder, "clone", "--quiet", str(self.remote), name)
        return self._folder / name

    def propose(self, day: str, torch: str) -> list[str]:
        """Run the job's script for new data; returns what it asked of gh, a word and its verb."""
        run = self._clone(day)
        (run / "data").mkdir()
        new = f'{{\n "read": "{day}",\n "torch": [{torch}]\n}}\n'
        (run / "data" / "releases.json").write_text(new)
        (run / "data" / "changes.txt").write_text("torch 2.16.0: new\n1 changes\n")
        self._calls.write_text("")
        path = f"{self._folder}:{os.environ['PATH']}"
        env = {**os.environ, "PATH": path, "RUNNER_TEMP": str(run), "CALLS": str(self._calls)}
        script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", PROPOSE]
        subprocess.run(script, cwd=run, env=env, check=True, timeout=60)
        return [" ".join(line.split()[:2]) for line in self._calls.read_text().splitlines()]


def git(folder: Path, *arguments: str) -> str:
    who = ("-c", "user.name=a", "-c", "user.email=a@b.example")
    done = subprocess.run(
        ["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def test_a_change_is_proposed_once_and_renewed(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    main = git(repository.remote, "rev-parse", "main")
    assert repository.propose("2026-12-07", "1") == ["auth setup-git", "pr list", "pr create"]
    first = git(repository.remote, "rev-parse", "data-update")
    assert '"torch": [1]' in git(repository.remote, "show", f"data-update:{DATA}")
    changed = git(repository.remote, "diff", "--name-only", "main", "data-update").split()
    assert changed == [DATA]
    assert "torch 2.16.0: new" in (tmp_path / "2026-12-07" / "body.md").read_text()

    assert repository.propose("2026-12-14", "1") == ["auth setup-git"]
    assert git(repository.remote, "rev-parse", "data-update") == first

    assert repository.propose("2026-12-21", "2") == ["auth setup-git", "pr list", "pr edit"]
    assert '"torch": [2]' in git(repository.remote, "show", f"data-update:{DATA}")
    assert git(repository.remote, "rev-parse", "main") == main


def test_what_runs_foreign_code_may_write_nothing() -> None:
    assert JOBS["read"]["permissions"] == {"contents": "read"}
    assert not re.search(r"\b(?:python|pip)\b", PROPOSE)
