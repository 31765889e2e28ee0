// Some states of a model as a model of their own, with the others held.
#pragma once

#include <memory>
#include <vector>

#include "model/model.hpp"

namespace sunder {

class SubsystemContext;

/// Const and shared by threads as every model is: what is held, and the context of the whole model, belong to the
/// context. Its variables are all of the model's. Evaluators are restricted ones of the model, so that a step costs the
/// part only.
class Subsystem final : public Model, private Events {
 public:
  Subsystem(const Model& whole, StateSet states);

  [[nodiscard]] const StateSet& states() const { return states_; }

  [[nodiscard]] const ModelDescription& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<Context> create_context() const override;
  /// On top of a context of the whole model, which it uses and which must outlive it.
  [[nodiscard]] std::unique_ptr<SubsystemContext> create_context_on(Context& whole) const;
  Status initialise(Context& context, double time) const override;
  Status resume(Context& context, double time, std::span<double> y,
                std::span<const GivenValue> discrete) const override;
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Context& context, const Wanted& wanted,
                                                     const Varying& varying) const override;
  Status record(Context& context, double time, std::span<const double> y, std::span<double> values) const override;
  [[nodiscard]] const Events* events() const override { return whole_events_ != nullptr ? this : nullptr; }
  [[nodiscard]] std::vector<PeriodInfo> periods(Context& context) const override;

 private:
  class Description final : public ModelDescription {
   public:
    Description(const ModelDescription& whole, const StateSet& states);
    [[nodiscard]] std::size_t variable_count() const override { return whole_.variable_count(); }
    [[nodiscard]] Variable variable(std::size_t index) const override { return whole_.variable(index); }
    [[nodiscard]] std::string variable_name(std::size_t index) const override { return whole_.variable_name(index); }
    [[nodiscard]] double nominal(std::size_t index) const override { return whole_.nominal(index); }

   private:
    const ModelDescription& whole_;
  };

  [[nodiscard]] std::size_t indicator_count() const override { return whole_events_->indicator_count(); }
  [[nodiscard]] ZeroCrossing crossing(std::size_t indicator) const override {
    return whole_events_->crossing(indicator);
  }
  [[nodiscard]] StateSet indicator_states(std::size_t indicator) const override;
  [[nodiscard]] IndexSet indicator_inputs(std::size_t indicator) const override {
    return whole_events_->indicator_inputs(indicator);
  }
  Status indicators(Context& context, double time, std::span<const double> y, std::span<double> z) const override;
  [[nodiscard]] double next_time_event(Context& context, double time) const override;
  /// A state outside that jumps is a fault.
  Status handle(Context& context, double time, std::span<double> y, EventCause cause,
                EventOutcome& outcome) const override;
  /// Positions among the own states; the others are left out.
  [[nodiscard]] StateSet positions(const StateSet& states) const;

  const Model& whole_;
  const Events* whole_events_;
  StateSet states_;
  Description description_;
};

class SubsystemContext final : public Context {
 public:
  SubsystemContext(const Subsystem& part, Context& whole);
  SubsystemContext(const Subsystem& part, std::unique_ptr<Context> whole);

  /// From now on the other states are those of x.
  void hold(std::span<const double> x);
  /// The state of the whole model with these states of the part; valid until the next call.
  [[nodiscard]] std::span<double> expand(std::span<const double> y);
  [[nodiscard]] Context& whole() { return whole_; }

  [[nodiscard]] double parameter(std::size_t variable) const override { return whole_.parameter(variable); }
  Status set_parameter(std::size_t variable, double value) override { return whole_.set_parameter(variable, value); }
  void accept(double time, std::span<const double> y) override { whole_.accept(time, expand(y)); }
  void skip_to(double time) override { whole_.skip_to(time); }
  [[nodiscard]] std::unique_ptr<Snapshot> save() const override;
  void restore(const Snapshot& snapshot) override;

 private:
  const Subsystem& part_;
  std::unique_ptr<Context> owned_;
  Context& whole_;
  std::vector<double> x_;
};

}  // namespace sunder
