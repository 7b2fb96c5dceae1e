"""Checks of what PyTorch does on the device."""
