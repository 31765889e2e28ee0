#include "lower/lower.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

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

/// Visits the variables and the time by which a value moves, but for those that are only compared or rounded: they move
/// it at events.
template <class Visit>
void visit_without_events(const Expression& e, const Visit& visit) {
  if (e.kind == ExpressionKind::relation) return;
  if (e.kind == ExpressionKind::builtin) {
    using enum ir::Builtin;
    constexpr std::array making_events{floor, ceil, integer, mod, rem, div};
    if (ir::speaks_of_events(e.builtin) || std::ranges::find(making_events, e.builtin) != making_events.end()) return;
  }
  if (e.kind == ExpressionKind::time || e.kind == ExpressionKind::variable) visit(e);
  for (const Expression* one : e.operands)
    if (one != nullptr) visit_without_events(*one, visit);
}

bool is_continuous(const Expression& variable_or_time) {
  return variable_or_time.kind == ExpressionKind::time ||
         variable_or_time.variable->variability == Variability::continuous;
}

bool is_known(const Instance& variable) { return variable.variability <= Variability::parameter; }

/// What the outside has to do with a variable.
ir::Causality causality_of(const Instance& variable) {
  const bool own = variable.parent != nullptr && variable.parent->parent == nullptr;
  return own && !is_known(variable) ? variable.causality : ir::Causality::local;
}

namespace {

template <class Visit>
void walk_equation(const TypedEquation& equation, const Visit& visit) {
  for (const Expression* e : {equation.left, equation.right})
    if (e != nullptr) ir::walk(*e, visit);
  for (const TypedEquation* inner : equation.body) walk_equation(*inner, visit);
  for (const ir::TypedBranch& branch : equation.branches) {
    if (branch.condition != nullptr) ir::walk(*branch.condition, visit);
    for (const TypedEquation* inner : branch.body) walk_equation(*inner, visit);
  }
}

template <class Visit>
void walk_statements(std::span<ir::Statement* const> statements, const Visit& visit) {
  for (const ir::Statement* statement : statements) {
    visit(*statement);
    walk_statements(statement->body, visit);
    for (const ir::StatementBranch& branch : statement->branches) walk_statements(branch.body, visit);
  }
}

template <class Visit>
void walk_expressions(const ir::Statement& statement, const Visit& visit) {
  for (const auto& list : {statement.left, statement.right})
    for (const Expression* e : list) ir::walk(*e, visit);
  if (statement.condition != nullptr) ir::walk(*statement.condition, visit);
  for (const ir::IteratorRange& range : statement.iterators) ir::walk(*range.range, visit);
  for (const ir::StatementBranch& branch : statement.branches)
    if (branch.condition != nullptr) ir::walk(*branch.condition, visit);
}

}  // namespace

Lowering::Lowering(const ir::FlatModel& model, ir::ValueSource& values, std::shared_ptr<symbolic::ShapeTable> shapes,
                   bool allow_files)
    : model_(model),
      indices_(values),
      rows_(dae_, indices_, diagnostics_, dae_.parameters),
      clocks_(model, indices_, diagnostics_),
      context_(*shapes, dae_, declarations_, indices_, diagnostics_),
      loops_(context_, rows_) {
  dae_.name = model.name;
  dae_.shapes = std::move(shapes);
  dae_.experiment = model.tree->experiment;
  dae_.texts = context_.texts;
  context_.allow_files = allow_files;
  context_.write_speech = [this](const SpeechPattern& speech, const std::vector<Term>& terms,
                                 const std::vector<std::int64_t>& loop_values) {
    return write_speech(speech, terms, loop_values);
  };
}

Outcome<ir::Dae> Lowering::run() {
  if (!clocks_.run() || !declare()) return Outcome<ir::Dae>(std::move(diagnostics_));
  find_open_parameters();
  find_conditions();
  find_initial_calls();
  parameters();
  for (const Instance* variable : model_.variables)
    if (declarations_.contains(variable)) attributes(*variable);
  equations();
  finish();
  return {std::move(dae_), std::move(diagnostics_)};
}

void Lowering::find_initial_calls() {
  const auto note = [&](const Expression* value) {
    if (value != nullptr && value->kind == ExpressionKind::call) context_.initial_calls.push_back(value);
  };
  for (const ir::FlatEquation& equation : model_.initial_equations)
    if (equation.equation->kind == ir::EquationKind::equality) note(equation.equation->right);
  for (const ir::FlatAlgorithm& one : model_.initial_algorithms)
    walk_statements(one.algorithm->statements, [&](const ir::Statement& statement) {
      if (statement.kind != ir::StatementKind::assign) return;
      for (const Expression* value : statement.right) note(value);
    });
}

/// Which Boolean variables stand for a condition: what they guard is guarded by its relations.
void Lowering::find_conditions() {
  const auto is_flag = [this](const Instance& variable) {
    return variable.type().base == ir::BaseType::boolean && variable.dimensions.empty() &&
           variable.variability == Variability::discrete && !following_.contains(&variable);
  };
  for (const Instance* variable : model_.variables)
    if (variable->binding != nullptr && is_flag(*variable)) context_.conditions.emplace(variable, variable->binding);
  for (const ir::FlatEquation& equation : model_.equations) {
    const TypedEquation& e = *equation.equation;
    if (e.kind == ir::EquationKind::equality && e.left->kind == ExpressionKind::variable && e.right != nullptr &&
        is_flag(*e.left->variable))
      context_.conditions.emplace(e.left->variable, e.right);
  }
}

std::vector<const Instance*> Lowering::differentiated() const {
  std::vector<const Instance*> out;
  std::unordered_set<const Instance*> seen;
  const auto note = [&](const Expression& e) {
    if (e.kind != ExpressionKind::builtin || e.builtin != ir::Builtin::der) return;
    ir::walk(*e.operands[0], [&](const Expression& inner) {
      const bool clocked = inner.kind == ExpressionKind::variable &&
                           clocks_.partition_of(inner.variable) != ClockInference::none;  // see clocked_rates_
      if (inner.kind == ExpressionKind::variable && inner.variable->variability == Variability::continuous &&
          !clocked && seen.insert(inner.variable).second)
        out.push_back(inner.variable);
    });
  };
  walk_all(note);
  return out;
}

void Lowering::walk_all(const std::function<void(const Expression&)>& visit) const {
  for (const Instance* variable : model_.variables)
    if (variable->binding != nullptr) ir::walk(*variable->binding, visit);
  for (const auto* list : {&model_.equations, &model_.initial_equations})
    for (const ir::FlatEquation& equation : *list) walk_equation(*equation.equation, visit);
  for (const auto* list : {&model_.algorithms, &model_.initial_algorithms})
    for (const ir::FlatAlgorithm& one : *list)
      walk_statements(one.algorithm->statements, [&](const ir::Statement& s) { walk_expressions(s, visit); });
}

std::vector<const Instance*> Lowering::assigned_in_when() {
  std::vector<const Instance*> out;
  const auto note = [&](const auto& self, const TypedEquation& equation, bool inside) -> void {
    if (inside && equation.kind == ir::EquationKind::equality) out.push_back(equation.left->variable);
    inside = inside || equation.kind == ir::EquationKind::when;
    for (const TypedEquation* inner : equation.body) self(self, *inner, inside);
    for (const ir::TypedBranch& branch : equation.branches)
      for (const TypedEquation* inner : branch.body) self(self, *inner, inside);
  };
  for (const ir::FlatEquation& equation : model_.equations) note(note, *equation.equation, false);
  for (const ir::FlatAlgorithm& one : model_.algorithms)
    walk_statements(one.algorithm->statements, [&](const ir::Statement& when) {
      if (when.kind != ir::StatementKind::when) return;
      for (const ir::StatementBranch& branch : when.branches)
        walk_statements(branch.body, [&](const ir::Statement& inner) {
          if (inner.kind != ir::StatementKind::assign) return;
          for (const Expression* left : inner.left)
            if (left->kind == ExpressionKind::variable) out.push_back(left->variable);
        });
    });
  return out;
}

/// Integer and Boolean variables that are results of functions of something continuous (the phase of a fluid, by its
/// state; the interval of a table), and what is computed from these without a relation. Functions make no events, so
/// they follow like Real variables do.
void Lowering::find_following() {
  const auto may_follow = [&](const Instance& variable) {
    const bool counts = variable.base == ir::BaseType::integer || variable.base == ir::BaseType::boolean ||
                        variable.base == ir::BaseType::enumeration;
    return counts && variable.variability == Variability::discrete && !when_assigned_.contains(&variable) &&
           clocks_.partition_of(&variable) == ClockInference::none;
  };
  std::unordered_map<const Instance*, std::vector<const Instance*>> followers;  // of a variable, if it follows itself
  std::vector<const Instance*> found;
  const auto look_at = [&](const Instance& variable, const Expression& value) {
    if (!may_follow(variable)) return;
    visit_without_events(value, [&](const Expression& one) {
      if (is_continuous(one)) {
        if (value.kind == ExpressionKind::call) found.push_back(&variable);
      } else if (one.variable->variability == Variability::discrete) {
        followers[one.variable].push_back(&variable);
      }
    });
  };
  for (const Instance* variable : model_.variables)
    if (variable->binding != nullptr) look_at(*variable, *variable->binding);
  const auto equation = [&](const auto& self, const TypedEquation& one) -> void {
    if (one.kind == ir::EquationKind::when) return;
    if (one.kind == ir::EquationKind::equality && one.right != nullptr) {
      if (one.left->kind == ExpressionKind::variable) {
        look_at(*one.left->variable, *one.right);
        // of two variables that are equal either may be the one that is known
        if (one.right->kind == ExpressionKind::variable) look_at(*one.right->variable, *one.left);
      }
    }
    for (const TypedEquation* inner : one.body) self(self, *inner);
    for (const ir::TypedBranch& branch : one.branches)
      for (const TypedEquation* inner : branch.body) self(self, *inner);
  };
  for (const ir::FlatEquation& one : model_.equations) equation(equation, *one.equation);
  while (!found.empty()) {
    const Instance* one = found.back();
    found.pop_back();
    if (!following_.insert(one).second) continue;
    const auto next = followers.find(one);
    if (next != followers.end()) found.insert(found.end(), next->second.begin(), next->second.end());
  }
}

bool Lowering::declare() {
  for (const Instance* variable : assigned_in_when()) when_assigned_.insert(variable);
  find_following();
  for (const Instance* variable : model_.variables) {
    if (variable->base == ir::BaseType::string && variable->variability <= Variability::parameter) continue;
    if (variable->base == ir::BaseType::object) {
      if (!make_object(*variable)) return false;
      continue;
    }
    if (variable->base == ir::BaseType::error || variable->base == ir::BaseType::clock) continue;
    if (!add(*variable, path_of(*variable), std::string(variable->attributes().description))) return false;
  }
  if (!declare_clocks()) return false;
  for (const Instance* variable : differentiated()) {
    if (when_assigned_.contains(variable)) {
      diagnostics_
          .error(Code::E0306, variable->span,
                 "'" + path_of(*variable) + "' is given values in a when-equation and has a derivative")
          .help = "a state takes another value with reinit(" + path_of(*variable) + ", ...)";
      return false;
    }
    if (!add_derivative(*variable)) return false;
  }
  rows_.start_derived(DeclarationId(dae_.declarations.size()));
  Declaration derived;
  derived.name = "$derived";
  derived.first = ir::VariableId(dae_.variable_count);
  derived.count = 0;
  derived.dimensions = {0};
  derived.variability = Variability::parameter;
  derived.generated = true;
  dae_.declarations.push_back(std::move(derived));
  return true;
}

bool Lowering::reserve(Declaration& declaration, Span span) {
  std::int64_t count = 1;
  constexpr std::int64_t largest = 1 << 30;
  for (const std::uint32_t n : declaration.dimensions)
    count *= n;  // arrays of more than 100 million were refused before
  if (count > largest || dae_.variable_count + count > largest) {
    diagnostics_.error(Code::E0305, span, "the model has more than 2^30 scalar variables");
    return false;
  }
  declaration.first = ir::VariableId(dae_.variable_count);
  declaration.count = static_cast<std::uint32_t>(count);
  dae_.variable_count += declaration.count;
  return true;
}

bool Lowering::add(const Instance& variable, const std::string& name, const std::string& description) {
  Declaration declaration;
  declaration.name = name;
  declaration.description = description;
  for (const std::int64_t n : variable.dimensions) declaration.dimensions.push_back(static_cast<std::uint32_t>(n));
  declaration.variability = variable.variability;
  if (when_assigned_.contains(&variable) || clocks_.partition_of(&variable) != ClockInference::none)
    declaration.variability = std::min(declaration.variability, Variability::discrete);
  if (following_.contains(&variable)) declaration.variability = Variability::continuous;
  declaration.causality = causality_of(variable);
  declaration.bound = variable.binding != nullptr;
  const bool text = variable.base == ir::BaseType::string;  // its number, which means nothing to anybody outside
  declaration.base = variable.base == ir::BaseType::enumeration ? ir::BaseType::integer : variable.base;
  declaration.generated = text;
  if (variable.base == ir::BaseType::enumeration && variable.enumeration != nullptr)
    declaration.enumeration = std::make_shared<ir::Enumeration>(
        ir::Enumeration{std::string(variable.enumeration->name),
                        {variable.enumeration->literals.begin(), variable.enumeration->literals.end()}});
  for (const Instance* at = &variable; at != nullptr; at = at->parent)
    declaration.is_protected = declaration.is_protected || at->is_protected;
  declaration.is_final = variable.is_final;
  declaration.state_select = variable.attributes().state_select;
  declaration.tearing_select = variable.attributes().tearing_select;
  declaration.unit = variable.attributes().unit;
  declaration.display_unit = variable.attributes().display_unit;
  declaration.span = variable.span;
  if (!reserve(declaration, variable.span)) return false;
  declarations_[&variable] = DeclarationId(dae_.declarations.size());
  dae_.declarations.push_back(std::move(declaration));
  return true;
}

bool Lowering::add_derivative(const Instance& variable) {
  const auto found = declarations_.find(&variable);
  if (found == declarations_.end() || dae_.declarations[found->second.index()].derivative.valid()) return true;
  const Declaration& base = dae_.declarations[found->second.index()];
  if (base.is_open_input()) {
    diagnostics_.error(Code::E0213, variable.span, "the derivative of the input '" + base.name + "' is not known")
        .help = "declare the derivative as an input of its own, or filter the input";
    return false;
  }
  Declaration derivative;
  derivative.name = "der(" + base.name + ")";
  derivative.dimensions = base.dimensions;
  derivative.generated = true;
  derivative.is_protected = base.is_protected;
  derivative.derivative_of = found->second;
  derivative.unit = base.unit.empty() ? "" : base.unit + "/s";
  derivative.span = base.span;
  if (!reserve(derivative, variable.span)) return false;
  dae_.declarations[found->second.index()].derivative = DeclarationId(dae_.declarations.size());
  dae_.declarations.push_back(std::move(derivative));
  return true;
}

ir::OriginId Lowering::origin(Span span, std::string_view path, std::string rule) {
  dae_.origins.push_back({span, std::string(path), std::move(rule)});
  rows_.origin = ir::OriginId(dae_.origins.size() - 1);
  return rows_.origin;
}

/// Now that all other variables have their numbers, held ones get theirs.
void Lowering::place_held() {
  if (dae_.held.empty()) return;
  Declaration held;
  held.name = "$held";
  held.dimensions = {static_cast<std::uint32_t>(dae_.held.size())};
  held.variability = Variability::discrete;
  held.generated = true;
  if (!reserve(held, {})) return;
  for (ir::Operand& operand : dae_.operands)
    if (operand.is_variable() && operand.variable().value >= RowWriter::held_base &&
        operand.variable().value < RowWriter::delayed_base)
      operand = ir::Operand::of(ir::VariableId(operand.variable().value - RowWriter::held_base + held.first.value));
  dae_.held_in = DeclarationId(dae_.declarations.size());
  dae_.declarations.push_back(std::move(held));
}

/// What is recorded becomes a variable, and what comes out of the delay an input that its past drives.
void Lowering::place_delayed() {
  const std::vector<RowWriter::Delayed>& all = rows_.delayed();
  if (all.empty()) return;
  const auto declare = [&](const char* name, std::size_t count, ir::Causality causality) {
    Declaration made;
    made.name = name;
    made.dimensions = {static_cast<std::uint32_t>(count)};
    made.causality = causality;
    made.generated = true;
    const bool fits = reserve(made, {});
    dae_.declarations.push_back(std::move(made));
    return fits;
  };
  std::size_t recorded = 0;
  for (const RowWriter::Delayed& one : all) recorded += one.recorded.size();
  if (!declare("$now", recorded, ir::Causality::local) || !declare("$past", all.size(), ir::Causality::input)) return;
  const std::uint32_t past = dae_.declarations.back().first.value;
  std::uint32_t now = past - static_cast<std::uint32_t>(recorded);
  std::vector<ir::Equation> equations;
  for (std::uint32_t k = 0; k < all.size(); ++k) {
    ir::Delay delay;
    delay.kind = all[k].kind;
    delay.now = ir::VariableId(now);
    delay.past = ir::VariableId(past + k);
    delay.origin = all[k].origin;
    if (delay.kind == ir::Delay::Kind::flow)
      delay.profile = all[k].constants;
    else
      delay.time = all[k].constants.front();
    dae_.delays.push_back(std::move(delay));
    for (const ir::Row& row : all[k].recorded)
      equations.push_back(recorded_equation(row, ir::VariableId(now++), all[k].origin));
  }
  dae_.equations.insert(dae_.equations.begin() + dae_.initial_begin, equations.begin(), equations.end());
  dae_.initial_begin += static_cast<std::uint32_t>(equations.size());
  for (ir::Operand& operand : dae_.operands)
    if (operand.is_variable() && operand.variable().value >= RowWriter::delayed_base)
      operand = ir::Operand::of(ir::VariableId(operand.variable().value - RowWriter::delayed_base + past));
}

/// 0 = variable - value
ir::Equation Lowering::recorded_equation(const ir::Row& value, ir::VariableId variable, ir::OriginId origin) {
  symbolic::Pool& pool = dae_.shapes->pool();
  const std::span<const ir::Operand> own = dae_.operands_of(value);
  std::vector<ir::Operand> operands(own.begin(), own.end());
  const symbolic::NodeId root =
      pool.subtract(pool.slot(static_cast<std::uint32_t>(operands.size())), dae_.shapes->root(value.shape));
  operands.push_back(ir::Operand::of(variable));
  ir::Equation equation;
  std::vector<std::uint32_t> order;
  equation.shape = dae_.shapes->intern(root, order);
  equation.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
  for (const std::uint32_t slot : order) dae_.operands.push_back(operands[slot]);
  equation.origin = origin;
  return equation;
}

void Lowering::mark_structural() {
  for (const auto& [variable, place] : indices_.values().reads()) {
    const auto found = declarations_.find(variable);
    if (found != declarations_.end()) dae_.declarations[found->second.index()].structural_at = place;
  }
}

void Lowering::finish() {
  mark_structural();
  if (dae_.declarations.back().count == 0) dae_.declarations.pop_back();
  place_held();
  place_delayed();
  dae_.operands.shrink_to_fit();
  dae_.equations.shrink_to_fit();
}

Outcome<ir::Dae> lower(const ir::FlatModel& model, ir::ValueSource& values,
                       std::shared_ptr<symbolic::ShapeTable> shapes, bool allow_files) {
  return Lowering(model, values, std::move(shapes), allow_files).run();
}

}  // namespace sunder::lower
