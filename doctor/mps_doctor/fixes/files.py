"""Fixes of files that are in the way: they are renamed, never deleted."""

from mps_doctor.fixes.fix import DOCTOR, Fix

SUFFIX = ".renamed"
"""What a file is called afterwards: no import finds `torch.py.renamed`, nor a folder so called."""


def rename_files(*paths: str) -> Fix:
    """Return the fix that renames files which are imported instead of a package or a module.

    `mv -n` overwrites nothing: where the new name is taken, the file stays and the proof fails.
    """
    return Fix(
        id="rename-shadowing-file",
        summary=f"Rename {paths[0]}" if len(paths) == 1 else f"Rename {len(paths)} files",
        commands=tuple(("mv", "-n", path, path + SUFFIX) for path in paths),
        risk="safe",
        undo=tuple(("mv", "-n", path + SUFFIX, path) for path in paths),
        verify=((DOCTOR,),),
    )
