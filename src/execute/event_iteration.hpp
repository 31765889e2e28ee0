// Finds consistent values of everything that changes at events.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "execute/compiled_context.hpp"
#include "execute/event_code.hpp"

namespace sunder::execute {

/// Works on the held values of a context; the values of all variables are in its `scratch`.
class EventIteration {
 public:
  /// All variables at (time, x), into scratch.
  using ComputeAll = std::function<Status(double time, std::span<const double> x)>;

  EventIteration(const ir::Plan& plan, const EventCode& code, CompiledContext& context, ComputeAll compute_all)
      : plan_(plan), dae_(plan.dae), code_(code), context_(context), compute_all_(std::move(compute_all)) {}

  // The start: `begin`, then the initial system is solved and `follow_relations` called until nothing changes, then
  // `complete`.
  Status begin(double time);
  Status follow_relations(double time, bool& changed);
  Status complete(double time, std::span<double> x);

  /// After the start: instead of there, everything is where `x` and these values of work variables (by place) say. What
  /// would have happened on the way there does not happen.
  Status resume(double time, std::span<double> x, std::span<const std::pair<std::uint32_t, double>> given);

  Status handle(double time, std::span<double> x, EventCause cause, EventOutcome& outcome);
  [[nodiscard]] double next_time_event(double time);
  Status fail_inconsistent(double time);

  /// More rounds than any cascade of events needs.
  [[nodiscard]] std::size_t limit() const { return 100 + 2 * dae_.held.size(); }

 private:
  void evaluate_rows(double time, double clock);
  Status follow(double time, double clock, bool& changed);
  Status settle(double time, double clock, std::span<double> x, EventOutcome& outcome);
  void take_left_limits(double time);
  bool remember();
  Status act(double time, std::span<double> x, EventOutcome& outcome, bool& jumped);
  Status assertions_hold(double time, EventOutcome& outcome);
  Status integers_fit(double time);
  [[nodiscard]] Fault violation(const ir::Check& check, double time);
  void warn(std::size_t check, EventOutcome& outcome);
  Status fire_samples(double time, bool& fired);
  [[nodiscard]] Fault sample_fault(std::uint32_t held, double time, std::string message) const;
  [[nodiscard]] Fault too_many_instants(std::uint32_t held, double time, const CompiledContext::Sample& sample) const;
  void set(ir::HeldKind kind, double value);
  [[nodiscard]] double sample_instant(std::size_t number) const;
  Status bad_number(std::size_t held, double time, double value);
  void publish();
  struct Before {
    std::vector<double> held, x, dx, w, u;
  };
  void compare(const Before& before, std::span<const double> x, EventOutcome& outcome) const;
  [[nodiscard]] Span span_of(ir::OriginId origin) const { return dae_.origins[origin.index()].span; }

  const ir::Plan& plan_;
  const ir::Dae& dae_;
  const EventCode& code_;
  CompiledContext& context_;
  ComputeAll compute_all_;
  std::size_t last_changed_ = 0;  // held value that changed last: the one to blame
};

}  // namespace sunder::execute
