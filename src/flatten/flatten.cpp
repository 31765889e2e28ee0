#include "flatten/flatten.hpp"

namespace sunder::flatten {
namespace {

/// Variables in order of declaration, then the equations of the inner components before those of the outer ones:
/// the order a reader would write them down in.
void collect(const ir::Instance& instance, ir::FlatModel& model) {
  if (instance.is_absent || instance.target != nullptr) return;
  for (const ir::Instance* child : instance.children) {
    if (child->is_absent) continue;
    if (child->is_leaf()) {
      model.variables.push_back(child);
    } else {
      collect(*child, model);
    }
  }
  for (const ir::TypedEquation* equation : instance.equations) model.equations.push_back({equation, &instance});
  for (const ir::TypedEquation* equation : instance.initial_equations)
    model.initial_equations.push_back({equation, &instance});
  for (const ir::Algorithm& algorithm : instance.algorithms) model.algorithms.push_back({&algorithm, &instance});
  for (const ir::Algorithm& algorithm : instance.initial_algorithms)
    model.initial_algorithms.push_back({&algorithm, &instance});
}

}  // namespace

Outcome<ir::FlatModel> flatten(std::shared_ptr<const ir::InstanceTree> tree) {
  ir::FlatModel model;
  model.name = tree->name;
  collect(*tree->root, model);
  for (const ir::TypedEquation* equation : tree->connections) model.equations.push_back({equation, tree->root});
  model.tree = std::move(tree);
  return model;
}

}  // namespace sunder::flatten
