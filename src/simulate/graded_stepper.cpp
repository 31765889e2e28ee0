#include "simulate/graded_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sunder::simulate {

namespace {
constexpr double growth = 2;
constexpr double longest_ratio = 1e9;  // of a step to its first small one
constexpr double rounding_of_grid = 1e-9;
}  // namespace

GradedStepper::GradedStepper(const model::Model& model, model::Context& context,
                             std::unique_ptr<integrate::Stepper> inner, const model::StateSet& fast)
    : integrate::Stepper(model, context), inner_(std::move(inner)), fast_(fast) {
  if (fast_.empty()) return;
  evaluator_ = model::evaluator(model, context, fast_, fast_);
  jacobian_.resize(evaluator_->pattern().nonzeros());
}

void GradedStepper::reset() {
  inner_->reset();
  fresh_ = true;
}

void GradedStepper::restart(const model::EventOutcome& outcome) {
  inner_->restart(outcome);
  const auto concerns = [&](const model::StateSet& states) {
    return std::ranges::any_of(states, [&](model::StateIndex s) { return std::ranges::binary_search(fast_, s); });
  };
  if (concerns(outcome.affected) || concerns(outcome.reinitialised)) fresh_ = true;
}

/// The first small step: the inverse of the largest effect of a fast state on the derivative of one, in sums by rows,
/// which no eigenvalue exceeds.
model::Status GradedStepper::measure(double t, std::span<const double> x, double h) {
  fresh_ = false;
  next_ = 0;
  if (!evaluator_) return {};
  ++measured_;
  if (model::Status frozen = evaluator_->freeze(t, x); !frozen) return frozen;
  if (model::Status evaluated = evaluator_->jacobian(x, jacobian_); !evaluated) return evaluated;
  const algebra::SparsePattern& pattern = evaluator_->pattern();
  std::vector<double> sums(fast_.size(), 0.0);
  for (std::size_t k = 0; k < jacobian_.size(); ++k) sums[pattern.row_indices[k]] += std::abs(jacobian_[k]);
  const double largest = *std::ranges::max_element(sums);
  if (std::isfinite(largest) && largest * h > growth) next_ = std::max(1 / largest, h / longest_ratio);
  return {};
}

model::Status GradedStepper::advance(double t, double h, std::span<double> x, double& reached) {
  if (fresh_)
    if (model::Status measured = measure(t, x, h); !measured) return measured;
  double length = h;
  if (next_ > 0 && next_ * growth < h) {
    length = next_;
    next_ *= growth;
  } else {
    next_ = 0;
  }
  model::Status fine = inner_->advance(t, length, x, reached);
  statistics_ = inner_->statistics();
  statistics_.jacobian_evaluations += measured_;
  return fine;
}

model::Status GradedStepper::step(double t, double h, std::span<double> x) {
  double at = t;
  const double end = t + h;
  while (end - at > rounding_of_grid * h) {
    const double length = at == t ? h : end - at;
    if (model::Status advanced = advance(at, length, x, at); !advanced) return advanced;
  }
  return {};
}

}  // namespace sunder::simulate
