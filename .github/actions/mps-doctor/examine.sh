#!/bin/sh
# Runs mps-doctor for a job of GitHub Actions: annotations, the job's summary, outputs, the exit code.
# $1 is the Python that has mps-doctor.
set -eu
doctor=$1
report="$RUNNER_TEMP/mps-doctor.json"

examined=${INPUT_PYTHON:-$(command -v python || command -v python3)}
set -- --python "$examined" --format github --format "json=$report"
if [ -n "${INPUT_LEVEL:-}" ]; then set -- "$@" --level "$INPUT_LEVEL"; fi
if [ -n "${INPUT_DEVICE:-}" ]; then set -- "$@" --device "$INPUT_DEVICE"; fi
if [ -n "${INPUT_FAIL_ON:-}" ]; then set -- "$@" --fail-on "$INPUT_FAIL_ON"; fi
if [ -n "${INPUT_EXPECT:-}" ]; then set -- "$@" --expect "$INPUT_EXPECT"; fi

rm -f "$report"
code=0
"$doctor" -m mps_doctor check "$@" || code=$?

{
  echo "exit-code=$code"
  if [ -f "$report" ]; then
    echo "report=$report"
    "$doctor" - "$report" <<'PYTHON'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    verdict = json.load(file)["verdict"]
for name, value in (("verdict", verdict["status"]), ("cause", verdict["cause"] or "")):
    print(name, "=", " ".join(value.split()), sep="")
PYTHON
  fi
} >>"$GITHUB_OUTPUT"
exit "$code"
