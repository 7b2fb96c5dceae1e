"""Print the n-th fenced `sh` block of a Markdown file: CI runs what the README says."""

import re
import sys
from pathlib import Path


def sh_blocks(text: str) -> list[str]:
    """Return the bodies of the fenced sh blocks below the heading "Quick start"."""
    section = re.split(r"^## ", text.split("## Quick start", 1)[1], maxsplit=1, flags=re.M)[0]
    return re.findall(r"^```sh\n(.*?)^```$", section, flags=re.M | re.S)


if __name__ == "__main__":
    print(sh_blocks(Path(sys.argv[1]).read_text(encoding="utf-8"))[int(sys.argv[2]) - 1])
