"""Reads labelled lines: `OS: macOS 14.5 (arm64)`, `- torch: 2.2.2`, `| Python | 3.11 |`.

Labels are those of collect_env, `transformers env`, `accelerate env`, Lightning, vLLM, conda,
sw_vers and of people; a label that is not in the table is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from mps_doctor.pasted import fields
from mps_doctor.pasted.claims import Claims
from mps_doctor.patterns import shape_of

Reader: TypeAlias = Callable[[str, Claims], object]

MAX_LABEL = 48
"""Longer texts before a colon are sentences."""

_DECORATION = " \t-*•·–>|#`\"'✓✔✅[]"
_RIGHT_DECORATION = " \t*`'\""
_LABEL_NOISE = re.compile(r"[`*\"]|\((?:reported|if applicable|e\.g\.[^)]*|please[^)]*|optional)\)")
_NOISE = frozenset('`*"(\t')
_VALUE_EDGES = " \t|`*=:"
_SIGN = re.compile("[:=|]")
"""What ends a label; the one before the first label of a table's row ends none."""


def read_line(line: str, claims: Claims) -> bool:
    """Read one line if it is a labelled one that is known; return whether it was."""
    sign = _SIGN.search(line, 1, MAX_LABEL + 1)
    reader = _reader_of(line[: sign.start()], READERS) if sign else None
    if sign is None or reader is None:
        return False
    if value := line[sign.end() :].strip(_VALUE_EDGES):
        reader(value, claims)
    return True


def may_be_labelled(shape: str) -> bool:
    """Return whether a line of a shape may have a label that is known."""
    sign = _SIGN.search(shape, 1, MAX_LABEL + 1)
    return sign is not None and _reader_of(shape[: sign.start()], _READERS_OF_SHAPES) is not None


def _reader_of(label: str, readers: Mapping[str, Reader]) -> Reader | None:
    label = label.lstrip(_DECORATION).rstrip(_RIGHT_DECORATION).lower()
    reader = readers.get(label)
    if reader is None and ("  " in label or not _NOISE.isdisjoint(label)):
        return readers.get(_without_noise(label))
    return reader


@lru_cache(maxsize=2048)
def _without_noise(label: str) -> str:
    plain = _LABEL_NOISE.sub("", label).lstrip(_DECORATION).rstrip(_RIGHT_DECORATION).lower()
    return " ".join(plain.split())


READERS: dict[str, Reader] = {
    **dict.fromkeys(
        ("python", "python version", "python_version", "py version"), fields.read_python
    ),
    **dict.fromkeys(
        ("python3", "python --version", "python3 --version", "python -v", "python -vv"),
        fields.read_python,
    ),
    **dict.fromkeys(
        ("your python version", "python ver", "sys.version", "python.version"), fields.read_python
    ),
    **dict.fromkeys(
        ("platform.python_version()", "python interpreter", "python used"), fields.read_python
    ),
    **dict.fromkeys(("pytorch version", "pytorch version (gpu?)"), fields.read_torch_of_block),
    **dict.fromkeys(("torch", "pytorch", "torch version", "pytorch-version"), fields.read_torch),
    **dict.fromkeys(("torch.__version__", "torch_version", "pytorch_version"), fields.read_torch),
    **dict.fromkeys(
        ("version of pytorch", "version of torch", "installed torch", "torch installed"),
        fields.read_torch,
    ),
    **dict.fromkeys(
        ("pytorch build", "print(torch.__version__)", "torch ver", "pytorch ver"), fields.read_torch
    ),
    **dict.fromkeys(("cuda used to build pytorch", "torch.version.cuda"), fields.read_torch_build),
    **dict.fromkeys(
        ("is cuda available", "torch.cuda.is_available()", "cuda available"),
        fields.read_cuda_available,
    ),
    **dict.fromkeys(
        ("os", "operating system", "os version", "system", "system version", "os/platform"),
        fields.read_os,
    ),
    **dict.fromkeys(
        ("os platform and distribution", "system info", "os name", "my os"), fields.read_os
    ),
    **dict.fromkeys(
        ("distribution", "operating system version", "system software"), fields.read_os
    ),
    **dict.fromkeys(
        ("os type", "os name and version", "os information", "os platform", "desktop os"),
        fields.read_os,
    ),
    **dict.fromkeys(
        ("guest", "guest os", "vm", "container", "container os", "guest system"), fields.read_guest
    ),
    **dict.fromkeys(
        ("platform", "platform.platform()", "python platform", "sys.platform"), fields.read_platform
    ),
    **dict.fromkeys(
        ("os.platform", "platform info", "platform version", "container platform"),
        fields.read_platform,
    ),
    **dict.fromkeys(
        ("macos", "mac os", "macos version", "mac os version", "osx", "os x", "mac os x"),
        fields.read_macos,
    ),
    **dict.fromkeys(
        ("mac version", "osx version", "macos ver", "macosx", "version of macos"), fields.read_macos
    ),
    **dict.fromkeys(("productversion",), fields.read_product_version),
    **dict.fromkeys(("buildversion",), fields.read_build_version),
    **dict.fromkeys(
        ("platform.mac_ver()", "platform.mac_ver()[0]", "mac_ver", "mac_ver()"), fields.read_mac_ver
    ),
    **dict.fromkeys(
        ("machine", "hardware", "computer", "device", "mac", "laptop", "hardware type"),
        fields.read_machine,
    ),
    **dict.fromkeys(
        ("macbook", "model", "my machine", "my mac", "workstation", "mac model"),
        fields.read_machine,
    ),
    **dict.fromkeys(
        ("chip", "soc", "apple chip", "model name", "mac type", "system hardware"),
        fields.read_machine,
    ),
    **dict.fromkeys(
        ("hardware overview", "machine type", "pc", "desktop", "chip type", "silicon"),
        fields.read_machine,
    ),
    **dict.fromkeys(
        ("cpu", "machdep.cpu.brand_string", "cpu model", "cpu brand", "cpu type", "cpu name"),
        fields.read_cpu,
    ),
    **dict.fromkeys(
        ("brand string", "mps type", "cpu model name", "processor name", "cpu info"),
        fields.read_cpu,
    ),
    **dict.fromkeys(
        ("gpu", "graphics", "gpu model", "graphics card", "video card", "gpu type", "gpus"),
        fields.read_gpu,
    ),
    **dict.fromkeys(
        ("gpu name", "egpu", "gpu models and configuration", "gpu info"),
        fields.read_gpu,
    ),
    "rosetta 2": fields.read_brew_rosetta,
    "sandbox": fields.read_agent_sandbox,
    **dict.fromkeys(("chipset model", "metal device", "mtldevice"), fields.read_chipset),
    **dict.fromkeys(("processor", "platform.processor()", "processor type"), fields.read_processor),
    **dict.fromkeys(
        ("platform.machine()", "python architecture", "process architecture"),
        fields.read_platform_machine,
    ),
    **dict.fromkeys(
        ("python arch", "os.uname().machine", "interpreter architecture"),
        fields.read_platform_machine,
    ),
    **dict.fromkeys(("uname -m", "arch", "architecture", "uname"), fields.read_uname_machine),
    **dict.fromkeys(
        ("shell arch", "shell architecture", "terminal arch"), fields.read_shell_architecture
    ),
    **dict.fromkeys(
        ("release", "kernel", "kernel release", "kernel version", "os release"), fields.read_kernel
    ),
    **dict.fromkeys(("darwin", "darwin version", "darwin kernel", "uname -r"), fields.read_darwin),
    **dict.fromkeys(("linux", "linux kernel", "linux version"), fields.read_linux),
    **dict.fromkeys(
        ("conda platform", "subdir", "conda subdir", "platform conda", "conda"),
        fields.read_conda_platform,
    ),
    **dict.fromkeys(("conda_subdir", "conda env", "conda environment"), fields.read_conda_platform),
    **dict.fromkeys(("virtual packages",), fields.read_virtual_packages),
    **dict.fromkeys(
        ("__osx",), lambda value, claims: fields.read_virtual_packages(f"__osx={value}", claims)
    ),
    **dict.fromkeys(
        ("__archspec",),
        lambda value, claims: fields.read_virtual_packages(f"__archspec={value}", claims),
    ),
    **dict.fromkeys(
        ("channel", "channels", "conda channel", "channel urls", "current channels"),
        fields.read_channel,
    ),
    **dict.fromkeys(
        ("host", "host os", "host machine", "host system", "host computer", "hypervisor host"),
        fields.read_host,
    ),
    **dict.fromkeys(
        ("environment", "env", "runner", "runs-on", "ci", "ci runner", "setup"),
        fields.read_environment,
    ),
    **dict.fromkeys(("hw.optional.arm64", "sysctl hw.optional.arm64"), fields.read_hardware_arm),
    **dict.fromkeys(
        ("sysctl.proc_translated", "sysctl sysctl.proc_translated", "proc_translated"),
        fields.read_translated,
    ),
    **dict.fromkeys(("pytorch accelerator", "accelerator type"), fields.read_accelerator),
    **dict.fromkeys(
        ("hw.model", "model identifier", "sysctl hw.model"), fields.read_hardware_model
    ),
    **dict.fromkeys(("kern.hv_vmm_present",), fields.read_hypervisor_present),
    **dict.fromkeys(
        ("mps available", "is mps available", "mps is available", "mps_available"),
        fields.read_available,
    ),
    **dict.fromkeys(
        ("pytorch mps available", "torch mps available", "mps support", "mps backend available"),
        fields.read_available,
    ),
    **dict.fromkeys(
        ("mps built", "is mps built", "mps_built", "built with mps", "mps backend built"),
        fields.read_built,
    ),
}
"""Label in lower case, without decoration, to what reads its value."""

_READERS_OF_SHAPES = {shape_of(label): reader for label, reader in READERS.items()}
