// Some states of a model as a model of their own, with the others held.
#pragma once

#include <memory>
#include <vector>

#include "model/model.hpp"

namespace sunder::simulate {

class SubsystemContext;

/// Const and shared by threads as every model is: what is held, and the context of the whole model, belong to the
/// context. Its variables are all of the model's. Evaluators are restricted ones of the model, so that a step costs the
/// part only.
class Subsystem final : public model::Model, private model::Events {
 public:
  Subsystem(const model::Model& whole, model::StateSet states);

  [[nodiscard]] const model::StateSet& states() const { return states_; }

  [[nodiscard]] const model::ModelDescription& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<model::Context> create_context() const override;
  /// On top of a context of the whole model, which it uses and which must outlive it.
  [[nodiscard]] std::unique_ptr<SubsystemContext> create_context_on(model::Context& whole) const;
  model::Status initialise(model::Context& context, double time) const override;
  model::Status resume(model::Context& context, double time, std::span<double> y,
                       std::span<const model::GivenValue> discrete) const override;
  [[nodiscard]] std::unique_ptr<model::Evaluator> evaluator(model::Context& context, const model::Wanted& wanted,
                                                            const model::Varying& varying) const override;
  model::Status record(model::Context& context, double time, std::span<const double> y,
                       std::span<double> values) const override;
  [[nodiscard]] const model::Events* events() const override { return whole_events_ != nullptr ? this : nullptr; }
  [[nodiscard]] std::vector<model::PeriodInfo> periods(model::Context& context) const override;

 private:
  class Description final : public model::ModelDescription {
   public:
    Description(const model::ModelDescription& whole, const model::StateSet& states);
    [[nodiscard]] std::size_t variable_count() const override { return whole_.variable_count(); }
    [[nodiscard]] model::Variable variable(model::VariableIndex index) const override { return whole_.variable(index); }
    [[nodiscard]] std::string variable_name(model::VariableIndex index) const override {
      return whole_.variable_name(index);
    }
    [[nodiscard]] double nominal(model::VariableIndex index) const override { return whole_.nominal(index); }

   private:
    const model::ModelDescription& whole_;
  };

  [[nodiscard]] std::size_t indicator_count() const override { return whole_events_->indicator_count(); }
  [[nodiscard]] model::ZeroCrossing crossing(std::size_t indicator) const override {
    return whole_events_->crossing(indicator);
  }
  [[nodiscard]] model::StateSet indicator_states(std::size_t indicator) const override;
  [[nodiscard]] model::InputSet indicator_inputs(std::size_t indicator) const override {
    return whole_events_->indicator_inputs(indicator);
  }
  [[nodiscard]] std::vector<model::EventFeedback> feedback() const override;
  model::Status indicators(model::Context& context, double time, std::span<const double> y,
                           std::span<double> z) const override;
  [[nodiscard]] double next_time_event(model::Context& context, double time) const override;
  /// A state outside that jumps is a fault.
  model::Status handle(model::Context& context, double time, std::span<double> y, model::EventCause cause,
                       model::EventOutcome& outcome) const override;
  /// States of the whole model as states of this one; those outside are left out.
  [[nodiscard]] model::StateSet own_states(const model::StateSet& states) const;

  const model::Model& whole_;
  const model::Events* whole_events_;
  model::StateSet states_;
  Description description_;
};

class SubsystemContext final : public model::Context {
 public:
  SubsystemContext(const Subsystem& part, model::Context& whole);
  SubsystemContext(const Subsystem& part, std::unique_ptr<model::Context> whole);

  /// From now on the other states are those of x.
  void hold(std::span<const double> x);
  /// The state of the whole model with these states of the part; valid until the next call.
  [[nodiscard]] std::span<double> expand(std::span<const double> y);
  [[nodiscard]] model::Context& whole() { return whole_; }

  [[nodiscard]] double parameter(model::VariableIndex variable) const override { return whole_.parameter(variable); }
  model::Status set_parameter(model::VariableIndex variable, double value) override {
    return whole_.set_parameter(variable, value);
  }
  void accept(double time, std::span<const double> y) override { whole_.accept(time, expand(y)); }
  void skip_to(double time) override { whole_.skip_to(time); }
  [[nodiscard]] std::unique_ptr<model::Snapshot> save() const override;
  void restore(const model::Snapshot& snapshot) override;

 private:
  const Subsystem& part_;
  std::unique_ptr<model::Context> owned_;
  model::Context& whole_;
  std::vector<double> x_;
};

}  // namespace sunder::simulate
