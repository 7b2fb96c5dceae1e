"""The simulated device: it computes as a real one, and its faults do what they say."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from simulated_mac import SimMac, output

Make = Callable[..., SimMac]


def test_without_the_device_torch_has_no_mps(simulated_mac: Make) -> None:
    code = "import torch; print(torch.backends.mps.is_built(), torch.backends.mps.is_available())"
    assert output(simulated_mac(mps=None), code) == "False False"


@pytest.mark.parametrize(
    ("mps", "answers"),
    [
        ("", "True True 1"),
        ("available=0", "True False 0"),
        ("built=0", "False False 0"),
    ],
)
def test_built_and_available_are_two_things(simulated_mac: Make, mps: str, answers: str) -> None:
    code = """
        import torch
        mps = torch.backends.mps
        print(mps.is_built(), mps.is_available(), torch.mps.device_count())
    """
    assert output(simulated_mac(mps=mps), code) == answers


def test_the_macos_that_torch_is_told(simulated_mac: Make) -> None:
    code = """
        import torch
        print(*[torch.backends.mps.is_macos_or_newer(*asked) for asked in ((13, 7), (14, 0))])
    """
    assert output(simulated_mac(mps="macos=13.7"), code) == "True False"


@pytest.mark.parametrize(
    ("mps", "text"),
    [
        ("available=0", "RuntimeError: The MPS backend is supported on macOS 14.0+"),
        ("fault:aten::mm=notimpl", "NotImplementedError: The operator 'aten::mm.out' is not curre"),
        ("fault:alloc=oom,256", "Tried to allocate 256 bytes on shared pool"),
        ("max_bytes=1000000", "MPS backend out of memory (MPS allocated: 0 bytes"),
        ("fault:alloc=oom@2", "MPS backend out of memory (MPS allocated: 4.00 MiB"),
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


OPERATIONS = {
    "aten::mm": "x @ y",
    "aten::addmm": "torch.addmm(x, x, y)",
    "aten::bmm": "torch.bmm(x[None], y[None])",
    "aten::add": "x + y",
    "aten::add_": "x.clone().add_(y)",
    "aten::exp": "torch.exp(x, out=torch.zeros_like(x))",
    "aten::sum": "x.sum(0)",
    "aten::argmax": "x.argmax(1)",
    "aten::cumsum": "x.cumsum(0)",
    "aten::sort": "x.sort(1).values",
    "aten::index": "x[torch.tensor([3, 1, 2, 0], device='mps')]",
    "aten::index_put_": "x.clone().index_put_((torch.arange(4, device='mps'),), y)",
    "aten::gather": "x.gather(1, torch.arange(16, device='mps').view(4, 4) % 4)",
    "aten::_softmax": "x.softmax(1)",
    "aten::gt": "x > y",
    "aten::native_layer_norm": "F.layer_norm(x, (4,))",
    "aten::native_layer_norm_backward": "grad(lambda a: F.layer_norm(a, (4,)))",
    "aten::threshold_backward": "grad(F.relu)",
    "aten::convolution": "F.conv2d(x[None, None], y[None, None, :2, :2])",
    "aten::convolution_backward": "grad(lambda a: F.conv2d(a[None, None], y[None, None, :2, :2]))",
    "aten::scaled_dot_product_attention": "F.scaled_dot_product_attention(*[x[None, None]] * 3)",
    "copy-from-device": "x",
    "copy-to-device": "torch.arange(16.).view(4, 4).to('mps')",
}
"""An operator that a fault can be at, and work that uses it."""

SILENT = ("scale,1.5", "zeros", "zero-first-row", "stale", "unwritten")

EACH_FAULT = """
import json, sys
import torch
import torch.nn.functional as F

configure = torch._simulated_mps.simulated_mps_configure
generator = torch.Generator().manual_seed(0)
host = [torch.randn(4, 4, generator=generator) + 0.5 for _ in range(4)]

def grad(function):
    leaf = x.clone().requires_grad_()
    function(leaf).sin().sum().backward()
    return leaf.grad

configure(b"")
first, second = [one.to("mps") for one in host[:2]], [one.to("mps") for one in host[2:]]
for operator, work in json.load(sys.stdin):
    found = []
    for kind in [None, *sys.argv[1:]]:
        configure(b"" if kind is None else f"fault:{operator}={kind}".encode())
        x, y = second
        eval(work).cpu()                # what is stale afterwards
        x, y = first
        result = eval(work).cpu()
        configure(b"")
        found.append(result.clone())
    right, *wrong = found
    print(json.dumps([not torch.equal(right, one) for one in wrong]))
"""


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bool]]:
    """Whether each silent fault changes the result, by operator; one child for all of them."""
    pytest.importorskip("torch")
    from simulated_mac import NoCompilerError

    try:
        mac = SimMac(tmp_path_factory.mktemp("mac"), "m2_macos145")
    except NoCompilerError as error:
        pytest.skip(str(error))
    done = mac.run("-c", EACH_FAULT, *SILENT, input=json.dumps(list(OPERATIONS.items())))
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {
        operator: dict(zip(SILENT, row, strict=True))
        for operator, row in zip(OPERATIONS, rows, strict=True)
    }


@pytest.mark.parametrize("operator", OPERATIONS)
def test_silent_faults_reach_every_kind_of_operator(
    caught: dict[str, dict[str, bool]], operator: str
) -> None:
    # This one is handed the same numbers both times.
    same = operator == "copy-to-device"
    assert caught[operator] == {kind: not (same and kind == "stale") for kind in SILENT}


def test_an_operator_that_writes_nothing_leaves_its_destination(simulated_mac: Make) -> None:
    code = """
        import torch
        configure = torch._simulated_mps.simulated_mps_configure
        held = torch.arange(4., device="mps")
        one = torch.ones(4, device="mps")
        configure(b"fault:aten::add_=unwritten;fault:aten::mul=unwritten")
        in_place = held.clone().add_(one)
        into = torch.mul(one, 7, out=held.clone())
        fresh = one * 7
        configure(b"")
        print(torch.equal(in_place, held), torch.equal(into, held), fresh.max().item() > 1e9)
    """
    assert output(simulated_mac(), code) == "True True True"


def test_the_operators_that_ran_can_be_listed(simulated_mac: Make) -> None:
    code = """
        import torch
        x = torch.ones(2, 2, device="mps")
        torch._simulated_mps.simulated_mps_configure(b"")
        x @ x
        print(torch._simulated_mps.simulated_mps_operators().decode())
    """
    assert "aten::mm.out 1" in output(simulated_mac(), code).splitlines()


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


def test_a_process_ends_well_right_after_backward(simulated_mac: Make) -> None:
    # torch.sgn gives a zero tensor without memory; the engine's thread can outlive Python.
    code = """
        import torch
        a = torch.randn(3, device="mps", requires_grad=True)
        torch.sgn(a).sum().backward()
        print(a.grad.tolist())
    """
    mac = simulated_mac()
    for _ in range(3):
        assert output(mac, code) == "[0.0, 0.0, 0.0]"


def test_a_signal_reaches_the_parent(simulated_mac: Make) -> None:
    mac = simulated_mac(mps="fault:is_available=kill")
    done = mac.run("-c", "import torch; torch.backends.mps.is_available()")
    assert done.returncode == -signal.SIGKILL
