"""Checks of hundreds of operations, memory and frameworks on the device."""
