"""Runs the tests of an area against its mutants, each in a forked process of its own.

The tests are collected and run once, with each line that a test runs noted.
A mutant in a function's body then costs a fork: its changed code is put into the living functions,
and the tests that run its lines are run until one fails.
What runs at import needs a process that imports the changed file: a fork from before the imports.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import resource
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import coverage
import pytest
from mutants import Mutant

SECONDS = 20
"""Processor time of a mutant, above what its tests take: one that needs more counts as found."""

WALL = 180
"""Seconds until a mutant that does nothing counts as hung."""

MEMORY = 3 << 30
"""Bytes of address space that a mutant may add."""

OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:mps_doctor")


class Area:
    """The session of pytest that meets the mutants: a plug-in."""

    def __init__(self, root: Path, mutants: list[Mutant], told: Callable[[Mutant, str], None]):
        self._root = root
        self._mutants = mutants
        self._told = told
        self._seconds: dict[str, float] = {}
        self._failed: list[str] = []
        self._child = False
        files = sorted({str(root / mutant.path) for mutant in mutants})
        self._coverage = coverage.Coverage(data_file=None, include=files, config_file=False)
        self._coverage.start()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what a test took; a mutant's first failure ends its process."""
        if report.failed and self._child:
            os._exit(1)
        if report.failed:
            self._failed.append(report.nodeid)
        if report.when == "call":
            self._seconds[report.nodeid] = report.duration

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run all tests once, then each mutant's."""
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            self._coverage.switch_context(item.nodeid)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        self._coverage.stop()
        if self._failed or not session.items:
            raise pytest.UsageError(f"without any change these fail: {self._failed}")
        items = {item.nodeid: item for item in session.items}
        lines = {
            path: self._coverage.get_data().contexts_by_lineno(str(self._root / path))
            for path in {mutant.path for mutant in self._mutants}
        }
        self._living = Living(self._root, set(lines))
        gc.freeze()
        killers: dict[str, None] = {}
        for mutant in self._mutants:
            tests = sorted(_tests_of(mutant, lines[mutant.path]), key=self._seconds.__getitem__)
            quickest = sorted(tests, key=lambda test: test not in killers)
            chosen = [items[test] for test in quickest]
            allowed = SECONDS + 3 * sum(self._seconds[test] for test in tests)
            outcome = (
                "no test"
                if not chosen
                else _forked(
                    lambda chosen=chosen, mutant=mutant: self._meet(mutant, chosen), allowed
                )
            )
            self._told(mutant, outcome)
        return True

    def _meet(self, mutant: Mutant, items: list[pytest.Item]) -> None:
        self._child = True
        items[0].config._tmp_path_factory._basetemp = Path(tempfile.mkdtemp())  # type: ignore[attr-defined]
        self._living.change(mutant)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def _tests_of(mutant: Mutant, contexts: dict[int, list[str]]) -> set[str]:
    for lines in (mutant.lines, mutant.statement):
        tests = {test for line in lines for test in contexts.get(line, ()) if test}
        if tests:
            return tests
    return set()


def _forked(work: Callable[[], None], seconds: float) -> str:
    """Do the work in a forked process; return what became of it: "survived" if it came through."""
    folder = tempfile.mkdtemp(prefix="mutant-")
    child = os.fork()
    if child == 0:
        os.setsid()
        tempfile.tempdir = folder
        os.environ["TMPDIR"] = folder
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY,) * 2)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1,) * 2)
        try:
            work()
        except BaseException:  # noqa: BLE001  # a mutant may break the test run itself
            os._exit(1)
        os._exit(0)
    status = _awaited(child)
    shutil.rmtree(folder, ignore_errors=True)
    if os.WIFEXITED(status):
        return "survived" if os.WEXITSTATUS(status) == 0 else "killed"
    return "timeout" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "killed"


def _awaited(child: int) -> int:
    until = time.monotonic() + WALL
    pause = 0.001
    while time.monotonic() < until:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    os.killpg(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


class Living:
    """The functions of the files, and all caches, as they are after the tests have run once."""

    def __init__(self, root: Path, paths: set[str]) -> None:
        self._places: dict[str, dict[tuple[str, int], Place]] = {}
        self._functions: dict[str, list[FunctionType]] = {path: [] for path in paths}
        self._caches: list[Any] = []
        names = {str(root / path): path for path in paths}
        for file, path in names.items():
            codes = _codes(compile((root / path).read_text("utf-8"), file, "exec"), ())
            self._places[path] = {
                (code.co_name, code.co_firstlineno): place for place, code in codes
            }
        for each in gc.get_objects():
            if type(each) is functools._lru_cache_wrapper:
                self._caches.append(each)
            elif type(each) is FunctionType:
                found = names.get(os.path.realpath(each.__code__.co_filename))
                if found:
                    self._functions[found].append(each)

    def change(self, mutant: Mutant) -> None:
        """Give the functions the code of a mutant, and forget what was cached."""
        changed = dict(_codes(compile(mutant.source, mutant.path, "exec"), ()))
        for each in self._caches:
            each.cache_clear()
        for function in self._functions[mutant.path]:
            code = function.__code__
            place = self._places[mutant.path].get((code.co_name, code.co_firstlineno), ())
            new = changed.get(place)
            if new is not None and new.co_freevars == code.co_freevars:
                function.__code__ = new


Place = tuple[tuple[str, int], ...]


def _codes(code: CodeType, place: Place) -> Iterator[tuple[Place, CodeType]]:
    seen: dict[str, int] = {}
    for each in code.co_consts:
        if isinstance(each, CodeType):
            number = seen[each.co_name] = seen.get(each.co_name, 0) + 1
            inner = (*place, (each.co_name, number))
            yield inner, each
            yield from _codes(each, inner)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Keep what is written to the two outputs to itself, unless it ends with an exception."""
    with tempfile.TemporaryFile() as output:
        shown = os.dup(2)
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        try:
            yield
        except BaseException:
            traceback.print_exc()
            output.seek(0)
            os.write(shown, output.read())
            raise


def run_at_import(root: Path, mutant: Mutant, tests: list[str]) -> str:
    """Run the tests in a forked process in which the changed file is imported."""
    return _forked(lambda: _imported_changed(root, mutant, tests), SECONDS * 6)


def _imported_changed(root: Path, mutant: Mutant, tests: list[str]) -> None:
    from importlib.machinery import SourceFileLoader

    path = str(root / mutant.path)
    get_code = SourceFileLoader.get_code

    def changed(self: SourceFileLoader, fullname: str) -> CodeType | None:
        if os.path.realpath(self.path) == path:
            return compile(mutant.source, path, "exec")
        return get_code(self, fullname)

    SourceFileLoader.get_code = changed  # type: ignore[method-assign]
    with silence():
        # pytest would read the files of a plug-in's package by itself, to rewrite their asserts.
        code = pytest.main([*OPTIONS, "--assert=plain", *tests])
    os._exit(0 if code == pytest.ExitCode.OK else 1)
