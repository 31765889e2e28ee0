#include "approximate/affine_forms.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/linear_equations.hpp"
#include "execute/variable_list.hpp"
#include "symbolic/apply.hpp"

namespace sunder::approximate {

using execute::resolve;
using symbolic::NodeId;
using symbolic::Op;
using Kind = AffineValue::Kind;

AffineForms::AffineForms(const ir::Plan& plan, std::span<const double> parameters)
    : plan_(plan), parameters_(parameters) {
  size_ = static_cast<Eigen::Index>(plan.states.size() + plan.inputs.size() + 1);
  definitions_.resize(plan.dae.variable_count);
  std::size_t largest = 0;
  for (std::uint32_t i = 0; i < plan.continuous.steps.size(); ++i)
    definitions_[plan.continuous.steps[i].target.index()].step = i;
  for (std::uint32_t i = 0; i < plan.continuous.loops.size(); ++i) {
    const ir::Loop& loop = plan.continuous.loops[i];
    largest = std::max(largest, loop.unknowns.size());
    for (const ir::VariableId unknown : loop.unknowns) definitions_[unknown.index()].loop = i;
  }
  full_ = size_ + static_cast<Eigen::Index>(largest);
  memory_of_.assign(plan.dae.variable_count, 0);
  for (std::uint32_t i = 0; i < plan.dae.held.size(); ++i) {
    const ir::Held& held = plan.dae.held[i];
    if (held.kind != ir::HeldKind::memory) continue;  // some of the others have no row
    if (plan.dae.shapes->pool()[plan.dae.shapes->root(held.shape)].op != Op::slot) continue;
    const ir::Operand kept = plan.dae.operands_of(held)[0];
    if (kept.is_variable()) memory_of_[kept.variable().index()] = i + 1;
  }
}

void AffineForms::enter(const HeldValues& held, bool at_rest) {
  held_ = held;
  at_rest_ = at_rest;
  variables_.clear();
}

AffineValue AffineForms::value(const ir::Row& row) {
  return evaluate(plan_.dae.shapes->root(row.shape), plan_.dae.operands_of(row));
}

Eigen::VectorXd AffineForms::as_form(const AffineValue& value) const {
  if (value.kind == Kind::form) return value.form.head(size_);
  Eigen::VectorXd out = Eigen::VectorXd::Zero(size_);
  out[size_ - 1] = value.number;
  return out;
}

AffineValue AffineForms::operand(ir::Operand operand) {
  switch (operand.kind()) {
    case ir::Operand::Kind::time: return not_affine();
    case ir::Operand::Kind::literal: return AffineValue::of(plan_.dae.literals[operand.literal_index()]);
    case ir::Operand::Kind::variable: return variable(operand.variable());
  }
  return {};
}

/// The state or input at this place.
AffineValue AffineForms::unit(std::size_t place) const {
  AffineValue out{Kind::form, 0, Eigen::VectorXd::Zero(full_)};
  out.form[static_cast<Eigen::Index>(place)] = 1;
  return out;
}

AffineValue AffineForms::variable(ir::VariableId id) {
  if (plan_.dae.is_held(id)) {
    const auto number = static_cast<std::uint32_t>(&plan_.dae.held_of(id) - plan_.dae.held.data());
    const ir::HeldKind kind = plan_.dae.held[number].kind;
    if (kind == ir::HeldKind::initial || kind == ir::HeldKind::terminal) return AffineValue::of(0);
    if (held_[number]) return AffineValue::of(*held_[number]);
    return {Kind::undecided, 0, {}, number};
  }
  const ir::Address address = plan_.addresses[id.index()];
  if (address.space == ir::Space::parameter) return AffineValue::of(parameters_[address.index]);
  if (address.space == ir::Space::state) return unit(address.index);
  if (address.space == ir::Space::input) return unit(plan_.states.size() + address.index);
  if (address.space == ir::Space::none) {
    const auto [target, negated] = resolve(plan_, id);
    if (!target.valid() || (target.is_variable() && target.variable() == id)) return not_affine();
    const AffineValue value = operand(target);
    if (!negated) return value;
    const AffineValue factors[] = {AffineValue::of(-1), value};
    return product(factors);
  }
  if (at_rest_ && memory_of_[id.index()] != 0) {
    const std::optional<double>& memory = held_[memory_of_[id.index()] - 1];
    if (memory) return AffineValue::of(*memory);
  }
  const auto known = variables_.find(id.value);
  if (known != variables_.end()) return known->second;
  const Definition& definition = definitions_[id.index()];
  if (definition.loop) {
    solve(plan_.continuous.loops[*definition.loop]);
    return variables_.at(id.value);
  }
  if (!definition.step) return not_affine();
  const ir::Step& step = plan_.continuous.steps[*definition.step];
  const ir::Equation& equation = plan_.dae.equations[step.equation.index()];
  const auto& solution = plan_.dae.shapes->solve(equation.shape, step.slot);
  const std::uint32_t outer = std::exchange(equation_, step.equation.value);
  AffineValue out = solution ? evaluate(solution->value, plan_.dae.operands_of(equation)) : not_affine();
  equation_ = outer;
  return variables_[id.value] = std::move(out);
}

/// Linear equations for several unknowns: the unknowns get places of their own behind states and inputs.
void AffineForms::solve(const ir::Loop& loop) {
  const auto count = static_cast<Eigen::Index>(loop.unknowns.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    AffineValue unit{Kind::form, 0, Eigen::VectorXd::Zero(full_)};
    unit.form[size_ + i] = 1;
    variables_[loop.unknowns[static_cast<std::size_t>(i)].value] = std::move(unit);
  }
  Eigen::MatrixXd factors(count, count);
  Eigen::MatrixXd rest(count, size_);
  std::optional<AffineValue> failed;
  const std::uint32_t outer = equation_;
  for (Eigen::Index i = 0; i < count && !failed; ++i) {
    const ir::EquationId id = loop.equations[static_cast<std::size_t>(i)];
    equation_ = id.value;
    const AffineValue residual = value(plan_.dae.equations[id.index()]);
    if (residual.kind == Kind::undecided || residual.kind == Kind::not_affine) {
      failed = residual;
    } else if (residual.kind == Kind::form) {
      factors.row(i) = residual.form.tail(full_ - size_).head(count).transpose();
      rest.row(i) = residual.form.head(size_).transpose();
    } else {
      factors.row(i).setZero();
      rest.row(i) = as_form(residual).transpose();
    }
  }
  if (!failed) {
    const algebra::CarefulFactors lu(factors);
    if (!lu.invertible()) failed = not_affine();
    if (!failed) rest = lu.solve(-rest);
  }
  equation_ = outer;
  for (Eigen::Index i = 0; i < count; ++i) {
    AffineValue& out = variables_[loop.unknowns[static_cast<std::size_t>(i)].value];
    if (failed) {
      out = *failed;
    } else {
      out.form.setZero();
      out.form.head(size_) = rest.row(i).transpose();
    }
  }
}

AffineValue AffineForms::evaluate(NodeId root, Slots slots) {
  std::unordered_map<std::uint32_t, AffineValue> known;
  return node(root, slots, known);
}

AffineValue AffineForms::node(NodeId id, Slots slots, std::unordered_map<std::uint32_t, AffineValue>& known) {
  const symbolic::Pool& pool = plan_.dae.shapes->pool();
  const symbolic::Node& node = pool[id];
  if (node.op == Op::slot) return operand(slots[node.payload]);
  if (node.op == Op::constant) return AffineValue::of(node.value);
  const auto found = known.find(id.value);
  if (found != known.end()) return found->second;
  AffineValue out = combine(node, pool.children(id), slots, known);
  return known[id.value] = std::move(out);
}

AffineValue AffineForms::combine(const symbolic::Node& node, std::span<const NodeId> children, Slots slots,
                                 std::unordered_map<std::uint32_t, AffineValue>& known) {
  const auto child = [&](std::size_t i) { return this->node(children[i], slots, known); };
  switch (node.op) {
    case Op::residue: return AffineValue::of(0);
    case Op::no_event:
    case Op::smooth:
    case Op::relax: return child(0);
    case Op::logical_and:
    case Op::logical_or: {
      const bool decisive = node.op == Op::logical_or;  // the value that settles it
      std::optional<AffineValue> open;
      for (std::size_t i = 0; i < children.size(); ++i) {
        const AffineValue v = child(i);
        if (v.is_number() && (v.number != 0) == decisive) return AffineValue::of(decisive ? 1 : 0);
        if (!v.is_number() && !open) open = v.kind == Kind::form ? not_affine() : v;
      }
      return open ? *open : AffineValue::of(decisive ? 0 : 1);
    }
    case Op::select:
    case Op::choose: {
      const AffineValue condition = child(0);
      if (condition.is_number()) return child(condition.number != 0 ? 1 : 2);
      if (condition.kind != Kind::undecided) return not_affine();
      const AffineValue yes = child(1);
      const AffineValue no = child(2);
      if (yes.is_number() && no.is_number() && yes.number == no.number) return yes;
      return condition;
    }
    default: break;
  }
  std::vector<AffineValue> values;
  for (std::size_t i = 0; i < children.size(); ++i) values.push_back(child(i));
  if (node.op == Op::multiply) return product(values);
  for (const AffineValue& v : values)
    if (v.kind == Kind::undecided || v.kind == Kind::not_affine) return v;
  if (std::all_of(values.begin(), values.end(), [](const AffineValue& v) { return v.is_number(); })) {
    std::vector<double> numbers;
    for (const AffineValue& v : values) numbers.push_back(v.number);
    return AffineValue::of(symbolic::apply(node.op, numbers, node.payload));
  }
  if (node.op == Op::add) return sum(values);
  if (node.op == Op::negate || (node.op == Op::divide && values[1].is_number())) {
    AffineValue out = values[0];
    if (node.op == Op::negate)
      out.form = -out.form;
    else
      out.form /= values[1].number;
    return out;
  }
  return not_affine();
}

AffineValue AffineForms::sum(std::span<const AffineValue> terms) const {
  AffineValue out{Kind::form, 0, Eigen::VectorXd::Zero(full_)};
  for (const AffineValue& term : terms) {
    if (term.is_number())
      out.form[size_ - 1] += term.number;
    else
      out.form += term.form;
  }
  return out;
}

AffineValue AffineForms::product(std::span<const AffineValue> factors) const {
  double number = 1;
  const AffineValue* other = nullptr;
  const AffineValue* open = nullptr;
  bool several = false;
  for (const AffineValue& factor : factors) {
    if (factor.is_number()) {
      number *= factor.number;
    } else if (factor.kind == Kind::form) {
      several = several || other != nullptr;
      other = &factor;
    } else if (open == nullptr || factor.kind == Kind::not_affine) {
      open = &factor;
    }
  }
  if (number == 0) return AffineValue::of(0);
  if (open != nullptr) return *open;
  if (several) return not_affine();
  if (other == nullptr) return AffineValue::of(number);
  AffineValue out = *other;
  out.form *= number;
  return out;
}

AffineForms::Reading AffineForms::start_reading() const {
  return {std::vector<bool>(plan_.dae.held.size()), std::vector<bool>(plan_.dae.variable_count)};
}

void AffineForms::read(const ir::Row& row, bool at_rest, Reading& reading) const {
  for (const ir::Operand operand : plan_.dae.operands_of(row))
    if (operand.is_variable()) read_variable(operand.variable(), at_rest, reading);
}

void AffineForms::read_variable(ir::VariableId first, bool at_rest, Reading& reading) const {
  std::vector<ir::VariableId> open{first};
  while (!open.empty()) {
    ir::VariableId id = open.back();
    open.pop_back();
    if (reading.seen[id.index()]) continue;
    reading.seen[id.index()] = true;
    if (plan_.dae.is_held(id)) {
      reading.held[static_cast<std::size_t>(&plan_.dae.held_of(id) - plan_.dae.held.data())] = true;
      continue;
    }
    if (plan_.addresses[id.index()].space == ir::Space::none) {
      const auto [target, negated] = resolve(plan_, id);
      if (target.valid() && target.is_variable()) open.push_back(target.variable());
      continue;
    }
    if (at_rest && memory_of_[id.index()] != 0) {
      reading.held[memory_of_[id.index()] - 1] = true;
      continue;
    }
    const Definition& definition = definitions_[id.index()];
    const auto add = [&](ir::EquationId equation) {
      for (const ir::Operand operand : plan_.dae.operands_of(plan_.dae.equations[equation.index()]))
        if (operand.is_variable()) open.push_back(operand.variable());
    };
    if (definition.step) add(plan_.continuous.steps[*definition.step].equation);
    if (definition.loop)
      for (const ir::EquationId equation : plan_.continuous.loops[*definition.loop].equations) add(equation);
  }
}

}  // namespace sunder::approximate
