"""How a plug-in tests its checks: with made-up facts."""

from disk_checks.disk import disk_space, disk_writable

from mps_doctor.judgement.testing import run


def facts(**said):
    return {
        "facts": {"disk": {"folder": "/models", "free_bytes": 10**12, "writable": True, **said}}
    }


def test_room():
    assert run(disk_space, extra=facts()).outcome == "passed"
    full = run(disk_space, extra=facts(free_bytes=3_000_000_000))
    assert (full.cause, full.severity, full.have) == ("disk:nearly-full", "warning", "3 GB free")


def test_permission():
    assert run(disk_writable, extra=facts()).outcome == "passed"
    assert run(disk_writable, extra=facts(writable=False)).severity == "error"


def test_what_is_not_known_is_not_wrong():
    assert run(disk_space).outcome == "unknown"
    hung = run(disk_space, extra={"facts": {"disk": {"unknown": "did not finish in time"}}})
    assert hung.outcome == "unknown"
    assert "did not finish in time" in hung.message
