"""Checks of the packages around PyTorch."""
