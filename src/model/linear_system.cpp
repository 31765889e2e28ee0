#include "model/linear_system.hpp"

#include "model/model.hpp"

namespace sunder::model {

using Eigen::MatrixXd;

SparseLinearSystem linear_system(const Model& model, const Evaluator& evaluator, std::span<const double> jacobian) {
  const std::size_t states = model.state_count();
  const auto n = static_cast<Eigen::Index>(states);
  const InputSet& inputs = evaluator.varying().inputs;
  const OutputSet& outputs = evaluator.wanted().outputs;
  const auto m = static_cast<Eigen::Index>(inputs.size());
  const auto p = static_cast<Eigen::Index>(outputs.size());
  SparseLinearSystem out;
  out.states = state_names(model);
  for (const InputIndex input : inputs) out.inputs.push_back(model.input_name(input));
  for (const OutputIndex output : outputs) out.outputs.push_back(model.output_name(output));
  out.b = MatrixXd::Zero(n, m);
  out.c = MatrixXd::Zero(p, n);
  out.d = MatrixXd::Zero(p, m);
  out.a.pattern.rows = out.a.pattern.columns = states;
  const algebra::SparsePattern& pattern = evaluator.pattern();
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    const bool by_state = column < states;
    const auto c = static_cast<Eigen::Index>(by_state ? column : column - states);
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const Eigen::Index row = pattern.row_indices[static_cast<std::size_t>(k)];
      const double value = jacobian[static_cast<std::size_t>(k)];
      if (row >= n) {
        (by_state ? out.c : out.d)(row - n, c) = value;
      } else if (!by_state) {
        out.b(row, c) = value;
      } else {
        out.a.pattern.row_indices.push_back(static_cast<std::int32_t>(row));
        out.a.values.push_back(value);
      }
    }
    if (by_state) out.a.pattern.column_starts.push_back(static_cast<std::int32_t>(out.a.values.size()));
  }
  return out;
}

LinearSystem dense(const SparseLinearSystem& system) {
  const auto n = static_cast<Eigen::Index>(system.a.pattern.rows);
  LinearSystem out{.a = MatrixXd::Zero(n, n), .b = system.b, .c = system.c, .d = system.d};
  const algebra::SparsePattern& pattern = system.a.pattern;
  for (std::size_t j = 0; j < pattern.columns; ++j)
    for (auto k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k)
      out.a(pattern.row_indices[static_cast<std::size_t>(k)], static_cast<Eigen::Index>(j)) =
          system.a.values[static_cast<std::size_t>(k)];
  out.states = system.states;
  out.inputs = system.inputs;
  out.outputs = system.outputs;
  out.sample_time = system.sample_time;
  return out;
}

}  // namespace sunder::model
