"""Plug-ins of others beside ours: one that takes our name, in the catalogue, selected."""

import json

import pytest
from patient import SOUND_CHECKS, Patient, Visit, assert_well_behaved


def results_of(visit: Visit) -> dict[str, dict[str, str]]:
    return {result["check"]: result for result in visit.document["results"]}


def test_a_plugin_that_replaces_our_own_entry_point(patient: Patient) -> None:
    patient.torch("raise ImportError('as ever')\n")
    env = patient.plugin(SOUND_CHECKS)
    points = patient.folder / "plugins" / "mine-1.0.dist-info" / "entry_points.txt"
    patient.write(points, "[mps_doctor.checks]\nbuiltin = plugin_mine\n")

    visit = patient.visit(**env)

    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("torch-import-failed", 1), visit.summary
    assert results_of(visit)["mine-works"]["outcome"] == "passed"


@pytest.mark.parametrize("arguments", [("list",), ("explain", "mine-works")], ids=" ".join)
def test_the_catalogue_knows_plugins_and_survives_them(
    patient: Patient, arguments: tuple[str, ...]
) -> None:
    patient.plugin("import os; os._exit(7)\n", name="fatal")
    env = patient.plugin(SOUND_CHECKS)

    visit = patient.visit(*arguments, "--format", "json", **env)

    assert visit.exit_code == 0, visit.stderr
    assert visit.left == []
    assert "mine-works" in json.dumps(json.loads(visit.stdout))
