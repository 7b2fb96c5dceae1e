"""Nothing that names a person, a computer or a secret leaves the parser."""

from mps_doctor import diagnose

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
    document = diagnose(TEXT, name="/Users/jdoe/issue.txt").to_json()
    assert [secret for secret in SECRETS if secret in document] == []
    assert "Torch not compiled with CUDA enabled" in document
