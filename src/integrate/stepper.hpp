// One step of one method: the interface every method has, and the table of all methods.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "integrate/statistics.hpp"
#include "integrate/step_trace.hpp"
#include "model/model.hpp"
#include "model/partition.hpp"

namespace sunder::integrate {

/// How mixed-euler updates its explicit states. The schemes of the literature are `simultaneous`; `in_place` lets each
/// state see the ones already updated, in order, as the software behind the published figures did.
enum class ExplicitUpdate { simultaneous, in_place };

struct StepperOptions {
  model::StateSet fast;                 ///< mixed methods: the implicit states
  std::optional<model::StateSet> rows;  ///< rosenbrock: the implicit states; empty: all
  /// multirate: its clusters; empty: `fast` and the rest.
  std::optional<model::Partition> partition;
  /// multirate: steps of all parts but the fastest, from slow to fast, whatever their errors are: to measure orders.
  std::vector<double> forced_steps;
  /// rosenbrock, CVODE: Jacobians with the unknowns of the model's equations beside the states (model/opened.hpp), or
  /// without, where there is a choice; unset: whatever is less work. To compare them.
  std::optional<bool> opened;
  std::size_t threads = 1;  ///< for independent blocks of the implicit states; the results do not depend on it
  ExplicitUpdate explicit_update = ExplicitUpdate::simultaneous;
  std::size_t steps_per_jacobian = 10;       ///< mixed-realtime: how long the Jacobian is kept
  double tolerance = 1e-6;                   ///< variable-step methods: relative
  std::optional<double> absolute_tolerance;  ///< in units of the nominal values; unset: as `tolerance`
  std::optional<double> stop;                ///< variable-step methods never evaluate the model after this time
  CancelToken cancel;                        ///< asked inside long steps
  StepTrace* trace = nullptr;                ///< rosenbrock: what is told of every step; outlives the stepper
  /// rosenbrock: steps of a tenth of the run where a hundredth is the longest otherwise; for runs that only tell how a
  /// finer one will go.
  bool long_steps = false;
};

/// Advances a run. Not shared by threads; owns all memory a step needs, so that no step after the first allocates.
class Stepper {
 public:
  Stepper(const model::Model& model, model::Context& context) : model_(model), context_(context) {}
  virtual ~Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  /// Advances x from t to t + h. A fixed-step method does it in one step, or, when Newton fails, in halved ones; a
  /// variable-step method in as many as it needs. After a fault x is the last good state.
  virtual model::Status step(double t, double h, std::span<double> x) = 0;

  /// Advances towards t + h and says how far it came: fixed-step methods go all the way as in `step`, variable-step
  /// methods at most one step of their own, multirate methods one step of the slowest part. Between t and there
  /// `interpolate` tells the state.
  virtual model::Status advance(double t, double h, std::span<double> x, double& reached) = 0;
  /// The state at a time inside the last `advance`, to the accuracy of the method.
  virtual model::Status interpolate(double time, std::span<double> x) = 0;
  /// The same for these states (numbers in ascending order) alone; what becomes of the others in x is left open.
  virtual model::Status interpolate_some(double time, std::span<const std::uint32_t> /*states*/, std::span<double> x) {
    return interpolate(time, x);
  }
  /// Variable-step methods never evaluate the model after this time.
  virtual void limit(double /*time*/) {}
  /// At how many points inside a step zero crossings should be looked at: methods with long steps of their own.
  [[nodiscard]] virtual int looks_inside() const { return 0; }
  /// Whether the first steps after an event are of low order: what follows from it shortly is seen in short ones only.
  [[nodiscard]] virtual bool begins_with_low_order() const { return false; }
  /// States that take many steps within one `advance`. Whoever waits for something that depends on them sets a watch:
  /// it is asked after every step of theirs whether something was seen in it, which then ends there, and `advance` with
  /// it. Until then `interpolate_some` tells states that are slower as they are expected.
  [[nodiscard]] virtual model::StateSet watched_inside() const { return {}; }
  using Watch = std::function<model::Status(double begin, double& end, bool& seen)>;
  virtual void watch(const Watch& /*watch*/) {}

  /// Forget what was learned from earlier steps (Jacobians, histories): the model changed at an event.
  virtual void reset() = 0;
  /// An event changed the model at the end of the last `advance`; the next one begins there. Methods that advance parts
  /// on their own keep what they know of parts that the event does not touch.
  virtual void restart(const model::EventOutcome& /*outcome*/) { reset(); }

  [[nodiscard]] const Statistics& statistics() const { return statistics_; }

 protected:
  const model::Model& model_;
  model::Context& context_;
  Statistics statistics_;
};

/// What is fixed about a method, apart from any run.
struct MethodInfo {
  std::string_view name{};
  std::string_view summary{};
  int order = 0;                  ///< of convergence; 0 when it varies
  bool fixed_step = true;         ///< needs a step; else it chooses its steps by a tolerance
  bool by_nominal = false;        ///< allows errors by an absolute tolerance, too, in units of the nominal values
  bool mixed = false;             ///< needs a set of fast states
  bool rows = false;              ///< takes a set of fast states where one is given
  bool clusters = false;          ///< takes a whole partition, each cluster with its own step
  bool implicit = false;          ///< solves equations (for the fast states, when mixed)
  bool damps_fast = true;         ///< steps over fast decaying states without ringing (L-stable), when implicit
  bool stepwise = true;           ///< false: a run of its own that no stepper can make, only `simulate`
  bool updates_in_place = false;  ///< knows `ExplicitUpdate::in_place`
  /// The method whose step matrix certifies a step and a partition for this one: itself where a step is a fixed linear
  /// map. Empty: there is none.
  std::string_view certified_as{};
};

const std::vector<MethodInfo>& methods();
/// The method of that name, or an error that lists the valid names.
Outcome<MethodInfo> find_method(std::string_view name);
Outcome<std::unique_ptr<Stepper>> make_stepper(std::string_view method, const model::Model& model,
                                               model::Context& context, const StepperOptions& options);

}  // namespace sunder::integrate
