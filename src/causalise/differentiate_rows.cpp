#include "causalise/differentiate_rows.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {
constexpr char32_t still = 0;
constexpr char32_t clock = 1;
constexpr char32_t first_place = 2;
}  // namespace

Row RowDifferentiator::differentiate(const Row& row) {
  symbolic::ShapeTable& shapes = *dae_.shapes;
  const auto given = dae_.operands_of(row);
  operands_.assign(given.begin(), given.end());
  place_.clear();
  for (std::uint32_t slot = 0; slot < operands_.size(); ++slot) place_.emplace(operands_[slot].bits(), slot);
  signature_.assign(1, row.shape.value);
  const std::size_t slots = operands_.size();
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    const Operand operand = operands_[slot];
    if (operand.kind() == Operand::Kind::time) {
      signature_.push_back(clock);
      continue;
    }
    const bool moves = operand.is_variable() && !shapes.pool().is_constant(shapes.partial(row.shape, slot), 0);
    const VariableId rate = moves ? rate_(operand.variable()) : VariableId();
    if (!rate.valid()) {
      signature_.push_back(still);
      continue;
    }
    const auto [at, added] = place_.try_emplace(Operand::of(rate).bits(), static_cast<std::uint32_t>(operands_.size()));
    if (added) operands_.push_back(Operand::of(rate));
    signature_.push_back(first_place + at->second);
  }
  const Made& made = make(row.shape);
  Row result;
  result.shape = made.shape;
  result.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
  for (const std::uint32_t place : made.order) dae_.operands.push_back(operands_[place]);
  return result;
}

const RowDifferentiator::Made& RowDifferentiator::make(ShapeId shape) {
  const auto [at, added] = made_.try_emplace(signature_);
  if (!added) return at->second;
  symbolic::Pool& pool = dae_.shapes->pool();
  std::vector<symbolic::NodeId> rates;
  for (std::size_t slot = 0; slot + 1 < signature_.size(); ++slot) {
    const char32_t code = signature_[slot + 1];
    rates.push_back(code == still   ? symbolic::NodeId()
                    : code == clock ? pool.constant(1)
                                    : pool.slot(static_cast<std::uint32_t>(code - first_place)));
  }
  const symbolic::NodeId root =
      symbolic::differentiate_along(pool, dae_.shapes->root(shape), rates, symbolic::Rates::in_time);
  at->second.shape = dae_.shapes->intern(root, at->second.order);
  return at->second;
}

}  // namespace sunder::causalise
