"""Settings by which accelerate, transformers and Lightning leave mps out."""

YES = ("1", "true", "yes", "y", "t", "on")
"""What accelerate takes as true, in any case of letters."""


def keeps_from_mps(name: str, value: str) -> bool:
    """Return whether an environment variable keeps accelerate or Lightning from mps."""
    match name:
        case "ACCELERATE_USE_CPU":
            return value.lower() in YES
        case "ACCELERATE_TORCH_DEVICE":
            return bool(value) and not value.lower().startswith("mps")
        case "DISABLE_MPS":
            return value == "1"
    return False
