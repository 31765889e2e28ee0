#include "causalise/exchange.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "causalise/part_levels.hpp"
#include "causalise/slice.hpp"
#include "graph/rows.hpp"
#include "graph/vertex_cut.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class Finder {
 public:
  Finder(const Plan& plan, std::span<const std::vector<VariableId>> parts, bool clock_is_fast)
      : plan_(plan), levels_(find_part_levels(plan, parts, clock_is_fast)) {
    for (const std::vector<VariableId>& part : parts) {
      derivatives_.emplace_back();
      for (const VariableId state : part) derivatives_.back().push_back(plan.rate_of(state));
    }
  }

  [[nodiscard]] std::uint32_t owner(VariableId value) const {
    return static_cast<std::uint32_t>(std::bit_width(levels_.depends_on[value.index()]) - 1);
  }

  std::vector<VariableId> from_faster(std::size_t part);
  std::vector<VariableId> from_slower(std::size_t part, std::span<const VariableId> given,
                                      std::span<const VariableId> also_computed);
  [[nodiscard]] std::span<const VariableId> derivatives(std::size_t part) const { return derivatives_[part]; }
  [[nodiscard]] bool is_clock(VariableId value) const { return levels_.clock_alone[value.index()]; }

 private:
  template <class Visit>
  void for_operands(std::uint32_t block, Visit visit) const {
    for (const EquationId id : equations_of(plan_.continuous, plan_.continuous.blocks[block]))
      for (const Operand operand : plan_.dae.operands_of(plan_.dae.equations[id.index()]))
        if (operand.is_variable()) visit(operand.variable());
  }
  [[nodiscard]] bool is_loop(std::uint32_t block) const {
    return plan_.continuous.blocks[block].kind == Block::Kind::loop;
  }
  /// Of what these variables are made of, what `counts`; nothing behind those that stop.
  template <class Counts, class Stops>
  std::vector<VariableId> needed(std::span<const VariableId> wanted, Counts counts, Stops stops) const;
  bool is_affine(const Step& step, const std::vector<bool>& moves) const;

  const Plan& plan_;
  std::vector<std::vector<VariableId>> derivatives_;
  PartLevels levels_;
};

template <class Counts, class Stops>
std::vector<VariableId> Finder::needed(std::span<const VariableId> wanted, Counts counts, Stops stops) const {
  std::vector<VariableId> found;
  std::vector<bool> seen(plan_.dae.variable_count, false);
  const auto reach = [&](VariableId variable) {
    if (seen[variable.index()] || !counts(variable)) return;
    seen[variable.index()] = true;
    found.push_back(variable);
  };
  for (const VariableId variable : wanted) reach(variable);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t block = levels_.block_of[found[i].index()];
    if (block == graph::none || stops(found[i])) continue;
    for_operands(block, reach);
  }
  return found;
}

/// Whether the target is an affine function of those operands that move, all others fixed.
bool Finder::is_affine(const Step& step, const std::vector<bool>& moves) const {
  using symbolic::Incidence;
  symbolic::ShapeTable& shapes = *plan_.dae.shapes;
  const Equation& equation = plan_.dae.equations[step.equation.index()];
  const auto operands = plan_.dae.operands_of(equation);
  const auto is_linear = [&](std::uint32_t slot) {
    const Incidence kind = shapes.incidence(equation.shape, slot);
    return kind == Incidence::linear || kind == Incidence::linear_constant;
  };
  const auto moved = [&](std::uint32_t slot) {
    return slot == step.slot || (operands[slot].is_variable() && moves[operands[slot].variable().index()]);
  };
  for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
    if (!moved(slot)) continue;
    if (!is_linear(slot)) return false;
    if (shapes.incidence(equation.shape, slot) == Incidence::linear_constant) continue;
    const auto slots = symbolic::slots_in_order(shapes.pool(), shapes.partial(equation.shape, slot));
    if (std::ranges::any_of(slots, moved)) return false;
  }
  return true;
}

/// A graph of variables, and of loops, which no cut can go through.
class Network {
 public:
  explicit Network(std::span<const VariableId> variables) {
    for (const VariableId variable : variables) {
      number_.emplace(variable, static_cast<std::uint32_t>(variables_.size()));
      variables_.push_back(variable);
    }
  }
  [[nodiscard]] std::uint32_t operator[](VariableId variable) const {
    const auto at = number_.find(variable);
    return at == number_.end() ? graph::none : at->second;
  }
  [[nodiscard]] VariableId at(std::uint32_t number) const { return variables_[number]; }
  std::uint32_t loop(std::uint32_t block) {
    return loops_.try_emplace(block, static_cast<std::uint32_t>(variables_.size() + loops_.size())).first->second;
  }
  [[nodiscard]] const std::unordered_map<std::uint32_t, std::uint32_t>& loops() const { return loops_; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(variables_.size() + loops_.size()); }

 private:
  std::vector<VariableId> variables_;
  std::unordered_map<VariableId, std::uint32_t> number_;
  std::unordered_map<std::uint32_t, std::uint32_t> loops_;  // by block
};

std::vector<VariableId> Finder::from_faster(std::size_t part) {
  const PartBits faster = ~((PartBits{2} << part) - 1);
  const auto is_fast = [&](VariableId variable) { return (levels_.depends_on[variable.index()] & faster) != 0; };
  const auto never = [](VariableId) { return false; };
  const std::vector<VariableId> nodes = needed(derivatives(part), is_fast, never);
  if (nodes.empty()) return {};
  Network network(nodes);
  for (const VariableId node : nodes)
    if (const std::uint32_t block = levels_.block_of[node.index()]; block != graph::none && is_loop(block))
      network.loop(block);
  graph::VertexCut cut(network.size());
  for (const auto& [block, number] : network.loops()) {
    cut.protect(number);
    for_operands(block, [&](VariableId operand) {
      if (network[operand] == graph::none || levels_.block_of[operand.index()] == block) return;
      cut.add_edge(network[operand], number);
    });
  }
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const std::uint32_t block = levels_.block_of[nodes[i].index()];
    if (block == graph::none || levels_.clock_alone[nodes[i].index()]) {
      cut.add_source(i);
    } else if (is_loop(block)) {
      cut.add_edge(network.loop(block), i);
    } else {
      for_operands(block, [&](VariableId operand) {
        if (network[operand] != graph::none && operand != nodes[i]) cut.add_edge(network[operand], i);
      });
    }
  }
  for (const VariableId derivative : derivatives(part))
    if (network[derivative] != graph::none) cut.add_sink(network[derivative]);

  constexpr int most_rounds = 8;
  std::vector<bool> is_cut(plan_.dae.variable_count, false), moves(plan_.dae.variable_count, false);
  std::vector<VariableId> values;
  for (int round = 0; round < most_rounds; ++round) {
    for (const VariableId value : values) is_cut[value.index()] = false;
    values.clear();
    for (const std::uint32_t number : cut.find(graph::VertexCut::Near::sources)) values.push_back(network.at(number));
    for (const VariableId value : values) is_cut[value.index()] = true;
    // what the part computes itself, in order
    std::vector<VariableId> computed =
        needed(derivatives(part), is_fast, [&](VariableId variable) { return is_cut[variable.index()]; });
    std::ranges::sort(computed, {}, [&](VariableId variable) { return levels_.block_of[variable.index()]; });
    moves.assign(moves.size(), false);
    for (const VariableId value : values) moves[value.index()] = true;
    std::vector<VariableId> bent;
    for (const VariableId variable : computed) {
      if (is_cut[variable.index()]) continue;
      moves[variable.index()] = true;
      const std::uint32_t block = levels_.block_of[variable.index()];
      const bool affine = block != graph::none && !is_loop(block) &&
                          is_affine(plan_.continuous.steps[plan_.continuous.blocks[block].index], moves);
      if (affine) continue;
      bent.push_back(variable);
      cut.add_source(network[variable]);
    }
    if (bent.empty()) return values;
    if (round + 1 == most_rounds) values.insert(values.end(), bent.begin(), bent.end());
  }
  std::ranges::sort(values);
  // of these only what is still read
  for (const VariableId value : values) is_cut[value.index()] = true;
  const std::vector<VariableId> read =
      needed(derivatives(part), is_fast, [&](VariableId variable) { return is_cut[variable.index()]; });
  std::vector<VariableId> kept;
  for (const VariableId variable : read)
    if (is_cut[variable.index()]) kept.push_back(variable);
  std::ranges::sort(kept);
  return kept;
}

std::vector<VariableId> Finder::from_slower(std::size_t part, std::span<const VariableId> given,
                                            std::span<const VariableId> also_computed) {
  const PartBits slower = (PartBits{1} << part) - 1;
  std::vector<bool> is_given(plan_.dae.variable_count, false);
  for (const VariableId value : given) is_given[value.index()] = true;
  const auto reads_slow = [&](VariableId variable) {
    return (levels_.depends_on[variable.index()] & slower) != 0 && !is_given[variable.index()];
  };
  std::vector<VariableId> wanted(derivatives(part).begin(), derivatives(part).end());
  wanted.insert(wanted.end(), also_computed.begin(), also_computed.end());
  const std::vector<VariableId> nodes = needed(wanted, reads_slow, [](VariableId) { return false; });
  if (nodes.empty()) return {};
  Network network(nodes);
  for (const VariableId node : nodes)
    if (const std::uint32_t block = levels_.block_of[node.index()]; block != graph::none && is_loop(block))
      network.loop(block);
  graph::VertexCut cut(network.size());
  for (const auto& [block, number] : network.loops()) {
    cut.protect(number);
    for_operands(block, [&](VariableId operand) {
      if (network[operand] == graph::none || levels_.block_of[operand.index()] == block) return;
      cut.add_edge(network[operand], number);
    });
  }
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const std::size_t variable = nodes[i].index();
    if ((levels_.depends_on[variable] & ~slower) != 0 || levels_.by_clock[variable]) cut.protect(i);
    const std::uint32_t block = levels_.block_of[variable];
    if (block == graph::none) {
      cut.add_source(i);
    } else if (is_loop(block)) {
      cut.add_edge(network.loop(block), i);
    } else {
      for_operands(block, [&](VariableId operand) {
        if (network[operand] != graph::none && operand != nodes[i]) cut.add_edge(network[operand], i);
      });
    }
  }
  for (const VariableId variable : wanted)
    if (network[variable] != graph::none) cut.add_sink(network[variable]);
  std::vector<VariableId> values;
  for (const std::uint32_t number : cut.find(graph::VertexCut::Near::sinks)) values.push_back(network.at(number));
  std::ranges::sort(values);
  return values;
}

void make_set(std::vector<VariableId>& list) {
  std::ranges::sort(list);
  const auto repeated = std::ranges::unique(list);
  list.erase(repeated.begin(), repeated.end());
}

}  // namespace

std::vector<PartExchange> find_exchange(const Plan& plan, std::span<const std::vector<VariableId>> parts,
                                        std::span<const VariableId> watched) {
  const auto find = [&](bool clock_is_fast, std::size_t& clock_values) {
    Finder finder(plan, parts, clock_is_fast);
    std::vector<PartExchange> found(parts.size());
    for (std::size_t k = 0; k < parts.size(); ++k) {
      found[k].from_faster = finder.from_faster(k);
      std::ranges::sort(found[k].from_faster);
      for (const VariableId value : found[k].from_faster) {
        found[finder.owner(value)].to_slower.push_back(value);
        clock_values += finder.is_clock(value) ? 1 : 0;
      }
    }
    for (std::size_t k = parts.size(); k-- > 0;) {
      PartExchange& part = found[k];
      make_set(part.to_slower);
      make_set(part.to_faster);
      std::vector<VariableId> computed = part.to_slower;
      computed.insert(computed.end(), part.to_faster.begin(), part.to_faster.end());
      part.from_slower = finder.from_slower(k, part.from_faster, computed);
      if (k + 1 == parts.size())
        for (const VariableId state : watched)
          if (finder.owner(state) < k) part.from_slower.push_back(state);
      make_set(part.from_slower);
      for (const VariableId value : part.from_slower) found[finder.owner(value)].to_faster.push_back(value);
    }
    return found;
  };
  // a few functions of time are averaged with the fastest part; many would cost it more than they are worth
  const std::size_t few = 8 + 2 * parts.back().size();
  std::size_t clock_values = 0;
  std::vector<PartExchange> found = find(true, clock_values);
  return clock_values <= few ? found : find(false, clock_values);
}

}  // namespace sunder::causalise
