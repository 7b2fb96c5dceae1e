"""Prints the matrix of deep probes for a device: `python print_matrix.py cuda [probe …]`.

Needs torch and nothing else, so that it also runs on a machine that has no mps-doctor.
A probe that ends the process is noted, and the rest go on in another one.
"""

import json
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[3] / "doctor" / "mps_doctor"

MARK = "\x1e"


def child(device, only, skip):
    """Run the probes and write a line for each step and each result."""
    sys.path.insert(0, str(PACKAGE))
    import torch
    from probe.deep import level

    def tell(**line):
        sys.stdout.write(MARK + json.dumps(line) + "\n")
        sys.stdout.flush()

    name = torch.cuda.get_device_name() if device == "cuda" else "CPU"
    tell(title=f"torch {torch.__version__}, {device}: {name}")
    level.run(
        torch,
        device,
        lambda section, facts: tell(section=section, facts=facts),
        lambda step, seconds: tell(begin=step),
        only,
        skip,
    )


def main():
    """Collect what the child processes say, and print it as a table."""
    device, only = sys.argv[1], [f"deep.{name}" for name in sys.argv[2:]]
    steps, facts, title = [], {}, ""
    for _ in range(20):
        command = [sys.executable, __file__, "--child", device, json.dumps(only), json.dumps(steps)]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        for line in done.stdout.split("\n"):
            if not line.startswith(MARK):
                continue
            said = json.loads(line[1:])
            title = said.get("title", title)
            if "begin" in said:
                steps.append(said["begin"])
            facts.update(said.get("facts", {}))
        if done.returncode == 0:
            break
        facts[f"probe:{steps[-1].partition('.')[2]}"] = {"outcome": f"ended: {done.returncode}"}
    show(title, facts)


def show(title, facts):
    """Print the table, then everything that is no probe."""
    print(title)
    print(f"{'probe':44} {'outcome':10} {'outside':>7} {'largest':>9} {'norm':>9} {'bound':>7}  s")
    for name, value in facts.items():
        if not name.startswith("probe:"):
            continue
        error, norm = value.get("largest_error", 0.0), value.get("norm_error", 0.0)
        print(
            f"{name[6:]:44} {value['outcome']:10} {value.get('outside', ''):>7} {error:>9.1e} "
            f"{norm:>9.1e} {value.get('norm_tolerance', 0):>7.0e} {value.get('seconds', 0):7.3f}"
            f" {value.get('reason', '')}{value.get('error_message', '')[:90]!r}"
            f"{' NOT FINITE' if value.get('not_finite') else ''}"
            f"{' ALL ZERO' if value.get('all_zero') else ''} {value.get('wrong_shape', '')}".rstrip(
                "' "
            )
        )
    others = {name: value for name, value in facts.items() if not name.startswith("probe:")}
    print(json.dumps(others, indent=1))


if sys.argv[1] == "--child":
    child(sys.argv[2], json.loads(sys.argv[3]), json.loads(sys.argv[4]))
else:
    main()
