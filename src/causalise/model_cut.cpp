#include "causalise/model_cut.hpp"

#include <algorithm>
#include <unordered_map>

#include "causalise/slice.hpp"
#include "graph/rows.hpp"
#include "graph/vertex_cut.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

using Number = std::uint32_t;
constexpr Number nobody = 0xFFFFFFFFU;   // follows from the clock, inputs and parameters: everybody can compute it
constexpr Number several = 0xFFFFFFFEU;  // follows from states of more than one part

/// Everything that has a value, as nodes: variables by their numbers, then the loops, whose unknowns come together.
class Network {
 public:
  explicit Network(const Plan& plan)
      : plan_(plan),
        block_of_(plan.dae.variable_count, graph::none),
        delay_of_(plan.dae.variable_count, graph::none),
        alias_of_(plan.dae.variable_count, graph::none) {
    for (const Alias& alias : plan.aliases)
      if (alias.target.is_variable()) alias_of_[alias.variable.index()] = alias.target.variable().value;
    const Section& section = plan.continuous;
    for (Number b = 0; b < section.blocks.size(); ++b)
      for (const VariableId target : targets_of(section, section.blocks[b])) block_of_[target.index()] = b;
    for (Number d = 0; d < plan.dae.delays.size(); ++d) delay_of_[plan.dae.delays[d].past.index()] = d;
  }

  [[nodiscard]] Number variable_count() const { return plan_.dae.variable_count; }
  [[nodiscard]] Number size() const { return variable_count() + static_cast<Number>(plan_.continuous.loops.size()); }
  [[nodiscard]] bool is_variable(Number node) const { return node < variable_count(); }
  [[nodiscard]] Number block_of(Number variable) const { return block_of_[variable]; }
  [[nodiscard]] Number delay_of(Number variable) const { return delay_of_[variable]; }

  /// The nodes that this one is computed from.
  template <class Visit>
  void for_sources(Number node, Visit visit) const {
    const Section& section = plan_.continuous;
    if (!is_variable(node)) {
      const Loop& loop = section.loops[node - variable_count()];
      for (const EquationId id : loop.equations) for_operands(plan_.dae.equations[id.index()], visit);
      return;
    }
    const VariableId variable(node);
    if (plan_.dae.is_held(variable)) {
      const Held& held = plan_.dae.held_of(variable);
      if (has_row(held.kind)) for_operands(held, visit);
    } else if (delay_of_[node] != graph::none) {
      const Delay& delay = plan_.dae.delays[delay_of_[node]];
      for (Number k = 0; k < Delay::part_count(delay.kind); ++k) visit(delay.part(k).value);
    } else if (alias_of_[node] != graph::none) {
      visit(alias_of_[node]);  // what a delay looks back at
    } else if (block_of_[node] != graph::none) {
      const Block& block = section.blocks[block_of_[node]];
      if (block.kind == Block::Kind::loop)
        visit(variable_count() + block.index);
      else
        for_operands(plan_.dae.equations[section.steps[block.index].equation.index()], visit);
    }
  }

  template <class Visit>
  void for_operands(const Row& row, Visit visit) const {
    for (const Operand operand : plan_.dae.operands_of(row))
      if (operand.is_variable()) visit(operand.variable().value);
  }

 private:
  const Plan& plan_;
  std::vector<Number> block_of_, delay_of_, alias_of_;
};

class Cutter {
 public:
  Cutter(const Plan& plan, std::span<const std::vector<VariableId>> parts) : plan_(plan), network_(plan) {
    cut_.parts.resize(parts.size());
    for (std::size_t p = 0; p < parts.size(); ++p) {
      cut_.parts[p].states = parts[p];
      std::ranges::sort(cut_.parts[p].states);
    }
    find_owners();
    for (Number r = 0; r < plan.dae.reinits.size(); ++r) {
      const Number owner = owner_[plan.dae.reinits[r].target.index()];
      if (owner < cut_.parts.size()) cut_.parts[owner].reinits.push_back(r);
    }
  }

  ModelCut run() {
    find_model_outputs();
    for (Number p = 0; p < cut_.parts.size(); ++p) find_inputs(p);
    for (CutPart& part : cut_.parts) make_set(part.outputs);
    computed_.assign(network_.size(), false);
    for (Number p = 0; p < cut_.parts.size(); ++p) collect(p);
    place_checks();
    for (Number v = 0; v < network_.variable_count(); ++v)
      if (network_.block_of(v) != graph::none && !computed_[v]) cut_.nowhere.emplace_back(v);
    return std::move(cut_);
  }

 private:
  static void make_set(std::vector<VariableId>& list) {
    std::ranges::sort(list);
    const auto repeated = std::ranges::unique(list);
    list.erase(repeated.begin(), repeated.end());
  }

  /// Each node changes its owner at most twice, so that this is linear although events close circles.
  void find_owners() {
    const Number nodes = network_.size();
    std::vector<Number> starts(nodes + 1, 0), readers;
    for (Number n = 0; n < nodes; ++n) network_.for_sources(n, [&](Number source) { ++starts[source + 1]; });
    for (Number n = 0; n < nodes; ++n) starts[n + 1] += starts[n];
    readers.resize(starts[nodes]);
    std::vector<Number> next(starts.begin(), starts.end() - 1);
    for (Number n = 0; n < nodes; ++n) network_.for_sources(n, [&](Number source) { readers[next[source]++] = n; });
    owner_.assign(nodes, nobody);
    is_state_.assign(nodes, false);
    std::vector<Number> moved;
    for (Number p = 0; p < cut_.parts.size(); ++p) {
      for (const VariableId state : cut_.parts[p].states) {
        owner_[state.index()] = p;
        is_state_[state.index()] = true;
        moved.push_back(state.value);
      }
    }
    while (!moved.empty()) {
      const Number node = moved.back();
      moved.pop_back();
      for (Number i = starts[node]; i < starts[node + 1]; ++i) {
        const Number reader = readers[i];
        if (is_state_[reader]) continue;
        const Number joined = owner_[reader] == nobody || owner_[reader] == owner_[node] ? owner_[node] : several;
        if (joined == owner_[reader]) continue;
        owner_[reader] = joined;
        moved.push_back(reader);
      }
    }
  }

  /// What an alias stands for; an invalid id: no variable.
  [[nodiscard]] VariableId resolved(VariableId variable) const {
    const auto at = std::ranges::lower_bound(plan_.aliases, variable, {}, &Alias::variable);
    if (at == plan_.aliases.end() || at->variable != variable) return variable;
    return at->target.is_variable() ? at->target.variable() : VariableId();
  }

  /// Outputs of the model that follow from several parts are computed by the first one.
  void find_model_outputs() {
    for (const VariableId output : plan_.outputs) {
      const VariableId variable = resolved(output);
      if (!variable.valid() || plan_.addresses[variable.index()].space == Space::parameter) continue;
      const Number owner = owner_[variable.index()];
      const Number part = owner < cut_.parts.size() ? owner : 0;
      cut_.parts[part].outputs.push_back(variable);
      if (owner == several) shared_outputs_.push_back(variable);
    }
  }

  /// What the part must be able to compute, whatever it is given.
  template <class Visit>
  void for_needs(Number part, Visit visit) const {
    for (const VariableId state : cut_.parts[part].states) visit(plan_.rate_of(state).value);
    for (const Number r : cut_.parts[part].reinits) {
      network_.for_operands(plan_.dae.reinits[r].condition, visit);
      network_.for_operands(plan_.dae.reinits[r].value, visit);
    }
    if (part == 0)
      for (const VariableId output : shared_outputs_) visit(output.value);
  }

  [[nodiscard]] bool is_foreign(Number node, Number part) const {
    return owner_[node] != nobody && owner_[node] != part;
  }
  /// What has no name of its own does not cross, nor does what tells of a course in the part's memory.
  [[nodiscard]] bool can_cross(Number node) const {
    return network_.is_variable(node) && owner_[node] < cut_.parts.size() && !plan_.dae.is_held(VariableId(node)) &&
           (is_state_[node] || network_.block_of(node) != graph::none);
  }

  void find_inputs(Number part) {
    std::unordered_map<Number, Number> number;  // by node
    std::vector<Number> nodes;
    const auto reach = [&](Number node) {
      if (is_foreign(node, part) && number.try_emplace(node, static_cast<Number>(nodes.size())).second)
        nodes.push_back(node);
    };
    std::vector<Number> wanted;
    for_needs(part, [&](Number node) {
      wanted.push_back(node);
      reach(node);
    });
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (!is_state_[nodes[i]]) network_.for_sources(nodes[i], reach);
    if (nodes.empty()) return;
    graph::VertexCut cut(static_cast<Number>(nodes.size()));
    for (Number i = 0; i < nodes.size(); ++i) {
      if (!can_cross(nodes[i])) cut.protect(i);
      if (is_state_[nodes[i]]) {
        cut.add_source(i);
        continue;
      }
      network_.for_sources(nodes[i], [&](Number source) {
        const auto at = number.find(source);
        if (at != number.end() && at->second != i) cut.add_edge(at->second, i);
      });
    }
    for (const Number node : wanted) {
      const auto at = number.find(node);
      if (at == number.end()) continue;
      cut.add_sink(at->second);
    }
    // the rates of its own states are computed by the part itself
    for (const VariableId state : cut_.parts[part].states) {
      const auto at = number.find(plan_.rate_of(state).value);
      if (at != number.end() && !is_state_[at->first]) cut.protect(at->second);
    }
    std::vector<CrossingValue>& inputs = cut_.parts[part].inputs;
    for (const Number i : cut.find(graph::VertexCut::Near::sinks)) {
      const CrossingValue value{VariableId(nodes[i]), owner_[nodes[i]]};
      inputs.push_back(value);
      cut_.parts[value.from].outputs.push_back(value.variable);
    }
    std::ranges::sort(inputs);
  }

  /// Everything that the part computes: what it needs, what others take from it, and what follows from its states.
  void collect(Number p) {
    CutPart& part = cut_.parts[p];
    std::vector<bool> seen(network_.size(), false);
    for (const CrossingValue& value : part.inputs) seen[value.variable.index()] = true;
    std::vector<Number> found;
    const auto reach = [&](Number node) {
      if (seen[node]) return;
      seen[node] = true;
      found.push_back(node);
    };
    for_needs(p, reach);
    for (const VariableId output : part.outputs) reach(output.value);
    for (Number node = 0; node < network_.size(); ++node)
      if (owner_[node] == p || (p == 0 && owner_[node] == nobody && is_placed_first(node))) reach(node);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (!is_state_[found[i]]) network_.for_sources(found[i], reach);
    std::ranges::sort(found);
    for (const Number node : found) {
      computed_[node] = true;
      if (!network_.is_variable(node)) {
        // a loop comes with all its unknowns
        for (const VariableId unknown : plan_.continuous.loops[node - network_.variable_count()].unknowns)
          computed_[unknown.index()] = true;
        continue;
      }
      const VariableId variable(node);
      if (network_.block_of(node) != graph::none) part.blocks.push_back(network_.block_of(node));
      if (plan_.dae.is_held(variable))
        part.held.push_back(node - plan_.dae.held_variable(0).value);
      else if (network_.delay_of(node) != graph::none)
        part.delays.push_back(network_.delay_of(node));
      else if (plan_.addresses[node].space == Space::input)
        part.open_inputs.push_back(variable);
    }
    std::ranges::sort(part.blocks);
    const auto repeated = std::ranges::unique(part.blocks);
    part.blocks.erase(repeated.begin(), repeated.end());
    available_.push_back(std::move(seen));
  }

  /// What depends on no state stands in the first part even if nobody needs it: it is among the results.
  [[nodiscard]] bool is_placed_first(Number node) const {
    return !network_.is_variable(node) || network_.block_of(node) != graph::none ||
           network_.delay_of(node) != graph::none || plan_.dae.is_held(VariableId(node));
  }

  void place_checks() {
    for (Number c = 0; c < plan_.dae.checks.size(); ++c) {
      const Check& check = plan_.dae.checks[c];
      const auto can_check = [&](Number p) {
        bool can = true;
        const auto look = [&](Number node) {
          const Space space = plan_.addresses[node].space;
          can = can && (available_[p][node] || space == Space::parameter);
        };
        network_.for_operands(check.condition, look);
        for (const MessageValue& value : check.values) network_.for_operands(value, look);
        return can;
      };
      Number p = 0;
      while (p < cut_.parts.size() && !can_check(p)) ++p;
      if (p < cut_.parts.size())
        cut_.parts[p].checks.push_back(c);
      else
        cut_.unchecked.push_back(c);
    }
  }

  const Plan& plan_;
  Network network_;
  std::vector<Number> owner_;                 // by node
  std::vector<bool> is_state_;                // by node
  std::vector<bool> computed_;                // by node: some part has it
  std::vector<std::vector<bool>> available_;  // by part and node: computed there, or given to it
  std::vector<VariableId> shared_outputs_;
  ModelCut cut_;
};

}  // namespace

ModelCut cut_model(const Plan& plan, std::span<const std::vector<VariableId>> parts) {
  return Cutter(plan, parts).run();
}

}  // namespace sunder::causalise
