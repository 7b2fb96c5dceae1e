"""Section `packages`: the installed packages that matter to torch on a Mac, by directory names."""

from .distributions import installer_of, metadata_lines, normal
from .gather import ask
from .rows.packages import REPORTED

COMPANIONS = ("torchvision", "torchaudio")


def facts(folders):
    """Return the packages of the list that are installed; the first of a name is the one used."""
    found = {}
    for name, version, path in folders.distributions():
        if name in REPORTED and name not in found:
            package = {"name": name, "version": version, "installer": installer_of(path)}
            asked = ask(demands, path)
            if isinstance(asked, dict) and "unknown" not in asked:
                package["requires_torch"] = asked.pop("torch", "")
                package["requires_companions"] = asked
            found[name] = package
    return {"installed": [found[name] for name in sorted(found)]}


def demands(path):
    """Return what a distribution's metadata demands of torch and its companions, by their names.

    What is for an extra or for other systems is left out.
    """
    found = {}
    for line in metadata_lines(path):
        key, _, value = line.partition(":")
        requirement, _, marker = value.partition(";")
        if key != "Requires-Dist" or not applies(marker):
            continue
        requirement = requirement.strip()
        end = 0
        while end < len(requirement) and (requirement[end].isalnum() or requirement[end] in "._-"):
            end += 1
        name = normal(requirement[:end])
        if name == "torch" or name in COMPANIONS:
            demand = requirement[end:].strip().strip("()").replace(" ", "")
            found.setdefault(name, demand)
    return {name: demand for name, demand in found.items() if demand}


def applies(marker):
    """Return whether a requirement with this marker is for everybody, or for a Mac."""
    if "extra" in marker:
        return False
    if "platform" not in marker:
        return True
    return ("darwin" in marker.lower()) != ("!=" in marker)
