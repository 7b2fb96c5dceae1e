#!/bin/sh
# mps-doctor: asks the Pythons of this computer about PyTorch and the Apple GPU.
# Made by `mps-doctor fleet script`; installs nothing, and takes its temporary folder away.
# What it prints is read by `mps-doctor fleet report`.  For a device manager it begins with
# HEALTHY, BROKEN cause, NOT-A-MAC, NO-TORCH or UNKNOWN why; the facts follow in one word.
# shellcheck disable=SC2317  # the functions below are called, by traps and from `fail`
LEVEL=${MPS_DOCTOR_LEVEL:-@LEVEL@}
DEVICE=${MPS_DOCTOR_DEVICE:-@DEVICE@}
TIMEOUT=${MPS_DOCTOR_TIMEOUT:-@TIMEOUT@}
FORM=${MPS_DOCTOR_FORM:-@FORM@}
EXIT_CODE=${MPS_DOCTOR_EXIT_CODE:-@EXIT_CODE@}
NAME=${MPS_DOCTOR_NAME:-}
PYTHONS=${MPS_DOCTOR_PYTHONS:-"@PYTHONS@"}
SALT=${MPS_DOCTOR_SALT:-mps-doctor}
# Fleet keeps 10,000 characters of a script's output (github.com/fleetdm/fleet/issues/31593).
MOST=9800
umask 077
LC_ALL=C
export LC_ALL
# macOS's uname answers with these where they are set (shell_cmds, uname/uname.c).
unset UNAME_MACHINE UNAME_NODENAME UNAME_RELEASE UNAME_SYSNAME UNAME_VERSION
unset UNAME_m UNAME_n UNAME_r UNAME_s UNAME_v PYTHONINSPECT PYTHONSTARTUP
# The system's own tools come first: a caller like cron has no /usr/sbin, where sysctl and ioreg
# are, and Homebrew may put others of the same names before them.  The probe gets the user's PATH.
USERS_PATH=${PATH-}
PATH=/usr/bin:/bin:/usr/sbin:/sbin:$USERS_PATH
export PATH
SYSTEM=$(uname -s)
if [ "$SYSTEM" = Darwin ]; then HOMES=/Users; else HOMES=/home; fi
folder='' child='' shared=''

end_child() {
  [ -z "$child" ] || kill -9 "-$child" 2>/dev/null || kill -9 "$child" 2>/dev/null
}

# Runs a command for so many seconds at most; a probe leaves by itself before.  bash, which is
# macOS's sh, gives it a process group, so that what it started ends with it; dash and zsh refuse
# to without a terminal.
limited() {
  seconds=$1
  shift
  [ -z "${BASH_VERSION-}" ] || set -m
  "$@" </dev/null &
  child=$!
  [ -z "${BASH_VERSION-}" ] || set +m
  (
    while [ "$seconds" -gt 0 ]; do
      sleep 1
      kill -0 "$child" || exit 0
      seconds=$((seconds - 1))
    done
    [ -z "$folder" ] || : >"$folder/late"
    end_child
  ) >/dev/null 2>&1 &
  watcher=$!
  wait "$child" 2>/dev/null
  set -- "$?"
  child=''
  # It holds what our caller reads from.
  kill "$watcher" 2>/dev/null
  wait "$watcher" 2>/dev/null
  return "$1"
}

# A text as a JSON string, without control characters.
quote() { printf '"%s"' "$(printf '%s' "$1" | tr -d '\000-\037\177' | sed 's/["\\]/\\&/g')"; }

identity() {
  case $SYSTEM in
    Darwin)
      key=$(limited 5 ioreg -rd1 -c IOPlatformExpertDevice 2>/dev/null |
        sed -n 's/.*"IOPlatformUUID" = "\(.*\)"/\1/p')
      ;;
    *) key=$(cat /etc/machine-id 2>/dev/null) ;;
  esac
  [ -n "$key" ] || return 0
  # shasum is a script that needs the system's Perl; sha256sum came with macOS 15
  # (text_cmds-190).
  for hash in 'shasum -a 256' sha256sum; do
    id=$(printf '%s %s' "$SALT" "$key" | $hash 2>/dev/null | cut -c1-16)
    [ -z "$id" ] || break
  done
  printf '%s' "$id"
}

describe() {
  macos='' chip=''
  if [ "$SYSTEM" = Darwin ]; then
    macos=$(limited 5 env SYSTEM_VERSION_COMPAT=0 sw_vers -productVersion 2>/dev/null)
    chip=$(limited 5 sysctl -n machdep.cpu.brand_string 2>/dev/null)
  fi
  printf '{"fleet_script": 1, "version": "@VERSION@", "name": %s, "id": %s, "recorded": "%s", ' \
    "$(quote "$NAME")" "$(quote "$(identity)")" "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  printf '"system": %s, "kernel": %s, "machine": %s, "macos": %s, "chip": %s, ' \
    "$(quote "$SYSTEM")" "$(quote "$(uname -r)")" "$(quote "$(uname -m)")" \
    "$(quote "$macos")" "$(quote "$chip")"
  printf '"level": %s, "device": %s}\n' "$(quote "$LEVEL")" "$(quote "$DEVICE")"
}

# Apple's python3, under whatever name, is a stub.  It opens a window on the user's screen where
# the developer folder is gone, and hangs where that is "/" (Homebrew, shims/shared/git).
is_stub() {
  [ "$SYSTEM" = Darwin ] && [ "$1" -ef /usr/bin/python3 ] || return 1
  developer=$(limited 5 xcode-select -p 2>/dev/null)
  [ ! -d "$developer" ] || [ ! -x "$developer/usr/bin/python3" ] ||
    [ "$developer/usr/bin/python3" -ef /usr/bin/python3 ]
}

# Where the user's shell would find a command.
find_command() (
  PATH=$USERS_PATH
  command -v "$1"
)

# The Python that a user of this computer would get.
own_python() {
  for python in "${VIRTUAL_ENV:-/nowhere}/bin/python" "${CONDA_PREFIX:-/nowhere}/bin/python" \
    "$(find_command python3)" /opt/homebrew/bin/python3 /usr/local/bin/python3 \
    /Library/Frameworks/Python.framework/Versions/Current/bin/python3 \
    "$HOME/miniforge3/bin/python" "$HOME/miniconda3/bin/python" "$HOME/anaconda3/bin/python" \
    /opt/miniforge3/bin/python /opt/miniconda3/bin/python /opt/anaconda3/bin/python \
    "$(find_command python)" /usr/bin/python3; do
    if [ -x "$python" ] && [ ! -d "$python" ] && ! is_stub "$python"; then
      printf '%s\n' "$python"
      return
    fi
  done
}

# A device manager runs this as root, which has no environment: those of the users count.
is_root() { [ "$(id -u)" = 0 ]; }

# Of each user the first of these places below the home folder.
in_homes() {
  for home in "$HOMES"/*; do
    for place; do
      if [ -x "$home/$place" ]; then
        printf '%s\n' "$home/$place"
        break
      fi
    done
  done
}

# Where root examines an interpreter, the owner of its folder runs it: what a user can write is
# not for root to run.  The owner cannot read our folder, so the probe lies in another.
owner_of() { ls -ldn "${1%/*}" 2>/dev/null | awk '{ print $3 }'; }

share_probe() {
  [ -z "$shared" ] || return 0
  shared=$(mktemp -d /tmp/mps-doctor.XXXXXX) && cp "$folder/probe.pyz" "$shared" &&
    chmod 755 "$shared" && chmod 644 "$shared/probe.pyz"
}

# Runs the probe once, and notes how that ended.  macOS purges DYLD_ variables when it starts a
# protected program such as /bin/sh (System Integrity Protection Guide, Runtime Protections): the
# answer cannot say whether the user's programs have any.
attempt() {
  rm -f "$folder/late"
  if [ -n "$as" ]; then probe=$shared/probe.pyz; else probe=$folder/probe.pyz; fi
  printf '{"interpreter": %s, "options": "%s"}\n' "$(quote "$1")" "$2" >>"$folder/out"
  # shellcheck disable=SC2086  # the words are ours, and are to be split
  limited "$((TIMEOUT + 15))" $as env PATH="$USERS_PATH" "$1" $2 "$probe" \
    --level "$LEVEL" --device "$DEVICE" --timeout "$TIMEOUT" --marks stderr --redact names \
    >>"$folder/out" 2>"$folder/err"
  status=$?
  late=false fault=false
  # The second is what the probe's own watchdog writes.
  if [ -e "$folder/late" ] || grep -q '^Timeout (' "$folder/err"; then late=true; fi
  # torch goes on with garbage after this (pytorch/pytorch#193571).
  if grep -q 'command buffer exited with error status' "$folder/err"; then fault=true; fi
  printf '\n{"ended": %s, "late": %s, "fault": %s, "stderr": "%s"}\n' "$status" "$late" "$fault" \
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

# The word that a smart group or a compliance rule can match: of the worst environment, judged by
# the few facts that decide most cases.  The report knows more facts, and names the exact cause.
judge() {
  awk -v device="$DEVICE" -v os="$SYSTEM" '@JUDGE@'
}

# One word that fits the field of a device manager.
compact() {
  packed=$(gzip -9 -c | base64 | tr -d '\n')
  printf 'mps-doctor-facts:1:%s:%s' "${#packed}" "$packed"
}

tell() {
  case $FORM in
    jamf) printf '<result>%s %s</result>\n' "$1" "$2" ;;
    *) printf '%s %s\n' "$1" "$2" ;;
  esac
}

leave() {
  [ "$EXIT_CODE" = false ] && exit 0
  case $1 in
    HEALTHY) exit 0 ;;
    UNKNOWN*) exit 4 ;;
    *) exit 1 ;;
  esac
}

fail() {
  said=$(describe && printf '{"fleet_failed": "%s", "message": %s}' "$1" "$(quote "$2")")
  case $FORM in
    lines) printf '%s\n' "$said" ;;
    *) tell "UNKNOWN $1" "$(printf '%s\n' "$said" | compact)" ;;
  esac || exit 2
  leave UNKNOWN
}

# The probe would take a word that it does not know for another one.
check_setting() {
  case " $3 " in
    *" $2 "*) ;;
    *) fail setting "MPS_DOCTOR_$1 is '$2', not one of: $3" ;;
  esac
}

trap '[ -z "$folder" ] || rm -rf "$folder" ${shared:+"$shared"}' EXIT
trap 'end_child; exit 130' INT TERM HUP
check_setting LEVEL "$LEVEL" 'quick standard deep'
check_setting DEVICE "$DEVICE" 'mps cpu cuda'
check_setting FORM "$FORM" 'lines compact jamf'
check_setting EXIT_CODE "$EXIT_CODE" 'true false'
case $TIMEOUT in
  '' | 0* | *[!0-9]* | ??????*) fail setting "MPS_DOCTOR_TIMEOUT is '$TIMEOUT', not seconds" ;;
esac
made=$(mktemp -d "${TMPDIR:-/tmp}/mps-doctor.XXXXXX" 2>&1) || fail no-temporary-folder "$made"
folder=$made
describe >"$folder/out" || fail disk-full "cannot write $folder/out"
grep -q '^# The probe:' "$0" 2>/dev/null || fail failed 'run it as a file: it reads itself'
# macOS 10.14 knew -D only; from text_cmds-165 (macOS 14) on both are taken; Linux knows -d only.
if printf 'YQ==' | base64 -d >/dev/null 2>&1; then decode=-d; else decode=-D; fi
sed '1,/^# The probe:/d' "$0" | sed 's/^# //' >"$folder/probe.64"
said=$(base64 "$decode" <"$folder/probe.64" 2>&1 >"$folder/probe.pyz") ||
  fail failed "cannot unpack the probe: $said"

if [ -z "$PYTHONS" ] && is_root; then
  # The time and the length of an answer are limited.
  PYTHONS=$(in_homes .venv/bin/python miniforge3/bin/python miniconda3/bin/python \
    anaconda3/bin/python | head -n 4)
fi
if [ -z "$PYTHONS" ]; then
  PYTHONS=$(own_python)
fi
if [ -z "$PYTHONS" ]; then
  printf '{"fleet_failed": "no-python", "message": "no Python was found"}\n' >>"$folder/out"
fi
printf '%s\n' "$PYTHONS" | while IFS= read -r python; do
  found=''
  case $python in
    \~/*) is_root && found=$(in_homes "${python#\~/}") ;;
  esac
  printf '%s\n' "${found:-$python}"
done >"$folder/pythons"
while IFS= read -r python <&3; do
  case $python in
    '') continue ;;
    \~/*) python=$HOME/${python#\~/} ;;
  esac
  [ -d "$python" ] && python=$python/bin/python
  case $python in
    */*) ;;
    *) python=$(find_command "$python" || printf '%s' "$python") ;;
  esac
  why='' as=''
  owner=$(owner_of "$python")
  if [ "${owner:-0}" != 0 ] && is_root; then
    as="sudo -n -H -u #$owner"
  fi
  if [ ! -x "$python" ]; then
    why='no such program'
  elif is_stub "$python"; then
    why="Apple's stub, without the developer tools behind it"
  elif [ -n "$as" ] && ! { limited 5 $as true && share_probe; } 2>/dev/null; then
    why="cannot be run as its owner, the user $owner"
  fi
  if [ -n "$why" ]; then
    printf '{"interpreter": %s, "missing": true, "message": %s}\n' \
      "$(quote "$python")" "$(quote "$why")" >>"$folder/out"
  else
    examine "$python"
  fi
done 3<"$folder/pythons"
printf '{"fleet_end": true}\n' >>"$folder/out"

word=$(judge <"$folder/out")
if [ "$FORM" = lines ]; then
  cat "$folder/out" || exit 2
  leave "$word"
fi
text=$(compact <"$folder/out")
# Beyond what a field holds go the words of stderr, then the packages, then the deep level.
for less in 's/"stderr": "[^"]*"/"stderr": ""/' '/^{"section": "packages"/d' \
  '/^{"section": "deep"/d;/^{"section": "frameworks"/d;/^{"section": "openmp"/d'; do
  [ "${#text}" -le "$MOST" ] && break
  sed "$less" "$folder/out" >"$folder/less" && mv "$folder/less" "$folder/out"
  text=$(compact <"$folder/out")
done
[ "${#text}" -le "$MOST" ] || fail too-long "it said: $word"
tell "$word" "$text" || exit 2
leave "$word"
# The probe:
