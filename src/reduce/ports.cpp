#include "reduce/ports.hpp"

#include <unordered_map>

namespace sunder::reduce {
namespace {

using Places = std::unordered_map<std::int32_t, std::int32_t>;

Places places_of(const StateSet& set) {
  Places out;
  for (std::size_t i = 0; i < set.size(); ++i)
    out.emplace(static_cast<std::int32_t>(set[i]), static_cast<std::int32_t>(i));
  return out;
}

template <class Visit>
void visit_column(const SparseMatrix& m, std::uint32_t column, const Visit& visit) {
  for (std::int32_t k = m.pattern.column_starts[column]; k < m.pattern.column_starts[column + 1]; ++k)
    visit(m.pattern.row_indices[static_cast<std::size_t>(k)], m.values[static_cast<std::size_t>(k)]);
}

}  // namespace

std::string without_prefix(std::string text, const std::string& prefix) {
  for (std::size_t at = 0; !prefix.empty() && (at = text.find(prefix, at)) != std::string::npos;)
    text.erase(at, prefix.size());
  return text;
}

SparseModel select(const SparseMatrix& jacobian, const Ports& ports) {
  const Places states = places_of(ports.state_at);
  const Places outputs = places_of(ports.output_at);
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
  for (Eigen::Index j = 0; j < n; ++j) {
    visit_column(jacobian, ports.state_at[static_cast<std::size_t>(j)], [&](std::int32_t row, double value) {
      if (const auto at = states.find(row); at != states.end()) {
        out.a.pattern.row_indices.push_back(at->second);
        out.a.values.push_back(value);
      } else if (const auto at_output = outputs.find(row); at_output != outputs.end()) {
        out.c(at_output->second, j) = value;
      }
    });
    out.a.pattern.column_starts.push_back(static_cast<std::int32_t>(out.a.values.size()));
  }
  for (Eigen::Index j = 0; j < m; ++j) {
    visit_column(jacobian, ports.input_at[static_cast<std::size_t>(j)], [&](std::int32_t row, double value) {
      if (const auto at = states.find(row); at != states.end())
        out.b(at->second, j) = value;
      else if (const auto at_output = outputs.find(row); at_output != outputs.end())
        out.d(at_output->second, j) = value;
    });
  }
  return out;
}

LinearModel dense(const SparseModel& system) {
  const auto n = static_cast<Eigen::Index>(system.a.pattern.rows);
  LinearModel out{.a = MatrixXd::Zero(n, n), .b = system.b, .c = system.c, .d = system.d};
  for (Eigen::Index j = 0; j < n; ++j)
    visit_column(system.a, static_cast<std::uint32_t>(j),
                 [&](std::int32_t row, double value) { out.a(row, j) = value; });
  out.states = system.states;
  out.inputs = system.inputs;
  out.outputs = system.outputs;
  return out;
}

}  // namespace sunder::reduce
