"""The plug-in for pytest: marker `requires_mps`, fixture `mps_device`.

    @pytest.mark.requires_mps
    def test_training_on_the_gpu(): ...

    def test_sum(mps_device):
        assert torch.ones(2, device=mps_device).sum().item() == 2

A test that asks for the device is skipped with the cause as its reason where real work on it, in a
child process, did not succeed: asked once in a session, by all workers of pytest-xdist together.
`--require-mps` makes it fail instead: on a machine that must have a GPU, skipped is not green.
What the project asks for in `[tool.mps-doctor]` counts as in `mps-doctor check`.
A session in which no test asks pays for this file alone.
"""

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

MARKER = (
    "requires_mps: real work on the Apple GPU succeeds; skipped with the cause where it does not"
)
HEADER = "mps: asked of mps-doctor when a test needs it (requires_mps, mps_device)"

_FOLDER = "mps_doctor_folder"
"""Key of the folder that the workers of pytest-xdist share for their one answer."""

_ANSWER = pytest.StashKey[str]()
_SHARED = pytest.StashKey[Path]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--require-mps`."""
    parser.getgroup("mps-doctor").addoption(
        "--require-mps",
        action="store_true",
        help="fail tests that need the Apple GPU where it does not work, instead of skipping them",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line("markers", MARKER)


def pytest_report_header() -> str:
    """Return the line of the header; nothing has been asked yet."""
    return HEADER


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a marked test where the device does not work."""
    if item.get_closest_marker("requires_mps") is not None:
        _refuse_without_mps(item.config)


@pytest.fixture(scope="session")
def mps_device(request: pytest.FixtureRequest) -> str:
    """Return "mps", proven by real work; the test is skipped with the cause where it is not."""
    _refuse_without_mps(request.config)
    return "mps"


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Give a worker of pytest-xdist the folder in which one of them leaves the answer."""
    config: pytest.Config = node.config  # type: ignore[attr-defined]  # a class of pytest-xdist
    if _SHARED not in config.stash:
        import tempfile  # only with workers

        config.stash[_SHARED] = Path(tempfile.mkdtemp(prefix="mps-doctor-"))
    node.workerinput[_FOLDER] = str(config.stash[_SHARED])  # type: ignore[attr-defined]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the workers' folder."""
    if (folder := config.stash.get(_SHARED, None)) is not None:
        import shutil  # only with workers

        shutil.rmtree(folder, ignore_errors=True)


def _refuse_without_mps(config: pytest.Config) -> None:
    if _ANSWER not in config.stash:
        try:
            config.stash[_ANSWER] = _ask_once(config)
        except ValueError as error:
            if not hasattr(error, "hint"):
                raise
            # One line about the project's file, not a traceback.
            pytest.fail(f"mps-doctor: {error}", pytrace=False)
    reason = config.stash[_ANSWER]
    if not reason:
        return
    if config.getoption("--require-mps"):
        pytest.fail(f"--require-mps: {reason}", pytrace=False)
    pytest.skip(reason)


def _ask_once(config: pytest.Config) -> str:
    """Return the answer that another worker has left, else ask and leave it."""
    worker: dict[str, str] = getattr(config, "workerinput", {})
    folder = Path(worker.get(_FOLDER, ""))
    if not worker or not folder.is_dir():
        # No workers, or one on another host, which has another GPU.
        return _ask(config)
    answer = folder / "answer.json"
    with _alone(folder / "lock"):
        if answer.exists():
            return str(json.loads(answer.read_text(encoding="utf-8")))
        reason = _ask(config)
        answer.write_text(json.dumps(reason), encoding="utf-8")
        return reason


@contextlib.contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Wait until no other process of this host is in here; its end lets the next one in."""
    try:
        import fcntl
    except ImportError:  # Windows, where there is no GPU to ask for
        yield
        return
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _ask(config: pytest.Config) -> str:
    """Do real work on the device in a child; return why it does not work, empty if it does."""
    # Only a session that needs the device loads the engine.
    from mps_doctor.features.examination import run_checks
    from mps_doctor.system.configuration import load_configuration

    report = run_checks(
        python=sys.executable,
        level="standard" if sys.platform == "darwin" else "quick",
        config=load_configuration(folder=config.rootpath),
    )
    verdict = report.verdict
    proven = any(row.check == "smoke-test" and row.outcome == "passed" for row in report.results)
    if proven and verdict.status in ("healthy", "degraded"):
        return ""
    return f"{verdict.cause or verdict.status}: {verdict.headline}"
