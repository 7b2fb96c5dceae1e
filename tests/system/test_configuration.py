"""The project's file: what is read of it, and in which words a mistake is named."""

import os
from pathlib import Path

import jsonschema
import pytest
from tables import cases, table_of, tomllib

from mps_doctor.features.schema import configuration_schema
from mps_doctor.system import configuration as config
from mps_doctor.system.configuration import Configuration, Require, Settings, load_configuration
from mps_doctor.system.errors import InputError

HEADING = "[tool.mps-doctor]\n"

WHOLE = """\
select = ["host"]
fail-on = "warning"
level = "deep"
device = "cuda"
timeout = 1
[ignore]
memory = "small"
[severity]
torch-version = "off"
memory = "info"
[require]
torch = ">=2.6"
macos = ">=14"
python = "<4"
device = "cpu"
level = "quick"
"""


def read(folder: Path, text: str, name: str = "pyproject.toml") -> Configuration:
    (folder / name).write_text(text, encoding="utf-8")
    return load_configuration(folder=folder, home=folder)


def mistake(folder: Path, text: str, name: str = "pyproject.toml") -> InputError:
    with pytest.raises(InputError) as error:
        read(folder, text, name)
    return error.value


def test_every_key_is_read(tmp_path: Path) -> None:
    found = read(tmp_path, WHOLE, "mps-doctor.toml")
    assert found.settings == Settings(
        select=("host",),
        ignore={"memory": "small"},
        severity={"torch-version": "off", "memory": "info"},
        fail_on="warning",
        level="deep",
        device="cuda",
        timeout=1.0,
        require=Require(torch=">=2.6", macos=">=14", python="<4", device="cpu", level="quick"),
    )
    assert found.file == "mps-doctor.toml"
    assert found.ignored == {"memory": "small"}
    assert found.place_of("timeout") == "mps-doctor.toml:5"
    assert found.place_of("nothing") == "mps-doctor.toml"


def test_a_list_of_ignored_names_has_the_file_for_a_reason(tmp_path: Path) -> None:
    found = read(tmp_path, f'{HEADING}ignore = ["memory", "host"]\n')
    assert found.ignored == dict.fromkeys(("memory", "host"), "ignored in pyproject.toml")


@cases
def test_the_line_on_which_a_word_stands(tmp_path: Path, text: str, place: str, line: int) -> None:
    assert read(tmp_path, text).place_of(place) == f"pyproject.toml:{line}"


# ---- mistakes -------------------------------------------------------------------------------

MISTAKES = [
    (mistake["text"], mistake["said"])
    for mistake in table_of(__file__, "configuration_mistakes.toml")["mistakes"]
]


@pytest.mark.parametrize(("text", "said"), MISTAKES)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    assert str(mistake(tmp_path, f"{HEADING}{text}\n")).startswith(f"pyproject.toml:2: {said}")


@pytest.mark.parametrize(("given", "hint"), [("2.6", 'write torch = ">=2.6"'), ("2.x", "")])
def test_how_a_version_is_written(tmp_path: Path, given: str, hint: str) -> None:
    assert mistake(tmp_path, f'{HEADING}require.torch = "{given}"\n').hint == hint


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("pyproject.toml", "[tool]\nmps-doctor = 3\n", "tool.mps-doctor is no table"),
        ("pyproject.toml", f"{HEADING}select = [\n", "pyproject.toml is not TOML: Invalid value"),
        ("mps-doctor.toml", f"x = 1\n{'a.' * 101}a = 1\n", "a line of more than 100 dots"),
        ("pyproject.toml", f"{HEADING}# {'x' * 300_000}\n", "too large for a configuration"),
    ],
)
def test_a_file_of_ours_that_is_broken(tmp_path: Path, name: str, text: str, said: str) -> None:
    error = str(mistake(tmp_path, text, name))
    assert said in error
    assert "\n" not in error


def test_the_published_schema_accepts_what_is_read(tmp_path: Path) -> None:
    schema = jsonschema.Draft202012Validator(configuration_schema())
    assert schema.is_valid(tomllib.loads(WHOLE))
    # What no schema can say: what a version specifier is, what nan is.
    for text in (text for text, said in MISTAKES if "specifier" not in said and "nan" not in text):
        assert not schema.is_valid(tomllib.loads(text)), text


# ---- which file -----------------------------------------------------------------------------

NOT_OURS = {
    "a project": b"[project]\nname = 'x'\ndependencies = ['mps-doctor']\n",
    "no TOML": b"dependencies = ['mps-doctor', \n\xff",
    "huge": b"# mps-doctor\n" + b"x = 1\n" * 1_000_000,
    "a key of many parts": b"# mps-doctor\n" + b"a." * 100_000 + b"a = 1\n",
    "nested": b"mps-doctor = " + b"[" * 100_000,
    "no table": b"tool = 3\nmps-doctor = 4\n",
    "another table": b"[tool.mps-doctor-extras]\nselect = 3\n",
}


@pytest.mark.parametrize("content", NOT_OURS.values(), ids=NOT_OURS.keys())
def test_a_pyproject_that_is_not_about_us(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pyproject.toml").write_bytes(content)
    assert load_configuration(folder=tmp_path, home=tmp_path) == config.NOT_CONFIGURED


def test_a_pipe_or_a_folder_of_that_name_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pyproject.toml")
    (tmp_path / "mps-doctor.toml").mkdir()
    assert load_configuration(folder=tmp_path, home=tmp_path) == config.NOT_CONFIGURED


def test_the_nearest_file_counts_up_to_the_projects_root_or_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, inner = tmp_path / "root", tmp_path / "root" / "src" / "inner"
    inner.mkdir(parents=True)
    (tmp_path / "mps-doctor.toml").write_text('ignore = ["memory"]\n')
    assert [*load_configuration(folder=inner).ignored] == ["memory"]
    assert load_configuration(folder=inner, home=root) == config.NOT_CONFIGURED
    (root / ".git").mkdir()
    assert load_configuration(folder=inner) == config.NOT_CONFIGURED
    (root / "pyproject.toml").write_text(f'{HEADING}ignore = ["host"]\n')
    (root / "src" / "pyproject.toml").write_text("[project]\nname = 'another'\n")
    assert [*load_configuration(folder=inner).ignored] == ["host"]
    # Our own file goes before pyproject.toml.
    (root / "mps-doctor.toml").write_text('ignore = ["torch"]\n')
    monkeypatch.chdir(inner)
    assert [*load_configuration().ignored] == ["torch"]


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("other.toml", 'ignore = ["host"]\n', ("host",)),
        ("other.toml", '[tool.mps-doctor]\nignore = ["host"]\n', ("host",)),
        ("pyproject.toml", "[project]\nname = 'x'\n", ()),
    ],
)
def test_a_file_that_is_named(tmp_path: Path, name: str, text: str, names: tuple[str, ...]) -> None:
    (tmp_path / name).write_text(text)
    found = load_configuration(file=str(tmp_path / name))
    assert (found.file, (*found.ignored,)) == (name, names)


@pytest.mark.parametrize("name", ["absent.toml", "x" * 999])
def test_a_file_that_is_named_and_is_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=rf"cannot read .*{name}: .*(too long|No such file)"):
        load_configuration(file=str(tmp_path / name))
