"""What texts mean that say of mps itself that it is not there: by the facts around them."""

from __future__ import annotations

import re

from packaging.version import Version

from mps_doctor.facts import known_or
from mps_doctor.knowledge import releases
from mps_doctor.knowledge.macos import is_compatibility_version
from mps_doctor.knowledge.versions import parse_version
from mps_doctor_checks.message_context import X86_PYTHON, Context, Rule, many
from mps_doctor_checks.python.python_version import OLDEST_PYTHON


def _no_device(context: Context, text: str) -> tuple[str, ...]:
    """ "supported on macOS X+" is what torch says whenever Metal lists no device it takes.

    Sources: https://github.com/openai/codex/issues/9007,
    https://github.com/pytorch/pytorch/issues/139425
    """
    if context.guest_on_mac:
        return ("linux-guest-on-mac",)
    if context.elsewhere:
        return ("not-macos-host",)
    if context.sandboxed:
        return ("sandbox-no-metal-device",)
    macos = context.macos
    if context.macos_is_below(_needed_macos(context, text)):
        return ("macos-too-old-for-torch",)
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON,)
    if macos is None:
        return ("macos-too-old-for-torch", "sandbox-no-metal-device")
    if not context.virtual and _told_otherwise(context):
        return ("macos-version-misreported", "sandbox-no-metal-device")
    return _hidden_device(context)


def _told_otherwise(context: Context) -> bool:
    return is_compatibility_version(known_or(context.host.macos_version_reported, ""))


def _hidden_device(context: Context) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal", "sandbox-no-metal-device")
    if context.intel_mac:
        return ("intel-mac-no-metal-gpu",)
    if context.intel_python:
        return ("intel-mac-no-metal-gpu", "virtual-machine-no-metal")
    return ("sandbox-no-metal-device", "virtual-machine-no-metal")


def _needed_macos(context: Context, text: str) -> Version:
    release = context.torch_release
    minimum = releases.minimum_macos(str(release)) if release is not None else None
    if minimum is not None:
        return Version(str(minimum))
    stated = re.search(r"(\d+\.\d+)(?:\+| (?:and|or) (?:newer|later|above))", text)
    # 2.5 says 12.3 and needs 13.0; those that mean 12.3 work from there on, and raise nothing.
    return Version("13.0" if not stated or stated[1] == "12.3" else stated[1])


def _no_metal_gpu(context: Context, text: str) -> tuple[str, ...]:
    if context.sandboxed:
        return ("sandbox-no-metal-device",)
    if context.elsewhere:
        return _built_without(context, text)
    if context.virtual or context.intel_mac:
        return _hidden_device(context)[:1]
    return ("sandbox-no-metal-device", "virtual-machine-no-metal")


def _unexplained(context: Context, text: str) -> tuple[str, ...]:
    if context.elsewhere:
        return _built_without(context, text)
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON,)
    macos = context.macos
    if context.macos_is_below(_needed_macos(context, text)):
        return ("macos-too-old-for-torch",)
    if context.sandboxed or context.virtual or context.intel_mac:
        return _no_metal_gpu(context, text)
    if context.torch_import.mps_available is True or "framework-overlooks-mps" in context.reported:
        return ("framework-device-detection-bug",)  # torch has it: it was asked, or used
    if macos is not None and context.torch_release is not None:
        return ("sandbox-no-metal-device", "mps-unavailable-unexplained")
    return ("mps-unavailable-unexplained",)


_OF_MPS_ITSELF = re.compile(
    r"(?<!in )(?<!on )\bmps(?: (?:backend|device|support))?(?: is| was)?(?: only| currently)? "
    r"(?:supported|available|works?)(?: only)? (?:on|from|since|in) macos",
    re.IGNORECASE,
)


def _works_from(context: Context, text: str) -> tuple[str, ...]:
    """An operator needs a newer macOS, or MPS itself does, as a program says in words."""
    if _OF_MPS_ITSELF.search(text):
        return _no_device(context, text)
    return ("macos-too-old-for-op",)


def _skipped_device(context: Context, _text: str) -> tuple[str, ...]:
    return ("virtual-machine-no-metal",) if context.virtual else ("intel-mac-no-metal-gpu",)


def _built_without(context: Context, _text: str) -> tuple[str, ...]:
    if context.guest_on_mac:
        return ("linux-guest-on-mac",)
    return ("not-macos-host",) if context.elsewhere else ("torch-not-built-with-mps",)


def _no_mps_at_all(context: Context, _text: str) -> tuple[str, ...]:
    """An old Python can have no other torch: it is what has to change first."""
    release = context.torch_release
    python = parse_version(known_or(context.python.version, ""))
    if python is not None and python < Version("{}.{}".format(*OLDEST_PYTHON)):
        return ("python-too-old", "torch-too-old-no-mps")
    if release is not None and release >= Version("1.12"):
        return ("torch-install-damaged", "torch-too-old-no-mps")
    return ("torch-too-old-no-mps",)


def _no_mps_namespace(context: Context, _text: str) -> tuple[str, ...]:
    release = context.torch_release
    if release is not None and release < Version("1.12"):
        return ("torch-too-old-no-mps",)
    return ("torch-mps-namespace-missing",)


def _no_such_function(context: Context, text: str) -> tuple[str, ...]:
    """A name that no torch has is a slip of the pen, and no older torch."""
    slip = re.search(
        r"no attribute '(?:available|built|empty_cache|device)'", context.line_with(text)
    )
    return () if slip else _no_mps_namespace(context, text)


def _accelerator(context: Context, _text: str) -> tuple[str, ...]:
    """Lightning asks torch and platform.processor(), which is "i386" under Rosetta.

    Source: https://github.com/Lightning-AI/pytorch-lightning/issues/14634
    """
    values = context.variables.values
    if isinstance(values, tuple) and any(item.name == "DISABLE_MPS" for item in values):
        return ("mps-disabled-by-settings",)
    release = context.torch_release
    if release is not None and release < Version("1.12"):
        return ("torch-too-old-no-mps",)
    if context.macos_is_below(Version("12.3")):
        return ("macos-too-old-for-torch",)
    if context.intel_python and context.apple_silicon:
        return (X86_PYTHON, "framework-device-detection-bug")
    if context.elsewhere:
        return ("not-macos-host",)
    return ("framework-device-detection-bug",)


def causes_of_unavailability(context: Context) -> tuple[str, ...]:
    """Return why a GPU that everything speaks for is not found, where the text leaves one reason.

    On Apple silicon with a native Python, a macOS that is new enough and a torch with MPS, what
    is left is a process that Metal shows no device. Source: https://github.com/openai/codex/issues/10199
    """
    release, macos = context.torch_release, context.macos
    if release is None or macos is None or release < Version("1.12"):
        return ()
    if context.intel_mac and not context.elsewhere and not context.amd_gpu:
        return () if macos < _needed_macos(context, "") else _hidden_device(context)[:1]
    native = context.apple_silicon and context.native_python
    if context.elsewhere or not native or context.torch_import.mps_built is False:
        return ()
    if macos < _needed_macos(context, ""):
        return ()
    return _hidden_device(context)


def _no_default_device(context: Context, _text: str) -> tuple[str, ...]:
    if context.virtual:
        return ("virtual-machine-no-metal",)
    return ("sandbox-no-metal-device", "virtual-machine-no-metal")


def _sandbox_variable(context: Context, _text: str) -> tuple[str, ...]:
    failed = context.torch_import.mps_available is False or context.sandboxed
    failed = failed or any(id.startswith(("mps-needs", "mps-no-supported")) for id in context.found)
    return ("sandbox-no-metal-device",) if failed else ()


DEVICE_RULES: dict[str, Rule] = {
    **many(_no_device, "mps-needs-macos-12-3", "mps-needs-macos-13", "mps-needs-macos-14"),
    **many(_no_device, "mps-needs-macos-15"),
    **many(_no_metal_gpu, "mps-no-supported-metal-gpu"),
    "works-from-macos-in-words": _works_from,
    **many(_unexplained, "mps-docs-not-available", "mps-doc-not-available-shader"),
    **many(_unexplained, "mps-device-not-found", "mps-not-there-words"),
    **many(_skipped_device, "mps-device-skipped", "metal-family-mac2-missing"),
    **many(_built_without, "not-linked-with-mps", "mps-dispatch-key-missing"),
    **many(_built_without, "mps-call-without-backend", "mps-attribute-get-name"),
    **many(_built_without, "mps-docs-not-built"),
    **many(_no_mps_at_all, "backends-has-no-mps", "backends-mps-no-module"),
    **many(_no_mps_at_all, "device-string-mps-unknown", "device-string-mps-invalid"),
    **many(_no_mps_namespace, "torch-mps-namespace", "torch-mps-function", "torch-mps-no-module"),
    **many(_no_such_function, "backends-mps-function"),
    **many(_accelerator, "mps-accelerator-unavailable", "lightning-no-gpu-backend"),
    **many(_no_default_device, "mtl-default-device-nil", "metal-device-not-found"),
    "ggml-command-queue": _no_default_device,
    "sandbox-variable": _sandbox_variable,
}
"""Signature id to its rule."""
