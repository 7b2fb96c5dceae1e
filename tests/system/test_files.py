"""The one reader and the one writer: what is asked for is read and written, nothing is lost."""

import contextlib
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tables import cases_and

from mps_doctor.system.errors import InputError
from mps_doctor.system.files import (
    UnwritableError,
    files_in,
    locked,
    read_given,
    refuse_unwritable,
    write_file,
)


@contextlib.contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@contextlib.contextmanager
def anybody() -> Iterator[None]:
    """Give up the rights of root, to whom nothing is forbidden."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@contextlib.contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file may become larger than this."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """A folder that anybody may reach."""
    for folder in reversed((tmp_path, *tmp_path.parents)):
        if folder.stat().st_uid == os.geteuid() and not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o055)
    return tmp_path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# ---- writing --------------------------------------------------------------------------------


@pytest.mark.parametrize(("mask", "expected"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_mode_of_the_umask(tmp_path: Path, mask: int, expected: int) -> None:
    with umask(mask):
        write_file(tmp_path / "new", "text")
    assert mode(tmp_path / "new") == expected


@pytest.mark.parametrize("had", [0o600, 0o640, 0o755, 0o666])
def test_a_file_keeps_its_mode(tmp_path: Path, had: int) -> None:
    file = tmp_path / "old"
    file.write_text("a longer text than the new one")
    file.chmod(had)
    write_file(file, "ü")
    assert (file.read_text("utf-8"), mode(file)) == ("ü", had)
    assert os.listdir(tmp_path) == ["old"]


def test_links_are_followed_and_hard_links_keep_their_content(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    goal = tmp_path / "there" / "goal"
    goal.write_text("old and longer")
    (tmp_path / "link").symlink_to("there/goal")
    (tmp_path / "second").hardlink_to(goal)
    write_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert goal.read_text() == (tmp_path / "second").read_text() == "new"
    (tmp_path / "dangling").symlink_to("there/made")
    write_file(tmp_path / "dangling", "made")
    assert (tmp_path / "there" / "made").read_text() == "made"


def test_of_many_writers_to_one_file_one_is_there_whole(tmp_path: Path) -> None:
    file, texts = tmp_path / "file", [str(number) * 200_000 for number in range(8)]
    with ThreadPoolExecutor() as pool:
        list(pool.map(write_file, [file] * len(texts), texts))
    assert file.read_text() in texts
    assert os.listdir(tmp_path) == ["file"]


def test_a_reader_sees_the_old_text_or_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    with file.open() as reader:
        write_file(file, "new")
        assert reader.read() == "old"
    assert file.read_text() == "new"


WRITES = (
    "import sys; from pathlib import Path; from mps_doctor.system.files import write_file;"
    "write_file(Path(sys.argv[1]), 'text')"
)


@pytest.mark.parametrize("named", ["/dev/fd/7", "/dev/stdout"])
def test_a_descriptor_is_written_where_it_is(tmp_path: Path, named: str) -> None:
    number = "7" if named.endswith("7") else "1"
    line = f'{{ echo before >&{number}; "$@"; echo after >&{number}; }} {number}>out'
    argv = ["bash", "-c", line, "bash", sys.executable, "-c", WRITES, named]
    subprocess.run(argv, cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "out").read_text() == "before\ntextafter\n"


def test_a_process_substitution_is_written_and_read(tmp_path: Path) -> None:
    line = '"$@" >(cat >out); for i in {1..500}; do [ -s out ] && break; sleep 0.02; done'
    argv = ["bash", "-c", line, "bash", sys.executable, "-c", WRITES]
    subprocess.run(argv, cwd=tmp_path, check=True, timeout=60)
    assert (tmp_path / "out").read_text() == "text"
    reads = WRITES.replace(
        "write_file(Path(sys.argv[1]), 'text')", "print(read_given(Path(sys.argv[1]), 99))"
    )
    reads = reads.replace("import write_file", "import read_given")
    line = '"$@" <(sleep 0.5; echo late)'
    argv = ["bash", "-c", line, "bash", sys.executable, "-c", reads]
    assert subprocess.run(argv, capture_output=True, timeout=60).stdout == b"b'late\\n'\n"


def test_where_there_is_no_room_the_old_text_stays(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    refused = pytest.raises(UnwritableError, match=r"cannot write .*: File too large")
    with full_disk(1000), refused:
        write_file(file, "x" * 5000)
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


def test_a_file_may_be_written_whose_folder_may_not(public: Path) -> None:
    file = public / "folder" / "file"
    file.parent.mkdir(mode=0o755)
    file.write_text("old and longer")
    file.chmod(0o666)
    if os.geteuid() != 0:
        file.parent.chmod(0o555)
    with anybody():
        write_file(file, "new")
    file.parent.chmod(0o755)
    assert file.read_text() == "new"


def test_what_cannot_be_written_is_said_before_the_work(
    public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (public / "closed").mkdir(mode=0o700)
    expected = {
        public: "it is a folder",
        public / "no" / "file": f"the folder {public}/no does not exist",
        public / "closed" / "file": "ermission denied",
    }
    for path, why in expected.items():
        if path.parent.name != "closed" or os.geteuid() != 0:
            with pytest.raises(UnwritableError, match=why):
                refuse_unwritable(path)
        with anybody(), pytest.raises(UnwritableError):
            write_file(path, "text")
    for path in (public / "file", Path("/dev/null"), Path("/dev/fd/1")):
        refuse_unwritable(path)
    (public / "gone").mkdir()
    monkeypatch.chdir(public / "gone")
    (public / "gone").rmdir()
    with pytest.raises(UnwritableError, match="cannot write file: No such file"):
        refuse_unwritable(Path("file"))


# ---- reading --------------------------------------------------------------------------------


def test_of_a_folder_only_ordinary_files_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b.json", "a.json", "c.txt", ".hidden.json", "sub/d.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "circle").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.json")
    found, skipped = (
        {Path(file).relative_to(tmp_path).as_posix() for file in files}
        for files in files_in([tmp_path])
    )
    assert found == {"a.json", "b.json", "c.txt", "sub/d.json"}
    assert skipped == {".hidden.json", "circle", "pipe.json", "socket.json"}
    assert files_in([tmp_path / "pipe.json"]) == ([str(tmp_path / "pipe.json")], [])
    (tmp_path / "sub" / "d.json").unlink()
    for paths, why in (([tmp_path / "no"], "does not exist"), ([tmp_path / "sub"], "no file in")):
        with pytest.raises(InputError, match=why):
            files_in(paths)


def test_a_folder_that_cannot_be_read_is_said(public: Path) -> None:
    (public / "fine").touch()
    (public / "closed").mkdir()
    (public / "closed").chmod(0)
    with anybody(), pytest.raises(InputError, match=r"cannot read .*closed: Permission denied"):
        files_in([public])
    (public / "closed").chmod(0o755)


def test_no_more_is_read_than_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for size in (0, 70_000, 100_000):
        file.write_bytes(b"x" * size)
        assert len(read_given(file, 100_000)) == size
    file.write_bytes(b"x" * 100_001)
    for path in (file, Path("/dev/zero")):
        with pytest.raises(InputError, match=f"{path} holds more than 100 kB"):
            read_given(path, 100_000)


@cases_and({"name": "x" * 999, "why": "too long"})
def test_what_cannot_be_read_is_said(tmp_path: Path, name: str, why: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match=f"cannot read .*: .*{why}"):
        read_given(tmp_path / name, 1000)


# ---- locks ----------------------------------------------------------------------------------

HOLDS = """
import sys, time
from pathlib import Path
from mps_doctor.system.files import locked
with locked(Path(sys.argv[1]), doing="another test runs"):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_folder_that_another_process_holds_is_refused(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, tmp_path], stdout=subprocess.PIPE, text=True
    ) as other:
        try:
            assert other.stdout is not None
            assert other.stdout.readline() == "held\n"
            with pytest.raises(InputError) as raised, locked(tmp_path, doing="another fix runs"):
                pass
            assert str(raised.value) == f"another fix runs in {tmp_path}"
            assert raised.value.hint
        finally:
            other.send_signal(signal.SIGKILL)
    with locked(tmp_path, doing="another fix runs"):
        assert os.listdir(tmp_path) == []


def test_a_lock_ends_with_its_block_and_a_child_does_not_inherit_it(tmp_path: Path) -> None:
    children = []

    def fail_with_a_child() -> None:
        with locked(tmp_path, doing="a test runs"):
            argv = [sys.executable, "-c", "input()"]
            children.append(subprocess.Popen(argv, stdin=subprocess.PIPE, stderr=subprocess.PIPE))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_with_a_child()
    with locked(tmp_path, doing="a test runs"):
        pass
    children[0].communicate(timeout=60)


def test_what_is_no_folder_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "no"):
        with pytest.raises(InputError, match="cannot lock"), locked(path, doing="a test runs"):
            pass
