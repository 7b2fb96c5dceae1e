"""Which published builds of torch are known to be bad on which macOS."""

from mps_doctor.knowledge.macos import parse_macos
from mps_doctor.knowledge.rows.defects import DEFECTS
from mps_doctor.knowledge.rows.defects import Defect as Defect
from mps_doctor.knowledge.versions import meets, parse_version


def known_defects(
    torch: str, *, macos: str = "", conda_build: str = "", virtual: bool = False
) -> tuple[Defect, ...]:
    """Return what is known to be bad about this torch on this macOS.

    A defect of certain systems, conda builds or virtual machines is named only where those facts
    are known.
    """
    version, system = parse_version(torch), parse_macos(macos)
    if version is None:
        return ()
    return tuple(
        row
        for row in DEFECTS
        if meets(version.public, row.torch)
        and (not row.macos or (system is not None and meets(str(system), row.macos)))
        and (not row.in_virtual_machine or virtual)
        and (not row.conda_build or conda_build.endswith(row.conda_build))
    )
