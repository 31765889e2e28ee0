// The model that an FMU is, its contexts and evaluators. One for Co-Simulation has no states: it makes a communication
// step whenever something of a later time is asked for.
#pragma once

#include <functional>
#include <map>
#include <mutex>

#include "fmi/fmu.hpp"

namespace sunder::fmi {

/// Gives a new instance whenever a context needs one.
using InstanceMaker = std::function<Outcome<std::unique_ptr<ExchangeInstance>>()>;

class FmuModel;

/// An instance of the FMU. Evaluators share it, one at a time.
class FmuContext final : public model::Context {
 public:
  explicit FmuContext(const FmuModel& model);
  ~FmuContext() override;

  [[nodiscard]] double parameter(model::VariableIndex variable) const override;
  model::Status set_parameter(model::VariableIndex variable, double value) override;
  void accept(double time, std::span<const double> x) override;
  void skip_to(double time) override { inputs().pass(time); }
  [[nodiscard]] std::unique_ptr<model::Snapshot> save() const override;
  void restore(const model::Snapshot& snapshot) override;
  [[nodiscard]] bool can_go_back() const override;

  model::Status initialise(double time);
  model::Status evaluate(const Point& at, const Values& values);
  model::Status jacobian(const Point& at, const JacobianColours& colours, std::span<double> values);
  model::Status record(double time, std::span<const double> x, std::span<double> values);
  model::Status indicators(double time, std::span<const double> x, std::span<double> z);
  model::Status handle(double time, std::span<double> x, bool terminal, model::EventOutcome& outcome);
  [[nodiscard]] double next_time_event() const;
  /// Strings and binaries as they are now; only after initialisation.
  model::Status texts(std::vector<std::string>& values);
  [[nodiscard]] std::vector<model::EventMessage> take_messages() override;
  /// The inputs at a time, valid until the next question.
  std::span<const double> inputs_at(double time);
  /// For the colours of one more evaluator; from 1 on.
  std::uint64_t next_colours() { return ++colours_; }

 private:
  struct Saved;
  /// What changes at events, beside what the FMU keeps to itself.
  struct EventState {
    std::vector<double> signs;  ///< of the indicators when they were looked at last
    std::optional<double> next;
    bool step_event = false, terminate = false;
    std::uint64_t handled = 0;  ///< events since the beginning
  };
  model::Status look_at_signs(double time, std::span<const double> x);
  /// What the FMU said is kept until it is asked for.
  void listen();
  /// What could not be returned where it happened.
  model::Status pending();
  /// Co-Simulation: makes the step to this time.
  model::Status advance_to(double time);

  const FmuModel& fmu_;
  std::shared_ptr<ExchangeInstance> instance_;
  std::map<model::VariableIndex, double> given_;
  EventState events_;
  std::optional<model::Fault> fault_;
  std::vector<std::string> messages_;  ///< different ones
  std::size_t further_messages_ = 0;   ///< beyond those that are kept
  std::vector<double> u_, z_;
  double now_ = 0;  ///< Co-Simulation: how far it has come
  std::uint64_t colours_ = 0;
  mutable std::recursive_mutex mutex_;
};

class FmuModel final : public model::Model, private model::Events {
 public:
  FmuModel(std::shared_ptr<const Fmu> fmu, Use use, InstanceMaker maker, std::vector<TextSetting> texts);

  [[nodiscard]] const model::ModelDescription& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<model::Context> create_context() const override;
  model::Status initialise(model::Context& context, double time) const override;
  model::Status resume(model::Context& context, double time, std::span<double> x,
                       std::span<const model::GivenValue> discrete) const override;
  [[nodiscard]] std::unique_ptr<model::Evaluator> evaluator(model::Context& context, const model::Wanted& wanted,
                                                            const model::Varying& varying) const override;
  model::Status record(model::Context& context, double time, std::span<const double> x,
                       std::span<double> values) const override;
  /// Always: only a run shows whether there are time events.
  [[nodiscard]] const model::Events* events() const override { return this; }
  [[nodiscard]] std::vector<model::PeriodInfo> periods(model::Context& /*context*/) const override { return {}; }

  [[nodiscard]] const Fmu& fmu() const { return *fmu_; }
  [[nodiscard]] const FmuDescription& of_fmu() const { return fmu_->description; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] Outcome<std::unique_ptr<ExchangeInstance>> make_instance() const { return maker_(); }
  [[nodiscard]] const std::vector<TextSetting>& texts() const { return texts_; }
  [[nodiscard]] bool steps_itself() const { return use_ == Use::co_simulation; }
  [[nodiscard]] const InterfaceKind& kind() const {
    return steps_itself() ? *of_fmu().co_simulation : *of_fmu().model_exchange;
  }
  [[nodiscard]] std::size_t fmu_indicators() const { return steps_itself() ? 0 : of_fmu().event_indicator_count; }
  /// The element of the FMU behind a variable.
  [[nodiscard]] const Element& element(model::VariableIndex variable) const {
    return layout_.recorded[variable.index()];
  }
  /// By declared dependencies: whether row (derivatives, then outputs) may depend on column (states, then inputs).
  [[nodiscard]] const std::vector<std::vector<std::size_t>>& columns_of_row() const { return columns_of_row_; }
  [[nodiscard]] bool exact_derivatives() const { return exact_derivatives_; }

 private:
  void describe();
  void find_structure();

  // Events: the indicators of the FMU, and one more for events at the end of a step
  [[nodiscard]] std::size_t indicator_count() const override { return fmu_indicators() + 1; }
  [[nodiscard]] model::ZeroCrossing crossing(std::size_t indicator) const override;
  [[nodiscard]] model::StateSet indicator_states(std::size_t /*indicator*/) const override {
    return model::all_states(state_count());
  }
  [[nodiscard]] model::InputSet indicator_inputs(std::size_t /*indicator*/) const override {
    return model::all_inputs(input_count());
  }
  [[nodiscard]] std::vector<model::EventFeedback> feedback() const override;
  model::Status indicators(model::Context& context, double time, std::span<const double> x,
                           std::span<double> z) const override;
  [[nodiscard]] double next_time_event(model::Context& context, double time) const override;
  model::Status handle(model::Context& context, double time, std::span<double> x, model::EventCause cause,
                       model::EventOutcome& outcome) const override;

  std::shared_ptr<const Fmu> fmu_;
  Use use_;
  InstanceMaker maker_;
  std::vector<TextSetting> texts_;
  Layout layout_;
  model::ListedDescription description_;
  std::vector<std::vector<std::size_t>> columns_of_row_;
  bool exact_derivatives_ = false;
};

std::unique_ptr<model::Evaluator> make_fmu_evaluator(const FmuModel& model, FmuContext& context,
                                                     const model::Wanted& wanted, const model::Varying& varying);

}  // namespace sunder::fmi
