// A simulated "mps" device for a stock CPU build of torch, for tests only.
// Tensors say mps:0 and DispatchKey::MPS; memory is host memory and every operator runs on the
// CPU. No Python API is used: the library depends on the torch version, not on the Python.
#include "fallback.hpp"

#include <ATen/ops/_scaled_dot_product_attention_math.h>
#include <ATen/ops/convolution_backward_native.h>
#include <torch/library.h>

#include <array>
#include <limits>

namespace {

using namespace c10;
using simulated::Call;
using Optional = std::optional<at::Tensor>;

// ---- composites that want an entry of the backend's own ------------------------------------

std::vector<int64_t> ints(SymIntArrayRef values) { return C10_AS_INTARRAYREF_SLOW(values).vec(); }

at::Tensor convolution(const at::Tensor& input, const at::Tensor& weight, const Optional& bias,
                       SymIntArrayRef stride, SymIntArrayRef padding, SymIntArrayRef dilation,
                       bool transposed, SymIntArrayRef output_padding, SymInt groups) {
  auto fault = simulated::enter({"aten::_mps_convolution", "aten::convolution"});
  Call call;
  auto host_bias = bias && bias->defined() ? Optional(call.to_host(*bias)) : std::nullopt;
  auto result = at::convolution(call.to_host(input), call.to_host(weight), host_bias, ints(stride),
                                ints(padding), ints(dilation), transposed, ints(output_padding),
                                groups.expect_int());
  simulated::spoil(fault, "aten::_mps_convolution", result);
  return call.to_device(result);
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> convolution_backward(
    const at::Tensor& gradient, const at::Tensor& input, const at::Tensor& weight,
    SymIntArrayRef stride, SymIntArrayRef padding, SymIntArrayRef dilation, bool transposed,
    SymIntArrayRef output_padding, SymInt groups, std::array<bool, 3> wanted) {
  auto fault = simulated::enter({"aten::mps_convolution_backward", "aten::convolution_backward"});
  Call call;
  std::vector<int64_t> bias_size{transposed ? weight.size(1) * groups.expect_int()
                                            : weight.size(0)};
  auto [of_input, of_weight, of_bias] = at::convolution_backward(
      call.to_host(gradient), call.to_host(input), call.to_host(weight), bias_size, ints(stride),
      ints(padding), ints(dilation), transposed, ints(output_padding), groups.expect_int(), wanted);
  simulated::spoil(fault, "aten::mps_convolution_backward#0", of_input);
  simulated::spoil(fault, "aten::mps_convolution_backward#1", of_weight);
  simulated::spoil(fault, "aten::mps_convolution_backward#2", of_bias);
  return {call.to_device(of_input), call.to_device(of_weight), call.to_device(of_bias)};
}

at::Tensor attention(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                     const Optional& mask, double dropout, bool causal,
                     std::optional<double> scale, bool grouped) {
  auto fault = simulated::enter({"aten::_scaled_dot_product_attention_math_for_mps",
                                 "aten::scaled_dot_product_attention"});
  auto bias = mask;
  if (bias && bias->defined() && bias->scalar_type() == at::kBool) {
    auto never = at::full({}, -std::numeric_limits<float>::infinity(), query.options());
    bias = at::where(*bias, at::zeros({}, query.options()), never);
  }
  auto result = std::get<0>(at::_scaled_dot_product_attention_math(
      query, key, value, bias, dropout, causal, {}, scale, grouped));
  if (!fault.kind.empty()) {
    Call call;
    simulated::spoil(fault, "aten::scaled_dot_product_attention", call.to_host(result));
  }
  return result;
}

// ---- registrations -------------------------------------------------------------------------

auto boxed() { return torch::CppFunction::makeFromBoxedFunction<&simulated::run_on_cpu>(); }

TORCH_LIBRARY_IMPL(_, MPS, m) { m.fallback(boxed()); }
TORCH_LIBRARY_IMPL(aten, MPS, m) {
  // These have a composite kernel that would win over the fallback.
  m.impl("copy_", boxed());
  m.impl("native_layer_norm", boxed());
  m.impl("convolution_overrideable", convolution);
  m.impl("convolution_backward_overrideable", convolution_backward);
  m.impl("scaled_dot_product_attention", attention);
}
TORCH_LIBRARY_IMPL(aten, AutogradMPS, m) { m.impl("scaled_dot_product_attention", attention); }

[[maybe_unused]] const bool registered =
    (SetAllocator(DeviceType::MPS, &simulated::allocator), true);

}  // namespace

// ---- for Python ----------------------------------------------------------------------------

extern "C" {
void simulated_mps_configure(const char* text) { simulated::configure(text); }

// The operators that ran since the last configure, one a line: name, space, count.
const char* simulated_mps_operators() {
  static std::string text;
  std::lock_guard<std::mutex> hold(simulated::lock);
  text.clear();
  for (const auto& [name, count] : simulated::calls)
    text += name + " " + std::to_string(count) + "\n";
  return text.c_str();
}
}
