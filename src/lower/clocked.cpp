// Clocked partitions. Between two ticks of its clock a clocked variable keeps its value, so that the equation l = r for
// the variable v becomes
//   0 = if the clock ticks then l - r else v - pre(v)
// and previous(v) is pre(v), hold(v) and the operators from clock to clock are v itself, sample(u) is u just before.
#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "graph/matching.hpp"
#include "lower/lowering.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;
using ir::Instance;
using ir::TypedEquation;
using symbolic::NodeId;
using symbolic::Op;

namespace {

const ir::Type boolean{ir::BaseType::boolean, {}};
const ir::Type integer{ir::BaseType::integer, {}};
const ir::Type real{ir::BaseType::real, {}};

}  // namespace

const Instance* Lowering::generate(std::string_view name, ir::BaseType base, std::span<const std::int64_t> dimensions) {
  Instance& made = generated_.emplace_back();
  made.name = arena_.copy(name);
  made.parent = model_.tree->root;
  made.base = base;
  made.variability = ir::Variability::discrete;
  made.dimensions = dimensions;
  if (!add(made, std::string(name), {})) return nullptr;
  dae_.declarations.back().generated = true;
  return &made;
}

/// Clocks that tick alike are one.
bool Lowering::declare_clocks() {
  for (const ClockOfPartition& partition : clocks_.partitions()) {
    const auto same = std::ranges::find_if(tick_sources_, [&](const Ticks& one) { return one.clock == partition; });
    ticks_of_.push_back(static_cast<std::size_t>(same - tick_sources_.begin()));
    if (same != tick_sources_.end()) continue;
    Ticks ticks;
    ticks.clock = partition;
    const std::string number = std::to_string(tick_sources_.size() + 1);
    const BaseClock& base = clocks_.base(partition);
    ticks.tick = generate("$tick" + number, ir::BaseType::boolean);
    ticks.ticked = generate("$ticked" + number, ir::BaseType::boolean);
    if (base.condition != nullptr) {
      ticks.condition = generate("$condition" + number, ir::BaseType::boolean);
      ticks.held = generate("$held_before" + number, ir::BaseType::boolean);
      ticks.count = generate("$ticks" + number, ir::BaseType::integer);
      ticks.last = generate("$tick_time" + number, ir::BaseType::real);
    }
    tick_sources_.push_back(ticks);
  }
  declare_clocked_rates();
  declare_stages();
  return !diagnostics_.has_errors();
}

/// Variables for the derivatives of clocked ones.
void Lowering::declare_clocked_rates() {
  const auto note = [&](const Expression& e) {
    if (e.kind != ExpressionKind::builtin || e.builtin != ir::Builtin::der) return;
    if (e.operands[0]->kind != ExpressionKind::variable) return;
    const Instance* of = e.operands[0]->variable;
    const std::uint32_t partition = clocks_.partition_of(of);
    if (partition == ClockInference::none || clocked_rates_.contains(of)) return;
    const Instance* rate = generate("der(" + path_of(*of) + ")", ir::BaseType::real, of->dimensions);
    if (rate == nullptr) return;
    dae_.declarations.back().generated = false;
    clocked_rates_.emplace(of, rate);
    clocked_states_.push_back(of);
    clocks_.add_to_partition_of(of, rate);
  };
  walk_all(note);
}

/// The expression with der(x) of clocked variables replaced by the variables that stand for them.
Expression* Lowering::with_rates(Expression* e) {
  if (e == nullptr) return nullptr;
  bool found = false;
  ir::walk(*e, [&](const Expression& inner) {
    found = found || (inner.kind == ExpressionKind::builtin && inner.builtin == ir::Builtin::der);
  });
  if (!found) return e;
  if (e->kind == ExpressionKind::builtin && e->builtin == ir::Builtin::der &&
      e->operands[0]->kind == ExpressionKind::variable) {
    const auto rate = clocked_rates_.find(e->operands[0]->variable);
    if (rate == clocked_rates_.end()) return e;
    auto* made = arena_.make<Expression>(*e->operands[0]);
    made->variable = rate->second;
    return made;
  }
  auto* made = arena_.make<Expression>(*e);
  std::vector<Expression*> operands;
  for (Expression* operand : e->operands) operands.push_back(with_rates(operand));
  made->operands = arena_.copy(operands);
  return made;
}

TypedEquation Lowering::with_rates(const TypedEquation& equation) {
  TypedEquation made = equation;
  made.left = with_rates(equation.left);
  made.right = with_rates(equation.right);
  const auto all = [&](std::span<TypedEquation* const> body) {
    std::vector<TypedEquation*> out;
    for (const TypedEquation* inner : body) out.push_back(arena_.make<TypedEquation>(with_rates(*inner)));
    return arena_.copy(out);
  };
  made.body = all(equation.body);
  std::vector<ir::TypedBranch> branches;
  for (const ir::TypedBranch& branch : equation.branches)
    branches.push_back({with_rates(branch.condition), all(branch.body)});
  made.branches = arena_.copy(branches);
  return made;
}

/// What is differentiated follows from its derivative, from tick to tick; at the first one it is as it was before.
void Lowering::clocked_states() {
  for (std::uint32_t partition = 0; partition < stages_.size(); ++partition)
    if (!stages_[partition].stages.empty()) staged_states(partition);
  for (const Instance* state : clocked_states_) {
    const std::uint32_t partition = clocks_.partition_of(state);
    if (!stages_[partition].stages.empty()) continue;
    const SolverMethod method = clocks_.method(partition);
    const Instance& rate = *clocked_rates_.at(state);
    const ir::Type type = state->type();
    Expression* now = reference_to(rate);
    Expression* before = call(ir::Builtin::previous, type, reference_to(rate));
    Expression* slope = method == SolverMethod::explicit_euler ? before : now;
    if (method == SolverMethod::implicit_trapezoid) {
      slope = operation(ir::Operation::add, type, before, now);
      slope = operation(ir::Operation::multiply, type, constant(0.5, real, state->span), slope);
    }
    Expression* interval = make(ExpressionKind::builtin, real, state->span, {});
    interval->builtin = ir::Builtin::interval;
    Expression* first = make(ExpressionKind::builtin, boolean, state->span, {});
    first->builtin = ir::Builtin::first_tick;
    Expression* length =
        make(ExpressionKind::if_, real, state->span, {first, constant(0, real, state->span), interval});
    Expression* change = operation(ir::Operation::multiply, type, length, slope);
    TypedEquation update;
    update.span = state->span;
    update.left = reference_to(*state);
    update.right = operation(ir::Operation::add, type, call(ir::Builtin::previous, type, reference_to(*state)), change);
    clocked_equation(partition, {}, update, state->parent != nullptr ? path_of(*state->parent) : std::string());
  }
}

Expression* Lowering::constant(double value, const ir::Type& type, Span span) {
  const auto kind = type.base == ir::BaseType::boolean ? ExpressionKind::boolean : ExpressionKind::number;
  Expression* made = make(kind, type, span, {});
  made->number = value;
  return made;
}

Expression* Lowering::operation(ir::Operation operation, const ir::Type& type, Expression* left, Expression* right) {
  const bool compares = operation >= ir::Operation::less;
  Expression* made = make(compares ? ExpressionKind::relation : ExpressionKind::chain, type, left->span, {left, right});
  made->operations = arena_.copy(std::vector<ir::Operation>{operation});
  return made;
}

/// When each clock ticks, how often it has, and when it did last.
void Lowering::clock_equations() {
  for (const Ticks& ticks : tick_sources_) {
    const BaseClock& base = clocks_.base(ticks.clock);
    const Span span = base.span;
    const auto before = [&](const Instance& variable) {
      return call(ir::Builtin::pre, variable.type(), reference_to(variable));
    };
    Expression* source = nullptr;
    if (base.condition == nullptr) {
      const double start = dae_.experiment.start.value_or(0) + ticks.clock.shift.value() * base.interval;
      source = make(ExpressionKind::builtin, boolean, span,
                    {constant(start, real, span), constant(interval_of(ticks), real, span)});
      source->builtin = ir::Builtin::sample;
      source->text = clock_mark;
    } else {  // what happens at the tick may end the condition: it is looked at a round later, when that is settled
      Expression* initial = make(ExpressionKind::builtin, boolean, span, {});
      initial->builtin = ir::Builtin::initial;
      emit({}, reference_to(*ticks.condition), base.condition, span, {});
      emit({}, reference_to(*ticks.held),
           operation(ir::Operation::logical_or, boolean, before(*ticks.condition), initial), span, {});
      source = reference_to(*ticks.held);
    }
    Expression* tick = call(ir::Builtin::active, boolean, source);
    if (base.condition != nullptr) {
      Expression* next = operation(ir::Operation::add, integer, before(*ticks.count), constant(1, integer, span));
      emit({}, reference_to(*ticks.count), make(ExpressionKind::if_, integer, span, {tick, next, before(*ticks.count)}),
           span, {});
      // of the ticks of the base clock, counted from 0: shift, shift + factor, …
      const auto shift = static_cast<double>(ticks.clock.shift.over);
      Expression* since =
          operation(ir::Operation::subtract, integer, before(*ticks.count), constant(shift, integer, span));
      Expression* rest = make(ExpressionKind::builtin, integer, span,
                              {since, constant(static_cast<double>(ticks.clock.factor.over), integer, span)});
      rest->builtin = ir::Builtin::mod;
      const auto both = [&](Expression* a, Expression* b) {
        return operation(ir::Operation::logical_and, boolean, a, b);
      };
      Expression* zero = constant(0, integer, span);
      tick = both(both(tick, operation(ir::Operation::greater_equal, boolean, since, zero)),
                  operation(ir::Operation::equal, boolean, rest, zero));
      Expression* time = make(ExpressionKind::time, real, span, {});
      context_.in_when = true;
      emit({}, reference_to(*ticks.last),
           make(ExpressionKind::if_, real, span, {reference_to(*ticks.tick), time, before(*ticks.last)}), span, {});
      context_.in_when = false;
    }
    emit({}, reference_to(*ticks.tick), tick, span, {});
    emit({}, reference_to(*ticks.ticked),
         operation(ir::Operation::logical_or, boolean, reference_to(*ticks.tick), before(*ticks.ticked)), span, {});
  }
}

double Lowering::interval_of(const Ticks& ticks) const {
  return ticks.clock.factor.value() * clocks_.base(ticks.clock).interval;
}

/// From the tick before; of an event clock at the first one what its constructor says.
Expression* Lowering::interval_of(std::uint32_t partition) {
  const Ticks& ticks = tick_sources_[ticks_of_[partition]];
  const BaseClock& base = clocks_.base(ticks.clock);
  if (base.condition == nullptr) return constant(interval_of(ticks), real, base.span);
  Expression* since = operation(ir::Operation::subtract, real, make(ExpressionKind::time, real, base.span, {}),
                                call(ir::Builtin::pre, real, reference_to(*ticks.last)));
  return make(ExpressionKind::if_, real, base.span,
              {first_tick(partition), constant(base.interval, real, base.span), since});
}

Expression* Lowering::first_tick(std::uint32_t partition) {
  const Ticks& ticks = tick_sources_[ticks_of_[partition]];
  return make(ExpressionKind::logical_not, boolean, clocks_.base(ticks.clock).span,
              {call(ir::Builtin::pre, boolean, reference_to(*ticks.ticked))});
}

/// What the expressions of a partition ask of its clock.
void Lowering::use_clock(std::uint32_t partition) {
  const Instance* interval = stages_[partition].interval;  // a variable of its own: stages have another time
  clock_in_use_ = {first_tick(partition), interval != nullptr ? reference_to(*interval) : interval_of(partition),
                   reference_to(*tick_sources_[ticks_of_[partition]].tick)};
  context_.clock = &clock_in_use_;
}

void Lowering::clocked_equation(std::uint32_t partition, const Nest& nest, const TypedEquation& equation,
                                std::string_view path) {
  if (equation.left != nullptr && equation.left->type.base == ir::BaseType::clock) return;
  if (equation.kind == ir::EquationKind::when) {
    if (equation.branches.size() > 1) {
      diagnostics_.error(Code::E0216, equation.span, "a clocked when-equation cannot have an elsewhen");
      return;
    }
    for (const TypedEquation* inner : equation.branches[0].body) clocked_equation(partition, nest, *inner, path);
    return;
  }
  const std::size_t first = dae_.equations.size();
  use_clock(partition);
  context_.in_when = true;
  if (equation.kind == ir::EquationKind::assert_)
    clocked_assertion(partition, nest, equation, path);
  else
    lower_equation(nest, clocked_rates_.empty() ? equation : with_rates(equation), path);
  context_.in_when = false;
  context_.clock = nullptr;
  for (std::size_t row = first; row < dae_.equations.size(); ++row) clocked_rows_.emplace_back(row, partition);
}

void Lowering::clocked_assertion(std::uint32_t partition, const Nest& nest, const TypedEquation& equation,
                                 std::string_view path) {
  ir::Check check;
  check.in_when = true;
  check.kind = equation.warns ? ir::Check::Kind::warning : ir::Check::Kind::error;
  check.origin = origin(equation.span, path);
  Expression* violated = make(ExpressionKind::logical_not, boolean, equation.span, {equation.left});
  const Instance& tick = *tick_sources_[ticks_of_[partition]].tick;
  add_checks(nest, *operation(ir::Operation::logical_and, boolean, reference_to(tick), violated), check,
             *equation.right);
}

/// All of it at a tick; what it does not assign stays as it was.
void Lowering::clocked_algorithm(std::uint32_t partition, const ir::FlatAlgorithm& algorithm) {
  if (!stages_[partition].stages.empty()) {
    diagnostics_
        .error(
            Code::E0301, algorithm.algorithm->span,
            "an algorithm section in a partition whose solver method evaluates it between ticks is not supported yet")
        .help = "ExplicitEuler, ImplicitEuler and ImplicitTrapezoid evaluate it at ticks only";
    return;
  }
  std::vector<ir::Statement*> body;
  for (ir::Statement* statement : algorithm.algorithm->statements) {
    const bool clocked = statement->kind == ir::StatementKind::when && statement->branches.size() == 1 &&
                         statement->branches[0].condition->type.base == ir::BaseType::clock;
    if (clocked)
      body.insert(body.end(), statement->branches[0].body.begin(), statement->branches[0].body.end());
    else
      body.push_back(statement);
  }
  auto* when = arena_.make<ir::Statement>();
  when->kind = ir::StatementKind::when;
  when->span = algorithm.algorithm->span;
  const ir::StatementBranch branch{reference_to(*tick_sources_[ticks_of_[partition]].tick), arena_.copy(body)};
  when->branches = arena_.copy(std::vector<ir::StatementBranch>{branch});
  const ir::Algorithm whole{arena_.copy(std::vector<ir::Statement*>{when}), algorithm.algorithm->span};
  use_clock(partition);
  this->algorithm({&whole, algorithm.owner});
  context_.clock = nullptr;
  const auto note = [&](std::span<ir::Statement* const> statements, const auto& self) -> void {
    for (const ir::Statement* statement : statements) {
      if (statement->kind == ir::StatementKind::assign)
        for (const Expression* left : statement->left)
          if (left != nullptr && left->kind == ExpressionKind::variable) assigned_by_clock_.insert(left->variable);
      self(statement->body, self);
      for (const ir::StatementBranch& one : statement->branches) self(one.body, self);
    }
  };
  note(body, note);
}

/// Gives every row of a partition the variable that it determines, and completes it.
void Lowering::complete_clocked() {
  std::vector<std::vector<ir::VariableId>> variables(clocks_.partitions().size());
  std::unordered_map<std::uint32_t, std::uint32_t> column_of;
  std::unordered_map<std::uint32_t, ir::Operand> before;
  std::vector<std::uint32_t> columns(clocks_.partitions().size(), 0);
  std::vector<const Instance*> all(model_.variables.begin(), model_.variables.end());
  for (const Instance* state : clocked_states_) all.push_back(clocked_rates_.at(state));
  all.insert(all.end(), stage_variables_.begin(), stage_variables_.end());
  for (const Instance* variable : all) {
    const std::uint32_t partition = clocks_.partition_of(variable);
    const auto found = declarations_.find(variable);
    if (partition == ClockInference::none || found == declarations_.end() || is_known(*variable)) continue;
    const ir::Declaration& declaration = dae_.declarations[found->second.index()];
    const std::uint32_t first = declaration.first.value;
    std::uint32_t next = first;
    origin(variable->span, path_of(*variable));
    Expression* past = call(ir::Builtin::pre, variable->type(), reference_to(*variable));
    loops_.run({}, {nullptr, past, variable->dimensions}, [&](const ir::Row& row) {
      before[next] = dae_.operands_of(row)[0];
      if (!assigned_by_clock_.contains(variable)) column_of[next] = columns[partition]++;
      ++next;
    });
    for (std::uint32_t v = first; v < next; ++v)
      if (column_of.contains(v)) variables[partition].emplace_back(v);
  }
  std::vector<std::vector<std::size_t>> rows(variables.size());
  for (const auto& [row, partition] : clocked_rows_) rows[partition].push_back(row);
  for (std::uint32_t partition = 0; partition < rows.size(); ++partition) {
    graph::Rows incidence;
    for (const std::size_t row : rows[partition]) {
      for (const ir::Operand operand : dae_.operands_of(dae_.equations[row])) {
        const auto column = operand.is_variable() ? column_of.find(operand.variable().value) : column_of.end();
        if (column != column_of.end()) incidence.entries.push_back(column->second);
      }
      incidence.end_row();
    }
    const auto count = static_cast<std::uint32_t>(variables[partition].size());
    const graph::Matching matching = graph::maximum_matching(incidence, count);
    if (matching.size != count || matching.size != rows[partition].size()) {
      const Span span = rows[partition].empty()
                            ? dae_.declaration(variables[partition].front()).span
                            : dae_.origins[dae_.equations[rows[partition].front()].origin.index()].span;
      diagnostics_.error(Code::E0309, span,
                         "the equations of this clock do not determine its variables: " +
                             counted(rows[partition].size(), "equation") + " for " + counted(count, "variable"));
      return;
    }
    const Instance& tick = *tick_sources_[ticks_of_[partition]].tick;
    const ir::Operand ticks = ir::Operand::of(dae_.declarations[declarations_.at(&tick).index()].first);
    for (std::uint32_t i = 0; i < rows[partition].size(); ++i) {
      const ir::VariableId target = variables[partition][matching.column_of_row[i]];
      hold_between_ticks(dae_.equations[rows[partition][i]], target, ticks, before.at(target.value));
    }
  }
}

void Lowering::hold_between_ticks(ir::Equation& row, ir::VariableId variable, ir::Operand tick, ir::Operand before) {
  std::vector<ir::Operand> operands(dae_.operands_of(row).begin(), dae_.operands_of(row).end());
  symbolic::Pool& pool = dae_.shapes->pool();
  const auto slot_of = [&](ir::Operand operand) {
    const auto found = std::ranges::find(operands, operand);
    const auto slot = static_cast<std::uint32_t>(found - operands.begin());
    if (found == operands.end()) operands.push_back(operand);
    return pool.slot(slot);
  };
  const NodeId own = slot_of(ir::Operand::of(variable));
  const NodeId condition = slot_of(tick);
  const NodeId past = slot_of(before);
  // v - … where that is possible, so that between ticks and at one it is solved alike
  NodeId residual = dae_.shapes->root(row.shape);
  const std::uint32_t own_slot = pool[own].payload;
  const symbolic::Incidence incidence = dae_.shapes->incidence(row.shape, own_slot);
  const bool whole = dae_.declaration(variable).base != ir::BaseType::real;
  if (incidence == symbolic::Incidence::linear_constant || (incidence == symbolic::Incidence::linear && whole))
    if (const auto& solution = dae_.shapes->solve(row.shape, own_slot)) residual = pool.subtract(own, solution->value);
  const NodeId root = pool.make(Op::choose, {condition, residual, pool.subtract(own, past)});
  std::vector<std::uint32_t> order;
  row.shape = dae_.shapes->intern(root, order);
  row.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
  for (const std::uint32_t slot : order) dae_.operands.push_back(operands[slot]);
}

}  // namespace sunder::lower
