"""The script behind every simulated command of macOS; the name it runs under picks the command.

The answers come from the machine's file.
Each call is appended to a log, so that a test can say what was run.
`commands` in the machine's file overrides an answer: {tool: {arguments or "*": text or answer}},
where an answer is {"out", "err", "rc", "sleep"}.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

Machine = dict[str, Any]
Answer = str | dict[str, Any]

UNAME_LETTERS = {
    "s": "sysname",
    "n": "nodename",
    "r": "release",
    "v": "version",
    "m": "machine",
    "p": "processor",
}
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
    if os.environ.get("SIMULATED_NATIVE"):  # below `arch -arm64` in a translated process
        for key, value in machine.get("native", {}).items():
            machine[key] = {**machine[key], **value} if isinstance(value, dict) else value
    recorded = machine.get("commands", {}).get(name, {})
    answer = recorded.get(" ".join(args), recorded.get("*"))
    if answer is None:
        answer = BUILT_IN.get(name, unknown)(machine, args)
    if isinstance(answer, str):
        answer = {"out": answer}
    time.sleep(answer.get("sleep", 0))
    sys.stdout.write(answer.get("out", ""))
    sys.stderr.write(answer.get("err", ""))
    sys.exit(answer.get("rc", 0))


def unknown(machine: Machine, args: list[str]) -> Answer:
    return {"rc": 64, "err": f"not simulated: {args}\n"}


def sw_vers(machine: Machine, args: list[str]) -> Answer:
    values = {
        "ProductName": "macOS",
        "ProductVersion": machine["macos"],
        "BuildVersion": machine["build"],
    }
    if os.environ.get("SYSTEM_VERSION_COMPAT") == "1":
        values["ProductVersion"] = machine.get("version_reported", "10.16")
    if not args:
        return "".join(f"{key}:\t\t{value}\n" for key, value in values.items())
    wanted = args[0].lstrip("-")
    return values[wanted[0].upper() + wanted[1:]] + "\n"


def sysctl(machine: Machine, args: list[str]) -> Answer:
    flags = "".join(arg[1:] for arg in args if arg.startswith("-"))
    values = machine["sysctl"]
    out, err, status = "", "", 0
    names = sorted(values) if "a" in flags else [arg for arg in args if not arg.startswith("-")]
    for name in names:
        found = [key for key in values if key == name or key.startswith(name + ".")]
        for key in found:
            out += f"{values[key]}\n" if "n" in flags else f"{key}: {values[key]}\n"
        if not found and not set("iq") & set(flags):
            err += f"sysctl: unknown oid '{name}'\n"
            status = 1
    return {"out": out, "err": err, "rc": status}


def uname(machine: Machine, args: list[str]) -> Answer:
    wanted = "".join(arg[1:] for arg in args) or "s"
    if "a" in wanted:
        wanted = "snrvm"
    fields = [UNAME_LETTERS[letter] for letter in "snrvmp" if letter in wanted]
    return " ".join(machine["uname"][field] for field in fields) + "\n"


def arch(machine: Machine, args: list[str]) -> Answer:
    if not args:
        return ("arm64" if machine["uname"]["machine"] == "arm64" else "i386") + "\n"
    if args[0] not in ("-arm64", "-arm64e", "-x86_64", "-64"):
        return {"rc": 1, "err": f"arch: Unknown architecture: {args[0][1:]}\n"}
    if args[0].startswith("-arm64"):
        if machine["sysctl"].get("hw.optional.arm64") != 1:
            text = f"arch: posix_spawnp: {args[1]}: Bad CPU type in executable\n"
            return {"rc": 1, "err": text}
        os.environ["SIMULATED_NATIVE"] = "1"
    return os.execvp(args[1], args[1:])


def xcode_select(machine: Machine, args: list[str]) -> Answer:
    folder = machine.get("developer_dir")
    return folder + "\n" if folder else {"rc": 2, "err": NO_DEVELOPER_DIR}


def pkgutil(machine: Machine, args: list[str]) -> Answer:
    receipt = args[-1].split("=")[-1]
    version = machine.get("receipts", {}).get(receipt)
    if version is None:
        return {"rc": 1, "err": f"No receipt for '{receipt}' found at '/'.\n"}
    place = "volume: /\nlocation: /\ninstall-time: 1719293997\n"
    return f"package-id: {receipt}\nversion: {version}\n{place}"


def system_profiler(machine: Machine, args: list[str]) -> Answer:
    if "-json" not in args:
        return {"rc": 64, "err": "simulated only with -json\n"}
    known = machine.get("system_profiler", {})
    answer = {kind: known.get(kind, []) for kind in args if kind.startswith("SP")}
    return json.dumps(answer, indent=2) + "\n"


def ioreg(machine: Machine, args: list[str]) -> Answer:
    accelerator = machine.get("accelerator")
    if not accelerator:
        return ""
    lines = [f'      "{key}" = {json.dumps(value)}' for key, value in accelerator.items()]
    return "\n".join(["+-o AGXAccelerator  <class AGXAccelerator>", "    {", *lines, "    }", ""])


def launchctl(machine: Machine, args: list[str]) -> Answer:
    return machine.get("session", "Aqua") + "\n"


def vm_stat(machine: Machine, args: list[str]) -> Answer:
    pages = {"free": 60000, "active": 300000, "inactive": 290000, "wired down": 130000}
    size = machine["sysctl"].get("hw.pagesize", 16384)
    lines = [f"{f'Pages {key}:':<33}{f'{count}.':>18}\n" for key, count in pages.items()]
    head = f"Mach Virtual Memory Statistics: (page size of {size} bytes)\n"
    return head + "".join(lines)


BUILT_IN: dict[str, Callable[[Machine, list[str]], Answer]] = {
    "sw_vers": sw_vers,
    "sysctl": sysctl,
    "uname": uname,
    "arch": arch,
    "xcode-select": xcode_select,
    "pkgutil": pkgutil,
    "system_profiler": system_profiler,
    "ioreg": ioreg,
    "launchctl": launchctl,
    "vm_stat": vm_stat,
}

if __name__ == "__main__":
    main()
