#include "simulate/divergence.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::simulate {

namespace {

constexpr double out_of_range = 1e10;
constexpr double learning = 0.1;  // of the run

double finite_size(double bound) { return std::isfinite(bound) ? std::abs(bound) : 0; }

}  // namespace

DivergenceGuard::DivergenceGuard(const model::Model& model, double start, double stop)
    : model_(model), learn_until_(start + learning * (stop - start)) {
  for (std::size_t i = 0; i < model.state_count(); ++i)
    sizes_.push_back(std::abs(model.state_nominal(model::StateIndex(i))));
}

model::Status DivergenceGuard::look(double time, std::span<const double> x) {
  if (time <= learn_until_) {
    for (std::size_t i = 0; i < x.size(); ++i) sizes_[i] = std::max(sizes_[i], std::abs(x[i]));
    return {};
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(std::abs(x[i]) > out_of_range * sizes_[i])) continue;
    // bounds are looked up late: it takes time, and seldom matters
    const model::Variable variable = model_.description().variable(model_.description().states[i]);
    sizes_[i] = std::max({sizes_[i], finite_size(variable.minimum), finite_size(variable.maximum)});
    if (std::abs(x[i]) > out_of_range * sizes_[i]) return diverged(time, i, x[i]);
  }
  return {};
}

model::Status DivergenceGuard::diverged(double time, std::size_t state, double value) const {
  model::Fault fault;
  fault.code = Code::E0636;
  fault.time = time;
  fault.variable = model_.state_name(model::StateIndex(state));
  fault.span = model_.state_origin(model::StateIndex(state));
  fault.message = "the run diverged: at time " + rounded(time) + " '" + fault.variable + "' is " + rounded(value, 3) +
                  ", more than 1e10 times what it was until " + rounded(learn_until_) + " or is expected to be (" +
                  rounded(sizes_[state], 3) + ")";
  return fault;
}

}  // namespace sunder::simulate
