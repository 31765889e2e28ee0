#include "ir/flat.hpp"

#include "ir/instance.hpp"

namespace sunder::ir {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string modifiers(const Instance& instance) {
  const LeafAttributes& leaf = instance.attributes();
  std::vector<std::string> items;
  const auto expression = [&](const char* name, const InstanceAttribute& attribute) {
    if (attribute.value != nullptr) items.push_back(std::string(name) + " = " + print(*attribute.value));
  };
  if (!leaf.unit.empty()) items.push_back("unit = " + quoted(leaf.unit));
  if (!leaf.display_unit.empty()) items.push_back("displayUnit = " + quoted(leaf.display_unit));
  expression("start", leaf.start);
  expression("fixed", leaf.fixed);
  expression("nominal", leaf.nominal);
  expression("min", leaf.minimum);
  expression("max", leaf.maximum);
  if (leaf.state_select != StateSelect::automatic) {
    static constexpr const char* names[] = {"never", "avoid", "default", "prefer", "always"};
    items.push_back(std::string("stateSelect = StateSelect.") + names[static_cast<std::size_t>(leaf.state_select)]);
  }
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "(" : ", ") + item;
  return out.empty() ? out : out + ")";
}

std::string declaration(const Instance& leaf) {
  std::string out;
  if (leaf.is_protected) out += "protected ";
  static constexpr const char* variabilities[] = {"constant ", "parameter ", "discrete ", ""};
  const bool implied = leaf.variability == Variability::discrete && leaf.base != BaseType::real;
  if (!implied) out += variabilities[static_cast<std::size_t>(leaf.variability)];
  if (leaf.flow == FlowKind::flow) out += "flow ";
  if (leaf.flow == FlowKind::stream) out += "stream ";
  if (leaf.causality == Causality::input) out += "input ";
  if (leaf.causality == Causality::output) out += "output ";
  out += print(leaf.type().with({})) + " " + path_of(leaf);
  if (!leaf.dimensions.empty()) {
    out += "[";
    for (std::size_t i = 0; i < leaf.dimensions.size(); ++i)
      out += (i > 0 ? ", " : "") + std::to_string(leaf.dimensions[i]);
    out += "]";
  }
  out += modifiers(leaf);
  if (leaf.binding != nullptr) out += " = " + print(*leaf.binding);
  for (const ElementValue& one : leaf.attributes().element_values)
    out += " /* element " + std::to_string(one.element + 1) + ": " + print(*one.value) + " */";
  if (!leaf.attributes().description.empty()) out += " " + quoted(leaf.attributes().description);
  return out;
}

void print_instance(const Instance& instance, int indent, std::string& out) {
  const std::string pad(static_cast<std::size_t>(indent), ' ');
  if (instance.is_absent) return;
  if (instance.is_leaf()) {
    out += pad + declaration(instance) + ";\n";
    return;
  }
  if (instance.target != nullptr) {
    out += pad + "outer " + path_of(instance) + " is " + path_of(*instance.target) + "\n";
    return;
  }
  if (instance.is_array) {
    for (const Instance* child : instance.children) print_instance(*child, indent, out);
    return;
  }
  out += pad + std::string(instance.class_->name.text) + " " + path_of(instance) + "\n";
  for (const Instance* child : instance.children) print_instance(*child, indent + 2, out);
  for (const TypedEquation* equation : instance.equations) out += print(*equation, indent + 2);
  for (const TypedEquation* equation : instance.initial_equations) {
    out += pad + "  initial\n";
    out += print(*equation, indent + 4);
  }
  for (const Algorithm& algorithm : instance.algorithms) {
    out += pad + "  algorithm\n";
    for (const Statement* statement : algorithm.statements) out += print(*statement, indent + 4);
  }
}

}  // namespace

std::string print(const InstanceTree& tree) {
  std::string out;
  if (tree.root != nullptr) print_instance(*tree.root, 0, out);
  for (const TypedEquation* equation : tree.connections) out += print(*equation, 2);
  return out;
}

std::string print(const FlatModel& model) {
  std::string out = "model " + model.name + "\n";
  for (const Instance* variable : model.variables) out += "  " + declaration(*variable) + ";\n";
  if (!model.initial_equations.empty()) out += "initial equation\n";
  for (const FlatEquation& equation : model.initial_equations) out += print(*equation.equation, 2);
  if (!model.equations.empty()) out += "equation\n";
  for (const FlatEquation& equation : model.equations) out += print(*equation.equation, 2);
  const auto algorithms = [&](const std::vector<FlatAlgorithm>& list, const char* heading) {
    for (const FlatAlgorithm& one : list) {
      out += heading;
      for (const Statement* statement : one.algorithm->statements) out += print(*statement, 2);
    }
  };
  algorithms(model.initial_algorithms, "initial algorithm\n");
  algorithms(model.algorithms, "algorithm\n");
  return out + "end " + model.name + ";\n";
}

}  // namespace sunder::ir
