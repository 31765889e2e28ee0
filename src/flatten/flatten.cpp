#include "flatten/flatten.hpp"

namespace sunder::flatten {
namespace {

/// Variables in order of declaration, then the equations of the inner components before those of the outer ones:
/// the order a reader would write them down in.
void collect(const ir::Instance& instance, ir::FlatModel& model) {
  for (const auto& child : instance.children) {
    if (child->is_leaf()) {
      model.variables.push_back(child.get());
    } else {
      collect(*child, model);
    }
  }
  for (const ir::TypedEquation* equation : instance.equations) model.equations.push_back({equation, instance.path});
  for (const ir::TypedEquation* equation : instance.initial_equations)
    model.initial_equations.push_back({equation, instance.path});
}

}  // namespace

Outcome<ir::FlatModel> flatten(std::shared_ptr<const ir::InstanceTree> tree) {
  ir::FlatModel model;
  model.name = tree->root->name;
  collect(*tree->root, model);
  model.tree = std::move(tree);
  return model;
}

}  // namespace sunder::flatten
