"""Section `variables`: environment variables of an allow-list, no others."""

import os

NAMES = frozenset(
    """
    ACCELERATE_TORCH_DEVICE ACCELERATE_USE_CPU ACCELERATE_USE_MPS_DEVICE CI CODEX_SANDBOX
    CONDA_DEFAULT_ENV CONDA_PREFIX CONDA_SHLVL CONDA_SUBDIR DEVELOPER_DIR DISABLE_MPS
    DYLD_FALLBACK_LIBRARY_PATH DYLD_FRAMEWORK_PATH DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH
    GITHUB_ACTIONS GITLAB_CI ImageOS KMP_DUPLICATE_LIB_OK LD_LIBRARY_PATH LD_PRELOAD
    MACOSX_DEPLOYMENT_TARGET MKL_NUM_THREADS MPS_DISABLE MPS_ENABLED MTL_CAPTURE_ENABLED
    MTL_DEBUG_LAYER MTL_DEBUG_LAYER_ERROR_MODE MTL_DEBUG_LAYER_WARNING_MODE MTL_HUD_ENABLED
    MTL_SHADER_VALIDATION MTL_SHADER_VALIDATION_FAIL_MODE MTL_SHADER_VALIDATION_REPORT_TO_STDERR
    OBJC_DISABLE_INITIALIZE_FORK_SAFETY OMP_NUM_THREADS PIXI_ENVIRONMENT_NAME PYTHONHOME
    PYTHONNOUSERSITE PYTHONSAFEPATH SYSTEM_VERSION_COMPAT TORCHDYNAMO_DISABLE
    TORCH_COMPILE_DISABLE TORCH_DEVICE TRANSFORMERS_SDPA_FORCE_GQA TRANSFORMERS_TEST_DEVICE
    USE_MPS_DEVICE VECLIB_MAXIMUM_THREADS VIRTUAL_ENV
    """.split()  # noqa: SIM905  (a list to read)
)

PRESENCE_ONLY = frozenset(("PYTHONPATH", "PYTHONSTARTUP", "PYTHONINSPECT"))
"""Variables of which only this is told: that they are set."""

LONGEST = 400


def facts(environment=None):
    """Return the variables that are set, of those that matter."""
    environment = os.environ if environment is None else environment
    values = []
    for name in sorted(environment):
        if name in PRESENCE_ONLY:
            values.append({"name": name, "value": "set"})
        elif name in NAMES or _looks_like_mps(name.upper()):
            values.append({"name": name, "value": environment[name][:LONGEST]})
    return {"values": values}


def _looks_like_mps(name):
    """Any PYTORCH_…MPS… is told: a name that torch does not know is a typing error to be seen."""
    return name.startswith(("PYTORCH_", "TORCH_MPS", "PYTORCHMPS")) and "MPS" in name
