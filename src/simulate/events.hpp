// A run from event to event: advances, finds where something ceases to hold, lets the model react, goes on from there.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"
#include "integrate/stepper.hpp"
#include "model/model.hpp"

namespace sunder {

enum class EventMode {
  locate,  ///< every event is handled where it happens
  grid,    ///< events are handled at the end of the step in which they happen: fast, approximate
};
std::string_view name_of(EventMode mode);

class EventLoop {
 public:
  /// Called before and, if something happened, after an event.
  using Record = std::function<Status(double time, std::span<const double> x, bool after)>;

  struct Settings {
    EventMode mode = EventMode::locate;
    double start = 0;
    double stop = 0;
    CancelToken cancel;
    /// Crossings are looked at this often at least, however long the steps of a variable-step method are: what follows
    /// a sine of time must not be stepped over while all states rest.
    double look_every = std::numeric_limits<double>::infinity();
  };

  /// `stepper` is null for a model without states.
  EventLoop(const Model& model, Context& context, Stepper* stepper, const Settings& settings, Record record);

  /// What happens at the very start, after the initial system has been solved.
  Status start(double time, std::span<double> x);
  /// From `time` to `target` with all events on the way; `h` is the length of the whole way. Ends early when the model
  /// terminates the run.
  Status advance(double& time, double target, double h, std::span<double> x);
  /// What happens at the end.
  Status finish(double time, std::span<double> x);

  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] const std::optional<EventMessage>& termination() const { return termination_; }
  [[nodiscard]] const std::vector<EventMessage>& warnings() const { return warnings_; }

 private:
  double next_time_event(double time);
  Status advance_once(double& time, double end, double h, std::span<double> x);
  Status is_violated(double time, std::span<const double> x, bool& violated);
  Status state_at(double time, std::span<double> x);
  void look_ahead(double time, std::span<const double> x);
  [[nodiscard]] bool guess_way(double time, double moment, std::span<const double> x);
  [[nodiscard]] bool margins_ahead(double time, double ahead, std::span<const double> x, std::span<double> margins);
  Status locate(double begin, double& end, std::span<double> x);
  Status handle(double time, std::span<double> x, EventCause cause);
  [[nodiscard]] Status chatters(double time);
  [[nodiscard]] Status one_chatters(double time);
  [[nodiscard]] Status all_chatter(double time);
  [[nodiscard]] Status time_stands_still(double time);
  [[nodiscard]] Fault chattering(double time, std::string message, std::vector<Fault::Place> places) const;

  const Model& model_;
  const Events* model_events_;  // null: only stepping
  Context& context_;
  Stepper* stepper_;
  Settings settings_;
  Record record_;
  std::uint64_t events_ = 0;
  std::optional<double> next_;  // time event, as far as known: it changes at events only
  std::optional<EventMessage> termination_;
  std::vector<EventMessage> warnings_;
  std::vector<double> margins_, margins_before_, margins_later_, inside_;
  std::vector<std::uint32_t> violated_;  // crossings that made the present event
  std::vector<std::uint32_t> fresh_;     // those of the last event

  /// After an event whose crossing will soon return: steps no longer than `length` until then.
  struct Caution {
    double until = 0;
    double length = 0;
  };
  std::optional<Caution> caution_;
  std::unique_ptr<Evaluator> derivatives_;
  std::vector<double> slope_, curvature_;

  // A crossing that makes many events in no time chatters.
  struct Burst {
    double begin = 0;
    std::uint32_t count = 0;
  };
  std::vector<Burst> bursts_;  // by crossing
  Burst instant_;              // events at one and the same time

  // Many crossings that take turns chatter together, though none of them changes often enough by itself.
  struct Crowd {
    double begin = 0;
    std::uint64_t count = 0;                                 // events of all crossings
    std::unordered_map<std::uint32_t, std::uint32_t> times;  // how often each changed
  };
  Crowd crowd_;
};

}  // namespace sunder
