"""Evidence that a pasted text states has the line of the text behind it."""

import pytest
from samples import failed, result

from mps_doctor.facts import (
    Host,
    Machine,
    Messages,
    Origin,
    Package,
    Packages,
    StatedFact,
    TorchImport,
    Variable,
    Variables,
)
from mps_doctor.judgement.line_references import cite


def machine(*stated: tuple[str, int]) -> Machine:
    return Machine(
        origin=Origin(kind="pasted"),
        host=Host(macos_version="14.5"),
        torch_import=TorchImport(mps_available=False),
        packages=Packages(installed=(Package(name="numpy", version="2.0.2"),)),
        variables=Variables(values=(Variable(name="USE_MPS", value="0"),)),
        messages=Messages(stated=tuple(StatedFact(fact=fact, line=line) for fact, line in stated)),
    )


@pytest.mark.parametrize(
    ("stated", "evidence", "cited"),
    [
        (("host.macos_version", 3), "macOS: 14.5", "macOS: 14.5 (line 3)"),
        (("packages.numpy", 9), "numpy==2.0.2", "numpy==2.0.2"),
        (("packages.numpy", 9), "numpy: 2.0.2", "numpy: 2.0.2 (line 9)"),
        (("variables.USE_MPS", 4), "USE_MPS=0", "USE_MPS=0 (line 4)"),
        (("torch_import.mps_available", 5), "is_available(): False",
         "is_available(): False (line 5)"),
        (("host.macos_version", 3), "chip: M2", "chip: M2"),
        (("packages.absent", 3), "chip: M2", "chip: M2"),
    ],
)  # fmt: skip
def test_a_line_is_named_where_the_text_states_the_fact(
    stated: tuple[str, int], evidence: str, cited: str
) -> None:
    passed = result("b")
    found, other = cite(
        (failed("a", "python-broken", evidence=(evidence,)), passed), machine(stated)
    )
    assert found.evidence == (cited,)
    assert other is passed


def test_of_two_lines_the_first_is_named_and_without_a_text_nothing_changes() -> None:
    results = (failed("a", "python-broken", evidence=("macOS: 14.5",)),)
    twice = machine(("host.macos_version", 8), ("host.macos_version", 2))
    assert cite(results, twice)[0].evidence == ("macOS: 14.5 (line 2)",)
    assert cite(results, machine()) is results
