"""A simulated Mac: the real probe and the real torch, in a child process that takes itself for one.

`SimMac` is a machine (a file in `machines/`) with a Python environment of its own.
The environment's interpreter enters the simulation through a `.pth` file, so it can be examined
like any other: by its path, with no variable set and under `-I` too.
`inject/` holds what runs in that interpreter, `device/` the `mps` device for a stock CPU build of
torch, `tool.py` the commands of macOS.

What it cannot show: Metal's own numbers, dyld, code signing, real sandboxes, real times.
"""

from simulated_mac.device_library import NoCompilerError
from simulated_mac.mac import FROM_MACHINE, MACHINES, SimMac, output

__all__ = ["FROM_MACHINE", "MACHINES", "NoCompilerError", "SimMac", "output"]
