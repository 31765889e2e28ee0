// Named problems for the numerics: models written by hand, with exact Jacobians and evaluators that really compute only
// what is wanted.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/codes.hpp"
#include "model/model.hpp"

namespace sunder::zoo {

/// A model given state by state. Derived classes say on which states der(x_i) depends and what it is.
class Analytic : public model::Model {
 public:
  [[nodiscard]] virtual double derivative(std::size_t state, std::span<const double> x, double t) const = 0;
  [[nodiscard]] virtual std::vector<std::uint32_t> dependencies(std::size_t state) const = 0;
  [[nodiscard]] virtual double partial(std::size_t state, std::size_t by, std::span<const double> x,
                                       double t) const = 0;
  /// By a central difference of fourth order, about ten digits where the model is smooth over milliseconds.
  [[nodiscard]] virtual double by_time(std::size_t state, std::span<const double> x, double t) const {
    const double h = 1e-3;
    const auto at = [&](double shift) { return derivative(state, x, t + shift * h); };
    return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * h);
  }
  [[nodiscard]] virtual std::vector<double> initial() const = 0;
  /// A fault to raise instead of an answer.
  [[nodiscard]] virtual bool refuses(double /*t*/, std::span<const double> /*x*/) const { return false; }

  [[nodiscard]] const model::ModelDescription& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<model::Context> create_context() const override {
    return std::make_unique<model::PlainContext>(*this);
  }
  model::Status initialise(model::Context& context, double) const override {
    const std::vector<double> values = initial();
    std::copy(values.begin(), values.end(), context.states().begin());
    return {};
  }
  model::Status resume(model::Context&, double, std::span<double>, std::span<const model::GivenValue>) const override {
    return {};
  }
  [[nodiscard]] std::unique_ptr<model::Evaluator> evaluator(model::Context& context, const model::Wanted& wanted,
                                                            const model::Varying& varying) const override;
  model::Status record(model::Context&, double, std::span<const double> x, std::span<double> values) const override {
    std::copy(x.begin(), x.end(), values.begin());
    return {};
  }
  [[nodiscard]] const model::Events* events() const override { return nullptr; }
  [[nodiscard]] std::vector<model::PeriodInfo> periods(model::Context&) const override { return {}; }

  /// How often each derivative was computed, by all evaluators.
  mutable std::vector<std::size_t> calls;

 protected:
  explicit Analytic(std::size_t states) : calls(states) {
    description_.name = "Zoo";
    for (std::size_t i = 0; i < states; ++i) {
      model::Variable state;
      state.name = "x" + std::to_string(i + 1);
      state.kind = model::VariableKind::state;
      description_.add(std::move(state));
    }
  }

  model::ListedDescription description_;
};

class AnalyticEvaluator final : public model::Evaluator {
 public:
  AnalyticEvaluator(const Analytic& model, model::Wanted wanted, model::Varying varying)
      : model_(model), wanted_(std::move(wanted)), varying_(std::move(varying)), x_(model.state_count(), std::nan("")) {
    std::vector<std::vector<std::int32_t>> rows(varying_.states.size());
    std::vector<std::int32_t> column_of(model.state_count(), -1);
    for (std::size_t j = 0; j < varying_.states.size(); ++j)
      column_of[varying_.states[j].index()] = static_cast<std::int32_t>(j);
    for (std::size_t i = 0; i < wanted_.derivatives.size(); ++i) {
      for (const std::uint32_t by : model.dependencies(wanted_.derivatives[i].index())) {
        if (column_of[by] >= 0) rows[column_of[by]].push_back(static_cast<std::int32_t>(i));
        if (column_of[by] < 0) fixed_.emplace_back(by);
      }
    }
    pattern_.rows = wanted_.derivatives.size();
    pattern_.columns = varying_.states.size();
    for (const auto& column : rows) {
      pattern_.row_indices.insert(pattern_.row_indices.end(), column.begin(), column.end());
      pattern_.column_starts.push_back(static_cast<std::int32_t>(pattern_.row_indices.size()));
    }
  }

  using model::Evaluator::evaluate;
  using model::Evaluator::jacobian;
  [[nodiscard]] const model::Wanted& wanted() const override { return wanted_; }
  [[nodiscard]] const model::Varying& varying() const override { return varying_; }
  [[nodiscard]] const algebra::SparsePattern& pattern() const override { return pattern_; }
  [[nodiscard]] bool restricted() const override { return true; }
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override { return 0; }
  [[nodiscard]] std::size_t operations() const override { return 0; }
  [[nodiscard]] std::size_t frozen_operations() const override { return 0; }

  model::Status freeze(double time, std::span<const double> x) override {
    time_ = time;
    model::copy_states(x, fixed_, x_);  // others may be changing on other threads
    return {};
  }
  model::Status evaluate(const At& at, const Into& into) override {
    model::copy_states(at.x, varying_.states, x_);
    if (model_.refuses(time_, x_)) return refusal();
    for (const std::size_t state : model::places(wanted_.derivatives)) {
      ++model_.calls[state];
      into.dx[state] = model_.derivative(state, x_, time_);
    }
    return {};
  }
  model::Status jacobian(const At& at, std::span<double> values) override {
    model::copy_states(at.x, varying_.states, x_);
    if (model_.refuses(time_, x_)) return refusal();
    for (std::size_t column = 0; column < varying_.states.size(); ++column) {
      for (auto k = pattern_.column_starts[column]; k < pattern_.column_starts[column + 1]; ++k) {
        const std::size_t state = wanted_.derivatives[pattern_.row_indices[k]].index();
        values[k] = model_.partial(state, varying_.states[column].index(), x_, time_);
      }
    }
    return {};
  }
  model::Status time_derivative(const At& at, std::span<double> dx) override {
    model::copy_states(at.x, varying_.states, x_);
    for (const std::size_t state : model::places(wanted_.derivatives)) dx[state] = model_.by_time(state, x_, time_);
    return {};
  }
  [[nodiscard]] bool depends_on_time() const override { return true; }

 private:
  [[nodiscard]] model::Fault refusal() const {
    model::Fault fault;
    fault.code = Code::E0501;
    fault.message = "this model does not go beyond here";
    fault.time = time_;
    return fault;
  }

  const Analytic& model_;
  model::Wanted wanted_;
  model::Varying varying_;
  model::StateSet fixed_;  // in no order, some more than once
  algebra::SparsePattern pattern_;
  std::vector<double> x_;
  double time_ = 0;
};

inline std::unique_ptr<model::Evaluator> Analytic::evaluator(model::Context&, const model::Wanted& wanted,
                                                             const model::Varying& varying) const {
  return std::make_unique<AnalyticEvaluator>(*this, wanted, varying);
}

/// x' = A x + b, dense rows.
class Linear : public Analytic {
 public:
  Linear(std::vector<std::vector<double>> a, std::vector<double> b, std::vector<double> start,
         const std::vector<std::string>& names = {})
      : Analytic(start.size()), a_(std::move(a)), b_(std::move(b)), start_(std::move(start)) {
    for (std::size_t i = 0; i < names.size(); ++i) description_.variables[i].name = names[i];
  }

  [[nodiscard]] std::vector<double> initial() const override { return start_; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double) const override {
    double sum = b_[state];
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (a_[state][j] != 0) sum += a_[state][j] * x[j];
    }
    return sum;
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t state) const override {
    std::vector<std::uint32_t> list;
    for (std::uint32_t j = 0; j < a_.size(); ++j) {
      if (a_[state][j] != 0) list.push_back(j);
    }
    return list;
  }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double>, double) const override {
    return a_[state][by];
  }

 private:
  std::vector<std::vector<double>> a_;
  std::vector<double> b_, start_;
};

/// Armature current, speed, angle; one fast electrical and two slow mechanical states.
inline Linear dc_motor() {
  const double L = 3e-3, R = 50e-3, J = 1500, b = 1e-3, km = 6.785, u = 500, tau = 2500;
  return {
      {{-R / L, -km / L, 0}, {km / J, -b / J, 0}, {0, 1, 0}}, {u / L, -tau / J, 0}, {0, 0, 0}, {"I", "omega", "phi"}};
}

/// A slow state and a fast one that follows it, rate `stiffness`; coupled both ways.
inline Linear stiff_pair(double stiffness) { return {{{-1, 0.5}, {stiffness, -stiffness}}, {0, 0}, {1, 0}}; }

/// x1' = x2, x2' = mu (1 - x1^2) x2 - x1
class VanDerPol final : public Analytic {
 public:
  explicit VanDerPol(double mu) : Analytic(2), mu_(mu) {}
  [[nodiscard]] std::vector<double> initial() const override { return {2, 0}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double) const override {
    return state == 0 ? x[1] : mu_ * (1 - x[0] * x[0]) * x[1] - x[0];
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t state) const override {
    return state == 0 ? std::vector<std::uint32_t>{1} : std::vector<std::uint32_t>{0, 1};
  }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double> x, double) const override {
    if (state == 0) return 1;
    return by == 0 ? -2 * mu_ * x[0] * x[1] - 1 : mu_ * (1 - x[0] * x[0]);
  }

 private:
  double mu_;
};

/// x' = -lambda (x - cos t) - sin t with the solution cos t: time enters, and wrongly placed stages show.
class ProtheroRobinson final : public Analytic {
 public:
  explicit ProtheroRobinson(double lambda) : Analytic(1), lambda_(lambda) {}
  [[nodiscard]] std::vector<double> initial() const override { return {1}; }
  [[nodiscard]] double derivative(std::size_t, std::span<const double> x, double t) const override {
    return -lambda_ * (x[0] - std::cos(t)) - std::sin(t);
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0}; }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double>, double) const override {
    return -lambda_;
  }

 private:
  double lambda_;
};

/// Nonlinear and non-autonomous, solution known: x1 = 1/(1+t), x2 = exp(sin t) driven by the first.
class Driven final : public Analytic {
 public:
  Driven() : Analytic(2) {}
  [[nodiscard]] std::vector<double> initial() const override { return {1, 1}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double t) const override {
    return state == 0 ? -x[0] * x[0] : x[1] * std::cos(t) + (x[0] - 1 / (1 + t));
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t state) const override {
    return state == 0 ? std::vector<std::uint32_t>{0} : std::vector<std::uint32_t>{0, 1};
  }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double> x, double t) const override {
    if (state == 0) return -2 * x[0];
    return by == 0 ? 1.0 : std::cos(t);
  }
};

/// x' = 1 until it refuses to be evaluated after a given time.
class Refusing final : public Analytic {
 public:
  explicit Refusing(double last) : Analytic(1), last_(last) {}
  [[nodiscard]] std::vector<double> initial() const override { return {0}; }
  [[nodiscard]] double derivative(std::size_t, std::span<const double>, double) const override { return 1; }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0}; }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double>, double) const override { return 0; }
  [[nodiscard]] bool refuses(double t, std::span<const double>) const override { return t > last_; }

 private:
  double last_;
};

/// x' = x^2, which is infinite at t = 1 / x(0).
class Explosion final : public Analytic {
 public:
  Explosion() : Analytic(1) {}
  [[nodiscard]] std::vector<double> initial() const override { return {1}; }
  [[nodiscard]] double derivative(std::size_t, std::span<const double> x, double) const override { return x[0] * x[0]; }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0}; }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double> x, double) const override {
    return 2 * x[0];
  }
};

/// A rod of n cells with ends at 0 and 1, rate k between neighbours.
class HeatChain final : public Analytic {
 public:
  HeatChain(std::size_t n, double k) : Analytic(n), n_(n), k_(k) {}
  [[nodiscard]] std::vector<double> initial() const override { return std::vector<double>(n_, 0.0); }
  [[nodiscard]] double derivative(std::size_t i, std::span<const double> x, double) const override {
    const double left = i == 0 ? 0 : x[i - 1];
    const double right = i + 1 == n_ ? 1 : x[i + 1];
    return k_ * (left - 2 * x[i] + right);
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t i) const override {
    std::vector<std::uint32_t> list;
    for (std::size_t j = i == 0 ? 0 : i - 1; j <= i + 1 && j < n_; ++j) list.push_back(static_cast<std::uint32_t>(j));
    return list;
  }
  [[nodiscard]] double partial(std::size_t i, std::size_t by, std::span<const double>, double) const override {
    return i == by ? -2 * k_ : k_;
  }

 private:
  std::size_t n_;
  double k_;
};

/// No states at all; one variable, 2 t.
class Stateless final : public Analytic {
 public:
  Stateless() : Analytic(0) {
    model::Variable y;
    y.name = "y";
    description_.add(std::move(y));
  }
  [[nodiscard]] std::vector<double> initial() const override { return {}; }
  [[nodiscard]] double derivative(std::size_t, std::span<const double>, double) const override { return 0; }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {}; }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double>, double) const override { return 0; }
  model::Status record(model::Context&, double t, std::span<const double>, std::span<double> values) const override {
    values[0] = 2 * t;
    return {};
  }
};

}  // namespace sunder::zoo
