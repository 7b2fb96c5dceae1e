"""How virtual machines, containers and hosted runners are named."""

from mps_doctor.pasted.claims import LISTED, PROSE, Extract

CONTAINERS = r"\b(?:docker(?: desktop)?|orbstack|colima|podman|rancher desktop|devcontainer)\b"
"""Programs that run containers, on a Mac always of Linux."""

HYPERVISOR = (
    r"(?i)\b(vmware fusion|vmware|parallels|utm|docker(?: desktop)?|orbstack|colima|lima|podman"
    r"|virtualbox|multipass|rancher desktop|devcontainer)\b"
)
GUESTS = r"(?i)\b(?:containers?|vm|virtual machine|guest)\b"
ONLY_ON_MACS = r"(?i)\b(?:lima|colima|orbstack|utm|docker desktop for mac)\b"
"""Programs that run Linux on Macs only."""

_RUNNER = (
    r"(?i)\A(?!.*self[- ]hosted).*?"
    r"(?:\bmacos-(?:latest|1[1-9]|2\d)(?![\d.]*\.\d)(?:-(?:x?large|arm64|intel|xlarge))?\b"
    r"|\bgithub[- ](?:hosted|actions)\b|\bmacos runner\b|\bhosted runner\b|\bgithub_actions\b)"
)
_VIRTUAL = (
    r"(?i)\A(?!.*\b(?:not|no) (?:an? )?(?:vm|virtual machine)\b).*?"
    r"(?:virtualmac\d|\(virtual\)|paravirtual|virtualization\.framework|\bmacos (?:guest|vm)\b"
    r"|\bguest\b|\bin (?:an? )?(?:vm|virtual machine)\b|\btart\b|virtual machine|virtuali[sz]ed"
    rf"|{HYPERVISOR.removeprefix('(?i)')})"
)
LINUX, GUEST = ("host.system", "Linux"), ("host.virtual_machine", True)

OF_A_VALUE = (
    Extract(_RUNNER, (("host.ci", "github-actions"),)),
    Extract(_RUNNER, (GUEST,), LISTED),
    Extract(_RUNNER.replace(".*?", "(?=.*macos).*?", 1), (("host.system", "Darwin"),), LISTED),
    Extract(_VIRTUAL, (GUEST,), LISTED),
    Extract(HYPERVISOR, (("hypervisor", "$1"),)),
    # So `docker info` names the system of its virtual machine.
    Extract(rf"(?i)\A\W*{CONTAINERS}\W*\Z", (LINUX,)),
    Extract(r"(?i)\A\W*(colima|orbstack)\W*\Z", (("mac", "$1"),)),
    Extract(rf"(?i)\A(?=.*{GUESTS.removeprefix('(?i)')}).*?{CONTAINERS}", (LINUX,)),
)
"""What the value of a line about a computer says of what it runs in."""

IN_PROSE = (
    Extract(f"{HYPERVISOR}|{GUESTS[4:]}", (("hypervisor", "$0"),), PROSE),
    Extract(ONLY_ON_MACS, (("mac", "$0"),), PROSE),
)
"""What a sentence says of that; it matters beside a Linux only."""

OF_A_GUEST = (
    Extract(rf"(?i).*?{CONTAINERS}", (LINUX,)),
    Extract("", (("hypervisor", "virtual machine"),), LISTED),
)
"""What the value of a line about a guest says: no container runs macOS."""
