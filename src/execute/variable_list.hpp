// The variables a results file can hold: everything of the plan that has a value.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "emit/listing.hpp"
#include "ir/plan.hpp"
#include "model/description.hpp"

namespace sunder::execute {

/// What an alias stands for (the variable itself when it is none), and whether with the other sign. An invalid operand:
/// the variable has no value (a derivative that nobody uses).
std::pair<ir::Operand, bool> resolve(const ir::Plan& plan, ir::VariableId variable);

/// Nothing is stored for single elements but where ranges of them begin.
class VariableList {
 public:
  explicit VariableList(const ir::Plan& plan);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] ir::VariableId at(model::VariableIndex index) const;
  /// Of a variable that is in the list.
  [[nodiscard]] model::VariableIndex index_of(ir::VariableId variable) const;
  /// Where the value of a variable stands, behind all aliases; empty for literals.
  [[nodiscard]] std::optional<ir::Address> address(model::VariableIndex index) const;
  /// The values of all, from a frame in which everything has been computed.
  void gather(const emit::Frame& frame, std::span<double> values) const;

 private:
  struct Range {
    std::uint32_t first = 0;  ///< variable
    std::uint32_t count = 0;
    std::size_t index = 0;  ///< in this list
  };

  const ir::Plan& plan_;
  std::vector<Range> ranges_;
  std::size_t size_ = 0;
};

}  // namespace sunder::execute
