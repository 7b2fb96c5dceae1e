"""Facts that can explain why two examinations end differently, in groups that belong together.

What torch answered and how the smoke test went are no reasons but results: they are not in here.
"""

from typing import NamedTuple

CHIP = "host.chip"


class Factor(NamedTuple):
    """Facts that change together, e.g. all that say which macOS it is."""

    what: str
    facts: tuple[str, ...]
    """Dotted names: section and fact."""
    decides: bool = True
    """Whether it may decide about MPS; paths do not."""
    follows: tuple[str, ...] = ()
    """Factors whose change brings this one along."""
    leading: tuple[str, ...] = ()
    """The facts that say enough of it, where they differ."""


FACTORS = (
    Factor(
        "system",
        ("host.system", "host.distribution", "host.container", "host.apple_marks"),
        leading=("host.system", "host.distribution"),
    ),
    Factor(
        "macOS",
        ("host.macos_version", "host.macos_build", "host.kernel_release"),
        leading=("host.macos_version",),
    ),
    Factor("macOS as Python sees it", ("host.macos_version_reported",), follows=("macOS",)),
    Factor("processor", ("host.hardware_architecture", CHIP, "host.model"), leading=(CHIP,)),
    Factor("memory", ("host.memory_bytes",)),
    Factor("virtual machine", ("host.virtual_machine",)),
    Factor("GPU", ("host.gpus", "host.metal_devices"), leading=("host.gpus",)),
    Factor("sandbox", ("host.sandbox",)),
    Factor("session", ("host.session", "host.ci")),
    Factor(
        "Python",
        ("python.version", "python.implementation", "python.free_threaded"),
        leading=("python.version",),
    ),
    Factor(
        "Python's architecture",
        (
            *("python.architecture", "python.translated", "python.slices", "python.platform_tag"),
            "python.processor",
        ),
        leading=("python.architecture",),
    ),
    Factor("source of Python", ("python.provider", "python.environment"), decides=False),
    Factor(
        "path of Python",
        ("python.executable", "python.prefix"),
        decides=False,
    ),
    Factor("pip", ("python.pip_python", "python.has_pip", "python.externally_managed")),
    Factor("package index", ("python.indexes",)),
    Factor("shadowing files", ("python.shadowed",)),
    Factor("standard library", ("python.broken_modules", "python.needs_isolation")),
    Factor("Python's start", ("python.start_error",)),
    Factor(
        "conda",
        ("conda.active", "conda.subdir", "conda.torch_channel", "conda.torch_build"),
        leading=("conda.subdir", "conda.torch_build"),
    ),
    Factor(
        "command-line tools",
        (
            *("toolchain.developer_dir", "toolchain.developer_dir_exists", "toolchain.clang"),
            *("toolchain.tools_version", "toolchain.xcode_version"),
        ),
    ),
    Factor(
        "torch",
        ("torch.version", "torch.installed"),
        leading=("torch.version",),
    ),
    Factor(
        "torch build",
        (
            *("torch.architectures", "torch.deployment_target", "torch.sdk", "torch.mps_linked"),
            *("torch.metal_target", "torch.editable"),
        ),
        follows=("torch",),
    ),
    Factor("torch files", ("torch.missing_files", "torch.leftovers", "torch.copies")),
    Factor("other packages", ("packages.installed",)),
    Factor("OpenMP runtimes", ("openmp.runtimes",)),
    Factor("environment variables", ("variables.values", "variables.set_after_import")),
    Factor("framework settings", ("frameworks.settings",)),
)
