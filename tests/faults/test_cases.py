"""Broken environments, each a table of `cases/*.toml`: the right cause, and good manners.

`files` are laid below the patient's folder (`{site}` is its site-packages), over a torch whose
import runs `torch`.  `plugin` is the code of a plug-in, `check` that of one of its checks.  What
is expected: `exit_code`, `status` and `cause` of the verdict, `facts` (patterns), `results`
(outcome and part of the message), `error` and `said`, which stand in the document.
"""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from patient import DOCUMENTED, Patient, Visit, assert_well_behaved
from tables import table_of

AS_EVER = "raise ImportError('as ever')\n"

SOUND_CHECKS = {"mine-works": ("passed", "mine ran on "), "mine-fails": ("failed", "")}
"""What a plug-in's other checks say, whatever one of them does."""

Case = dict[str, Any]


def cases() -> list[Any]:
    """Return every case in each of its formats, with what its file says of all."""
    found = []
    for file in sorted(Path(__file__).with_name("cases").glob("*.toml")):
        document = table_of(str(file), file.name)
        common = document.pop("common", {})
        for name, own in document.items():
            case = {**common, **own}
            marks = [pytest.mark.linux_only(why)] if (why := case.get("linux_only")) else []
            if (why := case.get("frozen")) and sys.version_info < (3, 11):
                marks.append(pytest.mark.skip(why))
            found += [
                pytest.param(case, format_, id=f"{file.stem}-{name}-{format_}", marks=marks)
                for format_ in case.get("formats", ["json"])
            ]
    return found


@pytest.mark.parametrize(("case", "format_"), cases())
def test_case(patient: Patient, case: Case, format_: str) -> None:
    if (code := case.get("torch", AS_EVER)) is not False:
        patient.torch(code)
    for path, content in case.get("files", {}).items():
        put(patient, path, content)
    if "rename" in case:
        patient.prefix.rename(patient.folder / case["rename"])
        patient.python = patient.folder / case["rename"] / "bin" / "python"

    visit = patient.visit(
        argv=argv_of(patient, case, format_),
        **install_plugin(patient, case),
        **variables_of(patient, case),
    )

    if format_ != "json":
        text = visit.stdout.decode("utf-8")
        assert "torch" in text.lower()
        if "FORCE_COLOR" not in case.get("variables", {}):
            assert not {"\x1b", "\x07", "\u202e"} & set(text)
        assert "Traceback" not in visit.stderr
        assert (visit.exit_code, visit.left) == (case["exit_code"], []), visit.summary
    elif visit.stdout:
        assert_well_behaved(visit)
        assert_as_expected(visit, case)
    else:  # there was nowhere to write to
        assert (visit.exit_code in case["unwritten"], visit.left) == (True, []), visit.stderr
        assert "Traceback" not in visit.stderr
        assert visit.stderr.count("\n") <= 1, visit.stderr


def argv_of(patient: Patient, case: Case, format_: str) -> list[str] | None:
    """Return the command of the visit, in a shell where the case has a line for one."""
    given = ["--format", format_, *case.get("arguments", [])]
    if "python" in case:
        given += ["--python", case["python"].format(folder=patient.folder)]
    command = patient.command(*given)
    if case.get("isolated"):
        command.insert(1, "-I")  # the doctor's own Python would not start either
    if line := case.get("shell"):
        return ["bash", "-c", line, "bash", *command]
    return command


def variables_of(patient: Patient, case: Case) -> dict[str, str | None]:
    """Return the variables of the visit; one that is unset is None."""
    found: dict[str, str | None] = {}
    for name, value in case.get("variables", {}).items():
        text = value and value.replace("{folder}", str(patient.folder))
        found[name] = text.encode().decode("unicode_escape") if text else None
    return found


def install_plugin(patient: Patient, case: Case) -> dict[str, str]:
    """Install the plug-in of a case, and return the variables by which it is found."""
    if "check" in case:
        return patient.plugin(case.get("plugin", ""), check=case["check"])
    return patient.plugin(case["plugin"]) if "plugin" in case else {}


def put(patient: Patient, name: str, content: Any) -> None:
    """Lay one file of a case: text, or a table that says what else stands there."""
    path = Path(os.path.normpath(patient.folder / name.format(site=patient.site)))
    if isinstance(content, str):
        content = {"text": content}
    if {"is", "link", "program"} & content.keys():
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    match content:
        case {"is": "pipe"}:
            os.mkfifo(path)
        case {"is": "folder"}:
            path.mkdir()
        case {"is": "gone"}:
            pass
        case {"link": target}:
            path.symlink_to(target.format(folder=patient.folder))
        case {"program": program}:
            path.symlink_to(shutil.which(program) or program)
        case {"random": size}:
            patient.write(path, os.urandom(size))
        case _:
            data = bytes.fromhex(content.get("hex", "")) + content.get("text", "").encode()
            data = data.replace(b"{python}", os.fsencode(patient.python))
            mode = 0o755 if content.get("executable") else 0o644
            patient.write(path, content.get("head", "").encode() + data * content.get("times", 1))
            path.chmod(mode)


def assert_as_expected(visit: Visit, case: Case) -> None:
    """Compare a valid document with what the case expects."""
    assert visit.exit_code in DOCUMENTED
    assert visit.exit_code == case["exit_code"], visit.summary
    assert case.get("said", "") in visit.stdout.decode(), visit.summary
    if "error" in case:
        assert case["error"] in visit.document["error"]["message"], visit.summary
        assert visit.stderr.count("\n") == 1
        assert "\x1b" not in visit.stderr
        return
    if "cause" in case:
        assert re.fullmatch(case["cause"], visit.verdict["cause"] or ""), visit.summary
    assert visit.verdict["status"] == case.get("status", visit.verdict["status"]), visit.summary
    for fact, pattern in case.get("facts", {}).items():
        section, _, name = fact.partition(".")
        assert re.search(pattern, str(visit.facts[section].get(name))), visit.summary
    if case.get("learnt"):  # all that needs no import
        assert visit.facts["host"]["system"] == os.uname().sysname
        assert visit.facts["python"]["version"] == "{}.{}.{}".format(*sys.version_info[:3])
        assert visit.facts["torch"]["version"] == "2.9.1"
        assert isinstance(visit.facts["packages"]["installed"], list)
    expected = {name: (state, said) for name, (state, said) in case.get("results", {}).items()}
    if "check" in case:
        expected |= SOUND_CHECKS
    results = {result["check"]: result for result in visit.document["results"]}
    for name, (outcome, said) in expected.items():
        assert results[name]["outcome"] == outcome, results[name]
        assert said in results[name]["message"]
    assert results["smoke-test"]["title"] != "Mine"
