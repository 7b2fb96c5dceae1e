"""The deep level: many operations on the device, each compared with the CPU."""
