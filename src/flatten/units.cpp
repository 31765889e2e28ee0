#include "flatten/units.hpp"

#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>

#include "base/codes.hpp"
#include "flatten/unit.hpp"

namespace sunder::flatten {
namespace {

using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;

/// What is known of the unit of an expression.
struct Known {
  enum class Kind { open, pure, known };  ///< fits anything; so does a pure number, which is 1 in products
  Kind kind = Kind::open;
  Dimension dimension;

  static Known of(const std::optional<Dimension>& dimension) {
    return dimension ? Known{Kind::known, *dimension} : Known{};
  }
  [[nodiscard]] bool in_product() const { return kind != Kind::open; }
};

class UnitCheck {
 public:
  explicit UnitCheck(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void binding(const ir::Instance& variable) {
    const Known own = unit_of(variable);
    const Known given = find(*variable.binding);
    fit(own, given, variable.binding_span.valid() ? variable.binding_span : variable.binding->span,
        "'" + std::string(variable.name) + "' and its value");
  }

  void equation(const ir::TypedEquation& equation) {
    if (equation.kind == ir::EquationKind::equality || equation.kind == ir::EquationKind::reinit) {
      const Known left = find(*equation.left);
      fit(left, find(*equation.right), equation.span, "the sides of the equation");
    } else if (equation.left != nullptr) {
      find(*equation.left);
    }
    for (const ir::TypedEquation* inner : equation.body) this->equation(*inner);
    for (const ir::TypedBranch& branch : equation.branches) {
      if (branch.condition != nullptr) find(*branch.condition);
      for (const ir::TypedEquation* inner : branch.body) this->equation(*inner);
    }
  }

  void statements(std::span<ir::Statement* const> list) {
    for (const ir::Statement* one : list) {
      if (one->kind == ir::StatementKind::assign)
        for (std::size_t i = 0; i < one->left.size() && i < one->right.size(); ++i)
          if (one->left[i] != nullptr)
            fit(find(*one->left[i]), find(*one->right[i]), one->span, "the sides of the assignment");
      statements(one->body);
      for (const ir::StatementBranch& branch : one->branches) {
        if (branch.condition != nullptr) find(*branch.condition);
        statements(branch.body);
      }
    }
  }

 private:
  void warn(Span span, const std::string& message) {
    if (said_.emplace(span.file, span.begin, span.end).second) diagnostics_.warning(Code::W0310, span, message);
  }

  /// What both are, as far as one of them says it.
  Known fit(const Known& a, const Known& b, Span span, const std::string& what) {
    if (a.kind == Known::Kind::known && b.kind == Known::Kind::known && a.dimension != b.dimension)
      warn(span, "units do not fit: " + what + " have the units " + print(a.dimension) + " and " + print(b.dimension));
    if (a.kind == Known::Kind::known) return a;
    if (b.kind == Known::Kind::known) return b;
    return a.kind == Known::Kind::open ? a : b;
  }

  Known unit_of(const ir::Instance& variable) {
    if (variable.base != ir::BaseType::real) return {};
    const std::string_view unit = variable.attributes().unit;
    if (unit.empty()) return {};
    const auto [known, added] = parsed_.try_emplace(unit);
    if (added) known->second = Known::of(dimension_of(unit));
    return known->second;
  }

  /// In 5*sin(phi) the number may be five volts; in 5*x it is taken as a pure one.
  Known product(const Known& a, const Known& b, int sign) {
    if (!a.in_product() || !b.in_product()) return {};
    const Known out{Known::Kind::known, a.dimension.times(b.dimension, sign)};
    const bool number = a.kind == Known::Kind::pure || b.kind == Known::Kind::pure;
    return number && out.dimension.is_one() ? Known{Known::Kind::pure, {}} : out;
  }

  static bool is_pure(double number) { return number * 2 == std::floor(number * 2) && std::fabs(number) <= 100; }

  Known find(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::number: return e.number != 0 && is_pure(e.number) ? Known{Known::Kind::pure, {}} : Known{};
      case ExpressionKind::variable:
        for (const ir::Subscript& subscript : e.subscripts)
          if (subscript.value != nullptr) find(*subscript.value);
        return unit_of(*e.variable);
      case ExpressionKind::negate:
      case ExpressionKind::index: return find(*e.operands[0]);
      case ExpressionKind::chain: return chain(e);
      case ExpressionKind::relation:
        fit(find(*e.operands[0]), find(*e.operands[1]), e.span, "the sides of the relation");
        return {};
      case ExpressionKind::power: return power(e);
      case ExpressionKind::if_: {
        Known all;
        for (std::size_t i = 0; i < e.operands.size(); ++i) {
          const Known one = find(*e.operands[i]);
          const bool value = i % 2 == 1 || i + 1 == e.operands.size();
          if (value) all = fit(all, one, e.operands[i]->span, "the values of the if-expression");
        }
        return all;
      }
      case ExpressionKind::array: {
        for (const Expression* one : e.operands) find(*one);  // a vector may hold different things
        return {};
      }
      case ExpressionKind::builtin: return builtin(e);
      case ExpressionKind::reduction: return e.builtin == Builtin::product ? Known{} : find(*e.operands[0]);
      case ExpressionKind::comprehension: return find(*e.operands[0]);
      default:
        for (const Expression* operand : e.operands)
          if (operand != nullptr) find(*operand);
        return {};
    }
  }

  Known chain(const Expression& e) {
    Known all = find(*e.operands[0]);
    for (std::size_t i = 0; i < e.operations.size(); ++i) {
      const Expression& operand = *e.operands[i + 1];
      const Known next = find(operand);
      switch (e.operations[i]) {
        case Operation::add:
        case Operation::subtract:
        case Operation::element_add:
        case Operation::element_subtract: all = fit(all, next, operand.span, "the terms of the sum"); break;
        case Operation::multiply:
        case Operation::element_multiply: all = product(all, next, 1); break;
        case Operation::divide:
        case Operation::element_divide: all = product(all, next, -1); break;
        default: all = {}; break;
      }
    }
    return all;
  }

  Known power(const Expression& e) {
    const Known base = find(*e.operands[0]);
    const Known exponent = find(*e.operands[1]);
    if (exponent.kind == Known::Kind::known && !exponent.dimension.is_one())
      warn(e.operands[1]->span, "units do not fit: an exponent has the unit " + print(exponent.dimension));
    if (base.kind != Known::Kind::known) return base.kind == Known::Kind::pure ? base : Known{};
    const Expression& written = *e.operands[1];
    const bool negative = written.kind == ExpressionKind::negate;
    const Expression& number = negative ? *written.operands[0] : written;
    if (number.kind != ExpressionKind::number) return base.dimension.is_one() ? base : Known{};
    return Known::of(base.dimension.to_power(negative ? -number.number : number.number));
  }

  Known builtin(const Expression& e) {
    const auto first = [&] { return find(*e.operands[0]); };
    switch (e.builtin) {
      case Builtin::sin:
      case Builtin::cos:
      case Builtin::tan:
      case Builtin::asin:
      case Builtin::acos:
      case Builtin::atan:
      case Builtin::sinh:
      case Builtin::cosh:
      case Builtin::tanh:
      case Builtin::exp:
      case Builtin::log:
      case Builtin::log10: {
        const Known argument = first();
        if (argument.kind == Known::Kind::known && !argument.dimension.is_one())
          warn(e.operands[0]->span, "units do not fit: the argument of '" + std::string(ir::name_of(e.builtin)) +
                                        "' has the unit " + print(argument.dimension));
        return {Known::Kind::known, {}};
      }
      case Builtin::sqrt: {
        const Known argument = first();
        return argument.kind == Known::Kind::known ? Known::of(argument.dimension.to_power(0.5)) : argument;
      }
      case Builtin::der: return product(first(), {Known::Kind::known, *dimension_of("s")}, -1);
      case Builtin::atan2:
      case Builtin::min:
      case Builtin::max: {
        Known all = first();
        if (e.operands.size() > 1)
          all = fit(all, find(*e.operands[1]), e.operands[1]->span,
                    "the arguments of '" + std::string(ir::name_of(e.builtin)) + "'");
        return e.builtin == Builtin::atan2 ? Known{Known::Kind::known, {}} : all;
      }
      case Builtin::semi_linear: {
        const Known slope =
            fit(find(*e.operands[1]), find(*e.operands[2]), e.operands[2]->span, "the arguments of 'semiLinear'");
        return product(first(), slope, 1);
      }
      case Builtin::smooth: return find(*e.operands[1]);
      case Builtin::abs:
      case Builtin::sum:
      case Builtin::transpose:
      case Builtin::scalar:
      case Builtin::vector:
      case Builtin::matrix:
      case Builtin::symmetric:
      case Builtin::diagonal:
      case Builtin::skew:
      case Builtin::no_event:
      case Builtin::relax:
      case Builtin::homotopy:
      case Builtin::delay:
      case Builtin::in_stream:
      case Builtin::actual_stream:
      case Builtin::pre:
      case Builtin::previous:
      case Builtin::hold:
      case Builtin::sub_sample:
      case Builtin::super_sample:
      case Builtin::shift_sample:
      case Builtin::back_sample:
      case Builtin::no_clock: return first();
      case Builtin::cross: return product(first(), find(*e.operands[1]), 1);
      default:
        for (const Expression* operand : e.operands)
          if (operand != nullptr) find(*operand);
        return {};
    }
  }

  Diagnostics& diagnostics_;
  std::set<std::tuple<FileId, std::uint32_t, std::uint32_t>> said_;
  std::unordered_map<std::string_view, Known> parsed_;
};

}  // namespace

void check_units(const ir::FlatModel& model, Diagnostics& diagnostics) {
  UnitCheck check(diagnostics);
  for (const ir::Instance* variable : model.variables)
    if (variable->binding != nullptr) check.binding(*variable);
  for (const auto* list : {&model.equations, &model.initial_equations})
    for (const ir::FlatEquation& equation : *list) check.equation(*equation.equation);
  for (const auto* list : {&model.algorithms, &model.initial_algorithms})
    for (const ir::FlatAlgorithm& algorithm : *list) check.statements(algorithm.algorithm->statements);
}

}  // namespace sunder::flatten
