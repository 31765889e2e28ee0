#include "model/linear_system.hpp"

#include "model/model.hpp"

namespace sunder::model {

LinearSystem to_linear_system(const Model& model, const SparsePattern& pattern, std::span<const double> values) {
  LinearSystem out;
  out.states = model.state_count();
  out.inputs = model.input_count();
  out.outputs = model.output_count();
  out.a.assign(out.states * out.states, 0.0);
  out.b.assign(out.states * out.inputs, 0.0);
  out.c.assign(out.outputs * out.states, 0.0);
  out.d.assign(out.outputs * out.inputs, 0.0);
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    const bool by_state = column < out.states;
    const std::size_t width = by_state ? out.states : out.inputs;
    const std::size_t place = by_state ? column : column - out.states;
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const auto row = static_cast<std::size_t>(pattern.row_indices[k]);
      std::vector<double>& matrix = row < out.states ? (by_state ? out.a : out.b) : (by_state ? out.c : out.d);
      matrix[(row < out.states ? row : row - out.states) * width + place] = values[static_cast<std::size_t>(k)];
    }
  }
  return out;
}

}  // namespace sunder::model
