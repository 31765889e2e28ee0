// The form in which a model has inputs and outputs: every input is a state that rests, and every output the slope of a
// state that nobody reads. The exact Jacobian of such a model holds A, B, C and D, and nothing else has to know.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace sunder {

/// Where states, inputs and outputs stand among the states of such a model, and what they are called without the
/// wrapping.
struct Ports {
  std::vector<std::string> states, inputs, outputs;
  StateSet state_at, input_at, output_at;
  std::string prefix;  ///< of all names inside the wrapping
};

/// What the states made for inputs and outputs are called in Modelica: no identifier a user would write.
inline constexpr std::string_view port_inputs = "'$in'", port_outputs = "'$out'";
/// Whether this is one of them, or its derivative.
bool made_for_ports(std::string_view variable);

/// A text about the wrapped model in the words of its author.
std::string as_written(std::string text, const Ports& ports);

enum class PortBlock { a, b, c, d };

/// Takes apart the Jacobian of all derivatives by all states.
class PortBlocks {
 public:
  PortBlocks(const Ports& ports, std::size_t model_states);

  /// Calls visit(block, row, column, value) for every entry, column by column.
  template <class Visit>
  void visit(const SparsePattern& pattern, std::span<const double> values, const Visit& visit) const {
    for (std::size_t c = 0; c < pattern.columns; ++c) {
      if (places_[c].kind == Kind::output) continue;
      const bool state = places_[c].kind == Kind::state;
      for (auto k = static_cast<std::size_t>(pattern.column_starts[c]);
           k < static_cast<std::size_t>(pattern.column_starts[c + 1]); ++k) {
        const Place& row = places_[static_cast<std::size_t>(pattern.row_indices[k])];
        if (row.kind == Kind::input) continue;
        const PortBlock block =
            row.kind == Kind::state ? (state ? PortBlock::a : PortBlock::b) : (state ? PortBlock::c : PortBlock::d);
        visit(block, row.index, places_[c].index, values[k]);
      }
    }
  }

 private:
  enum class Kind : std::uint8_t { state, input, output };
  struct Place {
    Kind kind = Kind::state;
    std::uint32_t index = 0;
  };
  std::vector<Place> places_;  // by state of the model
};

}  // namespace sunder
