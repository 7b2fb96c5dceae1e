"""Reads labelled lines: `OS: macOS 14.5 (arm64)`, `- torch: 2.2.2`, `| Python | 3.11 |`.

Labels are those of collect_env, `transformers env`, `accelerate env`, Lightning, vLLM, conda,
sw_vers and of people; a label that is not in the table is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from mps_doctor.sources.pasted import machines, systems
from mps_doctor.sources.pasted.claims import BLOCK, FIELD, LISTED, Claims

Reader: TypeAlias = Callable[[str, Claims, int], object]

MAX_LABEL = 48
"""Longer texts before a colon are sentences."""

_DECORATION = " \t-*•·–>|#`\"'✓✔✅[]"
_RIGHT_DECORATION = " \t*`'\""
_LABEL_NOISE = re.compile(r"[`*\"]|\((?:reported|if applicable|e\.g\.[^)]*|please[^)]*|optional)\)")
_VALUE_EDGES = " \t|`*=:"
_PYTHON = re.compile(
    r"(?<![\w.])(?:c?python[- ]?)?v?(\d\.\d{1,2}(?:\.\d{1,2})?(?:(?:a|b|rc)\d{1,2}"
    r"|\+)?t?)(?![\d])",
    re.IGNORECASE,
)
_TORCH = re.compile(
    r"^[v'\"=~ (]*(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?"
    r"(?:(?:a|b|rc)\d+|\.(?:dev|post)\d+)*(?:\+[\w.]{1,40})?)(?![\w])"
)
_RANGE = re.compile(r"^\W{0,3}[<>]|\d\s*(?:-|–|to|\.\.)\s*v?\d+\.\d")
_NONE = re.compile(
    r"^\W{0,2}(?:n/?a|none|not installed|not found|missing|no|-)\W{0,2}$", re.IGNORECASE
)
_CONDA_DIR = re.compile(r"\b(osx-64|osx-arm64|linux-64|linux-aarch64|win-64)\b")
_CONDA_NAMED = re.compile(
    r"\b(?:mini|ana)?conda\d?\b|miniforge|mambaforge|micromamba|anaconda", re.IGNORECASE
)
_PROVIDERS = (
    ("homebrew", "homebrew"),
    ("/opt/homebrew", "homebrew"),
    ("pyenv", "pyenv"),
    ("python.framework", "framework"),
    ("command line tools", "xcode"),
)
_PROCESS = re.compile(r"(?<![\w-])(arm64|aarch64|x86_64|i386)(?![\w-])", re.IGNORECASE)


def read_line(line: str, claims: Claims, number: int) -> bool:
    """Read one line if it is a labelled one that is known; return whether it was."""
    place = _first_sign(line)
    if place < 0:
        return False
    reader = READERS.get(_label(line[:place])) if place <= MAX_LABEL else None
    if reader is None:
        return False
    value = line[place + 1 :].strip(_VALUE_EDGES)
    if value:
        reader(value, claims, number)
    return True


def _first_sign(line: str) -> int:
    """Return the place of the sign that ends the label, or -1 where it comes late or never."""
    head = line[: MAX_LABEL + 12]
    start = 1 if head[:1] == "|" else 0  # a row of a table begins with one
    places = [place for sign in ":=|" if (place := head.find(sign, start)) > 0]
    return min(places, default=-1)


def _label(text: str) -> str:
    label = text.lower()
    if label in READERS:
        return label
    plain = _LABEL_NOISE.sub("", text).lstrip(_DECORATION).rstrip(_RIGHT_DECORATION).lower()
    return " ".join(plain.split())


def read_python(value: str, claims: Claims, line: int) -> None:
    """Read a Python version with what stands beside it: conda, Homebrew, an architecture."""
    found = _PYTHON.search(value)
    if found:
        version = found[1]
        if version.endswith("t"):
            claims.add("python.free_threaded", True, FIELD, line)
            version = version[:-1]
        claims.add("python.version", version, FIELD, line)
    lowered = value.lower()
    if subdir := _CONDA_DIR.search(lowered):
        claims.add("conda.subdir", subdir[1], FIELD, line)
        claims.add("conda.active", True, FIELD, line)
    elif _CONDA_NAMED.search(lowered):
        claims.add("conda.active", True, LISTED, line)
    for word, provider in _PROVIDERS:
        if word in lowered:
            claims.add("python.provider", provider, LISTED, line)
    if "universal2" in lowered:
        claims.add("python.slices", ("x86_64", "arm64"), LISTED, line)
    elif arch := _PROCESS.search(value):
        claims.add("python.architecture", _architecture(arch[1]), FIELD, line)
    if " on linux" in lowered:
        claims.add("host.system", "Linux", LISTED, line)
    elif " on win32" in lowered:
        claims.add("host.system", "Windows", LISTED, line)
    elif " on darwin" in lowered:
        claims.add("host.system", "Darwin", LISTED, line)


def read_torch_of_block(value: str, claims: Claims, line: int) -> None:
    """Read the version that torch itself gave to collect_env: it is the one that was imported."""
    read_torch(value, claims, line, BLOCK + 1)


def read_torch(value: str, claims: Claims, line: int, weight: int = FIELD) -> None:
    """Read a torch version; a range is none."""
    if _NONE.match(value):
        claims.add("torch.installed", False, FIELD, line)
        return
    if _RANGE.search(value[:40]):
        return
    if found := _TORCH.match(value):
        claims.add("torch.version", found[1], weight, line)
        claims.add("torch.installed", True, weight, line)
    lowered = value.lower()
    if "conda-forge" in lowered or "cpu_generic" in lowered:
        claims.add("conda.active", True, LISTED, line)
        if build := re.search(r"\b(cpu_\w{4,40})", value):
            claims.add("conda.torch_build", build[1], LISTED, line)
            claims.add("conda.torch_channel", "conda-forge", LISTED, line)
    if "source build" in lowered or "built from source" in lowered:
        claims.add("torch.editable", True, LISTED, line)


def _read_torch_build(value: str, claims: Claims, line: int) -> None:
    claims.add("torch_import.cuda_build", "none" if _NONE.match(value) else value[:20], BLOCK, line)


def _read_os(value: str, claims: Claims, line: int) -> None:
    systems.read_system(value, claims, line, FIELD)
    machines.read_virtual(value, claims, line)
    if not claims.has("host.chip"):
        machines.read_machine(value, claims, line, LISTED)


def _read_guest(value: str, claims: Claims, line: int) -> None:
    """What runs in a virtual machine is where Python runs, whatever the host is."""
    systems.read_system(value, claims, line, BLOCK)
    machines.read_virtual(value, claims, line)
    claims.add("hypervisor", "virtual machine", LISTED, line)


def _read_platform(value: str, claims: Claims, line: int) -> None:
    lowered = value.lower()
    if subdir := _CONDA_DIR.search(lowered):
        claims.add("conda.subdir", subdir[1], FIELD, line)
        claims.add("conda.active", True, FIELD, line)
        return
    if lowered in ("darwin", "aarch64-darwin", "x86_64-darwin"):
        claims.add("host.system", "Darwin", FIELD, line)
        return
    _read_os(value, claims, line)


def _read_macos(value: str, claims: Claims, line: int) -> None:
    systems.read_version(value, claims, line)
    machines.read_machine(value, claims, line, LISTED)


def _read_machine(value: str, claims: Claims, line: int) -> None:
    if _PROCESS.fullmatch(value.strip("'\" ")):
        claims.add("uname.machine", _architecture(value.strip("'\" ")), FIELD, line)
        return
    machines.read_machine(value, claims, line)
    systems.read_system(value, claims, line, LISTED)


def _read_cpu(value: str, claims: Claims, line: int) -> None:
    machines.read_machine(value, claims, line, BLOCK)


def _read_gpu(value: str, claims: Claims, line: int) -> None:
    if not machines.read_gpu(value, claims, line):
        machines.read_machine(value, claims, line, FIELD)


def _read_processor(value: str, claims: Claims, line: int) -> None:
    """`platform.processor()` is a word; what people call their processor is a chip."""
    plain = value.strip("'\" ").lower().split(" ")[0]
    if plain in ("arm", "i386", "arm64", "x86_64"):
        claims.add("python.processor", plain, FIELD, line)
        if len(value) > len(plain) + 3:
            machines.read_machine(value, claims, line)
        return
    machines.read_machine(value, claims, line)


def _read_platform_machine(value: str, claims: Claims, line: int) -> None:
    if found := _PROCESS.search(value):
        claims.add("python.architecture", _architecture(found[1]), BLOCK, line)


def _read_uname_machine(value: str, claims: Claims, line: int) -> None:
    if found := _PROCESS.search(value):
        claims.add("uname.machine", _architecture(found[1]), FIELD, line)


def _read_mac_ver(value: str, claims: Claims, line: int) -> None:
    if found := re.search(r"(\d{2}(?:\.\d+){0,2})", value):
        claims.add("host.macos_version_reported", found[1], BLOCK, line)
        claims.add("host.system", "Darwin", LISTED, line)


def _read_kernel(value: str, claims: Claims, line: int) -> None:
    if found := re.match(r"\W{0,2}(\d{2}\.\d{1,2}\.\d{1,2})\b", value):
        claims.add("kernel", found[1], FIELD, line)


def _read_darwin(value: str, claims: Claims, line: int) -> None:
    if found := re.match(r"\W{0,2}(\d{2}\.\d{1,2}\.\d{1,2})\b", value):
        claims.add("host.kernel_release", found[1], FIELD, line)
        claims.add("host.system", "Darwin", FIELD, line)


def _read_product_version(value: str, claims: Claims, line: int) -> None:
    systems.read_version(value, claims, line, BLOCK + 1)


def _read_build_version(value: str, claims: Claims, line: int) -> None:
    if found := re.match(r"\d{2}[A-Z]\w{1,6}$", value):
        claims.add("host.macos_build", found[0], BLOCK, line)


def _read_conda_platform(value: str, claims: Claims, line: int) -> None:
    if found := _CONDA_DIR.search(value):
        claims.add("conda.subdir", found[1], BLOCK, line)
        claims.add("conda.active", True, BLOCK, line)
    elif found := _PROCESS.search(value):
        subdir = "osx-64" if _architecture(found[1]) == "x86_64" else "osx-arm64"
        claims.add("conda.subdir", subdir, LISTED, line)
    if not claims.has("host.chip"):
        machines.read_machine(value, claims, line, LISTED)


def _read_virtual_packages(value: str, claims: Claims, line: int) -> None:
    if found := re.search(r"__osx=(\d+(?:\.\d+)*)", value):
        systems.read_version(found[1], claims, line, FIELD)
        claims.add("conda.active", True, LISTED, line)
    if found := re.search(r"__archspec=1=(m[1-9]|arm64)", value):
        claims.add("host.hardware_architecture", "arm64", FIELD, line)
        claims.add("conda.subdir", "osx-arm64", LISTED, line)


def _read_channel(value: str, claims: Claims, line: int) -> None:
    if found := re.search(r"/(osx-64|osx-arm64)\b", value):
        claims.add("conda.subdir", found[1], LISTED, line)
        claims.add("conda.active", True, LISTED, line)


def _read_host(value: str, claims: Claims, line: int) -> None:
    """The host below a guest: a Mac there makes a Linux guest one on a Mac."""
    if machines.read_machine(value, claims, line, LISTED) or "mac" in value.lower():
        claims.add("mac", value, FIELD, line)
    systems.read_system(value, claims, line, LISTED)


def _read_environment(value: str, claims: Claims, line: int) -> None:
    systems.read_system(value, claims, line, LISTED)
    machines.read_machine(value, claims, line, LISTED)
    if _CONDA_NAMED.search(value):
        claims.add("conda.active", True, LISTED, line)
        _read_conda_platform(value, claims, line)


def _read_hardware_arm(value: str, claims: Claims, line: int) -> None:
    if value.startswith("1"):
        claims.add("host.hardware_architecture", "arm64", BLOCK, line)
        claims.add("mac", "hw.optional.arm64: 1", FIELD, line)
        claims.add("host.system", "Darwin", LISTED, line)


def _read_translated(value: str, claims: Claims, line: int) -> None:
    if value[:1] in "01":
        claims.add("python.translated", value[0] == "1", FIELD, line)


def _read_accelerator(value: str, claims: Claims, line: int) -> None:
    if value.lower().startswith("mps"):
        claims.add("torch_import.mps_available", True, BLOCK, line)


def _read_hardware_model(value: str, claims: Claims, line: int) -> None:
    if re.fullmatch(r"\w{2,20}\d{1,2},\d", value):
        claims.add("host.model", value, BLOCK, line)
        claims.add("host.system", "Darwin", LISTED, line)
    if value.startswith("VirtualMac"):
        claims.add("host.virtual_machine", True, BLOCK, line)
    machines.read_machine(value, claims, line, FIELD)


def _read_hypervisor_present(value: str, claims: Claims, line: int) -> None:
    if value[:1] in "01":
        claims.add("host.virtual_machine", value[0] == "1", BLOCK, line)


def _read_cuda_available(value: str, claims: Claims, line: int) -> None:
    if value.lower().startswith(("true", "false")):
        claims.add("torch_import.cuda_available", value.lower().startswith("true"), BLOCK, line)


def _read_available(value: str, claims: Claims, line: int) -> None:
    if found := re.match(r"\W{0,3}(true|false|yes|no)\b", value, re.IGNORECASE):
        claims.add("torch_import.mps_available", found[1].lower() in ("true", "yes"), FIELD, line)


def _read_built(value: str, claims: Claims, line: int) -> None:
    if found := re.match(r"\W{0,3}(true|false|yes|no)\b", value, re.IGNORECASE):
        claims.add("torch_import.mps_built", found[1].lower() in ("true", "yes"), FIELD, line)


def _read_shell_architecture(value: str, claims: Claims, line: int) -> None:
    if value.lower().startswith("arm64"):
        claims.add("host.hardware_architecture", "arm64", LISTED, line)


def _architecture(name: str) -> str:
    return {"aarch64": "arm64", "i386": "x86_64", "amd64": "x86_64"}.get(name.lower(), name.lower())


def _labels(reader: Reader, *labels: str) -> dict[str, Reader]:
    return dict.fromkeys(labels, reader)


READERS: dict[str, Reader] = {
    **_labels(read_python, "python", "python version", "python_version", "- python", "py version"),
    **_labels(
        read_python, "python3", "python --version", "python3 --version", "python -v", "python -vv"
    ),
    **_labels(read_python, "your python version", "python ver", "sys.version", "python.version"),
    **_labels(read_python, "platform.python_version()", "python interpreter", "python used"),
    **_labels(read_torch_of_block, "pytorch version", "pytorch version (gpu?)"),
    **_labels(read_torch, "torch", "pytorch", "torch version", "pytorch-version"),
    **_labels(read_torch, "torch.__version__", "torch_version", "pytorch_version"),
    **_labels(
        read_torch, "version of pytorch", "version of torch", "installed torch", "torch installed"
    ),
    **_labels(read_torch, "pytorch build", "print(torch.__version__)", "torch ver", "pytorch ver"),
    **_labels(_read_torch_build, "cuda used to build pytorch", "torch.version.cuda"),
    **_labels(
        _read_cuda_available, "is cuda available", "torch.cuda.is_available()", "cuda available"
    ),
    **_labels(
        _read_os, "os", "operating system", "os version", "system", "system version", "os/platform"
    ),
    **_labels(_read_os, "os platform and distribution", "system info", "os name", "my os"),
    **_labels(_read_os, "distribution", "operating system version", "system software"),
    **_labels(
        _read_os, "os type", "os name and version", "os information", "os platform", "desktop os"
    ),
    **_labels(_read_guest, "guest", "guest os", "vm", "container", "container os", "guest system"),
    **_labels(_read_platform, "platform", "platform.platform()", "python platform", "sys.platform"),
    **_labels(
        _read_platform, "os.platform", "platform info", "platform version", "container platform"
    ),
    **_labels(
        _read_macos, "macos", "mac os", "macos version", "mac os version", "osx", "os x", "mac os x"
    ),
    **_labels(_read_macos, "mac version", "osx version", "macos ver", "macosx", "version of macos"),
    **_labels(_read_product_version, "productversion"),
    **_labels(_read_build_version, "buildversion"),
    **_labels(_read_mac_ver, "platform.mac_ver()", "platform.mac_ver()[0]", "mac_ver", "mac_ver()"),
    **_labels(
        _read_machine, "machine", "hardware", "computer", "device", "mac", "laptop", "hardware type"
    ),
    **_labels(
        _read_machine, "macbook", "model", "my machine", "my mac", "workstation", "mac model"
    ),
    **_labels(
        _read_machine, "chip", "soc", "apple chip", "model name", "mac type", "system hardware"
    ),
    **_labels(
        _read_machine, "hardware overview", "machine type", "pc", "desktop", "chip type", "silicon"
    ),
    **_labels(
        _read_cpu,
        "cpu",
        "machdep.cpu.brand_string",
        "cpu model",
        "cpu brand",
        "cpu type",
        "cpu name",
    ),
    **_labels(
        _read_cpu, "brand string", "mps type", "cpu model name", "processor name", "cpu info"
    ),
    **_labels(
        _read_gpu, "gpu", "graphics", "gpu model", "graphics card", "video card", "gpu type", "gpus"
    ),
    **_labels(
        _read_gpu, "chipset model", "gpu name", "egpu", "gpu models and configuration", "gpu info"
    ),
    **_labels(_read_processor, "processor", "platform.processor()", "processor type"),
    **_labels(
        _read_platform_machine, "platform.machine()", "python architecture", "process architecture"
    ),
    **_labels(
        _read_platform_machine, "python arch", "os.uname().machine", "interpreter architecture"
    ),
    **_labels(_read_uname_machine, "uname -m", "arch", "architecture", "uname"),
    **_labels(_read_shell_architecture, "shell arch", "shell architecture", "terminal arch"),
    **_labels(_read_kernel, "release", "kernel", "kernel release", "kernel version", "os release"),
    **_labels(_read_darwin, "darwin", "darwin version", "darwin kernel", "uname -r"),
    **_labels(
        _read_conda_platform, "conda platform", "subdir", "conda subdir", "platform conda", "conda"
    ),
    **_labels(_read_conda_platform, "conda_subdir", "conda env", "conda environment"),
    **_labels(_read_virtual_packages, "virtual packages"),
    **_labels(lambda value, *place: _read_virtual_packages(f"__osx={value}", *place), "__osx"),
    **_labels(
        lambda value, *place: _read_virtual_packages(f"__archspec={value}", *place), "__archspec"
    ),
    **_labels(
        _read_channel, "channel", "channels", "conda channel", "channel urls", "current channels"
    ),
    **_labels(
        _read_host,
        "host",
        "host os",
        "host machine",
        "host system",
        "host computer",
        "hypervisor host",
    ),
    **_labels(
        _read_environment, "environment", "env", "runner", "runs-on", "ci", "ci runner", "setup"
    ),
    **_labels(_read_hardware_arm, "hw.optional.arm64", "sysctl hw.optional.arm64"),
    **_labels(
        _read_translated,
        "sysctl.proc_translated",
        "sysctl sysctl.proc_translated",
        "proc_translated",
    ),
    **_labels(_read_accelerator, "pytorch accelerator", "accelerator type"),
    **_labels(_read_hardware_model, "hw.model", "model identifier", "sysctl hw.model"),
    **_labels(_read_hypervisor_present, "kern.hv_vmm_present"),
    **_labels(
        _read_available, "mps available", "is mps available", "mps is available", "mps_available"
    ),
    **_labels(
        _read_available,
        "pytorch mps available",
        "torch mps available",
        "mps support",
        "mps backend available",
    ),
    **_labels(
        _read_built, "mps built", "is mps built", "mps_built", "built with mps", "mps backend built"
    ),
}
"""Label in lower case, without decoration, to what reads its value."""
