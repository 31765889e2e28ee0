// A model whose inputs follow a curve: what is left are its own states, with derivatives that depend on the time by way
// of the inputs. Integration methods see an ordinary Model.
#pragma once

#include <memory>
#include <vector>

#include "model/model.hpp"
#include "model/part.hpp"
#include "model/ports.hpp"

namespace sunder {

class DrivenContext final : public Context {
 public:
  DrivenContext(std::unique_ptr<Context> underneath, const Ports& ports, std::size_t total)
      : base(std::move(underneath)), ports_(ports), full_(total) {
    curve.resize(ports.input_at.size());
  }

  void accept(double time, std::span<const double> x) override { base->accept(time, full(time, x)); }
  void skip_to(double time) override { base->skip_to(time); }

  /// States and inputs at this time, as the model underneath wants them.
  std::span<double> full(double time, std::span<const double> x);
  /// Passes on what went wrong underneath; false.
  bool fail();

  std::unique_ptr<Context> base;
  InputCurve curve;

 private:
  const Ports& ports_;
  std::vector<double> full_;
};

class DrivenModel final : public Model {
 public:
  DrivenModel(std::shared_ptr<const Model> base, Ports ports);

  [[nodiscard]] const Model& base() const { return *base_; }
  [[nodiscard]] const Ports& ports() const { return ports_; }

  [[nodiscard]] std::string_view name() const override { return base_->name(); }
  [[nodiscard]] std::size_t state_count() const override { return ports_.state_at.size(); }
  [[nodiscard]] std::string state_name(std::size_t state) const override {
    return base_->state_name(ports_.state_at[state]);
  }
  [[nodiscard]] double state_nominal(std::size_t state) const override {
    return base_->state_nominal(ports_.state_at[state]);
  }
  [[nodiscard]] Span state_origin(std::size_t state) const override {
    return base_->state_origin(ports_.state_at[state]);
  }

  [[nodiscard]] std::size_t variable_count() const override { return base_->variable_count(); }
  [[nodiscard]] VariableInfo variable(std::size_t index) const override { return base_->variable(index); }
  [[nodiscard]] std::unique_ptr<Context> create_context() const override;
  [[nodiscard]] bool initialise(Context& context, double time, std::span<double> x) const override;
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Context& context, const StateSet& wanted,
                                                     const StateSet& varying) const override;
  [[nodiscard]] bool record(Context& context, double time, std::span<const double> x,
                            std::span<double> values) const override;

  [[nodiscard]] bool has_events() const override { return base_->has_events(); }
  [[nodiscard]] std::size_t crossing_count() const override { return base_->crossing_count(); }
  [[nodiscard]] CrossingInfo crossing(std::size_t index) const override { return base_->crossing(index); }
  [[nodiscard]] StateSet crossing_states(std::size_t index) const override {
    return own(base_->crossing_states(index));
  }
  [[nodiscard]] bool crossings(Context& context, double time, std::span<const double> x,
                               std::span<double> margins) const override;
  [[nodiscard]] double next_time_event(Context& context, double time) const override;
  [[nodiscard]] bool handle_event(Context& context, double time, std::span<double> x, EventCause cause,
                                  EventOutcome& outcome) const override;

 private:
  /// Positions among the own states; inputs and outputs are left out.
  [[nodiscard]] StateSet own(const StateSet& full) const;

  std::shared_ptr<const Model> base_;
  Ports ports_;
};

}  // namespace sunder
