#include "laws/runtime/problem.hpp"

namespace test {

namespace {

Vector nonlinear(const Vector& x) {
  return {-x[0] * x[0] * x[1], x[0] * x[2] - std::sin(x[1]), -x[2] * x[0] + 0.5 * x[1] * x[1]};
}

Matrix nonlinear_jacobian(const Vector& x) {
  return {{-2 * x[0] * x[1], -x[0] * x[0], 0}, {x[2], -std::cos(x[1]), x[0]}, {-x[2], x[1], -x[0]}};
}

Vector solution(double t) { return {1.5 + std::sin(t), std::cos(2 * t), std::exp(-t)}; }
Vector solution_slope(double t) { return {std::cos(t), -2 * std::sin(2 * t), -std::exp(-t)}; }
Vector solution_bend(double t) { return {-std::sin(t), -4 * std::cos(2 * t), std::exp(-t)}; }

}  // namespace

Problem known_solution() {
  Problem problem;
  problem.size = 3;
  problem.exact = solution;
  problem.f = [](double t, const Vector& x) {
    Vector value = nonlinear(x);
    const Vector at_solution = nonlinear(solution(t));
    const Vector slope = solution_slope(t);
    for (std::size_t i = 0; i < 3; ++i) value[i] += slope[i] - at_solution[i];
    return value;
  };
  problem.jacobian = [](double, const Vector& x) { return nonlinear_jacobian(x); };
  problem.time_slopes = [](double t, const Vector&) {
    Vector value = solution_bend(t);
    const Matrix jacobian = nonlinear_jacobian(solution(t));
    const Vector slope = solution_slope(t);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) value[i] -= jacobian[i][j] * slope[j];
    }
    return value;
  };
  return problem;
}

Problem prothero_robinson(double rate) {
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
