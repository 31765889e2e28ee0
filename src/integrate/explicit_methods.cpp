#include "integrate/explicit_methods.hpp"

#include <algorithm>

namespace sunder::integrate {

const ExplicitTableau& explicit_euler() {
  static const ExplicitTableau tableau{{0.0}, {1.0}};
  return tableau;
}
const ExplicitTableau& heun() {
  static const ExplicitTableau tableau{{0.0, 1.0}, {0.5, 0.5}};
  return tableau;
}
const ExplicitTableau& explicit_midpoint() {
  static const ExplicitTableau tableau{{0.0, 0.5}, {0.0, 1.0}};
  return tableau;
}
const ExplicitTableau& classical_rk4() {
  static const ExplicitTableau tableau{{0.0, 0.5, 0.5, 1.0}, {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};
  return tableau;
}

ExplicitStepper::ExplicitStepper(const model::Model& model, model::Context& context, const ExplicitTableau& tableau)
    : FixedStepper(model, context),
      tableau_(tableau),
      derivatives_(model, context, model::all_states(model.state_count()), model::all_states(model.state_count()),
                   statistics_),
      stage_(model.state_count()),
      slope_(model.state_count()) {}

Attempt ExplicitStepper::attempt(double t, double h, std::span<const double> x, std::span<double> y) {
  std::copy(x.begin(), x.end(), y.begin());
  for (std::size_t i = 0; i < tableau_.nodes.size(); ++i) {
    const double node = tableau_.nodes[i];
    for (std::size_t s = 0; s < x.size(); ++s) stage_[s] = i == 0 ? x[s] : x[s] + h * node * slope_[s];
    if (model::Status evaluated = derivatives_.at(t + node * h, stage_, slope_); !evaluated)
      return Attempt::failed(std::move(evaluated));
    const double weight = tableau_.weights[i];
    if (weight == 0) continue;
    for (std::size_t s = 0; s < x.size(); ++s) y[s] += h * weight * slope_[s];
  }
  return Attempt::done();
}

}  // namespace sunder::integrate
