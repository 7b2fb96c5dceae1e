"""Reads what macOS or Python runs in: virtual machines, containers, hosted runners, sandboxes."""

from __future__ import annotations

import re

from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.places import line_at
from mps_doctor.patterns import late

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
_CONTAINER_PROGRAMS = frozenset(
    ("docker", "docker desktop", "podman", "orbstack", "colima", "rancher desktop", "devcontainer")
)
SANDBOX_TOLD_BY = ("sandbox", "session", "seatbelt")
CONTAINER_TOLD_BY = (
    *("vm", "virtual machine", "guest", "container", "docker", "podman ", "utm", "parallels"),
    *("virtualbox", "multipass", "lima", "orbstack"),
)
LOG_TOLD_BY = ("ontainer ", "ocker", "] run")
MAC_GUEST_TOLD_BY = (
    *(" vm", " virtual", " guest", "vmimage", "circleci", "cirrus ci", "azure pipelines"),
    *(
        "macos-latest",
        " actions",
        "workflow",
        "hosted ",
        "github",
        "git hub",
        "runner",
        "qemu",
        "kvm",
        "proxmox",
        "utm",
        "parallels",
    ),
    *("vmware", "virtualbox", "in tart", "on tart", "paravirt", "vcpu", "docker-osx", "in-docker"),
    "virtualmac",
    *("cirrus", "azure devops", " agent", "in the cloud"),
)
"""Words of which each text has one, in lower case, that the reader of that name understands."""

CONTAINERS = {"docker": "docker", "docker desktop": "docker", "podman": "podman"}
_RUNNER = late(
    r"\b(?-i:macos)-(?:latest|1[1-9]|2\d)(?![\d.]*\.\d)(?:-(?:x?large|arm64|intel|xlarge))?\b"
    r"|\bgithub[- ](?:hosted|actions)\b|\bmacos runner\b|\bhosted runner\b"
    r"|\b(?:github_actions|runner_os)\b",
    re.IGNORECASE,
)
_SELF_HOSTED = late(r"self[- ]hosted", re.IGNORECASE)
_RUNNER_SYSTEM = late(r"\bmacos-(?:latest|\d\d)")


def is_container(value: str) -> bool:
    """Return whether a value names a program that runs containers, on a Mac always of Linux."""
    found = _HYPERVISOR.search(value)
    return found is not None and found[1].lower() in _CONTAINER_PROGRAMS


def read_hypervisor(text: str, claims: Claims) -> None:
    """Read containers and hypervisors that a sentence names; they matter beside a Linux only."""
    if claims.value("host.system") != "Linux":
        return
    if found := _HYPERVISOR.search(text):
        claims.add("hypervisor", found[1].lower(), PROSE)
    elif found := _GUESTS.search(text):
        claims.add("hypervisor", found[0].lower(), PROSE)
    if of_macs := _ONLY_ON_MACS.search(text):
        claims.add("mac", of_macs[0], PROSE)


_MAC_GUEST = late(
    r"\bmac ?os(?: [\w.]{1,12}){0,2} (?:guest|vm|virtual machine)\b"
    r"|\b(?:tart|utm|parallels|vmware(?: fusion)?|virtualbox|anka|orka|lume)(?: desktop)? "
    r"(?:vm|virtual machine|guest)\b"
    r"|\bvirtuali[sz]ed\W{1,4}(?:\w{1,12}\W{1,3}){0,2}?mac(?:os|s)?\b"
    r"|\bmac ?os\b[^\n.]{0,40}\bvirtuali[sz]ed\b|\bvmimage: ?['\"]?macos"
    r"|\b(?:circleci|cirrus ci|azure pipelines)\b[^\n]{0,20}(?:\bmac ?os\b|\bm[1-5](?:pro)?\.\w)"
    r"|\bvirtualmac\d|\bcirruslabs/macos\b"
    r"|\b(?<!no )(?<!not )(?:apple ?)?paravirt(?:ual|dev|gpu)\w{0,12}\b"
    r"|\b\d+ ?vcpus?\b[^\n]{0,24}\b(?:apple|m[1-5]|mac)"
    r"|\b(?:mac\w*|m[1-5])\b[^\n]{0,24}\b\d+ ?vcpus?\b"
    r"|\b(?:mac ?os|osx)[- ]in[- ]docker\b|\bdocker[- ]osx\b"
    r"|\bguest (?:os |system |is )?(?:mac ?os|monterey|ventura|sonoma|sequoia|tahoe)\b"
    r"|\b(?:mac ?os(?: x)?|monterey|ventura|sonoma|sequoia|tahoe)\b(?: \d[\d.]{0,5})?(?: os)? "
    r"(?:in|on"
    r"|inside|under|via|with|using) (?:an? )?(?:utm|parallels|vmware|virtualbox|qemu|kvm|proxmox"
    r"|tart"
    r"|vm|virtual machine)\b"
    r"|\b(?:utm|parallels|vmware|virtualbox|qemu|kvm|proxmox)(?: fusion| desktop| workstation)? "
    r"(?:with|running|runs|and|to run) (?:mac ?os|monterey|ventura|sonoma|sequoia|tahoe)\b"
    r"|\b(?:monterey|ventura|sonoma|sequoia|tahoe)\b(?: runs)? (?:as an? )?guest\b"
    r"|\bgit ?hub(?:'s)? (?:hosted )?(?:m[1-5]|mac|apple(?: silicon)?) runners?\b"
    r"|\bgit ?hub's macs are v(?:m|irtual)|\bmacs?\b[^\n.]{0,24}\bgit ?hub\b[^\n.]{0,12}\bvirtual\b"
    r"|\bmacs?\b[^\n.]{0,24}\b(?:is|are) virtual\b|\bec2 mac\b"
    r"|\bmac\b[^\n.]{0,40}\bvirtual (?:runners?|machines?)\b"
    r"|\bvirtuali[sz]ed (?:gpu|metal|graphics)\b|\bhackintosh (?:vm|virtual machine|guest)\b",
    re.IGNORECASE,
)
_HOSTED = late(
    r"\bhosted (?:mac ?os )?(?:runner|agent)s?\b[^\n.]{0,80}\bmac ?os\b"
    r"|\bmac ?os[\w-]{0,16}(?: [\w-]{1,12})? hosted (?:runner|agent)s?\b"
    r"|\bmac ?os\b[^\n.]{0,24}\bin the cloud\b"
    r"|\bgit ?hub(?: actions?)? (?:runs?|runners?|ci|workflows?|jobs?)\b[^\n.]{0,80}\bmac ?os\b"
    r"|\bmac ?os\b[^\n.]{0,24}\bgit ?hub(?: actions?)? (?:runs?|runners?|ci|workflows?|jobs?)\b"
    r"|\bgit ?hub(?:'s)?[- ]hosted mac\w*\b|\bmac ?os (?:[\w.-]{1,8} )?(?:ci )?runners?\b"
    r"|(?-i:\bmacos-(?:latest|1[3-9]|2\d))\b(?![.-]\d)[^\n]{0,60}\b(?:runners?|actions|ci"
    r"|workflows?|jobs?)\b"
    r"|\b(?:runners?|actions|ci|workflows?|jobs?|runs-on)\b[^\n]{0,40}(?-i:\bmacos-(?:latest"
    r"|1[3-9]|2\d))\b"
    r"(?![.-]\d)|\bazure pipelines\b[^\n.]{0,20}\bmac ?os\b"
    r"|\bgit ?hub actions?\b[^\n]{0,24}(?-i:\bmacos-(?:latest|1[3-9]|2\d))\b(?![.-]\d)",
    re.IGNORECASE,
)


def read_mac_guest(text: str, claims: Claims) -> None:
    """Read that macOS is said to run in a virtual machine."""
    if claims.value("host.system", "Darwin") != "Darwin":
        return
    found = _MAC_GUEST.search(text)
    if found is None and not claims.has("host.chip") and not _SELF_HOSTED.search(text):
        found = _HOSTED.search(text)
    if found:
        line = line_at(text, found.start())
        claims.add("host.virtual_machine", True, PROSE, line)
        claims.add("host.system", "Darwin", PROSE, line)


_LINUX_GUEST = late(
    r"\b(?:ubuntu|debian|fedora|alpine|linux)(?: \d[\d.]{0,6})?(?: lts)? "
    r"(?:vm|virtual machine|guest|container)\b"
    r"|\b(?:ubuntu|debian|fedora|alpine|kali|linux)(?: \d[\d.]{0,6})?(?: lts)? "
    r"(?:in|inside|on|under|via|with) (?:utm|parallels|vmware(?: fusion)?|virtualbox|multipass|lima"
    r"|colima|orbstack)\b"
    r"|\b(?:utm|parallels|vmware(?: fusion)?|virtualbox|multipass|lima|colima|orbstack)"
    r"(?: (?:vm|virtual machine|guest|machine))?\b[ ,:(-]{1,3}(?:with |running |of )?"
    r"(?:ubuntu|debian|fedora|alpine|kali|linux)\b"
    r"|\b(?:vm|virtual machine|guest|container)\b(?: \([^)\n]{0,30}\))? (?:with|running|of|under"
    r"|runs) (?:an? )?(?:ubuntu|debian|fedora|alpine|kali|linux)\b",
    re.IGNORECASE,
)
_IN_CONTAINER = late(
    r"\b(?:podman machine|(?:multipass|lima|colima) (?:instance|vm|machine))\b|"
    r"\b(?:inside|within|in) (?:(?:an?|the|my|this) )?(?:docker |podman |linux |dev "
    r"?)?containers?\b"
    r"|\b(?:inside|within) (?:docker|podman|colima|orbstack)\b(?! (?:desktop|hub))"
    r"|\b(?:running|opened|opening|started|starting|rebuilt|building) (?:(?:the|an?|my|our|this) )?"
    r"dev ?container\b"
    r"|\boutside (?:of )?(?:(?:the|a|my) )?(?:docker(?: desktop)?|(?:dev ?)?container|podman"
    r"|orbstack|colima)\b[^\n.;]{0,24}\b(?:works?|true|fine|available)\b"
    r"|\b(?:while|when|during) (?:the )?build(?:ing)? (?:of )?(?:(?:the|my|an?|this|our) )?"
    r"(?:docker ?file|docker image|container image)\b"
    r"|\bin docker(?: desktop)? on (?:an? |the |my )?(?:mac|m[1-5]|apple)"
    r"|^[ \t]*[$%#>]?[ \t]?(?:sudo )?(?:docker|podman) (?:run|exec|compose)\b"
    r"(?! (?:up )?(?:is|can|was|works?|should|needs?|support|fails?)\b)"
    r"|^[ \t]*[$%#]?[ \t]?(?:colima (?:start|ssh)|limactl (?:start|shell)"
    r"|multipass (?:launch|shell))\b"
    r"|\bcontainer (?:from|of|with|based on) (?:the )?(?:image )?['`\"]?"
    r"[a-z][\w./-]{1,60}:[\w.-]{1,30}"
    r"|\b(?:docker|podman)\b[^\n.;]{0,60}\bimage:? (?:is |from |of )?['`\"]?"
    r"[a-z][\w./-]{1,60}:[\w.-]{1,30}"
    r"|^[ \t]*(?:(?:using|running|with|in|inside|os:) )?(?:docker|podman)(?: desktop)? on "
    r"(?:my |an? |the )?(?:(?:apple|macbook|mac mini|mac) )?(?:mac\w*|m[1-5]|silicon)\b"
    r"(?: (?:pro|max|ultra|air|mac\w*))*[ \t]*(?:[,:(]|$)",
    re.IGNORECASE | re.MULTILINE,
)


_ONLY_ON_MACS = late(r"\b(?:lima|colima|orbstack|utm|docker desktop for mac)\b", re.IGNORECASE)
"""Programs that run Linux on Macs alone."""


_USED_NATIVELY = late(
    r"\bnative(?:ly)?\b[^\n.;]{0,60}\bmps\b|\bmps\b[^\n.;]{0,40}\bnative(?:ly)?\b"
    r"|\bon the host\b[^\n.;]{0,24}\bmps\b|\boutside\b[^\n.;]{0,24}\b(?:with|on|uses?) mps\b",
    re.IGNORECASE,
)
_LACKING_THERE = late(
    r"(?:\b(?:not|no|cannot|false|unavailable|missing|only|without|fails?|errors?|why|slow\w*)\b"
    r"|n't\b)"
    r"(?! (?:use|want|need|run) docker\b)",
    re.IGNORECASE,
)
"""What tells that something is amiss in the container; else it is only mentioned."""

_OF_GPU_WORK = late(
    r"torch|\bmps\b|metal|\bgpus?\b|cuda|nvidia|accelerat|inference|diffusion|tensor|\bllms?\b(?!/)"
    r"|neural|\bml\b|comfy|webui|whisper|transformers|yolo|lightning|\bnumpy\b|jupyter"
    r"|machine learning|deep learning|\btrain(?:s|ed|ing)?\b|显卡|加速",
    re.IGNORECASE,
)
"""Of this a text speaks that asks for a GPU: containers of servers and of tests lack none."""

OF_ANYTHING = 160
"""Characters of a text that would have said so; a shorter one is a note for us."""


def read_container(text: str, claims: Claims, whole: str) -> None:
    """Read that a program runs in a container, where no line tells of its system.

    `whole` is the text with its error texts, which tell whether it is about a GPU.
    """
    if claims.weight("host.system") >= LISTED:
        return
    if len(whole) > OF_ANYTHING and not _OF_GPU_WORK.search(whole):
        return
    if _USED_NATIVELY.search(text) and not _LACKING_THERE.search(text):
        return
    if found := _IN_CONTAINER.search(text) or _LINUX_GUEST.search(text):
        line = line_at(text, found.start())
        claims.add("host.system", "Linux", LISTED, line)
        said = found[0].lower()
        if "container" in said or "docker" in said or "podman" in said:
            claims.add("hypervisor", "podman" if "podman" in said else "docker", PROSE, line)
        if of_macs := _ONLY_ON_MACS.search(text):
            claims.add("mac", of_macs[0], PROSE, line)


_SANDBOXED = late(
    r"^[ \t]*(?:(?:codex|claude(?: code)?|cursor|gemini|agent|agent's|seatbelt|macos|app) )"
    r"sandbox(?:ed)?[ \t.]*$"
    r"|^[ \t]*(?:in|inside) sandbox[ \t]*[:=][ \t]*(?:yes|true)\b"
    r"|^[ \t]*sandbox(?:_mode| mode)?[ \t]*[:=][ \t]*[\"']?(?:workspace-write|read-only|seatbelt)\b"
    r"|\b(?:inside|in|within|under) (?:an? |the )?(?:[\w'-]{2,20} ){0,2}?"
    r"(?:sandbox(?:ed)?\b|agent session|agent's session|tool session|seatbelt)"
    r"|^[ \t$%>#]{0,6}(?:/usr/bin/)?sandbox-exec -[fnp]\b",
    re.IGNORECASE | re.MULTILINE,
)


def read_sandbox(text: str, claims: Claims) -> None:
    """Read that something ran inside a sandbox or an agent's session."""
    if found := _SANDBOXED.search(text):
        claims.add("host.sandbox", (found[0],), PROSE, line_at(text, found.start()))


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
    """Read that Docker or Compose printed the text: what fails in it runs on Linux.

    Only a text that holds one of `LOG_TOLD_BY` may be such a log.
    """
    if found := _CONTAINER_LOG.search(text):
        line = line_at(text, found.start())
        claims.add("host.system", "Linux", FIELD, line)
        claims.add("hypervisor", "docker", FIELD, line)


def read_runner_path(text: str, claims: Claims) -> None:
    """Read the folder that only hosted runners have; `/Users/runner` alone is torch's own build.

    Source: https://docs.github.com/en/actions/reference/runners/github-hosted-runners
    """
    place = text.find("/Users/runner/hostedtoolcache/")
    if place >= 0:
        line = line_at(text, place)
        claims.add("host.ci", "github-actions", LISTED, line)
        claims.add("host.virtual_machine", True, LISTED, line)
        claims.add("host.system", "Darwin", LISTED, line)


def read_virtual(value: str, claims: Claims) -> None:
    """Read virtual machines, containers and hosted runners."""
    found = _VIRTUAL.search(value) is not None
    if (runner := _RUNNER.search(value)) and not _SELF_HOSTED.search(value):
        claims.add("host.ci", "github-actions", FIELD)
        if _RUNNER_SYSTEM.search(runner[0]) or "macos" in value.lower():
            claims.add("host.system", "Darwin", LISTED)
        found = True
    if hypervisor := _HYPERVISOR.search(value):
        claims.add("hypervisor", hypervisor[1].lower(), FIELD)
        # So `docker info` names the system of its virtual machine.
        alone = hypervisor[0].strip() == value.strip() and is_container(value)
        if alone and (of_macs := _ONLY_ON_MACS.search(value)):
            claims.add("mac", of_macs[0], FIELD)
        if is_container(value) and (alone or _GUESTS.search(value)):
            claims.add("host.system", "Linux", FIELD)
        found = True
    if found and not _NOT_VIRTUAL.search(value):
        claims.add("host.virtual_machine", True, LISTED)
