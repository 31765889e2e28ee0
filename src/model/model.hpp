// What a run needs of a model, whoever made it: our compiler, an FMU, a linear system.
//
//   x' = f(t, x, u; p)        y = g(t, x, u; p)
//
// A Model is const and shared by threads. A Context is the mutable side of one run: states, inputs, parameters. An
// Evaluator is one worker's instrument to compute some derivatives and outputs: it owns scratch memory and is not
// shared.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/sparse.hpp"
#include "base/cancel.hpp"
#include "model/description.hpp"
#include "model/events.hpp"
#include "model/inputs.hpp"
#include "model/sets.hpp"
#include "model/snapshot.hpp"
#include "model/status.hpp"

namespace sunder::model {

class Model;
class OpenedJacobian;
class Split;

/// The mutable side of one run. It keeps its model alive (where that is held by a shared_ptr), and what was learned of
/// the solution of equations changes only in `accept`, so that a rejected step leaves no trace.
class Context {
 public:
  explicit Context(const Model& model);
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  [[nodiscard]] const Model& model() const { return model_; }
  /// Where the run is: `initialise` sets it, whoever integrates moves it.
  [[nodiscard]] std::span<double> states() { return states_; }
  [[nodiscard]] InputSignals& inputs() { return inputs_; }
  [[nodiscard]] const InputSignals& inputs() const { return inputs_; }

  /// Parameters by number of the variable. What depends on them follows; initial values too, so `initialise` comes
  /// after.
  [[nodiscard]] virtual double parameter(VariableIndex variable) const = 0;
  /// Refused, with the reason, where a variable is no parameter or was read while the model was compiled.
  virtual Status set_parameter(VariableIndex variable, double value) = 0;

  /// The integrator accepted a step that ends at (t, x).
  virtual void accept(double time, std::span<const double> x) = 0;
  /// What was is read later: points inside of steps should be accepted, too, in their order.
  [[nodiscard]] virtual bool keeps_past() const { return false; }
  /// The run goes on at `time` without having come there step by step: instants of the clock up to then are over, those
  /// after it are still to come, also when time went back.
  virtual void skip_to(double time) = 0;

  /// Everything that changes during a run but the states, which are the integrator's.
  [[nodiscard]] virtual std::unique_ptr<Snapshot> save() const = 0;
  virtual void restore(const Snapshot& snapshot) = 0;  ///< one of its own, any number of times
  /// False: `restore` may be impossible, and the next evaluation then fails.
  [[nodiscard]] virtual bool can_go_back() const { return true; }
  /// Who may end long evaluations (a large Jacobian) early, with a fault: whoever makes the run says so.
  void listen_to(const CancelToken& cancel) { cancel_ = cancel; }
  [[nodiscard]] const CancelToken& cancel() const { return cancel_; }
  /// What came up since the last question that people should know, beside what events say: warnings.
  [[nodiscard]] virtual std::vector<EventMessage> take_messages() { return {}; }

 private:
  std::shared_ptr<const Model> share_;
  const Model& model_;
  std::vector<double> states_;
  InputSignals inputs_;
  CancelToken cancel_;
};

/// Of models without parameters and without memory.
class PlainContext : public Context {
 public:
  using Context::Context;
  [[nodiscard]] double parameter(VariableIndex variable) const override;
  Status set_parameter(VariableIndex variable, double value) override;
  void accept(double /*time*/, std::span<const double> /*x*/) override {}
  void skip_to(double time) override { inputs().pass(time); }
  [[nodiscard]] std::unique_ptr<Snapshot> save() const override;
  void restore(const Snapshot& snapshot) override;
};

/// What an evaluator computes, and what may change between two evaluations.
struct Wanted {
  StateSet derivatives;
  OutputSet outputs;
  friend auto operator<=>(const Wanted&, const Wanted&) = default;
};
struct Varying {
  StateSet states;
  InputSet inputs;
  friend auto operator<=>(const Varying&, const Varying&) = default;
};

/// Computes wanted derivatives and outputs while only the varying states and inputs change.
///
/// `freeze(t, x)` evaluates once what depends only on time, parameters and what does not vary (other inputs are those
/// of the context at t); `evaluate` and `jacobian` then read only the varying entries of x and u. All vectors have full
/// length; only the wanted entries are written. No call allocates after the first.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  /// u may be empty where no input varies, y where no output is wanted.
  struct At {
    std::span<const double> x, u;
  };
  struct Into {
    std::span<double> dx, y;
  };

  [[nodiscard]] virtual const Wanted& wanted() const = 0;
  [[nodiscard]] virtual const Varying& varying() const = 0;

  virtual Status freeze(double time, std::span<const double> x) = 0;
  virtual Status evaluate(const At& at, const Into& into) = 0;
  Status evaluate(std::span<const double> x, std::span<double> dx) { return evaluate(At{x, {}}, Into{dx, {}}); }

  /// d(wanted)/d(varying). Rows: the wanted derivatives, then outputs; columns: the varying states, then inputs; by
  /// their positions in the sets.
  [[nodiscard]] virtual const algebra::SparsePattern& pattern() const = 0;
  virtual Status jacobian(const At& at, std::span<double> values) = 0;
  Status jacobian(std::span<const double> x, std::span<double> values) { return jacobian(At{x, {}}, values); }

  /// The Jacobian with the unknowns of equations that `evaluate` solves beside the states (model/opened.hpp); null
  /// where there are none that it could have as columns. It lives as long as this.
  [[nodiscard]] virtual OpenedJacobian* opened() { return nullptr; }

  /// True: between two events (and while nobody sets parameters) all Jacobians have the same bits, whatever the states,
  /// the inputs and the time are. False: not known.
  [[nodiscard]] virtual bool jacobian_constant() const { return false; }

  /// The partial derivatives of the wanted derivatives by time at (t of `freeze`, at), inputs of the context moving
  /// with the clock and states standing still. Only where no input varies.
  virtual Status time_derivative(const At& at, std::span<double> dx) = 0;
  /// Whether the above can be anything but zero; changes only with what drives the inputs.
  [[nodiscard]] virtual bool depends_on_time() const = 0;

  /// How many evaluations of f one `jacobian` call makes (0: exact, by generated code).
  [[nodiscard]] virtual std::size_t evaluations_per_jacobian() const = 0;
  /// False when each `evaluate` computes the whole model although only a part is wanted (an FMU, say).
  [[nodiscard]] virtual bool restricted() const = 0;
  /// Arithmetic operations of one `evaluate` / one `freeze`, for statistics; 0 when unknown.
  [[nodiscard]] virtual std::size_t operations() const = 0;
  [[nodiscard]] virtual std::size_t frozen_operations() const = 0;
};

/// A value for a variable, by its number.
struct GivenValue {
  VariableIndex variable;
  double value = 0;
};

/// Something that repeats by the clock alone.
struct PeriodInfo {
  double period = 0;
  std::string text;       ///< "a sine of time", "the instants of sample"
  bool instants = false;  ///< makes time events
  Span span;
};

class Model : public std::enable_shared_from_this<Model> {
 public:
  virtual ~Model() = default;

  [[nodiscard]] virtual const ModelDescription& description() const = 0;
  [[nodiscard]] virtual std::unique_ptr<Context> create_context() const = 0;

  /// Solves the initial system at `time`: the context's states are then consistent initial ones.
  virtual Status initialise(Context& context, double time) const = 0;
  /// After `initialise`: goes on from these states and values of discrete variables instead of the initial ones. Other
  /// variables follow from them.
  virtual Status resume(Context& context, double time, std::span<double> x,
                        std::span<const GivenValue> discrete) const = 0;

  /// The program behind an evaluator is cached by what it is for.
  [[nodiscard]] virtual std::unique_ptr<Evaluator> evaluator(Context& context, const Wanted& wanted,
                                                             const Varying& varying) const = 0;
  /// The model cut into parts, from slow to fast, that are integrated at paces of their own (model/split.hpp);
  /// `watched` are states that the fastest part must know. What a model does not say about itself is found from its
  /// Jacobian's pattern.
  [[nodiscard]] virtual std::unique_ptr<Split> split(Context& context, const std::vector<StateSet>& parts,
                                                     const StateSet& watched) const;
  /// The values of all variables at (time, x), in the order of the description.
  virtual Status record(Context& context, double time, std::span<const double> x, std::span<double> values) const = 0;

  /// The texts of `description().texts` at the point that was recorded last.
  virtual void read_texts(Context& /*context*/, std::span<std::string> /*texts*/) const {}

  /// Null: nothing ever happens.
  [[nodiscard]] virtual const Events* events() const = 0;
  /// What the model's text makes repeat by the clock (sines of time, instants of sample), shortest period first. There
  /// may be more: an oscillation of the states is not in the text.
  [[nodiscard]] virtual std::vector<PeriodInfo> periods(Context& context) const = 0;

  // From the description.
  [[nodiscard]] std::string_view name() const { return description().name; }
  [[nodiscard]] std::size_t state_count() const { return description().states.size(); }
  [[nodiscard]] std::size_t input_count() const { return description().inputs.size(); }
  [[nodiscard]] std::size_t output_count() const { return description().outputs.size(); }
  [[nodiscard]] std::string state_name(StateIndex state) const {
    return description().variable_name(description().states[state.index()]);
  }
  [[nodiscard]] std::string input_name(InputIndex input) const {
    return description().variable_name(description().inputs[input.index()]);
  }
  [[nodiscard]] std::string output_name(OutputIndex output) const {
    return description().variable_name(description().outputs[output.index()]);
  }
  [[nodiscard]] double state_nominal(StateIndex state) const {
    return description().nominal(description().states[state.index()]);
  }
  [[nodiscard]] Span state_origin(StateIndex state) const {
    return description().variable(description().states[state.index()]).origin;
  }
};

std::vector<std::string> state_names(const Model& model, const StateSet& states);
/// Of all states.
std::vector<std::string> state_names(const Model& model);

/// The initial states in a vector of their own.
Status initialise(const Model& model, Context& context, double time, std::span<double> x);

/// Some derivatives while some states vary.
std::unique_ptr<Evaluator> evaluator(const Model& model, Context& context, const StateSet& wanted,
                                     const StateSet& varying);
/// All derivatives with all states varying.
std::unique_ptr<Evaluator> full_evaluator(const Model& model, Context& context);
/// All derivatives and outputs with all states and inputs varying, as far as they are Real: its Jacobian is [A B; C D].
std::unique_ptr<Evaluator> open_evaluator(const Model& model, Context& context);

}  // namespace sunder::model
