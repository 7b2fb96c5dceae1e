"""Reads labelled lines: `OS: macOS 14.5 (arm64)`, `- torch: 2.2.2`, `| Python | 3.11 |`.

Labels are those of collect_env, `transformers env`, `accelerate env`, Lightning, vLLM, conda,
sw_vers and of people; a label that is not in the table is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from mps_doctor.sources.pasted import fields
from mps_doctor.sources.pasted.claims import Claims

Reader: TypeAlias = Callable[[str, Claims], object]

MAX_LABEL = 48
"""Longer texts before a colon are sentences."""

_DECORATION = " \t-*•·–>|#`\"'✓✔✅[]"
_RIGHT_DECORATION = " \t*`'\"]"
_LABEL_NOISE = re.compile(r"[`*\"]|\((?:reported|if applicable|e\.g\.[^)]*|please[^)]*|optional)\)")
_VALUE_EDGES = " \t|`*=:"
_SIGN = re.compile("[:=|]")
"""What ends a label; the one before the first label of a table's row ends none."""


def read_line(line: str, claims: Claims) -> bool:
    """Read one line if it is a labelled one that is known; return whether it was."""
    sign = _SIGN.search(line, 1, MAX_LABEL + 1)
    reader = _reader_of(line[: sign.start()]) if sign else None
    if sign is None or reader is None:
        return False
    if value := line[sign.end() :].strip(_VALUE_EDGES):
        reader(value, claims)
    return True


@lru_cache(maxsize=4096)
def _reader_of(label: str) -> Reader | None:
    if reader := READERS.get(label.lower()):
        return reader
    plain = _LABEL_NOISE.sub("", label).lstrip(_DECORATION).rstrip(_RIGHT_DECORATION).lower()
    return READERS.get(" ".join(plain.split()))


def _labels(reader: Reader, *labels: str) -> dict[str, Reader]:
    return dict.fromkeys(labels, reader)


READERS: dict[str, Reader] = {
    **_labels(
        fields.read_python, "python", "python version", "python_version", "- python", "py version"
    ),
    **_labels(
        fields.read_python,
        "python3",
        "python --version",
        "python3 --version",
        "python -v",
        "python -vv",
    ),
    **_labels(
        fields.read_python, "your python version", "python ver", "sys.version", "python.version"
    ),
    **_labels(fields.read_python, "platform.python_version()", "python interpreter", "python used"),
    **_labels(fields.read_torch_of_block, "pytorch version", "pytorch version (gpu?)"),
    **_labels(fields.read_torch, "torch", "pytorch", "torch version", "pytorch-version"),
    **_labels(fields.read_torch, "torch.__version__", "torch_version", "pytorch_version"),
    **_labels(
        fields.read_torch,
        "version of pytorch",
        "version of torch",
        "installed torch",
        "torch installed",
    ),
    **_labels(
        fields.read_torch, "pytorch build", "print(torch.__version__)", "torch ver", "pytorch ver"
    ),
    **_labels(fields.read_torch_build, "cuda used to build pytorch", "torch.version.cuda"),
    **_labels(
        fields.read_cuda_available,
        "is cuda available",
        "torch.cuda.is_available()",
        "cuda available",
    ),
    **_labels(
        fields.read_os,
        "os",
        "operating system",
        "os version",
        "system",
        "system version",
        "os/platform",
    ),
    **_labels(fields.read_os, "os platform and distribution", "system info", "os name", "my os"),
    **_labels(fields.read_os, "distribution", "operating system version", "system software"),
    **_labels(
        fields.read_os,
        "os type",
        "os name and version",
        "os information",
        "os platform",
        "desktop os",
    ),
    **_labels(
        fields.read_guest, "guest", "guest os", "vm", "container", "container os", "guest system"
    ),
    **_labels(
        fields.read_platform, "platform", "platform.platform()", "python platform", "sys.platform"
    ),
    **_labels(
        fields.read_platform,
        "os.platform",
        "platform info",
        "platform version",
        "container platform",
    ),
    **_labels(
        fields.read_macos,
        "macos",
        "mac os",
        "macos version",
        "mac os version",
        "osx",
        "os x",
        "mac os x",
    ),
    **_labels(
        fields.read_macos, "mac version", "osx version", "macos ver", "macosx", "version of macos"
    ),
    **_labels(fields.read_product_version, "productversion"),
    **_labels(fields.read_build_version, "buildversion"),
    **_labels(
        fields.read_mac_ver, "platform.mac_ver()", "platform.mac_ver()[0]", "mac_ver", "mac_ver()"
    ),
    **_labels(
        fields.read_machine,
        "machine",
        "hardware",
        "computer",
        "device",
        "mac",
        "laptop",
        "hardware type",
    ),
    **_labels(
        fields.read_machine, "macbook", "model", "my machine", "my mac", "workstation", "mac model"
    ),
    **_labels(
        fields.read_machine,
        "chip",
        "soc",
        "apple chip",
        "model name",
        "mac type",
        "system hardware",
    ),
    **_labels(
        fields.read_machine,
        "hardware overview",
        "machine type",
        "pc",
        "desktop",
        "chip type",
        "silicon",
    ),
    **_labels(
        fields.read_cpu,
        "cpu",
        "machdep.cpu.brand_string",
        "cpu model",
        "cpu brand",
        "cpu type",
        "cpu name",
    ),
    **_labels(
        fields.read_cpu, "brand string", "mps type", "cpu model name", "processor name", "cpu info"
    ),
    **_labels(
        fields.read_gpu,
        "gpu",
        "graphics",
        "gpu model",
        "graphics card",
        "video card",
        "gpu type",
        "gpus",
    ),
    **_labels(
        fields.read_gpu,
        "chipset model",
        "gpu name",
        "egpu",
        "gpu models and configuration",
        "gpu info",
    ),
    **_labels(fields.read_processor, "processor", "platform.processor()", "processor type"),
    **_labels(
        fields.read_platform_machine,
        "platform.machine()",
        "python architecture",
        "process architecture",
    ),
    **_labels(
        fields.read_platform_machine,
        "python arch",
        "os.uname().machine",
        "interpreter architecture",
    ),
    **_labels(fields.read_uname_machine, "uname -m", "arch", "architecture", "uname"),
    **_labels(fields.read_shell_architecture, "shell arch", "shell architecture", "terminal arch"),
    **_labels(
        fields.read_kernel, "release", "kernel", "kernel release", "kernel version", "os release"
    ),
    **_labels(fields.read_darwin, "darwin", "darwin version", "darwin kernel", "uname -r"),
    **_labels(
        fields.read_conda_platform,
        "conda platform",
        "subdir",
        "conda subdir",
        "platform conda",
        "conda",
    ),
    **_labels(fields.read_conda_platform, "conda_subdir", "conda env", "conda environment"),
    **_labels(fields.read_virtual_packages, "virtual packages"),
    **_labels(
        lambda value, claims: fields.read_virtual_packages(f"__osx={value}", claims), "__osx"
    ),
    **_labels(
        lambda value, claims: fields.read_virtual_packages(f"__archspec={value}", claims),
        "__archspec",
    ),
    **_labels(
        fields.read_channel,
        "channel",
        "channels",
        "conda channel",
        "channel urls",
        "current channels",
    ),
    **_labels(
        fields.read_host,
        "host",
        "host os",
        "host machine",
        "host system",
        "host computer",
        "hypervisor host",
    ),
    **_labels(
        fields.read_environment,
        "environment",
        "env",
        "runner",
        "runs-on",
        "ci",
        "ci runner",
        "setup",
    ),
    **_labels(fields.read_hardware_arm, "hw.optional.arm64", "sysctl hw.optional.arm64"),
    **_labels(
        fields.read_translated,
        "sysctl.proc_translated",
        "sysctl sysctl.proc_translated",
        "proc_translated",
    ),
    **_labels(fields.read_accelerator, "pytorch accelerator", "accelerator type"),
    **_labels(fields.read_hardware_model, "hw.model", "model identifier", "sysctl hw.model"),
    **_labels(fields.read_hypervisor_present, "kern.hv_vmm_present"),
    **_labels(
        fields.read_available,
        "mps available",
        "is mps available",
        "mps is available",
        "mps_available",
    ),
    **_labels(
        fields.read_available,
        "pytorch mps available",
        "torch mps available",
        "mps support",
        "mps backend available",
    ),
    **_labels(
        fields.read_built,
        "mps built",
        "is mps built",
        "mps_built",
        "built with mps",
        "mps backend built",
    ),
}
"""Label in lower case, without decoration, to what reads its value."""
