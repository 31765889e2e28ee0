#include "emit/schedule.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "graph/components.hpp"

namespace sunder::emit {

Place place_of(const ir::Plan& plan, ir::VariableId variable) {
  const ir::Address address = plan.addresses[variable.index()];
  switch (address.space) {
    case ir::Space::state: return {Space::state, address.index};
    case ir::Space::derivative: return {Space::derivative, address.index};
    case ir::Space::work: return {Space::work, address.index};
    case ir::Space::input: return {Space::input, address.index};
    case ir::Space::parameter: return {Space::parameter, address.index};
    case ir::Space::held: return {Space::parameter, plan.held_begin() + address.index};
    case ir::Space::none: break;
  }
  return {Space::time, 0};  // stands only where it does not count (inside of residue) and is never read
}

Place place_of(const ir::Plan& plan, ir::Operand operand) {
  switch (operand.kind()) {
    case ir::Operand::Kind::time: return {Space::time, 0};
    case ir::Operand::Kind::literal: return {Space::parameter, plan.literal_address(operand.literal_index()).index};
    case ir::Operand::Kind::variable: break;
  }
  return place_of(plan, operand.variable());
}

std::vector<bool> Schedule::whole() const {
  std::vector<bool> whole(classes.size(), false);
  for (const ScheduleEntry& entry : entries) {
    if (entry.is_loop || entry.run.body.size() != 1) continue;
    const std::uint32_t c = entry.run.body[0].kernel;
    whole[c] = entry.run.turns == classes[c].tasks.size();
  }
  return whole;
}

namespace {

struct Hash {
  std::uint64_t value = 0x243F6A8885A308D3U;
  void add(std::uint64_t x) {
    value = (value ^ x) * 0x9E3779B97F4A7C15U;
    value ^= value >> 29U;
  }
};

// Gives every block (a task or a loop) its class.
class Classifier {
 public:
  Classifier(const ir::Plan& plan, Schedule& schedule, bool grouping)
      : plan_(plan), shapes_(*plan.dae.shapes), schedule_(schedule), grouping_(grouping) {}

  std::uint32_t class_of(const Task& task) {
    spaces_.clear();
    const std::uint32_t slots = shapes_.slot_count(task.shape);
    for (std::uint32_t k = 0; k < slots; ++k)
      spaces_.push_back(place_of(plan_, plan_.dae.operands[task.operands_begin + k]).space);
    const Space output = place_of(plan_, task.target).space;
    if (grouping_ && same(last_, task, output)) return last_;
    Hash hash;
    hash.add(task.shape.value);
    hash.add(task.slot);
    hash.add(static_cast<std::uint64_t>(output));
    for (const Space space : spaces_) hash.add(static_cast<std::uint64_t>(space));
    const auto [begin, end] = known_.equal_range(hash.value);
    for (auto it = begin; grouping_ && it != end; ++it) {
      if (same(it->second, task, output)) return last_ = it->second;
    }
    last_ = make(task, output);
    known_.emplace(hash.value, last_);
    return last_;
  }

  std::uint32_t loop_class_of(const ir::Loop& loop) {
    auto& classes = schedule_.loop_classes;
    constexpr std::size_t worth_comparing = 50;
    if (grouping_ && loop.unknowns.size() <= worth_comparing) {
      const auto key = signature(loop);
      const auto [it, fresh] = loops_.try_emplace(key, static_cast<std::uint32_t>(classes.size()));
      if (!fresh) return it->second;
    }
    classes.emplace_back();
    return static_cast<std::uint32_t>(classes.size() - 1);
  }

 private:
  [[nodiscard]] bool same(std::uint32_t c, const Task& task, Space output) const {
    if (c >= schedule_.classes.size()) return false;
    const TaskClass& known = schedule_.classes[c];
    return known.shape == task.shape && known.slot == task.slot && known.output == output && known.spaces == spaces_;
  }

  std::uint32_t make(const Task& task, Space output) {
    TaskClass made;
    made.shape = task.shape;
    made.slot = task.slot;
    made.spaces = spaces_;
    made.output = output;
    if (task.slot == Task::explicit_) {
      made.value = shapes_.root(task.shape);
    } else {
      const auto& solution = shapes_.solve(task.shape, task.slot);
      assert(solution && "causalise makes steps only of what can be solved");
      made.value = solution->value;
      if (!shapes_.pool().is_constant(solution->divisor)) made.divisor = solution->divisor;
    }
    schedule_.classes.push_back(std::move(made));
    return static_cast<std::uint32_t>(schedule_.classes.size() - 1);
  }

  // Everything about a loop that is not an address, as text for a table.
  std::u32string signature(const ir::Loop& loop) const {
    std::u32string key;
    const auto add = [&](std::size_t value) { key.push_back(static_cast<char32_t>(value)); };
    add(loop.linear ? 1 : 0);
    add(loop.unknowns.size());
    add(loop.inner.size());
    if (loop.elimination)
      for (const ir::Elimination::Chunk& chunk : loop.elimination->chunks) add(chunk.pattern + 1);
    add(0);
    for (const ir::Step& step : loop.inner) add(step.slot);
    for (const ir::VariableId unknown : loop.unknowns) add(static_cast<std::size_t>(place_of(plan_, unknown).space));
    for (const ir::EquationId equation : loop.equations) {
      const ir::Equation& row = plan_.dae.equations[equation.index()];
      add(row.shape.index());
      for (const ir::Operand operand : plan_.dae.operands_of(row)) {
        add(static_cast<std::size_t>(place_of(plan_, operand).space));
        const auto found = operand.is_variable()
                               ? std::find(loop.unknowns.begin(), loop.unknowns.end(), operand.variable())
                               : loop.unknowns.end();
        add(static_cast<std::size_t>(found - loop.unknowns.begin()));
      }
    }
    return key;
  }

  const ir::Plan& plan_;
  symbolic::ShapeTable& shapes_;
  Schedule& schedule_;
  bool grouping_;
  std::vector<Space> spaces_;
  std::uint32_t last_ = 0;
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;
  std::unordered_map<std::u32string, std::uint32_t> loops_;
};

// Blocks in topological order with their dependencies; `node` numbers task classes and loop classes together.
class Scheduler {
 public:
  Scheduler(const ir::Plan& plan, ScheduleOptions options) : plan_(plan), options_(options) {}

  void add_task(const Task& task) { blocks_.push_back({task, nullptr}); }
  void add_loop(const ir::Loop& loop) { blocks_.push_back({{}, &loop}); }

  Schedule run() {
    classify();
    connect();
    if (!options_.grouping) {
      for (std::uint32_t b = 0; b < blocks_.size(); ++b) emit_single(b);
      return std::move(schedule_);
    }
    const graph::Components components = graph::strong_components(class_graph());
    group_blocks(components);
    for (std::uint32_t c = 0; c < components.members.size(); ++c) {
      if (components.members[c].size() == 1) {
        emit_class(components.members[c][0]);
      } else {
        emit_mixed(members_of_[c]);
      }
    }
    return std::move(schedule_);
  }

 private:
  struct BlockRecord {
    Task task;
    const ir::Loop* loop;
  };

  void classify() {
    Classifier classifier(plan_, schedule_, options_.grouping);
    node_.reserve(blocks_.size());
    for (const BlockRecord& block : blocks_) {
      node_.push_back(block.loop != nullptr ? classifier.loop_class_of(*block.loop) : classifier.class_of(block.task));
    }
    const auto task_classes = static_cast<std::uint32_t>(schedule_.classes.size());
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      if (blocks_[b].loop != nullptr) node_[b] += task_classes;
    }
    node_count_ = task_classes + static_cast<std::uint32_t>(schedule_.loop_classes.size());
  }

  template <class Visit>
  void for_each_operand(const BlockRecord& block, const Visit& visit) const {
    if (block.loop == nullptr) {
      const std::uint32_t slots = plan_.dae.shapes->slot_count(block.task.shape);
      for (std::uint32_t k = 0; k < slots; ++k) visit(plan_.dae.operands[block.task.operands_begin + k]);
      return;
    }
    for (const ir::EquationId equation : block.loop->equations) {
      for (const ir::Operand operand : plan_.dae.operands_of(plan_.dae.equations[equation.index()])) visit(operand);
    }
  }

  void connect() {
    std::vector<std::uint32_t> definer(plan_.dae.variable_count, graph::none);
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      for_each_operand(blocks_[b], [&](ir::Operand operand) {
        if (!operand.is_variable()) return;
        const std::uint32_t source = definer[operand.variable().index()];
        if (source != graph::none) dependencies_.entries.push_back(source);
      });
      dependencies_.end_row();
      if (blocks_[b].loop == nullptr) {
        definer[blocks_[b].task.target.index()] = b;
      } else {
        for (const ir::VariableId unknown : blocks_[b].loop->unknowns) definer[unknown.index()] = b;
      }
    }
  }

  graph::Rows class_graph() {
    self_dependent_.assign(node_count_, false);
    std::vector<std::uint64_t> edges;
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) {
      for (const std::uint32_t source : dependencies_[b]) {
        if (node_[source] == node_[b]) {
          self_dependent_[node_[b]] = true;
          continue;
        }
        const std::uint64_t edge = static_cast<std::uint64_t>(node_[b]) << 32U | node_[source];
        if (edges.empty() || edges.back() != edge) edges.push_back(edge);
      }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    graph::Rows rows;
    std::size_t next = 0;
    for (std::uint32_t node = 0; node < node_count_; ++node) {
      for (; next < edges.size() && edges[next] >> 32U == node; ++next)
        rows.entries.push_back(static_cast<std::uint32_t>(edges[next]));
      rows.end_row();
    }
    return rows;
  }

  void group_blocks(const graph::Components& components) {
    members_of_.resize(components.members.size());
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) members_of_[components.of_node[node_[b]]].push_back(b);
    component_of_node_ = components.of_node;
  }

  void emit_class(std::uint32_t node) {
    std::vector<std::uint32_t>& members = members_of_[component_of_node_[node]];
    const bool parallel = !self_dependent_[node];
    if (parallel && !is_loop(members.front())) {
      std::stable_sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
        return place_of(plan_, blocks_[a].task.target).index < place_of(plan_, blocks_[b].task.target).index;
      });
    }
    emit_range(members, parallel);
  }

  [[nodiscard]] bool is_loop(std::uint32_t block) const { return blocks_[block].loop != nullptr; }

  // Blocks of one class, in this order.
  void emit_range(std::span<const std::uint32_t> members, bool parallel) {
    if (is_loop(members.front())) {
      const auto c = static_cast<std::uint32_t>(node_[members.front()] - schedule_.classes.size());
      auto& loops = schedule_.loop_classes[c].loops;
      ScheduleEntry entry;
      entry.is_loop = true;
      entry.loop_class = c;
      entry.first = static_cast<std::uint32_t>(loops.size());
      entry.count = static_cast<std::uint32_t>(members.size());
      for (const std::uint32_t b : members) loops.push_back(blocks_[b].loop);
      schedule_.entries.push_back(std::move(entry));
      return;
    }
    ScheduleEntry entry;
    entry.run.parallel = parallel;
    entry.run.turns = static_cast<std::uint32_t>(members.size());
    entry.run.body.push_back(append(members.front()));
    for (const std::uint32_t b : members.subspan(1)) append(b);
    schedule_.entries.push_back(std::move(entry));
  }

  void emit_single(std::uint32_t block) { emit_range({&block, 1}, true); }

  Statement append(std::uint32_t block) {
    auto& tasks = schedule_.classes[node_[block]].tasks;
    tasks.push_back(blocks_[block].task);
    return {node_[block], static_cast<std::uint32_t>(tasks.size() - 1), 1};
  }

  // Classes that need each other: level by level.
  void emit_mixed(std::vector<std::uint32_t>& members) {
    level_.resize(blocks_.size());
    const std::uint32_t component = component_of_node_[node_[members.front()]];
    for (const std::uint32_t b : members) {
      std::uint32_t level = 0;
      for (const std::uint32_t source : dependencies_[b]) {
        if (component_of_node_[node_[source]] == component) level = std::max(level, level_[source] + 1);
      }
      level_[b] = level;
    }
    std::stable_sort(members.begin(), members.end(), [&](std::uint32_t a, std::uint32_t b) {
      return level_[a] != level_[b] ? level_[a] < level_[b] : node_[a] < node_[b];
    });
    constexpr std::size_t wide = 16;
    for (std::size_t begin = 0, end = 0; begin < members.size(); begin = end) {
      end = begin + 1;
      while (end < members.size() && same_place(members[begin], members[end])) ++end;
      const auto stretch = std::span(members).subspan(begin, end - begin);
      if (stretch.size() >= wide || is_loop(members[begin])) {
        emit_range(stretch, true);
        continue;
      }
      const std::size_t chain = emit_chain(std::span(members).subspan(begin));
      if (chain == 0) emit_range(stretch, true);
      if (chain > 0) end = begin + chain;
    }
  }

  [[nodiscard]] bool same_place(std::uint32_t a, std::uint32_t b) const {
    return level_[a] == level_[b] && node_[a] == node_[b];
  }

  // A chain of classes that comes again and again becomes one run; returns how many blocks it took.
  std::size_t emit_chain(std::span<const std::uint32_t> rest) {
    constexpr std::size_t longest = 256;
    constexpr std::size_t fewest_turns = 4;
    int candidates = 0;
    for (std::size_t period = 1; period <= longest && period * fewest_turns <= rest.size(); ++period) {
      if (node_[rest[period]] != node_[rest[0]]) continue;
      if (++candidates > 8) break;
      std::size_t length = period;
      while (length < rest.size() && node_[rest[length]] == node_[rest[length - period]] && !is_loop(rest[length]))
        ++length;
      if (length / period < fewest_turns) continue;
      if (std::any_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(period),
                      [&](std::uint32_t b) { return is_loop(b); }))
        continue;
      take_chain(rest.first(length / period * period), period);
      return length / period * period;
    }
    return 0;
  }

  void take_chain(std::span<const std::uint32_t> blocks, std::size_t period) {
    ScheduleEntry entry;
    entry.run.parallel = false;
    entry.run.turns = static_cast<std::uint32_t>(blocks.size() / period);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const Statement statement = append(blocks[i]);
      if (i < period) entry.run.body.push_back(statement);
    }
    for (Statement& statement : entry.run.body) {
      statement.step = static_cast<std::uint32_t>(
          std::count_if(entry.run.body.begin(), entry.run.body.end(),
                        [&](const Statement& other) { return other.kernel == statement.kernel; }));
    }
    schedule_.entries.push_back(std::move(entry));
  }

  const ir::Plan& plan_;
  ScheduleOptions options_;
  Schedule schedule_;
  std::vector<BlockRecord> blocks_;
  std::vector<std::uint32_t> node_;  // by block
  std::uint32_t node_count_ = 0;
  graph::Rows dependencies_;  // of blocks
  std::vector<bool> self_dependent_;
  std::vector<std::vector<std::uint32_t>> members_of_;
  std::vector<std::uint32_t> component_of_node_;
  std::vector<std::uint32_t> level_;
};

}  // namespace

Schedule make_schedule(const ir::Plan& plan, const ir::Section& section, ScheduleOptions options) {
  Scheduler scheduler(plan, options);
  for (const ir::Block& block : section.blocks) {
    if (block.kind == ir::Block::Kind::loop) {
      scheduler.add_loop(section.loops[block.index]);
      continue;
    }
    const ir::Step& step = section.steps[block.index];
    const ir::Equation& row = plan.dae.equations[step.equation.index()];
    scheduler.add_task({row.shape, step.slot, row.operands_begin, step.target, step.equation.value});
  }
  return scheduler.run();
}

Schedule make_parameter_schedule(const ir::Plan& plan, ScheduleOptions options) {
  Scheduler scheduler(plan, options);
  for (std::uint32_t i = 0; i < plan.dae.parameters.size(); ++i) {
    const ir::Assignment& row = plan.dae.parameters[i];
    if (plan.addresses[row.target.index()].space == ir::Space::none) continue;
    scheduler.add_task({row.shape, Task::explicit_, row.operands_begin, row.target, i});
  }
  return scheduler.run();
}

}  // namespace sunder::emit
