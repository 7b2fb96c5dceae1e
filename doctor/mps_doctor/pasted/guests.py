"""Reads what macOS or Python runs in: virtual machines, containers, hosted runners."""

from __future__ import annotations

import re

from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims

_VIRTUAL = (
    r"(?i)virtualmac\d|\(virtual\)|paravirtual|virtualization\.framework|\bmacos (?:guest|vm)\b"
    r"|\bguest\b|\bin (?:an? )?(?:vm|virtual machine)\b|\btart\b|virtual machine|virtuali[sz]ed"
)
_NOT_VIRTUAL = r"(?i)\b(?:not|no) (?:an? )?(?:vm|virtual machine)\b"
_HYPERVISOR = (
    r"(?i)\b(vmware fusion|vmware|parallels|utm|docker(?: desktop)?|orbstack|colima|lima|podman"
    r"|virtualbox|multipass|rancher desktop|devcontainer)\b"
)
_GUESTS = r"(?i)\b(?:containers?|vm|virtual machine|guest)\b"
_OF_CONTAINERS = frozenset(
    ("docker", "docker desktop", "podman", "orbstack", "colima", "rancher desktop", "devcontainer")
)
"""Programs that run containers, on a Mac always of Linux."""
_ONLY_ON_MACS = r"(?i)\b(?:lima|colima|orbstack|utm|docker desktop for mac)\b"
"""Programs that run Linux on Macs only."""
_RUNNER = (
    r"\bmacos-(?:latest|1[1-9]|2\d)(?![\d.]*\.\d)(?:-(?:x?large|arm64|intel|xlarge))?\b"
    r"|(?i:\bgithub[- ](?:hosted|actions)\b|\bmacos runner\b|\bhosted runner\b|\bgithub_actions\b)"
)
_SELF_HOSTED = r"(?i)self[- ]hosted"


def read_virtual(value: str, claims: Claims) -> None:
    """Read virtual machines, containers and hosted runners in the value of a line."""
    found = re.search(_VIRTUAL, value) is not None
    runner = re.search(_RUNNER, value)
    if runner and not re.search(_SELF_HOSTED, value):
        claims.add("host.ci", "github-actions", FIELD)
        if "macos" in value.lower():
            claims.add("host.system", "Darwin", LISTED)
        found = True
    if hypervisor := re.search(_HYPERVISOR, value):
        name = hypervisor[1].lower()
        claims.add("hypervisor", name, FIELD)
        # So `docker info` names the system of its virtual machine.
        by_itself = hypervisor[0].strip() == value.strip() and name in _OF_CONTAINERS
        if by_itself and (of_macs := re.search(_ONLY_ON_MACS, value)):
            claims.add("mac", of_macs[0], FIELD)
        if name in _OF_CONTAINERS and (by_itself or re.search(_GUESTS, value)):
            claims.add("host.system", "Linux", FIELD)
        found = True
    if found and not re.search(_NOT_VIRTUAL, value):
        claims.add("host.virtual_machine", True, LISTED)


def read_guest(value: str, claims: Claims) -> None:
    """Read the guest that a virtual machine or a container is said to be."""
    read_virtual(value, claims)
    name = re.search(_HYPERVISOR, value)
    if name and name[1].lower() in _OF_CONTAINERS:
        claims.add("host.system", "Linux", FIELD)  # no container runs macOS
    claims.add("hypervisor", "virtual machine", LISTED)


def read_hypervisor(text: str, claims: Claims) -> None:
    """Read containers and hypervisors that a sentence names; they matter beside a Linux only."""
    if claims.value("host.system") != "Linux":
        return
    if found := re.search(_HYPERVISOR, text) or re.search(_GUESTS, text):
        claims.add("hypervisor", found[0].lower(), PROSE)
    if of_macs := re.search(_ONLY_ON_MACS, text):
        claims.add("mac", of_macs[0], PROSE)
