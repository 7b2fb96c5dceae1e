"""Containers, virtual machines, hosted runners and sandboxes."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "sandbox-hides-gpu",
        cause="sandbox-no-metal-device",
        says=(
            "sandbox*|codex|claude code*|agent|cursor|seatbelt|iokit*",
            (
                "mps|metal|gpu|iokit*|is_available|is_available()"
                "|torch.backends.mps.is_available()|agxdevice*"
            ),
            "{seen_missing}|block*|den*|keeps|is back",
        ),
        unless="added|wrote|was changed|suggests|no effect",
        examples=(
            "mps is not available when my coding agent runs torch, in Terminal it is.",
            "The sandbox profile blocks Metal, so torch takes the cpu.",
            "Inside sandbox-exec the GPU is hidden: mps is unavailable.",
        ),
        near_misses=(
            "The coding agent added a test that fails on mps.",
            "Codex suggests to use mps for torch.",
        ),
    ),
    Symptom(
        "container-without-gpu",
        cause="linux-guest-on-mac",
        says=(
            (
                "docker*|container*|devcontainer*|podman|colima|orbstack|multipass|lima|compose"
                "|コンテナ|容器|linux vm|ubuntu vm|in utm|ubuntu .. parallels|parallels .. ubuntu"
            ),
            "mps|metal|gpu|gpus|cpu|mps.is_available()|is_available()|natively|accelerat*|芯片",
            (
                "有没有|办法|acceleration|accelerate|natively|outside|takes minutes|{seen_missing}"
                "|how do"
                " i|is there a way|can containers|can i|pass through"
                "|passthrough|passed through|use|using|不可用|無|使えない|无法"
            ),
        ),
        near=("{mac}",),
        unless=(
            "osx|runs natively|is optional|postgres|executors|mps is fine|not needed|database"
            "|server only|natively uses|itself"
        ),
        examples=(
            "The docker container on my M2 has no access to the GPU.",
            "In a devcontainer on macOS mps is not available.",
            "Colima on Apple silicon: torch only sees the CPU.",
        ),
        near_misses=(
            "Docker is used for the database only; training runs on mps.",
            "Docker runs natively on my M2 now, training uses mps.",
            "docker build works, then python train.py on the M2 itself uses mps.",
        ),
    ),
    Symptom(
        "hosted-runner-without-gpu",
        cause="virtual-machine-no-metal",
        says=(
            (
                "runner|runners|hosted|agents|ci|macos latest"
                "|github actions|gh actions|azure*|cirrus|circleci"
            ),
            "mps|metal|gpu|gpus",
            (
                "{fails}|exit code 134|not .. allocate|no real gpu|no usable|not usable"
                "|not .. used|oom|out of memory|hang|hangs|skip*|disable*|force cpu"
                "|not .. support*|not accessible|inaccessible|no access|virtual*|0 bytes"
            ),
        ),
        near=("macos*|mac|macs|m1|apple*|mps",),
        unless="0 failed|fails no|times out|build was|builds were",
        examples=(
            "On the macos-14 runner mps is listed, and each allocation fails.",
            "GitHub's hosted Macs have no usable GPU, so the mps tests abort: error.",
            "Azure agents with macOS do not support MPS.",
            "On the macos-15 runners the GPU is inaccessible to torch.",
        ),
        near_misses=(
            "The macos-14 job of our CI times out, mps tests pass.",
            "GitHub runners with M1 and mps are here now.",
        ),
    ),
    Symptom(
        "guest-without-gpu",
        cause="virtual-machine-no-metal",
        near=(
            (
                "vm|vmware|parallels|utm|tart|proxmox|guest|virtualbox|virtualized|virtualised"
                "|virtual machine|osx kvm|docker osx|virtualmac*|paravirtual*|appleparavirt*|vcpu"
            ),
        ),
        says=(
            "mps|metal|gpu|graphics device*|torch|pytorch|matmul|softmax|pipeline",
            "{fails}|compile failed|{seen_missing}|hang|hangs|tried to allocate|none listed",
        ),
        unless="ubuntu*|linux|debian|fedora|windows|natively|not needed",
        examples=(
            "I run macOS in a VM under Parallels, and mps is not available.",
            "In a tart guest torch finds no Metal device.",
            "The Apple Paravirtual device fails at the first matmul on mps.",
        ),
        near_misses=(
            "Parallels is on my Mac for Windows; torch with mps runs natively.",
            "UTM is not needed, torch runs on macOS with mps.",
        ),
    ),
)
