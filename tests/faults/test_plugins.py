"""Plug-ins of others that fail in every way: one result says so, the rest is as without them."""

import json

import pytest
from patient import Patient, Visit, assert_well_behaved

HEAD = """
from mps_doctor import Failed, Fix, Passed, NotApplicable, Unknown, check, known
from mps_doctor.facts import Host, Interpreter

def declared(id, **options):
    options.setdefault("causes", ("plugin:mine",))
    return check(id, title="Mine", family="mine", concerns="any", **options)

"""

CHECK = """
@declared("mine-works")
def works(host: Host) -> Passed:
    return Passed(message=f"mine ran on {known(host.system)}")

@declared("mine-fails")
def fails(python: Interpreter) -> Failed:
    return Failed(cause="plugin:mine", message="mine found something", severity="warning")

@declared("mine-misses")
def misses(host: Host) -> Passed:
    raise MissingFact(Unknown("told by mine", "host.system"))
""".replace("raise MissingFact", "from mps_doctor.facts import MissingFact; raise MissingFact")


def body(code: str) -> str:
    """Return a plug-in with a sound check and one that runs this code."""
    return f"""
{CHECK}
@declared("mine-misbehaves")
def misbehaves(host: Host):
    {code}
"""


AT_IMPORT = {
    "raises": ("raise RuntimeError('broken')", "broken"),
    "leaves the process": ("import os; os._exit(0)", "ended its process"),
    "lacks a module": ("import no_such_module", "no_such_module"),
    "has a syntax error": ("def (", "SyntaxError"),
    "takes an id of ours": (
        "@declared('smoke-test')\ndef taken(host: Host): return Passed(message='mine')",
        "smoke-test is taken",
    ),
    "declares no check": ("x = 1", "declares no check"),
    "is too new": ("MPS_DOCTOR_API = 99", "version 99"),
    "has an odd version": ("MPS_DOCTOR_API = 'x'", "not a number"),
    "has an odd id": (
        "@declared('Lab Check')\ndef a(host: Host): return Passed(message='')",
        "lower case",
    ),
    "invents a cause": (
        "@declared('mine', causes=('bad',))\ndef a(host: Host): return Passed(message='')",
        "is not known; write one of your own",
    ),
    "has a parameter that is no section": (
        "@declared('mine')\ndef a(host: int): return Passed(message='')",
        "must be typed by a section",
    ),
    "has a level that is none": (
        "@declared('mine', level='deepest')\ndef a(host: Host): return Passed(message='')",
        "level is 'deepest'; allowed: quick, standard, deep",
    ),
    "replaces modules": (
        "import sys; sys.modules['msgspec'] = sys.modules['os'] = None; raise ImportError('gone')",
        "gone",
    ),
}

IN_A_CHECK = {
    "raises": ("raise RuntimeError('broken')", "broken"),
    "raises KeyboardInterrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "leaves the process": ("import os; os._exit(0)", "ended its process"),
    "crashes": ("import ctypes; ctypes.string_at(0)", "ended its process"),
    "returns None": ("return None", "NoneType; a check returns Passed, Failed, NotApplicable or"),
    "returns an empty tuple": ("return ()", "tuple"),
    "returns wrong types": ("return Passed(message=7)", "a wrong value: Expected `str`"),
    "returns too much": ("return Passed(message='x' * 20_000_000)", "MB"),
    "raises a cause that it does not declare": (
        "return Failed(cause='python-broken', message='x')",
        "does not declare",
    ),
    "has a fix of no kind": (
        "return Failed(cause='plugin:mine', message='', fixes=(Fix(id='', summary='', kind='x'),))",
        "plug-in mine: ValueError: Fix.kind is 'x'; allowed: run, manual",
    ),
    "recurses": ("return misbehaves.function(host)", "Recursion"),
}


def install(patient: Patient, code: str, name: str = "mine") -> dict[str, str]:
    """Install a plug-in where the doctor finds it; return the variables of the visit."""
    patient.torch("raise ImportError('as ever')\n")
    folder = patient.folder / "plugins"
    patient.write(folder / f"plugin_{name}.py", HEAD + code)
    points = f"[mps_doctor.checks]\n{name} = plugin_{name}\n"
    patient.write(folder / f"{name}-1.0.dist-info" / "entry_points.txt", points)
    patient.write(folder / f"{name}-1.0.dist-info" / "METADATA", f"Name: {name}\nVersion: 1.0\n")
    return {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def results_of(visit: Visit) -> dict[str, dict[str, str]]:
    return {result["check"]: result for result in visit.document["results"]}


def assert_the_rest_is_as_ever(visit: Visit) -> None:
    assert_well_behaved(visit)
    assert (visit.verdict["cause"], visit.exit_code) == ("torch-import-failed", 1), visit.summary
    assert results_of(visit)["smoke-test"]["title"] != "Mine"


def test_a_plugin_that_works(patient: Patient) -> None:
    visit = patient.visit(**install(patient, CHECK))

    assert_the_rest_is_as_ever(visit)
    results = results_of(visit)
    assert results["mine-works"]["outcome"] == "passed"
    assert results["mine-works"]["message"].startswith("mine ran on ")
    assert (results["mine-fails"]["outcome"], results["mine-fails"]["severity"]) == (
        "failed",
        "warning",
    )
    assert results["mine-misses"]["outcome"] == "unknown"
    assert results["mine-misses"]["message"] == "host.system: told by mine"


@pytest.mark.parametrize(("code", "said"), AT_IMPORT.values(), ids=AT_IMPORT.keys())
def test_a_plugin_that_does_not_load(patient: Patient, code: str, said: str) -> None:
    visit = patient.visit(**install(patient, code))

    assert_the_rest_is_as_ever(visit)
    result = results_of(visit)["plugin:mine"]
    assert result["outcome"] == "errored"
    assert said in result["message"]


@pytest.mark.parametrize(("code", "said"), IN_A_CHECK.values(), ids=IN_A_CHECK.keys())
def test_a_check_that_misbehaves(patient: Patient, code: str, said: str) -> None:
    visit = patient.visit(**install(patient, body(code)))

    assert_the_rest_is_as_ever(visit)
    results = results_of(visit)
    assert results["mine-misbehaves"]["outcome"] == "errored", results["mine-misbehaves"]
    assert said in results["mine-misbehaves"]["message"]
    # The same plug-in's sound checks say what they have to say.
    assert results["mine-works"]["outcome"] == "passed"
    assert results["mine-fails"]["outcome"] == "failed"


HANGS = {
    "in Python": "while True: pass",
    "in C with the lock held": "import ctypes; ctypes.PyDLL(None).sleep(600)",
    "with a child that keeps the pipe": "import os, time; os.fork(); time.sleep(600)",
}


@pytest.mark.parametrize("code", HANGS.values(), ids=HANGS.keys())
def test_a_check_that_hangs(patient: Patient, code: str) -> None:
    visit = patient.visit(**install(patient, body(code)))

    assert_the_rest_is_as_ever(visit)
    assert "did not finish in" in results_of(visit)["mine-misbehaves"]["message"]
    assert results_of(visit)["mine-works"]["outcome"] == "passed"


def test_a_plugin_that_hangs_at_import(patient: Patient) -> None:
    visit = patient.visit(**install(patient, "import time; time.sleep(600)\n"))

    assert_the_rest_is_as_ever(visit)
    assert "did not finish in" in results_of(visit)["plugin:mine"]["message"]


PRINTS = "import os; print('{'); os.write(1, b'{\\n'); os.system('echo {')\n"


def test_what_a_plugin_prints_spoils_nothing(patient: Patient) -> None:
    code = PRINTS + body(PRINTS.strip() + "; return Passed(message='printed')")

    visit = patient.visit(**install(patient, code))

    assert_the_rest_is_as_ever(visit)
    assert results_of(visit)["mine-misbehaves"]["message"] == "printed"


def test_a_plugin_that_replaces_our_own_entry_point(patient: Patient) -> None:
    env = install(patient, CHECK)
    points = patient.folder / "plugins" / "mine-1.0.dist-info" / "entry_points.txt"
    patient.write(points, "[mps_doctor.checks]\nbuiltin = plugin_mine\n")

    visit = patient.visit(**env)

    assert_the_rest_is_as_ever(visit)
    assert results_of(visit)["mine-works"]["outcome"] == "passed"


@pytest.mark.parametrize("arguments", [("list",), ("explain", "mine-works")], ids=" ".join)
def test_the_catalogue_knows_plugins_and_survives_them(
    patient: Patient, arguments: tuple[str, ...]
) -> None:
    install(patient, "import os; os._exit(7)\n", "fatal")
    env = install(patient, CHECK)

    visit = patient.visit(*arguments, "--format", "json", **env)

    assert visit.exit_code == 0, visit.stderr
    assert visit.left == []
    assert "mine-works" in json.dumps(json.loads(visit.stdout))


def test_selecting_a_check_of_a_plugin(patient: Patient) -> None:
    visit = patient.visit("--select", "mine", **install(patient, CHECK))

    assert_well_behaved(visit)
    assert results_of(visit)["mine-works"]["outcome"] == "passed"
    assert results_of(visit)["torch-import"]["outcome"] == "not-run"
