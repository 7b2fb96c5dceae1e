"""The family `disk`: room for the models that a Mac's GPU is to run."""

from mps_doctor import Failed, Fix, Outcome, Passed, check, known
from mps_doctor.facts import Extra

ENOUGH = 20_000_000_000
"""Bytes: a model of seven billion weights in 16 bits has 14 GB, and is unpacked once."""


@check(
    "disk-space",
    title="There is room for models on the disk",
    causes=("disk:nearly-full",),
    concerns="any",
)
def disk_space(extra: Extra) -> Outcome:
    """Models are loaded from the disk, and a full one breaks downloads half-way.

    ## Why it matters
    An incomplete file is found out late, by an error that names something else.

    ## Fix
    Remove models that are not used, or keep them on another disk.

    ## References
    - https://huggingface.co/docs/huggingface_hub/guides/manage-cache
    """
    free = known(extra.fact("disk.free_bytes"))
    folder = known(extra.fact("disk.folder"))
    room = f"{free / 1e9:.0f} GB free"
    if free >= ENOUGH:
        return Passed(message="room for models", have=room)
    return Failed(
        cause="disk:nearly-full",
        message=f"The disk of {folder} is nearly full",
        have=room,
        need=f"{ENOUGH / 1e9:.0f} GB",
        evidence=(f"{folder}: {room}",),
        fixes=(
            Fix(
                id="free-space-for-models",
                kind="manual",
                summary="Make room for models",
                steps=(f"Remove models from {folder}, or set HF_HOME to a folder of another disk",),
                risk="destructive",
                verify=(("mps-doctor", "--select", "disk"),),
            ),
        ),
    )


@check(
    "disk-writable",
    title="Models can be stored",
    causes=("disk:not-writable",),
    concerns="any",
)
def disk_writable(extra: Extra) -> Outcome:
    """The folder for models must be writable for this user.

    ## Why it matters
    A folder that was made by sudo belongs to root, and every download into it fails.

    ## Fix
    Give the folder back to its user.

    ## References
    - https://huggingface.co/docs/huggingface_hub/guides/manage-cache
    """
    folder = known(extra.fact("disk.folder"))
    if known(extra.fact("disk.writable")):
        return Passed(message="writable", have=folder)
    return Failed(
        cause="disk:not-writable",
        message=f"{folder} cannot be written",
        have="no permission",
        need="permission to write",
        evidence=(folder,),
        severity="error",
        fixes=(
            Fix(
                id="own-the-folder",
                kind="manual",
                summary="Make the folder writable",
                steps=(f"Change the owner of {folder} to your user, with sudo chown",),
                needs=("sudo",),
                verify=(("mps-doctor", "--select", "disk"),),
            ),
        ),
    )
