// Linear systems of random numbers.
#pragma once

#include <random>

#include "algebra/spectrum.hpp"
#include "reduce/system.hpp"

namespace sunder::zoo {

inline model::LinearSystem random_system(std::mt19937& random, int states, int inputs, int outputs) {
  std::normal_distribution<double> normal;
  const auto matrix = [&](int rows, int columns) {
    Eigen::MatrixXd m(rows, columns);
    for (double& v : m.reshaped()) v = normal(random);
    return m;
  };
  return {.a = matrix(states, states),
          .b = matrix(states, inputs),
          .c = matrix(outputs, states),
          .d = matrix(outputs, inputs)};
}

/// Moves the eigenvalues: the largest real part becomes -margin, in discrete time the largest modulus 1 - margin.
inline void make_stable(model::LinearSystem& system, double margin) {
  if (system.order() == 0) return;
  const Eigen::VectorXcd poles = algebra::eigenvalues(system.a).value();
  if (system.discrete())
    system.a *= (1 - margin) / poles.cwiseAbs().maxCoeff();
  else
    system.a.diagonal().array() -= poles.real().maxCoeff() + margin;
}

}  // namespace sunder::zoo
