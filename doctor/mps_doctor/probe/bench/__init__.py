"""The bench: how fast the device does its work, beside the CPU."""
