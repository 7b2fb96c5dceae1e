"""Reports made by hand, of every status, for the tests of the reporters; all synthetic."""

import itertools
from typing import Any, get_args

import msgspec

from mps_doctor.facts import (
    Conda,
    Gpu,
    Host,
    Interpreter,
    Machine,
    Origin,
    SmokeTest,
    TorchImport,
    TorchInstall,
)
from mps_doctor.features.bench.values import Bench, BenchReport, Install, Kind
from mps_doctor.features.bench.values import Row as BenchRow
from mps_doctor.judgement.checking import Fix, Result
from mps_doctor.judgement.deep_matrix import Row as DeepRow
from mps_doctor.judgement.deep_matrix import Standing
from mps_doctor.judgement.report import (
    ErrorDetail,
    ErrorReport,
    Ignored,
    Measurements,
    Report,
    ReportList,
    Target,
)
from mps_doctor.judgement.verdict import reach_verdict
from mps_doctor.knowledge.chips import limits_of

FAMILY_OF = {
    "host-system": "host",
    "macos-version": "host",
    "python-architecture": "python",
    "conda-architecture": "conda",
    "xcode-command-line-tools": "toolchain",
    "torch-installed": "torch",
    "torch-version": "torch",
    "torch-companions": "companions",
    "openmp-runtimes": "companions",
    "mps-variables": "settings",
    "torch-import": "runtime",
    "mps-available": "runtime",
    "smoke-test": "runtime",
    "reported-errors": "messages",
    "deep-probes": "deep",
}

MAC = Host(
    system="Darwin",
    macos_version="14.5",
    chip="Apple M2",
    hardware_architecture="arm64",
    memory_bytes=24 * 1024**3,
    gpus=(Gpu(name="Apple M2"),),
)
PYTHON = Interpreter(
    executable="~/proj/.venv/bin/python",
    version="3.11.7",
    architecture="arm64",
    translated=False,
    provider="uv",
    environment="uv",
)
TORCH = TorchInstall(installed=True, version="2.5.1", installer="uv", mps_linked=True)
IMPORTED = TorchImport(
    outcome="imported", version="2.5.1", mps_built=True, mps_available=True, device_name="Apple M2"
)
SMOKE = SmokeTest(
    device="mps",
    outcome="completed",
    size=1024,
    random_size=1024,
    ones_wrong=0,
    relative_error=3.2e-7,
    warm_seconds=0.0012,
    first_seconds=0.4,
)
ACTIVE = Target(
    kind="interpreter",
    name="~/proj/.venv",
    python="~/proj/.venv/bin/python",
    chosen_because="active virtual environment (VIRTUAL_ENV)",
)


def result(check: str, outcome: str = "passed", **fields: object) -> Result:
    """Return a result of a check, with the family that the check has."""
    family = str(fields.pop("family", FAMILY_OF.get(check, "plugins")))
    title = f"Title of {check}"
    return Result(check=check, family=family, title=title, outcome=outcome, **fields)  # type: ignore[arg-type]


def failed(check: str, cause: str, severity: str, **fields: object) -> Result:
    """Return a failure."""
    return result(check, "failed", cause=cause, severity=severity, **fields)


def skipped(check: str, root: str) -> Result:
    """Return a check that another one's failure explains."""
    return result(check, "skipped", message=f"explained by {root}", because_of=(root,))


def report_of(
    results: tuple[Result, ...],
    machine: Machine,
    *,
    target: Target = ACTIVE,
    ignored: tuple[Ignored, ...] = (),
) -> Report:
    """Return the report that the diagnosis makes of results."""
    return Report(
        target=target,
        verdict=reach_verdict(results, machine),
        results=results,
        ignored=ignored,
        measurements=Measurements(smoke=machine.smoke),
        facts=machine,
        started="2026-01-02T03:04:05+00:00",
        seconds=2.5,
    )


LIVE = Origin(kind="interpreter", name="~/proj/.venv/bin/python")

GOOD = (
    result("host-system", message="macOS runs this Python", have="macOS 14.5"),
    result("macos-version", message="new enough for PyTorch 2.5.1 (12.3)", have="macOS 14.5"),
    result("python-architecture", message="native: an arm64 process", have="arm64"),
    result("conda-architecture", "not-applicable", message="not a conda environment"),
    result("xcode-command-line-tools", message="present", have="/Library/Developer/Tools"),
    result("torch-installed", message="installed", have="2.5.1"),
    result("torch-version", message="new enough for MPS", have="2.5.1"),
    result("torch-companions", message="those that are installed fit", have="torchvision 0.20.1"),
    result("openmp-runtimes", message="no second OpenMP runtime", have="torch"),
    result("mps-variables", message="those that are set can be used", have="none set"),
    result("torch-import", message="imports", have="in 1.2 s", seconds=1.2),
    result("mps-available", message="available", have="Apple M2"),
)
PROVEN = result("smoke-test", message="right numbers on mps", have="relative error 3.2e-07")

HEALTHY = report_of(
    (*GOOD, PROVEN),
    Machine(
        origin=LIVE, host=MAC, python=PYTHON, torch=TORCH, torch_import=IMPORTED, smoke=SMOKE
    ),
)  # fmt: skip

QUICK = report_of(
    (
        *GOOD[:10],
        result("torch-import", "not-run", message="needs --level standard"),
        result("mps-available", "not-run", message="needs --level standard"),
        result("smoke-test", "not-run", message="needs --level standard"),
    ),
    Machine(origin=LIVE, host=MAC, python=PYTHON, torch=TORCH),
    ignored=(Ignored(check="openmp-runtimes", reason="--ignore"),),
)

NEW_ENVIRONMENT = Fix(
    id="conda-arm64",
    summary="Make a new environment for Apple silicon",
    commands=(
        ("conda", "create", "--name", "ml-arm64", "--platform", "osx-arm64", "python=3.11", "pip"),
        ("conda", "run", "--name", "ml-arm64", "python", "-m", "pip", "install", "torch==2.9.1"),
    ),
    needs=("new-environment", "network"),
    risk="safe",
    undo=(("conda", "env", "remove", "--name", "ml-arm64"),),
    verify=(("mps-doctor", "--env", "ml-arm64"),),
)
BY_HAND = Fix(
    id="by-hand",
    kind="manual",
    summary="Take Rosetta off the terminal, then make the environment anew",
    steps=(
        "In Finder, select the terminal application and choose File > Get Info.",
        "Switch off “Open using Rosetta”, and open the terminal again.",
    ),
    needs=("gui",),
)
MISMATCH = failed(
    "torch-companions",
    "torch-companion-version-mismatch",
    "warning",
    message="torchvision 0.15.0 is built for torch 2.0.0, and torch 2.2.2 is installed",
    have="torchvision 0.15.0",
    need="torchvision 0.17.2",
    evidence=("torchvision requires torch==2.0.0",),
    fixes=(
        Fix(
            id="install",
            summary="Install the torchvision that fits",
            commands=(("python", "-m", "pip", "install", "torchvision==0.17.2"),),
            needs=("network",),
            verify=(("mps-doctor", "check"),),
        ),
    ),
)
ADVICE = failed(
    "xcode-command-line-tools",
    "xcode-clt-missing",
    "info",
    message="The command-line tools are not installed; torch.compile needs them",
    have="no developer folder",
    fixes=(
        Fix(
            id="clt",
            summary="Install the command-line tools",
            commands=(("xcode-select", "--install"),),
            needs=("gui", "network", "sudo"),
        ),
    ),
)

ROSETTA_MACHINE = Machine(
    origin=LIVE,
    host=MAC,
    python=Interpreter(
        executable="~/miniconda3/envs/ml/bin/python",
        version="3.11.7",
        architecture="x86_64",
        translated=True,
        environment="conda",
        provider="conda",
    ),
    conda=Conda(active=True, name="ml", subdir="osx-64"),
    torch=TorchInstall(installed=True, version="2.2.2", installer="conda"),
)
ROSETTA = report_of(
    (
        *GOOD[:2],
        failed(
            "python-architecture",
            "python-x86_64-on-apple-silicon",
            "error",
            message="Python is an Intel build and runs under Rosetta on Apple M2",
            have="x86_64, translated",
            need="arm64",
            evidence=(
                "sysctl.proc_translated: 1",
                "platform.processor(): 'i386'",
                "platform.platform(): macOS-10.16-x86_64-i386-64bit, from an interpreter that was "
                "linked with an old SDK",
            ),
            fixes=(NEW_ENVIRONMENT, BY_HAND),
        ),
        skipped("conda-architecture", "python-architecture"),
        ADVICE,
        *GOOD[5:7],
        MISMATCH,
        GOOD[9],
        *(
            skipped(check, "python-architecture")
            for check in ("torch-import", "mps-available", "smoke-test")
        ),
    ),
    ROSETTA_MACHINE,
    target=Target(
        kind="interpreter",
        name="~/miniconda3/envs/ml",
        python="~/miniconda3/envs/ml/bin/python",
        chosen_because="active conda environment (CONDA_PREFIX)",
        note="./.venv exists and was not examined; name it with --env .venv",
    ),
)

DEGRADED = report_of(
    (*GOOD[:7], MISMATCH, *GOOD[8:], PROVEN),
    HEALTHY.facts,
)

NOT_A_MAC = report_of(
    (
        failed(
            "host-system",
            "not-macos-host",
            "error",
            message="This computer runs Linux, and MPS exists on macOS only",
            have="Linux, Debian GNU/Linux 12",
            need="macOS",
            fixes=(
                Fix(
                    id="cuda",
                    kind="manual",
                    summary="Use another device",
                    steps=("Choose the device `cuda` or `cpu` in your program.",),
                    risk="safe",
                ),
            ),
        ),
        *(
            skipped(check, "host-system")
            for check in ("macos-version", "mps-available", "smoke-test")
        ),
    ),
    Machine(
        origin=LIVE,
        host=Host(
            system="Linux",
            distribution="Debian GNU/Linux 12",
            hardware_architecture="x86_64",
            container="docker",
        ),
        python=Interpreter(version="3.12.1", architecture="x86_64", executable="/usr/bin/python3"),
        torch=TorchInstall(installed=False),
    ),
    target=Target(kind="interpreter", name="/usr/bin/python3", python="/usr/bin/python3"),
)

INCONCLUSIVE = report_of(
    (
        *GOOD[:1],
        result(
            "python-architecture",
            "unknown",
            message="python.architecture: not in the report",
            because_of=("python.architecture",),
        ),
        result(
            "smoke-test",
            "unknown",
            message="smoke.outcome: the command timed out",
            because_of=("smoke.outcome",),
        ),
        result("plugin:vision", "errored", message="ImportError: cannot import name 'x'"),
    ),
    Machine(origin=LIVE, host=MAC),
)

PASTED = report_of(
    (
        *GOOD[:1],
        failed(
            "reported-errors",
            "op-not-implemented",
            "error",
            message="aten::_linalg_solve_ex.result has no MPS kernel in torch 2.5.1",
            evidence=(
                "line 14: NotImplementedError: The operator 'aten::_linalg_solve_ex.result' is not "
                "currently implemented for the MPS device. If you want this op to be added, see "
                "https://github.com/pytorch/pytorch/issues/141287",
            ),
            fixes=(
                Fix(
                    id="fallback",
                    summary="Let this operator run on the CPU",
                    commands=(("env", "PYTORCH_ENABLE_MPS_FALLBACK=1", "python", "train.py"),),
                    risk="safe",
                ),
            ),
        ),
    ),
    Machine(origin=Origin(kind="pasted"), host=MAC, torch=TORCH),
    target=Target(kind="pasted", name="-", chosen_because="the text that was given"),
)

STANDINGS: tuple[Standing, ...] = get_args(Standing)
DTYPES = ("float32", "float16", "bfloat16", "int64", "int32", "complex64", "uint8", "bool", "int8")

DEEP = msgspec.structs.replace(
    report_of(
        (
            *GOOD,
            PROVEN,
            failed(
                "deep-probes",
                "mps-op-wrong-result",
                "error",
                message="Wrong results: bmm-fp16, sort-fp32",
                have="2 of the probes: wrong results",
                need="the same results as on the CPU",
            ),
        ),
        HEALTHY.facts,
    ),
    measurements=Measurements(
        smoke=SMOKE,
        deep=(
            DeepRow(operation="copy", standings=dict.fromkeys(DTYPES, "works")),
            DeepRow(
                operation="bmm",
                standings=dict(zip(DTYPES, STANDINGS, strict=False)),
            ),
            *(
                DeepRow(operation=f"operation-with-a-long-name-{n}", standings={"float32": "works"})
                for n in range(60)
            ),
            DeepRow(operation="sort", standings={"float32": "wrong results"}),
        ),
    ),
)

REPORTS = {
    "healthy": HEALTHY,
    "quick": QUICK,
    "rosetta": ROSETTA,
    "degraded": DEGRADED,
    "not-a-mac": NOT_A_MAC,
    "inconclusive": INCONCLUSIVE,
    "pasted": PASTED,
    "deep": DEEP,
}

LIST = ReportList(reports=(HEALTHY, ROSETTA, NOT_A_MAC, INCONCLUSIVE))
ERROR = ErrorReport(
    error=ErrorDetail(
        kind="input",
        message="cannot read x.json: No such file",
        hint="make one: mps-doctor snapshot",
    )
)
DOCUMENTS = {**REPORTS, "list": LIST, "error": ERROR}


def bench_row(
    kind: Kind, name: str, detail: str, device: str, rate: float, **more: Any
) -> BenchRow:
    """Return one piece of work that was measured."""
    values = {"outcome": "measured", "median_seconds": 0.01, "rate": rate, **more}
    return BenchRow(kind=kind, name=name, detail=detail, device=device, **values)


BENCH = BenchReport(
    target=ACTIVE,
    bench=Bench(
        device="mps",
        budget_seconds=60,
        torch="2.5.1",
        device_name="Apple M1",
        threads=8,
        limits=limits_of("Apple M1", 8),
        rows=(
            bench_row("model", "resnet50", "train", "mps", 210.0, batch=128, batch_asked=128),
            bench_row("model", "resnet50", "train", "cpu", 29.0, batch=16, batch_asked=128),
            bench_row("model", "vgg16", "train", "mps", 0, outcome="raised", reason="no kernel"),
            bench_row(
                *("model", "bert", "train", "mps", 0),
                outcome="skipped",
                reason="transformers is not installed",
                package="transformers",
            ),
            *(
                bench_row("matmul", "float32", str(size), device, rate)
                for size, gpu, cpu in ((256, 100, 400), (8192, 2345, 512))
                for device, rate in (("mps", gpu), ("cpu", cpu))
            ),
            bench_row("copy", "on-device", str(1 << 28), "mps", 55.5),
            bench_row("copy", "to-device", str(1 << 20), "mps", 5.5),
        ),
        installs=(Install(package="transformers", commands=(("pip", "install", "transformers"),)),),
        notes=("VGG-16, training on mps failed: no kernel",),
    ),
    facts=HEALTHY.facts,
    started="2026-01-02T03:04:05+00:00",
    seconds=61.0,
)

FINDINGS = {
    name: tuple(
        itertools.chain.from_iterable((r.check, r.cause) for r in report.results if r.is_finding)
    )
    for name, report in REPORTS.items()
}
"""For each report the words that every format has to say: checks that failed, and causes."""
