"""What sentences state of the machine: virtual machines, containers, sandboxes, Rosetta.

The words are written as those of symptoms are; the order does not matter.
"""

from mps_doctor.pasted.symptom import SENTENCE, Circumstance

MACOS = "macos*|mac os*|macs|mac|monterey|ventura|sonoma|sequoia|tahoe|apple*|m1|m2|m3|m4|m5|osx"
LINUX = "ubuntu*|debian|fedora|alpine|kali|linux|windows"

CIRCUMSTANCES = (
    Circumstance(
        (("host.virtual_machine", True), ("host.system", "Darwin")),
        (
            MACOS,
            "vm|vms|virtual machine*|virtualized|virtualised|in utm|utm vm|tart|parallels|vmware*"
            "|virtualbox|proxmox|qemu|kvm|anka|orka|guest|docker osx|vcpu*|paravirtual*"
            "|virtualmac*|appleparavirt*|is virtual|are virtual|ec2 mac",
        ),
        (
            "A macOS 14 guest in UTM shows no GPU",
            "Sonoma runs under Parallels here",
            "M1 with 4 vCPUs, rented",
        ),
        ("My Mac runs Ubuntu in a VM", "The virtual environment is on my Mac"),
        unless=LINUX + "|in docker container|docker container*|virtual env*|not a vm|no vm",
    ),
    Circumstance(
        (("host.virtual_machine", True), ("host.system", "Darwin")),
        (
            "macos latest|macos 1*|macos 2*|macos|mac|macs|m1",
            "hosted runner*|hosted agent*|hosted mac*|github runner*|macos runner*|m1 runner*"
            "|mac runner*|github actions|github ci|actions runner*|azure pipelines|vmimage*"
            "|circleci"
            "|cirrus ci|runs on|macos latest|ci runner*|in ci|on ci",
        ),
        (
            "The GitHub hosted runner macos-14 gives OOM on mps",
            "Our tests fail in CI on macOS",
            "On CircleCI's M1 the device is listed",
        ),
        ("It works on my M1 and in no notebook", "Our self-hosted runner is a Mac mini"),
        unless="self hosted|ubuntu*|windows|linux|wheel*|locally|works in ci|passes in ci",
    ),
    Circumstance(
        (("host.system", "Linux"), ("hypervisor", "docker")),
        (
            "in docker|inside docker|within docker|docker container*|in a container|in the "
            "container"
            "|inside a container|inside the container|within a container|linux container*"
            "|dev container*|devcontainer*|docker run|docker compose*|podman run|podman machine"
            "|in podman|in colima|in orbstack|docker desktop|docker on my|docker on m1"
            "|docker on m2|docker on apple|colima start|building the docker*|docker image"
            "|use a container|run a container",
        ),
        (
            "torch in a Docker container on my M2 does not see mps",
            "Inside the devcontainer only the CPU is there",
            "podman run python:3.12 prints False",
        ),
        ("No Docker is used", "It is a container for tensors"),
        unless=(
            "outside .. docker|outside .. container|without docker|no docker|not use docker"
            "|natively|native|how do i|macos in docker|osx in docker|docker osx"
            "|not in docker|container class"
        ),
    ),
    Circumstance(
        (("host.system", "Linux"), ("hypervisor", "virtual machine")),
        (
            "ubuntu*|debian|fedora|kali|linux",
            "vm|virtual machine*|utm|parallels|vmware*|virtualbox|multipass|lima|guest",
        ),
        (
            "Ubuntu 24.04 in UTM on my M2 has no mps",
            "A Linux guest under Parallels, MacBook with M1: torch sees the CPU only",
            "torch in a virtual machine with Debian on an M3 Mac",
        ),
        ("On my Mac it works, on Linux it does not", "A Linux VM in the cloud, and my M1"),
        near=("macbook*|mac|macs|imac|apple silicon|m1|m2|m3|m4|m5",),
        unless="cloud|remote|aws|ec2|gcp|azure|server|no vm|not a vm|windows",
    ),
    Circumstance(
        (("host.sandbox", SENTENCE),),
        (
            "sandbox|sandboxed|sandbox exec|seatbelt|agent session|agent's session|tool session"
            "|agent mode|codex cli|codex exec|claude code session",
        ),
        (
            "Inside the Codex sandbox is_available() is False",
            "The agent session of Cursor sees no GPU",
            "sandbox-exec -f profile.sb python train.py",
        ),
        ("It is not a sandbox", "The sandbox is off"),
        unless="no sandbox|without sandbox*|outside .. sandbox|sandbox is off|sandbox environment",
    ),
    Circumstance(
        (
            ("python.architecture", "x86_64"),
            ("host.chip", "Apple silicon"),
            ("host.hardware_architecture", "arm64"),
            ("host.system", "Darwin"),
        ),
        (
            "python*|torch*|pytorch|conda*|miniconda|anaconda|pip|mps|terminal|interpreter|env",
            "under rosetta|via rosetta|using rosetta|with rosetta|in rosetta|through rosetta"
            "|rosetta 2|rosetta terminal|rosetta shell|rosetta python|rosetta mode|translated"
            "|proc_translated : 1|proc_translated = 1|proc_translated is 1",
        ),
        (
            "My Python runs under Rosetta",
            "The terminal is opened using Rosetta, and torch says False",
            "For this conda proc_translated is 1",
        ),
        ("Not under Rosetta, python is arm64", "The game runs via Rosetta"),
        unless=(
            "not under rosetta|not in rosetta|not using rosetta|not via rosetta"
            "|even under rosetta|no rosetta|without rosetta|if rosetta"
            "|arm64 python|native python"
            "|python is arm64|used to|previously|formerly|app|game|whether"
        ),
    ),
    Circumstance(
        (
            ("python.architecture", "x86_64"),
            ("host.chip", "Apple silicon"),
            ("host.hardware_architecture", "arm64"),
            ("host.system", "Darwin"),
        ),
        (
            "it shows intel|it says intel|it prints intel|python shows intel|python says intel"
            "|terminal shows intel|terminal says intel|kind intel|kind : intel|kind is intel"
            "|kind = intel|listed as intel|marked intel|marked as intel",
        ),
        (
            "Activity Monitor lists Python with kind Intel on my M1",
            "I have an M2. In the interpreter it says Intel",
            "python3.10 is listed as Intel, on Apple silicon",
        ),
        ("About this Mac: it says Intel Core i7", "On my M1 it says Apple"),
        near=("{chip}",),
        unless="intel core|intel iris|intel mac*|app|game|if it|not intel|wheel*|filename",
    ),
    Circumstance(
        (("python.architecture", "x86_64"),),
        (
            "intel python|x86_64 python|x86 python|x64 python|intel conda|x86_64 conda|x86 conda"
            "|intel anaconda|intel miniconda|x86_64 miniconda|x86_64 anaconda|intel build of python"
            "|python .. is x86_64|python .. is x86|python .. is intel|python was x86_64"
            "|python is an intel|python for intel|conda for intel|anaconda for intel"
            "|miniconda for intel"
            "|python is for intel|conda is x86_64|conda is osx 64|conda is intel|interpreter "
            "is x86_64"
            "|interpreter is intel|x86_64 venv|x86_64 environment|x86_64 env|x86 env|intel env"
            "|osx 64 env*|platform : osx 64|platform is osx 64|subdir = osx 64|subdir is osx 64"
            "|conda_subdir = osx 64|executable x86_64|says x86_64|says i386|prints i386|shows"
            " i386|is i386|prints x86_64|shows x86_64"
            "|returns x86_64|gives x86_64|reports x86_64|intel homebrew|x86_64 homebrew|x86 brew"
            "|x86_64 interpreter|intel interpreter|x86_64 terminal|arch x86_64",
        ),
        (
            "I installed the Intel Python by mistake on an M1",
            "uname -m prints x86_64",
            "conda config says subdir = osx-64",
        ),
        ("The universal2 installer was used", "The wheel for x86_64 is missing"),
        unless=(
            "archflags|intel mac*|if .. prints|if .. says|if .. shows|not x86_64|used to"
            "|previously|formerly|no longer|x86_64 arm64|whether|universal*"
        ),
    ),
)
"""Every circumstance that words state."""
