"""Make the picture of the README: python docs/_ext/pictures.py."""

from __future__ import annotations

from project import DOCS, MACHINES

from mps_doctor import run_checks
from mps_doctor.render import Screen, load
from mps_doctor.views.report import view_report

PICTURES = {
    "sick": "conda-osx-64-under-rosetta",
}
"""Each picture and the recorded machine that it shows."""


def picture(machine: str) -> str:
    """Return the console's page for a machine as an SVG document."""
    report = run_checks(snapshot=MACHINES / f"{machine}.json")
    return str(load("svg").render(view_report(report), Screen(width=84, color=True)))


def main() -> None:
    """Write the pictures."""
    for name, machine in PICTURES.items():
        (DOCS / "images" / f"{name}.svg").write_text(picture(machine), encoding="utf-8")


if __name__ == "__main__":
    main()
