// Values of parameters in the order of their dependencies, and attributes of variables.
#include <algorithm>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "lower/lowering.hpp"

namespace sunder::lower {

using ir::Declaration;
using ir::DeclarationId;
using ir::Expression;
using ir::ExpressionKind;
using ir::Instance;
using ir::TypedEquation;
using ir::Variability;

namespace {

const Expression* value_of(const Instance& parameter) {
  return parameter.binding != nullptr ? parameter.binding : parameter.attributes().start.value;
}

}  // namespace

/// Depth first without recursion: thousands of parameters may be bound in one chain.
void Lowering::parameters() {
  enum class Mark : char { open, done };
  std::unordered_map<const Instance*, Mark> marks;
  struct Open {
    const Instance* variable;
    std::vector<const Instance*> needs;
    std::size_t next = 0;
  };
  for (const Instance* root : model_.variables) {
    if (!declarations_.contains(root) || !is_known(*root) || marks.contains(root)) continue;
    std::vector<Open> stack;
    stack.push_back({root, needs_of(*root)});
    marks[root] = Mark::open;
    while (!stack.empty()) {
      Open& top = stack.back();
      if (top.next == top.needs.size()) {
        assign(*top.variable);
        marks[top.variable] = Mark::done;
        stack.pop_back();
        continue;
      }
      const Instance* need = top.needs[top.next++];
      const auto mark = marks.find(need);
      if (mark == marks.end()) {
        marks[need] = Mark::open;
        stack.push_back({need, needs_of(*need)});
      } else if (mark->second == Mark::open) {
        diagnostics_
            .error(Code::E0210, top.variable->span, "the value of '" + path_of(*top.variable) + "' depends on itself")
            .notes.push_back({"by way of this one", need->span});
      }
    }
  }
}

/// Like ir::walk, without the branches that conditions on other than Real parameters leave out.
void Lowering::walk_taken(const Expression& e, const std::function<void(const Expression&)>& visit) {
  if (e.kind != ExpressionKind::if_) {
    Expression alone = e;
    alone.operands = {};
    const bool size_only =
        e.kind == ExpressionKind::builtin && (e.builtin == ir::Builtin::size || e.builtin == ir::Builtin::ndims);
    ir::walk(size_only ? e : alone, visit);
    if (size_only) return;
    for (const Expression* operand : e.operands)
      if (operand != nullptr) walk_taken(*operand, visit);
    return;
  }
  for (std::size_t i = 0; i + 1 < e.operands.size(); i += 2) {
    bool decidable = is_structural(*e.operands[i]);
    ir::walk(*e.operands[i], [&](const Expression& inner) {
      decidable = decidable && inner.kind != ExpressionKind::call &&
                  (inner.kind != ExpressionKind::variable || inner.type.base != ir::BaseType::real);
    });
    const auto known = decidable ? indices_.evaluate(*e.operands[i], {}, {}) : std::nullopt;
    if (!known || known->numbers.size() != 1) {
      walk_taken(*e.operands[i], visit);
      walk_taken(*e.operands[i + 1], visit);
      continue;
    }
    walk_taken(*e.operands[i], visit);
    if (known->number() != 0) {
      walk_taken(*e.operands[i + 1], visit);
      return;
    }
  }
  walk_taken(*e.operands.back(), visit);
}

std::vector<const Instance*> Lowering::needs_of(const Instance& parameter) {
  std::vector<const Instance*> needs;
  const std::string kind = parameter.variability == Variability::constant ? "a constant" : "a parameter";
  const auto add = [&](const Expression& e) {
    if (e.kind == ExpressionKind::time)
      diagnostics_.error(Code::E0208, e.span,
                         "'" + path_of(parameter) + "' is " + kind + ": its value cannot depend on time");
    if (e.kind != ExpressionKind::variable || !declarations_.contains(e.variable)) return;
    if (!is_known(*e.variable)) {
      diagnostics_.error(Code::E0208, e.span,
                         "'" + path_of(parameter) + "' is " + kind + ": its value cannot depend on the variable '" +
                             path_of(*e.variable) + "'");
    } else if (e.variable->variability > parameter.variability) {
      diagnostics_.error(Code::E0208, e.span,
                         "'" + path_of(parameter) + "' is " + kind + ": its value cannot depend on '" +
                             path_of(*e.variable) + "', which may change");
    } else {
      needs.push_back(e.variable);
    }
  };
  if (const Expression* value = value_of(parameter)) walk_taken(*value, add);
  for (const ir::ElementValue& element : parameter.attributes().element_values) ir::walk(*element.value, add);
  return needs;
}

/// Parameters without a value of their own and with fixed = false, and whatever is made of them.
void Lowering::find_open_parameters() {
  std::vector<const Instance*> open;
  std::unordered_map<const Instance*, std::vector<const Instance*>> used_by;
  for (const Instance* variable : model_.variables) {
    if (variable->variability != Variability::parameter) continue;
    if (variable->binding != nullptr) {
      ir::walk(*variable->binding, [&](const Expression& e) {
        if (e.kind == ExpressionKind::variable && e.variable->variability == Variability::parameter)
          used_by[e.variable].push_back(variable);
      });
    } else if (variable->attributes().fixed.value != nullptr) {
      const std::vector<bool> fixed = fixed_flags(*variable);
      if (std::ranges::find(fixed, false) != fixed.end()) open.push_back(variable);
    }
  }
  while (!open.empty()) {
    const Instance* variable = open.back();
    open.pop_back();
    if (!context_.found_at_start.insert(variable).second) continue;
    const std::vector<const Instance*>& users = used_by[variable];
    open.insert(open.end(), users.begin(), users.end());
  }
}

/// By element, or one for all; empty: not said.
std::vector<bool> Lowering::fixed_flags(const Instance& variable) {
  std::vector<bool> flags;
  if (variable.attributes().fixed.value == nullptr) return flags;
  const auto fixed = indices_.evaluate(*variable.attributes().fixed.value, {}, {});
  if (!fixed) {
    diagnostics_.error(Code::E0208, variable.attributes().fixed.span,
                       "fixed must be known at compile time: " + indices_.failure().message);
    return flags;
  }
  for (const double one : fixed->numbers) flags.push_back(one != 0);
  return flags;
}

void Lowering::assign(const Instance& parameter) {
  const Declaration& declaration = dae_.declarations[declarations_.at(&parameter).index()];
  const std::uint32_t first = declaration.first.value;
  const std::uint32_t count = declaration.count;
  const ir::OriginId from =
      origin(parameter.binding != nullptr ? parameter.binding_span : parameter.span, path_of(parameter));
  std::uint32_t next = first;
  const std::vector<bool> fixed = fixed_flags(parameter);
  const auto sink = [&](const ir::Row& row) {
    const bool free = !fixed.empty() && !fixed[fixed.size() == 1 ? 0 : next - first];
    if (free && parameter.binding == nullptr) {  // the initial equations determine it
      ++next;
      return;
    }
    ir::Assignment assignment;
    static_cast<ir::Row&>(assignment) = row;
    assignment.target = ir::VariableId(next++);
    assignment.origin = from;
    dae_.parameters.push_back(assignment);
  };
  Expression zero;
  zero.type.base = ir::BaseType::real;
  const Expression* value = value_of(parameter);
  if (diagnostics_.has_errors()) return;  // a wrong order of evaluation would only repeat what is said already
  if (parameter.base == ir::BaseType::integer && value != nullptr && !context_.is_open(parameter) &&
      !indices_.evaluate(*value, {}, {})) {
    diagnostics_.error(Code::E0208, indices_.failure().span,
                       "the value of '" + path_of(parameter) + "' cannot be computed: " + indices_.failure().message);
    return;
  }
  // an impure function is asked once, when the model is compiled: all runs of it have the same parameters
  bool asks = false;
  if (value != nullptr)
    ir::walk(*value, [&](const Expression& e) {
      asks = asks || (e.kind == ExpressionKind::call && e.function != nullptr && e.function->impure &&
                      reaches_others(*e.function));
    });
  if (asks) {
    const auto answer = indices_.evaluate(*reference_to(parameter), {}, {});
    if (!answer) {
      diagnostics_.error(Code::E0208, indices_.failure().span.valid() ? indices_.failure().span : value->span,
                         "the value of '" + path_of(parameter) + "' cannot be computed: " + indices_.failure().message);
      return;
    }
    for (const double number : answer->numbers)
      loops_.run({}, {nullptr, constant(number, {ir::BaseType::real, {}}, value->span), {}}, sink);
  } else {
    loops_.run({}, {nullptr, value != nullptr ? value : &zero, parameter.dimensions}, sink);
  }
  if (!diagnostics_.has_errors() && next != first + count)
    diagnostics_.error(Code::E0205, parameter.span,
                       "'" + path_of(parameter) + "' has " + counted(count, "element") + ", its value another number");
  for (const ir::ElementValue& element : parameter.attributes().element_values)
    assign_element(parameter, first, element);
}

/// In place of what the binding says of the element.
void Lowering::assign_element(const Instance& parameter, std::uint32_t first, const ir::ElementValue& element) {
  if (diagnostics_.has_errors()) return;
  const ir::VariableId target(first + static_cast<std::uint32_t>(element.element));
  std::erase_if(dae_.parameters, [&](const ir::Assignment& row) { return row.target == target; });
  const ir::OriginId from = origin(element.span, path_of(parameter));
  loops_.run({}, {nullptr, element.value, {}}, [&](const ir::Row& row) {
    ir::Assignment assignment;
    static_cast<ir::Row&>(assignment) = row;
    assignment.target = target;
    assignment.origin = from;
    dae_.parameters.push_back(assignment);
  });
}

void Lowering::attributes(const Instance& variable) {
  Declaration& declaration = dae_.declarations[declarations_.at(&variable).index()];
  declaration.fixed = fixed_flags(variable);
  if (is_known(variable)) {
    if (std::ranges::find(declaration.fixed, false) != declaration.fixed.end())
      column(variable, variable.attributes().start, &Declaration::start);
    column(variable, variable.attributes().minimum, &Declaration::minimum);
    column(variable, variable.attributes().maximum, &Declaration::maximum);
    return;
  }
  column(variable, variable.attributes().start, &Declaration::start);
  column(variable, variable.attributes().nominal, &Declaration::nominal);
  column(variable, variable.attributes().minimum, &Declaration::minimum);
  column(variable, variable.attributes().maximum, &Declaration::maximum);
}

void Lowering::column(const Instance& variable, const ir::InstanceAttribute& attribute,
                      ir::OperandColumn Declaration::*member) {
  if (attribute.value == nullptr) return;
  bool constant = true;
  ir::walk(*attribute.value, [&](const Expression& e) {
    const bool varies =
        (e.kind == ExpressionKind::variable && !is_known(*e.variable)) || e.kind == ExpressionKind::time;
    if (varies && constant)
      diagnostics_.error(Code::E0208, e.span,
                         "attributes of '" + path_of(variable) + "' can depend on parameters only");
    constant = constant && !varies;
  });
  if (!constant) return;
  const ir::OriginId from = origin(attribute.span, path_of(variable));
  std::vector<ir::Operand> operands;
  loops_.run({}, {nullptr, attribute.value, attribute.value->type.dimensions},
             [&](const ir::Row& row) { operands.push_back(rows_.operand_of(row, from)); });
  ir::OperandColumn& target = dae_.declarations[declarations_.at(&variable).index()].*member;
  if (attribute.value->type.is_scalar()) {
    if (!operands.empty()) target.uniform = operands.front();
  } else {
    target.each = std::move(operands);
  }
}

}  // namespace sunder::lower
