#include "cosimulate/whole_system.hpp"

#include "algebra/linear_equations.hpp"
#include "algebra/powers.hpp"
#include "algebra/sparse_entries.hpp"
#include "algebra/spectrum.hpp"
#include "cosimulate/solution_map.hpp"

namespace sunder::cosimulate {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Index states_of(const std::vector<model::LinearSystem>& parts) {
  Index states = 0;
  for (const model::LinearSystem& part : parts) states += part.order();
  return states;
}

MatrixXd matrix_of(const std::vector<model::LinearSystem>& parts, const Wiring& wiring, const MatrixXd& gains) {
  const Index states = states_of(parts);
  MatrixXd a = MatrixXd::Zero(states, states);
  Index x = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const model::LinearSystem& part = parts[p];
    a.block(x, x, part.order(), part.order()) = part.a;
    a.middleRows(x, part.order()) +=
        part.b * gains.middleRows(static_cast<Index>(wiring.first_input[p]), part.b.cols());
    x += part.order();
  }
  return a;
}

}  // namespace

std::optional<MatrixXd> gains_of(const std::vector<model::LinearSystem>& parts, const Wiring& wiring) {
  std::vector<Index> first{0};
  for (const model::LinearSystem& part : parts) first.push_back(first.back() + part.order());
  const auto inputs = static_cast<Index>(wiring.inputs());
  MatrixXd gains = MatrixXd::Zero(inputs, first.back()), through = MatrixXd::Identity(inputs, inputs);
  for (Index i = 0; i < inputs; ++i) {
    const auto& source = wiring.sources[static_cast<std::size_t>(i)];
    if (!source.output) continue;
    const std::size_t p = wiring.part_of_output(*source.output);
    const auto row = static_cast<Index>(*source.output - wiring.first_output[p]);
    gains.row(i).segment(first[p], parts[p].order()) = source.factor * parts[p].c.row(row);
    through.row(i).segment(static_cast<Index>(wiring.first_input[p]), parts[p].d.cols()) -=
        source.factor * parts[p].d.row(row);
  }
  if (!through.isIdentity(0)) {
    auto solved = algebra::solve(through, gains);
    if (!solved) return std::nullopt;
    gains = std::move(*solved);
  }
  if (!gains.allFinite()) return std::nullopt;
  return gains;
}

WholeSystem whole_system(const std::vector<model::LinearSystem>& parts, const Wiring& wiring,
                         const MasterSettings& master) {
  const Index states = states_of(parts);
  const auto inputs = static_cast<Index>(wiring.inputs());
  const auto remembered = static_cast<Index>(remembered_inputs(master));
  WholeSystem whole;
  VectorXd of_states = VectorXd::Ones(states), of_inputs = VectorXd::Ones(inputs);
  // a loop without a solution is reported elsewhere
  if (const auto gains = gains_of(parts, wiring)) {
    MatrixXd a = matrix_of(parts, wiring, *gains);
    if (states == 0) {
      whole.abscissa = 0;
    } else if (const auto values = algebra::eigenvalues(a)) {
      whole.abscissa = values->real().maxCoeff();
      if (*whole.abscissa > 0) a.diagonal().array() -= *whole.abscissa;
    }
    of_states = algebra::own_ranges(a, of_states);
    of_inputs = of_inputs.cwiseMax(gains->cwiseAbs() * of_states);
  }
  whole.ranges.resize(states + remembered * inputs);
  whole.ranges << of_states, of_inputs.replicate(remembered, 1);
  return whole;
}

std::optional<algebra::SparseMatrix> sparse_whole(const std::vector<model::LinearSystem>& parts, const Wiring& wiring,
                                                  double length) {
  const Index states = states_of(parts);
  const auto gains = gains_of(parts, wiring);
  if (!gains) return std::nullopt;
  std::vector<algebra::SparseEntry> entries;
  const auto add = [&](Index row, Index column, double value) {
    if (value != 0)
      entries.push_back({static_cast<std::size_t>(row), static_cast<std::size_t>(column), length * value});
  };
  std::vector<std::vector<Index>> columns(wiring.inputs());  // that an input depends on
  for (std::size_t i = 0; i < wiring.inputs(); ++i)
    for (Index c = 0; c < states; ++c)
      if ((*gains)(static_cast<Index>(i), c) != 0) columns[i].push_back(c);
  Index x = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const model::LinearSystem& part = parts[p];
    for (Index c = 0; c < part.order(); ++c)
      for (Index r = 0; r < part.order(); ++r) add(x + r, x + c, part.a(r, c));
    for (Index i = 0; i < part.b.cols(); ++i) {
      const Index input = static_cast<Index>(wiring.first_input[p]) + i;
      for (Index r = 0; r < part.order(); ++r) {
        if (part.b(r, i) == 0) continue;
        for (const Index c : columns[static_cast<std::size_t>(input)]) add(x + r, c, part.b(r, i) * (*gains)(input, c));
      }
    }
    x += part.order();
  }
  return algebra::sparse_matrix(static_cast<std::size_t>(states), std::move(entries));
}

}  // namespace sunder::cosimulate
