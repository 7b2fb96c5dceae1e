"""What is read of a configuration, and in which words a mistake is named, file by file."""

from __future__ import annotations

from pathlib import Path

import pytest

from mps_doctor.render import FORMATS
from mps_doctor.system import configuration as config
from mps_doctor.system.configuration import Configuration, Require, Settings, load_configuration
from mps_doctor.system.errors import InputError

HEADING = "[tool.mps-doctor]\n"


def read(folder: Path, text: str, name: str = "pyproject.toml") -> Configuration:
    (folder / name).write_text(text, encoding="utf-8")
    return load_configuration(folder=folder, home=folder)


def mistake(folder: Path, text: str, name: str = "pyproject.toml") -> InputError:
    with pytest.raises(InputError) as error:
        read(folder, text, name)
    return error.value


def test_every_key_is_read(tmp_path: Path) -> None:
    text = (
        'select = ["host"]\nfail-on = "warning"\nlevel = "deep"\ndevice = "cuda"\ntimeout = 1\n'
        '[ignore]\nmemory = "small"\n[severity]\ntorch-version = "off"\nmemory = "info"\n'
        '[require]\ntorch = ">=2.6"\nmacos = ">=14"\npython = "<4"\ndevice = "cpu"\n'
        'level = "quick"\n'
    )
    found = read(tmp_path, text, "mps-doctor.toml")
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
    assert found.names == ("host", "memory", "torch-version", "memory")
    assert found.place_of("select") == "mps-doctor.toml:1"
    assert found.place_of("timeout") == "mps-doctor.toml:5"
    assert found.place_of("nothing") == "mps-doctor.toml"
    assert found.place_of("") == "mps-doctor.toml"


def test_a_list_of_ignored_names_has_the_file_for_a_reason(tmp_path: Path) -> None:
    found = read(tmp_path, f'{HEADING}ignore = ["memory", "host"]\n')
    assert found.ignored == dict.fromkeys(("memory", "host"), "ignored in pyproject.toml")


def test_no_file_configures_nothing(tmp_path: Path) -> None:
    found = load_configuration(folder=tmp_path, home=tmp_path)
    assert found == Configuration() == config.NOT_CONFIGURED
    assert (found.file, found.settings, found.lines) == ("", Settings(), ())
    assert (found.ignored, found.names) == ({}, ())
    assert Settings() == Settings(
        select=(), ignore=(), severity={}, fail_on=None, level=None, device=None, timeout=None
    )
    assert Require() == Require(torch="", macos="", python="", device=None, level=None)


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        ("# level\n\n[tool.other]\nlevel = 1\n[tool.mps-doctor]\nlevel = 'quick'\n", "level", 6),
        ("[tool.mps-doctor]\n# level\nlevel = 'quick'\n", "level", 3),
        ("[ tool . 'mps-doctor' ]\nlevel = 'quick'\n", "level", 2),
        ("[tool.mps-doctor]\nseverity.fail-on-x = 'off'\nfail-on = 'error'\n", "fail-on", 3),
        ("[tool.mps-doctor]\nselect = ['x-host', 'host-x',\n 'host']\n", "host", 3),
    ],
)
def test_the_line_on_which_a_word_stands(tmp_path: Path, text: str, place: str, line: int) -> None:
    assert read(tmp_path, text).place_of(place) == f"pyproject.toml:{line}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('selekt = ["host"]', "no key is called 'selekt'; did you mean 'select'?"),
        (
            "zzz = 1",
            "no key is called 'zzz'; known: select, ignore, severity, fail-on, level, device, "
            "timeout, require",
        ),
        (f"{'z' * 99} = 1", f"no key is called '{'z' * 80}'"),
        ('level = "quik"', "no level is called 'quik'; did you mean 'quick'?"),
        ('device = "mpx"', "no device is called 'mpx'; did you mean 'mps'?"),
        ('fail-on = "warn"', "no fail-on is called 'warn'; did you mean 'warning'?"),
        ('severity.memory = "of"', "no severity is called 'of'; did you mean 'off'?"),
        (
            'severity.memory = "zzz"',
            "no severity is called 'zzz'; known: error, warning, info, off",
        ),
        ('require.zzzch = "1"', "no requirement is called 'zzzch'; known: torch, macos, python"),
        ('require.torhc = "1"', "no requirement is called 'torhc'; did you mean 'torch'?"),
        (
            'require.zzz = "1"',
            "no requirement is called 'zzz'; known: torch, macos, python, device, level",
        ),
        ('require.level = "depe"', "no level is called 'depe'; did you mean 'deep'?"),
        ('require.device = "zzz"', "no device is called 'zzz'; known: mps, cpu, cuda"),
        ('require.torch = "2.6"', "'2.6' is no version specifier"),
        ('require.macos = "new"', "'new' is no version specifier"),
        (f'require.python = "{"n" * 99}"', f"'{'n' * 80}' is no version specifier"),
        ("level = 3", "level: expected `str | null`, got `int`"),
        ("require.torch = 3", "require.torch: expected `str`, got `int`"),
        ('level = "qzzzck"', "no level is called 'qzzzck'; did you mean 'quick'?"),
        ("timeout = 0", "timeout: expected `float` >= 1.0"),
        ("timeout = 86401", "timeout: expected `float` <= 86400.0"),
        ("select = 'host'", "select: expected `array`, got `str`"),
        ("select = [1]", "select: expected `str`, got `int`"),
        ("require = 3", "require: expected `object`, got `int`"),
        ("severity = 3", "severity: expected `object`, got `int`"),
        ("severity.memory = 3", "severity: expected `str`, got `int`"),
        ("ignore.memory = ''", "ignore: expected `str` of length >= 1"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    assert str(mistake(tmp_path, f"{HEADING}{text}\n")).startswith(f"pyproject.toml:2: {said}")


@pytest.mark.parametrize(
    ("given", "hint"),
    [("2.6", 'write torch = ">=2.6"'), ("2", 'write torch = ">=2"'), ("two", ""), ("2.x", "")],
)
def test_how_a_version_is_written(tmp_path: Path, given: str, hint: str) -> None:
    assert mistake(tmp_path, f'{HEADING}require.torch = "{given}"\n').hint == hint


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "pyproject.toml",
            "[tool]\nmps-doctor = 3\n",
            "pyproject.toml: tool.mps-doctor is no table",
        ),
        (
            "pyproject.toml",
            f"{HEADING}select = [\n",
            "pyproject.toml is not TOML: Invalid value (at ",
        ),
        ("mps-doctor.toml", "select = [\n", "mps-doctor.toml is not TOML: "),
        (
            "mps-doctor.toml",
            f"x = 1\n{'a.' * 101}a = 1\n",
            "mps-doctor.toml is no configuration: it has a line of more than 100 dots",
        ),
        (
            "pyproject.toml",
            f"{HEADING}# {'x' * 300_000}\n",
            "pyproject.toml configures mps-doctor, and is too large to be read",
        ),
    ],
)
def test_a_file_of_ours_that_is_broken(tmp_path: Path, name: str, text: str, said: str) -> None:
    assert said in str(mistake(tmp_path, text, name))


def test_an_error_of_the_parser_is_kept_short(tmp_path: Path) -> None:
    said = str(mistake(tmp_path, f"{'x' * 999}\n[tool.mps-doctor]\n"))
    assert len(said) <= len("pyproject.toml is not TOML: ") + 200


@pytest.mark.parametrize(
    "text",
    [
        "[project]\nname = 'x'\n",
        "dependencies = ['mps-doctor'\n",
        f"# mps-doctor\n# {'x' * 300_000}\n",
        f"# mps-doctor\n{'a.' * 101}a = 1\n",
        "tool = 3\nmps-doctor = 4\n",
        "[tool.other]\nmps-doctor = 1\n",
    ],
)
def test_a_pyproject_that_is_not_about_us(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == config.NOT_CONFIGURED


def test_dots_in_texts_and_a_hundred_of_them_are_no_key_of_many_parts(tmp_path: Path) -> None:
    dots = "." * 101
    text = f"{HEADING}ignore.host = '{dots}' # {'.' * 99}\nignore.memory = \"{dots}\"\n"
    assert read(tmp_path, text).ignored == {"host": dots, "memory": dots}


def test_our_own_file_goes_before_pyproject(tmp_path: Path) -> None:
    read(tmp_path, f'{HEADING}ignore = ["host"]\n')
    assert read(tmp_path, 'ignore = ["memory"]\n', "mps-doctor.toml").names == ("memory",)


def test_a_file_of_just_the_size_is_read(tmp_path: Path) -> None:
    text = f'{HEADING}ignore = ["host"]\n# '
    assert read(tmp_path, text.ljust(300_000, "x")).names == ("host",)
    (tmp_path / "mps-doctor.toml").write_text('ignore = ["host"]\n#'.ljust(300_001, "x"))
    with pytest.raises(InputError, match=r"mps-doctor\.toml is too large for a configuration"):
        load_configuration(folder=tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("other.toml", 'ignore = ["host"]\n', ("host",)),
        ("other.toml", '[tool.mps-doctor]\nignore = ["host"]\n', ("host",)),
        ("pyproject.toml", '[tool.mps-doctor]\nignore = ["host"]\n', ("host",)),
        ("pyproject.toml", "[project]\nname = 'x'\n", ()),
    ],
)
def test_a_file_that_is_named(tmp_path: Path, name: str, text: str, names: tuple[str, ...]) -> None:
    (tmp_path / name).write_text(text)
    found = load_configuration(file=str(tmp_path / name))
    assert (found.file, found.names) == (name, names)


def test_a_file_that_is_named_and_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot read .*absent.toml: it is no file"):
        load_configuration(file=str(tmp_path / "absent.toml"))
    name = "x" * 999
    with pytest.raises(InputError, match=rf"cannot read {name}: .*(too long|no file)"):
        load_configuration(file=name)


@pytest.mark.parametrize(("folders", "found"), [(49, ("host",)), (50, ())])
def test_how_far_up_a_file_is_looked_for(
    tmp_path: Path, folders: int, found: tuple[str, ...]
) -> None:
    (tmp_path / "mps-doctor.toml").write_text('ignore = ["host"]\n')
    inner = tmp_path.joinpath(*"a" * folders)
    inner.mkdir(parents=True)
    assert load_configuration(folder=inner).names == found


def test_the_search_ends_at_a_projects_root(tmp_path: Path) -> None:
    (tmp_path / "mps-doctor.toml").write_text('ignore = ["host"]\n')
    (tmp_path / "root" / ".git").mkdir(parents=True)
    assert load_configuration(folder=tmp_path / "root") == config.NOT_CONFIGURED
    assert load_configuration(folder=tmp_path).names == ("host",)


def test_what_is_no_text_in_a_comment_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "mps-doctor.toml").write_bytes(b'# caf\xe9\nignore = ["host"]\n')
    assert load_configuration(folder=tmp_path).names == ("host",)


def test_the_line_of_a_requirement_is_that_of_its_key(tmp_path: Path) -> None:
    said = str(mistake(tmp_path, "[tool.mps-doctor.require]\n\ntorch = 3\n"))
    assert said == "pyproject.toml:3: require.torch: expected `str`, got `int`"


def test_the_current_folder_is_where_the_search_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mps-doctor.toml").write_text('ignore = ["host"]\n')
    monkeypatch.chdir(tmp_path)
    assert load_configuration().names == ("host",)


def test_the_formats_are_those_that_are_documented() -> None:
    assert " ".join(FORMATS) == "console json jsonl line junit github html svg markdown"
