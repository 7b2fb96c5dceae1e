"""Machine: all that is known of one computer and one Python environment, as typed facts.

Facts carry no judgement.
Every source (probe, snapshot, pasted text, fleet host) yields a `Machine`; every check reads one.
"""

# No `from __future__ import annotations` here: msgspec would evaluate each text again, which takes
# longer than all the rest of this module.

from typing import Any, Literal

import msgspec

from mps_doctor.facts.host import Host
from mps_doctor.facts.python import Conda, Interpreter, Toolchain, Variables
from mps_doctor.facts.runtime import Deep, DeviceMemory, Frameworks, SmokeTest
from mps_doctor.facts.text import Messages, Project
from mps_doctor.facts.torch import OpenMP, Packages, TorchImport, TorchInstall
from mps_doctor.facts.unknown import NOT_GIVEN, Section, Unknown

SCHEMA_VERSION = "1.0"
"""Version of the Machine (snapshot) document: it only grows within one major version."""


class Extra(Section, frozen=True, kw_only=True, omit_defaults=True):
    """Facts that plug-ins gather: under the name of each, what its own probe said."""

    facts: dict[str, Any] = msgspec.field(default_factory=dict)
    """A mapping of names to values in JSON; `{"unknown": reason}` where a probe gave none."""

    def fact(self, name: str) -> Any:
        """Return the fact `plugin.name`, or the Unknown with its reason."""
        plugin, _, key = name.partition(".")
        said = self.facts.get(plugin)
        if not isinstance(said, dict):
            return Unknown(self.unknown or NOT_GIVEN, f"extra.{name}")
        value = said.get(key, Unknown(str(said.get("unknown", NOT_GIVEN)), f"extra.{name}"))
        if isinstance(value, dict) and value.keys() == {"unknown"}:
            return Unknown(str(value["unknown"]), f"extra.{name}")
        return value


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the facts come from."""

    kind: Literal["interpreter", "snapshot", "pasted", "host", "report", "synthetic"]
    name: str = ""
    """A path, a file name, a host, or the address of a public report."""
    note: str = ""
    recorded: str = ""
    """When, as ISO 8601 in UTC."""


class Machine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All that is known of one machine and one environment."""

    schema_version: str = msgspec.field(default_factory=lambda: SCHEMA_VERSION)
    origin: Origin
    host: Host = Host()
    python: Interpreter = Interpreter()
    conda: Conda = Conda()
    toolchain: Toolchain = Toolchain()
    torch: TorchInstall = TorchInstall()
    packages: Packages = Packages()
    openmp: OpenMP = OpenMP()
    variables: Variables = Variables()
    torch_import: TorchImport = TorchImport()
    smoke: SmokeTest = SmokeTest()
    deep: Deep = Deep()
    device_memory: DeviceMemory = DeviceMemory()
    frameworks: Frameworks = Frameworks()
    messages: Messages = Messages()
    project: Project = Project()
    extra: Extra = Extra()


SECTIONS: dict[str, type[Section]] = {
    name: type(default)
    for name, default in zip(Machine.__struct_fields__, Machine.__struct_defaults__, strict=True)
    if isinstance(default, Section)
}
"""Section name in the document to its type: what a check's parameters are matched with."""

NOT_PROBED = ("messages", "project", "extra")
"""Sections that the probe does not fill: they come from texts, configuration and plug-ins."""
