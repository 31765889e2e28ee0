// One run of a compiled model: parameter values, guesses, and the words for what goes wrong.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "driver/held_values.hpp"
#include "emit/program.hpp"
#include "ir/plan.hpp"
#include "model/model.hpp"
#include "model/snapshot.hpp"

namespace sunder {

/// Values of states, derivatives and work variables.
struct Values {
  std::vector<double> x, dx, w;
  void resize(const ir::Plan& plan);
};

/// What went wrong, in words of the user's source.
Fault explain(const ir::Plan& plan, const emit::Failure& failure, double time);

class CompiledContext final : public Context, public Rewindable {
 public:
  /// `compiling` guards the expressions, which other threads may be adding to: faults print them.
  CompiledContext(const ir::Plan& plan, std::mutex& compiling) : plan_(plan), compiling_(compiling) {}

  void accept(double time, std::span<const double> x) override {
    if (on_accept) on_accept(*this, time, x);
  }

  void skip_to(double time) override;
  [[nodiscard]] std::unique_ptr<Snapshot> save() const override;
  void restore(const Snapshot& snapshot) override;

  /// States, derivatives and work of `values`, the parameters of this run; `time` must stay where it is.
  emit::Frame frame(Values& values, double& time);
  emit::Frame guess_frame();
  /// Sets the fault of a failed run of these programs (the earlier ones ran well); false.
  bool fail(std::span<const emit::Program* const> programs, const emit::Frame& frame, const emit::Failure& failure);
  /// The same when a run went through but its result is not finite.
  bool fail_not_finite(std::span<const emit::Program* const> programs, const emit::Frame& frame,
                       const std::string& variable, double value);

  /// The value of a literal or parameter (with aliases followed); 0 for anything else.
  [[nodiscard]] double value_of(ir::Operand operand) const;
  /// "x > 1"
  [[nodiscard]] std::string text_of(const ir::Held& held) const;
  /// What is held between events; stands behind the parameters and literals.
  [[nodiscard]] std::span<double> held() {
    return std::span(parameters).subspan(plan_.held_begin(), plan_.dae.held.size());
  }

  std::vector<double> parameters;        ///< then the literals, then what is held
  std::optional<Fault> parameter_fault;  ///< nothing can be computed
  Values guesses;                        ///< changed only by `accept` and by initialisation
  Values scratch;                        ///< of initialise, record and accept
  std::optional<emit::Workspace> record_workspace;
  std::function<void(CompiledContext&, double, std::span<const double>)> on_accept;

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
  std::uint64_t event_number = 0;  ///< counts changes of what is held; never goes back
  std::vector<double> event_w;     ///< work variables after the last event: discrete ones are valid until the next
  EventOutcome start_outcome;      ///< what happened at the start, to be told with the first event
  std::vector<bool> warned;        ///< by check: warnings are said once
  std::vector<double> event_rows, timed_rows, action_rows;  ///< scratch
  Values watch;                                             ///< of crossings
  Margins margins;
  std::uint64_t watch_seen = 0;  ///< the event that `watch` knows
  std::optional<emit::Workspace> watch_workspace;

 private:
  void report(const emit::Failure& failure, double time);
  bool find_and_report(std::span<const emit::Program* const> programs, const emit::Frame& frame);

  const ir::Plan& plan_;
  std::mutex& compiling_;
};

}  // namespace sunder
