#include "causalise/separate.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <unordered_map>

#include "causalise/part_levels.hpp"
#include "causalise/slice.hpp"
#include "graph/rows.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;
using symbolic::NodeId;
using symbolic::Op;

namespace {

/// What a slot is for the question at hand.
enum class Side : std::uint8_t { neutral, inside, outside };

/// An expression without some of its parts, and these.
struct Divided {
  NodeId root;                ///< slots behind those of the shape stand for the parts
  std::vector<NodeId> parts;  ///< over the slots of the shape
};

/// Which sub-expressions are worth a variable: any that are made of several operands, or those only that are not affine
/// in their operands.
enum class Worth : std::uint8_t { several, bent };

class Divider {
 public:
  Divider(symbolic::Pool& pool, std::span<const Side> sides, Worth worth) : pool_(pool), sides_(sides), worth_(worth) {}

  Divided divide(NodeId root) {
    const std::array roots{root};
    for (const NodeId node : symbolic::children_first(pool_, roots)) known_.emplace(node, look(node));
    Divided made;
    made.root = rebuild(root, made);
    return made;
  }

 private:
  struct Known {
    Side side = Side::neutral;
    int degree = 0;                     // in the operands inside: 1 is affine, 2 anything else
    std::uint32_t first = graph::none;  // of these operands
    bool several = false;
  };

  static void join(Known& all, const Known& one) {
    all.several =
        all.several || one.several || (all.first != graph::none && one.first != graph::none && all.first != one.first);
    if (all.first == graph::none) all.first = one.first;
  }

  [[nodiscard]] Known look(NodeId node) const {
    const symbolic::Node& at = pool_[node];
    Known known;
    if (at.op == Op::slot) {
      known.side = sides_[at.payload];
      if (known.side == Side::inside) {
        known.degree = 1;
        known.first = at.payload;
      }
      return known;
    }
    int sum = 0, largest = 0, last = 0;
    for (const NodeId child : pool_.children(node)) {
      const Known& below = known_.at(child);
      if (below.side == Side::outside) known.side = Side::outside;
      if (below.side == Side::inside && known.side == Side::neutral) known.side = Side::inside;
      sum += below.degree;
      largest = std::max(largest, below.degree);
      last = below.degree;
      join(known, below);
    }
    switch (at.op) {
      case Op::add:
      case Op::negate: known.degree = largest; break;
      case Op::multiply: known.degree = std::min(sum, 2); break;
      case Op::divide: known.degree = last == 0 ? largest : 2; break;
      default: known.degree = sum > 0 ? 2 : 0;
    }
    return known;
  }
  [[nodiscard]] static bool is_number(Op op) { return op < Op::less || op > Op::logical_not; }
  [[nodiscard]] bool is_worth(const Known& known) const {
    return worth_ == Worth::several ? known.several : known.degree == 2;
  }
  NodeId take(NodeId node, Divided& made) {
    const auto [at, fresh] = taken_.try_emplace(node);
    if (fresh) {
      made.parts.push_back(node);
      at->second = pool_.slot(static_cast<std::uint32_t>(sides_.size() + made.parts.size() - 1));
    }
    return at->second;
  }
  NodeId rebuild(NodeId node, Divided& made) {
    const Known known = known_.at(node);
    const Op op = pool_[node].op;
    const std::uint32_t payload = pool_[node].payload;
    if (known.side != Side::outside && !(known.side == Side::inside && known.degree > 0)) return node;
    if (known.side == Side::inside && op != Op::slot && is_number(op) && is_worth(known)) return take(node, made);
    const std::vector<NodeId> children(pool_.children(node).begin(), pool_.children(node).end());
    // a branch that is not taken must not be computed
    if (children.empty() || op == Op::choose || op == Op::residue) return node;
    const bool gathers = op == Op::multiply || (op == Op::add && worth_ == Worth::several);
    std::vector<NodeId> kept, together;
    Known joined;
    for (const NodeId child : children) {
      const Known& below = known_.at(child);
      if (!gathers || below.side != Side::inside) {
        kept.push_back(rebuild(child, made));
        continue;
      }
      together.push_back(child);
      joined.degree =
          op == Op::multiply ? std::min(joined.degree + below.degree, 2) : std::max(joined.degree, below.degree);
      join(joined, below);
    }
    if (together.size() > 1 && is_worth(joined)) {
      kept.push_back(take(pool_.make(op, together), made));
    } else {
      for (const NodeId child : together) kept.push_back(rebuild(child, made));
    }
    if (kept.size() == 1 && (op == Op::add || op == Op::multiply)) return kept[0];
    return pool_.make(op, kept, payload);
  }

  symbolic::Pool& pool_;
  std::span<const Side> sides_;
  Worth worth_;
  std::unordered_map<NodeId, Known> known_;
  std::unordered_map<NodeId, NodeId> taken_;
};

class Separator {
 public:
  Separator(Plan& plan, std::span<const std::vector<VariableId>> parts)
      : plan_(plan), levels_(find_part_levels(plan, parts, true)), first_(plan.dae.variable_count) {}

  /// In the steps that these variables are made of. `inside`: the parts whose sub-expressions are wanted, alone.
  void divide(std::span<const VariableId> wanted, PartBits inside, Worth worth) {
    std::vector<bool> seen(plan_.continuous.blocks.size(), false);
    std::vector<std::uint32_t> found;
    const auto reach = [&](VariableId variable) {
      const std::uint32_t block = levels_.block_of[variable.index()];
      if (block == graph::none || seen[block]) return;
      seen[block] = true;
      found.push_back(block);
    };
    for (const VariableId variable : wanted) reach(variable);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const Block& block = plan_.continuous.blocks[found[i]];
      for (const EquationId id : equations_of(plan_.continuous, block))
        for (const Operand operand : plan_.dae.operands_of(plan_.dae.equations[id.index()]))
          if (operand.is_variable() && operand.variable().value < first_) reach(operand.variable());
      if (block.kind == Block::Kind::step) divide(found[i], inside, worth);
    }
  }

  /// New steps stand before those that read them.
  bool finish() {
    const std::uint32_t count = plan_.dae.variable_count - first_;
    if (count == 0) return false;
    Declaration declaration;
    declaration.name = "shared";
    declaration.dimensions = {count};
    declaration.first = VariableId(first_);
    declaration.count = count;
    declaration.generated = true;
    plan_.dae.declarations.push_back(std::move(declaration));
    std::vector<std::vector<std::uint32_t>> before(plan_.continuous.blocks.size());
    for (const NewStep& made : new_steps_) before[made.before].push_back(made.step);
    std::vector<Block> blocks;
    for (std::size_t b = 0; b < plan_.continuous.blocks.size(); ++b) {
      for (const std::uint32_t step : before[b]) blocks.push_back({Block::Kind::step, step});
      blocks.push_back(plan_.continuous.blocks[b]);
    }
    plan_.continuous.blocks = std::move(blocks);
    return true;
  }

 private:
  struct Shape {  ///< what became of a shape, once for all rows of one kind
    ShapeId shape;
    std::vector<std::uint32_t> order;
    struct New {
      ShapeId shape;
      std::vector<std::uint32_t> order;
    };
    std::vector<New> parts;
  };

  [[nodiscard]] Side side_of(Operand operand, PartBits inside) const {
    if (operand.kind() == Operand::Kind::time) return Side::outside;
    if (!operand.is_variable()) return Side::neutral;
    const std::size_t variable = operand.variable().index();
    if (variable >= levels_.depends_on.size()) return Side::outside;
    if (levels_.by_clock[variable]) return Side::outside;
    const PartBits bits = levels_.depends_on[variable];
    if (bits == 0) return Side::neutral;
    return (bits & ~inside) == 0 ? Side::inside : Side::outside;
  }

  const Shape& divided(ShapeId shape, const std::vector<Side>& sides, Worth worth) {
    auto& known = shapes_[{{shape, worth}, sides}];
    if (known) return *known;
    known.emplace();
    symbolic::ShapeTable& table = *plan_.dae.shapes;
    const Divided made = Divider(table.pool(), sides, worth).divide(table.root(shape));
    if (made.parts.empty()) return *known;
    known->shape = table.intern(made.root, known->order);
    const auto slots = static_cast<std::uint32_t>(sides.size());
    for (const NodeId part : made.parts) {
      Shape::New fresh;
      fresh.shape = table.intern(table.pool().subtract(part, table.pool().slot(slots)), fresh.order);
      known->parts.push_back(std::move(fresh));
    }
    return *known;
  }

  Equation make_row(ShapeId shape, std::span<const std::uint32_t> order, const std::vector<Operand>& operands,
                    OriginId origin) {
    Equation made;
    made.shape = shape;
    made.origin = origin;
    made.operands_begin = static_cast<std::uint32_t>(plan_.dae.operands.size());
    for (const std::uint32_t slot : order) plan_.dae.operands.push_back(operands[slot]);
    return made;
  }

  void divide(std::uint32_t block, PartBits inside, Worth worth) {
    Step& step = plan_.continuous.steps[plan_.continuous.blocks[block].index];
    const Equation equation = plan_.dae.equations[step.equation.index()];
    const auto given = plan_.dae.operands_of(equation);
    std::vector<Operand> operands(given.begin(), given.end());
    std::vector<Side> sides;
    bool some = false, others = false;
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      sides.push_back(slot == step.slot ? Side::outside : side_of(operands[slot], inside));
      some = some || sides.back() == Side::inside;
      others = others || (slot != step.slot && sides.back() == Side::outside);
    }
    if (!some || !others) return;
    const Shape& shape = divided(equation.shape, sides, worth);
    if (shape.parts.empty()) return;
    const std::size_t slots = operands.size();
    const std::uint32_t old_slot = step.slot;
    for (const Shape::New& part : shape.parts) {
      std::vector<std::uint32_t> reads;
      for (const std::uint32_t slot : part.order)
        if (slot < slots) reads.push_back(operands[slot].bits());
      const auto [known, fresh] = made_.try_emplace({part.shape, std::move(reads)});
      if (!fresh) {
        operands.push_back(Operand::of(known->second));
        std::uint32_t& before = new_steps_[known->second.value - first_].before;
        before = std::min(before, block);
        continue;
      }
      const VariableId variable = known->second = VariableId(plan_.dae.variable_count++);
      plan_.addresses.push_back({Space::work, plan_.work_count++});
      std::vector<Operand> all(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(slots));
      all.push_back(Operand::of(variable));
      const EquationId id(plan_.dae.equations.size());
      plan_.dae.equations.push_back(make_row(part.shape, part.order, all, equation.origin));
      const auto at = std::ranges::find(part.order, static_cast<std::uint32_t>(slots));
      new_steps_.push_back({static_cast<std::uint32_t>(plan_.continuous.steps.size()), block});
      plan_.continuous.steps.push_back({id, static_cast<std::uint32_t>(at - part.order.begin()), variable});
      operands.push_back(Operand::of(variable));
    }
    plan_.dae.equations[step_equation(block).index()] = make_row(shape.shape, shape.order, operands, equation.origin);
    Step& changed = plan_.continuous.steps[plan_.continuous.blocks[block].index];
    changed.slot = static_cast<std::uint32_t>(std::ranges::find(shape.order, old_slot) - shape.order.begin());
  }
  [[nodiscard]] EquationId step_equation(std::uint32_t block) const {
    return plan_.continuous.steps[plan_.continuous.blocks[block].index].equation;
  }

  Plan& plan_;
  PartLevels levels_;
  std::uint32_t first_;  // new variable
  struct NewStep {
    std::uint32_t step = 0;
    std::uint32_t before = 0;  // the first block that reads it
  };
  std::vector<NewStep> new_steps_;  // by new variable
  std::map<std::pair<std::pair<ShapeId, Worth>, std::vector<Side>>, std::optional<Shape>> shapes_;
  std::map<std::pair<ShapeId, std::vector<std::uint32_t>>, VariableId> made_;  // by shape and operands
};

}  // namespace

bool separate(Plan& plan, std::span<const std::vector<VariableId>> parts, std::span<const PartExchange> exchange) {
  Separator separator(plan, parts);
  for (std::size_t k = 0; k < parts.size(); ++k) {
    std::vector<VariableId> derivatives;
    for (const VariableId state : parts[k]) derivatives.push_back(plan.rate_of(state));
    if (exchange.empty()) {
      if (k + 1 < parts.size()) separator.divide(derivatives, ~((PartBits{2} << k) - 1), Worth::bent);
      continue;
    }
    if (k == 0) continue;
    derivatives.insert(derivatives.end(), exchange[k].to_slower.begin(), exchange[k].to_slower.end());
    separator.divide(derivatives, (PartBits{1} << k) - 1, Worth::several);
  }
  return separator.finish();
}

}  // namespace sunder::causalise
