"""Reads computers: Apple's chips, Intel Macs, AMD GPUs, virtual machines, hosted runners."""

from __future__ import annotations

import re

from mps_doctor.machine import Gpu
from mps_doctor.patterns import late
from mps_doctor.sources.pasted.claims import FIELD, LISTED, PROSE, Claims

_CHIP = late(
    r"(?<![\w./=-])(?:apple )?m([1-9])(?![\d.]*\d)[ -]?(pro|max"
    r"|ultra)?(?:[ -]?chip)?(?:(?=\s*\((virtual)\)))?"
    r"(?![\w/=]*\d\d)",
    re.IGNORECASE,
)
_CHIP_GLUED = late(
    r"(?<![\w.])(?:apple|macbook|mac|mini|air|pro)[ -]?m([1-9])(pro|max|ultra)?\b", re.IGNORECASE
)
_SILICON = late(
    r"apple[ -]?silicon|apple m[ -]?(?:series )?chip|\bm[ -]series\b|apple arm"
    r"|arm(?:64)?[ -](?:based )?mac"
    r"|\barm m[1-9]|m-chip|apple processor|virtualapple",
    re.IGNORECASE,
)
_MAC = late(
    r"\b(?:mac ?books?|imacs?|mac ?minis?|mac ?studios?|mac ?pros?|mbp|mba|macs?"
    r"|hackintosh)\b",
    re.IGNORECASE,
)
_INTEL = late(
    r"\bintel\b(?:\(r\))?(?: core(?:\(tm\))?)?(?: ?i[3579](?:-\w{3,8})?)?"
    r"|\bi[3579]-\d{4,5}\w{0,3}\b"
    r"|\bcore i[3579]\b|\bxeon\b|\bx86(?:[-_]64)? (?:cpu|mac|macbook|processor)\b|\bx86 cpu\b",
    re.IGNORECASE,
)
_X86_MAC = late(
    r"\bx(?:86_)?64 (?:mac|apple|imac)\w*|\b(?:mac\w*|mbp) x(?:86|64)\b|mbp x86", re.IGNORECASE
)
_DENIAL = late(
    r"\b(?:not|no|non|without|isn't|instead of)[ -](?:(?:of|an?|the|on) ){0,2}$", re.IGNORECASE
)
_MODEL = late(r" ?(?:air|mini|studio|imac)\b", re.IGNORECASE)
_MAC_WORDS = ("mac", "apple", "mbp", "mba", "m-chip")
_CHIP_ALONE = late(r"\bm[1-9]\b", re.IGNORECASE)
_OWNED = late(r"\b(?:my|an|our) $", re.IGNORECASE)
"""Before `M1` alone: what somebody has is the computer, and `an` goes with the letter."""
_NOT_INTEL = late(r"\b(?:not|no|non-?|instead of|unlike|without)[ -]?$", re.IGNORECASE)
_AMD = late(
    r"\b(?:amd )?(?:radeon(?: pro)?(?: rx)?|rx|firepro|amd)[ -]?(?:pro )?(?:vega ?\d{0,3}"
    r"|\d{3,4} ?(?:xt|m|x)?)\b"
    r"|\bamd (?:rdna ?\d|gpus?|graphics)\b"
    r"|\bvega ?(?:20|48|56|64|ii)\b|\b(?:5[3-7]|6[4-9])00 ?xt\b|\bradeon\b",
    re.IGNORECASE,
)
_MPS = late(r"\bmps\b", re.IGNORECASE)
"""On an AMD GPU it is that of a Mac."""
_INTEGRATED = late(r"\b(?:intel )?(?:iris|uhd graphics|hd graphics)[\w ]{0,20}", re.IGNORECASE)
_VIRTUAL = late(
    r"virtualmac\d|\(virtual\)|paravirtual|virtualization\.framework|\bmacos (?:guest|vm)\b"
    r"|\bguest\b|\bin (?:an? )?(?:vm|virtual machine)\b|\btart\b|virtual machine|virtuali[sz]ed"
    r"|\bhv_vmm_present\W{1,3}1",
    re.IGNORECASE,
)
_NOT_VIRTUAL = late(r"\b(?:not|no) (?:an? )?(?:vm|virtual machine)\b", re.IGNORECASE)
_HYPERVISOR = late(
    r"\b(vmware fusion|vmware|parallels|utm|docker(?: desktop)?|orbstack|colima|lima|podman"
    r"|virtualbox|multipass|rancher desktop|devcontainer)\b",
    re.IGNORECASE,
)
_GUESTS = late(r"\b(?:containers?|vm|virtual machine|guest)\b", re.IGNORECASE)
_CONTAINER_PROGRAMS = (
    *("docker", "docker desktop", "podman", "orbstack", "colima", "rancher desktop"),
    "devcontainer",
)
CONTAINERS = {"docker": "docker", "docker desktop": "docker", "podman": "podman"}
_RUNNER = late(
    r"\b(?-i:macos)-(?:latest|1[1-9]|2\d)(?![\d.]*\.\d)(?:-(?:x?large|arm64|intel|xlarge))?\b"
    r"|\bgithub[- ](?:hosted|actions)\b|\bmacos runner\b|\bhosted runner\b"
    r"|\b(?:github_actions|runner_os)\b",
    re.IGNORECASE,
)
_SELF_HOSTED = late(r"self[- ]hosted", re.IGNORECASE)
_RUNNER_SYSTEM = late(r"\bmacos-(?:latest|\d\d)")


_MENTION = late(
    r"[Mm]ac|[Aa]pple|APPLE|MAC|MBP|mbp|MBA|[Ii]ntel|INTEL|[Hh]ackintosh|\b[Mm][1-9]\b|x86"
    r"|i[3579]-|[Cc]hip"
)
"""A cheap look for lines that may name a computer."""


def read_machine(value: str, claims: Claims, line: int, weight: int = FIELD) -> bool:
    """Read the value of a line about the computer; return whether it named one."""
    found = _read_chip(value, claims, line, weight)
    if not found:
        found = _read_intel(value, claims, line, weight)
    if _MAC.search(value):
        claims.add("host.system", "Darwin", min(weight, LISTED), line)
        claims.add("mac", value, weight, line)
        found = True
    found = read_gpu(value, claims, line) or found
    return read_virtual(value, claims, line) or found


def read_chip_in_prose(text: str, claims: Claims) -> None:
    """Read chips that a sentence names; a text that speaks of two kinds says nothing."""
    whole, lowered = text, text.lower()
    if not any(word in lowered for word in _MAC_WORDS) and not _CHIP_ALONE.search(text):
        if "amd" in lowered and _MPS.search(text) and (amd := _AMD.search(text)):
            claims.add("gpu", Gpu(name=_amd_name(amd)), PROSE, 0)
        return
    kept = [line for line in text.split("\n") if _MENTION.search(line)]
    text = "\n".join(kept)
    chips = {_chip_name(found) for found in _CHIP.finditer(text) if _is_about_a_mac(text, found)}
    chips = chips or {_chip_name(found) for found in _CHIP_GLUED.finditer(text)}
    silicon = next((f for f in _SILICON.finditer(text) if not _denied(text, f)), None)
    intel = next((f for f in _INTEL.finditer(text) if _intel_mac(text, f)), None)
    if intel and (chips or silicon):
        return
    if chips:
        name = chips.pop() if len(chips) == 1 else "Apple silicon"
        _add_apple(name, claims, 0, PROSE)
    elif silicon:
        _add_apple("Apple silicon", claims, 0, PROSE)
    elif intel:
        _add_intel("Intel", claims, 0, PROSE)
        if gpu := _INTEGRATED.search(text):
            claims.add("gpu", Gpu(name=gpu[0].strip(), vendor="Intel"), PROSE, 0)
    if _MAC.search(text):
        claims.add("host.system", "Darwin", 0, 0)
        claims.add("mac", "a Mac", PROSE, 0)
    about_a_mac = _MAC.search(text) is not None or "macos" in lowered
    if about_a_mac and not (chips or silicon) and (amd := _AMD.search(whole)):
        claims.add("gpu", Gpu(name=_amd_name(amd)), PROSE, 0)


def _amd_name(found: re.Match[str]) -> str:
    name = found[0].strip()
    return f"AMD {name[3:].strip() if name.lower().startswith('amd') else name}"


def read_gpu(value: str, claims: Claims, line: int) -> bool:
    """Read a discrete AMD or an integrated Intel GPU."""
    if found := _AMD.search(value):
        name = found[0].strip()
        claims.add("gpu", Gpu(name=name if "amd" in name.lower() else f"AMD {name}"), FIELD, line)
        return True
    if found := _INTEGRATED.search(value):
        claims.add("gpu", Gpu(name=found[0].strip(), vendor="Intel"), FIELD, line)
        return True
    return False


def is_container(value: str) -> bool:
    """Return whether a value names a program that runs containers, on a Mac always of Linux."""
    found = _HYPERVISOR.search(value)
    return found is not None and found[1].lower() in _CONTAINER_PROGRAMS


def has_amd(gpus: tuple[Gpu, ...]) -> bool:
    """Return whether one of the GPUs is an AMD one."""
    return any("AMD" in gpu.name for gpu in gpus)


_INTEL_PYTHON = late(
    r"\b(?:intel|x86(?:[-_]64)?|x64|osx-64)(?: version| build)?(?: of)? "
    r"(?:python|conda|anaconda\d?|miniconda\d?|miniforge\d?)\b"
    r"|\bplatform ?: ?osx-64\b",
    re.IGNORECASE,
)
_ROSETTA = late(
    r"\b(?:under|via|using|with|in|through|a) rosetta(?: ?2)?\b"
    r"|\brosetta(?: ?2)? (?:terminal|shell|python|environment|conda)\b",
    re.IGNORECASE,
)


def read_rosetta(text: str, claims: Claims) -> None:
    """Read that Python is said to be one for Intel, or to run under Rosetta."""
    lowered = text.lower()
    named = any(word in lowered for word in ("intel ", "x86", "x64", "osx-64"))
    intel = _INTEL_PYTHON.search(text) if named else None
    if intel and not _DENIAL.search(text, max(0, intel.start() - 24), intel.start()):
        line = text.count("\n", 0, intel.start()) + 1
        claims.add("python.architecture", "x86_64", PROSE, line)
    if ("osetta" in text) and (found := _ROSETTA.search(text)):
        before = text[max(0, found.start() - 16) : found.start()].lower()
        if not any(word in before for word in ("not ", "n't", "without", "no ")):
            claims.add(
                "python.architecture", "x86_64", PROSE, text.count("\n", 0, found.start()) + 1
            )


def read_hypervisor(text: str, claims: Claims) -> None:
    """Read containers and hypervisors that a sentence names; they matter beside a Linux only."""
    if claims.value("host.system") != "Linux":
        return
    if found := _HYPERVISOR.search(text):
        claims.add("hypervisor", found[1].lower(), PROSE, 0)
    elif found := _GUESTS.search(text):
        claims.add("hypervisor", found[0].lower(), PROSE, 0)


_MAC_GUEST = late(
    r"\bmac ?os(?: [\w.]{1,12}){0,2} (?:guest|vm|virtual machine)\b"
    r"|\b(?:tart|utm|parallels|vmware(?: fusion)?|virtualbox|anka|orka|lume)(?: desktop)? "
    r"(?:vm|virtual machine|guest)\b"
    r"|\bvmimage: ?['\"]?macos|\b(?:circleci|cirrus ci|azure pipelines)\b[^\n]{0,20}\bmacos\b",
    re.IGNORECASE,
)


_HOSTED = late(r"\bhosted (?:mac ?os )?runners?\b[^\n.]{0,24}\bmac ?os\b", re.IGNORECASE)


def read_mac_guest(text: str, claims: Claims) -> None:
    """Read that macOS is said to run in a virtual machine."""
    if claims.value("host.system", "Darwin") != "Darwin":
        return
    found = _MAC_GUEST.search(text)
    if found is None and not claims.has("host.chip") and not _SELF_HOSTED.search(text):
        found = _HOSTED.search(text)
    if found:
        line = text.count("\n", 0, found.start()) + 1
        claims.add("host.virtual_machine", True, PROSE, line)
        claims.add("host.system", "Darwin", PROSE, line)


_LINUX_GUEST = late(
    r"\b(?:ubuntu|debian|fedora|alpine|linux)(?: \d[\d.]{0,6})?(?: lts)? "
    r"(?:vm|virtual machine|guest|container)\b"
    r"|\b(?:ubuntu|debian|fedora|alpine|kali|linux)(?: \d[\d.]{0,6})?(?: lts)? "
    r"(?:in|inside|on|under|via|with) (?:utm|parallels|vmware(?: fusion)?|virtualbox|multipass|lima"
    r"|colima|orbstack)\b"
    r"|\b(?:vm|virtual machine|guest|container)\b(?: \([^)\n]{0,30}\))? (?:with|running|of|under"
    r"|runs) (?:an? )?(?:ubuntu|debian|fedora|alpine|kali|linux)\b",
    re.IGNORECASE,
)
_IN_CONTAINER = late(
    r"\b(?:inside|within|in) (?:(?:an?|the|my|this) )?(?:docker |podman |linux )?containers?\b"
    r"|^[ \t]*[$%#]?[ \t]?(?:sudo )?(?:docker|podman) (?:run|exec|compose)\b",
    re.IGNORECASE | re.MULTILINE,
)


def read_container(text: str, claims: Claims) -> None:
    """Read that a program runs in a container, where no line tells of its system."""
    if claims.weight("host.system") >= LISTED:
        return
    if found := _IN_CONTAINER.search(text) or _LINUX_GUEST.search(text):
        line = text.count("\n", 0, found.start()) + 1
        claims.add("host.system", "Linux", LISTED, line)
        claims.add("hypervisor", "docker", PROSE, line)


_SANDBOXED = late(
    r"\b(?:inside|in|within|under) (?:an? |the )?(?:[\w'-]{2,20} ){0,2}?"
    r"(?:sandbox(?:ed)?\b|agent session|agent's session|tool session|seatbelt)",
    re.IGNORECASE,
)


def read_sandbox(text: str, claims: Claims) -> None:
    """Read that something ran inside a sandbox or an agent's session."""
    lowered = text.lower()
    if "sandbox" not in lowered and "session" not in lowered and "seatbelt" not in lowered:
        return
    if found := _SANDBOXED.search(text):
        claims.add("host.sandbox", (found[0],), PROSE, text.count("\n", 0, found.start()) + 1)


_CONTAINER_LOG = late(
    r"^[ ✔✓\[+\]]{0,6}Container \S{1,80} +(?:Created|Starting|Started|Running|Recreated)\b"
    r"|^\s?Attaching to \S|^#\d{1,3} \[[^\]\n]{0,40}\d+/\d+\] (?:RUN|COPY|FROM)"
    r"|^\s?>? ?\[[^\]\n]{0,40}\d+/\d+\] RUN |^Dockerfile:\d+\s*$",
    re.MULTILINE,
)
"""What Docker and Compose print of the containers that they build and start: those run Linux.

Source: https://docs.docker.com/reference/cli/docker/compose/up/
"""


def read_container_log(text: str, claims: Claims) -> None:
    """Read that Docker or Compose printed the text: what fails in it runs on Linux."""
    if "ontainer " not in text and "ocker" not in text and "] RUN" not in text:
        return
    if found := _CONTAINER_LOG.search(text):
        line = text.count("\n", 0, found.start()) + 1
        claims.add("host.system", "Linux", FIELD, line)
        claims.add("hypervisor", "docker", FIELD, line)


def read_runner_path(text: str, claims: Claims) -> None:
    """Read the folder that only hosted runners have; `/Users/runner` alone is torch's own build.

    Source: https://docs.github.com/en/actions/reference/runners/github-hosted-runners
    """
    place = text.find("/Users/runner/hostedtoolcache/")
    if place >= 0:
        line = text.count("\n", 0, place) + 1
        claims.add("host.ci", "github-actions", LISTED, line)
        claims.add("host.virtual_machine", True, LISTED, line)
        claims.add("host.system", "Darwin", LISTED, line)


def read_virtual(value: str, claims: Claims, line: int) -> bool:
    """Read virtual machines, containers and hosted runners."""
    found = False
    if (runner := _RUNNER.search(value)) and not _SELF_HOSTED.search(value):
        claims.add("host.ci", "github-actions", FIELD, line)
        claims.add("host.virtual_machine", True, LISTED, line)
        if _RUNNER_SYSTEM.search(runner[0]) or "macos" in value.lower():
            claims.add("host.system", "Darwin", LISTED, line)
        found = True
    if hypervisor := _HYPERVISOR.search(value):
        claims.add("hypervisor", hypervisor[1].lower(), FIELD, line)
        if is_container(value) and _GUESTS.search(value):
            claims.add("host.system", "Linux", FIELD, line)
        found = True
    if (_VIRTUAL.search(value) or found) and not _NOT_VIRTUAL.search(value):
        claims.add("host.virtual_machine", True, LISTED, line)
        found = True
    return found


def _read_chip(value: str, claims: Claims, line: int, weight: int) -> bool:
    if found := _CHIP.search(value) or _CHIP_GLUED.search(value):
        _add_apple(_chip_name(found), claims, line, weight)
        return True
    if (found := _SILICON.search(value)) and not _denied(value, found):
        _add_apple("Apple silicon", claims, line, weight)
        return True
    return False


def _denied(text: str, found: re.Match[str]) -> bool:
    """Whether the words before say that it is none: "not of the M series"."""
    return _DENIAL.search(text, max(0, found.start() - 24), found.start()) is not None


def _read_intel(value: str, claims: Claims, line: int, weight: int) -> bool:
    found = _INTEL.search(value) or _X86_MAC.search(value)
    if found is None or _NOT_INTEL.search(value, 0, found.start()):
        return False
    _add_intel(value.strip() if len(value) < 60 else found[0], claims, line, weight)
    return True


def _chip_name(found: re.Match[str]) -> str:
    variant = f" {found[2].title()}" if found[2] else ""
    virtual = " (Virtual)" if found.re is _CHIP and found[3] else ""
    return f"Apple M{found[1]}{variant}{virtual}"


def _is_about_a_mac(text: str, found: re.Match[str]) -> bool:
    """In prose `M1` alone may be anything; near a word for Macs it is the chip."""
    if found[2] or found[0].lower().startswith("apple") or found[0].lower().endswith("chip"):
        return True
    near = text[max(0, found.start() - 24) : found.end() + 24]
    if _MODEL.match(text, found.end()) or _OWNED.search(
        text, max(0, found.start() - 8), found.start()
    ):
        return True
    return _MAC.search(near) is not None or "apple" in near.lower() or "macos" in near.lower()


def _intel_mac(text: str, found: re.Match[str]) -> bool:
    """In prose `Intel` alone may be MKL, OpenMP or a compiler; near a word for a Mac it is one."""
    near = text[max(0, found.start() - 32) : found.end() + 20].lower()
    if any(word in near for word in ("mkl", "openmp", "oneapi", "iomp", "intel(r) math")):
        return False
    return _MAC.search(near) is not None or "chip" in near or "macos" in near


def _add_apple(name: str, claims: Claims, line: int, weight: int) -> None:
    claims.add("host.chip", name, weight, line)
    claims.add("host.hardware_architecture", "arm64", weight, line)
    claims.add("mac", name, weight, line)
    claims.add("host.system", "Darwin", min(weight, LISTED), line)


def _add_intel(name: str, claims: Claims, line: int, weight: int) -> None:
    title = name if "intel" in name.lower() else f"Intel {name}"
    claims.add("host.chip", title, weight, line)
    claims.add("host.hardware_architecture", "x86_64", weight, line)
