"""The script behind every simulated command of macOS; the name it runs under picks the command.

The answers come from the machine's file.
Each call is appended to a log, so that a test can say what was run.
`commands` in the machine's file overrides an answer: {tool: text or {"out", "err", "rc", "sleep"}}.
"""

import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

Machine = dict[str, Any]
Answer = str | dict[str, Any]

NO_DEVELOPER_DIR = (
    "xcode-select: error: unable to get active developer directory, use `sudo xcode-select "
    "--switch path/to/Xcode.app` to set one (or see `man xcode-select`)\n"
)


def main() -> NoReturn:
    name, args = Path(sys.argv[0]).name, sys.argv[1:]
    folder = Path(sys.argv[0]).parents[1]
    settings = json.loads((folder / "settings.json").read_text())
    with Path(settings["log"]).open("a") as file:
        file.write(json.dumps([name, *args]) + "\n")
    machine = settings["machine"]
    answer = machine.get("commands", {}).get(name)
    if answer is None:
        answer = BUILT_IN.get(name, unknown)(machine, args)
    if isinstance(answer, str):
        answer = {"out": answer}
    time.sleep(answer.get("sleep", machine.get("late", 0)))
    sys.stdout.write(answer.get("out", ""))
    sys.stderr.write(answer.get("err", ""))
    sys.exit(answer.get("rc", 0))


def unknown(machine: Machine, args: list[str]) -> Answer:
    return {"rc": 64, "err": f"not simulated: {args}\n"}


def sw_vers(machine: Machine, args: list[str]) -> Answer:
    """Print the version; Homebrew reads it so (utils/os.sh), its own source is not published."""
    values = {
        "ProductName": "macOS",
        "ProductVersion": machine["macos"],
        "BuildVersion": machine["build"],
    }
    asked = os.environ.get("SYSTEM_VERSION_COMPAT", "")
    if re.match(machine["behaviour"]["heeded_switch"], asked):
        values["ProductVersion"] = machine["behaviour"]["compatibility_version"]
    return "".join(f"{key}:\t\t{value}\n" for key, value in values.items())


def uname(machine: Machine, args: list[str]) -> Answer:
    """Print the processor, by the slice that runs: uname/uname.c of shell_cmds."""
    return machine["uname"]["processor"] + "\n" if args == ["-p"] else unknown(machine, args)


def xcode_select(machine: Machine, args: list[str]) -> Answer:
    """Print the developer folder; the variable overrides it (xcode-select's page, by macops.ca).

    That it fails without one is by report: Homebrew relies on the empty output only.
    """
    folder = os.environ.get("DEVELOPER_DIR") or machine.get("developer_dir")
    return folder + "\n" if folder else {"rc": 2, "err": NO_DEVELOPER_DIR}


def pkgutil(machine: Machine, args: list[str]) -> Answer:
    """Print a receipt: os/mac/xcode.rb of Homebrew reads the same identifier and line."""
    receipt = args[-1].split("=")[-1]
    version = machine.get("receipts", {}).get(receipt)
    if version is None:
        return {"rc": 1, "err": f"No receipt for '{receipt}' found at '/'.\n"}
    place = "volume: /\nlocation: /\ninstall-time: 1719293997\n"
    return f"package-id: {receipt}\nversion: {version}\n{place}"


def system_profiler(machine: Machine, args: list[str]) -> Answer:
    """Print displays; the samples of its keys are in macs.py.

    Confined it fails, as only two Mach services are open; with which words is not known.
    """
    if machine.get("confined"):
        return {"rc": 1}
    known = machine.get("system_profiler", {})
    answer = {kind: known.get(kind, []) for kind in args if kind.startswith("SP")}
    return json.dumps(answer, indent=2) + "\n"


def launchctl(machine: Machine, args: list[str]) -> Answer:
    """Print the session: support/launchctl.c of launchd-842, which is the last published one."""
    if machine.get("confined"):
        return {"rc": 1, "err": "Unknown job manager!\n"}
    return machine.get("session", "Aqua") + "\n"


def vm_stat(machine: Machine, args: list[str]) -> Answer:
    """Print the memory: vm_stat/vm_stat.c of system_cmds; free is without the speculative pages."""
    pages = {"free": 60000, "active": 300000, "inactive": 290000, "speculative": 1000}
    pages |= {"throttled": 0, "wired down": 130000, "purgeable": 500}
    size = machine["behaviour"]["kernel_page"]
    lines = [f"{f'Pages {key}:':<33}{f'{count}.':>18}\n" for key, count in pages.items()]
    head = f"Mach Virtual Memory Statistics: (page size of {size} bytes)\n"
    return head + "".join(lines)


BUILT_IN: dict[str, Callable[[Machine, list[str]], Answer]] = {
    "sw_vers": sw_vers,
    "uname": uname,
    "xcode-select": xcode_select,
    "pkgutil": pkgutil,
    "system_profiler": system_profiler,
    "launchctl": launchctl,
    "vm_stat": vm_stat,
}

if __name__ == "__main__":
    main()
