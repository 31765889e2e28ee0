#include "symbolic/tape.hpp"

#include "symbolic/procedure.hpp"
#include "symbolic/walk.hpp"

namespace sunder::symbolic {

namespace {

class Builder {
 public:
  Builder(const Pool& pool, std::span<const NodeId> roots, int level)
      : pool_(pool), roots_(roots), level_(level), order_(children_first(pool, roots)) {
    for (const NodeId node : order_) {
      index_.add(node);
      lazy_ = lazy_ || pool[node].op == Op::choose;
    }
    made_.resize(order_.size());
  }

  Tape build() {
    find_regions();
    emit();
    tape_.branches = tape_.branches || lazy_;
    for (const NodeId root : roots_) tape_.outputs.push_back(made_[at(skip_marks(root))]);
    return std::move(tape_);
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  // A region is the whole expression (0) or one side of a `choose`.
  struct Region {
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;
    std::vector<std::uint32_t> nodes;  // positions, children first
  };

  [[nodiscard]] std::uint32_t at(NodeId node) const { return index_[node]; }

  [[nodiscard]] NodeId skip_marks(NodeId node) const {
    while (pool_[node].op == Op::no_event || pool_[node].op == Op::smooth || pool_[node].op == Op::relax)
      node = pool_.children(node)[0];
    return node;
  }

  // What an operation reads. A negation inside of a sum is a subtraction; the argument of a residue is not read.
  template <class Visit>
  void for_each_argument(NodeId node, const Visit& visit) const {
    const Op op = pool_[node].op;
    if (op == Op::residue) return;
    const auto children = pool_.children(node);
    for (std::size_t i = 0; i < children.size(); ++i) {
      NodeId child = skip_marks(children[i]);
      const bool subtract = op == Op::add && i > 0 && pool_[child].op == Op::negate;
      if (subtract) child = skip_marks(pool_.children(child)[0]);
      visit(i, child, subtract);
    }
  }

  std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      if (regions_[a].depth < regions_[b].depth) std::swap(a, b);
      a = regions_[a].parent;
    }
    return a;
  }

  void find_regions() {
    regions_.emplace_back();
    std::vector<std::uint32_t> region(order_.size(), none);  // none: not needed at all
    sides_.assign(lazy_ ? order_.size() : 0, none);
    for (const NodeId root : roots_) region[at(skip_marks(root))] = 0;
    for (std::size_t i = order_.size(); i-- > 0;) {
      if (region[i] == none) continue;
      const bool choice = pool_[order_[i]].op == Op::choose;
      if (choice) {
        sides_[i] = static_cast<std::uint32_t>(regions_.size());
        for (int side = 0; side < 2; ++side) regions_.push_back({region[i], regions_[region[i]].depth + 1, {}});
      }
      for_each_argument(order_[i], [&](std::size_t k, NodeId child, bool) {
        const std::uint32_t use = choice && k > 0 ? sides_[i] + static_cast<std::uint32_t>(k - 1) : region[i];
        std::uint32_t& known = region[at(child)];
        known = known == none ? use : common(known, use);
      });
    }
    for (std::uint32_t i = 0; i < order_.size(); ++i) {
      if (region[i] != none) regions_[region[i]].nodes.push_back(i);
    }
  }

  void emit() {
    struct Frame {
      std::uint32_t region, next;
    };
    std::vector<Frame> open{{0, 0}};
    while (!open.empty()) {
      Frame& frame = open.back();
      const Region& region = regions_[frame.region];
      if (frame.next == region.nodes.size()) {
        const std::uint32_t done = frame.region;
        open.pop_back();
        if (done == 0) return;
        const std::uint32_t choice = choices_.back();
        if (done == sides_[choice]) {
          add_control(Instruction::Kind::otherwise, {});
          open.push_back({done + 1, 0});
        } else {
          merge(choice);
          choices_.pop_back();
        }
        continue;
      }
      const std::uint32_t node = region.nodes[frame.next++];
      if (pool_[order_[node]].op != Op::choose) {
        add(node);
        continue;
      }
      const NodeId condition = skip_marks(pool_.children(order_[node])[0]);
      add_control(Instruction::Kind::branch, {made_[at(condition)]});
      choices_.push_back(node);
      open.push_back({sides_[node], 0});
    }
  }

  void add_control(Instruction::Kind kind, std::initializer_list<std::uint32_t> arguments) {
    Instruction instruction;
    instruction.kind = kind;
    instruction.first_argument = static_cast<std::uint32_t>(tape_.arguments.size());
    instruction.argument_count = static_cast<std::uint32_t>(arguments.size());
    tape_.arguments.insert(tape_.arguments.end(), arguments);
    tape_.instructions.push_back(instruction);
  }

  void merge(std::uint32_t node) {
    const auto children = pool_.children(order_[node]);
    made_[node] = static_cast<std::uint32_t>(tape_.instructions.size());
    add_control(Instruction::Kind::merge, {made_[at(skip_marks(children[1]))], made_[at(skip_marks(children[2]))]});
  }

  /// Calls of what is one formula are that formula: instructions of its own tape, which read the arguments.
  bool add_formula(std::uint32_t position) {
    constexpr int most_levels = 16;
    constexpr std::size_t longest = 2000;
    const NodeId id = order_[position];
    const auto* output = dynamic_cast<const ProcedureOutput*>(pool_.routine(pool_[id].payload).get());
    const NodeId formula =
        output != nullptr && level_ < most_levels ? output->procedure().formula(output->which()) : NodeId{};
    if (!formula.valid()) return false;
    const Tape inner = Builder(pool_, {&formula, 1}, level_ + 1).build();
    if (inner.instructions.size() > longest) return false;
    std::vector<std::uint32_t> arguments;
    for_each_argument(id, [&](std::size_t, NodeId child, bool) { arguments.push_back(made_[at(child)]); });
    std::vector<std::uint32_t> now;  // by instruction of the formula: where its value is
    for (Instruction one : inner.instructions) {
      if (one.kind == Instruction::Kind::load) {
        now.push_back(arguments[one.payload]);
        continue;
      }
      const auto given = inner.arguments_of(one);
      one.first_argument = static_cast<std::uint32_t>(tape_.arguments.size());
      for (const std::uint32_t argument : given)
        tape_.arguments.push_back(now[argument & ~Tape::subtracted] | (argument & Tape::subtracted));
      if (one.kind == Instruction::Kind::operation && one.op == Op::call) {
        tape_.routines.push_back(inner.routines[one.payload]);
        one.payload = static_cast<std::uint32_t>(tape_.routines.size() - 1);
      }
      now.push_back(static_cast<std::uint32_t>(tape_.instructions.size()));
      tape_.instructions.push_back(one);
    }
    tape_.branches = tape_.branches || inner.branches;
    made_[position] = now[inner.outputs[0]];
    return true;
  }

  void add(std::uint32_t position) {
    const NodeId id = order_[position];
    const Node& node = pool_[id];
    if (node.op == Op::call && add_formula(position)) return;
    Instruction instruction;
    instruction.op = node.op;
    instruction.payload = node.payload;
    instruction.value = node.value;
    instruction.first_argument = static_cast<std::uint32_t>(tape_.arguments.size());
    switch (node.op) {
      case Op::slot: instruction.kind = Instruction::Kind::load; break;
      case Op::constant: instruction.kind = Instruction::Kind::constant; break;
      case Op::residue:
        instruction.kind = Instruction::Kind::constant;
        instruction.value = 0;
        break;
      default:
        instruction.kind = Instruction::Kind::operation;
        if (node.op == Op::call) {
          instruction.payload = static_cast<std::uint32_t>(tape_.routines.size());
          tape_.routines.push_back(pool_.routine(node.payload));
        }
        for_each_argument(id, [&](std::size_t, NodeId child, bool subtract) {
          tape_.arguments.push_back(made_[at(child)] | (subtract ? Tape::subtracted : 0U));
        });
    }
    instruction.argument_count = static_cast<std::uint32_t>(tape_.arguments.size()) - instruction.first_argument;
    made_[position] = static_cast<std::uint32_t>(tape_.instructions.size());
    tape_.instructions.push_back(instruction);
  }

  const Pool& pool_;
  std::span<const NodeId> roots_;
  int level_;
  std::vector<NodeId> order_;
  NodeIndex index_;
  bool lazy_ = false;
  std::vector<Region> regions_;
  std::vector<std::uint32_t> sides_;    // of a choose: its first region
  std::vector<std::uint32_t> choices_;  // open ones
  std::vector<std::uint32_t> made_;     // the instruction of each node
  Tape tape_;
};

}  // namespace

Tape make_tape(const Pool& pool, std::span<const NodeId> roots) { return Builder(pool, roots, 0).build(); }

}  // namespace sunder::symbolic
