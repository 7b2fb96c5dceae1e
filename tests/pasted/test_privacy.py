"""Nothing that names a person, a computer or a secret leaves the parser."""

import pytest

from mps_doctor import diagnose
from mps_doctor.judgement.report import encode
from mps_doctor.system.redaction import redact, user_names

SECRETS = ("jdoe", "Janes-MacBook", "hf_abcdefghij0123456789", "jane.doe@example.org", "10.1.2.33")

TEXT = """\
(base) jdoe@Janes-MacBook-Pro proj % HF_TOKEN=hf_abcdefghij0123456789 python train.py
  File "/Users/jdoe/venv/lib/python3.11/site-packages/torch/cuda/__init__.py", line 310
AssertionError: Torch not compiled with CUDA enabled
ImportError: dlopen(/Users/jdoe/venv/lib/python3.11/site-packages/torchvision/_C.so, 0x0006): \
Symbol not found: __ZN3c1017RegisterOperatorsD1Ev Expected in: /Users/jdoe/torch/lib/libc10.dylib
machine: jdoe's MacBook Pro M1 (Janes-MacBook-Pro.local, 10.1.2.33)
author: jane.doe@example.org
"""


def test_nothing_private_is_in_the_report() -> None:
    document = encode(diagnose(TEXT, name="/Users/jdoe/issue.txt")).decode()
    assert [secret for secret in SECRETS if secret in document] == []
    assert "Torch not compiled with CUDA enabled" in document


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("/Users/jdoe/x.py", "~/x.py"),
        ("/home/jdoe/x.py", "~/x.py"),
        (r"C:\Users\jdoe\x.py", r"~\x.py"),
        ("git+https://jdoe:pw1@host/x", "git+https://<user>@host/x"),
        ("HF_TOKEN: abc12345678", "HF_TOKEN: <secret>"),
        ("Bearer abcdefghijklmnop", "Bearer <secret>"),
        ("from 192.168.1.17 to fe80::1c2:3ff", "from <address> to <address>"),
        ("Darwin Janes-MBP.local 23.4.0 x", "Darwin <host> 23.4.0 x"),
        ("Serial Number (system): C02XYZ", "Serial Number (system): …"),
        ("/var/folders/ab/cdefghijkl/T/x", "/var/folders/…/T/x"),
    ],
)
def test_redacts(text: str, expected: str) -> None:
    assert redact(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "at::mps::MPSStream c10::Error",
        "torch==2.2.2+cpu and numpy 1.26.4",
        "pkg==1.2.3.4",
        "max_new_tokens=128",
        "torch @ file:///x",
        "@rpath/libomp.dylib",
        "12:30:45",
        "macOS 15.5 (24F74)",
        "Expected all tensors to be on the same device, but found mps:0 and cpu!",
        "listening on 127.0.0.1",
    ],
)
def test_leaves_what_is_not_private(text: str) -> None:
    assert redact(text) == text


def test_a_user_known_from_a_path_is_taken_out_elsewhere_too() -> None:
    names = user_names("File '/Users/jdoe/x.py'")
    assert redact("jdoe runs it; jdoebar does not", names) == "… runs it; jdoebar does not"
    assert user_names("/Users/runner/x /Users/Shared/y") == frozenset()
