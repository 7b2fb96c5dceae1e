"""The exact fixes: which torch, whose command, and what it costs."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import msgspec
import pytest
from packaging.requirements import Requirement

sys.path.append(str(Path(__file__).parent))

from conda_grammar import problems_of

from mps_doctor import fixes as prescribing
from mps_doctor.facts import (
    Conda,
    Fact,
    Gpu,
    Host,
    Interpreter,
    Package,
    Packages,
    TorchInstall,
    Unknown,
)
from mps_doctor.fixes import Environment, aimed
from mps_doctor.judgement.checking import Fix
from mps_doctor.knowledge import releases

UNKNOWN: Fact[str] = Unknown("not in the report", "conda.name")
PYTHON = "~/work/.venv/bin/python"
NO_CONDA = Conda(active=False)
NO_PACKAGES = Packages(installed=())
NO_TORCH = TorchInstall(installed=False)
COMPANIONS = Packages(
    installed=(
        Package(name="torchvision", version="0.20.1", installer="uv"),
        Package(name="torchaudio", version="2.5.1", installer="uv"),
    )
)


def apple(macos: str = "14.5", /, **facts: object) -> Host:
    known = {"system": "Darwin", "chip": "Apple M1", "hardware_architecture": "arm64"}
    return Host(**{**known, "macos_version": macos, **facts})  # type: ignore[arg-type]


def intel(macos: str = "13.6", *gpus: str) -> Host:
    return apple(
        macos,
        chip="Intel(R) Core(TM) i7",
        hardware_architecture="x86_64",
        gpus=tuple(Gpu(name=name) for name in gpus),
    )


def interpreter(version: str = "3.11.9", **facts: object) -> Interpreter:
    known = {
        "executable": PYTHON,
        "prefix": "~/work/.venv",
        "environment": "venv",
        "architecture": "arm64",
        "translated": False,
        "has_pip": True,
    }
    return Interpreter(**{**known, "version": version, **facts})  # type: ignore[arg-type]


def rosetta(version: str = "3.11.9", **facts: object) -> Interpreter:
    return interpreter(version, architecture="x86_64", translated=True, **facts)


def conda(tool: str = "conda", name: Fact[str] = "ml") -> Conda:
    return Conda(active=True, tool=tool, name=name, prefix="~/forge/envs/ml")


def install(
    host: Host,
    python: Interpreter,
    conda: Conda,
    packages: Packages,
    torch: TorchInstall = NO_TORCH,
    **options: bool,
) -> tuple[Fix, ...]:
    environment = Environment(host, python, conda, packages, torch)
    return prescribing.install_torch(environment, **options)


def native(host: Host, python: Interpreter, conda: Conda, packages: Packages) -> tuple[Fix, ...]:
    return prescribing.native_environment(Environment(host, python, conda, packages, NO_TORCH))


def torch_of(fix: Fix) -> str:
    """Return the requirement on torch in the commands of a fix."""
    words = itertools.chain.from_iterable(fix.commands)
    return next(word for word in words if word.startswith(("torch=", "torch>", "pytorch")))


# (macOS, Python, what is asked of pip)
PINS = [
    ("12.3", "3.8.19", "torch==2.4.1"),
    ("12.7.6", "3.11.9", "torch==2.4.1"),
    ("13.0", "3.9.6", "torch==2.8.0"),
    ("13.7.4", "3.13.1", "torch==2.8.0"),
    ("14.0", "3.12.4", "torch==2.14.1"),
    ("14.8.7", "3.10.0", "torch==2.14.1"),
    ("15.0", "3.10.0", "torch==2.14.1"),
    ("15.0", "3.11.0", "torch==2.15.0"),
    ("26.5.2", "3.15.0", "torch==2.15.0"),
    ("27.1", "3.14.2", "torch==2.15.0"),
]


@pytest.mark.parametrize(("macos", "python", "torch"), PINS)
def test_the_newest_torch_that_installs_and_has_mps(macos: str, python: str, torch: str) -> None:
    (fix,) = install(apple(macos), interpreter(python), NO_CONDA, NO_PACKAGES)
    assert fix.commands == ((PYTHON, "-m", "pip", "install", torch),)
    assert fix.verify == (("mps-doctor",),)
    assert fix.needs == ("network",)
    assert macos in fix.summary


# (python facts, conda, the command's beginning)
UV_PROJECT = {"environment": "uv", "project_manager": "uv", "has_pip": False}
MANAGERS = [
    ({}, NO_CONDA, (PYTHON, "-m", "pip", "install")),
    (
        {"environment": "uv", "prefix": "~/elsewhere", "has_pip": False},
        NO_CONDA,
        ("uv", "pip", "install", "--python", PYTHON),
    ),
    (UV_PROJECT, NO_CONDA, ("uv", "add")),
    ({"project_manager": "poetry"}, NO_CONDA, ("poetry", "add")),
    ({"environment": "poetry"}, NO_CONDA, ("poetry", "add")),
    ({"environment": "conda"}, conda(), ("conda", "install", "--yes", "-n", "ml")),
    ({"environment": "conda"}, conda("mamba"), ("mamba", "install", "--yes", "-n", "ml")),
    ({"environment": "conda"}, conda("micromamba"), ("micromamba", "install", "--yes", "-n")),
    ({"environment": "conda"}, conda(name=UNKNOWN), ("conda", "install", "--yes", "-p")),
    ({"environment": "pixi"}, conda("pixi"), ("pixi", "add")),
]


@pytest.mark.parametrize(("facts", "environment", "start"), MANAGERS)
def test_the_user_s_own_manager(
    facts: dict[str, object], environment: Conda, start: tuple[str, ...]
) -> None:
    (fix,) = install(apple(), interpreter(**facts), environment, NO_PACKAGES)
    (command,) = fix.commands
    assert command[: len(start)] == start
    assert fix.verify[-1] == ("mps-doctor",)


def test_a_lock_file_of_another_project_is_left_alone() -> None:
    """The environment is not where uv puts that of the project in the current folder."""
    python = interpreter(project_manager="uv", prefix="~/other/env")
    (fix,) = install(apple(), python, NO_CONDA, NO_PACKAGES)
    assert fix.commands[0][:4] == (PYTHON, "-m", "pip", "install")


def test_conda_gets_bounds_that_this_macos_can_use() -> None:
    def asked(macos: str, host: Host | None = None) -> str:
        python = interpreter(architecture="x86_64") if host else interpreter()
        (fix,) = install(host or apple(macos), python, conda(), NO_PACKAGES)
        return torch_of(fix)

    assert asked("12.6") == "pytorch>=1.13,<2.5"
    assert asked("13.6") == "pytorch>=2.5,<2.9"
    assert asked("14.5") == "pytorch>=2.9,<2.15"
    assert asked("26.1") == "pytorch>=2.9"
    assert asked("", intel("14.5", "AMD Radeon Pro 580")) == "pytorch>=1.13,<2.13"


def test_torch_that_pip_put_into_conda_stays_with_pip() -> None:
    by_pip = TorchInstall(installed=True, installer="pip", version="2.12.0")
    (fix,) = install(apple("13.6"), interpreter(), conda(), NO_PACKAGES, torch=by_pip)
    assert fix.commands == ((PYTHON, "-m", "pip", "install", "torch==2.8.0"),)
    (fix,) = install(apple("13.6"), interpreter(), conda(), COMPANIONS)
    assert fix.commands[0][:3] == (PYTHON, "-m", "pip")


def test_companions_that_are_installed_are_pinned_with_it() -> None:
    (fix,) = install(apple("13.6"), interpreter(), NO_CONDA, COMPANIONS)
    assert fix.commands[0][4:] == ("torch==2.8.0", "torchvision==0.23.0", "torchaudio==2.8.0")
    one = Packages(installed=(Package(name="torchvision", version="0.1"),))
    (fix,) = install(apple("14.1"), interpreter(), NO_CONDA, one)
    assert fix.commands[0][4:] == ("torch==2.14.1", "torchvision==0.29.2")


def test_a_companion_without_a_build_is_named() -> None:
    (fix,) = install(apple("26.1"), interpreter("3.15.0"), NO_CONDA, COMPANIONS)
    assert fix.commands[0][4:] == ("torch==2.15.0", "torchvision==0.29.2")
    assert "torchaudio" in fix.summary
    (fix,) = install(apple("26.1"), interpreter("3.14.1"), NO_CONDA, COMPANIONS)
    assert fix.commands[0][4:6] == ("torch==2.10.0", "torchvision==0.25.0")


def test_the_versions_of_now_come_back_by_the_undo() -> None:
    now = TorchInstall(installed=True, version="2.5.1")
    (fix,) = install(apple("13.6"), interpreter(), NO_CONDA, COMPANIONS, torch=now)
    before = ("torch==2.5.1", "torchvision==0.20.1", "torchaudio==2.5.1")
    assert fix.undo == ((PYTHON, "-m", "pip", "install", *before),)
    built = TorchInstall(installed=True, version="2.5.1a0+gitabc")
    (fix,) = install(apple("13.6"), interpreter(), NO_CONDA, COMPANIONS, torch=built)
    assert fix.undo == ()


def test_pip_is_put_back_first_where_it_is_missing() -> None:
    (fix,) = install(apple(), interpreter(has_pip=False), NO_CONDA, NO_PACKAGES)
    assert fix.commands[0] == (PYTHON, "-m", "ensurepip", "--upgrade")


def test_reinstalling_replaces_the_files() -> None:
    (fix,) = install(apple(), interpreter(), NO_CONDA, NO_PACKAGES, reinstall=True)
    remove, again = fix.commands
    assert remove == (PYTHON, "-m", "pip", "uninstall", "--yes", "torch")
    assert "--no-cache-dir" in again
    assert again[-1] == "torch==2.14.1"
    uv = interpreter(environment="uv", prefix="~/e")
    (fix,) = install(apple(), uv, NO_CONDA, NO_PACKAGES, reinstall=True)
    assert fix.commands[0][5:7] == ("--reinstall-package", "torch")


def test_a_python_that_pip_must_not_touch_gets_an_environment() -> None:
    brew = interpreter(
        environment="none", externally_managed=True, executable="/opt/homebrew/bin/python3.12"
    )
    (fix,) = install(apple(), brew, NO_CONDA, NO_PACKAGES)
    assert fix.commands[0] == ("/opt/homebrew/bin/python3.12", "-m", "venv", "mps-env")
    assert fix.commands[1][:4] == ("mps-env/bin/python", "-m", "pip", "install")
    assert "new-environment" in fix.needs
    assert fix.verify == (("mps-doctor", "--python", "mps-env/bin/python"),)


def test_rosetta_gets_a_new_arm64_environment_beside_the_old_one() -> None:
    first, by_hand = install(
        apple(), rosetta(environment="uv", has_pip=False), NO_CONDA, COMPANIONS
    )
    made = "~/work/.venv-arm64"
    assert first.commands[0] == (
        *("uv", "venv", "--python", "cpython-3.11-macos-aarch64-none"),
        made,
    )
    assert first.commands[1][:5] == ("uv", "pip", "install", "--python", f"{made}/bin/python")
    assert first.commands[1][5:] == ("torch==2.14.1", "torchvision==0.29.2", "torchaudio==2.11.0")
    assert first.undo == (("rm", "-r", made),)
    assert first.verify == (("mps-doctor", "--python", f"{made}/bin/python"),)
    assert by_hand.kind == "manual"
    assert any("Rosetta" in step for step in by_hand.steps)


def test_rosetta_with_pip_gets_uv_by_pip_if_this_python_may() -> None:
    first, _ = native(apple(), rosetta(), NO_CONDA, NO_PACKAGES)
    assert first.commands[0] == (PYTHON, "-m", "pip", "install", "uv")
    assert first.commands[1][:4] == (PYTHON, "-m", "uv", "venv")
    for facts in ({"version": "3.7.16"}, {"externally_managed": True}, {"has_pip": False}):
        version = str(facts.pop("version", "3.11.9"))
        (only,) = native(apple(), rosetta(version, **facts), NO_CONDA, NO_PACKAGES)
        assert only.kind == "manual"
        assert only.commands == ()


def test_rosetta_in_conda_and_pixi() -> None:
    python = rosetta("3.9.1", environment="conda")
    first, _ = native(apple(), python, conda(), NO_PACKAGES)
    (command,) = first.commands
    assert command[:5] == ("conda", "create", "--yes", "-n", "ml-arm64")
    assert command[5:7] == ("--platform", "osx-arm64")
    assert "python=3.12" in command  # 3.9 ends with torch 2.8
    assert first.verify == (("mps-doctor", "--env", "ml-arm64"),)
    first, _ = native(apple(), python, conda(name="base"), NO_PACKAGES)
    assert first.commands[0][4] == "mps"
    first, _ = native(apple(), rosetta(environment="pixi"), conda("pixi"), NO_PACKAGES)
    assert first.commands[0] == ("pixi", "init", "--platform", "osx-arm64", "mps-env")


def test_a_python_without_a_torch_here_leads_to_one_with_and_to_the_update() -> None:
    fixes = install(apple("12.7"), interpreter("3.13.1"), NO_CONDA, NO_PACKAGES)
    assert [fix.id for fix in fixes] == [
        "new-environment",
        "new-environment-by-hand",
        "update-macos",
    ]
    assert torch_of(fixes[0]) == "torch==2.4.1"
    assert "13.0" in fixes[-1].summary
    # Python 3.16 has no torch on any macOS: no update is promised to help.
    fixes = install(apple("15.0"), interpreter("3.16.0"), NO_CONDA, NO_PACKAGES)
    assert [fix.id for fix in fixes] == ["new-environment", "new-environment-by-hand"]


@pytest.mark.parametrize("macos", ["11.7.10", "12.0", "12.2.1"])
def test_below_every_torch_only_the_update_helps(macos: str) -> None:
    (fix,) = install(apple(macos), interpreter(), NO_CONDA, NO_PACKAGES)
    assert fix.id == "update-macos"
    assert "12.3" in fix.summary
    assert set(fix.needs) == {"gui", "restart", "network"}
    assert fix.commands == ()


def test_an_intel_mac_with_amd_gets_the_last_torch_and_numpy_1() -> None:
    python = interpreter(architecture="x86_64")
    (fix,) = install(intel("13.6", "AMD Radeon Pro 5500M"), python, NO_CONDA, COMPANIONS)
    assert fix.commands[0][4:] == (
        *("torch==2.2.2", "torchvision==0.17.2", "torchaudio==2.2.2"),
        "numpy<2",
    )


def test_an_intel_mac_without_amd_is_told_so_first() -> None:
    python = interpreter(architecture="x86_64")
    fixes = install(intel("11.7", "Intel Iris Plus"), python, NO_CONDA, NO_PACKAGES)
    assert fixes[0].id == "no-mps-on-this-mac"
    assert fixes[0].commands == ()
    assert fixes[1].commands[0][4:] == ("torch==2.2.2", "numpy<2")
    assert "CPU" in fixes[1].summary
    newer = interpreter("3.13.1", architecture="x86_64")
    first, second, *_ = native(intel("14.1", "Intel Iris Plus"), newer, NO_CONDA, NO_PACKAGES)
    assert first.id == "no-mps-on-this-mac"
    assert "use MPS" not in second.summary


def test_what_is_not_known_is_not_guessed() -> None:
    (fix,) = install(Host(), Interpreter(), Conda(), Packages())
    assert fix.commands == (("python3", "-m", "pip", "install", "torch>=1.13"),)
    assert fix.verify == (("mps-doctor",),)
    assert fix.undo == ()
    # The macOS alone is enough not to walk into the trap.
    (fix,) = install(Host(macos_version="13.2"), Interpreter(), Conda(), Packages())
    assert torch_of(fix) == "torch>=1.13,<2.9"
    # An Intel process whose hardware nobody told may be translated: no version is named.
    unsure = Interpreter(version="3.11.9", architecture="x86_64", executable=PYTHON)
    (fix,) = install(Host(macos_version="14.5"), unsure, Conda(), Packages())
    assert torch_of(fix) == "torch>=1.13,<2.15"


@pytest.mark.parametrize(
    ("present", "macos", "expected"),
    [
        ("2.2.2", "14.4", "torch>2.2.2,<"),
        ("2.9.1", "13.2", "torch>=1.13,<2.9"),  # this one has to give way to an older one
        ("1.11.0", "14.4", "torch>=1.13,<"),
        ("2.5.0.dev20240901", "14.4", "torch>=1.13,<"),
    ],
)
def test_an_installer_is_not_content_with_the_torch_that_has_to_go(
    present: str, macos: str, expected: str
) -> None:
    torch = TorchInstall(version=present)
    (fix,) = install(apple(macos), Interpreter(), Conda(), Packages(), torch=torch)
    assert torch_of(fix).startswith(expected)


def test_uv_finds_the_environment_of_a_text_by_itself() -> None:
    python = Interpreter(environment="uv")
    (fix,) = install(apple(), python, NO_CONDA, NO_PACKAGES)
    assert fix.commands[0][:3] == ("uv", "pip", "install")
    assert "--python" not in fix.commands[0]
    project = Interpreter(environment="uv", project_manager="uv")
    (fix,) = install(apple(), project, NO_CONDA, NO_PACKAGES)
    assert fix.commands[0][:2] == ("uv", "add")


def test_the_kernel_tells_the_macos_where_the_report_does_not() -> None:
    host = apple(macos_version_reported="10.16", kernel_release="22.6.0")
    host = Host(
        **{**{n: getattr(host, n) for n in host.__struct_fields__}, "macos_version": UNKNOWN}
    )
    (fix,) = install(host, interpreter(), NO_CONDA, NO_PACKAGES)
    assert torch_of(fix) == "torch==2.8.0"


def test_another_system_gets_an_environment_without_a_word_of_macs() -> None:
    linux = Host(system="Linux", hardware_architecture="x86_64")
    (fix,) = native(linux, Interpreter(version="2.7.18"), NO_CONDA, NO_PACKAGES)
    assert fix.steps[0] == "Install Python 3.12"
    text = " ".join((fix.summary, *fix.steps))
    assert not any(word in text for word in ("Mac", "macOS", "AMD", "brew"))


GRID = [
    (host, python, environment)
    for host in (apple("12.1"), apple("12.7"), apple("13.6"), apple("14.5"), apple("26.1"))
    for python in (
        interpreter("3.8.1"),
        interpreter("3.13.1"),
        interpreter("3.15.0"),
        rosetta("3.9.1"),
        rosetta("3.12.1", environment="conda"),
        interpreter("3.14.0", free_threaded=True),
    )
    for environment in (NO_CONDA, conda(), conda("mamba"), conda("pixi"), conda("micromamba"))
] + [
    (intel(macos, *gpus), interpreter(version, architecture="x86_64"), environment)
    for macos in ("11.7", "13.1", "26.0")
    for gpus in ((), ("Intel UHD",), ("AMD Radeon Pro",))
    for version in ("3.7.1", "3.12.1", "3.13.0")
    for environment in (NO_CONDA, conda())
]


@pytest.mark.parametrize(("host", "python", "environment"), GRID)
def test_every_fix_is_whole(host: Host, python: Interpreter, environment: Conda) -> None:
    """Commands or steps, a proof at the end, and conda's grammar where it is conda's command."""
    fixes = (
        *install(host, python, environment, COMPANIONS),
        *install(host, python, environment, NO_PACKAGES, reinstall=True),
        *native(host, python, environment, NO_PACKAGES),
    )
    for fix in fixes:
        assert bool(fix.commands) is (fix.kind == "run")
        assert bool(fix.steps) is (fix.kind == "manual")
        assert fix.verify[-1][0] == "mps-doctor"
        assert fix.summary[0].isupper()
        assert "network" in fix.needs or fix.risk == "safe"
        for command in (*fix.commands, *fix.undo):
            assert all(word and isinstance(word, str) for word in command)
            if command[0] in ("conda", "mamba", "micromamba", "pixi"):
                assert problems_of(command) == []
            for word in command:
                if word.startswith("torch="):
                    assert releases.release(word.partition("==")[2]) is not None
                    Requirement(word)


def test_variables_are_set_and_removed_by_hand() -> None:
    fix = prescribing.set_variable("PYTORCH_ENABLE_MPS_FALLBACK", "1")
    assert fix.kind == "manual"
    assert any("export PYTORCH_ENABLE_MPS_FALLBACK=1" in step for step in fix.steps)
    gone = prescribing.unset_variable("PYTORCH_MPS_HIGH_WATERMARK_RATIO")
    assert any("unset PYTORCH_MPS_HIGH_WATERMARK_RATIO" in step for step in gone.steps)
    assert fix.verify == gone.verify == (("mps-doctor",),)


def test_the_system_s_fixes_say_what_they_need() -> None:
    tools = prescribing.install_command_line_tools()
    assert tools.commands == (("xcode-select", "--install"),)
    assert "gui" in tools.needs
    assert tools.risk == "changes-environment"
    old = prescribing.update_macos(apple("12.7"), "13.0")
    assert any("System Preferences" in step for step in old.steps)
    new = prescribing.update_macos(apple("14.1"), "15.0")
    assert any("System Settings" in step for step in new.steps)
    assert "this Mac can run macOS 27 (Golden Gate)" in new.steps[1]


def test_a_macos_that_this_mac_cannot_run_is_not_prescribed() -> None:
    mac = apple("12.7.6", chip="Intel(R) Core(TM) i5", hardware_architecture="x86_64")
    mac_2015 = msgspec.structs.replace(mac, model="MacBookPro12,1")
    fix = prescribing.update_macos(mac_2015, "13.0")
    assert fix.id == "macos-out-of-reach"
    assert fix.summary == "Use an older PyTorch or the CPU: this Mac can't run macOS 13.0 (Ventura)"
    nobody_knows = prescribing.update_macos(mac, "13.0")
    assert nobody_knows.id == "update-macos"
    assert "may be too old" in nobody_knows.steps[1]
    assert prescribing.update_macos(mac, "27.0").id == "macos-out-of-reach"
    first_macbook = msgspec.structs.replace(mac, model="MacBook8,1", macos_version="11.7.10")
    fix = prescribing.update_macos(first_macbook, "12.3")
    assert fix.summary.startswith("Use the CPU: ")  # no PyTorch has MPS on macOS 11
    guest = apple("14.5", virtual_machine=True)
    assert "27" not in prescribing.update_macos(guest, "15.0").steps[1]


def test_a_source_build_has_its_own_words() -> None:
    fix = prescribing.build_torch(interpreter())
    text = " ".join((fix.summary, *fix.steps))
    assert "USE_MPS=1" in text
    assert "13.3.1" in text
    assert "sudo" in fix.needs


@pytest.mark.parametrize(
    ("argv", "named"),
    [
        (("mps-doctor",), ("mps-doctor", "--python", PYTHON)),
        (("mps-doctor", "check"), ("mps-doctor", "check", "--python", PYTHON)),
        (
            ("mps-doctor", "check", "--device", "cpu"),
            ("mps-doctor", "check", "--device", "cpu", "--python", PYTHON),
        ),
        (
            ("mps-doctor", "--select", "disk"),
            ("mps-doctor", "--select", "disk", "--python", PYTHON),
        ),
        # Another environment, another question, another program.
        (("mps-doctor", "--env", "ml"), ("mps-doctor", "--env", "ml")),
        (("mps-doctor", "--version"), ("mps-doctor", "--version")),
        (("mps-doctor", "fix", "--undo"), ("mps-doctor", "fix", "--undo")),
        (("xcode-select", "-p"), ("xcode-select", "-p")),
    ],
)
def test_an_examination_names_its_environment(
    argv: tuple[str, ...], named: tuple[str, ...]
) -> None:
    assert aimed(argv, Interpreter(executable=PYTHON)) == named
    assert aimed(argv, Interpreter()) == argv
