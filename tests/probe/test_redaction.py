"""What leaves the probe names no person, no machine and no password."""

import pytest

from mps_doctor.probe.redaction import HOST, USER, Redaction

SECRET = Redaction(
    homes=["/Users/jdoe"],
    words=[("jdoe", USER), ("Janes-Laptop.local", HOST), ("Janes-Laptop", HOST)],
)

TEXTS = {
    "/Users/jdoe/venv/bin/python": "~/venv/bin/python",
    "/Users/jdoe": "~",
    "file:///Users/jdoe/src/torch": "file://~/src/torch",
    "cannot open '/Users/jdoe/a b'": "cannot open '~/a b'",
    "/Users/jdoe2/x": f"/Users/{USER}/x",
    "/Users/jdoe.old/x": f"/Users/{USER}.old/x",
    "/Volumes/x/Users/jdoe/y": f"/Volumes/x/Users/{USER}/y",
    "/home/somebody/x and /Users/else": f"/home/{USER}/x and /Users/{USER}",
    "/Users/Shared/x": "/Users/Shared/x",
    "/tmp/pytest-of-jdoe/x": f"/tmp/pytest-of-{USER}/x",
    "jdoesnt": "jdoesnt",
    "on Janes-Laptop.local: no": f"on {HOST}: no",
    "https://jane:hunter2@index.example/simple": "https://index.example/simple",
    "git+https://token@index.example/x": "git+https://index.example/x",
    "jane.doe@mail.example wrote": "<email> wrote",
    "torch 2.13.0 in /x/\udcff": "torch 2.13.0 in /x/\\udcff",
}


@pytest.mark.parametrize(("text", "expected"), TEXTS.items())
def test_text(text, expected):
    assert SECRET.of_text(text) == expected


def test_common_account_names_stay_readable(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", "/root")
    monkeypatch.setenv("USER", "root")
    monkeypatch.setenv("LOGNAME", "root")
    monkeypatch.delenv("SUDO_USER", raising=False)

    redaction = Redaction.of_this_process()
    assert redaction.of_text("/root/venv: square root of /tmp/root/x") == (
        "~/venv: square root of /tmp/root/x"
    )
