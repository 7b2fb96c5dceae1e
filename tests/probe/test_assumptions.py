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
    "Commands": {*map(" ".join, sources.COMMANDS.values()), *sources.OF_PLATFORM},
    "Names of the kernel": set(sources.KERNEL_NAMES),
    "Libraries": {
        *(library or "libSystem" for library in sources.CALLS),
        *(name for names in sources.CALLS.values() for name in names),
    },
    "Objective-C messages": set(sources.MESSAGES),
    "Files and folders": {*sources.FILES, *sources.PROVIDERS_ON_MACOS},
    "Finding Pythons": {
        "/usr/bin",
        *environment._CHOSEN_DEVELOPER,
        *environment._USUAL_DEVELOPER,
    },
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


# --- the tables are complete ----------------------------------------------------------------------

OF_MACOS = re.compile(
    r"/(usr|bin|sbin|System|Library|Applications|private|var|Volumes)(/|$)|/opt/(homebrew|local)"
)
OTHER_SYSTEMS = {"host_linux.py", "redaction.py", "rows/macos.py"}


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


# --- the fleet script -----------------------------------------------------------------------------

BUILT_IN = frozenset(
    """
    break case cd command continue do done echo elif else esac eval exec exit export fi for if in
    kill local printf read return set shift test then trap true umask unset until wait while
    """.split()  # noqa: SIM905  (a list to read)
)

COMMAND = re.compile(
    r"(?:^|[|;&({!]|\$\(|\b(?:then|do|else|if|while|elif)\b)\s*"
    r"(?:[A-Za-z_]+=(?:\"[^\"]*\"|\S*)\s+)*(?:limited \S+ )?(?:env (?:[A-Za-z_]+=\S+ )+)?"
    r"([a-z][a-z0-9_-]*)(?=[\s;)]|$)",
    re.MULTILINE,
)


def commands_of(script: str) -> set[str]:
    """Return the programs that a shell script starts: the first words of its commands."""
    code = "\n".join(line for line in script.split("\n") if not line.lstrip().startswith("#"))
    code = re.sub(r"'[^']*'", "''", code.replace("\\\n", " "))
    code = re.sub(r"\$\(\([^)]*\)\)", "0", code)
    code = re.sub(r"^ *[\w*'\"~/|\\ -]+\)(?!\))", "", code, flags=re.MULTILINE)  # labels of `case`
    functions = set(re.findall(r"^(\w+)\(\)", code, re.MULTILINE))
    found = {match[1] for match in COMMAND.finditer(code)}
    return found - functions - BUILT_IN


def test_each_program_of_the_fleet_script_has_a_row_and_each_row_a_program() -> None:
    programs = commands_of(SCRIPT.read_text(encoding="utf-8"))
    assert {"sw_vers", "sysctl", "ioreg", "base64"} <= programs
    by_variable = {"shasum", "sha256sum"}  # tried in turn: `for hash in …`
    assert programs | by_variable == set(rows("The fleet script"))
