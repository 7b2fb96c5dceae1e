#!/usr/bin/env bash
# Installs the mps-doctor that this action is a part of, in an environment of its own: $1.
# What is examined stays as it is.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)

# python3 comes last: on a Mac it may be Apple's, which is 3.9 at most.
for name in python3.14 python3.13 python3.12 python3.11 python3.10 python3; do
  if "$name" -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    "$name" -m venv "$1"
    "$1/bin/pip" install --quiet "$root"
    exit 0
  fi
done
echo "::error title=mps-doctor::mps-doctor needs Python 3.10 or newer; the examined one may be older"
exit 1
