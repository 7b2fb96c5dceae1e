"""What texts mean that say of mps itself that it is not there, by the facts around them."""

from __future__ import annotations

import re

from mps_doctor.facts import known_or
from mps_doctor.knowledge.versions import parse_version
from mps_doctor_checks.messages.context import (
    GUEST,
    SANDBOX,
    X86_PYTHON,
    Causes,
    Context,
    Rule,
    always,
    decide,
)
from mps_doctor_checks.python.python_version import OLDEST_PYTHON

UNEXPLAINED = "mps-unavailable-unexplained"

NO_GPU_OF_A_MAC = (
    (Context.sandboxed, (SANDBOX,)),
    (Context.virtual, (GUEST, SANDBOX)),
    (Context.intel_mac, ("intel-mac-no-metal-gpu",)),
    (Context.intel_python, ("intel-mac-no-metal-gpu", GUEST)),
    # Without a sign of a sandbox or a guest, nothing says that it is one.
    (always, (UNEXPLAINED, SANDBOX, GUEST)),
)
"""Why Metal shows a process no GPU on a macOS that is new enough.

Sources: https://github.com/openai/codex/issues/9007, https://github.com/openai/codex/issues/10199
"""

ANOTHER_SYSTEM = (
    (Context.guest_on_mac, ("linux-guest-on-mac",)),
    (Context.elsewhere, ("not-macos-host",)),
)

hidden_gpu = decide(*NO_GPU_OF_A_MAC)

built_without = decide(*ANOTHER_SYSTEM, (always, ("torch-not-built-with-mps",)))

no_device = decide(
    *ANOTHER_SYSTEM,
    (Context.sandboxed, (SANDBOX,)),
    (Context.macos_too_old, ("macos-too-old-for-torch",)),
    (Context.translated, (X86_PYTHON,)),
    (Context.virtual, (GUEST, SANDBOX)),
    (Context.macos_unknown, ("macos-too-old-for-torch", UNEXPLAINED)),
    (Context.compatibility_version, ("macos-version-misreported", SANDBOX)),
    *NO_GPU_OF_A_MAC,
)
"""“Supported on macOS X+” is what torch says whenever Metal lists no device that it takes.

Source: https://github.com/pytorch/pytorch/issues/139425
"""

_OF_MPS_ITSELF = (
    r"(?i)(?<!in )(?<!on )\bmps(?: (?:backend|device|support))?(?: is| was)?(?: only| currently)? "
    r"(?:supported|available|works?)(?: only)? (?:on|from|since|in) macos"
)


def works_from(context: Context) -> Causes:
    """An operator needs a newer macOS, or MPS itself does, as a program says in words."""
    of_mps = re.search(_OF_MPS_ITSELF, context.text)
    return no_device(context) if of_mps else ("macos-too-old-for-op",)


def _overlooked(context: Context) -> bool:
    """Whether torch has mps, as it was asked or used, and a program says that it has not."""
    return context.mps_is_available() or "framework-device-detection-bug" in context.told


unavailable = decide(
    (Context.elsewhere, built_without),
    (Context.translated, (X86_PYTHON,)),
    (Context.macos_too_old, ("macos-too-old-for-torch",)),
    (Context.sandboxed, (SANDBOX,)),
    (Context.virtual, (GUEST,)),
    (Context.intel_mac, ("intel-mac-no-metal-gpu",)),
    (_overlooked, ("framework-device-detection-bug",)),
    (always, (UNEXPLAINED,)),
)

no_default_device = decide(
    (Context.sandboxed, (SANDBOX,)), (Context.virtual, (GUEST,)), (always, (SANDBOX, GUEST))
)
"""Metal's own answer that it has no device for this process: only a guest or a sandbox has none."""


def no_mps_at_all(context: Context) -> Causes:
    """An old Python can have no other torch: it is what has to change first."""
    python = parse_version(known_or(context.python.version, ""))
    if python is not None and python < parse_version("{}.{}".format(*OLDEST_PYTHON)):  # type: ignore[operator]
        return ("python-too-old", "torch-too-old-no-mps")
    if context.torch_from("1.12"):
        return ("torch-install-damaged", "torch-too-old-no-mps")
    return ("torch-too-old-no-mps",)


def no_namespace(context: Context) -> Causes:
    """`torch.mps` came after `torch.backends.mps`."""
    return (
        "torch-too-old-no-mps" if context.torch_below("1.12") else "torch-mps-namespace-missing",
    )


def no_such_function(context: Context) -> Causes:
    """A name that no torch has is a slip of the pen, and no older torch."""
    slip = re.search(r"no attribute '(?:available|built|empty_cache|device)'", context.line)
    return () if slip else no_namespace(context)


def _switched_off(context: Context) -> bool:
    values = known_or(context.variables.values, ())
    return any(item.name == "DISABLE_MPS" for item in values)


accelerator = decide(
    (_switched_off, ("mps-disabled-by-settings",)),
    (lambda context: context.torch_below("1.12"), ("torch-too-old-no-mps",)),
    (lambda context: context.macos_below("12.3"), ("macos-too-old-for-torch",)),
    (Context.translated, (X86_PYTHON, "framework-device-detection-bug")),
    (Context.elsewhere, ("not-macos-host",)),
    (always, ("framework-device-detection-bug",)),
)
"""Lightning asks torch and platform.processor(), which is "i386" under Rosetta.

Source: https://github.com/Lightning-AI/pytorch-lightning/issues/14634
"""


def sandbox_variable(context: Context) -> Causes:
    """The variable of a coding agent counts where something did not find the GPU."""
    refused = any(id.startswith(("mps-needs", "mps-no-supported")) for id in context.found)
    failed = refused or context.sandboxed() or context.torch_import.mps_available is False
    return (SANDBOX,) if failed else ()


def cause_of_unavailability(context: Context) -> str:
    """Return why a GPU that everything speaks for is not found, where there is a sign of it.

    What speaks for it: a native Python, a macOS that is new enough and a torch with MPS.
    """
    fits = context.torch_from("1.12") and not context.macos_unknown()
    if not fits or context.macos_too_old() or context.torch_import.mps_built is False:
        return ""
    if context.elsewhere() or context.translated():
        return ""
    if context.sandboxed():
        return SANDBOX
    if context.virtual():
        return GUEST
    without_gpu = context.intel_mac() and not context.amd_gpu()
    return "intel-mac-no-metal-gpu" if without_gpu else ""


RULES: dict[str, Rule] = {
    "no-device": no_device,
    "no-metal-gpu": decide((Context.elsewhere, built_without), (always, hidden_gpu)),
    "works-from": works_from,
    "unavailable": unavailable,
    "skipped-device": decide((Context.virtual, (GUEST,)), (always, ("intel-mac-no-metal-gpu",))),
    "built-without": built_without,
    "no-mps-at-all": no_mps_at_all,
    "no-namespace": no_namespace,
    "no-such-function": no_such_function,
    "accelerator": accelerator,
    "no-default-device": no_default_device,
    "sandbox-variable": sandbox_variable,
}
"""Rules by the names that rows of error texts call them."""
