// What a run needs to know of a model, whoever made it: our compiler, an FMU, a linear system.
//
//   x' = f(x, t; p)        y = g(x, t; p)
//
// A Model is const and shared by threads. A Context is the mutable side of one run. An Evaluator is one worker's
// instrument to compute some of the derivatives: it owns scratch memory and is not shared.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "model/sparse.hpp"

namespace sunder {

/// Indices of states, ascending and without repetition.
using StateSet = std::vector<std::uint32_t>;
StateSet all_states(std::size_t count);
StateSet complement(const StateSet& set, std::size_t count);

/// Why an evaluation failed, in words of the user's source.
struct Fault {
  Code code{};
  std::string message;
  Span span;             ///< the equation's place in the source, if known
  std::string equation;  ///< the equation or block, printed
  std::string variable;  ///< the variable concerned, if one
  double time = 0;
  struct Place {
    std::string text;
    Span span;
  };
  std::vector<Place> also;  ///< more of the kind, each with its own place
};

/// The mutable side of one run: parameter values, Newton guesses, and what went wrong last.
/// Concrete models derive from it. Newton guesses change only in `accept`, so that a rejected step leaves no trace.
/// Threads that evaluate parts of one model at the same time keep their faults apart with a FaultScope each.
class Context {
 public:
  virtual ~Context() = default;

  /// The integrator accepted a step that ends at (t, x).
  virtual void accept(double /*time*/, std::span<const double> /*x*/) {}
  /// The run goes on at `time` without having come there step by step: instants of the clock up to then are over, those
  /// after it are still to come, also when time went back.
  virtual void skip_to(double /*time*/) {}

  [[nodiscard]] const std::optional<Fault>& fault() const { return redirected_ != nullptr ? *redirected_ : fault_; }
  void set_fault(Fault fault) { place() = std::move(fault); }
  void clear_fault() { place().reset(); }

 private:
  friend class FaultScope;
  std::optional<Fault>& place() { return redirected_ != nullptr ? *redirected_ : fault_; }

  std::optional<Fault> fault_;
  static thread_local std::optional<Fault>* redirected_;
};

/// While it lives, faults of this thread go to `place` and not to the context.
class FaultScope {
 public:
  explicit FaultScope(std::optional<Fault>& place) : before_(Context::redirected_) { Context::redirected_ = &place; }
  ~FaultScope() { Context::redirected_ = before_; }
  FaultScope(const FaultScope&) = delete;
  FaultScope& operator=(const FaultScope&) = delete;

 private:
  std::optional<Fault>* before_;
};

/// Computes the derivatives of the `wanted` states while only the `varying` states change.
///
/// `freeze(t, x)` evaluates once what depends only on time, parameters and the states that do not vary;
/// `evaluate` and `jacobian` then read only the varying entries of x. All vectors have the full length
/// `state_count`; only the wanted entries of dx are written. Every call returns false after setting the
/// context's fault. No call allocates after the first.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  [[nodiscard]] virtual const StateSet& wanted() const = 0;
  [[nodiscard]] virtual const StateSet& varying() const = 0;

  [[nodiscard]] virtual bool freeze(double time, std::span<const double> x) = 0;
  [[nodiscard]] virtual bool evaluate(std::span<const double> x, std::span<double> dx) = 0;

  /// d(wanted)/d(varying); rows and columns are positions in `wanted()` and `varying()`.
  [[nodiscard]] virtual const SparsePattern& pattern() const = 0;
  [[nodiscard]] virtual bool jacobian(std::span<const double> x, std::span<double> values) = 0;

  /// How many evaluations of f one `jacobian` call makes (0: exact, by generated code).
  [[nodiscard]] virtual std::size_t evaluations_per_jacobian() const { return 0; }
  /// False when each `evaluate` computes the whole model although only a part is wanted (an FMU, say).
  [[nodiscard]] virtual bool restricted() const = 0;
  /// Arithmetic operations of one `evaluate` / one `freeze`, for statistics; 0 when unknown.
  [[nodiscard]] virtual std::size_t operations() const { return 0; }
  [[nodiscard]] virtual std::size_t frozen_operations() const { return 0; }
};

enum class VariableKind { state, derivative, algebraic, parameter, input, output };

struct VariableInfo {
  std::string name;
  VariableKind kind = VariableKind::algebraic;
  std::string unit;
  std::string description;
  bool constant = false;  ///< does not change during a run (parameters and what follows from them)
  bool discrete = false;  ///< changes at events only
};

/// A value for a variable, by its number.
struct GivenValue {
  std::size_t variable = 0;
  double value = 0;
};

/// A held relation (or floor and its like) that may cease to hold when states change.
struct CrossingInfo {
  std::string text;  ///< "h < 0"
  Span span;
};

/// Something that repeats by the clock alone.
struct PeriodInfo {
  double period = 0;
  std::string text;       ///< "a sine of time", "the instants of sample"
  bool instants = false;  ///< makes time events
  Span span;
};

enum class EventCause {
  crossing,  ///< a margin became negative, or the time of a time event has come
  terminal,  ///< the run is about to end
};

/// Something the model has to say at an event: an assertion of the level warning, the reason for the end.
struct EventMessage {
  std::string text;
  Span span;
};

/// What happened at an event. Parts that depend on nothing in `affected` or `reinitialised` need not restart.
struct EventOutcome {
  bool changed = false;    ///< some variable of the model is not what it was
  StateSet reinitialised;  ///< states that jumped
  StateSet affected;       ///< states whose derivatives may have jumped for other reasons
  std::vector<EventMessage> warnings;
  std::optional<EventMessage> termination;  ///< the model wants the run to end
};

/// Defaults for a run, from annotation(experiment(...)).
struct Experiment {
  std::optional<double> start;
  std::optional<double> stop;
  std::optional<double> tolerance;
  std::optional<double> interval;
};

class Model {
 public:
  virtual ~Model() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual std::size_t state_count() const = 0;
  [[nodiscard]] virtual std::string state_name(std::size_t state) const = 0;
  [[nodiscard]] virtual double state_nominal(std::size_t /*state*/) const { return 1.0; }
  [[nodiscard]] virtual Span state_origin(std::size_t /*state*/) const { return {}; }
  [[nodiscard]] virtual Experiment experiment() const { return {}; }

  /// Everything a results file can hold (states, derivatives, algebraic variables, parameters, aliases).
  [[nodiscard]] virtual std::size_t variable_count() const = 0;
  [[nodiscard]] virtual VariableInfo variable(std::size_t index) const = 0;

  [[nodiscard]] virtual std::unique_ptr<Context> create_context() const = 0;

  /// Solves the initial system at `time`; x receives consistent initial states. False: see context.fault().
  [[nodiscard]] virtual bool initialise(Context& context, double time, std::span<double> x) const = 0;

  /// After `initialise`: goes on from these states and values of discrete variables instead of the initial ones. Other
  /// variables follow from them.
  [[nodiscard]] virtual bool resume(Context& /*context*/, double /*time*/, std::span<double> /*x*/,
                                    std::span<const GivenValue> /*discrete*/) const {
    return true;
  }

  /// Both sets must be valid; the compiled program behind an evaluator is cached by the pair of sets.
  [[nodiscard]] virtual std::unique_ptr<Evaluator> evaluator(Context& context, const StateSet& wanted,
                                                             const StateSet& varying) const = 0;

  /// The values of all variables at (time, x), in the order of `variable()`.
  [[nodiscard]] virtual bool record(Context& context, double time, std::span<const double> x,
                                    std::span<double> values) const = 0;

  // Events. What changes at events only (relations, discrete variables) is held in the context in between, so that
  // derivatives are smooth; `initialise` leaves it consistent. The defaults are those of a model without events.

  [[nodiscard]] virtual bool has_events() const { return false; }
  [[nodiscard]] virtual std::size_t crossing_count() const { return 0; }
  [[nodiscard]] virtual CrossingInfo crossing(std::size_t /*index*/) const { return {}; }
  /// The states a crossing depends on, directly or not.
  [[nodiscard]] virtual StateSet crossing_states(std::size_t /*index*/) const { return {}; }
  /// How far each crossing is from being an event: negative exactly when what is held does not hold any more.
  /// Continuous in the states, so that a root can be found; only what crossings need is evaluated.
  [[nodiscard]] virtual bool crossings(Context& /*context*/, double /*time*/, std::span<const double> /*x*/,
                                       std::span<double> /*margins*/) const {
    return true;
  }
  /// What the model's text makes repeat by the clock (sines of time, instants of sample), shortest period first. There
  /// may be more: an oscillation of the states is not in the text.
  [[nodiscard]] virtual std::vector<PeriodInfo> periods(Context& /*context*/) const { return {}; }
  /// The first time at or after `time` at which something changes by the clock alone; infinite: never.
  [[nodiscard]] virtual double next_time_event(Context& /*context*/, double /*time*/) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Finds consistent values of everything that changes at events, and applies what the model wants done. A located
  /// crossing must be handled where its margin is negative.
  [[nodiscard]] virtual bool handle_event(Context& /*context*/, double /*time*/, std::span<double> /*x*/,
                                          EventCause /*cause*/, EventOutcome& /*outcome*/) const {
    return true;
  }
};

/// All derivatives with all states varying.
std::unique_ptr<Evaluator> full_evaluator(const Model& model, Context& context);

}  // namespace sunder
