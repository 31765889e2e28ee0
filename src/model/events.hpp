// Events: an optional side of a model. What changes at events only (relations, discrete variables) is held in the
// context in between, so that derivatives are smooth; `Model::initialise` leaves it consistent.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/sets.hpp"
#include "model/status.hpp"

namespace sunder::model {

class Context;

/// A relation (or floor and its like) that may cease to hold when states or inputs change.
struct ZeroCrossing {
  std::string text;  ///< "h < 0"
  Span span;
};

enum class EventCause {
  found,     ///< an indicator became negative, the time of a time event has come, or an input jumps
  terminal,  ///< the run is about to end
};

/// Something the model has to say: a warning, the reason for the end, a text that it prints.
struct EventMessage {
  std::string text;
  Span span;
  Code code{};           ///< of a warning
  bool printed = false;  ///< no warning: a text
  double time = 0;       ///< of a printed text, or of what is done to a file
  bool on_file = false;  ///< no warning: what is to be done to a file (symbolic/file_action.hpp)
};

/// What happened at an event. Parts that depend on nothing in `affected` or `reinitialised` need not restart.
struct EventOutcome {
  bool changed = false;                     ///< some variable of the model is not what it was
  StateSet reinitialised;                   ///< states that jumped
  StateSet affected;                        ///< states whose derivatives may have jumped for other reasons
  std::vector<EventMessage> warnings;       ///< and what is printed
  std::optional<EventMessage> termination;  ///< the model wants the run to end
};

/// States that act back on themselves by way of what changes at events only (a switch, a sampled controller), or of
/// what was some time ago (a delay): a Jacobian of the present shows nothing of it.
struct EventFeedback {
  StateSet states;
  std::vector<std::string> through;  ///< discrete variables, and relations where the model has none
  std::vector<std::string> sampled;  ///< the instants of the clock at which it works: "sample(0, 0.1)"
  std::vector<std::string> delayed;  ///< variables whose past acts: "x" of delay(x, 1)
};

class Events {
 public:
  virtual ~Events() = default;

  [[nodiscard]] virtual std::size_t indicator_count() const = 0;
  [[nodiscard]] virtual ZeroCrossing crossing(std::size_t indicator) const = 0;
  /// What an indicator depends on, directly or not.
  [[nodiscard]] virtual StateSet indicator_states(std::size_t indicator) const = 0;
  [[nodiscard]] virtual InputSet indicator_inputs(std::size_t indicator) const = 0;
  /// Loops that pass through events, apart from each other.
  [[nodiscard]] virtual std::vector<EventFeedback> feedback() const = 0;
  /// How far each zero crossing is from being an event: negative exactly when what is held does not hold any more.
  /// Continuous in the states, so that a root can be found; only what indicators need is evaluated.
  virtual Status indicators(Context& context, double time, std::span<const double> x, std::span<double> z) const = 0;
  /// The first time at or after `time` at which something changes by the clock alone, or an input jumps; infinite:
  /// never.
  [[nodiscard]] virtual double next_time_event(Context& context, double time) const = 0;
  /// Finds consistent values of everything that changes at events, and applies what the model wants done. A located
  /// crossing must be handled where its indicator is negative.
  virtual Status handle(Context& context, double time, std::span<double> x, EventCause cause,
                        EventOutcome& outcome) const = 0;
  /// What is to be said at the end of a step that stays as it is, and at which nothing happens.
  virtual Status speak(Context& /*context*/, double /*time*/, std::span<const double> /*x*/,
                       std::vector<EventMessage>& /*messages*/) const {
    return {};
  }
};

}  // namespace sunder::model
