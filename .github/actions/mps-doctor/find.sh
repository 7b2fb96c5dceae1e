#!/bin/sh
# Prints the Python that mps-doctor can be installed with, for a job of GitHub Actions; empty for none.
set -eu
# python3 comes last: on a Mac it may be Apple's, which is 3.9 at most.
for name in python3.14 python3.13 python3.12 python3.11 python3.10 python3; do
  if "$name" -c 'import sys, venv; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    echo "python=$(command -v "$name")"
    exit 0
  fi
done
echo "python="
