# bash completion for mps-doctor; works from bash 3.2, which macOS has.
# Made by `python -m mps_doctor.completion.generate`; do not edit.
_mps_doctor() {
  local cur prev command
  COMPREPLY=()
  cur="${COMP_WORDS[COMP_CWORD]}"
  prev="${COMP_WORDS[COMP_CWORD-1]}"
  # --format=json comes as three words.
  if [ "$cur" = "=" ]; then cur=""; fi
  if [ "$prev" = "=" ]; then prev="${COMP_WORDS[COMP_CWORD-2]}"; fi
  command="check"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "${COMP_WORDS[1]}" in
      check|diagnose|fix|plan|compare|snapshot|run|bench|explain|list|fleet|schema|completion) command="${COMP_WORDS[1]}" ;;
    esac
  fi
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in
      "fleet report") command="fleet report" ;;
      "fleet run") command="fleet run" ;;
      "fleet script") command="fleet script" ;;
    esac
  fi
  case "$command:$prev" in
    "check:--python") return ;;
    "check:--env") return ;;
    "check:--snapshot") return ;;
    "check:--baseline") return ;;
    "check:--level") COMPREPLY=( $(compgen -W "quick standard deep" -- "$cur") ); return ;;
    "check:--device") COMPREPLY=( $(compgen -W "mps cpu cuda" -- "$cur") ); return ;;
    "check:--timeout") return ;;
    "check:--probe") return ;;
    "check:--select") COMPREPLY=( $(compgen -W "host python conda toolchain torch companions settings runtime deep messages project host-system apple-gpu macos-version memory unsupported-os pip-target python-architecture macos-version-reported python-version python-prerelease python-standard-library conda-architecture xcode-command-line-tools torch-installed torch-architecture torch-version known-defects torch-built-with-mps torch-shadowed torch-install-intact torch-companions numpy-compatibility frameworks openmp-runtimes self mps-variables torch-import virtual-machine sandbox metal-device torch-import-time mps-available smoke-test deep-probes fallback framework-training device-memory reported-errors reported-symptoms reported-unavailability project-requirements" -- "$cur") ); return ;;
    "check:--ignore") COMPREPLY=( $(compgen -W "host python conda toolchain torch companions settings runtime deep messages project host-system apple-gpu macos-version memory unsupported-os pip-target python-architecture macos-version-reported python-version python-prerelease python-standard-library conda-architecture xcode-command-line-tools torch-installed torch-architecture torch-version known-defects torch-built-with-mps torch-shadowed torch-install-intact torch-companions numpy-compatibility frameworks openmp-runtimes self mps-variables torch-import virtual-machine sandbox metal-device torch-import-time mps-available smoke-test deep-probes fallback framework-training device-memory reported-errors reported-symptoms reported-unavailability project-requirements" -- "$cur") ); return ;;
    "check:--fail-on") COMPREPLY=( $(compgen -W "error warning" -- "$cur") ); return ;;
    "check:--config") return ;;
    "check:--without-plugin") return ;;
    "check:--format") COMPREPLY=( $(compgen -W "console json jsonl line markdown junit github html svg" -- "$cur") ); return ;;
    "check:-o"|"check:--output") return ;;
    "check:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "diagnose:--fail-on") COMPREPLY=( $(compgen -W "error warning" -- "$cur") ); return ;;
    "diagnose:--format") COMPREPLY=( $(compgen -W "console json jsonl line markdown junit github html svg" -- "$cur") ); return ;;
    "diagnose:-o"|"diagnose:--output") return ;;
    "diagnose:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "fix:--python") return ;;
    "fix:--env") return ;;
    "fix:--snapshot") return ;;
    "fix:--undo") return ;;
    "fix:--save-to") return ;;
    "fix:--env-file") return ;;
    "fix:--level") COMPREPLY=( $(compgen -W "quick standard deep" -- "$cur") ); return ;;
    "fix:--device") COMPREPLY=( $(compgen -W "mps cpu cuda" -- "$cur") ); return ;;
    "fix:--timeout") return ;;
    "fix:--config") return ;;
    "fix:--format") COMPREPLY=( $(compgen -W "console json jsonl line markdown junit github html svg" -- "$cur") ); return ;;
    "fix:-o"|"fix:--output") return ;;
    "fix:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "plan:--python") return ;;
    "plan:--env") return ;;
    "plan:--snapshot") return ;;
    "plan:--torch") return ;;
    "plan:--macos") return ;;
    "plan:--with-python") return ;;
    "plan:--format") COMPREPLY=( $(compgen -W "console json jsonl line markdown junit github html svg" -- "$cur") ); return ;;
    "plan:-o"|"plan:--output") return ;;
    "plan:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "compare:--python") return ;;
    "compare:--level") COMPREPLY=( $(compgen -W "quick standard deep" -- "$cur") ); return ;;
    "compare:--device") COMPREPLY=( $(compgen -W "mps cpu cuda" -- "$cur") ); return ;;
    "compare:--timeout") return ;;
    "compare:--format") COMPREPLY=( $(compgen -W "console json jsonl line markdown junit github html svg" -- "$cur") ); return ;;
    "compare:-o"|"compare:--output") return ;;
    "compare:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "snapshot:--python") return ;;
    "snapshot:--env") return ;;
    "snapshot:--level") COMPREPLY=( $(compgen -W "quick standard deep" -- "$cur") ); return ;;
    "snapshot:--device") COMPREPLY=( $(compgen -W "mps cpu cuda" -- "$cur") ); return ;;
    "snapshot:--timeout") return ;;
    "snapshot:-o"|"snapshot:--output") return ;;
    "run:--python") return ;;
    "run:--env") return ;;
    "run:--format") COMPREPLY=( $(compgen -W "console json jsonl line markdown junit github html svg" -- "$cur") ); return ;;
    "run:-o"|"run:--output") return ;;
    "run:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "bench:--python") return ;;
    "bench:--env") return ;;
    "bench:--device") COMPREPLY=( $(compgen -W "mps cpu cuda" -- "$cur") ); return ;;
    "bench:--budget") return ;;
    "bench:--save") return ;;
    "bench:--compare") return ;;
    "bench:--format") COMPREPLY=( $(compgen -W "console json jsonl line markdown junit github html svg" -- "$cur") ); return ;;
    "bench:-o"|"bench:--output") return ;;
    "bench:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "explain:--format") COMPREPLY=( $(compgen -W "console json" -- "$cur") ); return ;;
    "list:--format") COMPREPLY=( $(compgen -W "console json" -- "$cur") ); return ;;
    "fleet report:--against") return ;;
    "fleet report:--device") COMPREPLY=( $(compgen -W "mps cpu cuda" -- "$cur") ); return ;;
    "fleet report:--processes") return ;;
    "fleet report:--format") COMPREPLY=( $(compgen -W "console json html csv junit" -- "$cur") ); return ;;
    "fleet report:-o"|"fleet report:--output") return ;;
    "fleet report:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "fleet run:-i"|"fleet run:--inventory") return ;;
    "fleet run:--limit") return ;;
    "fleet run:--forks") return ;;
    "fleet run:--level") COMPREPLY=( $(compgen -W "quick standard deep" -- "$cur") ); return ;;
    "fleet run:--device") COMPREPLY=( $(compgen -W "mps cpu cuda" -- "$cur") ); return ;;
    "fleet run:--timeout") return ;;
    "fleet run:--python") return ;;
    "fleet run:--ansible-arg") return ;;
    "fleet run:-o"|"fleet run:--output") return ;;
    "fleet run:--against") return ;;
    "fleet run:--format") COMPREPLY=( $(compgen -W "console json html csv junit" -- "$cur") ); return ;;
    "fleet run:--color") COMPREPLY=( $(compgen -W "auto always never" -- "$cur") ); return ;;
    "fleet script:--form") COMPREPLY=( $(compgen -W "lines compact jamf" -- "$cur") ); return ;;
    "fleet script:--level") COMPREPLY=( $(compgen -W "quick standard deep" -- "$cur") ); return ;;
    "fleet script:--device") COMPREPLY=( $(compgen -W "mps cpu cuda" -- "$cur") ); return ;;
    "fleet script:--timeout") return ;;
    "fleet script:--python") return ;;
    "fleet script:-o"|"fleet script:--output") return ;;
  esac
  case "$cur" in
    -*)
      case "$command" in
        "check") COMPREPLY=( $(compgen -W "--help --python --env --snapshot --baseline --all --level --device --timeout --probe --select --ignore --fail-on --config --no-config --no-plugins --without-plugin --format -o --output --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "diagnose") COMPREPLY=( $(compgen -W "--help --fail-on --format -o --output --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "fix") COMPREPLY=( $(compgen -W "--help --python --env --snapshot --apply --yes --undo --save-to --env-file --level --device --timeout --config --no-config --format -o --output --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "plan") COMPREPLY=( $(compgen -W "--help --python --env --snapshot --torch --macos --with-python --format -o --output --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "compare") COMPREPLY=( $(compgen -W "--help --python --level --device --timeout --format -o --output --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "snapshot") COMPREPLY=( $(compgen -W "--help --python --env --level --device --timeout -o --output" -- "$cur") ) ;;
        "run") COMPREPLY=( $(compgen -W "--help --python --env --report-fallbacks --format -o --output --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "bench") COMPREPLY=( $(compgen -W "--help --python --env --device --budget --save --compare --format -o --output --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "explain") COMPREPLY=( $(compgen -W "--help --format" -- "$cur") ) ;;
        "list") COMPREPLY=( $(compgen -W "--help --format --causes" -- "$cur") ) ;;
        "fleet") COMPREPLY=( $(compgen -W "--help" -- "$cur") ) ;;
        "fleet report") COMPREPLY=( $(compgen -W "--help --against --device --processes --format -o --output --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "fleet run") COMPREPLY=( $(compgen -W "--help -i --inventory --limit --forks --level --device --timeout --python --ansible-arg -o --output --against --format --color -v --verbose -q --quiet --plain" -- "$cur") ) ;;
        "fleet script") COMPREPLY=( $(compgen -W "--help --form --level --device --timeout --exit-code --python -o --output" -- "$cur") ) ;;
        "schema") COMPREPLY=( $(compgen -W "--help --config" -- "$cur") ) ;;
        "completion") COMPREPLY=( $(compgen -W "--help" -- "$cur") ) ;;
      esac
      return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W "check diagnose fix plan compare snapshot run bench explain list fleet schema completion" -- "$cur") )
    return
  fi
  case "$command" in
    "explain") COMPREPLY=( $(compgen -W "host-system apple-gpu macos-version memory unsupported-os pip-target python-architecture macos-version-reported python-version python-prerelease python-standard-library conda-architecture xcode-command-line-tools torch-installed torch-architecture torch-version known-defects torch-built-with-mps torch-shadowed torch-install-intact torch-companions numpy-compatibility frameworks openmp-runtimes self mps-variables torch-import virtual-machine sandbox metal-device torch-import-time mps-available smoke-test deep-probes fallback framework-training device-memory reported-errors reported-symptoms reported-unavailability project-requirements not-macos-host linux-guest-on-mac macos-too-old-for-torch macos-too-old-for-op macos-version-misreported mps-wrong-results-os-version mps-crash-os-version virtual-machine-no-metal sandbox-no-metal-device metal-compiler-service-unreachable intel-mac-no-wheel intel-mac-amd-gpu-unreliable macos-unsupported-or-beta intel-mac-no-metal-gpu xcode-too-old-for-source-build xcode-clt-missing gpu-memory-small python-x86_64-on-apple-silicon native-arch-mismatch python-version-no-wheel pip-externally-managed python-too-old pip-of-another-python python-broken torch-not-installed torch-too-old-no-mps torch-below-recommended torch-not-built-with-mps torch-build-regression torch-import-failed torch-import-crashed torch-import-hangs torch-install-damaged torch-mps-namespace-missing local-module-shadows-torch torchhub-source-shadowing torch-companion-version-mismatch numpy2-abi-mismatch openmp-duplicate-runtime openmp-header-missing cuda-wheel-index-on-mac wrong-wheel-index wheel-tag-mismatch package-no-macos-wheel mps-unavailable-unexplained mps-smoke-failed torch-import-slow mps-watermark-env-invalid fallback-env-set-too-late mps-disabled-by-settings project-requirement-unmet unknown-mps-variable framework-device-detection-bug doctor-data-outdated app-requires-cuda op-not-implemented mps-op-wrong-result mps-op-crash mps-tensor-size-limit mps-out-of-memory mps-memory-growth float64-unsupported bfloat16-unsupported complex-dtype-unsupported fp8-unsupported sparse-unsupported mixed-dtype-on-mps fp16-amp-unsupported-on-mps tensors-on-different-devices checkpoint-location-unsupported distributed-unsupported-on-mps torch-compile-unsupported-on-mps inductor-metal-codegen-bug quantized-engine-not-selected PYTORCH_ENABLE_MPS_FALLBACK PYTORCH_MPS_HIGH_WATERMARK_RATIO PYTORCH_MPS_LOW_WATERMARK_RATIO PYTORCH_DEBUG_MPS_ALLOCATOR PYTORCH_MPS_LOG_PROFILE_INFO PYTORCH_MPS_TRACE_SIGNPOSTS PYTORCH_MPS_PREFER_METAL PYTORCH_MPS_FAST_MATH PYTORCH_MPS_DISABLE_PREFILL_ATTENTION PYTORCH_MPS_METAL_VERSION MTL_CAPTURE_ENABLED MTL_DEBUG_LAYER MTL_DEBUG_LAYER_ERROR_MODE MTL_SHADER_VALIDATION SYSTEM_VERSION_COMPAT OBJC_DISABLE_INITIALIZE_FORK_SAFETY KMP_DUPLICATE_LIB_OK DYLD_LIBRARY_PATH DYLD_INSERT_LIBRARIES CODEX_SANDBOX ACCELERATE_USE_CPU ACCELERATE_TORCH_DEVICE ACCELERATE_USE_MPS_DEVICE USE_MPS_DEVICE DISABLE_MPS TRANSFORMERS_TEST_DEVICE TRANSFORMERS_SDPA_FORCE_GQA USE_MPS" -- "$cur") ) ;;
    "fleet") COMPREPLY=( $(compgen -W "report run script" -- "$cur") ) ;;
    "completion") COMPREPLY=( $(compgen -W "bash zsh fish" -- "$cur") ) ;;
  esac
}
complete -o default -F _mps_doctor mps-doctor
