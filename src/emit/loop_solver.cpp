#include "emit/loop_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "algebra/sparse_lu.hpp"
#include "runtime/dense_lu.h"
#include "runtime/finite.h"

namespace sunder::emit {

namespace {

/// Changes of inner unknowns against those of iterated ones beyond which rounding errors grow too much.
constexpr double largest_growth = 1e8;

}  // namespace

Workspace::Family LoopSolver::make_memory(const LoopFamily& family) {
  const std::size_t n = family.size;
  Workspace::Family memory;
  memory.residual.resize(n);
  memory.scale.resize(n);
  memory.step.resize(n);
  memory.trial.resize(n);
  memory.scratch.resize(2 * n);
  const std::size_t entries = family.dense ? n * n : family.row_indices.size();
  if (family.linear) {
    memory.matrix.resize(entries);  // what the equations do not write stays zero
    memory.factored.resize(entries * family.instances);
    memory.is_factored.resize(family.instances);
    memory.undetermined.resize(family.instances);
  }
  if (family.torn()) {
    const std::size_t t = family.iterated;
    memory.sparse.resize(family.instances);  // made when needed
    memory.by_whole.resize(family.instances);
    memory.matrix.resize(entries);
    memory.factors.resize(t * t * family.instances);
    memory.pivots.resize(t * family.instances);
    memory.kept.resize(entries * family.instances);
    memory.followers.resize(n * t * family.instances);
  } else if (family.dense) {
    memory.factors.resize(n * n * family.instances);
    memory.pivots.resize(n * family.instances);
  } else {
    memory.matrix.resize(entries);
    for (std::uint32_t i = 0; i < family.instances; ++i)
      memory.sparse.push_back(
          std::make_unique<algebra::SparseLu>(algebra::SparsePattern{n, n, family.column_starts, family.row_indices}));
  }
  return memory;
}

LoopSolver::LoopSolver(const LoopFamily& family, const Code& code, const Frame& frame, const Frame& guesses,
                       Workspace::Family& memory)
    : family_(family), code_(code), frame_(frame), guesses_(guesses), memory_(memory) {
  frame_[Space::residual] = memory.residual.data();
  iterate(family.torn());
}

void LoopSolver::iterate(bool torn) {
  torn_ = torn;
  iterated_ = torn ? family_.iterated : family_.size;
}

bool LoopSolver::solve(std::uint32_t instance, const LoopEffort& effort, Failure& failure) {
  const bool found =
      family_.linear ? solve_linear(instance, effort, failure) : solve_nonlinear(instance, effort, failure);
  if (found) return true;
  const auto first = static_cast<std::ptrdiff_t>(instance * static_cast<std::size_t>(family_.size));
  const auto last = first + static_cast<std::ptrdiff_t>(family_.size);
  failure.equations.assign(family_.equations.begin() + first, family_.equations.begin() + last);
  failure.unknowns.assign(family_.unknowns.begin() + first, family_.unknowns.begin() + last);
  failure.history = memory_.history;
  return false;
}

// Residuals and matrix at the unknowns in the frame. The factors of the instance are overwritten.
void LoopSolver::evaluate(std::uint32_t instance) {
  const std::size_t entries = static_cast<std::size_t>(family_.size) * family_.size;
  if (family_.dense) {
    frame_[Space::matrix] = memory_.factors.data() + instance * entries;
    std::fill_n(frame_[Space::matrix], entries, 0.0);
  } else {
    frame_[Space::matrix] = memory_.matrix.data();
  }
  follow(instance);
  code_.run(family_.part, frame_, instance, instance + 1);
}

// What is not iterated, from what is.
void LoopSolver::follow(std::uint32_t instance) {
  if (torn_) code_.run(family_.inner, frame_, instance, instance + 1);
}

bool LoopSolver::evaluation_finite() const {
  const std::size_t entries =
      family_.dense ? static_cast<std::size_t>(family_.size) * family_.size : memory_.matrix.size();
  const double* matrix = frame_[Space::matrix];
  return std::all_of(memory_.residual.begin(), memory_.residual.end(), [](double r) { return std::isfinite(r); }) &&
         std::all_of(matrix, matrix + entries, [](double m) { return std::isfinite(m); });
}

double LoopSolver::measure_rows() {
  const double* matrix = frame_[Space::matrix];
  std::fill(memory_.scale.begin(), memory_.scale.end(), 0.0);
  if (family_.dense) {
    for (std::uint32_t column = 0; column < family_.size; ++column) {
      for (std::uint32_t row = 0; row < family_.size; ++row)
        memory_.scale[row] = std::max(memory_.scale[row], std::fabs(*matrix++));
    }
  } else {
    for (std::size_t k = 0; k < family_.row_indices.size(); ++k) {
      double& scale = memory_.scale[family_.row_indices[k]];
      scale = std::max(scale, std::fabs(matrix[k]));
    }
  }
  for (double& scale : memory_.scale) scale = scale > 0 ? 1 / scale : 1;
  return residual_norm();
}

double LoopSolver::residual_norm() const {
  double norm = 0;
  for (std::uint32_t row = 0; row < iterated_; ++row)
    norm = std::max(norm, std::fabs(memory_.residual[row]) * memory_.scale[row]);
  return norm;
}

bool LoopSolver::factor(std::uint32_t instance, Failure& failure) {
  const std::size_t n = family_.size;
  std::size_t column = n;
  if (torn_) {
    column = factor_torn(instance);
  } else if (family_.dense) {
    column = sunder_lu_factor(n, memory_.factors.data() + instance * n * n, memory_.pivots.data() + instance * n,
                              memory_.scratch.data());
  } else {
    algebra::SparseLu& factors = *memory_.sparse[instance];
    if (!factors.factor(memory_.matrix)) {
      column = factors.singular_column();
    } else if (!(factors.reciprocal_condition() >= std::numeric_limits<double>::epsilon())) {
      column = factors.weakest_column();  // a pivot that is only rounding counts as zero
    }
  }
  if (column == n) return true;
  blame(instance, failure);
  failure.kind = Failure::Kind::singular;
  failure.variable = family_.unknowns[instance * n + column];
  return false;
}

// Eliminates the unknowns that are not iterated, in their order: what remains is a dense matrix of the iterated ones.
// The columns of `followers` tell how the others change with each of these.
std::size_t LoopSolver::factor_torn(std::uint32_t instance) {
  const std::size_t n = family_.size;
  const std::size_t t = iterated_;
  std::copy(memory_.matrix.begin(), memory_.matrix.end(),
            memory_.kept.begin() + static_cast<std::ptrdiff_t>(instance * memory_.matrix.size()));
  double* rows = memory_.followers.data() + instance * n * t;
  std::fill_n(rows, n * t, 0.0);
  for (std::size_t c = 0; c < t; ++c)
    for (auto k = family_.column_starts[c]; k < family_.column_starts[c + 1]; ++k)
      rows[static_cast<std::size_t>(family_.row_indices[k]) * t + c] = memory_.matrix[k];
  for (std::size_t j = t; j < n; ++j) {
    double* own = rows + j * t;
    const double diagonal = diagonal_of(memory_.matrix.data(), j);
    if (diagonal == 0) return j;
    for (std::size_t c = 0; c < t; ++c) {
      own[c] /= -diagonal;
      if (!(std::fabs(own[c]) < largest_growth)) return j;
    }
    for (auto k = family_.column_starts[j]; k < family_.column_starts[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(family_.row_indices[k]);
      if (i == j) continue;
      for (std::size_t c = 0; c < t; ++c) rows[i * t + c] += memory_.matrix[k] * own[c];
    }
  }
  double* factors = memory_.factors.data() + instance * t * t;
  for (std::size_t i = 0; i < t; ++i)
    for (std::size_t c = 0; c < t; ++c) factors[c * t + i] = rows[i * t + c];
  const std::size_t column = sunder_lu_factor(t, factors, memory_.pivots.data() + instance * t, memory_.scratch.data());
  return column == t ? n : column;
}

double LoopSolver::diagonal_of(const double* matrix, std::size_t column) const {
  const auto begin = family_.row_indices.begin() + family_.column_starts[column];
  const auto end = family_.row_indices.begin() + family_.column_starts[column + 1];
  const auto at = std::lower_bound(begin, end, static_cast<std::int32_t>(column));
  return at != end && *at == static_cast<std::int32_t>(column) ? matrix[at - family_.row_indices.begin()] : 0.0;
}

// Changes of the iterated unknowns from residuals, when the other equations hold.
void LoopSolver::solve_iterated(std::uint32_t instance, double* vector) {
  const std::size_t t = iterated_;
  if (!torn_) return back_substitute(instance, vector);
  sunder_lu_solve(t, memory_.factors.data() + instance * t * t, memory_.pivots.data() + instance * t, vector);
}

void LoopSolver::back_substitute_torn(std::uint32_t instance, double* vector) {
  const std::size_t n = family_.size;
  const std::size_t t = iterated_;
  const double* matrix = memory_.kept.data() + instance * family_.row_indices.size();
  const double* rows = memory_.followers.data() + instance * n * t;
  for (std::size_t j = t; j < n; ++j) {
    vector[j] /= diagonal_of(matrix, j);
    for (auto k = family_.column_starts[j]; k < family_.column_starts[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(family_.row_indices[k]);
      if (i != j) vector[i] -= matrix[k] * vector[j];
    }
  }
  solve_iterated(instance, vector);
  for (std::size_t j = t; j < n; ++j)
    for (std::size_t c = 0; c < t; ++c) vector[j] += rows[j * t + c] * vector[c];
}

void LoopSolver::back_substitute(std::uint32_t instance, double* vector) {
  const std::size_t n = family_.size;
  if (family_.linear && !memory_.undetermined[instance].empty()) {
    memory_.undetermined[instance].solve(std::span(vector, n));
  } else if (torn_) {
    back_substitute_torn(instance, vector);
  } else if (family_.dense) {
    sunder_lu_solve(n, memory_.factors.data() + instance * n * n, memory_.pivots.data() + instance * n, vector);
  } else {
    memory_.sparse[instance]->solve(std::span(vector, n));
  }
}

// The matrix of a linear loop mostly depends on parameters and on what changes at events only. As long as it has the
// same bits as the one that was factored, the factors are those that factoring it again would give.
bool LoopSolver::solve_linear(std::uint32_t instance, const LoopEffort& effort, Failure& failure) {
  for (std::uint32_t u = 0; u < iterated_; ++u) unknown(instance, u) = 0;
  frame_[Space::matrix] = memory_.matrix.data();
  follow(instance);
  code_.run(family_.part, frame_, instance, instance + 1);
  const std::size_t entries = memory_.matrix.size();
  double* factored = memory_.factored.data() + instance * entries;
  const bool is_known =
      memory_.is_factored[instance] != 0 && std::memcmp(factored, memory_.matrix.data(), entries * sizeof(double)) == 0;
  if (!is_known || sunder_all_finite(memory_.residual.data(), family_.size) == 0) {
    memory_.is_factored[instance] = 0;
    memory_.undetermined[instance].clear();
    if (!factor_linear(instance, failure)) return solve_undetermined(instance, effort, failure);
    std::copy(memory_.matrix.begin(), memory_.matrix.end(), factored);
    memory_.is_factored[instance] = 1;
  }
  for (std::uint32_t u = 0; u < iterated_; ++u) memory_.step[u] = -memory_.residual[u];
  solve_iterated(instance, memory_.step.data());
  for (std::uint32_t u = 0; u < iterated_; ++u) unknown(instance, u) = memory_.step[u];
  follow(instance);
  return true;
}

// What nothing determines (the temperature of a medium that does not flow, say) stays what it was, if the equations
// agree with each other. Whoever runs the program is told, and finds out whether it matters.
bool LoopSolver::solve_undetermined(std::uint32_t instance, const LoopEffort& effort, Failure& failure) {
  constexpr std::uint32_t largest = 400;
  const std::uint32_t n = family_.size;
  if (failure.kind != Failure::Kind::singular || n > largest) return false;
  std::vector<double> matrix(static_cast<std::size_t>(n) * n, 0.0);
  if (family_.dense) {
    std::copy(memory_.matrix.begin(), memory_.matrix.end(), matrix.begin());
  } else {
    for (std::uint32_t column = 0; column < n; ++column)
      for (auto k = family_.column_starts[column]; k < family_.column_starts[column + 1]; ++k)
        matrix[static_cast<std::size_t>(column) * n + static_cast<std::size_t>(family_.row_indices[k])] =
            memory_.matrix[k];
  }
  RankFactors& factors = memory_.undetermined[instance];
  factors.factor(matrix, n);
  std::vector<double> start(n), sizes(n);
  for (std::uint32_t u = 0; u < n; ++u) {
    start[u] = guesses_.at(family_.places[static_cast<std::size_t>(instance) * n + u]);
    start[u] += effort.displaced * std::max(1.0, std::fabs(start[u]));
    memory_.step[u] = -memory_.residual[u];
    sizes[u] = std::fabs(memory_.residual[u]);
  }
  for (std::uint32_t column = 0; column < n; ++column)
    for (std::uint32_t row = 0; row < n; ++row) {
      const double term = matrix[static_cast<std::size_t>(column) * n + row] * start[column];
      memory_.step[row] -= term;
      sizes[row] += std::fabs(term);
    }
  constexpr double rounding = 1e-9;
  const double left_over = factors.solve(memory_.step, sizes);
  if (factors.rank() == n || !(left_over <= rounding)) {
    factors.clear();
    return false;
  }
  for (std::uint32_t u = 0; u < n; ++u) unknown(instance, u) = start[u] + memory_.step[u];
  memory_.free_unknown = family_.unknowns[static_cast<std::size_t>(instance) * n + factors.free_column()];
  return true;
}

bool LoopSolver::factor_linear(std::uint32_t instance, Failure& failure) {
  if (!evaluation_finite()) {
    blame(instance, failure);
    failure.kind = Failure::Kind::not_finite;
    return false;
  }
  measure_rows();
  const std::size_t entries = memory_.matrix.size();
  if (family_.dense)
    std::copy(memory_.matrix.begin(), memory_.matrix.end(),
              memory_.factors.begin() + static_cast<std::ptrdiff_t>(instance * entries));
  return factor(instance, failure);
}

// The equation with the largest residual and the unknown that moved most. Residuals that are not finite are the worst.
void LoopSolver::blame(std::uint32_t instance, Failure& failure) const {
  const auto worse = [](double a, double b) {
    return !std::isfinite(a) ? std::isfinite(b) : std::isfinite(b) && a > b;
  };
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  const auto residual = [&](std::uint32_t r) { return std::fabs(memory_.residual[r]) * memory_.scale[r]; };
  const auto moved = [&](std::uint32_t u) {
    return std::fabs(memory_.step[u]) / (std::fabs(memory_.trial[u]) + smallest_size);
  };
  for (std::uint32_t i = 1; i < iterated_; ++i) {
    if (worse(residual(i), residual(row))) row = i;
    if (worse(moved(i), moved(column))) column = i;
  }
  const std::size_t first = static_cast<std::size_t>(instance) * family_.size;
  failure.equation = family_.equations[first + row];
  failure.variable = family_.unknowns[first + column];
  failure.residual = memory_.residual[row];
}

void LoopSolver::solve_tangent(const LoopFamily& tangents, const Code& tangent_code, std::uint32_t instance) {
  if (family_.torn()) iterate(memory_.by_whole[instance] == 0);
  tangent_code.run(tangents.part, frame_, instance, instance + 1);
  back_substitute(instance, memory_.residual.data());
  for (std::uint32_t u = 0; u < family_.size; ++u) {
    const Place place = family_.places[static_cast<std::size_t>(instance) * family_.size + u];
    const Space space = place.space == Space::derivative ? Space::derivative_tangent
                        : place.space == Space::state    ? Space::state_tangent
                                                         : Space::work_tangent;
    frame_[space][place.index] = -memory_.residual[u];
  }
}

}  // namespace sunder::emit
