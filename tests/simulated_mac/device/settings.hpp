// Settings and faults of the simulated device, as one line of text:
//
//   key=value;key=value;fault:WHERE=KIND[,ARGUMENT][@NTH]
//
// Settings: available, built, macos, max_bytes, other_bytes, recommended_bytes, max_buffer,
// virtual_machine (1: memory as on a hosted Mac, where not even 256 bytes can be had).
//
// WHERE is an operator ("aten::mm.out", or "aten::mm" for all its overloads; structured operators
// arrive as their out= form; "aten::add_" is the in-place one alone), or one of "alloc", "sync",
// "is_available", "copy-to-device", "copy-from-device".
//
// KIND, acting instead of the operator: raise, notimpl, oom, hang, abort, segv, kill, exit;
// before it: sleep, stderr; on its result, silently: see results.hpp.
// With @NTH the fault starts at the NTH call.
#pragma once
#include <c10/util/Exception.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

namespace simulated {

struct Fault {
  std::string kind, argument;
  int first = 1;  // the call at which it starts
  int seen = 0;   // calls so far
};

inline std::mutex lock;  // guards the three maps
inline std::map<std::string, std::string> settings;
inline std::map<std::string, Fault> faults;
inline std::map<std::string, int64_t> calls;  // operator -> how often it ran

inline std::string setting(const std::string& key, const char* otherwise) {
  std::lock_guard<std::mutex> hold(lock);
  auto found = settings.find(key);
  return found == settings.end() ? otherwise : found->second;
}
inline double number(const std::string& key, double otherwise) {
  auto text = setting(key, "");
  return text.empty() ? otherwise : std::atof(text.c_str());
}
inline double variable(const char* name, double otherwise) {
  auto* text = std::getenv(name);
  return text && *text ? std::atof(text) : otherwise;
}

inline Fault parse_fault(const std::string& text) {
  Fault fault{text};
  if (auto at = fault.kind.rfind('@'); at != std::string::npos) {
    fault.first = std::atoi(fault.kind.c_str() + at + 1);
    fault.kind.resize(at);
  }
  if (auto comma = fault.kind.find(','); comma != std::string::npos) {
    fault.argument = fault.kind.substr(comma + 1);
    fault.kind.resize(comma);
  }
  return fault;
}
inline void configure(const std::string& text) {
  std::lock_guard<std::mutex> hold(lock);
  settings.clear();
  faults.clear();
  calls.clear();
  for (size_t start = 0; start < text.size();) {
    size_t end = std::min(text.find(';', start), text.size());
    std::string item = text.substr(start, end - start);
    start = end + 1;
    size_t equals = item.find('=');
    if (equals == std::string::npos) continue;
    std::string key = item.substr(0, equals), value = item.substr(equals + 1);
    if (key.rfind("fault:", 0) == 0) faults[key.substr(6)] = parse_fault(value);
    else settings[key] = value;
  }
}

// The fault that is due at this call of `where`, if any; counts the call.
inline Fault due(const std::string& where) {
  std::lock_guard<std::mutex> hold(lock);
  auto found = faults.find(where);
  if (found == faults.end()) found = faults.find(where.substr(0, where.find('.')));
  if (found == faults.end() || ++found->second.seen < found->second.first) return {};
  return found->second;
}

[[noreturn]] void out_of_memory(size_t bytes, const char* pool);  // memory.hpp

[[noreturn]] inline void not_implemented(const std::string& name) {
  TORCH_CHECK_NOT_IMPLEMENTED(
      false, "The operator '", name, "' is not currently implemented for the MPS device. ",
      "If you want this op to be considered for addition please comment on "
      "https://github.com/pytorch/pytorch/issues/141287 and mention use-case, that resulted in "
      "missing op as well as commit hash 0000000. As a temporary fix, you can set the environment "
      "variable `PYTORCH_ENABLE_MPS_FALLBACK=1` to use the CPU as a fallback for this op. "
      "WARNING: this will be slower than running natively on MPS.");
}

// Lets the fault that is due at `where` act.
// Returns it if it is one that alters the result, otherwise an empty one.
inline Fault meet(const std::string& where) {
  const Fault fault = due(where);
  const std::string& kind = fault.kind;
  if (kind.empty()) return {};
  if (kind == "oom")
    out_of_memory(fault.argument.empty() ? 256 : std::atoll(fault.argument.c_str()), "shared");
  if (kind == "raise") TORCH_CHECK(false, fault.argument);
  if (kind == "notimpl") {
    if (variable("PYTORCH_ENABLE_MPS_FALLBACK", 0) == 0) not_implemented(where);
    TORCH_WARN("The operator '", where, "' is not currently supported on the MPS backend and will ",
               "fall back to run on the CPU. This may have performance implications.");
    return {};
  }
  if (kind == "hang")
    for (;;) ::pause();
  if (kind == "sleep") {
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::atof(fault.argument.c_str())));
    return {};
  }
  if (kind == "stderr") {
    std::fprintf(stderr, "%s\n", fault.argument.c_str());
    return {};
  }
  if (kind == "abort") {
    const char* text = "simulated.mm:1: failed assertion `injected'";
    std::fprintf(stderr, "%s\n", fault.argument.empty() ? text : fault.argument.c_str());
    std::abort();
  }
  if (kind == "segv") {
    ::signal(SIGSEGV, SIG_DFL);
    ::raise(SIGSEGV);
  }
  if (kind == "kill") ::raise(SIGKILL);
  if (kind == "exit") ::_exit(std::atoi(fault.argument.c_str()));
  return fault;
}

// The same for an operator that goes by several names; counts it under the first.
inline Fault enter(const std::vector<std::string>& names) {
  {
    std::lock_guard<std::mutex> hold(lock);
    calls[names.front()]++;
  }
  Fault alters;
  for (const auto& name : names)
    if (auto fault = meet(name); !fault.kind.empty()) alters = fault;
  return alters;
}

}  // namespace simulated
