// Total time derivatives of rows: one symbolic differentiation per shape and pattern of what moves.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/dae.hpp"

namespace sunder::causalise {

class RowDifferentiator {
 public:
  /// The derivative of a variable; an invalid id: it does not move.
  using Rate = std::function<ir::VariableId(ir::VariableId)>;

  RowDifferentiator(ir::Dae& dae, Rate rate) : dae_(dae), rate_(std::move(rate)) {}

  /// d row / dt, with its operands appended to those of the dae. Variables that enter the row by conditions alone are
  /// not asked for.
  ir::Row differentiate(const ir::Row& row);

 private:
  struct Made {
    ir::ShapeId shape;
    std::vector<std::uint32_t> order;  // old slot, or a rate behind them, of each new slot
  };
  const Made& make(ir::ShapeId shape);

  ir::Dae& dae_;
  Rate rate_;
  std::u32string signature_;  // the shape; of every slot: does not move, is the clock, or where its rate is
  std::vector<ir::Operand> operands_;
  std::unordered_map<std::uint32_t, std::uint32_t> place_;  // by operand
  std::unordered_map<std::u32string, Made> made_;
};

}  // namespace sunder::causalise
