#include "causalise/trial_point.hpp"

#include <cmath>

#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {
// Between 0.4 and 1, different for neighbours: no sum of a few of them vanishes by chance.
double arbitrary(std::size_t i) { return 0.4 + 0.6 * std::fmod(0.6180339887498949 * static_cast<double>(i + 1), 1.0); }
}  // namespace

TrialPoint::TrialPoint(const Dae& dae) : dae_(dae), generic_(dae.variable_count), slots_read_(dae.shapes->pool()) {
  for (std::size_t v = 0; v < generic_.size(); ++v) generic_[v] = arbitrary(v);
  for (const Assignment& row : dae.parameters)
    generic_[row.target.index()] = value(row, dae.shapes->root(row.shape), generic_);
  start_ = generic_;
  for (const Declaration& d : dae.declarations) {
    if (d.variability <= Variability::parameter || !d.start.given()) continue;
    for (std::uint32_t k = 0; k < d.count; ++k)
      if (const Operand start = d.start.at(k); start.valid()) start_[d.first.index() + k] = number(start, generic_);
  }
}

double TrialPoint::number(Operand operand, const std::vector<double>& values) const {
  if (operand.kind() == Operand::Kind::literal) return dae_.literals[operand.literal_index()];
  return operand.is_variable() ? values[operand.variable().index()] : 0.0;
}

double TrialPoint::value(const Row& row, symbolic::NodeId node, const std::vector<double>& values) const {
  // only what the expression reads: a row of many terms has as many coefficients, each of a few operands
  const auto operands = dae_.operands_of(row);
  if (slots_.size() < operands.size()) slots_.resize(operands.size());
  for (const std::uint32_t slot : slots_read_.of(node)) slots_[slot] = number(operands[slot], values);
  return symbolic::evaluate(dae_.shapes->pool(), node, slots_);
}

}  // namespace sunder::causalise
