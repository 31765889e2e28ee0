#include "causalise/rewrite.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace sunder::causalise {

using namespace ir;

namespace {

class Rewriter {
 public:
  Rewriter(Work& work, const std::vector<bool>& consumed) : work_(work), dae_(work.dae()), consumed_(consumed) {
    alias_of_.assign(dae_.variable_count, graph::none);
    for (std::uint32_t i = 0; i < work.plan.aliases.size(); ++i) alias_of_[work.plan.aliases[i].variable.index()] = i;
  }

  void run() {
    operands_.reserve(dae_.operands.size());
    for (Assignment& assignment : dae_.parameters) copy(assignment);
    std::size_t kept = 0;
    std::uint32_t continuous = 0;
    for (std::uint32_t i = 0; i < dae_.equations.size(); ++i) {
      Equation equation = dae_.equations[i];
      if (consumed_[i]) continue;
      rewrite(equation);
      dae_.equations[kept++] = equation;
      if (i < dae_.initial_begin) ++continuous;
    }
    dae_.equations.resize(kept);
    for (Row& row : dae_.blended) rewrite(row);
    for (Held& held : dae_.held)
      if (has_row(held.kind)) rewrite(held);
    for (Reinit& reinit : dae_.reinits) {
      rewrite(reinit.condition);
      rewrite(reinit.value);
      retarget(reinit);
    }
    for (Check& check : dae_.checks) {
      rewrite(check.condition);
      for (MessageValue& value : check.values) rewrite(value);
    }
    dae_.initial_begin = continuous;
    dae_.operands = std::move(operands_);
  }

 private:
  void copy(Row& row) {
    const auto operands = dae_.operands_of(row);
    row.operands_begin = static_cast<std::uint32_t>(operands_.size());
    operands_.insert(operands_.end(), operands.begin(), operands.end());
  }

  // A state that is another one, or its negative.
  void retarget(Reinit& reinit) {
    const auto [to, negated] = target(Operand::of(reinit.target));
    reinit.target = to.variable();
    if (!negated) return;
    symbolic::ShapeTable& shapes = *dae_.shapes;
    reinit.value.shape =
        shapes.intern(shapes.pool().negate(shapes.root(reinit.value.shape)), shapes.slot_count(reinit.value.shape));
  }

  // The operand that stands for this one, and whether its sign turns.
  std::pair<Operand, bool> target(Operand operand) const {
    if (!operand.is_variable()) return {operand, false};
    const std::uint32_t index = alias_of_[operand.variable().index()];
    if (index == graph::none) return {operand, false};
    const Alias& alias = work_.plan.aliases[index];
    return {alias.target, alias.negated};
  }

  // For the numbers that belong to shapes: 0, 1, -1, 2.
  bool belongs_to_shape(Operand operand) const {
    if (operand.kind() != Operand::Kind::literal) return false;
    const double value = dae_.literals[operand.literal_index()];
    return value == 0 || value == 1 || value == -1 || value == 2;
  }

  void rewrite(Row& equation) {
    const auto operands = dae_.operands_of(equation);
    const bool touched = std::ranges::any_of(
        operands, [this](Operand o) { return o.is_variable() && alias_of_[o.variable().index()] != graph::none; });
    if (!touched) {
      copy(equation);
      return;
    }
    // The signature: for each slot, the first slot with the same target and the sign, or the number it became.
    signature_.assign(1, equation.shape.value);
    targets_.clear();
    for (const Operand operand : operands) {
      const auto [to, negated] = target(operand);
      std::uint32_t place = static_cast<std::uint32_t>(targets_.size());
      place = first_place(to, place);
      if (belongs_to_shape(to)) {
        place = number_codes + static_cast<std::uint32_t>(static_cast<int>(dae_.literals[to.literal_index()]) + 1);
      }
      targets_.push_back(to);
      signature_.push_back(2 * place + (negated ? 1U : 0U));
    }
    const Made& made = make(equation.shape);
    equation.shape = made.shape;
    equation.operands_begin = static_cast<std::uint32_t>(operands_.size());
    for (const std::uint32_t slot : made.order) operands_.push_back(targets_[slot]);
  }

  // Rows are short, except a few sums: those use an index.
  std::uint32_t first_place(Operand operand, std::uint32_t next) {
    constexpr std::uint32_t short_row = 32;
    if (next < short_row) return static_cast<std::uint32_t>(std::ranges::find(targets_, operand) - targets_.begin());
    if (next == short_row) {
      places_.clear();
      for (std::uint32_t i = 0; i < next; ++i) places_.try_emplace(targets_[i].bits(), i);
    }
    return places_.try_emplace(operand.bits(), next).first->second;
  }

  struct Made {
    ShapeId shape;
    std::vector<std::uint32_t> order;  // old slot of each new one
  };

  const Made& make(ShapeId shape) {
    const auto [at, added] = made_.try_emplace(signature_);
    if (!added) return at->second;
    symbolic::Pool& pool = dae_.shapes->pool();
    std::vector<symbolic::NodeId> replacements;
    for (std::size_t slot = 0; slot + 1 < signature_.size(); ++slot) {
      const std::uint32_t code = static_cast<std::uint32_t>(signature_[slot + 1]) / 2;
      const bool negated = signature_[slot + 1] % 2 != 0;
      const symbolic::NodeId node =
          code >= number_codes ? pool.constant(static_cast<double>(code - number_codes) - 1) : pool.slot(code);
      replacements.push_back(negated ? pool.negate(node) : node);
    }
    const symbolic::NodeId root = pool.substitute(dae_.shapes->root(shape), replacements);
    at->second.shape = dae_.shapes->intern(root, at->second.order);
    return at->second;
  }

  static constexpr std::uint32_t number_codes = 0x40000000U;

  Work& work_;
  Dae& dae_;
  const std::vector<bool>& consumed_;
  std::vector<std::uint32_t> alias_of_;  // by variable: index into plan.aliases
  std::vector<Operand> operands_;
  std::vector<Operand> targets_;
  std::u32string signature_;
  std::unordered_map<std::uint32_t, std::uint32_t> places_;
  std::unordered_map<std::u32string, Made> made_;
};

}  // namespace

void rewrite_rows(Work& work, const std::vector<bool>& consumed) { Rewriter(work, consumed).run(); }

}  // namespace sunder::causalise
