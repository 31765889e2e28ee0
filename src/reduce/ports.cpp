#include "reduce/ports.hpp"

namespace sunder::reduce {

SparseModel select(const SparseMatrix& jacobian, const Ports& ports) {
  const auto n = static_cast<Eigen::Index>(ports.state_at.size());
  const auto m = static_cast<Eigen::Index>(ports.input_at.size());
  const auto p = static_cast<Eigen::Index>(ports.output_at.size());
  SparseModel out;
  out.states = ports.states;
  out.inputs = ports.inputs;
  out.outputs = ports.outputs;
  out.b = MatrixXd::Zero(n, m);
  out.c = MatrixXd::Zero(p, n);
  out.d = MatrixXd::Zero(p, m);
  out.a.pattern.rows = out.a.pattern.columns = ports.state_at.size();
  // columns come in order, and so do the columns of A: states are ascending
  std::vector<std::int32_t>& starts = out.a.pattern.column_starts;
  const auto close_columns = [&](std::size_t until) {
    while (starts.size() <= until) starts.push_back(static_cast<std::int32_t>(out.a.values.size()));
  };
  starts.assign(1, 0);
  PortBlocks(ports, jacobian.pattern.columns)
      .visit(jacobian.pattern, jacobian.values,
             [&](PortBlock block, std::uint32_t row, std::uint32_t column, double value) {
               if (block == PortBlock::a) {
                 close_columns(column);
                 out.a.pattern.row_indices.push_back(static_cast<std::int32_t>(row));
                 out.a.values.push_back(value);
               } else {
                 (block == PortBlock::b ? out.b : block == PortBlock::c ? out.c : out.d)(row, column) = value;
               }
             });
  close_columns(ports.state_at.size());
  return out;
}

LinearModel dense(const SparseModel& system) {
  const auto n = static_cast<Eigen::Index>(system.a.pattern.rows);
  LinearModel out{.a = MatrixXd::Zero(n, n), .b = system.b, .c = system.c, .d = system.d};
  const SparsePattern& pattern = system.a.pattern;
  for (std::size_t j = 0; j < pattern.columns; ++j)
    for (auto k = pattern.column_starts[j]; k < pattern.column_starts[j + 1]; ++k)
      out.a(pattern.row_indices[static_cast<std::size_t>(k)], static_cast<Eigen::Index>(j)) =
          system.a.values[static_cast<std::size_t>(k)];
  out.states = system.states;
  out.inputs = system.inputs;
  out.outputs = system.outputs;
  return out;
}

}  // namespace sunder::reduce
