"""Reads what macOS or Python runs in: virtual machines, containers, hosted runners."""

import re

from mps_doctor.pasted.claims import FIELD, LISTED, PROSE, Claims
from mps_doctor.pasted.rows import guests as patterns


def read_virtual(value: str, claims: Claims) -> None:
    """Read virtual machines, containers and hosted runners in the value of a line."""
    found = re.search(patterns.VIRTUAL, value) is not None
    runner = re.search(patterns.RUNNER, value)
    if runner and not re.search(patterns.SELF_HOSTED, value):
        claims.add("host.ci", "github-actions", FIELD)
        if "macos" in value.lower():
            claims.add("host.system", "Darwin", LISTED)
        found = True
    if hypervisor := re.search(patterns.HYPERVISOR, value):
        name = hypervisor[1].lower()
        claims.add("hypervisor", name, FIELD)
        # So `docker info` names the system of its virtual machine.
        by_itself = hypervisor[0].strip() == value.strip() and name in patterns.OF_CONTAINERS
        if by_itself and (of_macs := re.search(patterns.ONLY_ON_MACS, value)):
            claims.add("mac", of_macs[0], FIELD)
        if name in patterns.OF_CONTAINERS and (by_itself or re.search(patterns.GUESTS, value)):
            claims.add("host.system", "Linux", FIELD)
        found = True
    if found and not re.search(patterns.NOT_VIRTUAL, value):
        claims.add("host.virtual_machine", True, LISTED)


def read_guest(value: str, claims: Claims) -> None:
    """Read the guest that a virtual machine or a container is said to be."""
    read_virtual(value, claims)
    name = re.search(patterns.HYPERVISOR, value)
    if name and name[1].lower() in patterns.OF_CONTAINERS:
        claims.add("host.system", "Linux", FIELD)  # no container runs macOS
    claims.add("hypervisor", "virtual machine", LISTED)


def read_hypervisor(text: str, claims: Claims) -> None:
    """Read containers and hypervisors that a sentence names; they matter beside a Linux only."""
    if claims.value("host.system") != "Linux":
        return
    if found := re.search(patterns.HYPERVISOR, text) or re.search(patterns.GUESTS, text):
        claims.add("hypervisor", found[0].lower(), PROSE)
    if of_macs := re.search(patterns.ONLY_ON_MACS, text):
        claims.add("mac", of_macs[0], PROSE)
