// Explicit solver methods of clocks with stages between the ticks. All equations of the partition hold again at every
// stage, for variables of its own; states are where the stage before took them, what comes from outside is half-way
// between its values at the two ticks (what is discrete: as it was at the first), and so is the time.
#include <algorithm>
#include <array>

#include "base/codes.hpp"
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
const ir::Type real{ir::BaseType::real, {}};

/// A stage: which part of the step is over there, and how much its derivative counts in the end. The first one is the
/// tick before; each goes on from it with the derivative of the stage before.
struct StageOfMethod {
  double node, weight;
};

std::span<const StageOfMethod> stages_of(SolverMethod method) {
  static constexpr std::array midpoint{StageOfMethod{0, 0}, StageOfMethod{0.5, 1}};
  static constexpr std::array runge_kutta{StageOfMethod{0, 1.0 / 6}, StageOfMethod{0.5, 1.0 / 3},
                                          StageOfMethod{0.5, 1.0 / 3}, StageOfMethod{1, 1.0 / 6}};
  if (method == SolverMethod::explicit_midpoint) return midpoint;
  if (method == SolverMethod::explicit_runge_kutta) return runge_kutta;
  return {};
}

}  // namespace

/// Variables for the stages of partitions whose method has some.
void Lowering::declare_stages() {
  std::vector<const Instance*> all(model_.variables.begin(), model_.variables.end());
  for (const Instance* state : clocked_states_) all.push_back(clocked_rates_.at(state));
  stages_.resize(clocks_.partitions().size());
  for (const Instance* state : clocked_states_) {
    const std::uint32_t partition = clocks_.partition_of(state);
    const std::span<const StageOfMethod> method = stages_of(clocks_.method(partition));
    PartitionStages& made = stages_[partition];
    if (method.empty() || made.interval != nullptr) continue;
    const auto add = [&](const std::string& name, ir::BaseType base, std::span<const std::int64_t> dimensions) {
      const Instance* variable = generate(name, base, dimensions);
      if (variable == nullptr) return variable;
      clocks_.add_to_partition_of(state, variable);
      stage_variables_.push_back(variable);
      return variable;
    };
    const std::string number = std::to_string(partition + 1);
    made.interval = add("$interval" + number, ir::BaseType::real, {});
    made.step = add("$step" + number, ir::BaseType::real, {});
    for (std::size_t k = 1; k < method.size(); ++k) {
      const std::string prefix = "$stage" + number + "_" + std::to_string(k + 1) + ".";
      Stage& stage = made.stages.emplace_back();
      stage.node = method[k].node;
      if (stage.node < 1) stage.time = add(prefix + "time", ir::BaseType::real, {});
      for (const Instance* variable : all)
        if (clocks_.partition_of(variable) == partition && declarations_.contains(variable) && !is_known(*variable))
          stage.copies[variable] = add(prefix + path_of(*variable), variable->base, variable->dimensions);
    }
  }
}

const std::vector<ir::Operand>& Lowering::operands_before(const Instance& variable) {
  std::vector<ir::Operand>& out = before_[&variable];
  if (!out.empty()) return out;
  Expression* past = call(ir::Builtin::pre, variable.type(), reference_to(variable));
  loops_.run({}, {nullptr, past, variable.dimensions},
             [&](const ir::Row& row) { out.push_back(dae_.operands_of(row)[0]); });
  return out;
}

/// Where what a row reads comes from, seen from its partition.
Lowering::Source Lowering::source_of(ir::Operand operand, std::uint32_t partition) const {
  if (operand.kind() == ir::Operand::Kind::time) return Source::time;
  if (!operand.is_variable()) return Source::fixed;
  const std::uint32_t id = operand.variable().value;
  const auto moves = [&](ir::Operand one) {
    return one.kind() == ir::Operand::Kind::time ||
           (one.is_variable() && one.variable().value < RowWriter::held_base &&
            dae_.declaration(one.variable()).variability == ir::Variability::continuous);
  };
  if (id >= RowWriter::held_base) {
    const ir::Held& held = dae_.held[id - RowWriter::held_base];
    if (held.kind != ir::HeldKind::left_limit) return Source::fixed;  // what was at the tick before
    return std::ranges::any_of(dae_.operands_of(held), moves) ? Source::moving_input : Source::discrete_input;
  }
  if (dae_.declaration(operand.variable()).variability <= ir::Variability::parameter) return Source::fixed;
  if (stages_[partition].stages.front().scalars.contains(id)) return Source::own;
  const auto other = clocked_scalars_.find(id);
  if (other == clocked_scalars_.end()) return Source::fixed;  // of the clock itself
  return clocks_.method(other->second.partition) == SolverMethod::none ? Source::discrete_input : Source::moving_input;
}

/// The rows of partitions with stages, once more for each of them.
void Lowering::copy_rows_for_stages() {
  if (std::ranges::all_of(stages_, [](const PartitionStages& one) { return one.stages.empty(); })) return;
  const auto first_of = [&](const Instance* variable) {
    return dae_.declarations[declarations_.at(variable).index()].first.value;
  };
  for (const Instance* variable : model_.variables) {
    const std::uint32_t partition = clocks_.partition_of(variable);
    if (partition == ClockInference::none || !declarations_.contains(variable)) continue;
    const auto count = static_cast<std::uint32_t>(ir::element_count(variable->dimensions));
    for (std::uint32_t k = 0; k < count; ++k) clocked_scalars_[first_of(variable) + k] = {partition, variable, k};
  }
  for (PartitionStages& partition : stages_)
    for (Stage& stage : partition.stages)
      for (const auto& [variable, copy] : stage.copies) {
        const auto count = static_cast<std::uint32_t>(ir::element_count(variable->dimensions));
        for (std::uint32_t k = 0; k < count; ++k) stage.scalars[first_of(variable) + k] = first_of(copy) + k;
      }
  const auto written = clocked_rows_;
  for (const auto& [row, partition] : written) {
    if (stages_[partition].stages.empty()) continue;
    const ir::Equation equation = dae_.equations[row];
    const std::vector<ir::Operand> operands(dae_.operands_of(equation).begin(), dae_.operands_of(equation).end());
    const bool reads_inputs = std::ranges::any_of(operands, [&](ir::Operand one) {
      const Source source = source_of(one, partition);
      return source == Source::moving_input || source == Source::discrete_input;
    });
    for (const Stage& stage : stages_[partition].stages) {
      ir::Equation copy = equation;
      copy.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
      if (reads_inputs) {
        if (!input_at_stage(partition, stage, equation, operands, copy)) return;
      } else {
        for (const ir::Operand one : operands) dae_.operands.push_back(operand_at_stage(partition, stage, one));
      }
      dae_.equations.push_back(copy);
      clocked_rows_.emplace_back(dae_.equations.size() - 1, partition);
    }
  }
}

ir::Operand Lowering::operand_at_stage(std::uint32_t partition, const Stage& stage, ir::Operand operand) const {
  const Source source = source_of(operand, partition);
  if (source == Source::own) return ir::Operand::of(ir::VariableId(stage.scalars.at(operand.variable().value)));
  if (source != Source::time || stage.time == nullptr) return operand;
  return ir::Operand::of(dae_.declarations[declarations_.at(stage.time).index()].first);
}

/// v = a u + b for a variable of the partition and something from outside: between two ticks v lies between its values
/// there. At the first tick there is none before.
bool Lowering::input_at_stage(std::uint32_t partition, const Stage& stage, const ir::Equation& equation,
                              const std::vector<ir::Operand>& operands, ir::Equation& copy) {
  std::vector<std::uint32_t> own;
  bool linear = true, moves = false, by_time = false;
  for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
    const Source source = source_of(operands[slot], partition);
    const bool remembered = operands[slot].is_variable() && operands[slot].variable().value >= RowWriter::held_base;
    if (source == Source::fixed)
      linear = linear && !remembered;
    else
      linear = linear && dae_.shapes->incidence(equation.shape, slot) == symbolic::Incidence::linear_constant;
    if (source == Source::own) own.push_back(slot);
    moves = moves || source == Source::moving_input;
    by_time = by_time || source == Source::time;
  }
  if (own.size() != 1 || by_time || (moves && !linear)) {
    diagnostics_
        .error(Code::E0301, dae_.origins[equation.origin.index()].span,
               "with this solver method of the clock, what comes from outside must stand alone in its equation")
        .help = "give what is sampled a variable of its own: v = sample(u)";
    return false;
  }
  const ir::Operand now = operands[own[0]];
  const ir::VariableId there(stage.scalars.at(now.variable().value));
  symbolic::Pool& pool = dae_.shapes->pool();
  std::vector<ir::Operand> read{ir::Operand::of(there), now};
  NodeId value = pool.slot(1);
  if (stage.node < 1) {
    const auto& [of, variable, element] = clocked_scalars_.at(now.variable().value);
    read.push_back(operands_before(*variable)[element]);
    read.push_back(operands_before(*tick_sources_[ticks_of_[partition]].ticked).front());
    NodeId between = pool.slot(2);
    if (moves) between = pool.multiply(pool.constant(0.5), pool.add(between, value));
    value = pool.make(Op::choose, {pool.slot(3), between, value});
  }
  std::vector<std::uint32_t> order;
  copy.shape = dae_.shapes->intern(pool.subtract(pool.slot(0), value), order);
  copy.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
  for (const std::uint32_t slot : order) dae_.operands.push_back(read[slot]);
  return true;
}

/// What is differentiated, by the stages of the method; and the length of the step, and the time of stages.
void Lowering::staged_states(std::uint32_t partition) {
  const PartitionStages& own = stages_[partition];
  const std::span<const StageOfMethod> method = stages_of(clocks_.method(partition));
  const auto write = [&](const Instance& variable, Expression* value, const Instance& origin) {
    TypedEquation equation;
    equation.span = origin.span;
    equation.left = reference_to(variable);
    equation.right = value;
    clocked_equation(partition, {}, equation, origin.parent != nullptr ? path_of(*origin.parent) : std::string());
  };
  const auto times = [&](double factor, Expression* what, const ir::Type& type) {
    return operation(ir::Operation::multiply, type, constant(factor, real, what->span), what);
  };
  const Instance* any = nullptr;
  for (const Instance* state : clocked_states_) {
    if (clocks_.partition_of(state) != partition) continue;
    any = state;
    const ir::Type type = state->type();
    const Instance& rate = *clocked_rates_.at(state);
    const auto from_before = [&](Expression* slope) {
      Expression* change = operation(ir::Operation::multiply, type, reference_to(*own.step), slope);
      return operation(ir::Operation::add, type, call(ir::Builtin::previous, type, reference_to(*state)), change);
    };
    Expression* slope = call(ir::Builtin::previous, type, reference_to(rate));
    Expression* mean = method[0].weight > 0 ? times(method[0].weight, slope, type) : nullptr;
    for (std::size_t k = 0; k < own.stages.size(); ++k) {
      const Stage& stage = own.stages[k];
      write(*stage.copies.at(state), from_before(times(stage.node, slope, type)), *state);
      slope = reference_to(*stage.copies.at(&rate));
      Expression* part = times(method[k + 1].weight, slope, type);
      mean = mean == nullptr ? part : operation(ir::Operation::add, type, mean, part);
    }
    write(*state, from_before(mean), *state);
  }
  Expression* first = make(ExpressionKind::builtin, boolean, any->span, {});
  first->builtin = ir::Builtin::first_tick;
  write(*own.interval, interval_of(partition), *any);
  write(*own.step,
        make(ExpressionKind::if_, real, any->span, {first, constant(0, real, any->span), reference_to(*own.interval)}),
        *any);
  for (const Stage& stage : own.stages)
    if (stage.time != nullptr)
      write(*stage.time,
            operation(ir::Operation::subtract, real, make(ExpressionKind::time, real, any->span, {}),
                      times(1 - stage.node, reference_to(*own.step), real)),
            *any);
}

}  // namespace sunder::lower
