#include "causalise/share_calls.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;
using symbolic::NodeId;
using symbolic::Op;

namespace {

// Finite for whatever is finite, so that they may be computed where a branch would not ask for them.
bool is_shareable(Op op) { return op == Op::sin || op == Op::cos; }

struct SharedCall {
  NodeId node;
  Op op;
  std::uint32_t slot;
};

/// How many steps compute a call of a variable; and its own variable.
class CallUses {
 public:
  struct Use {
    std::uint32_t count = 0;
    VariableId value;
  };

  explicit CallUses(const Plan& plan) : plan_(plan), in_loop_(plan.dae.variable_count, false) {
    for (const Loop& loop : plan.continuous.loops)
      for (const VariableId unknown : loop.unknowns) in_loop_[unknown.index()] = true;
    for (const Step& step : plan.continuous.steps) {
      const Equation& equation = plan.dae.equations[step.equation.index()];
      for (const SharedCall& call : calls_of(equation.shape))
        if (Use* use = find(call, step.slot, plan.dae.operands_of(equation))) several_ = ++use->count > 1 || several_;
    }
  }

  [[nodiscard]] bool any() const { return several_; }

  /// Of a call that stands in a step for `slot`. An unknown of a loop would become one more unknown of it.
  Use* find(const SharedCall& call, std::uint32_t slot, std::span<const Operand> operands) {
    if (call.slot == slot || !operands[call.slot].is_variable()) return nullptr;
    const VariableId of = operands[call.slot].variable();
    const Space space = plan_.addresses[of.index()].space;
    if (in_loop_[of.index()] || (space != Space::state && space != Space::work && space != Space::input))
      return nullptr;
    if (plan_.dae.declaration(of).variability != Variability::continuous) return nullptr;
    return &uses_[{call.op, of}];
  }

  const std::vector<SharedCall>& calls_of(ShapeId shape) {
    const auto [at, fresh] = calls_.try_emplace(shape);
    if (!fresh) return at->second;
    const symbolic::Pool& pool = plan_.dae.shapes->pool();
    const std::array roots{plan_.dae.shapes->root(shape)};
    for (const NodeId node : symbolic::children_first(pool, roots)) {
      if (!is_shareable(pool[node].op)) continue;
      const symbolic::Node& of = pool[pool.children(node)[0]];
      if (of.op == Op::slot) at->second.push_back({node, pool[node].op, of.payload});
    }
    return at->second;
  }

 private:
  const Plan& plan_;
  std::vector<bool> in_loop_;  // by variable
  std::unordered_map<ShapeId, std::vector<SharedCall>> calls_;
  std::map<std::pair<Op, VariableId>, Use> uses_;
  bool several_ = false;
};

/// Rows of the steps are copied, not changed: the initial system keeps the ones it has.
class CallSharer {
 public:
  CallSharer(Plan& plan, CallUses& uses)
      : plan_(plan), dae_(plan.dae), section_(plan.continuous), uses_(uses), first_(dae_.variable_count) {}

  void run() {
    std::vector<Block> blocks;
    for (const Block block : section_.blocks) {
      if (block.kind == Block::Kind::step) share(block.index, blocks);
      blocks.push_back(block);
    }
    section_.blocks = std::move(blocks);
    // every variable has a value after the start
    for (Section* start : {&plan_.initial, &plan_.homotopy}) {
      for (std::size_t k = 0; k < definitions_.size() && !start->blocks.empty(); ++k) {
        start->blocks.push_back({Block::Kind::step, static_cast<std::uint32_t>(start->steps.size())});
        start->steps.push_back(definitions_[k]);
      }
    }
    Declaration made;
    made.name = "$shared";
    made.first = VariableId(first_);
    made.count = dae_.variable_count - first_;
    made.dimensions = {made.count};
    made.generated = true;
    dae_.declarations.push_back(std::move(made));
  }

 private:
  void share(std::uint32_t number, std::vector<Block>& blocks) {
    const Step step = section_.steps[number];
    const Equation equation = dae_.equations[step.equation.index()];
    const auto given = dae_.operands_of(equation);
    std::vector<Operand> operands(given.begin(), given.end());
    std::unordered_map<NodeId, NodeId> replaced;
    symbolic::Pool& pool = dae_.shapes->pool();
    for (const SharedCall& call : uses_.calls_of(equation.shape)) {
      CallUses::Use* use = uses_.find(call, step.slot, operands);
      if (use == nullptr || use->count < 2) continue;
      if (!use->value.valid()) use->value = define(call.op, operands[call.slot], equation.origin, blocks);
      replaced.emplace(call.node, pool.slot(static_cast<std::uint32_t>(operands.size())));
      operands.push_back(Operand::of(use->value));
    }
    if (replaced.empty()) return;
    std::vector<std::uint32_t> order;
    Equation made = equation;
    made.shape = dae_.shapes->intern(rebuild(dae_.shapes->root(equation.shape), std::move(replaced)), order);
    made.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    for (const std::uint32_t slot : order) dae_.operands.push_back(operands[slot]);
    const auto slot = static_cast<std::uint32_t>(std::ranges::find(order, step.slot) - order.begin());
    section_.steps[number] = {EquationId(dae_.equations.size()), slot, step.target};
    dae_.equations.push_back(made);
  }

  NodeId rebuild(NodeId root, std::unordered_map<NodeId, NodeId> replaced) {
    symbolic::Pool& pool = dae_.shapes->pool();
    const std::array roots{root};
    for (const NodeId node : symbolic::children_first(pool, roots)) {
      if (replaced.contains(node)) continue;
      std::vector<NodeId> children(pool.children(node).begin(), pool.children(node).end());
      bool changed = false;
      for (NodeId& child : children) {
        const auto at = replaced.find(child);
        if (at == replaced.end()) continue;
        child = at->second;
        changed = true;
      }
      const symbolic::Node old = pool[node];
      if (changed) replaced.emplace(node, pool.make(old.op, children, old.payload));
    }
    return replaced.at(root);
  }

  VariableId define(Op op, Operand of, OriginId origin, std::vector<Block>& blocks) {
    symbolic::Pool& pool = dae_.shapes->pool();
    const VariableId value(dae_.variable_count++);
    plan_.addresses.push_back({Space::work, plan_.work_count++});
    Equation made;
    made.shape = dae_.shapes->intern(pool.subtract(pool.slot(0), pool.make(op, {pool.slot(1)})), 2U);
    made.origin = origin;
    made.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    dae_.operands.push_back(Operand::of(value));
    dae_.operands.push_back(of);
    blocks.push_back({Block::Kind::step, static_cast<std::uint32_t>(section_.steps.size())});
    definitions_.push_back({EquationId(dae_.equations.size()), 0, value});
    section_.steps.push_back(definitions_.back());
    dae_.equations.push_back(made);
    return value;
  }

  Plan& plan_;
  Dae& dae_;
  Section& section_;
  CallUses& uses_;  // of the plan before
  std::uint32_t first_;
  std::vector<Step> definitions_;  // of the new variables
};

}  // namespace

std::shared_ptr<const Plan> share_calls(std::shared_ptr<const Plan> plan) {
  CallUses uses(*plan);
  if (!uses.any()) return plan;
  auto shared = std::make_shared<Plan>(*plan);
  CallSharer(*shared, uses).run();
  return shared;
}

}  // namespace sunder::causalise
