// Text of a dae for people: equations as they would be written, long runs of rows of one shape shortened.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/text.hpp"
#include "ir/dae.hpp"
#include "ir/print_rows.hpp"

namespace sunder::ir {

using symbolic::NodeId;
using symbolic::Op;
using symbolic::Pool;

std::string name_of(const Dae& dae, Operand operand) {
  switch (operand.kind()) {
    case Operand::Kind::time: return "time";
    case Operand::Kind::literal: return shortest(dae.literals[operand.literal_index()]);
    case Operand::Kind::variable: break;
  }
  return dae.name_of(operand.variable());
}

namespace {

/// A parameter that lowering made of others is shown as what the user wrote; empty for anything else.
std::string text_of_derived(const Dae& dae, Operand operand) {
  if (!operand.is_variable() || dae.is_held(operand.variable())) return {};
  const Declaration& declaration = dae.declaration(operand.variable());
  if (!declaration.generated || declaration.variability != Variability::parameter) return {};
  const auto made = std::ranges::find(dae.parameters, operand.variable(), &Assignment::target);
  return made == dae.parameters.end() ? std::string() : "(" + print(dae, static_cast<const Row&>(*made)) + ")";
}

std::vector<std::string> operand_names(const Dae& dae, const Row& row) {
  std::vector<std::string> names;
  for (const Operand operand : dae.operands_of(row)) {
    const std::string derived = text_of_derived(dae, operand);
    names.push_back(derived.empty() ? name_of(dae, operand) : derived);
    // A negative number in the place of a name must not merge with the operator before it.
    const bool relation = operand.is_variable() && dae.is_held(operand.variable()) &&
                          dae.held_of(operand.variable()).kind <= HeldKind::greater_equal;
    if (relation || names.back().front() == '-') names.back() = "(" + names.back() + ")";
  }
  return names;
}

std::string term_text(const Pool& pool, NodeId term, const std::vector<std::string>& names) {
  const std::string text = symbolic::print(pool, term, names);
  const Op op = pool[term].op;
  const bool loose = op == Op::add || op == Op::select || op == Op::choose || (op >= Op::less && op <= Op::logical_not);
  return loose ? "(" + text + ")" : text;
}

// One side of an equation: the terms of a sum except one, with turned signs.
std::string other_side(const Pool& pool, std::span<const NodeId> terms, std::size_t without,
                       const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i == without) continue;
    const symbolic::Node& node = pool[terms[i]];
    std::string term;
    bool minus = true;
    if (node.op == Op::negate) {
      minus = false;
      term = term_text(pool, pool.children(terms[i])[0], names);
    } else if (node.op == Op::constant && node.value < 0) {
      minus = false;
      term = shortest(-node.value);
    } else {
      term = term_text(pool, terms[i], names);
    }
    if (text.empty()) {
      text = minus ? "-" + term : term;
    } else {
      text += (minus ? " - " : " + ") + term;
    }
  }
  return text;
}

}  // namespace

std::string print(const Dae& dae, const Row& row) {
  return symbolic::print(dae.shapes->pool(), dae.shapes->root(row.shape), operand_names(dae, row));
}

namespace {

// `row sign 0`, with the first positive term alone on the left.
std::string two_sides(const Dae& dae, const Row& row, const std::string& sign, bool zero_first) {
  const Pool& pool = dae.shapes->pool();
  const NodeId root = dae.shapes->root(row.shape);
  const auto names = operand_names(dae, row);
  if (pool[root].op == Op::slot) return names[0] + sign + "0";
  if (pool[root].op == Op::add) {
    const auto terms = pool.children(root);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const Op op = pool[terms[i]].op;
      if (op == Op::negate || op == Op::constant) continue;
      return term_text(pool, terms[i], names) + sign + other_side(pool, terms, i, names);
    }
  }
  const std::string text = symbolic::print(pool, root, names);
  return zero_first ? "0" + sign + text : text + sign + "0";
}

}  // namespace

std::string print(const Dae& dae, const Equation& equation) { return two_sides(dae, equation, " = ", true); }

std::string print(const Dae& dae, const Held& held) {
  switch (held.kind) {
    case HeldKind::less: return two_sides(dae, held, " < ", false);
    case HeldKind::less_equal: return two_sides(dae, held, " <= ", false);
    case HeldKind::greater: return two_sides(dae, held, " > ", false);
    case HeldKind::greater_equal: return two_sides(dae, held, " >= ", false);
    case HeldKind::floor: return "floor(" + print(dae, static_cast<const Row&>(held)) + ")";
    case HeldKind::ceil: return "ceil(" + print(dae, static_cast<const Row&>(held)) + ")";
    case HeldKind::truncate: return "div(" + print(dae, static_cast<const Row&>(held)) + ", 1)";
    case HeldKind::memory:
    case HeldKind::left_limit: return "pre(" + print(dae, static_cast<const Row&>(held)) + ")";
    case HeldKind::sample: return "sample(" + name_of(dae, held.start) + ", " + name_of(dae, held.interval) + ")";
    case HeldKind::initial: return "initial()";
    case HeldKind::terminal: return "terminal()";
    case HeldKind::simplified: return "homotopy()";
  }
  return {};
}

namespace {

std::string_view word(Variability variability) {
  constexpr std::array<std::string_view, 4> words{"constant ", "parameter ", "discrete ", ""};
  return words[static_cast<std::size_t>(variability)];
}

std::string attribute(const Dae& dae, std::string_view name, const OperandColumn& column) {
  if (!column.given()) return {};
  const std::string value = column.each.empty() ? name_of(dae, column.uniform) : "…";
  return ", " + std::string(name) + " = " + value;
}

std::string describe(const Dae& dae, const Declaration& d) {
  std::string text(word(d.variability));
  if (d.causality != Causality::local) text += d.causality == Causality::input ? "input " : "output ";
  text += d.base == BaseType::boolean ? "Boolean " : d.base == BaseType::integer ? "Integer " : "Real ";
  text += d.derivative_of.valid() ? "der(" + dae.declarations[d.derivative_of.index()].name + ")" : d.name;
  for (std::size_t i = 0; i < d.dimensions.size(); ++i) {
    text += (i == 0 ? "[" : ",") + std::to_string(d.dimensions[i]) + (i + 1 == d.dimensions.size() ? "]" : "");
  }
  std::string attributes = attribute(dae, "start", d.start);
  if (!d.fixed.empty()) attributes += d.fixed.size() == 1 ? (d.fixed[0] ? ", fixed = true" : "") : ", fixed = …";
  attributes +=
      attribute(dae, "nominal", d.nominal) + attribute(dae, "min", d.minimum) + attribute(dae, "max", d.maximum);
  if (!d.unit.empty()) attributes += ", unit = \"" + d.unit + "\"";
  if (!attributes.empty()) text += "(" + attributes.substr(2) + ")";
  if (!d.description.empty()) text += " \"" + d.description + "\"";
  return text;
}

}  // namespace

void print_rows(std::string& text, std::size_t begin, std::size_t end,
                const std::function<std::uint64_t(std::size_t)>& kind,
                const std::function<std::string(std::size_t)>& line) {
  constexpr std::size_t shown = 3;
  std::unordered_map<std::uint64_t, std::size_t> total;
  for (std::size_t i = begin; i < end; ++i) ++total[kind(i)];
  std::unordered_map<std::uint64_t, std::size_t> written;
  std::size_t omitted = 0;
  bool one_kind = true;
  const auto tell_omitted = [&] {
    if (omitted > 0) {
      text += "  … (" + std::to_string(omitted) +
              (one_kind ? " more rows of this shape)\n" : " more rows of these shapes)\n");
    }
    omitted = 0;
    one_kind = true;
  };
  for (std::size_t i = begin; i < end; ++i) {
    const std::uint64_t own = kind(i);
    if (written[own] >= shown && total[own] > shown + 1) {
      one_kind = one_kind && own == kind(i - 1);
      ++omitted;
      continue;
    }
    tell_omitted();
    ++written[own];
    text += "  " + line(i) + "\n";
  }
  tell_omitted();
}

std::string print(const Dae& dae) {
  std::string text = "dae " + dae.name + ": " + counted(dae.variable_count, "variable") + ", " +
                     counted(dae.initial_begin, "equation") + ", " +
                     counted(dae.equations.size() - dae.initial_begin, "initial equation") + ", " +
                     counted(dae.shapes->size(), "shape") + "\nvariables\n";
  for (std::size_t i = 0; i < dae.declarations.size(); ++i)
    if (DeclarationId(i) != dae.held_in) text += "  " + describe(dae, dae.declarations[i]) + "\n";
  if (!dae.parameters.empty()) text += "parameters\n";
  print_rows(
      text, 0, dae.parameters.size(), [&](std::size_t i) { return dae.parameters[i].shape.value; },
      [&](std::size_t i) {
        return dae.name_of(dae.parameters[i].target) + " := " + print(dae, static_cast<const Row&>(dae.parameters[i]));
      });
  const auto shape = [&](std::size_t i) { return dae.equations[i].shape.value; };
  const auto equation = [&](std::size_t i) { return print(dae, dae.equations[i]); };
  text += "equations\n";
  print_rows(text, 0, dae.initial_begin, shape, equation);
  if (dae.initial_begin < dae.equations.size()) text += "initial equations\n";
  print_rows(text, dae.initial_begin, dae.equations.size(), shape, equation);
  if (!dae.held.empty()) text += "held between events\n";
  print_rows(
      text, 0, dae.held.size(),
      [&](std::size_t i) {
        return std::uint64_t{has_row(dae.held[i].kind) ? dae.held[i].shape.value : 0U} << 4U |
               static_cast<std::uint64_t>(dae.held[i].kind);
      },
      [&](std::size_t i) { return print(dae, dae.held[i]); });
  for (const Delay& delay : dae.delays) switch (delay.kind) {
      case Delay::Kind::fixed:
        text += dae.name_of(delay.past) + " is " + dae.name_of(delay.now) + " " + name_of(dae, delay.time) + " s ago\n";
        break;
      case Delay::Kind::varying:
        text += dae.name_of(delay.past) + " remembers " + dae.name_of(delay.now) + " for " + name_of(dae, delay.time) +
                " s\n";
        break;
      case Delay::Kind::flow:
        text += dae.name_of(delay.past) + " remembers what flows between " + dae.name_of(delay.now) + " and " +
                dae.name_of(delay.part(1)) + " by the way " + dae.name_of(delay.part(2)) + "\n";
        break;
    }
  for (const Reinit& reinit : dae.reinits)
    text += "when " + print(dae, reinit.condition) + " then reinit(" + dae.name_of(reinit.target) + ", " +
            print(dae, reinit.value) + ")\n";
  for (const Check& check : dae.checks)
    text += (check.in_when ? "when " : "unless ") + print(dae, check.condition) + " then \"" + check.outline() + "\"\n";
  return text;
}

}  // namespace sunder::ir
