// Finds consistent values of everything that changes at events.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "execute/compiled_context.hpp"
#include "execute/event_code.hpp"

namespace sunder::execute {

/// Works on the held values of a context; the values of all variables are in its `scratch`.
class EventIteration {
 public:
  /// All variables at (time, x), into scratch.
  using ComputeAll = std::function<model::Status(double time, std::span<const double> x)>;

  EventIteration(const ir::Plan& plan, const EventCode& code, CompiledContext& context, ComputeAll compute_all)
      : plan_(plan), dae_(plan.dae), code_(code), context_(context), compute_all_(std::move(compute_all)) {}

  // The start: `begin`, then the initial system is solved and `follow_relations` called until nothing changes, then
  // `complete`.
  void begin(double time);
  model::Status follow_relations(double time, std::size_t round, bool& changed);
  model::Status complete(double time, std::span<double> x);

  /// After the start: instead of there, everything is where `x` and these values of work variables (by place) say. What
  /// would have happened on the way there does not happen.
  model::Status resume(double time, std::span<double> x, std::span<const std::pair<std::uint32_t, double>> given);

  model::Status handle(double time, std::span<double> x, model::EventCause cause, model::EventOutcome& outcome);
  /// What is said at the end of a step, when all variables are known.
  model::Status say_at_step(double time, std::vector<model::EventMessage>& messages);
  [[nodiscard]] double next_time_event(double time);
  model::Status fail_inconsistent(double time);
  /// After the limit of rounds: whether some combination of the relations that went round in circles is consistent;
  /// they have those values then. `solve` computes everything with the relations as they are.
  bool search_modes(double time, double clock, const std::function<bool()>& solve);
  /// All held values of this kind.
  void set(ir::HeldKind kind, double value);

  /// More rounds than any cascade of events needs.
  [[nodiscard]] std::size_t limit() const { return 100 + 2 * dae_.held.size(); }

 private:
  void evaluate_rows(double time, double clock);
  model::Status follow(double time, double clock, std::size_t round, bool& changed);
  model::Status settle(double time, double clock, std::span<double> x, model::EventOutcome& outcome);
  [[nodiscard]] std::vector<std::uint32_t> modes_in_question() const;
  /// No combination is consistent: whether one becomes so when everything before the event follows round by round.
  bool let_past_follow(double time, double clock, std::span<double> x, model::EventOutcome& outcome);
  [[nodiscard]] bool is_consistent(double time, double clock);
  [[nodiscard]] bool contradicts(std::size_t held) const;
  bool is_rounding(std::size_t held);
  void take_left_limits(double time);
  bool remember();
  model::Status act(double time, std::span<double> x, model::EventOutcome& outcome, bool& jumped);
  model::Status assertions_hold(double time, bool at_the_end, model::EventOutcome& outcome);
  const std::vector<double>& compute_actions(double time);
  model::Status say(std::size_t check, double time, model::EventOutcome& outcome);
  model::Status say_at_start(double time);
  model::Status integers_fit(double time);
  [[nodiscard]] std::string message_of(std::size_t check) const;
  [[nodiscard]] model::Fault violation(std::size_t check, double time);
  [[nodiscard]] model::Fault violation(std::size_t check, double time, const std::string& message);
  void warn(std::size_t check, model::EventOutcome& outcome);
  model::Status begin_samples(double time);
  model::Status assertions_hold_at_start(double time);
  model::Status fire_samples(double time, bool& fired, bool clocks_only = false);
  model::Status first_ticks(double time, std::span<double> x);
  [[nodiscard]] model::Fault sample_fault(std::uint32_t held, double time, std::string message) const;
  [[nodiscard]] model::Fault too_many_instants(std::uint32_t held, double time,
                                               const CompiledContext::Sample& sample) const;
  [[nodiscard]] double sample_instant(std::size_t number) const;
  model::Status bad_number(std::size_t held, double time, double value);
  void publish();
  struct Before {
    std::vector<double> held, x, dx, w, u;
  };
  bool only_passes_corners(const Before& before, int& arrived) const;
  void compare(const Before& before, std::span<const double> x, model::EventOutcome& outcome) const;
  [[nodiscard]] Span span_of(ir::OriginId origin) const { return dae_.origins[origin.index()].span; }

  const ir::Plan& plan_;
  const ir::Dae& dae_;
  const EventCode& code_;
  CompiledContext& context_;
  ComputeAll compute_all_;
  std::size_t last_changed_ = 0;                          // held value that changed last: the one to blame
  std::set<std::size_t> in_circles_;                      // held values that changed again and again
  std::map<std::size_t, std::vector<std::string>> said_;  // by check: what it said last in this event
  std::vector<std::uint32_t> changes_;                    // by held value: how often it changed in this event
  std::vector<double> held_before_;                       // what was held before relations began to change
};

}  // namespace sunder::execute
