// Compiled programs for one pair of sets: what is wanted, what varies.
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "causalise/slice.hpp"
#include "emit/program.hpp"
#include "execute/accumulation.hpp"
#include "execute/opened_code.hpp"
#include "graph/colouring.hpp"
#include "ir/plan.hpp"
#include "model/model.hpp"

namespace sunder::execute {

/// Serialises compilation: the tables of shapes are shared.
struct CompileSettings {
  emit::BackEnd back_end = emit::BackEnd::llvm;
  bool grouping = true;
  std::mutex mutex;
};

/// How the Jacobian is computed: partial derivatives written straight to their places where derivatives are direct
/// functions of the states; else by the chain rule over sparse rows; with loops, or where it is less work, by one run
/// of tangents per colour.
struct JacobianCode {
  enum class Kind : std::uint8_t { direct, accumulated, coloured };
  Kind kind = Kind::direct;
  // direct, accumulated
  emit::Listing partials;
  std::unique_ptr<emit::Code> code;
  bool spare_entry = false;  ///< direct: some partial derivatives go to an entry behind the last
  std::optional<Accumulation> accumulation;
  // coloured
  std::unique_ptr<emit::Program> tangents;
  graph::Rows columns_of_colour;
};

/// How derivatives by time are computed: tangents of what changes with the clock, and nothing else.
struct TimeCode {
  bool by_clock = false;  ///< something reads the clock itself; else only inputs move
  std::unique_ptr<emit::Program> values, tangents;
  bool needs_factors = false;  ///< there are loops
};

/// Variables in between: computed beside what is wanted, or given from outside before each `freeze`.
struct Between {
  std::vector<ir::VariableId> wanted, given;
};

class RestrictedCode {
 public:
  RestrictedCode(const ir::Plan& plan, CompileSettings& settings, const model::Wanted& wanted,
                 const model::Varying& varying, Between between = {});

  [[nodiscard]] const model::Wanted& wanted() const { return wanted_; }
  [[nodiscard]] const model::Varying& varying() const { return varying_; }
  [[nodiscard]] const emit::Program& frozen() const { return *frozen_; }
  [[nodiscard]] const emit::Program& active() const { return *active_; }
  /// Places among the work variables of what is read and changes at events only.
  [[nodiscard]] const std::vector<std::uint32_t>& discrete() const { return discrete_; }
  /// States and inputs that are read but do not vary: what `freeze` takes.
  [[nodiscard]] const model::StateSet& fixed_states() const { return fixed_states_; }
  [[nodiscard]] const model::InputSet& fixed_inputs() const { return fixed_inputs_; }
  /// States whose derivatives do not depend on what varies.
  [[nodiscard]] const model::StateSet& frozen_derivatives() const { return frozen_derivatives_; }

  /// Where the value of a wanted output stands, behind all aliases.
  struct Output {
    emit::Place place;
    bool negated = false;
  };
  [[nodiscard]] const std::vector<Output>& outputs() const { return outputs_; }

  /// What is wanted, number by number: derivatives, outputs, variables in between.
  [[nodiscard]] ir::VariableId row(std::size_t number) const { return rows_wanted_[number]; }
  /// Where the wanted variables in between stand.
  [[nodiscard]] const std::vector<emit::Place>& between() const { return between_places_; }

  /// Made at the first question.
  [[nodiscard]] const algebra::SparsePattern& pattern() const;
  [[nodiscard]] const JacobianCode& jacobian() const;
  [[nodiscard]] const TimeCode& time() const;
  /// The Jacobian with the unknowns of loops beside the states, as far as it is needed; null where there are none.
  enum class Need : std::uint8_t { pattern, operations, code };
  [[nodiscard]] const OpenedCode* opened(Need need) const;
  /// Whether nothing that moves between events enters a partial derivative.
  [[nodiscard]] bool jacobian_constant() const;

 private:
  void list_variables();
  void find_fixed();
  void make_pattern() const;
  void make_jacobian() const;
  /// … by states.
  [[nodiscard]] bool only_derivatives() const;
  [[nodiscard]] bool derivatives_are_direct() const;
  void make_direct(JacobianCode& made) const;
  [[nodiscard]] bool make_accumulated(JacobianCode& made, std::size_t operations_of_tangents) const;
  void make_coloured(JacobianCode& made, const graph::Colouring& colouring) const;
  void make_time() const;

  const ir::Plan& plan_;
  CompileSettings& settings_;
  model::Wanted wanted_;
  model::Varying varying_;
  Between between_;
  std::vector<ir::VariableId> rows_wanted_;      // derivatives, outputs, then others; invalid: a number
  std::vector<ir::VariableId> columns_varying_;  // states, then inputs
  std::vector<Output> outputs_;
  std::vector<emit::Place> between_places_;
  ir::Slice slice_;
  emit::Schedule schedule_;  // of the varying section
  std::unique_ptr<emit::Program> frozen_, active_;
  model::StateSet fixed_states_;
  model::InputSet fixed_inputs_;
  model::StateSet frozen_derivatives_;
  std::vector<std::uint32_t> discrete_;
  mutable graph::Rows rows_;
  mutable std::optional<algebra::SparsePattern> pattern_;
  mutable std::optional<JacobianCode> jacobian_;
  mutable std::optional<TimeCode> time_;
  mutable std::optional<std::unique_ptr<OpenedCode>> opened_;
  mutable std::optional<bool> jacobian_constant_;
};

}  // namespace sunder::execute
