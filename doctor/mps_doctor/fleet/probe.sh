#!/bin/sh
# mps-doctor: asks the Pythons of this computer about PyTorch and the Apple GPU.
# Made by `mps-doctor fleet script`; installs nothing, and takes its temporary folder away.
# What it prints is read by `mps-doctor fleet report`.
LEVEL=${MPS_DOCTOR_LEVEL:-@LEVEL@}
TIMEOUT=${MPS_DOCTOR_TIMEOUT:-@TIMEOUT@}
FORM=${MPS_DOCTOR_FORM:-@FORM@}
NAME=${MPS_DOCTOR_NAME:-}
PYTHONS=${MPS_DOCTOR_PYTHONS:-@PYTHONS@}
SALT=${MPS_DOCTOR_SALT:-mps-doctor}
MOST=9800
umask 077
LC_ALL=C
export LC_ALL
unset PYTHONINSPECT PYTHONSTARTUP

# A text as a JSON string; what is not printable ASCII is left out.
quote() { printf '"%s"' "$(printf '%s' "$1" | tr -cd ' -~' | sed 's/["\\]/\\&/g')"; }

identity() {
  if [ "$(uname -s)" = Darwin ]; then
    key=$(ioreg -rd1 -c IOPlatformExpertDevice 2>/dev/null | sed -n 's/.*"IOPlatformUUID" = "\(.*\)"/\1/p')
  else
    key=$(cat /etc/machine-id 2>/dev/null)
  fi
  [ -n "$key" ] || return 0
  if command -v shasum >/dev/null 2>&1; then hash='shasum -a 256'; else hash=sha256sum; fi
  printf '%s %s' "$SALT" "$key" | $hash 2>/dev/null | cut -c1-16
}

describe() {
  macos='' chip=''
  if [ "$(uname -s)" = Darwin ]; then
    macos=$(SYSTEM_VERSION_COMPAT=0 sw_vers -productVersion 2>/dev/null)
    chip=$(sysctl -n machdep.cpu.brand_string 2>/dev/null)
  fi
  printf '{"fleet_script": 1, "version": "@VERSION@", "name": %s, "id": %s, "recorded": "%s", ' \
    "$(quote "$NAME")" "$(quote "$(identity)")" "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  printf '"system": %s, "kernel": %s, "machine": %s, "macos": %s, "chip": %s, "level": %s}\n' \
    "$(quote "$(uname -s)")" "$(quote "$(uname -r)")" "$(quote "$(uname -m)")" \
    "$(quote "$macos")" "$(quote "$chip")" "$(quote "$LEVEL")"
}

# The python3 of a Mac without developer tools opens a window that asks to install them.
is_stub() {
  [ "$1" = /usr/bin/python3 ] && [ "$(uname -s)" = Darwin ] && ! xcode-select -p >/dev/null 2>&1
}

# The Python that a user of this computer would get.
own_python() {
  for python in "${VIRTUAL_ENV:-/nowhere}/bin/python" "${CONDA_PREFIX:-/nowhere}/bin/python" \
    "$(command -v python3)" /opt/homebrew/bin/python3 /usr/local/bin/python3 \
    /Library/Frameworks/Python.framework/Versions/Current/bin/python3 \
    "$HOME/miniforge3/bin/python" "$HOME/miniconda3/bin/python" "$HOME/anaconda3/bin/python" \
    /opt/miniforge3/bin/python /opt/miniconda3/bin/python /opt/anaconda3/bin/python \
    "$(command -v python)" /usr/bin/python3; do
    if [ -n "$python" ] && [ -x "$python" ] && [ ! -d "$python" ] && ! is_stub "$python"; then
      printf '%s\n' "$python"
      return
    fi
  done
}

# Runs a command for so long at most; a probe leaves by itself before.
limited() {
  seconds=$1
  shift
  "$@" </dev/null >>"$folder/out" 2>"$folder/err" &
  child=$!
  (
    passed=0
    while [ "$passed" -lt "$seconds" ]; do
      sleep 1
      kill -0 "$child" 2>/dev/null || exit 0
      passed=$((passed + 1))
    done
    : >"$folder/late"
    pkill -9 -P "$child"
    kill -9 "$child"
  ) >/dev/null 2>&1 &
  wait "$child" 2>/dev/null
}

# Runs the probe once and tells how that ended.
attempt() {
  rm -f "$folder/late"
  : >"$folder/err"
  printf '{"interpreter": %s, "options": "%s"}\n' "$(quote "$1")" "$2" >>"$folder/out"
  # shellcheck disable=SC2086  # the options are ours, and are to be split
  limited "$((TIMEOUT + 15))" "$1" $2 "$folder/probe.pyz" \
    --level "$LEVEL" --device mps --timeout "$TIMEOUT" --marks stderr
  status=$?
  late=false
  [ -e "$folder/late" ] && late=true
  printf '\n{"ended": %s, "late": %s, "stderr": "%s"}\n' "$status" "$late" \
    "$(tail -c 6000 "$folder/err" | base64 | tr -d '\n')" >>"$folder/out"
}

examine() {
  before=$(wc -l <"$folder/out")
  attempt "$1" -B
  [ "$late" = true ] && return
  tail -n "+$((before + 1))" "$folder/out" | grep -q '^{"probe": 1' && return
  # Only a start that the user's settings cannot disturb tells more.
  attempt "$1" '-B -I'
}

# One word that fits the field of a device manager.
compact() {
  word=$(gzip -9 -c "$1" | base64 | tr -d '\n')
  printf 'mps-doctor-facts:1:%s:%s\n' "${#word}" "$word"
}

tell() {
  case $FORM in
    lines) cat "$folder/out" && return ;;
  esac
  text=$(compact "$folder/out")
  # Beyond what a field holds go the words of stderr, then the packages, then the deep level.
  for less in 's/"stderr": "[^"]*"/"stderr": ""/' '/^{"section": "packages"/d' \
    '/^{"section": "\(deep\|frameworks\|openmp\)"/d'; do
    [ "${#text}" -le "$MOST" ] && break
    sed "$less" "$folder/out" >"$folder/less" && mv "$folder/less" "$folder/out"
    text=$(compact "$folder/out")
  done
  case $FORM in
    jamf) printf '<result>%s</result>\n' "$text" ;;
    *) printf '%s\n' "$text" ;;
  esac
}

fail() {
  describe
  printf '{"fleet_failed": "%s", "message": %s}\n' "$1" "$(quote "$2")"
  exit 0
}

folder=$(mktemp -d "${TMPDIR:-/tmp}/mps-doctor.XXXXXX" 2>&1) || fail no-temporary-folder "$folder"
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP
describe >"$folder/out" || fail disk-full "cannot write $folder/out"
grep -q '^# The probe:' "$0" 2>/dev/null || fail failed 'run it as a file: it reads itself'
sed '1,/^# The probe:/d' "$0" | sed 's/^# //' >"$folder/probe.64" &&
  { base64 -d <"$folder/probe.64" 2>/dev/null || base64 -D <"$folder/probe.64"; } \
    >"$folder/probe.pyz" || fail disk-full "cannot write $folder/probe.pyz"

if [ -z "$PYTHONS" ]; then
  PYTHONS=$(own_python)
fi
if [ -z "$PYTHONS" ]; then
  printf '{"fleet_failed": "no-python", "message": "no Python was found"}\n' >>"$folder/out"
fi
printf '%s\n' "$PYTHONS" >"$folder/pythons"
while IFS= read -r python <&3; do
  case $python in
    '') continue ;;
    '~/'*) python=$HOME/${python#'~/'} ;;
  esac
  [ -d "$python" ] && python=$python/bin/python
  case $python in
    */*) ;;
    *) python=$(command -v "$python" || printf '%s' "$python") ;;
  esac
  if [ ! -x "$python" ]; then
    printf '{"interpreter": %s, "missing": true}\n' "$(quote "$python")" >>"$folder/out"
  else
    examine "$python"
  fi
done 3<"$folder/pythons"
printf '{"fleet_end": true}\n' >>"$folder/out"
tell
exit 0
# The probe:
