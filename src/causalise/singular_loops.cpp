// Part of `order`: a linear loop whose coefficients are numbers has one solution, or it is refused now.
#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "causalise/passes.hpp"
#include "ir/brief.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class ConstantLoop {
 public:
  ConstantLoop(const Dae& dae, const Loop& loop) : dae_(dae), loop_(loop), size_(loop.unknowns.size()) {}

  /// False: a coefficient is no number.
  bool read() {
    constexpr std::size_t largest = 200;
    if (!loop_.linear || size_ > largest) return false;
    matrix_.assign(size_ * size_, 0.0);
    for (std::size_t row = 0; row < size_; ++row) {
      const Equation& equation = dae_.equations[loop_.equations[row].index()];
      const auto operands = dae_.operands_of(equation);
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        if (!operands[slot].is_variable()) continue;
        const auto at = std::ranges::find(loop_.unknowns, operands[slot].variable());
        if (at == loop_.unknowns.end()) continue;
        double& entry = matrix_[row * size_ + static_cast<std::size_t>(at - loop_.unknowns.begin())];
        if (!number(equation, dae_.shapes->partial(equation.shape, slot), entry)) return false;
      }
    }
    return true;
  }

  /// An unknown that is not determined; invalid: all are.
  VariableId undetermined() {
    for (std::size_t row = 0; row < size_; ++row) scale(row);
    std::size_t rank = 0;
    VariableId open;
    for (std::size_t column = 0; column < size_; ++column) {
      std::size_t pivot = rank;
      for (std::size_t row = rank; row < size_; ++row)
        if (std::fabs(at(row, column)) > std::fabs(at(pivot, column))) pivot = row;
      constexpr double rounding = 1e-13;
      if (rank == size_ || std::fabs(at(pivot, column)) <= rounding) {
        if (!open.valid()) open = loop_.unknowns[column];
        continue;
      }
      for (std::size_t k = 0; k < size_; ++k) std::swap(at(pivot, k), at(rank, k));
      for (std::size_t row = rank + 1; row < size_; ++row) {
        const double factor = at(row, column) / at(rank, column);
        for (std::size_t k = column; k < size_ && factor != 0; ++k) at(row, k) -= factor * at(rank, k);
      }
      ++rank;
    }
    return open;
  }

 private:
  double& at(std::size_t row, std::size_t column) { return matrix_[row * size_ + column]; }

  void scale(std::size_t row) {
    double largest = 0;
    for (std::size_t k = 0; k < size_; ++k) largest = std::max(largest, std::fabs(at(row, k)));
    for (std::size_t k = 0; k < size_ && largest > 0; ++k) at(row, k) /= largest;
  }

  bool number(const Equation& equation, symbolic::NodeId coefficient, double& value) const {
    const auto operands = dae_.operands_of(equation);
    std::vector<double> slots(operands.size(), 0.0);
    for (const std::uint32_t slot : symbolic::slots_in_order(dae_.shapes->pool(), coefficient)) {
      if (operands[slot].kind() != Operand::Kind::literal) return false;
      slots[slot] = dae_.literals[operands[slot].literal_index()];
    }
    value = symbolic::evaluate(dae_.shapes->pool(), coefficient, slots);
    return std::isfinite(value);
  }

  const Dae& dae_;
  const Loop& loop_;
  std::size_t size_;
  std::vector<double> matrix_;
};

}  // namespace

void refuse_singular_loops(Work& work) {
  const Dae& dae = work.dae();
  for (const Loop& loop : work.plan.continuous.loops) {
    ConstantLoop constant(dae, loop);
    if (!constant.read()) continue;
    const VariableId open = constant.undetermined();
    if (!open.valid()) continue;
    const Equation& first = dae.equations[loop.equations.front().index()];
    Diagnostic& error = work.diagnostics.error(
        Code::E0416, dae.origins[first.origin.index()].span,
        "linear equations do not determine '" + dae.name_of(open) + "': they contradict or repeat each other");
    constexpr std::size_t most_named = 10;
    for (std::size_t i = 0; i < std::min(most_named, loop.equations.size()); ++i) {
      const Equation& equation = dae.equations[loop.equations[i].index()];
      const Origin& origin = dae.origins[equation.origin.index()];
      error.notes.push_back(
          {"among them: " + brief(dae, equation) + (origin.rule.empty() ? "" : " (" + origin.rule + ")"), origin.span});
    }
  }
}

}  // namespace sunder::causalise
