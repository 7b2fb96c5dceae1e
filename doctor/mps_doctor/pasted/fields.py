"""Reads the values of labelled lines: what stands after `OS:`, `Python version:`, `CPU:`."""

from __future__ import annotations

import re

from mps_doctor.facts import Gpu
from mps_doctor.pasted import guests, machines, systems
from mps_doctor.pasted.claims import BLOCK, FIELD, LISTED, Claims
from mps_doctor.patterns import late

_PYTHON = late(
    r"(?<![\w.])(?:c?python[- ]?)?v?(\d\.\d{1,2}(?:\.\d{1,2})?(?:(?:a|b|rc)\d{1,2}"
    r"|\+(?=$| \())?t?)(?![\d+])",
    re.IGNORECASE,
)
_TORCH = late(
    r"^[v'\"=~ (]*(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?"
    r"(?:(?:a|b|rc)\d+|\.(?:dev|post)\d+)*(?:\+[\w.]{1,40})?)(?!\w|\.\d)"
)
_RANGE = late(r"^\W{0,3}[<>]|\d\s*(?:-|–|to|\.\.)\s*v?\d+\.\d")
_NONE = late(r"^\W{0,2}(?:n/?a|none|not installed|not found|missing|no|-)\W{0,2}$", re.IGNORECASE)
_CONDA_DIR = late(r"\b(osx-64|osx-arm64|linux-64|linux-aarch64|win-64)\b")
_CONDA_NAMED = late(
    r"\b(?:mini|ana)?conda\d?\b|miniforge|mambaforge|micromamba|anaconda", re.IGNORECASE
)
_PROVIDERS = (
    ("homebrew", "homebrew"),
    ("/opt/homebrew", "homebrew"),
    ("pyenv", "pyenv"),
    ("python.framework", "framework"),
    ("command line tools", "xcode"),
)
_PROCESS = late(r"(?<![\w-])(arm64|aarch64|x86_64|i386)(?![\w-])", re.IGNORECASE)


def read_python(value: str, claims: Claims) -> None:
    """Read a Python version with what stands beside it: conda, Homebrew, an architecture."""
    found = _PYTHON.search(value)
    if found:
        version = found[1]
        if version.endswith("t"):
            claims.add("python.free_threaded", True, FIELD)
            version = version[:-1]
        claims.add("python.version", version, FIELD)
    lowered = value.lower()
    if subdir := _CONDA_DIR.search(lowered):
        claims.add("conda.subdir", subdir[1], FIELD)
        claims.add("conda.active", True, FIELD)
    elif _CONDA_NAMED.search(lowered):
        claims.add("conda.active", True, LISTED)
    for word, provider in _PROVIDERS:
        if word in lowered:
            claims.add("python.provider", provider, LISTED)
    if "universal2" in lowered:
        claims.add("python.slices", ("x86_64", "arm64"), LISTED)
    elif arch := _PROCESS.search(value):
        claims.add("python.architecture", _architecture(arch[1]), FIELD)
    if " on linux" in lowered:
        claims.add("host.system", "Linux", LISTED)
    elif " on win32" in lowered:
        claims.add("host.system", "Windows", LISTED)
    elif " on darwin" in lowered:
        claims.add("host.system", "Darwin", LISTED)


def read_torch_of_block(value: str, claims: Claims) -> None:
    """Read the version that torch itself gave to collect_env: it is the one that was imported."""
    read_torch(value, claims, BLOCK + 1)


def read_torch(value: str, claims: Claims, weight: int = FIELD) -> None:
    """Read a torch version; a range is none."""
    if _NONE.match(value):
        claims.add("torch.installed", False, FIELD)
        return
    if _RANGE.search(value[:40]):
        return
    if found := _TORCH.match(value):
        claims.add("torch.version", found[1], weight)
        claims.add("torch.installed", True, weight)
    lowered = value.lower()
    if "conda-forge" in lowered or "cpu_generic" in lowered:
        claims.add("conda.active", True, LISTED)
        if build := re.search(r"\b(cpu_\w{4,40})", value):
            claims.add("conda.torch_build", build[1], LISTED)
            claims.add("conda.torch_channel", "conda-forge", LISTED)
    if "source build" in lowered or "built from source" in lowered:
        claims.add("torch.editable", True, LISTED)


def read_torch_build(value: str, claims: Claims) -> None:
    """Read what torch was built for; on a Mac it is None."""
    claims.add("torch_import.cuda_build", "none" if _NONE.match(value) else value[:20], BLOCK)


def read_os(value: str, claims: Claims) -> None:
    """Read a system, with the computer that people name beside it."""
    systems.read_system(value, claims)
    guests.read_virtual(value, claims)
    if not claims.has("host.chip"):
        machines.read_machine(value, claims, LISTED)


def read_guest(value: str, claims: Claims) -> None:
    """What runs in a virtual machine is where Python runs, whatever the host is."""
    systems.read_system(value, claims, BLOCK)
    guests.read_virtual(value, claims)
    if guests.is_container(value):
        claims.add("host.system", "Linux", FIELD)  # no container runs macOS
    claims.add("hypervisor", "virtual machine", LISTED)


def read_platform(value: str, claims: Claims) -> None:
    """Read what is called a platform: a string of Python's, a folder of conda, a system."""
    if subdir := _CONDA_DIR.search(value.lower()):
        claims.add("conda.subdir", subdir[1], FIELD)
        claims.add("conda.active", True, FIELD)
        return
    read_os(value, claims)


def read_macos(value: str, claims: Claims) -> None:
    """Read the value of a label that says macOS."""
    systems.read_version(value, claims)
    machines.read_machine(value, claims, LISTED)
    if shown := re.match(r"[\d.]+-(arm64|x86_64)$", value):  # as `brew config` writes it
        claims.add("uname.machine", shown[1], LISTED)


def read_machine(value: str, claims: Claims) -> None:
    """Read a computer; `uname -m` is asked for under the same label."""
    if _PROCESS.fullmatch(value.strip("'\" ")):
        claims.add("uname.machine", _architecture(value.strip("'\" ")), FIELD)
        return
    machines.read_machine(value, claims)
    systems.read_system(value, claims, LISTED)


def read_cpu(value: str, claims: Claims) -> None:
    """Read the processor that collect_env or the system names."""
    machines.read_machine(value, claims, BLOCK)


def read_gpu(value: str, claims: Claims) -> None:
    """Read a GPU; on Apple silicon it has the name of the chip."""
    if not machines.read_gpu(value, claims):
        machines.read_machine(value, claims)


def read_chipset(value: str, claims: Claims) -> None:
    """Read a GPU as `system_profiler` names it: those of other makers are in Intel Macs alone."""
    read_gpu(value, claims)
    if value.startswith("NVIDIA"):
        claims.add("gpu", Gpu(name=value, vendor="NVIDIA"), FIELD)
    if value.startswith(("NVIDIA", "Intel", "AMD")):
        claims.add("host.hardware_architecture", "x86_64", FIELD)
        claims.add("host.system", "Darwin", LISTED)


def read_brew_rosetta(value: str, claims: Claims) -> None:
    """Read `brew config`: under Rosetta, Homebrew and its Pythons are those for Intel."""
    if value.lower().startswith("true"):
        claims.add("host.hardware_architecture", "arm64", FIELD)
        claims.add("python.architecture", "x86_64", LISTED)
        claims.add("host.system", "Darwin", LISTED)


def read_agent_sandbox(value: str, claims: Claims) -> None:
    """Read how a coding agent says that it is confined."""
    if value.lower().startswith(("workspace-write", "read-only", "seatbelt")):
        claims.add("host.sandbox", (f"sandbox: {value}",), FIELD)


def read_processor(value: str, claims: Claims) -> None:
    """`platform.processor()` is a word; what people call their processor is a chip."""
    word = value.strip("'\" ").lower().partition(" ")[0]
    if word in ("arm", "i386", "arm64", "x86_64"):
        claims.add("python.processor", word, FIELD)
    machines.read_machine(value, claims)


def read_platform_machine(value: str, claims: Claims) -> None:
    """Read `platform.machine()`: the architecture of the process that asked."""
    if found := _PROCESS.search(value):
        claims.add("python.architecture", _architecture(found[1]), BLOCK)


def read_uname_machine(value: str, claims: Claims) -> None:
    """Read `uname -m`: the architecture of the shell."""
    if found := _PROCESS.search(value):
        claims.add("uname.machine", _architecture(found[1]), FIELD)


def read_mac_ver(value: str, claims: Claims) -> None:
    """Read `platform.mac_ver()`: what Python is told of the system."""
    if found := re.search(r"(\d{2}(?:\.\d+){0,2})", value):
        claims.add("host.macos_version_reported", found[1], BLOCK)
        claims.add("host.system", "Darwin", LISTED)
    if found := re.search(r"\), '(x86_64|arm64)'\)", value):
        claims.add("python.architecture", found[1], FIELD)


def read_kernel(value: str, claims: Claims) -> None:
    """Read the release of a kernel, of whichever system."""
    if found := re.match(r"\W{0,2}(\d{2}\.\d{1,2}\.\d{1,2})\b", value):
        claims.add("kernel", found[1], FIELD)


def read_darwin(value: str, claims: Claims) -> None:
    """Read the release of a kernel that the label calls Darwin."""
    if found := re.match(r"\W{0,2}(\d{2}\.\d{1,2}\.\d{1,2})\b", value):
        claims.add("host.kernel_release", found[1], FIELD)
        claims.add("host.system", "Darwin", FIELD)


def read_linux(value: str, claims: Claims) -> None:
    """Read the release of a kernel that the label calls Linux."""
    if re.match(r"\W{0,2}[2-7]\.\d{1,2}\.\d{1,3}-\w", value):
        claims.add("host.system", "Linux", FIELD)


def read_product_version(value: str, claims: Claims) -> None:
    """Read the version that `sw_vers` prints."""
    systems.read_version(value, claims, BLOCK + 1)


def read_build_version(value: str, claims: Claims) -> None:
    """Read the build that `sw_vers` prints."""
    if found := re.match(r"\d{2}[A-Z]\w{1,6}$", value):
        claims.add("host.macos_build", found[0], BLOCK)


def read_conda_platform(value: str, claims: Claims) -> None:
    """Read the platform of a conda, or what people write beside that word."""
    if found := _CONDA_DIR.search(value):
        claims.add("conda.subdir", found[1], BLOCK)
        claims.add("conda.active", True, BLOCK)
    elif found := _PROCESS.search(value):
        subdir = "osx-64" if _architecture(found[1]) == "x86_64" else "osx-arm64"
        claims.add("conda.subdir", subdir, LISTED)
    if not claims.has("host.chip"):
        machines.read_machine(value, claims, LISTED)


def read_virtual_packages(value: str, claims: Claims) -> None:
    """Read what conda tells of the system: `__osx=14.5`, `__archspec=1=m1`."""
    if found := re.search(r"__osx=(\d+(?:\.\d+)*)", value):
        systems.read_version(found[1], claims)
        claims.add("conda.active", True, LISTED)
    if found := re.search(r"__archspec=1=(m[1-9]|arm64)", value):
        claims.add("host.hardware_architecture", "arm64", FIELD)
        claims.add("conda.subdir", "osx-arm64", LISTED)


def read_channel(value: str, claims: Claims) -> None:
    """Read the platform in the address of a conda channel."""
    if found := re.search(r"/(osx-64|osx-arm64)\b", value):
        claims.add("conda.subdir", found[1], LISTED)
        claims.add("conda.active", True, LISTED)


def read_host(value: str, claims: Claims) -> None:
    """The host below a guest: a Mac there makes a Linux guest one on a Mac."""
    machines.read_machine(value, claims, LISTED)
    if "mac" in value.lower():
        claims.add("mac", value, FIELD)
    systems.read_system(value, claims, LISTED)


def read_environment(value: str, claims: Claims) -> None:
    """Read what people call their environment: a system, a computer, conda."""
    systems.read_system(value, claims, LISTED)
    machines.read_machine(value, claims, LISTED)
    if _CONDA_NAMED.search(value):
        claims.add("conda.active", True, LISTED)
        read_conda_platform(value, claims)


def read_hardware_arm(value: str, claims: Claims) -> None:
    """Read `sysctl hw.optional.arm64`: 1 on Apple silicon."""
    if value.startswith("1"):
        claims.add("host.hardware_architecture", "arm64", BLOCK)
        claims.add("mac", "hw.optional.arm64: 1", FIELD)
        claims.add("host.system", "Darwin", LISTED)


def read_translated(value: str, claims: Claims) -> None:
    """Read `sysctl sysctl.proc_translated`: 1 under Rosetta."""
    if value[0] in "01":
        claims.add("python.translated", value[0] == "1", FIELD)


def read_accelerator(value: str, claims: Claims) -> None:
    """Read the accelerator that `transformers env` names."""
    if value.lower().startswith("mps"):
        claims.add("torch_import.mps_available", True, BLOCK)


def read_hardware_model(value: str, claims: Claims) -> None:
    """Read `sysctl hw.model`; a virtual machine says so."""
    if re.fullmatch(r"\w{2,20}\d{1,2},\d", value):
        claims.add("host.model", value, BLOCK)
        claims.add("host.system", "Darwin", LISTED)
    if value.startswith("VirtualMac"):
        claims.add("host.virtual_machine", True, BLOCK)
    machines.read_machine(value, claims)


def read_hypervisor_present(value: str, claims: Claims) -> None:
    """Read `sysctl kern.hv_vmm_present`: 1 in a virtual machine."""
    if value[0] in "01":
        claims.add("host.virtual_machine", value[0] == "1", BLOCK)


def read_cuda_available(value: str, claims: Claims) -> None:
    """Read what torch says of CUDA."""
    if value.lower().startswith(("true", "false")):
        claims.add("torch_import.cuda_available", value.lower().startswith("true"), BLOCK)


def read_available(value: str, claims: Claims) -> None:
    """Read what a line says of `mps.is_available()`."""
    _read_answer("torch_import.mps_available", value, claims)


def read_built(value: str, claims: Claims) -> None:
    """Read what a line says of `mps.is_built()`."""
    _read_answer("torch_import.mps_built", value, claims)


def _read_answer(fact: str, value: str, claims: Claims) -> None:
    if found := re.match(r"\W{0,3}(true|false|yes|no)\b", value.lower()):
        claims.add(fact, found[1] in ("true", "yes"), FIELD)


def read_shell_architecture(value: str, claims: Claims) -> None:
    """Read the architecture of a shell: arm64 is that of the hardware."""
    if value.lower().startswith("arm64"):
        claims.add("host.hardware_architecture", "arm64", LISTED)


def _architecture(name: str) -> str:
    return {"aarch64": "arm64", "i386": "x86_64"}.get(name.lower(), name.lower())
