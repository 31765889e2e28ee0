// Code that watches out for events, and code that tells what happens at one. Made once per model, shared by threads.
#pragma once

#include <memory>
#include <vector>

#include "emit/program.hpp"
#include "execute/restricted_code.hpp"
#include "execute/state_choice.hpp"
#include "graph/rows.hpp"
#include "ir/plan.hpp"

namespace sunder::execute {

/// Values of some rows, written to Space::residual.
struct RowCode {
  emit::Listing listing;
  std::unique_ptr<emit::Code> code;
  void run(const emit::Frame& frame, double* values) const;
};

class EventCode {
 public:
  /// The caller holds settings.mutex.
  EventCode(const ir::Plan& plan, const CompileSettings& settings);

  /// Indices into Dae::held. What depends on the time alone, linearly, needs no watching: its instants can be computed.
  [[nodiscard]] const std::vector<std::uint32_t>& crossings() const { return crossings_; }
  [[nodiscard]] const std::vector<ir::HeldKind>& crossing_kinds() const { return crossing_kinds_; }
  [[nodiscard]] const std::vector<std::uint32_t>& timed() const { return timed_; }
  [[nodiscard]] const std::vector<std::uint32_t>& samples() const { return samples_; }
  /// Their indicators stand behind those of the crossings.
  [[nodiscard]] const StateChoice& choice() const { return choice_; }
  /// The states and inputs on which indicator number i depends.
  [[nodiscard]] const graph::Rows& crossing_states() const { return crossing_states_; }
  [[nodiscard]] const graph::Rows& crossing_inputs() const { return crossing_inputs_; }
  /// Places of discrete variables among the work variables.
  [[nodiscard]] const std::vector<std::uint32_t>& discrete() const { return discrete_; }
  /// Those of them that are Integers.
  [[nodiscard]] const std::vector<ir::VariableId>& integers() const { return integers_; }
  /// The derivatives (as numbers of states) that depend on held value number i, then those that depend on each discrete
  /// variable, then on each input; not by way of other discrete variables.
  [[nodiscard]] const graph::Rows& affected() const { return affected_; }
  /// Whether a variable of the model is nothing but this held value.
  [[nodiscard]] bool is_visible(std::size_t held) const { return visible_[held]; }

  /// What a held value is for, where it belongs to a course of the run.
  struct Look {
    enum class Kind : std::uint8_t {
      none,
      segment,  ///< the segment of the course that is read
      pace,     ///< nothing but a time to note the present
    };
    Kind kind = Kind::none;
    std::uint32_t delay = 0;
  };
  [[nodiscard]] Look look(std::size_t held) const { return looks_[held]; }

  /// Computes what the crossings read; discrete variables are given.
  [[nodiscard]] const emit::Program& monitor() const { return *monitor_; }
  [[nodiscard]] const std::vector<ir::VariableId>& monitor_discrete() const { return monitor_discrete_; }
  /// values[i]: z of crossing number i.
  [[nodiscard]] const RowCode& crossing_rows() const { return crossing_rows_; }
  /// values[i], values[n + i]: z and its slope of timed value number i of n.
  [[nodiscard]] const RowCode& timed_rows() const { return timed_rows_; }
  /// values[h]: z of held value number h, but for the timed ones.
  [[nodiscard]] const RowCode& held_rows() const { return held_rows_; }
  /// values: conditions of all reinits, their values, conditions of all checks, what their messages speak of.
  [[nodiscard]] const RowCode& action_rows() const { return action_rows_; }
  [[nodiscard]] std::size_t action_count() const { return action_count_; }
  /// Where the values of a message begin among the actions.
  [[nodiscard]] std::size_t message_values(std::size_t check) const { return message_values_[check]; }

 private:
  void classify();
  void make_monitor(const CompileSettings& settings);
  void make_rows();
  void add_choice_dependencies(const ir::Section& section, std::span<const ir::VariableId> seeds,
                               graph::Rows& rows) const;
  void find_affected();
  void find_looks();

  const ir::Plan& plan_;
  StateChoice choice_;
  std::vector<std::uint32_t> crossings_, timed_, samples_, discrete_;
  std::vector<ir::VariableId> integers_;
  std::vector<ir::HeldKind> crossing_kinds_;
  std::vector<bool> visible_;
  std::vector<Look> looks_;
  graph::Rows crossing_states_, crossing_inputs_, affected_;
  std::unique_ptr<emit::Program> monitor_;
  std::vector<ir::VariableId> monitor_discrete_;
  RowCode crossing_rows_, timed_rows_, held_rows_, action_rows_;
  std::size_t action_count_ = 0;
  std::vector<std::size_t> message_values_;  ///< by check
};

}  // namespace sunder::execute
