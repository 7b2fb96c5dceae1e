"""Which packages concern MPS where a file or folder of the same name hides them."""

FATAL = frozenset({"torch", "numpy"})
"""Packages without which torch itself does not work."""

SHADOWING = FATAL | {"torchvision", "torchaudio", "functorch", "accelerate", "transformers"}
"""Packages whose hiding concerns MPS; other names are those of Python's own library."""
