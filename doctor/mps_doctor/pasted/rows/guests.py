"""How virtual machines, containers and hosted runners are named."""

VIRTUAL = (
    r"(?i)virtualmac\d|\(virtual\)|paravirtual|virtualization\.framework|\bmacos (?:guest|vm)\b"
    r"|\bguest\b|\bin (?:an? )?(?:vm|virtual machine)\b|\btart\b|virtual machine|virtuali[sz]ed"
)
NOT_VIRTUAL = r"(?i)\b(?:not|no) (?:an? )?(?:vm|virtual machine)\b"
HYPERVISOR = (
    r"(?i)\b(vmware fusion|vmware|parallels|utm|docker(?: desktop)?|orbstack|colima|lima|podman"
    r"|virtualbox|multipass|rancher desktop|devcontainer)\b"
)
GUESTS = r"(?i)\b(?:containers?|vm|virtual machine|guest)\b"
OF_CONTAINERS = frozenset(
    ("docker", "docker desktop", "podman", "orbstack", "colima", "rancher desktop", "devcontainer")
)
"""Programs that run containers, on a Mac always of Linux."""

ONLY_ON_MACS = r"(?i)\b(?:lima|colima|orbstack|utm|docker desktop for mac)\b"
"""Programs that run Linux on Macs only."""

RUNNER = (
    r"\bmacos-(?:latest|1[1-9]|2\d)(?![\d.]*\.\d)(?:-(?:x?large|arm64|intel|xlarge))?\b"
    r"|(?i:\bgithub[- ](?:hosted|actions)\b|\bmacos runner\b|\bhosted runner\b|\bgithub_actions\b)"
)
SELF_HOSTED = r"(?i)self[- ]hosted"
