// The instance tree: every component of the model with its class, its dimensions and its own equations.
//
// Is:    the output of `instantiate`, the input of `flatten`.
// Holds: names are looked up, modifiers applied (the outermost wins), dimensions evaluated; leaves have a base type;
//        parents, children, names and paths fit together; references point to leaves of the tree.
// Never: flow sums, alias sets, scalarised arrays.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.hpp"
#include "ir/ast.hpp"
#include "ir/attributes.hpp"
#include "ir/typed.hpp"

namespace sunder::ir {

/// An attribute of a leaf, for example start = 3. `each`: one value for all elements of the array.
struct InstanceAttribute {
  Expression* value = nullptr;
  Span span;
};

struct Instance {
  std::string name;
  std::string path;  ///< "a.b.c"; empty for the root
  Instance* parent = nullptr;
  const ast::Class* class_ = nullptr;  ///< null for a leaf of a base type
  Span span;
  BaseType base = BaseType::error;  ///< leaves only
  std::vector<std::int64_t> dimensions;
  Variability variability = Variability::continuous;
  Causality causality = Causality::local;
  bool is_protected = false;
  bool is_final = false;
  bool is_incomplete = false;  ///< a base class is missing: diagnosed, and names that are not found may come from it
  std::string description;
  Expression* binding = nullptr;
  Span binding_span;
  InstanceAttribute start, fixed, nominal, minimum, maximum;
  std::string unit, display_unit, quantity;
  StateSelect state_select = StateSelect::automatic;

  std::vector<std::unique_ptr<Instance>> children;  ///< in order of declaration, inherited ones where extends stands
  std::unordered_map<std::string_view, Instance*> by_name;
  std::vector<TypedEquation*> equations;
  std::vector<TypedEquation*> initial_equations;

  [[nodiscard]] bool is_leaf() const { return class_ == nullptr; }
  [[nodiscard]] Type type() const { return {base, dimensions}; }
};

struct InstanceTree {
  std::unique_ptr<Arena> arena = std::make_unique<Arena>();
  std::unique_ptr<Instance> root;
  std::vector<std::unique_ptr<Instance>> constants;  ///< of packages: each holds one; expressions hold their values
  std::vector<std::unique_ptr<Function>> functions;
  Experiment experiment;
};

std::string print(const InstanceTree& tree);
/// Checks everything under "Holds" of a tree without errors, that of typed expressions included; returns the
/// violations.
std::vector<std::string> verify(const InstanceTree& tree);

}  // namespace sunder::ir
