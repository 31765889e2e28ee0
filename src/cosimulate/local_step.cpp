#include "cosimulate/local_step.hpp"

#include <Eigen/LU>
#include <cmath>

#include "algebra/exponential.hpp"
#include "algebra/linear_equations.hpp"
#include "algebra/sparse_entries.hpp"
#include "cosimulate/fast_swings.hpp"
#include "integrate/scheme.hpp"

namespace sunder::cosimulate {

namespace {

using Eigen::MatrixXd;

constexpr int degrees = model::largest_extrapolation + 1;

PairedTableau from_explicit(const integrate::ExplicitTableau& given) {
  PairedTableau made;
  made.nodes = given.nodes;
  made.explicit_weights = made.implicit_weights = given.weights;
  for (std::size_t i = 0; i < given.nodes.size(); ++i) {
    std::vector<double> row(i + 1, 0.0);
    if (i > 0) row[i - 1] = given.nodes[i];
    made.explicit_rows.push_back(row);
  }
  made.implicit_rows = made.explicit_rows;
  return made;
}

PairedTableau plain_implicit(integrate::MixedPair pair) {
  PairedTableau made;
  made.all_fast = true;
  switch (pair) {
    case integrate::MixedPair::euler:
      made.nodes = {1};
      made.implicit_rows = {{1}};
      made.implicit_weights = {1};
      break;
    case integrate::MixedPair::midpoint:
      made.nodes = {0.5};
      made.implicit_rows = {{0.5}};
      made.implicit_weights = {1};
      break;
    case integrate::MixedPair::heun_lobatto:
      made.nodes = {0, 1};
      made.implicit_rows = {{0}, {0.5, 0.5}};
      made.implicit_weights = {0.5, 0.5};
      break;
  }
  made.explicit_rows = made.implicit_rows;
  made.explicit_weights = made.implicit_weights;
  return made;
}

// See integrate/mixed_methods.hpp: the explicit stages hold the fast states, the last stage is implicit in them.
PairedTableau mixed(integrate::MixedPair pair) {
  PairedTableau made;
  switch (pair) {
    case integrate::MixedPair::euler:
      made.nodes = {0, 1};
      made.explicit_rows = {{0}, {1, 0}};
      made.implicit_rows = {{0}, {0, 1}};
      made.explicit_weights = {1, 0};
      made.implicit_weights = {0, 1};
      break;
    case integrate::MixedPair::midpoint:
      made.nodes = {0, 0.5, 0.5};
      made.explicit_rows = {{0}, {0.5, 0}, {0, 0.5, 0}};
      made.implicit_rows = {{0}, {0, 0}, {0, 0, 0.5}};
      made.explicit_weights = {0, 1, 0};
      made.implicit_weights = {0, 0, 1};
      break;
    case integrate::MixedPair::heun_lobatto:
      made.nodes = {0, 1, 1};
      made.explicit_rows = {{0}, {1, 0}, {0.5, 0.5, 0}};
      made.implicit_rows = {{0}, {0, 0}, {0.5, 0, 0.5}};
      made.explicit_weights = {0.5, 0.5, 0};
      made.implicit_weights = {0.5, 0, 0.5};
      break;
  }
  return made;
}

/// One local step, applied to [x | p0 | p1 | p2]: the columns of R and of the G_d side by side.
std::optional<MatrixXd> one_step(const model::LinearSystem& part, const PairedTableau& tableau,
                                 const model::StateSet& fast, double h) {
  const Eigen::Index n = part.a.rows();
  const Eigen::Index m = part.b.cols();
  const Eigen::Index width = n + degrees * m;
  std::vector<char> is_fast(static_cast<std::size_t>(n), tableau.all_fast ? 1 : 0);
  for (const std::size_t state : model::places(fast)) is_fast[state] = 1;
  MatrixXd start = MatrixXd::Zero(n, width);
  start.leftCols(n).setIdentity();
  const auto add = [&](MatrixXd& to, const std::vector<double>& slow, const std::vector<double>& implicit,
                       std::size_t j, const MatrixXd& slope) {
    for (Eigen::Index s = 0; s < n; ++s) {
      const double weight = is_fast[static_cast<std::size_t>(s)] != 0 ? implicit[j] : slow[j];
      if (weight != 0) to.row(s) += h * weight * slope.row(s);
    }
  };
  std::vector<MatrixXd> slopes;
  for (std::size_t i = 0; i < tableau.nodes.size(); ++i) {
    MatrixXd force = MatrixXd::Zero(n, width);  // B u at this stage
    double power = 1;
    for (int d = 0; d < degrees; ++d, power *= tableau.nodes[i]) force.middleCols(n + d * m, m) = power * part.b;
    MatrixXd stage = start;
    for (std::size_t j = 0; j < i; ++j) add(stage, tableau.explicit_rows[i], tableau.implicit_rows[i], j, slopes[j]);
    MatrixXd matrix = MatrixXd::Identity(n, n);
    bool implicit = false;
    for (Eigen::Index s = 0; s < n; ++s) {
      const double diagonal =
          is_fast[static_cast<std::size_t>(s)] != 0 ? tableau.implicit_rows[i][i] : tableau.explicit_rows[i][i];
      if (diagonal == 0) continue;
      implicit = true;
      matrix.row(s) -= h * diagonal * part.a.row(s);
      stage.row(s) += h * diagonal * force.row(s);
    }
    if (implicit) {
      std::optional<MatrixXd> solved = algebra::solve(matrix, stage);
      if (!solved) return std::nullopt;
      stage = std::move(*solved);
    }
    slopes.push_back(part.a * stage + force);
  }
  MatrixXd end = start;
  for (std::size_t j = 0; j < slopes.size(); ++j)
    add(end, tableau.explicit_weights, tableau.implicit_weights, j, slopes[j]);
  return end;
}

/// The n-th power, by repeated squaring.
MatrixXd power(MatrixXd base, std::size_t exponent) {
  MatrixXd result = MatrixXd::Identity(base.rows(), base.cols());
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * base;
    if (exponent > 1) base = base * base;
  }
  return result;
}

StepMap exact_map(const model::LinearSystem& part, double length) {
  const Eigen::Index n = part.a.rows();
  const Eigen::Index m = part.b.cols();
  MatrixXd generator = MatrixXd::Zero(n + degrees * m, n + degrees * m);
  generator.topLeftCorner(n, n) = length * part.a;
  generator.block(0, n, n, m) = length * part.b;
  // u = v0 with v0' = v1, v1' = v2: the columns of v_d then belong to s^d / d!
  for (int d = 0; d + 1 < degrees; ++d) generator.block(n + d * m, n + (d + 1) * m, m, m).setIdentity();
  const MatrixXd whole = algebra::exponential(generator);
  StepMap map;
  map.state = whole.topLeftCorner(n, n);
  double factorial = 1;
  for (int d = 0; d < degrees; ++d) {
    if (d > 1) factorial *= d;
    map.input[static_cast<std::size_t>(d)] = factorial * whole.block(0, n + d * m, n, m);
  }
  return map;
}

}  // namespace

std::optional<PairedTableau> paired_tableau(std::string_view method) {
  const std::optional<integrate::Scheme> scheme = integrate::scheme_of(method);
  if (!scheme) return std::nullopt;
  if (scheme->tableau != nullptr) return from_explicit(*scheme->tableau);
  return scheme->all_fast ? plain_implicit(*scheme->pair) : mixed(*scheme->pair);
}

std::optional<StepMap> step_map(const model::LinearSystem& part, const LocalMethod& method, double length) {
  if (method.method == "exact") return exact_map(part, length);
  const auto tableau = paired_tableau(method.method);
  if (!tableau) return std::nullopt;
  const Eigen::Index n = part.a.rows();
  const Eigen::Index m = part.b.cols();
  const auto count = static_cast<double>(method.substeps);
  const auto step = one_step(part, *tableau, method.fast, length / count);
  if (!step) return std::nullopt;
  MatrixXd whole = MatrixXd::Zero(n + degrees * m, n + degrees * m);
  whole.topRows(n) = *step;
  const auto identity = MatrixXd::Identity(m, m);
  for (int row = 0; row < degrees; ++row) {
    // (s + 1)^d by the binomial theorem
    double binomial = 1;
    for (int d = row; d < degrees; ++d) {
      whole.block(n + row * m, n + d * m, m, m) = binomial * identity;
      binomial = binomial * (d + 1) / (d + 1 - row);
    }
  }
  whole = power(std::move(whole), method.substeps);
  StepMap map;
  map.state = whole.topLeftCorner(n, n);
  double scale = 1;  // s of the whole length is n times s of a local step
  for (int d = 0; d < degrees; ++d, scale /= count)
    map.input[static_cast<std::size_t>(d)] = scale * whole.block(0, n + d * m, n, m);
  return map;
}

Eigen::MatrixXd StepMap::of_states(const Eigen::MatrixXd& x) const {
  if (!large) return state * x;
  MatrixXd all = MatrixXd::Zero(static_cast<Eigen::Index>(large->size()), x.cols());
  all.topRows(x.rows()) = x;
  return large->apply(all).topRows(x.rows());
}

std::optional<StepMap> large_step_map(const model::LinearSystem& part, double length, int degree) {
  const Eigen::Index n = part.a.rows();
  const Eigen::Index m = part.b.cols();
  const Eigen::Index size = n + (degree + 1) * m;
  std::vector<algebra::SparseEntry> entries;
  const auto add = [&](Eigen::Index row, Eigen::Index column, double value) {
    if (value != 0) entries.push_back({static_cast<std::size_t>(row), static_cast<std::size_t>(column), value});
  };
  for (Eigen::Index c = 0; c < n; ++c)
    for (Eigen::Index r = 0; r < n; ++r) add(r, c, length * part.a(r, c));
  const std::size_t least_steps = steps_for_swings(algebra::sparse_matrix(static_cast<std::size_t>(n), entries));
  for (Eigen::Index c = 0; c < m; ++c)
    for (Eigen::Index r = 0; r < n; ++r) add(r, n + c, length * part.b(r, c));
  // as in `exact_map`
  for (Eigen::Index i = 0; i < degree * m; ++i) add(n + i, n + m + i, 1);
  auto action = algebra::ExponentialAction::make(
      algebra::sparse_matrix(static_cast<std::size_t>(size), std::move(entries)), least_steps);
  if (!action) return std::nullopt;
  StepMap map;
  double factorial = 1;
  for (int d = 0; d <= degree; ++d) {
    if (d > 1) factorial *= d;
    MatrixXd unit = MatrixXd::Zero(size, m);
    unit.middleRows(n + d * m, m).setIdentity();
    map.input[static_cast<std::size_t>(d)] = factorial * action->apply(unit).topRows(n);
  }
  map.large = std::make_shared<const algebra::ExponentialAction>(std::move(*action));
  return map;
}

}  // namespace sunder::cosimulate
