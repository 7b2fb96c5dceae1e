"""Texts that say of mps itself that it is not there."""

from mps_doctor_checks.messages._judging.rows import Case

X86_PYTHON = "python-x86_64-on-apple-silicon"
SANDBOX, GUEST = "sandbox-no-metal-device", "virtual-machine-no-metal"
OLD_MACOS, NO_GPU = "macos-too-old-for-torch", "intel-mac-no-metal-gpu"
UNEXPLAINED, UNDETECTED = "mps-unavailable-unexplained", "framework-device-detection-bug"
OLD_TORCH, NO_NAMESPACE = "torch-too-old-no-mps", "torch-mps-namespace-missing"

# Why Metal shows a process no GPU on a macOS that is new enough.
# Sources: https://github.com/openai/codex/issues/9007, https://github.com/openai/codex/issues/10199
NO_GPU_OF_A_MAC = (
    Case((SANDBOX,), "sandboxed"),
    Case((GUEST, SANDBOX), "virtual"),
    Case((NO_GPU,), "intel_mac"),
    Case((NO_GPU, GUEST), "intel_python"),
    # Without a sign of a sandbox or a guest, nothing says that it is one.
    Case((UNEXPLAINED, SANDBOX, GUEST)),
)
ANOTHER_SYSTEM = (
    Case(("linux-guest-on-mac",), "guest_on_mac"),
    Case(("not-macos-host",), "elsewhere"),
)

RULES = {
    # "Supported on macOS X+" is what torch says whenever Metal lists no device that it takes.
    # Source: https://github.com/pytorch/pytorch/issues/139425
    "no-device": (
        *ANOTHER_SYSTEM,
        Case((SANDBOX,), "sandboxed"),
        Case((OLD_MACOS,), "macos_too_old"),
        Case((X86_PYTHON,), "translated"),
        Case((GUEST, SANDBOX), "virtual"),
        Case((OLD_MACOS, UNEXPLAINED), "-macos"),
        Case(("macos-version-misreported", SANDBOX), "compatibility_version"),
        *NO_GPU_OF_A_MAC,
    ),
    "no-metal-gpu": (*ANOTHER_SYSTEM, *NO_GPU_OF_A_MAC),
    "built-without": (*ANOTHER_SYSTEM, Case(("torch-not-built-with-mps",))),
    # An operator needs a newer macOS, or MPS itself does, as a program says in words.
    "works-from": (
        Case(
            then="no-device",
            text=(
                r"(?i)(?<!in )(?<!on )\bmps(?: (?:backend|device|support))?(?: is| was)?"
                r"(?: only| currently)? (?:supported|available|works?)(?: only)? "
                r"(?:on|from|since|in) macos"
            ),
        ),
        Case(("macos-too-old-for-op",)),
    ),
    "unavailable": (
        *ANOTHER_SYSTEM,
        Case((X86_PYTHON,), "translated"),
        Case((OLD_MACOS,), "macos_too_old"),
        Case((SANDBOX,), "sandboxed"),
        Case((GUEST,), "virtual"),
        Case((NO_GPU,), "intel_mac"),
        # torch has mps, as it was asked or used, and a program says that it has not.
        Case((UNDETECTED,), "mps_is_available"),
        Case((UNDETECTED,), symptoms=UNDETECTED),
        Case((UNEXPLAINED,)),
    ),
    # Where all that a text tells fits MPS: a torch with it, a macOS that is new enough.
    "hidden-gpu": (
        *(Case((), each) for each in ("-torch_release", "-macos", "macos_too_old")),
        *(Case((), each) for each in ("built_without_mps", "elsewhere", "translated")),
        Case((), torch_below="1.12"),
        Case((SANDBOX,), "sandboxed"),
        Case((GUEST,), "virtual"),
        Case((NO_GPU,), "intel_mac -amd_gpu"),
    ),
    "skipped-device": (Case((GUEST,), "virtual"), Case((NO_GPU,))),
    # An old Python can have no other torch: it is what has to change first.
    "no-mps-at-all": (
        Case(("python-too-old", OLD_TORCH), "python_too_old"),
        Case(("torch-install-damaged", OLD_TORCH), torch_from="1.12"),
        Case((OLD_TORCH,)),
    ),
    # `torch.mps` came after `torch.backends.mps`.
    "no-namespace": (Case((OLD_TORCH,), torch_below="1.12"), Case((NO_NAMESPACE,))),
    # A name that no torch has is a slip of the pen, and no older torch.
    "no-such-function": (
        Case((), line=r"no attribute '(?:available|built|empty_cache|device)'"),
        Case(then="no-namespace"),
    ),
    # Lightning asks torch and platform.processor(), which is "i386" under Rosetta.
    # Source: https://github.com/Lightning-AI/pytorch-lightning/issues/14634
    "accelerator": (
        Case(("mps-disabled-by-settings",), "mps_switched_off"),
        Case((OLD_TORCH,), torch_below="1.12"),
        Case((OLD_MACOS,), macos_below="12.3"),
        Case((X86_PYTHON, UNDETECTED), "translated"),
        Case(("not-macos-host",), "elsewhere"),
        Case((UNDETECTED,)),
    ),
    # Metal's own answer that it has no device for this process: only a guest or a sandbox has none.
    "no-default-device": (
        Case((SANDBOX,), "sandboxed"),
        Case((GUEST,), "virtual"),
        Case((SANDBOX, GUEST)),
    ),
    # The variable of a coding agent counts where something did not find the GPU.
    "sandbox-variable": (Case((SANDBOX,), "gpu_not_found"),),
}
