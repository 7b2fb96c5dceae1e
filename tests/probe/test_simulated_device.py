"""The simulated device: it computes as a real one, and its faults do what they say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from simulated_mac import SimMac, output

Make = Callable[..., SimMac]


def test_built_and_available_are_two_things(simulated_mac: Make) -> None:
    code = """
        import torch
        mps = torch.backends.mps
        print(mps.is_built(), mps.is_available(), torch.mps.device_count())
    """
    assert output(simulated_mac(mps="available=0"), code) == "True False 0"
    assert output(simulated_mac(mps="built=0"), code) == "False False 0"


@pytest.mark.parametrize(
    ("mps", "text"),
    [
        ("fault:aten::mm=notimpl", "NotImplementedError: The operator 'aten::mm.out' is not curre"),
        ("max_bytes=1000000", "MPS backend out of memory (MPS allocated: 0 bytes"),
        ("virtual_machine=1", "max allowed: 7.93 GB). Tried to allocate 256 bytes on shared pool"),
    ],
)
def test_loud_faults(simulated_mac: Make, mps: str, text: str) -> None:
    code = "import torch; x = torch.ones(1024, 1024, device='mps'); x @ x; torch.mps.synchronize()"
    done = simulated_mac(mps=mps).run("-c", code)
    assert done.returncode == 1
    assert text in done.stderr


def test_the_environments_own_remedies_work(simulated_mac: Make) -> None:
    code = "import torch; x = torch.ones(1024, 1024, device='mps'); x @ x"
    mac = simulated_mac(mps="fault:aten::mm=notimpl")
    mac.env["PYTORCH_ENABLE_MPS_FALLBACK"] = "1"
    done = mac.run("-c", code)
    assert (done.returncode, "will fall back to run on the CPU" in done.stderr) == (0, True)
    mac = simulated_mac(mps="max_bytes=1000000")
    mac.env["PYTORCH_MPS_HIGH_WATERMARK_RATIO"] = "0.0"
    assert mac.run("-c", code).returncode == 0


def test_training_views_and_checkpoints_work(simulated_mac: Make, tmp_path: Path) -> None:
    code = f"""
        import copy, torch
        torch.manual_seed(0)
        layers = torch.nn.Conv2d(1, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.Flatten()
        here = torch.nn.Sequential(*layers, torch.nn.Linear(144, 3))
        there = copy.deepcopy(here).to("mps")
        x, y = torch.randn(5, 1, 8, 8), torch.tensor([0, 1, 2, 0, 1])
        losses = []
        for net, device in ((here, "cpu"), (there, "mps")):
            optimizer = torch.optim.AdamW(net.parameters(), lr=0.1)
            for _ in range(4):
                optimizer.zero_grad()
                loss = torch.nn.functional.cross_entropy(net(x.to(device)), y.to(device))
                loss.backward()
                optimizer.step()
            losses.append(loss.item())
        assert abs(losses[0] - losses[1]) < 1e-3, losses
        a, b = torch.arange(12.).view(3, 4), torch.arange(12., device="mps").view(3, 4)
        for z in (a, b):
            z.t()[1:, ::2].add_(100)
        assert torch.equal(a, b.cpu())
        torch.save(there.state_dict(), r"{tmp_path}/state.pt")
        assert torch.load(r"{tmp_path}/state.pt")["0.weight"].device.type == "mps"
        for refused, error in (
            (lambda: a @ b.t(), RuntimeError),
            (lambda: b.numpy(), TypeError),
            (lambda: b.double(), TypeError),
        ):
            try:
                refused()
            except error:
                continue
            raise SystemExit("was not refused")
        print("fine", b[0, :2])
    """
    assert output(simulated_mac(), code) == "fine tensor([  0., 101.], device='mps:0')"
