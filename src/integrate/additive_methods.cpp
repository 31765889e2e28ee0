#include "integrate/additive_methods.hpp"

#include <algorithm>
#include <cmath>

namespace sunder::integrate {

bool AdditiveTableau::stiffly_accurate() const {
  const std::vector<double>& last = implicit_rows.back();
  return implicit_weights.back() == diagonal && std::equal(last.begin(), last.end(), implicit_weights.begin());
}

bool AdditiveTableau::slow_slope_needed(std::size_t stage) const {
  if (explicit_weights[stage] != 0) return true;
  for (std::size_t i = stage + 1; i < stages(); ++i) {
    if (explicit_rows[i][stage] != 0) return true;
  }
  return false;
}

const AdditiveTableau& ars222() {
  static const AdditiveTableau tableau = [] {
    const double gamma = 1 - std::sqrt(2.0) / 2;
    const double delta = 1 - 1 / (2 * gamma);
    AdditiveTableau result;
    result.nodes = {0, gamma, 1};
    result.explicit_rows = {{}, {gamma}, {delta, 1 - delta}};
    result.implicit_rows = {{}, {0}, {0, 1 - gamma}};
    result.explicit_weights = {delta, 1 - delta, 0};
    result.implicit_weights = {0, 1 - gamma, gamma};
    result.diagonal = gamma;
    return result;
  }();
  return tableau;
}

const AdditiveTableau& ars233() {
  static const AdditiveTableau tableau = [] {
    const double gamma = (3 + std::sqrt(3.0)) / 6;
    AdditiveTableau result;
    result.nodes = {0, gamma, 1 - gamma};
    result.explicit_rows = {{}, {gamma}, {gamma - 1, 2 * (1 - gamma)}};
    result.implicit_rows = {{}, {0}, {0, 1 - 2 * gamma}};
    result.explicit_weights = {0, 0.5, 0.5};
    result.implicit_weights = {0, 0.5, 0.5};
    result.diagonal = gamma;
    return result;
  }();
  return tableau;
}

const AdditiveTableau& ars343() {
  static const AdditiveTableau tableau = [] {
    const double gamma = 0.43586652150845899942;  // the middle root of 6 g^3 - 18 g^2 + 9 g - 1
    const double middle = (1 + gamma) / 2;
    const double b1 = -1.5 * gamma * gamma + 4 * gamma - 0.25;
    const double b2 = 1.5 * gamma * gamma - 5 * gamma + 1.25;
    // The authors' free choice for the last row of the explicit part; the third order then fixes the row before.
    const double free = 0.5529291479;
    const double e21 = (1.0 / 6 - gamma * (free * gamma + free * middle)) / (b2 * gamma);
    AdditiveTableau result;
    result.nodes = {0, gamma, middle, 1};
    result.explicit_rows = {{}, {gamma}, {middle - e21, e21}, {1 - 2 * free, free, free}};
    result.implicit_rows = {{}, {0}, {0, middle - gamma}, {0, b1, b2}};
    result.explicit_weights = {0, b1, b2, gamma};
    result.implicit_weights = {0, b1, b2, gamma};
    result.diagonal = gamma;
    return result;
  }();
  return tableau;
}

const AdditiveTableau& ars443() {
  static const AdditiveTableau tableau = [] {
    AdditiveTableau result;
    result.nodes = {0, 1.0 / 2, 2.0 / 3, 1.0 / 2, 1};
    result.explicit_rows = {
        {}, {1.0 / 2}, {11.0 / 18, 1.0 / 18}, {5.0 / 6, -5.0 / 6, 1.0 / 2}, {1.0 / 4, 7.0 / 4, 3.0 / 4, -7.0 / 4}};
    result.implicit_rows = {{}, {0}, {0, 1.0 / 6}, {0, -1.0 / 2, 1.0 / 2}, {0, 3.0 / 2, -3.0 / 2, 1.0 / 2}};
    result.explicit_weights = {1.0 / 4, 7.0 / 4, 3.0 / 4, -7.0 / 4, 0};
    result.implicit_weights = {0, 3.0 / 2, -3.0 / 2, 1.0 / 2, 1.0 / 2};
    result.diagonal = 1.0 / 2;
    return result;
  }();
  return tableau;
}

AdditiveStepper::AdditiveStepper(const model::Model& model, model::Context& context, const AdditiveTableau& tableau,
                                 const model::StateSet& fast, std::size_t threads)
    : FixedStepper(model, context),
      tableau_(tableau),
      fast_(fast),
      slow_(model::complement(fast, model.state_count())),
      pool_(make_thread_pool(threads)),
      implicit_(model, context, fast, statistics_, pool_.get()),
      stage_(model.state_count()),
      base_(fast.size()),
      slopes_(tableau.stages(), std::vector<double>(model.state_count())) {
  for (std::size_t i = 0; i < tableau.stages(); ++i) slope_needed_.push_back(tableau.slow_slope_needed(i) ? 1 : 0);
  if (slow_.empty()) return;
  explicit_ = std::make_unique<Derivatives>(model, context, slow_, model::all_states(model.state_count()), statistics_);
}

Attempt AdditiveStepper::attempt(double t, double h, std::span<const double> x, std::span<double> y) {
  std::copy(x.begin(), x.end(), stage_.begin());
  for (std::size_t i = 0; i < tableau_.stages(); ++i) {
    if (i > 0) {
      if (Attempt solved = solve_stage(i, t, h, x); !solved.ok()) return solved;
    }
    if (!explicit_ || slope_needed_[i] == 0) continue;
    if (model::Status evaluated = explicit_->at(t + tableau_.nodes[i] * h, stage_, slopes_[i]); !evaluated)
      return Attempt::failed(std::move(evaluated));
  }
  combine(h, x, y);
  return Attempt::done();
}

/// The guess of the fast states is their value in the stage before.
Attempt AdditiveStepper::solve_stage(std::size_t i, double t, double h, std::span<const double> x) {
  for (const std::size_t s : model::places(slow_)) {
    double sum = 0;
    for (std::size_t j = 0; j < i; ++j) sum += tableau_.explicit_rows[i][j] * slopes_[j][s];
    stage_[s] = x[s] + h * sum;
  }
  for (std::size_t k = 0; k < fast_.size(); ++k) {
    const std::size_t s = fast_[k].index();
    double sum = 0;
    for (std::size_t j = 1; j < i; ++j) sum += tableau_.implicit_rows[i][j] * slopes_[j][s];
    base_[k] = x[s] + h * sum;
  }
  const double c = h * tableau_.diagonal;
  if (model::Status solved = implicit_.solve(t + tableau_.nodes[i] * h, c, base_, stage_); !solved)
    return Attempt::newton_failed(std::move(solved));
  // From the equation itself: evaluating f would multiply what Newton left over by the fast rates.
  for (std::size_t k = 0; k < fast_.size(); ++k) {
    const std::size_t s = fast_[k].index();
    slopes_[i][s] = (stage_[s] - base_[k]) / c;
  }
  return Attempt::done();
}

void AdditiveStepper::combine(double h, std::span<const double> x, std::span<double> y) const {
  for (const std::size_t s : model::places(slow_)) {
    double sum = 0;
    for (std::size_t j = 0; j < tableau_.stages(); ++j) sum += tableau_.explicit_weights[j] * slopes_[j][s];
    y[s] = x[s] + h * sum;
  }
  const bool at_end = tableau_.stiffly_accurate();
  for (const std::size_t s : model::places(fast_)) {
    double sum = 0;
    for (std::size_t j = 1; j < tableau_.stages(); ++j) sum += tableau_.implicit_weights[j] * slopes_[j][s];
    y[s] = at_end ? stage_[s] : x[s] + h * sum;
  }
}

}  // namespace sunder::integrate
