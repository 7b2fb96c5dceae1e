"""Checks of PyTorch: installed, fitting, whole, and importable."""
