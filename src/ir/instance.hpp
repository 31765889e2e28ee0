// The instance tree: every component of the model with its class, its dimensions and its own equations.
//
// Is:    the output of `instantiate`, the input of `flatten`.
// Holds: names are looked up, modifiers and redeclarations applied (the outermost wins), dimensions evaluated; leaves
//        have a base type; parents and children fit together; references point to leaves of the tree or to constants of
//        packages; arrays of components have one child for each element, arrays of variables are one leaf.
// Never: flow sums, alias sets, scalarised variables.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "ir/ast.hpp"
#include "ir/attributes.hpp"
#include "ir/rare_list.hpp"
#include "ir/typed.hpp"

namespace sunder::ir {

/// An attribute of a leaf, for example start = 3: one value for all elements of the array, or one each.
struct InstanceAttribute {
  Expression* value = nullptr;
  Span span;
};

/// The value of one element that is not what the binding says: no modifier can give it, but `--set k[2]=5` does.
struct ElementValue {
  std::size_t element = 0;  ///< row-major, from 0
  Expression* value = nullptr;
  Span span;
};

/// What few leaves have: kept aside, so that the others are small.
struct LeafAttributes {
  InstanceAttribute start, fixed, nominal, minimum, maximum;
  std::string_view unit, display_unit, quantity, description;
  StateSelect state_select = StateSelect::automatic;
  StateSelect tearing_select = StateSelect::automatic;  ///< an annotation, on the same scale
  std::vector<ElementValue> element_values;             ///< of a parameter; of equal elements the last counts
};

enum class FlowKind : std::uint8_t { potential, flow, stream };

/// An algorithm section of a class, with all it may assign.
struct Algorithm {
  std::span<Statement*> statements;
  Span span;
};

struct Instance {
  std::string_view name;  ///< of an element of an array of components: "[2]"
  Instance* parent = nullptr;
  const ast::Class* class_ = nullptr;  ///< null for a leaf of a base type, and for an array of components
  Span span;
  BaseType base = BaseType::error;  ///< leaves only
  Variability variability = Variability::continuous;
  Causality causality = Causality::local;
  FlowKind flow = FlowKind::potential;
  bool is_array = false;  ///< of components: the children are its elements, row-major
  bool is_protected = false;
  bool is_final = false;
  bool is_inner = false;
  bool is_absent = false;      ///< its condition is false
  bool is_incomplete = false;  ///< something of it is missing: diagnosed, and names that are not found may come from it
  bool is_connector = false;
  bool is_record = false;
  bool is_package_constant = false;  ///< not a variable of the model
  std::uint32_t number = 0;          ///< of all instances of the tree
  const EnumerationType* enumeration = nullptr;
  Instance* target = nullptr;  ///< of an `outer` component: the inner one it stands for
  std::span<const std::int64_t> dimensions;
  Expression* binding = nullptr;
  Span binding_span;
  LeafAttributes* given = nullptr;  ///< null: nothing is

  RareList<Instance*> children;  ///< in order of declaration, inherited ones where extends stands
  RareList<TypedEquation*> equations, initial_equations;
  RareList<Algorithm> algorithms, initial_algorithms;

  [[nodiscard]] bool is_leaf() const { return class_ == nullptr && !is_array && target == nullptr; }
  [[nodiscard]] Type type() const { return {base, dimensions, enumeration, nullptr}; }
  [[nodiscard]] const LeafAttributes& attributes() const;
  /// The named child, or null.
  [[nodiscard]] Instance* child(std::string_view called) const;
};

/// "a.b[2].c"; empty for the root.
std::string path_of(const Instance& instance);

struct InstanceTree {
  std::unique_ptr<Arena> arena = std::make_unique<Arena>();
  std::string name;
  Instance* root = nullptr;
  std::deque<Instance> instances;
  std::deque<LeafAttributes> attributes;
  std::deque<Function> functions;
  std::vector<TypedEquation*> connections;  ///< what connect-equations came to
  Experiment experiment;
};

std::string print(const InstanceTree& tree);
/// Checks everything under "Holds" of a tree without errors, that of typed expressions included; returns the
/// violations.
std::vector<std::string> verify(const InstanceTree& tree);

}  // namespace sunder::ir
