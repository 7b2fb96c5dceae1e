"""The simulated Mac: the real probe in it sees that Mac, and its faults do what they say."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from simulated_mac import SimMac

from mps_doctor.machine import Machine, encode_machine
from mps_doctor.sources import interpreter

Make = Callable[..., SimMac]

FACTS: dict[str, dict[str, Any]] = {
    "m2_macos145": {
        "host.system": "Darwin",
        "host.macos_version": "14.5",
        "host.macos_build": "23F79",
        "host.macos_version_reported": "14.5",
        "host.hardware_architecture": "arm64",
        "host.chip": "Apple M2",
        "host.memory_bytes": 24 << 30,
        "host.virtual_machine": False,
        "host.container": "none",
        "host.session": "gui",
        "host.sandbox": [],
        "host.ci": "none",
        "host.gpus": [{"name": "Apple M2", "vendor": "Apple", "cores": 10}],
        "python.architecture": "arm64",
        "python.translated": False,
        "python.slices": ["arm64"],
        "python.platform_tag": "macosx-11.0-arm64",
        "python.platform": "macOS-14.5-arm64-arm-64bit",
        "python.processor": "arm",
        "python.environment": "venv",
        "python.provider": "homebrew",
        "toolchain.developer_dir_exists": True,
        "toolchain.clang": True,
        "torch.installer": "pip",
        "torch.architectures": ["arm64"],
        "torch.deployment_target": "14.0",
        "torch.mps_linked": True,
        "torch.stated_minimum_macos": "14.0",
        "torch.missing_files": [],
        "openmp.torch_loads": ["@rpath/libomp.dylib"],
        "torch_import.outcome": "imported",
        "torch_import.mps_built": True,
        "torch_import.mps_available": True,
        "torch_import.device_name": "Apple M2",
        "torch_import.gpu_cores": 10,
        "smoke.outcome": "completed",
        "smoke.ones_wrong": 0,
    },
    "m1_rosetta_conda": {
        "host.macos_version": "15.3",
        "host.macos_version_reported": "10.16",
        "host.hardware_architecture": "arm64",
        "host.chip": "Apple M1",
        "python.version": "3.11.8",
        "python.architecture": "x86_64",
        "python.translated": True,
        "python.slices": ["x86_64"],
        "python.platform_tag": "macosx-10.9-x86_64",
        "python.platform": "macOS-10.16-x86_64-i386-64bit",
        "python.processor": "i386",
        "python.environment": "conda",
        "python.provider": "conda",
        "conda.active": True,
        "conda.subdir": "osx-64",
        "conda.torch_build": "cpu_py311h1e04d01_0",
        "toolchain.developer_dir": "",
        "torch.architectures": ["x86_64"],
        "torch.mps_linked": False,
        "torch_import.mps_built": False,
        "torch_import.mps_available": False,
        "smoke.outcome": "raised",
        "smoke.error_message": "PyTorch code is not compiled with MPS enabled",
    },
    "intel_mbp_amd": {
        "host.hardware_architecture": "x86_64",
        "host.virtual_machine": False,
        "python.architecture": "x86_64",
        "python.translated": False,
        "python.slices": ["x86_64", "arm64"],
        "python.platform_tag": "macosx-10.13-x86_64",
        "python.provider": "framework",
        "toolchain.xcode_version": "15.4",
        "torch.version": "2.2.2",
        "torch.stated_minimum_macos": "12.3",
        "torch_import.device_name": "AMD Radeon Pro 5500M",
    },
    "hosted_vm_macos15": {
        "host.chip": "Apple M1 (Virtual)",
        "host.model": "VirtualMac2,1",
        "host.virtual_machine": True,
        "host.ci": "github-actions",
        "host.session": "background",
        "torch_import.mps_available": True,
        "smoke.outcome": "raised",
        "smoke.step": "allocate",
    },
    "m3_macos26_old_sdk": {
        "host.macos_version": "26.2",
        "host.macos_version_reported": "16.0",
        "host.kernel_release": "25.2.0",
        "python.provider": "pyenv",
        "torch_import.mps_available": True,
        "torch_import.macos_at_least": [
            {"version": "13.0", "answer": True},
            {"version": "14.0", "answer": True},
            {"version": "15.0", "answer": True},
            {"version": "26.0", "answer": False},
        ],
        "smoke.outcome": "completed",
    },
    "agent_sandbox": {
        "host.macos_version": "26.2",
        "host.sandbox": [
            "CODEX_SANDBOX=seatbelt",
            "CODEX_SANDBOX_NETWORK_DISABLED=1",
            "sandbox_check=1",
        ],
        "host.metal_devices": [],
        "torch_import.mps_built": True,
        "torch_import.mps_available": False,
        "smoke.outcome": "raised",
    },
    "m1_macos13_uv": {
        "host.macos_version": "13.7.4",
        "python.environment": "uv",
        "python.provider": "uv",
        "python.has_pip": False,
        "torch.version": "2.9.0",
        "torch.installer": "uv",
        "torch.deployment_target": "11.0",
        "torch.stated_minimum_macos": "14.0",
        "torch_import.mps_available": False,
        "smoke.step": "allocate",
    },
}


def document_of(machine: Machine) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(encode_machine(machine))
    return document


def facts_of(machine: Machine, names: dict[str, Any]) -> dict[str, Any]:
    document = document_of(machine)
    found = {}
    for name in names:
        section, _, field = name.partition(".")
        found[name] = document[section].get(field)
    return found


@pytest.mark.parametrize("name", FACTS)
def test_the_real_probe_sees_the_machine(simulated_mac: Make, name: str) -> None:
    mac = simulated_mac(name)
    machine = interpreter.examine(mac.python, timeout=120)
    assert facts_of(machine, FACTS[name]) == FACTS[name]


def test_metal_is_asked_without_torch(simulated_mac: Make) -> None:
    mac = simulated_mac("intel_mbp_amd", torch=False)
    machine = interpreter.examine(mac.python, level="quick", timeout=60)
    devices = document_of(machine)["host"]["metal_devices"]
    assert [(one["name"], one["low_power"]) for one in devices] == [
        ("AMD Radeon Pro 5500M", False),
        ("Intel(R) UHD Graphics 630", True),
    ]
    assert devices[0]["families"] == [2002, 5001]
    assert machine.torch.installed is False


def test_the_probe_runs_no_stub_and_nothing_with_sudo(simulated_mac: Make) -> None:
    mac = simulated_mac(torch=False, commands={"clang": {}, "git": {}, "sudo": {}, "python3": {}})
    interpreter.examine(mac.python, level="quick", timeout=60)
    ran = {call[0] for call in mac.calls()}
    assert {"sw_vers", "sysctl", "xcode-select"} <= ran
    assert not ran & {"clang", "git", "sudo", "python3", "xcrun"}


def test_a_command_that_is_missing_or_slow_is_an_unknown_fact(simulated_mac: Make) -> None:
    mac = simulated_mac(
        torch=False, missing=["pkgutil"], commands={"sw_vers": {"*": {"sleep": 60}}}
    )
    machine = interpreter.examine(mac.python, level="quick", timeout=60)
    document = document_of(machine)
    assert document["toolchain"]["tools_version"]["unknown"] == "not on this system"
    assert document["host"]["macos_build"]["unknown"] == "command timed out"
    # The kernel's own version needs no command.
    assert document["host"]["macos_version"] == "14"


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (
            "ImportError: dlopen(x.so, 0x0002): incompatible architecture (have 'x86_64')",
            {"outcome": "raised", "error_type": "ImportError"},
        ),
        ("abort", {"outcome": "crashed", "signal": "SIGABRT"}),
        ("segv", {"outcome": "crashed", "signal": "SIGSEGV"}),
        ("exit,3", {"outcome": "exited", "exit_code": 3}),
    ],
)
def test_an_import_that_fails(simulated_mac: Make, how: str, expected: dict[str, Any]) -> None:
    machine = interpreter.examine(simulated_mac(torch_import=how).python, timeout=120)
    found = document_of(machine)["torch_import"]
    assert {name: found.get(name) for name in expected} == expected
    assert machine.torch.mps_linked is True


def test_an_import_that_hangs(simulated_mac: Make, pass_deadline: Callable[..., Any]) -> None:
    mac = simulated_mac(torch_import="hang")
    on_step = pass_deadline("torch_import")
    machine = interpreter.examine(mac.python, timeout=600, on_step=on_step)
    assert machine.torch_import.outcome == "hung"
    assert machine.host.chip == "Apple M2"


# ---- the host -----------------------------------------------------------------------------


def output(mac: SimMac, code: str, *flags: str) -> str:
    done = mac.run(*flags, "-c", textwrap.dedent(code))
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("m2_macos145", "macosx_14_0_arm64"),
        ("m1_rosetta_conda", "macosx_15_0_x86_64"),
        ("intel_mbp_amd", "macosx_14_0_x86_64"),
    ],
)
def test_packaging_picks_the_wheels_of_that_mac(simulated_mac: Make, name: str, first: str) -> None:
    mac = simulated_mac(name)
    code = "from packaging import tags; print(next(iter(tags.sys_tags())).platform)"
    assert output(mac, code) == first


def test_the_disguised_version_can_be_lifted(simulated_mac: Make) -> None:
    mac = simulated_mac("m1_rosetta_conda", torch=False)
    mac.env["SYSTEM_VERSION_COMPAT"] = "0"
    assert output(mac, "import platform; print(platform.mac_ver()[0])") == "15.3"


@pytest.mark.parametrize("flags", [[], ["-I"], ["-E"], ["-S"], ["-I", "-S", "-B"], ["-sS"]])
def test_children_stay_on_the_mac(simulated_mac: Make, flags: list[str]) -> None:
    code = f"""
        import subprocess, sys
        inner = "import sys, platform; print(sys.platform, platform.mac_ver()[0])"
        command = [sys.executable, *{flags!r}, "-c", inner]
        print(subprocess.check_output(command, env={{}}, text=True))
    """
    assert output(simulated_mac(torch=False), code).split() == ["darwin", "14.5"]


def test_a_linux_fact_is_not_found(simulated_mac: Make) -> None:
    code = """
        import os
        print(os.path.exists("/proc/cpuinfo"), os.path.exists("/etc/os-release"))
        print(os.path.isdir("/Library/Developer/CommandLineTools"), os.listdir("/Users"))
    """
    assert output(simulated_mac(torch=False), code).split() == [
        *("False", "False", "True", "['sim']"),
    ]


@pytest.mark.parametrize(
    ("library", "function"), [("None", "hw.memsize"), ("find('c')", "machdep.cpu.brand_string")]
)
def test_the_kernel_answers_through_ctypes(
    simulated_mac: Make, library: str, function: str
) -> None:
    code = f"""
        import ctypes, errno
        from ctypes.util import find_library as find
        call = ctypes.CDLL({library}, use_errno=True).sysctlbyname
        buffer, size = ctypes.create_string_buffer(64), ctypes.c_size_t(64)
        assert call(b"{function}", buffer, ctypes.byref(size), None, 0) == 0
        data = buffer.raw[: size.value]
        print(data.rstrip(b"\\0").decode() if size.value != 8 else int.from_bytes(data, "little"))
        assert call(b"no.such.value", None, None, None, 0) == -1
        assert ctypes.get_errno() == errno.ENOENT
    """
    expected = {"hw.memsize": str(24 << 30), "machdep.cpu.brand_string": "Apple M2"}
    assert output(simulated_mac(torch=False), code) == expected[function]


def test_common_modules_import(simulated_mac: Make) -> None:
    code = """
        import asyncio, multiprocessing, shutil, sqlite3, ssl, sys, tempfile, urllib.request
        import numpy
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree("/etc/ssl", folder + "/copy", ignore=lambda path, names: names)
        print(sys.platform)
    """
    assert output(simulated_mac(), code) == "darwin"


@pytest.mark.parametrize("version", ["3.8", "3.13"])
def test_other_pythons_take_themselves_for_a_mac_too(simulated_mac: Make, version: str) -> None:
    roots = sorted((Path.home() / ".pyenv" / "versions").glob(version + "*/bin/python"))
    if not roots:
        pytest.skip(f"Python {version} is not installed by pyenv")
    mac = simulated_mac(torch=False, python=str(roots[0]))
    machine = interpreter.examine(mac.python, level="quick", timeout=60)
    names = dict.fromkeys(
        ["host.macos_version", "host.chip", "python.platform_tag", "python.translated"]
    )
    assert list(facts_of(machine, names).values()) == [
        *("14.5", "Apple M2", "macosx-11.0-arm64", False),
    ]


# ---- the device ---------------------------------------------------------------------------


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


def test_the_real_interpreter_is_untouched(simulated_mac: Make) -> None:
    simulated_mac()
    code = "import sys; print(sys.platform)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == sys.platform
