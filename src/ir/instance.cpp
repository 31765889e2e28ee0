#include "ir/instance.hpp"

namespace sunder::ir {

const LeafAttributes& Instance::attributes() const {
  static const LeafAttributes none;
  return given != nullptr ? *given : none;
}

Instance* Instance::child(std::string_view called) const {
  for (Instance* one : children)
    if (one->name == called) return one;
  return nullptr;
}

namespace {

void append_path(const Instance& instance, std::string& out) {
  if (instance.parent == nullptr) {
    if (instance.is_package_constant) out += instance.name;
    return;
  }
  append_path(*instance.parent, out);
  if (!out.empty() && (instance.name.empty() || instance.name[0] != '[')) out += '.';
  out += instance.name;
}

}  // namespace

std::string path_of(const Instance& instance) {
  std::string out;
  append_path(instance, out);
  return out;
}

}  // namespace sunder::ir
