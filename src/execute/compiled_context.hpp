// One run of a compiled model: parameter values, guesses, and the words for what goes wrong.
#pragma once

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "emit/program.hpp"
#include "execute/course.hpp"
#include "execute/held_values.hpp"
#include "execute/history.hpp"
#include "ir/plan.hpp"
#include "model/model.hpp"
#include "model/sweeps.hpp"
#include "symbolic/impure_numbers.hpp"

namespace sunder::execute {

/// Values of states, derivatives, work variables and inputs.
struct Values {
  std::vector<double> x, dx, w, u;
  void resize(const ir::Plan& plan);
};

/// What went wrong, in words of the user's source.
model::Fault explain(const ir::Plan& plan, const emit::Failure& failure, double time);

class CompiledContext;

/// What contexts ask of the model they belong to.
class ContextSupport {
 public:
  virtual ~ContextSupport() = default;
  /// The parameter behind the number of a variable, or why it cannot be set to this value.
  virtual model::Status find_parameter(model::VariableIndex variable, double value,
                                       ir::VariableId& parameter) const = 0;
  /// What follows from the parameters that were set.
  virtual void follow_parameters(CompiledContext& context) const = 0;
  /// A step ends at (time, x): guesses for what is solved iteratively, and what is to be known later as the past.
  virtual void follow_step(CompiledContext& context, double time, std::span<const double> x) const = 0;
};

class CompiledContext final : public model::Context, public model::CountsSweeps {
 public:
  /// `compiling` guards the expressions, which other threads may be adding to: faults print them.
  CompiledContext(const model::Model& model, const ContextSupport& support, const ir::Plan& plan, std::mutex& compiling)
      : model::Context(model), support_(support), plan_(plan), compiling_(compiling) {}

  [[nodiscard]] double parameter(model::VariableIndex variable) const override;
  model::Status set_parameter(model::VariableIndex variable, double value) override;
  void accept(double time, std::span<const double> x) override {
    if (learns || !histories.empty()) support_.follow_step(*this, time, x);
  }
  /// Courses of delays that vary know more than points, and take them at the ends of steps.
  [[nodiscard]] bool keeps_past() const override {
    return !histories.empty() && std::ranges::all_of(plan_.dae.delays, [](const ir::Delay& delay) {
      return delay.kind == ir::Delay::Kind::fixed;
    });
  }
  void skip_to(double time) override;
  [[nodiscard]] std::unique_ptr<model::Snapshot> save() const override;
  void restore(const model::Snapshot& snapshot) override;

  /// Why nothing can be computed with these parameters; null: all is well.
  [[nodiscard]] const model::Fault* parameter_fault() {
    if (stale_) follow_parameters();
    return parameters_wrong ? &parameters_wrong.value() : nullptr;
  }

  /// States, derivatives, inputs and work of `values`, the parameters of this run; `time` must stay where it is.
  emit::Frame frame(Values& values, double& time);
  [[nodiscard]] emit::Frame guess_frame() const;
  /// Why a run of these programs failed (the earlier ones ran well).
  /// `plan`: that they were made of, where it is not the model's own.
  [[nodiscard]] model::Status explain(std::span<const emit::Program* const> programs, const emit::Frame& frame,
                                      const emit::Failure& failure, const ir::Plan* plan = nullptr) const;
  /// The same when a run went through but its result is not finite.
  [[nodiscard]] model::Status explain_not_finite(std::span<const emit::Program* const> programs,
                                                 const emit::Frame& frame, const std::string& variable, Span origin,
                                                 double value, const ir::Plan* plan = nullptr) const;

  /// The value of a literal or parameter (with aliases followed); 0 for anything else.
  [[nodiscard]] double value_of(ir::Operand operand) const;
  /// "x > 1"
  [[nodiscard]] std::string text_of(const ir::Held& held) const;
  /// What is held between events; stands behind the parameters and literals.
  [[nodiscard]] std::span<double> held() {
    return std::span(parameters).subspan(plan_.held_begin(), plan_.dae.held.size());
  }

  std::vector<double> parameters;                ///< then the literals, then what is held
  std::map<ir::VariableId, double> given;        ///< parameters that were set
  std::optional<model::Fault> parameters_wrong;  ///< nothing can be computed
  bool learns = false;                           ///< there are guesses to keep
  Values guesses;                                ///< changed only by `accept` and by initialisation
  Values scratch;                                ///< of initialise, record and accept
  std::optional<emit::Workspace> record_workspace;

  /// To be said with the next event, once: nothing determines this variable, and it keeps its value.
  void keep_in_mind(ir::VariableId variable, double time);
  void keep_in_mind_at_start(ir::VariableId variable);
  std::vector<ir::VariableId> free_unknowns;    ///< that were told
  std::vector<model::EventMessage> to_be_told;  ///< with the next event, or at the end
  /// Solutions of relaxed loops that needed pivots, beside the fixed order: said at the end.
  void count(const emit::Program::Pivoted& found);
  std::atomic<std::uint64_t> pivoted = 0;
  std::atomic<std::uint32_t> pivoted_for = 0;
  /// Last blocks that were iterated, those of them that did not converge, and sweeps of all of them.
  std::atomic<std::uint64_t> iterated = 0, factored = 0, sweeps = 0;
  std::atomic<std::uint64_t> told_of_factored = 0;
  std::atomic<std::uint32_t> factored_for = 0;
  [[nodiscard]] std::vector<model::EventMessage> take_messages() override;
  [[nodiscard]] model::SweepCount sweep_count() const override { return {iterated, factored, sweeps}; }

  // inputs of the model, then what is driven by its own past
  [[nodiscard]] double driven_at(std::size_t index, double time) const;
  [[nodiscard]] double driven_slope(std::size_t index, double time) const;
  [[nodiscard]] bool driven_moves() const { return inputs().moving() || !histories.empty(); }
  void driven_at(double time, std::span<double> values) const;
  // by delay; of each kind one is used
  std::vector<History> histories;
  std::vector<Course> courses;
  symbolic::ImpureNumbers impure_numbers;

  // events
  struct Sample {
    double start = 0, interval = 1;
    std::int64_t next = 0;  ///< number of the next instant

    [[nodiscard]] double instant(std::int64_t number) const { return start + static_cast<double>(number) * interval; }
    /// Whether the numbers of instants up to then, and so the instants, can be told apart.
    [[nodiscard]] bool can_count_to(double time) const;
    /// About; at most those that lie before.
    [[nodiscard]] std::int64_t instants_before(double time) const;
  };
  std::vector<Sample> samples;
  std::uint64_t event_number = 0;     ///< counts changes of what is held; never goes back
  std::vector<double> event_w;        ///< work variables after the last event: discrete ones are valid until the next
  model::EventOutcome start_outcome;  ///< what happened at the start, to be told with the first event
  std::vector<bool> warned;           ///< by check: warnings are said once
  std::set<std::pair<std::size_t, std::uint32_t>> warned_inside;  ///< by check and place: those of called functions
  std::vector<double> event_rows, timed_rows, action_rows;        ///< scratch
  Values watch;                                                   ///< of indicators
  Margins margins;
  /// By held value: how large z of a relation was at events so far, and how far it may contradict what is held since an
  /// event in which nothing but rounding decided it.
  std::vector<double> row_sizes, tolerated;
  std::uint64_t watch_seen = 0;  ///< the event that `watch` knows
  std::optional<emit::Workspace> watch_workspace;

 private:
  void follow_parameters();
  [[nodiscard]] model::Fault words(const emit::Failure& failure, double time, const ir::Plan* plan) const;
  [[nodiscard]] std::optional<model::Fault> find_fault(std::span<const emit::Program* const> programs,
                                                       const emit::Frame& frame, const ir::Plan* plan) const;

  const ContextSupport& support_;
  const ir::Plan& plan_;
  std::mutex& compiling_;
  bool stale_ = false;  // parameters were set since what follows from them was computed
};

}  // namespace sunder::execute
