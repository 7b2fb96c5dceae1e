"""What every recorded machine and every shared case is told: status, cause, and commands.

    python tests/judgements.py            compare with judgements.txt; exit 1 where they differ
    python tests/judgements.py --record   write it anew, to be read before it is committed

Only the public functions are asked, so that the file outlives any change of the code behind them.
"""

import difflib
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from mps_doctor import Report, diagnose, run_checks

HERE = Path(__file__).parent
RECORD = HERE / "judgements.txt"
MACHINES = HERE / "machines"
CASES = HERE.parents[1] / "shared" / "cases"


def lines_of(name: str, report: Report) -> Iterator[str]:
    """Yield the verdict in one line, and each command of its prescription in another."""
    verdict = report.verdict
    others = [each.cause for each in verdict.candidates if each.cause != verdict.cause]
    beside = f" ({', '.join(others)})" if others else ""
    yield f"{name}: {verdict.status} {verdict.cause or '-'}{beside}"
    for fix in verdict.prescription:
        if not fix.commands:
            yield f"    {fix.id}: in words"
        for argv in fix.commands:
            yield f"    {fix.id}: {shlex.join(argv)}"


def told_now() -> Iterator[str]:
    """Yield the lines of every machine and of every case that can be had here."""
    for path in sorted(MACHINES.glob("*.json")):
        if path.stem != "expected":
            yield from lines_of(path.stem, run_checks(snapshot=path, plugins=False))
    for path in sorted(CASES.glob("*/evidence.txt")):
        yield from lines_of(f"case {path.parent.name}", diagnose(path.read_bytes()))


def main() -> None:
    """Record, or compare and show the difference."""
    told = [f"{line}\n" for line in told_now()]
    if "--record" in sys.argv[1:]:
        RECORD.write_text("".join(told), encoding="utf-8")
        return
    was = RECORD.read_text(encoding="utf-8").splitlines(keepends=True)
    difference = list(difflib.unified_diff(was, told, "recorded", "now", n=1))
    sys.stdout.writelines(difference)
    sys.exit(bool(difference))


if __name__ == "__main__":
    main()
