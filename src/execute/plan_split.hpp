// Parts of a compiled model that are integrated at paces of their own: what they exchange, and the code of each.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "execute/compiled_context.hpp"
#include "execute/restricted_code.hpp"
#include "model/split.hpp"

namespace sunder::execute {

/// What does not depend on a context, found and compiled once.
class SplitCode {
 public:
  /// While the compile lock is held.
  SplitCode(const ir::Plan& plan, CompileSettings& settings, const std::vector<model::StateSet>& parts,
            const model::StateSet& watched);

  [[nodiscard]] const std::vector<model::SharedValue>& values() const { return values_; }
  [[nodiscard]] const std::vector<model::SplitPart>& parts() const { return parts_; }
  [[nodiscard]] const ir::Plan& plan() const { return plan_; }
  /// Where what a part is given belongs: `from_slower`, then `from_faster`.
  [[nodiscard]] std::vector<emit::Place> given_places(std::size_t part) const;

  std::shared_ptr<const RestrictedCode> derivatives(std::size_t part, const model::StateSet& wanted);
  std::shared_ptr<const RestrictedCode> shared(std::size_t part, std::span<const std::uint32_t> wanted);

 private:
  [[nodiscard]] std::vector<ir::VariableId> given(std::size_t part) const;
  using Key = std::pair<std::size_t, std::pair<model::StateSet, std::vector<std::uint32_t>>>;
  std::shared_ptr<const RestrictedCode> make(const Key& key);

  ir::Plan plan_;  // with sub-expressions that can be shared as variables of their own
  CompileSettings& settings_;
  std::vector<ir::VariableId> variables_;  // of the values
  std::vector<model::SharedValue> values_;
  std::vector<model::SplitPart> parts_;
  std::map<Key, std::shared_ptr<const RestrictedCode>> codes_;
};

std::unique_ptr<model::Split> make_plan_split(CompiledContext& context, std::shared_ptr<SplitCode> code);

}  // namespace sunder::execute
