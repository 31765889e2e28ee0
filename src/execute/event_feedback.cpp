#include "execute/event_feedback.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "execute/variable_list.hpp"
#include "graph/components.hpp"

namespace sunder::execute {

namespace {

/// What a delay looks at, which may equal another variable.
std::optional<std::uint32_t> read_by(const ir::Plan& plan, const ir::Delay& delay, std::uint32_t part) {
  const ir::Operand target = resolve(plan, delay.part(part)).first;
  return target.is_variable() ? std::optional(target.variable().value) : std::nullopt;
}

/// Who computes whom, between events and at them. Nodes are the variables of the dae, then the loops of equations.
class InfluenceGraph {
 public:
  explicit InfluenceGraph(const ir::Plan& plan)
      : plan_(plan), dae_(plan.dae), influences_(dae_.variable_count + plan.continuous.loops.size()) {
    for (const ir::Step& step : plan.continuous.steps) add(dae_.equations[step.equation.index()], step.target.value);
    for (std::size_t i = 0; i < plan.continuous.loops.size(); ++i) add(plan.continuous.loops[i], i);
    for (std::size_t i = 0; i < plan.states.size(); ++i)
      influences_[plan.derivatives[i].value].push_back(plan.states[i].value);
    for (std::size_t i = 0; i < dae_.held.size(); ++i)
      if (ir::has_row(dae_.held[i].kind)) add(dae_.held[i], dae_.held_variable(i).value);
    for (const ir::Delay& delay : dae_.delays)
      for (std::uint32_t part = 0; part < ir::Delay::part_count(delay.kind); ++part)
        if (const auto now = read_by(plan, delay, part)) influences_[*now].push_back(delay.past.value);
    for (const ir::Reinit& reinit : dae_.reinits) {
      add(reinit.condition, reinit.target.value);
      add(reinit.value, reinit.target.value);
    }
  }

  [[nodiscard]] graph::Rows rows() const {
    graph::Rows rows;
    for (const std::vector<std::uint32_t>& one : influences_) {
      rows.entries.insert(rows.entries.end(), one.begin(), one.end());
      rows.end_row();
    }
    return rows;
  }

 private:
  void add(const ir::Row& row, std::uint32_t target) {
    for (const ir::Operand operand : dae_.operands_of(row))
      if (operand.is_variable() && operand.variable().value != target)
        influences_[operand.variable().value].push_back(target);
  }

  /// Every unknown of a loop depends on everything that is read there.
  void add(const ir::Loop& loop, std::size_t index) {
    const std::uint32_t node = dae_.variable_count + static_cast<std::uint32_t>(index);
    for (const ir::EquationId equation : loop.equations) add(dae_.equations[equation.index()], node);
    for (const ir::VariableId unknown : loop.unknowns) influences_[node].push_back(unknown.value);
  }

  const ir::Plan& plan_;
  const ir::Dae& dae_;
  std::vector<std::vector<std::uint32_t>> influences_;
};

class FeedbackNames {
 public:
  explicit FeedbackNames(const ir::Plan& plan) : dae_(plan.dae) {
    for (const ir::Alias& alias : plan.aliases)
      if (alias.target.is_variable()) aliases_.emplace(alias.target.variable().value, alias.variable);
  }

  void name(std::span<const std::uint32_t> members, model::EventFeedback& feedback) const {
    std::vector<std::string> relations;
    for (const std::uint32_t node : members) {
      if (node >= dae_.variable_count) continue;
      const ir::VariableId variable(node);
      if (dae_.is_held(variable)) {
        if (ir::is_crossing(dae_.held_of(variable).kind)) relations.push_back(ir::print(dae_, dae_.held_of(variable)));
        continue;
      }
      add(variable, feedback);
      const auto [first, last] = aliases_.equal_range(node);  // `u` where der(x) = u
      for (auto alias = first; alias != last; ++alias) add(alias->second, feedback);
    }
    if (feedback.through.empty()) feedback.through = std::move(relations);
    unique(feedback.through);
  }

  static void unique(std::vector<std::string>& names) {
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }

 private:
  void add(ir::VariableId variable, model::EventFeedback& feedback) const {
    const ir::Declaration& declaration = dae_.declaration(variable);
    if (declaration.variability == ir::Variability::discrete && !declaration.generated)
      feedback.through.push_back(dae_.name_of(variable));
  }

  const ir::Dae& dae_;
  std::multimap<std::uint32_t, ir::VariableId> aliases_;
};

}  // namespace

std::vector<model::EventFeedback> find_event_feedback(const ir::Plan& plan) {
  const ir::Dae& dae = plan.dae;
  if ((dae.held.empty() && dae.delays.empty()) || plan.states.empty()) return {};
  const graph::Rows influences = InfluenceGraph(plan).rows();
  const graph::Components components = graph::strong_components(influences);
  std::map<std::uint32_t, model::EventFeedback> found;  // by component
  std::vector<bool> switches(components.members.size(), false);
  for (std::size_t i = 0; i < dae.held.size(); ++i) switches[components.of_node[dae.held_variable(i).value]] = true;
  for (const ir::Delay& delay : dae.delays) switches[components.of_node[delay.past.value]] = true;
  for (std::size_t i = 0; i < plan.states.size(); ++i) {
    const std::uint32_t component = components.of_node[plan.states[i].value];
    if (switches[component]) found[component].states.emplace_back(i);
  }
  const FeedbackNames names(plan);
  for (auto& [component, feedback] : found) names.name(components.members[component], feedback);
  for (const ir::Delay& delay : dae.delays) {
    const auto loop = found.find(components.of_node[delay.past.value]);
    const auto now = read_by(plan, delay, 0);
    if (loop != found.end() && now && components.of_node[*now] == loop->first)
      loop->second.delayed.push_back(dae.name_of(ir::VariableId(*now)));
  }
  // the clock is outside every loop, and says when it works
  for (std::size_t i = 0; i < dae.held.size(); ++i) {
    if (dae.held[i].kind != ir::HeldKind::sample) continue;
    for (const std::uint32_t target : influences[dae.held_variable(i).value]) {
      const auto loop = found.find(components.of_node[target]);
      if (loop != found.end()) loop->second.sampled.push_back(ir::print(dae, dae.held[i]));
    }
  }
  std::vector<model::EventFeedback> result;
  for (auto& [component, feedback] : found) {
    FeedbackNames::unique(feedback.sampled);
    FeedbackNames::unique(feedback.delayed);
    result.push_back(std::move(feedback));
  }
  std::ranges::sort(result, {}, [](const model::EventFeedback& one) { return one.states.front(); });
  return result;
}

}  // namespace sunder::execute
