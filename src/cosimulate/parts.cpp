#include "cosimulate/parts.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "cosimulate/local_step.hpp"
#include "cosimulate/matrix_model.hpp"
#include "integrate/stepper.hpp"
#include "simulate/stretch.hpp"

namespace sunder::cosimulate {

namespace {

constexpr double rounding = 1e-9;

class ModelPart : public model::Part {
 public:
  ModelPart(const PartDescription& description, std::shared_ptr<const model::Model> model)
      : interface_(description.interface),
        step_(description.step),
        substeps_(description.substeps.value_or(1)),
        nonlinear_(!description.linear),
        steps_itself_(description.steps_itself),
        model_(std::move(model)),
        context_(model_->create_context()) {
    outputs_ = model_->evaluator(*context_, {{}, model::all_outputs(model_->output_count())},
                                 {{}, model::all_inputs(model_->input_count())});
    all_ = model::open_evaluator(*model_, *context_);
    feeds_through_ = outputs_->pattern().nonzeros() > 0;
  }

  /// Null: a part without states, or one that is solved exactly.
  void set_stepper(std::unique_ptr<integrate::Stepper> stepper, bool variable_step, const CancelToken& cancel) {
    variable_step_ = variable_step;
    if (is_hybrid()) {
      // the certificate is that of whole local steps
      const auto looks = stepper && !variable_step ? simulate::StretchRunner::Looks::at_steps_only
                                                   : simulate::StretchRunner::Looks::often;
      runner_ = std::make_unique<simulate::StretchRunner>(*model_, *context_, std::move(stepper), cancel, looks);
    } else {
      stepper_ = std::move(stepper);
    }
  }
  [[nodiscard]] const model::Model& model() const { return *model_; }
  [[nodiscard]] model::Context& context() const { return *context_; }

  [[nodiscard]] const model::PartInterface& interface() const override { return interface_; }
  model::Status set(const PartSetting& setting) { return context_->set_parameter(setting.variable, setting.value); }
  model::Status initialise(double time) override {
    ended_.reset();
    if (runner_) runner_->forget_termination();
    if (stepper_) stepper_->reset();
    context_->inputs().release();
    return model_->initialise(*context_, time);
  }
  void set_inputs(const model::InputCurve& curve) override { context_->inputs().set(curve); }
  void keep_substeps(std::size_t count) override {
    step_.reset();
    substeps_ = count;
  }

  model::Status step(double time, double length) override {
    if (steps_itself_ && !ended_) return move_to(time + length);
    if ((states().empty() && !runner_) || ended_) return {};
    const std::size_t count =
        step_ ? static_cast<std::size_t>(std::max(1.0, std::ceil(length / *step_ - rounding))) : substeps_;
    const double h = length / static_cast<double>(count);
    if (stepper_ && variable_step_) {
      // inputs jump at communication points: what was learned before does not hold any more
      stepper_->reset();
      stepper_->limit(time + length);
    }
    for (std::size_t i = 0; i < count && !ended_; ++i) {
      const double begin = time + static_cast<double>(i) * h;
      const double end = i + 1 == count ? time + length : time + static_cast<double>(i + 1) * h;
      if (model::Status advanced = advance(begin, end, h, i == 0); !advanced) return advanced;
    }
    return {};
  }

  model::Status outputs(double time, std::span<const double> u, std::span<double> y) override {
    if (model::Status frozen = outputs_->freeze(time, states()); !frozen) return frozen;
    if (model::Status evaluated = outputs_->evaluate({states(), u}, {{}, y}); !evaluated) return evaluated;
    for (std::size_t i = 0; i < y.size(); ++i)
      if (!std::isfinite(y[i])) return not_finite(time, interface_.outputs[i], y[i]);
    return {};
  }
  [[nodiscard]] bool feeds_through() const override { return feeds_through_; }
  model::Status feedthrough(double time, std::span<const double> u, std::span<double> d) override {
    jacobian_.resize(outputs_->pattern().nonzeros());
    if (model::Status frozen = outputs_->freeze(time, states()); !frozen) return frozen;
    if (model::Status evaluated = outputs_->jacobian({states(), u}, jacobian_); !evaluated) return evaluated;
    std::fill(d.begin(), d.end(), 0.0);
    const algebra::SparsePattern& pattern = outputs_->pattern();
    for (std::size_t c = 0; c < pattern.columns; ++c)
      for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
        d[static_cast<std::size_t>(pattern.row_indices[k]) * pattern.columns + c] = jacobian_[k];
    return {};
  }

  model::Status linearise(double time, std::span<const double> u, model::LinearSystem& out) override {
    jacobian_.resize(all_->pattern().nonzeros());
    if (model::Status frozen = all_->freeze(time, states()); !frozen) return frozen;
    if (model::Status evaluated = all_->jacobian({states(), u}, jacobian_); !evaluated) return evaluated;
    out = model::dense(model::linear_system(*model_, *all_, jacobian_));
    return {};
  }

  [[nodiscard]] std::span<double> states() override { return context_->states(); }
  [[nodiscard]] bool nonlinear() const override { return nonlinear_; }
  [[nodiscard]] bool can_restore() const override { return context_->can_go_back(); }
  [[nodiscard]] std::unique_ptr<model::Snapshot> save() const override {
    auto saved = std::make_unique<Saved>();
    saved->x.assign(context_->states().begin(), context_->states().end());
    saved->ended = ended_;
    saved->context = context_->save();
    return saved;
  }
  void restore(const model::Snapshot& snapshot) override {
    const auto& saved = static_cast<const Saved&>(snapshot);
    std::copy(saved.x.begin(), saved.x.end(), states().begin());
    ended_ = saved.ended;
    context_->restore(*saved.context);
    if (runner_) runner_->forget_termination();
    // what a variable-step method remembers belongs to the way that is taken back
    if (stepper_) stepper_->reset();
  }
  [[nodiscard]] std::vector<std::size_t> deciding_inputs() const override {
    std::set<std::size_t> found;
    const model::Events* events = model_->events();
    for (std::size_t i = 0; events != nullptr && i < events->indicator_count(); ++i)
      for (const model::InputIndex input : events->indicator_inputs(i)) found.insert(input.index());
    return {found.begin(), found.end()};
  }
  [[nodiscard]] std::vector<model::EventMessage> warnings() const override {
    return runner_ ? runner_->warnings() : std::vector<model::EventMessage>();
  }
  [[nodiscard]] std::optional<model::EventMessage> termination() const override { return ended_; }

  [[nodiscard]] std::size_t variable_count() const override { return model_->description().variable_count(); }
  [[nodiscard]] model::Variable variable(model::VariableIndex index) const override {
    return model_->description().variable(index);
  }
  model::Status record(double time, std::span<double> values) override {
    return model_->record(*context_, time, states(), values);
  }

 protected:
  /// One local step.
  virtual model::Status advance(double begin, double end, double h, bool first) {
    if (!runner_) return stepper_->step(begin, h, states());
    // inputs jump at communication points: what is held is made consistent there
    model::Status fine = first ? runner_->run(begin, end, states(), {}) : runner_->go_on(begin, end, states(), {});
    ended_ = runner_->termination();
    return fine;
  }

 private:
  /// Of an FMU only a run shows whether there are time events: it always has an indicator.
  [[nodiscard]] bool is_hybrid() const {
    const model::Events* events = model_->events();
    return !steps_itself_ && events != nullptr && (model_->description().hybrid || events->indicator_count() > 0);
  }
  /// A part that makes its steps itself does so when something of a later time is asked for.
  model::Status move_to(double time) {
    const model::Events& events = *model_->events();
    std::vector<double> z(events.indicator_count());
    if (model::Status moved = events.indicators(*context_, time, states(), z); !moved) return moved;
    if (std::ranges::none_of(z, [](double one) { return one < 0; })) return {};
    model::EventOutcome outcome;
    if (model::Status handled = events.handle(*context_, time, states(), model::EventCause::found, outcome); !handled)
      return handled;
    ended_ = outcome.termination;
    return {};
  }

  struct Saved final : model::Snapshot {
    std::vector<double> x;
    std::optional<model::EventMessage> ended;
    std::unique_ptr<model::Snapshot> context;
  };
  static model::Fault not_finite(double time, const std::string& name, double value) {
    model::Fault fault;
    fault.code = Code::E1010;
    fault.variable = name;
    fault.message = "the output '" + name + "' is " + shortest(value);
    fault.time = time;
    return fault;
  }

  model::PartInterface interface_;
  std::optional<double> step_;
  std::size_t substeps_;
  bool nonlinear_;
  bool steps_itself_;
  bool feeds_through_ = false;
  bool variable_step_ = false;
  std::shared_ptr<const model::Model> model_;
  std::unique_ptr<model::Context> context_;
  std::unique_ptr<integrate::Stepper> stepper_;
  std::unique_ptr<simulate::StretchRunner> runner_;  // in place of the stepper, when there are events
  std::vector<double> jacobian_;
  std::optional<model::EventMessage> ended_;
  std::unique_ptr<model::Evaluator> outputs_;  // outputs by inputs
  std::unique_ptr<model::Evaluator> all_;      // everything by everything
};

/// x(t + h) by the matrix exponential, exact for inputs that are polynomials.
class ExactPart final : public ModelPart {
 public:
  ExactPart(const PartDescription& description, std::shared_ptr<const model::Model> model)
      : ModelPart(description, std::move(model)), linear_(*description.linear) {}

  model::Status step(double time, double length) override { return advance(time, time + length, length, true); }

 protected:
  model::Status advance(double begin, double, double h, bool) override {
    if (h != length_) map_ = *step_map(linear_, {"exact", {}, 1}, h);
    length_ = h;
    Eigen::Map<Eigen::VectorXd> x(states().data(), static_cast<Eigen::Index>(states().size()));
    Eigen::VectorXd next = map_.state * x;
    if (const model::InputCurve* curve = context().inputs().curve()) add_inputs(*curve, begin, h, next);
    x = next;
    return all_finite_states(begin + h);
  }

 private:
  /// The curve counts its own length: shifted and scaled to this step.
  void add_inputs(const model::InputCurve& curve, double begin, double h, Eigen::VectorXd& next) const {
    const double at = (begin - curve.begin) / curve.length, scale = h / curve.length;
    const auto inputs = static_cast<Eigen::Index>(curve.coefficients[0].size());
    const auto coefficient = [&](int d) {
      return Eigen::Map<const Eigen::VectorXd>(curve.coefficients[static_cast<std::size_t>(d)].data(), inputs);
    };
    next += map_.input[0] * (coefficient(0) + at * coefficient(1) + at * at * coefficient(2));
    next += map_.input[1] * (scale * (coefficient(1) + 2 * at * coefficient(2)));
    next += map_.input[2] * (scale * scale * coefficient(2));
  }

  model::Status all_finite_states(double time) {
    for (std::size_t i = 0; i < states().size(); ++i) {
      if (std::isfinite(states()[i])) continue;
      model::Fault fault;
      fault.code = Code::E0608;
      fault.variable = interface().states[i];
      fault.message = "the state '" + fault.variable + "' is not finite any more";
      fault.time = time;
      return fault;
    }
    return {};
  }

  const model::LinearSystem linear_;
  StepMap map_;
  double length_ = 0;
};

}  // namespace

model::StateSet fast_states(const PartDescription& description, Diagnostics& diagnostics) {
  model::StateSet fast;
  const std::vector<std::string>& names = description.interface.states;
  for (const Located& name : description.fast) {
    const auto found = std::ranges::find(names, name.text);
    if (found == names.end()) {
      Diagnostic& error =
          diagnostics.error(Code::E1002, name.span,
                            "'" + name.text + "' is not a state of the part '" + description.interface.name + "'");
      const auto near = closest(name.text, names);
      if (!near.empty()) error.help = "did you mean '" + near.front() + "'?";
    } else {
      fast.emplace_back(static_cast<std::size_t>(found - names.begin()));
    }
  }
  model::make_set(fast);
  return fast;
}

bool chooses_steps(const std::string& method) {
  return method != "exact" && !integrate::find_method(method)->fixed_step;
}

Outcome<std::unique_ptr<model::Part>> make_part(const PartDescription& description,
                                                std::shared_ptr<const model::Model> model, const CancelToken& cancel,
                                                const std::vector<PartSetting>& settings) {
  using Result = Outcome<std::unique_ptr<model::Part>>;
  Diagnostics diagnostics;
  integrate::StepperOptions options;
  options.fast = fast_states(description, diagnostics);
  options.cancel = cancel;
  if (description.tolerance) options.tolerance = *description.tolerance;
  if (diagnostics.has_errors()) return Result(std::move(diagnostics));
  if (description.method.text == "exact" && description.linear)
    return Result(std::make_unique<ExactPart>(description, std::move(model)));
  auto part = std::make_unique<ModelPart>(description, std::move(model));
  for (const PartSetting& setting : settings) {
    const model::Status set = part->set(setting);
    if (!set) diagnostics.error(set.fault().code, setting.span, set.fault().message);
  }
  if (diagnostics.has_errors()) return Result(std::move(diagnostics));
  std::unique_ptr<integrate::Stepper> stepper;
  if (part->model().state_count() > 0) {
    auto made = integrate::make_stepper(description.method.text, part->model(), part->context(), options);
    if (!made.ok()) return Result(std::move(made.diagnostics()));
    stepper = made.take();
  }
  part->set_stepper(std::move(stepper), !integrate::find_method(description.method.text)->fixed_step, cancel);
  return Result(std::move(part));
}

Outcome<std::unique_ptr<model::Part>> make_linear_part(const PartDescription& description, const CancelToken& cancel) {
  const auto model = std::make_shared<MatrixModel>(*description.linear, description.interface, description.initial);
  return make_part(description, model, cancel);
}

}  // namespace sunder::cosimulate
