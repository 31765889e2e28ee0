// The fast states of a model as a model of their own, with the slow states held.
#pragma once

#include <memory>
#include <vector>

#include "model/model.hpp"

namespace sunder {

/// Belongs to one run and one thread: it keeps the held state. Its states are the fast ones, its variables all of the
/// model. Evaluators are restricted ones of the model, so that a step of the fast part costs the fast part only.
class FastPart final : public Model {
 public:
  FastPart(const Model& model, Context& context, StateSet fast);

  /// From now on the slow states are those of x.
  void hold(std::span<const double> x);
  /// The whole state with these fast states; valid until the next call.
  [[nodiscard]] std::span<const double> whole(std::span<const double> y) const;
  [[nodiscard]] const StateSet& fast() const { return fast_; }
  /// To be given to everything that works on this model; it hands on to the context of the whole model. Faults of both
  /// must be kept in one place by a FaultScope.
  [[nodiscard]] Context& context() const { return *own_context_; }

  [[nodiscard]] std::string_view name() const override { return model_.name(); }
  [[nodiscard]] std::size_t state_count() const override { return fast_.size(); }
  [[nodiscard]] std::string state_name(std::size_t state) const override { return model_.state_name(fast_[state]); }
  [[nodiscard]] double state_nominal(std::size_t state) const override { return model_.state_nominal(fast_[state]); }
  [[nodiscard]] Span state_origin(std::size_t state) const override { return model_.state_origin(fast_[state]); }
  [[nodiscard]] std::size_t variable_count() const override { return model_.variable_count(); }
  [[nodiscard]] VariableInfo variable(std::size_t index) const override { return model_.variable(index); }
  [[nodiscard]] std::unique_ptr<Context> create_context() const override { return model_.create_context(); }
  [[nodiscard]] bool initialise(Context& context, double time, std::span<double> y) const override;
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Context& context, const StateSet& wanted,
                                                     const StateSet& varying) const override;
  [[nodiscard]] bool record(Context& context, double time, std::span<const double> y,
                            std::span<double> values) const override;
  [[nodiscard]] bool has_events() const override { return model_.has_events(); }
  [[nodiscard]] std::size_t crossing_count() const override { return model_.crossing_count(); }
  [[nodiscard]] CrossingInfo crossing(std::size_t index) const override { return model_.crossing(index); }
  [[nodiscard]] StateSet crossing_states(std::size_t index) const override;
  [[nodiscard]] bool crossings(Context& context, double time, std::span<const double> y,
                               std::span<double> margins) const override;
  [[nodiscard]] double next_time_event(Context& context, double time) const override;
  /// A slow state that jumps is a fault.
  [[nodiscard]] bool handle_event(Context& context, double time, std::span<double> y, EventCause cause,
                                  EventOutcome& outcome) const override;

 private:
  class HandingOn;
  /// Fast positions of those states that are fast; the others are left out.
  [[nodiscard]] StateSet positions(const StateSet& states) const;

  const Model& model_;
  Context& context_;
  StateSet fast_;
  std::vector<std::uint32_t> position_;  // by state; state_count: slow
  std::unique_ptr<Context> own_context_;
  mutable std::vector<double> whole_;
};

}  // namespace sunder
