#include "integrate/mixed_methods.hpp"

#include <algorithm>

namespace sunder::integrate {

MixedStepper::MixedStepper(const model::Model& model, model::Context& context, MixedPair pair,
                           const model::StateSet& fast, ExplicitUpdate update, std::size_t threads)
    : FixedStepper(model, context),
      pair_(pair),
      fast_(fast),
      slow_(model::complement(fast, model.state_count())),
      pool_(make_thread_pool(threads)),
      implicit_(model, context, fast, statistics_, pool_.get()),
      stage_(model.state_count()),
      slope_(model.state_count()),
      base_(fast.size()) {
  if (slow_.empty()) return;
  const model::StateSet all = model::all_states(model.state_count());
  if (update == ExplicitUpdate::in_place) {
    for (const model::StateIndex state : slow_) {
      one_by_one_.push_back(std::make_unique<Derivatives>(model, context, model::StateSet{state}, all, statistics_));
    }
  } else {
    explicit_ = std::make_unique<Derivatives>(model, context, slow_, all, statistics_);
  }
}

Attempt MixedStepper::attempt(double t, double h, std::span<const double> x, std::span<double> y) {
  std::copy(x.begin(), x.end(), y.begin());
  if (!one_by_one_.empty()) {
    if (model::Status advanced = advance_slow_in_place(t, h, y); !advanced) return Attempt::failed(std::move(advanced));
  } else if (explicit_) {
    if (model::Status advanced = advance_slow(t, h, x, y); !advanced) return Attempt::failed(std::move(advanced));
  }
  return solve_fast(t, h, x, y);
}

model::Status MixedStepper::advance_slow_in_place(double t, double h, std::span<double> y) {
  for (std::size_t i = 0; i < slow_.size(); ++i) {
    if (model::Status evaluated = one_by_one_[i]->at(t, y, slope_); !evaluated) return evaluated;
    const std::size_t s = slow_[i].index();
    y[s] += h * slope_[s];
  }
  return {};
}

model::Status MixedStepper::advance_slow(double t, double h, std::span<const double> x, std::span<double> y) {
  if (model::Status evaluated = explicit_->at(t, x, slope_); !evaluated) return evaluated;
  if (pair_ == MixedPair::euler) {
    for (const std::size_t s : model::places(slow_)) y[s] = x[s] + h * slope_[s];
    return {};
  }
  const bool midpoint = pair_ == MixedPair::midpoint;
  const double node = midpoint ? 0.5 : 1.0;
  std::copy(x.begin(), x.end(), stage_.begin());
  for (const std::size_t s : model::places(slow_)) {
    stage_[s] = x[s] + h * node * slope_[s];
    if (!midpoint) y[s] = x[s] + h / 2 * slope_[s];
  }
  if (model::Status evaluated = explicit_->at(t + h * node, stage_, slope_); !evaluated) return evaluated;
  for (const std::size_t s : model::places(slow_)) y[s] += (midpoint ? h : h / 2) * slope_[s];
  return {};
}

Attempt MixedStepper::solve_fast(double t, double h, std::span<const double> x, std::span<double> y) {
  if (fast_.empty()) return Attempt::done();
  if (pair_ == MixedPair::midpoint) {
    // Solve for the middle Y = xF + h/2 f(Y); the end of the step is 2 Y - xF.
    for (std::size_t s = 0; s < x.size(); ++s) stage_[s] = (x[s] + y[s]) / 2;
    model::gather(x, fast_, base_);
    if (model::Status solved = implicit_.solve(t + h / 2, h / 2, base_, stage_); !solved)
      return Attempt::newton_failed(std::move(solved));
    for (const std::size_t s : model::places(fast_)) y[s] = 2 * stage_[s] - x[s];
    return Attempt::done();
  }
  double c = h;
  if (pair_ == MixedPair::heun_lobatto) {
    c = h / 2;
    if (model::Status evaluated = implicit_.slope(t, x, base_); !evaluated)
      return Attempt::failed(std::move(evaluated));
    for (std::size_t i = 0; i < fast_.size(); ++i) base_[i] = x[fast_[i].index()] + c * base_[i];
  } else {
    model::gather(x, fast_, base_);
  }
  model::Status solved = implicit_.solve(t + h, c, base_, y);
  return solved ? Attempt::done() : Attempt::newton_failed(std::move(solved));
}

}  // namespace sunder::integrate
