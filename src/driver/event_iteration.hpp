// Finds consistent values of everything that changes at events.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "driver/compiled_context.hpp"
#include "driver/event_code.hpp"

namespace sunder {

/// Works on the held values of a context; the values of all variables are in its `scratch`.
class EventIteration {
 public:
  /// All variables at (time, x), into scratch; false after a fault.
  using ComputeAll = std::function<bool(double time, std::span<const double> x)>;

  EventIteration(const ir::Plan& plan, const EventCode& code, CompiledContext& context, ComputeAll compute_all)
      : plan_(plan), dae_(plan.dae), code_(code), context_(context), compute_all_(std::move(compute_all)) {}

  // The start: `begin`, then the initial system is solved and `follow_relations` called until nothing changes, then
  // `complete`.
  [[nodiscard]] bool begin(double time);
  [[nodiscard]] bool follow_relations(double time, bool& changed);
  [[nodiscard]] bool complete(double time, std::span<double> x);

  /// After the start: instead of there, everything is where `x` and these values of work variables (by place) say. What
  /// would have happened on the way there does not happen.
  [[nodiscard]] bool resume(double time, std::span<double> x, std::span<const std::pair<std::uint32_t, double>> given);

  [[nodiscard]] bool handle(double time, std::span<double> x, EventCause cause, EventOutcome& outcome);
  [[nodiscard]] double next_time_event(double time);
  [[nodiscard]] bool fail_inconsistent(double time);

  /// More rounds than any cascade of events needs.
  [[nodiscard]] std::size_t limit() const { return 100 + 2 * dae_.held.size(); }

 private:
  void evaluate_rows(double time, double clock);
  [[nodiscard]] bool follow(double time, double clock, bool& changed);
  [[nodiscard]] bool settle(double time, double clock, std::span<double> x, EventOutcome& outcome);
  void take_left_limits(double time);
  bool remember();
  void act(double time, std::span<double> x, EventOutcome& outcome, bool& jumped);
  [[nodiscard]] bool assertions_hold(double time, EventOutcome& outcome);
  [[nodiscard]] bool integers_fit(double time);
  [[nodiscard]] bool violated(const ir::Check& check, double time);
  void warn(std::size_t check, EventOutcome& outcome);
  [[nodiscard]] bool fire_samples(double time, bool& fired);
  bool sample_fault(std::uint32_t held, double time, std::string message);
  bool too_many_instants(std::uint32_t held, double time, const CompiledContext::Sample& sample);
  void set(ir::HeldKind kind, double value);
  [[nodiscard]] double sample_instant(std::size_t number) const;
  [[nodiscard]] bool bad_number(std::size_t held, double time, double value);
  void publish();
  struct Before {
    std::vector<double> held, x, dx, w;
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

}  // namespace sunder
