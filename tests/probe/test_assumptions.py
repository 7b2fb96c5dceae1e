"""docs/assumptions.md has a row for all that the probe asks of macOS, and no row without a user."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mps_doctor.discovery import environment
from mps_doctor.probe.rows import macos as sources

ROOT = Path(__file__).resolve().parents[2]
PROBE = ROOT / "doctor" / "mps_doctor" / "probe"
SCRIPT = ROOT / "doctor" / "mps_doctor" / "features" / "fleet" / "host.sh"
PAGE = (ROOT / "docs" / "assumptions.md").read_text(encoding="utf-8")

USERS = {
    "Commands": set(map(" ".join, sources.COMMANDS.values())),
    "Names of the kernel": set(sources.KERNEL_NAMES),
    "Libraries": {
        *(library or "libSystem" for library in sources.CALLS),
        *(name for names in sources.CALLS.values() for name in names),
    },
    "Objective-C messages": set(sources.MESSAGES),
    "Files and folders": {*sources.FILES, *sources.PROVIDERS_ON_MACOS},
    "Finding Pythons": {"/usr/bin", *environment._CHOSEN_DEVELOPER, *environment._USUAL_DEVELOPER},
}
"""What the probe's and the doctor's own tables name, by the section of the page."""

PROOFS = {"source", "use", "report", "no"}


def rows(section: str) -> dict[str, list[str]]:
    """Return the rows of a section by their first cell."""
    text = PAGE.split(f"\n## {section}\n", 1)[1].split("\n## ", 1)[0]
    found = {}
    for line in text.split("\n"):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            assert cells[0] not in found, f"two rows of {cells[0]}"
            found[cells[0].strip("`")] = cells
    return found


@pytest.mark.parametrize("section", USERS)
def test_each_user_has_a_row_and_each_row_a_user(section: str) -> None:
    assert set(rows(section)) == USERS[section]


@pytest.mark.parametrize("section", [*USERS, "The fleet script"])
def test_a_row_says_since_when_by_whom_and_what_if_not(section: str) -> None:
    for name, cells in rows(section).items():
        assert len(cells) == 6, name
        assert all(cells), name
        assert cells[-1] in PROOFS, name


OF_MACOS = re.compile(
    r"/(usr|bin|sbin|System|Library|Applications|private|var|Volumes)(/|$)|/opt/(homebrew|local)"
)
OTHER_SYSTEMS = {"host.py", "redaction.py", "rows/macos.py"}


def literals(tree: ast.Module) -> Iterator[str]:
    """Yield the texts of a module, without those that stand for themselves: docstrings."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


@pytest.mark.parametrize(
    "module", sorted(str(path.relative_to(PROBE)) for path in PROBE.rglob("*.py"))
)
def test_what_is_asked_of_macos_stands_in_the_tables_only(module: str) -> None:
    tree = ast.parse((PROBE / module).read_text(encoding="utf-8"))
    if module not in OTHER_SYSTEMS:
        assert not [text for text in literals(tree) if OF_MACOS.match(text)]
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    allowed = {"libraries.py": {"CDLL"}, "commands.py": {"Popen"}}
    calls = names & {"CDLL", "PyDLL", "Popen", "check_output", "system", "posix_spawn", "execv"}
    assert calls <= allowed.get(module, set())


def test_the_fleet_script_runs_each_program_of_its_rows() -> None:
    words = set(re.findall(r"[\w-]+", SCRIPT.read_text(encoding="utf-8")))
    assert set(rows("The fleet script")) <= words
