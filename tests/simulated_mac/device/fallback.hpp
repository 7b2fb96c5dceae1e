// One boxed kernel that runs any operator on the CPU.
// Device memory is host memory, so an argument is not copied but seen through an alias that says
// it is on the CPU: views, in-place operators, out= and resize_ need no code of their own.
#pragma once
#include "hooks.hpp"
#include "results.hpp"

#include <ATen/EmptyTensor.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <unordered_map>

namespace simulated {

// The tensors of one call, each on both sides.
struct Call {
  std::unordered_map<StorageImpl*, std::pair<Storage, Storage>> by_host;  // host -> (host, device)
  std::unordered_map<StorageImpl*, Storage> by_device;
  std::vector<std::pair<at::Tensor, at::Tensor>> arguments;               // (device, host alias)
  bool on_device = false, host_too = false;

  static at::Tensor view_of(const Storage& storage, const at::Tensor& like, DispatchKey key) {
    DispatchKeySet keys(key);
    // Zero tensors come from autograd and have no memory.
    if (like._is_zerotensor()) keys = keys.add(DispatchKey::ZeroTensor);
    auto view = at::detail::make_tensor<TensorImpl>(Storage(storage), keys, like.dtype());
    auto* impl = view.unsafeGetTensorImpl();
    impl->set_storage_offset(like.storage_offset());
    impl->set_sizes_and_strides(like.sizes(), like.strides());
    if (like.is_conj()) view._set_conj(true);
    if (like.is_neg()) view._set_neg(true);
    return view;
  }
  // A pointer to memory that `owner` keeps alive.
  static DataPtr borrow(const Storage& owner) {
    auto drop = [](void* kept) { delete static_cast<Storage*>(kept); };
    void* data = owner.unsafeGetStorageImpl()->mutable_data();
    return DataPtr(data, new Storage(owner), drop, Device(DeviceType::CPU));
  }

  Storage host_alias(const Storage& storage) {
    auto* impl = storage.unsafeGetStorageImpl();
    if (auto known = by_device.find(impl); known != by_device.end()) return known->second;
    Storage alias(Storage::use_byte_size_t(), impl->nbytes(), borrow(storage), host_allocator(),
                  true);
    by_host[alias.unsafeGetStorageImpl()] = {alias, storage};
    by_device.emplace(impl, alias);
    return alias;
  }
  at::Tensor to_host(const at::Tensor& t) {
    if (!t.defined() || !t.device().is_mps()) {
      if (t.defined() && t.device().is_cpu() && t.dim() > 0) host_too = true;
      return t;
    }
    on_device = true;
    for (auto& known : arguments)
      if (known.first.is_same(t)) return known.second;
    auto alias = view_of(host_alias(t.storage()), t, DispatchKey::CPU);
    arguments.emplace_back(t, alias);
    return alias;
  }

  bool is_argument(const at::Tensor& host) const {
    for (auto& known : arguments)
      if (known.second.is_same(host)) return true;
    return false;
  }
  bool shares_memory(const at::Tensor& host) const {
    return by_host.count(host.storage().unsafeGetStorageImpl()) != 0;
  }
  at::Tensor to_device(const at::Tensor& host) {
    if (!host.defined() || !host.device().is_cpu()) return host;
    for (auto& known : arguments)  // in-place and out=
      if (known.second.is_same(host)) return known.first;
    TORCH_CHECK_TYPE(host.scalar_type() != at::kDouble, "Cannot convert a MPS Tensor to float64 ",
                     "dtype as the MPS framework doesn't support float64. Please use float32 ",
                     "instead.");
    if (host.layout() != at::kStrided) return host;
    auto* impl = host.storage().unsafeGetStorageImpl();
    auto known = by_host.find(impl);
    if (known == by_host.end()) {  // a fresh result
      Storage fresh(Storage::use_byte_size_t(), impl->nbytes(),
                    adopt(borrow(host.storage()), impl->nbytes()),
                    static_cast<Allocator*>(&allocator), true);
      known = by_host.emplace(impl, std::make_pair(host.storage(), fresh)).first;
    }
    return view_of(known->second.second, host, DispatchKey::MPS);
  }

  // Carries over what out=, resize_ and set_ changed in an argument's shape or storage.
  void write_back() {
    for (auto& [on_mps, host] : arguments) {
      auto* mine = on_mps.storage().unsafeGetStorageImpl();
      auto* theirs = host.storage().unsafeGetStorageImpl();
      auto known = by_host.find(theirs);
      auto* impl = on_mps.unsafeGetTensorImpl();
      if (known == by_host.end()) {  // set_ to new storage
        impl->set_storage_keep_dtype(to_device(host.alias()).storage());
      } else if (known->second.second.unsafeGetStorageImpl() != mine) {  // set_ to another's
        impl->set_storage_keep_dtype(known->second.second);
      } else if (theirs->data() != mine->data() || theirs->nbytes() != mine->nbytes()) {
        size_t bytes = theirs->nbytes();
        mine->set_data_ptr_noswap(adopt(theirs->set_data_ptr(DataPtr()), bytes));
        mine->set_nbytes(bytes);
      }
      if (on_mps.sizes() != host.sizes() || on_mps.strides() != host.strides() ||
          on_mps.storage_offset() != host.storage_offset()) {
        impl->set_storage_offset(host.storage_offset());
        impl->set_sizes_and_strides(host.sizes(), host.strides());
      }
    }
  }
};

// Applies `change` to every tensor in a value.
template <class Change>
IValue map_tensors(const IValue& value, Change change) {
  if (value.isTensor()) return change(value.toTensor());
  if (value.isTensorList()) {
    c10::List<at::Tensor> changed;
    for (const at::Tensor& t : value.toTensorVector()) changed.push_back(change(t));
    return changed;
  }
  if (value.isOptionalTensorList()) {
    c10::List<std::optional<at::Tensor>> changed;
    for (std::optional<at::Tensor> t : value.toOptionalTensorList())
      changed.push_back(t ? std::optional<at::Tensor>(change(*t)) : std::nullopt);
    return changed;
  }
  return value;
}

// Operators that take tensors of the CPU and of the device together.
inline bool may_mix(const std::string& name) {
  return name == "aten::copy_" || name == "aten::_copy_from" ||
         name == "aten::_copy_from_and_resize" || name == "aten::set_" ||
         name.rfind("aten::index", 0) == 0 || name.rfind("aten::_index_put", 0) == 0;
}

// Structured operators arrive as their out= form; drops the notice about resizing `out`.
struct WithoutResizeNotice : WarningHandler {
  WarningHandler* next = WarningUtils::get_warning_handler();
  void process(const Warning& warning) override {
    if (warning.msg().find("was resized since it had shape") == std::string::npos)
      next->process(warning);
  }
};

// Names under which a fault may ask for this call: the operator's own, that of the in-place form
// where it stands for one (`x.add_(y)` arrives as add.out into x), the direction of a copy.
inline std::vector<std::string> names_of(const OperatorHandle& op, const torch::jit::Stack& stack) {
  const auto& schema = op.schema();
  const auto& name = schema.name();
  std::vector<std::string> names{toString(op.operator_name())};
  if (name == "aten::_index_put_impl_") names.push_back("aten::index_put_");
  const size_t first = stack.size() - schema.arguments().size();
  if (name == "aten::copy_") {
    const bool to = stack[first].toTensor().device().is_mps();
    const bool from = stack[first + 1].toTensor().device().is_mps();
    if (to != from) names.push_back(to ? "copy-to-device" : "copy-from-device");
  }
  const auto& last = schema.arguments().empty() ? Argument() : schema.arguments().back();
  if (last.is_out() && stack.back().isTensor() && stack[first].isTensor() &&
      stack.back().toTensor().is_same(stack[first].toTensor()))
    names.push_back(name + "_");
  return names;
}

inline IValue argument_to_host(Call& call, const Argument& argument, const IValue& value) {
  if (value.isDevice() && value.toDevice().is_mps()) {
    call.on_device = true;
    return Device(DeviceType::CPU);
  }
  if (value.isGenerator() && value.toGenerator().device().is_mps())
    return static_cast<Generator*>(value.toGenerator().unsafeGetGeneratorImpl())->host;
  if (value.isNone() && argument.type()->str().find("Generator") != std::string::npos)
    return static_cast<Generator*>(default_generator().unsafeGetGeneratorImpl())->host;
  if (value.isStorage() && value.toStorage().device().is_mps()) {
    call.on_device = true;
    return call.host_alias(value.toStorage());
  }
  return map_tensors(value, [&](const at::Tensor& t) { return call.to_host(t); });
}

inline void run_on_cpu(const OperatorHandle& op, torch::jit::Stack* stack) {
  const auto& schema = op.schema();
  const auto names = names_of(op, *stack);
  const Fault fault = enter(names);
  const size_t inputs = schema.arguments().size(), outputs = schema.returns().size();
  const size_t first_input = stack->size() - inputs;
  Call call;
  std::vector<at::Tensor> destinations, before;  // of in-place and out=, and what they held
  for (size_t i = 0; i < inputs; ++i) {
    const auto& argument = schema.arguments()[i];
    IValue& value = (*stack)[first_input + i];
    value = argument_to_host(call, argument, value);
    if (fault.kind.empty() || !argument.alias_info() || !argument.alias_info()->isWrite()) continue;
    map_tensors(value, [&](const at::Tensor& t) {
      destinations.push_back(t);
      before.push_back(fault.kind == "unwritten" ? t.clone() : at::Tensor());
      return t;
    });
  }
  TORCH_CHECK(!(call.on_device && call.host_too) || may_mix(schema.name()),
              "Expected all tensors to be on the same device, but found at least two devices, ",
              "mps:0 and cpu! (when checking arguments in method wrapper_MPS_",
              schema.name().substr(schema.name().find("::") + 2), ")");
  {
    WithoutResizeNotice quiet;
    WarningUtils::WarningHandlerGuard guard(&quiet);
    op.redispatchBoxed(DispatchKeySet(DispatchKey::CPU), stack);
  }
  const bool allocates = schema.name().rfind("aten::empty", 0) == 0;
  int output = 0;
  for (size_t i = 0; i < destinations.size(); ++i) {
    const bool keep = before[i].defined() && before[i].sizes() == destinations[i].sizes();
    if (keep) destinations[i].copy_(before[i]);
    else spoil(fault, names[0] + "#" + std::to_string(output++), destinations[i]);
  }
  call.write_back();
  const size_t first_output = stack->size() - outputs;
  for (size_t i = 0; i < outputs; ++i) {
    IValue& value = (*stack)[first_output + i];
    value = map_tensors(value, [&](const at::Tensor& t) {
      const bool done = std::any_of(destinations.begin(), destinations.end(),
                                    [&](const at::Tensor& d) { return d.is_same(t); });
      if (!done) spoil(fault, names[0] + "#" + std::to_string(output++), t);
      if (allocates) soil_fresh_memory(t.storage().mutable_data(), t.storage().nbytes());
      return call.on_device ? call.to_device(t) : t;
    });
  }
}

}  // namespace simulated
