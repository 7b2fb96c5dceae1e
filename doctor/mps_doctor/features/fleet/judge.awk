# The word for device managers, from the lines of the answer.
function has(text) { return index($0, text) > 0 }
function value(key,  found) {
  if (!match($0, "\"" key "\": \"?[^\",}]*")) return ""
  found = substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
  sub(/^"/, "", found)
  return found
}
function newer(key, before,  found) { return (found = value(key)) == "" ? before : found }
function number(version,  parts) { split(version, parts, "."); return parts[1] * 100 + parts[2] }
# torch needs macOS 12.3 for mps, or what its own files state.
function too_old() {
  return macos ~ /^[0-9]/ && (number(macos) < 1203 || number(macos) < number(minimum))
}
function word() {
  if (missing) return "UNKNOWN python-missing"
  if (late && !hello && !alone) return "UNKNOWN python-hangs"
  if (alone || !hello) return status ? "BROKEN python-broken" : "UNKNOWN not-understood"
  if (old) return "BROKEN python-too-old"
  if (device == "mps" && (translated == "true" || python == "x86_64" && mac == "arm64"))
    return "BROKEN python-x86_64-on-apple-silicon"
  if (!ended && step == "torch_import")
    imported = late ? "hung" : status > 128 ? "crashed" : "exited"
  if (imported == "not-installed" || imported == "" && installed == "false") return "NO-TORCH"
  if (imported == "hung") return "BROKEN torch-import-hangs"
  if (imported == "crashed") return "BROKEN torch-import-crashed"
  if (imported == "raised" || imported == "exited") return "BROKEN torch-import-failed"
  if (device == "mps") {
    if (module == "false") return "BROKEN torch-too-old-no-mps"
    if (built == "false") return "BROKEN torch-not-built-with-mps"
    if (available == "false" && too_old()) return "BROKEN macos-too-old-for-torch"
    if (available == "false") return "BROKEN mps-unavailable-unexplained"
  }
  if (ran == "raised" || wrong || fault || !ended && step ~ /^smoke/)
    return "BROKEN mps-smoke-failed"
  if (!ended) return "UNKNOWN incomplete"
  return ran == "completed" && error ~ /^[0-9]/ ? "HEALTHY" : "UNKNOWN not-run"
}
function finish(  found, first, rank) {
  if (!begun) return
  found = word()
  split(found, first, " ")
  rank = index("HEALTHY NO-TORCH UNKNOWN BROKEN", first[1])
  if (rank > worst) { worst = rank; said = found }
}
$1 == "{\"fleet_failed\":" { said = "UNKNOWN " value("fleet_failed") }
$1 == "{\"interpreter\":" {
  if (has("\"options\": \"-B -I\"}")) { alone = 1; next }
  finish()
  begun = 1
  missing = has("\"missing\": true")
  alone = late = hello = status = old = ended = wrong = fault = 0
  step = translated = python = mac = installed = imported = module = built = ""
  available = ran = error = macos = minimum = ""
}
$1 == "{\"probe\":" {
  hello = 1
  split(value("python"), version, ".")
  old = version[1] < 3 || version[1] == 3 && version[2] < 7
}
$1 == "{\"begin\":" { step = value("begin") }
$1 == "{\"end\":" { ended = 1 }
$1 == "{\"ended\":" {
  if (value("ended") > 0) status = value("ended")
  if (has("\"late\": true")) late = 1
  if (has("\"fault\": true")) fault = 1
}
$1 != "{\"section\":" { next }
$2 == "\"host\"," {
  mac = newer("hardware_architecture", mac)
  macos = newer("macos_version", macos)
}
$2 == "\"torch\"," {
  installed = newer("installed", installed)
  minimum = newer("stated_minimum_macos", minimum)
}
$2 == "\"python\"," {
  translated = newer("translated", translated)
  python = newer("architecture", python)
}
$2 == "\"torch_import\"," {
  imported = newer("outcome", imported)
  module = newer("mps_module", module)
  built = newer("mps_built", built)
  available = newer("mps_available", available)
}
$2 == "\"smoke\"," {
  ran = newer("outcome", ran)
  error = newer("relative_error", error)
  if (value("copy_wrong") + value("not_finite") + value("ones_wrong") > 0) wrong = 1
  if (error ~ /^[0-9]/ && error + 0 > 1e-4) wrong = 1
}
END {
  finish()
  if (device == "mps" && os != "Darwin" && os != "") said = "NOT-A-MAC"
  print (said == "" ? "UNKNOWN incomplete" : said)
}
