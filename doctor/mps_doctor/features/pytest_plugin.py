"""The plug-in for pytest: marker `requires_mps`, fixture `mps_device`.

    @pytest.mark.requires_mps
    def test_training_on_the_gpu(): ...

    def test_sum(mps_device):
        assert torch.ones(2, device=mps_device).sum().item() == 2

A test that asks for the device is skipped with the cause as its reason where real work on it, in a
child process, did not succeed: asked once in a session, or by each worker of pytest-xdist.
`--require-mps` makes it fail instead: on a machine that must have a GPU, skipped is not green.
What the project asks for in `[tool.mps-doctor]` counts as in `mps-doctor check`.
A session in which no test asks pays for this file alone.
"""

import sys

import pytest

_ANSWER = pytest.StashKey[str]()
"""Why the device does not work; empty if it does."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--require-mps`."""
    parser.getgroup("mps-doctor").addoption(
        "--require-mps",
        action="store_true",
        help="fail tests that need the Apple GPU where it does not work, instead of skipping them",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    meaning = "real work on the Apple GPU succeeds; skipped with the cause where it does not"
    config.addinivalue_line("markers", f"requires_mps: {meaning}")


def pytest_report_header() -> str:
    """Return the line of the header; nothing has been asked yet."""
    return "mps: asked of mps-doctor when a test needs it (requires_mps, mps_device)"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a marked test where the device does not work."""
    if item.get_closest_marker("requires_mps") is not None:
        _refuse_without_mps(item.config)


@pytest.fixture(scope="session")
def mps_device(request: pytest.FixtureRequest) -> str:
    """Return "mps", proven by real work; the test is skipped with the cause where it is not."""
    _refuse_without_mps(request.config)
    return "mps"


def _refuse_without_mps(config: pytest.Config) -> None:
    if _ANSWER not in config.stash:
        config.stash[_ANSWER] = _ask(config)
    reason = config.stash[_ANSWER]
    if not reason:
        return
    if config.getoption("--require-mps"):
        pytest.fail(f"--require-mps: {reason}", pytrace=False)
    pytest.skip(reason)


def _ask(config: pytest.Config) -> str:
    """Do real work on the device in a child; return why it does not work, empty if it does."""
    # Only a session that needs the device loads the engine.
    from mps_doctor.features.examination import run_checks
    from mps_doctor.system.configuration import load_configuration
    from mps_doctor.system.errors import InputError

    try:
        report = run_checks(
            python=sys.executable,
            level="standard" if sys.platform == "darwin" else "quick",
            config=load_configuration(folder=config.rootpath),
        )
    except InputError as error:  # a mistake in the project's file
        pytest.fail(f"mps-doctor: {error}", pytrace=False)
    verdict = report.verdict
    proven = any(row.check == "smoke-test" and row.outcome == "passed" for row in report.results)
    if proven and verdict.status in ("healthy", "degraded"):
        return ""
    return f"{verdict.cause or verdict.status}: {verdict.headline}"
