"""Many Macs at once: the file that each runs, how its answers come home, what they say together."""
