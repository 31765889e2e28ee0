// Differential equations for tests of the stepper in C: functions in C++, memory handed over, guarded by the
// sanitizers.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "runtime/adaptive_run.h"
#include "runtime/implicit_rows.h"

namespace test {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

struct Problem {
  std::function<Vector(double, const Vector&)> f;
  std::function<Matrix(double, const Vector&)> jacobian;     // all rows, dense
  std::function<Vector(double, const Vector&)> time_slopes;  // all rows; empty: none
  std::function<Vector(double)> exact;                       // where known
  std::uint32_t size = 0;
  // what a callback shall return instead, asked before each call
  std::function<int(SunderCallback, double)> fault;
  double latest = -HUGE_VAL;  // the latest time of an evaluation
  bool jacobian_constant = false;
};

// The rows of a problem as a SunderSystem, with the factors of this room.
class System {
 public:
  System(Problem& problem, std::vector<std::uint32_t> rows) : problem_(problem), rows_(std::move(rows)) {
    const auto row_count = static_cast<std::uint32_t>(rows_.size());
    const bool all = row_count == problem.size;
    row_start_.push_back(0);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      for (std::uint32_t j = 0; j < problem.size; ++j) column_.push_back(j);
      row_start_.push_back(static_cast<std::uint32_t>(column_.size()));
    }
    system_.user = this;
    system_.state_count = problem.size;
    system_.derivatives = derivatives;
    system_.rows = all || rows_.empty() ? nullptr : rows_.data();
    system_.jacobian_pattern = {row_count, row_start_.data(), column_.data()};
    system_.jacobian = jacobian;
    system_.time_derivatives = problem.time_slopes ? time_derivatives : nullptr;
    system_.jacobian_constant = problem.jacobian_constant ? 1 : 0;
    system_.linear = this;
    system_.factor = factor;
    system_.solve = solve;
    if (rows_.empty()) return;
    const SunderPattern* pattern = &system_.jacobian_pattern;
    Vector scratch(sunder_implicit_plan_memory(pattern, problem.size, system_.rows) / sizeof(double));
    SunderImplicitPlan plan;
    sunder_implicit_plan(&plan, pattern, problem.size, system_.rows, nullptr, scratch.data());
    factors_memory_.resize(sunder_implicit_rows_memory(&plan) / sizeof(double));
    sunder_implicit_rows_init(&factors_, &plan, factors_memory_.data());
  }
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const SunderSystem* get() const { return &system_; }

 private:
  static System& self(void* user) { return *static_cast<System*>(user); }

  int faulty(SunderCallback callback, double t) const {
    return problem_.fault ? problem_.fault(callback, t) : SUNDER_OK;
  }

  static int derivatives(void* user, double t, const double* x, double* dx) {
    Problem& problem = self(user).problem_;
    problem.latest = std::max(problem.latest, t);
    const Vector value = problem.f(t, Vector(x, x + problem.size));
    std::copy(value.begin(), value.end(), dx);
    return self(user).faulty(SUNDER_IN_DERIVATIVES, t);
  }

  static int jacobian(void* user, double t, const double* x, double* values) {
    const Problem& problem = self(user).problem_;
    const Matrix matrix = problem.jacobian(t, Vector(x, x + problem.size));
    for (const std::uint32_t row : self(user).rows_) values = std::copy(matrix[row].begin(), matrix[row].end(), values);
    return self(user).faulty(SUNDER_IN_JACOBIAN, t);
  }

  static int time_derivatives(void* user, double t, const double* x, double* values) {
    const Problem& problem = self(user).problem_;
    const Vector slopes = problem.time_slopes(t, Vector(x, x + problem.size));
    for (const std::uint32_t row : self(user).rows_) *values++ = slopes[row];
    return self(user).faulty(SUNDER_IN_TIME_DERIVATIVES, t);
  }

  static int factor(void* user, double c, const double* values) {
    const int status = self(user).faulty(SUNDER_IN_FACTOR, c);
    return status != SUNDER_OK ? status : sunder_implicit_rows_factor(&self(user).factors_, c, values);
  }

  static int solve(void* user, double* b) {
    const int status = self(user).faulty(SUNDER_IN_SOLVE, 0);
    return status != SUNDER_OK ? status : sunder_implicit_rows_solve(&self(user).factors_, b);
  }

  Problem& problem_;
  std::vector<std::uint32_t> rows_, row_start_, column_;
  SunderSystem system_{};
  SunderImplicitRows factors_{};
  Vector factors_memory_;
};

// A step with its memory.
struct Step {
  Step(const System& system, const SunderTableau& tableau)
      : memory(sunder_step_memory(system.get(), &tableau) / sizeof(double)) {
    status = sunder_step_init(&step, system.get(), &tableau, memory.data());
  }
  Vector memory;
  SunderStep step{};
  int status;
};

// A run with its memory.
struct Run {
  Run(const System& system, const SunderTableau& tableau, const SunderRunOptions& options)
      : memory(sunder_run_memory(system.get(), &tableau, &options) / sizeof(double)) {
    status = sunder_run_init(&run, system.get(), &tableau, &options, memory.data());
  }
  Vector states() const { return {sunder_run_states(&run), sunder_run_states(&run) + run.weights.count}; }
  Vector memory;
  SunderRun run{};
  int status;
};

inline std::vector<std::uint32_t> first_rows(std::uint32_t count) {
  std::vector<std::uint32_t> rows(count);
  for (std::uint32_t i = 0; i < count; ++i) rows[i] = i;
  return rows;
}

inline double distance(const Vector& a, const Vector& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::fabs(a[i] - b[i]));
  return largest;
}

// A vector field and its Jacobian.
struct Field {
  Vector (*value)(const Vector&);
  Matrix (*jacobian)(const Vector&);
};

// Errors grow for a while.
inline const Field restless{
    [](const Vector& x) {
      return Vector{-x[0] * x[0] * x[1], x[0] * x[2] - std::sin(x[1]), -x[2] * x[0] + 0.5 * x[1] * x[1]};
    },
    [](const Vector& x) {
      return Matrix{{-2 * x[0] * x[1], -x[0] * x[0], 0}, {x[2], -std::cos(x[1]), x[0]}, {-x[2], x[1], -x[0]}};
    }};

// Errors fade.
inline const Field damped{
    [](const Vector& x) {
      return Vector{-x[0] * x[0] * x[0] - x[0] + 0.3 * x[1], std::sin(x[0]) - 2 * x[1],
                    x[0] * x[1] - x[2] - x[2] * x[2] * x[2]};
    },
    [](const Vector& x) {
      return Matrix{{-3 * x[0] * x[0] - 1, 0.3, 0}, {std::cos(x[0]), -2, 0}, {x[1], x[0], -1 - 3 * x[2] * x[2]}};
    }};

inline Vector solution(double t) { return {1.5 + std::sin(t), std::cos(2 * t), std::exp(-t)}; }
inline Vector solution_slope(double t) { return {std::cos(t), -2 * std::sin(2 * t), -std::exp(-t)}; }
inline Vector solution_bend(double t) { return {-std::sin(t), -4 * std::cos(2 * t), std::exp(-t)}; }

// x' = N(x) + u'(t) - N(u(t)): nonlinear, depends on the time, has the solution u.
inline Problem with_solution(const Field& field) {
  Problem problem;
  problem.size = 3;
  problem.exact = solution;
  problem.f = [field](double t, const Vector& x) {
    Vector value = field.value(x);
    const Vector at_solution = field.value(solution(t));
    const Vector slope = solution_slope(t);
    for (std::size_t i = 0; i < 3; ++i) value[i] += slope[i] - at_solution[i];
    return value;
  };
  problem.jacobian = [field](double, const Vector& x) { return field.jacobian(x); };
  problem.time_slopes = [field](double t, const Vector&) {
    Vector value = solution_bend(t);
    const Matrix jacobian = field.jacobian(solution(t));
    const Vector slope = solution_slope(t);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) value[i] -= jacobian[i][j] * slope[j];
    }
    return value;
  };
  return problem;
}

inline Problem known_solution() { return with_solution(restless); }

inline Problem damped_solution() { return with_solution(damped); }

// x' = rate (x - phi(t)) + phi'(t), y' = x - y: Prothero and Robinson's, with a state that reads the fast one.
inline Problem prothero_robinson(double rate) {
  Problem problem;
  problem.size = 2;
  // y' = sin(t) + 1 - y from y(0) = 1 has y = 1 + (sin t - cos t + exp(-t)) / 2
  problem.exact = [](double t) { return Vector{1 + std::sin(t), 1 + (std::sin(t) - std::cos(t) + std::exp(-t)) / 2}; };
  problem.f = [rate](double t, const Vector& x) {
    return Vector{rate * (x[0] - 1 - std::sin(t)) + std::cos(t), x[0] - x[1]};
  };
  problem.jacobian = [rate](double, const Vector&) { return Matrix{{rate, 0}, {1, -1}}; };
  problem.time_slopes = [rate](double t, const Vector&) { return Vector{-rate * std::cos(t) - std::sin(t), 0}; };
  return problem;
}

}  // namespace test
