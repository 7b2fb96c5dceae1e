"""Section `packages`: the installed packages that matter to torch on a Mac, by directory names."""

from .distributions import installer_of, metadata_lines, normal
from .gather import ask
from .rows.packages import REPORTED


def facts(folders):
    """Return the packages of the list that are installed; the first of a name is the one used."""
    found = {}
    for name, version, path in folders.distributions():
        if name in REPORTED and name not in found:
            package = {"name": name, "version": version, "installer": installer_of(path)}
            demand = ask(requires_torch, path)
            if isinstance(demand, str):
                package["requires_torch"] = demand
            found[name] = package
    return {"installed": [found[name] for name in sorted(found)]}


def requires_torch(path):
    """Return what a distribution's metadata demands of torch without any extra: `==2.8.0`."""
    for line in metadata_lines(path):
        key, _, value = line.partition(":")
        requirement, _, marker = value.partition(";")
        if key != "Requires-Dist" or "extra" in marker:
            continue
        requirement = requirement.strip()
        end = 0
        while end < len(requirement) and (requirement[end].isalnum() or requirement[end] in "._-"):
            end += 1
        if normal(requirement[:end]) == "torch":
            return requirement[end:].strip().strip("()").replace(" ", "")
    return ""
