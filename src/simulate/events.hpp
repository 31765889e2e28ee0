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

namespace sunder::simulate {

enum class EventMode {
  locate,  ///< every event is handled where it happens
  grid,    ///< events are handled at the end of the step in which they happen: fast, approximate
};
std::string_view name_of(EventMode mode);

class EventLoop {
 public:
  /// Called before and, if something happened, after an event.
  using Record = std::function<model::Status(double time, std::span<const double> x, bool after)>;

  struct Settings {
    EventMode mode = EventMode::locate;
    double start = 0;
    double stop = 0;
    CancelToken cancel;
    /// Crossings are looked at this often at least, however long the steps of a variable-step method are: what follows
    /// a sine of time must not be stepped over while all states rest.
    double look_every = std::numeric_limits<double>::infinity();
    std::vector<double> instants;  ///< no step passes over one of them; ascending
    /// At so many points inside a step too: what crosses twice within a step is seen nowhere else. They need the
    /// method's own dense output.
    int looks_inside = 0;
    /// Nothing happened in the last step, or in the part of it that ends here: asked before anything happens at `end`.
    std::function<model::Status(double end)> passed;
  };

  /// `stepper` is null for a model without states.
  EventLoop(const model::Model& model, model::Context& context, integrate::Stepper* stepper, const Settings& settings,
            Record record);
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  /// Another stretch of time with what was learned of the model: nothing else is known of what came before.
  void begin_again(double start, double stop, double look_every);
  /// What happens at the very start, after the initial system has been solved.
  model::Status start(double time, std::span<double> x);
  /// From `time` to `target` with all events on the way; `h` is the length of the whole way. Ends early when the model
  /// terminates the run.
  model::Status advance(double& time, double target, double h, std::span<double> x);
  /// What happens at the end.
  model::Status finish(double time, std::span<double> x);

  [[nodiscard]] int looks_inside() const { return settings_.looks_inside; }
  [[nodiscard]] std::uint64_t events() const { return events_; }
  [[nodiscard]] const std::optional<model::EventMessage>& termination() const { return termination_; }
  [[nodiscard]] const std::vector<model::EventMessage>& warnings() const { return warnings_; }

 private:
  double next_time_event(double time);
  double next_instant(double time);
  void say_crowded();
  model::Status advance_once(double& time, double end, double h, std::span<double> x);
  model::Status follow(double begin, double& end, std::span<const double> x);
  bool takes_step_again(double begin, std::span<double> x, const model::Fault& fault);
  void take_again(std::span<double> x, double length);
  [[nodiscard]] bool turns_back(double begin);
  model::Status is_violated(double time, std::span<const double> x, bool& violated);
  model::Status know_margins_before(double time);
  model::Status state_at(double time, std::span<double> x);
  model::Status watched_at(double time);
  void look_ahead(double time, std::span<const double> x);
  [[nodiscard]] bool guess_way(double time, double moment, std::span<const double> x);
  [[nodiscard]] bool margins_ahead(double time, double ahead, std::span<const double> x, std::span<double> margins);
  model::Status look_inside(double begin, double& end, std::span<double> x, bool& violated);
  model::Status keep_inside(double begin, double end, std::span<const double> x);
  model::Status look_at_minima(double begin, double& end, std::span<double> x, bool& violated);
  model::Status look_at(double time, bool& violated);
  void watch_inside();
  model::Status look_at_fast_step(double begin, double& end, bool& seen);
  model::Status locate(double begin, double& end, std::span<double> x);
  /// A step could not be made: whether the run goes on a moment later, with another solution of its simultaneous
  /// equations.
  bool go_on_elsewhere(double& time, double end, std::span<double> x, const model::Fault& fault);
  [[nodiscard]] std::optional<model::VariableIndex> largest_jump(std::span<const double> before,
                                                                 std::span<const double> after) const;
  model::Status handle(double time, std::span<double> x, model::EventCause cause);
  void look_for_rest(bool restarts);
  [[nodiscard]] bool is_in_burst(std::uint32_t crossing, double time) const;
  [[nodiscard]] bool is_error_of_curve(double time) const;
  [[nodiscard]] bool comes_back(double time) const;
  [[nodiscard]] bool slopes_at(double time, std::span<const double> x, std::vector<double>& slopes);
  [[nodiscard]] bool goes_on_alike(double time, std::span<const double> x);
  [[nodiscard]] model::Status chatters(double time);
  [[nodiscard]] model::Status one_chatters(double time);
  [[nodiscard]] model::Status all_chatter(double time);
  [[nodiscard]] model::Status time_stands_still(double time);
  [[nodiscard]] model::Fault chattering(double time, std::string message,
                                        std::vector<model::Fault::Place> places) const;

  const model::Model& model_;
  const model::Events* model_events_;  // null: only stepping
  model::Context& context_;
  integrate::Stepper* stepper_;
  Settings settings_;
  Record record_;
  std::vector<double> values_;
  std::uint64_t events_ = 0;
  std::optional<double> next_;  // time event, as far as known: it changes at events only
  std::optional<model::EventMessage> termination_;
  std::vector<model::EventMessage> warnings_;
  std::vector<std::uint32_t> watched_;  // states that crossings depend on
  // Margins where one looked last, at the beginning of a step, and later.
  std::vector<double> margins_, margins_before_, margins_later_, margins_ahead_;
  bool knows_margins_before_ = false;       // `margins_before_` are those at the end of the last step, and still hold
  std::vector<double> inside_;              // a state inside the step, as far as it is watched
  std::vector<std::vector<double>> looks_;  // margins at the beginning, at the points inside and at the end of a step
  std::vector<double> margins_at_end_;
  std::vector<std::uint32_t> violated_;         // crossings that made the present event
  std::vector<std::uint32_t> violated_at_end_;  // of the step, or of what is left of it
  std::vector<std::uint32_t> fresh_;            // those of the last event

  std::vector<std::uint32_t> fast_crossings_;
  std::vector<std::vector<double>> fast_looks_;  // margins at points of a small step
  std::optional<double> fast_look_at_;           // where the last of them lies

  /// After an event whose crossing will soon return: steps no longer than `length` until then.
  struct Caution {
    double until = 0;
    double length = 0;
  };
  std::optional<Caution> caution_;
  std::vector<std::uint64_t> crossed_;  // how often, by indicator
  std::uint64_t steps_ = 0;
  std::size_t next_instant_ = 0;      // of the settings
  std::vector<double> past_states_;   // inside of the last step
  std::vector<double> begin_states_;  // of the step being looked at …
  std::optional<double> stepped_to_;  // … and where the method came to; none: it did not come anywhere
  std::unique_ptr<model::Evaluator> derivatives_;
  std::vector<double> slope_, curvature_, slopes_before_;

  // A crossing that makes many events in no time chatters.
  struct Burst {
    double begin = 0;
    std::uint32_t count = 0;
  };
  std::vector<Burst> bursts_;  // by crossing
  // One that changes again and again without any effect is at rest: it counts as violated only beyond `slack`.
  struct Rest {
    double largest = 0, slack = 0;
    std::uint32_t idle = 0;  // events without effect since the last with one
  };
  std::vector<Rest> rests_;  // by crossing
  Burst instant_;            // events at one and the same time

  // Many crossings that take turns chatter together, though none of them changes often enough by itself.
  struct Crowd {
    double begin = 0;
    std::uint64_t count = 0;                                 // events of all crossings
    std::unordered_map<std::uint32_t, std::uint32_t> times;  // how often each changed
  };
  Crowd crowd_;

  Burst ends_;              // of solutions that were followed
  bool says_ends_ = false;  // it was said that there are such
};

}  // namespace sunder::simulate
