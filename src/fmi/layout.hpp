// Where the variables of an FMU are in the vectors x, u and y, and how to get and set many of them at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fmi/calls.hpp"
#include "fmi/description.hpp"
#include "model/description.hpp"

namespace sunder::fmi {

/// One number: a scalar, or an element of an array.
struct Element {
  std::size_t variable = 0;
  std::uint64_t offset = 0;
};

/// Whole variables, whose elements lie one after the other in a vector of doubles; one call for each type.
class ValueList {
 public:
  ValueList() = default;
  ValueList(const FmuDescription& description, const std::vector<std::size_t>& variables);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Not shared by threads: `scratch` belongs to whoever calls.
  model::Status get(Calls& calls, std::span<double> values, std::vector<double>& scratch) const;
  model::Status set(Calls& calls, std::span<const double> values, std::vector<double>& scratch) const;

 private:
  struct Group {
    Type type{};
    std::vector<std::uint32_t> references;
    std::vector<std::size_t> places;  ///< in the vector; empty: all of it, in order
    std::size_t count = 0;
  };
  std::vector<Group> groups_;
  std::size_t size_ = 0;
};

struct Layout {
  /// Of an instance for Co-Simulation no states are known.
  explicit Layout(const FmuDescription& description, Use use = Use::model_exchange);

  std::vector<std::size_t> state_variables, derivative_variables, input_variables, output_variables, recorded_variables;
  std::vector<std::size_t> text_variables;  ///< strings and binaries
  std::vector<Element> states, inputs, outputs, recorded, texts;
  std::vector<char> continuous_input;  ///< by input: may change between events
  ValueList input_values, continuous_input_values, output_values, recorded_values;
  std::vector<std::size_t> continuous_inputs;  ///< places in u
};

/// "name", or "name[2,3]" for an element.
std::string element_name(const Variable& variable, std::uint64_t offset);

}  // namespace sunder::fmi
