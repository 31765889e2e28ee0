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

namespace sunder {

namespace {

constexpr double rounding = 1e-9;

class ModelPart : public Part {
 public:
  ModelPart(const PartDescription& description, std::shared_ptr<const Model> model)
      : interface_(description.interface),
        step_(description.step),
        substeps_(description.substeps.value_or(1)),
        nonlinear_(!description.linear),
        model_(std::move(model)),
        context_(model_->create_context()) {
    const IndexSet inputs = all_states(model_->input_count()), outputs = all_states(model_->output_count());
    outputs_ = model_->evaluator(*context_, {{}, outputs}, {{}, inputs});
    all_ = open_evaluator(*model_, *context_);
    feeds_through_ = outputs_->pattern().nonzeros() > 0;
  }

  /// Null: a part without states, or one that is solved exactly.
  void set_stepper(std::unique_ptr<Stepper> stepper, bool variable_step, const CancelToken& cancel) {
    variable_step_ = variable_step;
    if (model_->description().hybrid) {
      // the certificate is that of whole local steps
      const auto looks = stepper && !variable_step ? StretchRunner::Looks::at_steps_only : StretchRunner::Looks::often;
      runner_ = std::make_unique<StretchRunner>(*model_, *context_, std::move(stepper), cancel, looks);
    } else {
      stepper_ = std::move(stepper);
    }
  }
  [[nodiscard]] const Model& model() const { return *model_; }
  [[nodiscard]] Context& context() const { return *context_; }

  [[nodiscard]] const PartInterface& interface() const override { return interface_; }
  Status initialise(double time) override {
    ended_.reset();
    if (runner_) runner_->forget_termination();
    if (stepper_) stepper_->reset();
    context_->inputs().release();
    return model_->initialise(*context_, time);
  }
  void set_inputs(const InputCurve& curve) override { context_->inputs().set(curve); }
  void keep_substeps(std::size_t count) override {
    step_.reset();
    substeps_ = count;
  }

  Status step(double time, double length) override {
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
      if (Status advanced = advance(begin, end, h, i == 0); !advanced) return advanced;
    }
    return {};
  }

  Status outputs(double time, std::span<const double> u, std::span<double> y) override {
    if (Status frozen = outputs_->freeze(time, states()); !frozen) return frozen;
    if (Status evaluated = outputs_->evaluate({states(), u}, {{}, y}); !evaluated) return evaluated;
    for (std::size_t i = 0; i < y.size(); ++i)
      if (!std::isfinite(y[i])) return not_finite(time, interface_.outputs[i], y[i]);
    return {};
  }
  [[nodiscard]] bool feeds_through() const override { return feeds_through_; }
  Status feedthrough(double time, std::span<const double> u, std::span<double> d) override {
    jacobian_.resize(outputs_->pattern().nonzeros());
    if (Status frozen = outputs_->freeze(time, states()); !frozen) return frozen;
    if (Status evaluated = outputs_->jacobian({states(), u}, jacobian_); !evaluated) return evaluated;
    std::fill(d.begin(), d.end(), 0.0);
    const SparsePattern& pattern = outputs_->pattern();
    for (std::size_t c = 0; c < pattern.columns; ++c)
      for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
        d[static_cast<std::size_t>(pattern.row_indices[k]) * pattern.columns + c] = jacobian_[k];
    return {};
  }

  Status linearise(double time, std::span<const double> u, LinearSystem& out) override {
    jacobian_.resize(all_->pattern().nonzeros());
    if (Status frozen = all_->freeze(time, states()); !frozen) return frozen;
    if (Status evaluated = all_->jacobian({states(), u}, jacobian_); !evaluated) return evaluated;
    out = to_linear_system(*model_, all_->pattern(), jacobian_);
    return {};
  }

  [[nodiscard]] std::span<double> states() override { return context_->states(); }
  [[nodiscard]] bool nonlinear() const override { return nonlinear_; }
  [[nodiscard]] bool can_restore() const override { return true; }
  [[nodiscard]] std::unique_ptr<Snapshot> save() const override {
    auto saved = std::make_unique<Saved>();
    saved->x.assign(context_->states().begin(), context_->states().end());
    saved->ended = ended_;
    saved->context = context_->save();
    return saved;
  }
  void restore(const Snapshot& snapshot) override {
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
    const Events* events = model_->events();
    for (std::size_t i = 0; events != nullptr && i < events->indicator_count(); ++i)
      for (const std::uint32_t input : events->indicator_inputs(i)) found.insert(input);
    return {found.begin(), found.end()};
  }
  [[nodiscard]] std::vector<EventMessage> warnings() const override {
    return runner_ ? runner_->warnings() : std::vector<EventMessage>();
  }
  [[nodiscard]] std::optional<EventMessage> termination() const override { return ended_; }

  [[nodiscard]] std::size_t variable_count() const override { return model_->description().variable_count(); }
  [[nodiscard]] Variable variable(std::size_t index) const override { return model_->description().variable(index); }
  Status record(double time, std::span<double> values) override {
    return model_->record(*context_, time, states(), values);
  }

 protected:
  /// One local step.
  virtual Status advance(double begin, double end, double h, bool first) {
    if (!runner_) return stepper_->step(begin, h, states());
    // inputs jump at communication points: what is held is made consistent there
    Status fine = first ? runner_->run(begin, end, states(), {}) : runner_->go_on(begin, end, states(), {});
    ended_ = runner_->termination();
    return fine;
  }

 private:
  struct Saved final : Snapshot {
    std::vector<double> x;
    std::optional<EventMessage> ended;
    std::unique_ptr<Snapshot> context;
  };
  static Fault not_finite(double time, const std::string& name, double value) {
    Fault fault;
    fault.code = Code::E1010;
    fault.variable = name;
    fault.message = "the output '" + name + "' is " + shortest(value);
    fault.time = time;
    return fault;
  }

  PartInterface interface_;
  std::optional<double> step_;
  std::size_t substeps_;
  bool nonlinear_;
  bool feeds_through_ = false;
  bool variable_step_ = false;
  std::shared_ptr<const Model> model_;
  std::unique_ptr<Context> context_;
  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<StretchRunner> runner_;  // in place of the stepper, when there are events
  std::vector<double> jacobian_;
  std::optional<EventMessage> ended_;
  std::unique_ptr<Evaluator> outputs_;  // outputs by inputs
  std::unique_ptr<Evaluator> all_;      // everything by everything
};

/// x(t + h) by the matrix exponential, exact for inputs that are polynomials.
class ExactPart final : public ModelPart {
 public:
  ExactPart(const PartDescription& description, std::shared_ptr<const Model> model)
      : ModelPart(description, std::move(model)), linear_(*description.linear) {}

  Status step(double time, double length) override { return advance(time, time + length, length, true); }

 protected:
  Status advance(double begin, double, double h, bool) override {
    if (h != length_) map_ = *step_map(linear_, {"exact", {}, 1}, h);
    length_ = h;
    Eigen::Map<Eigen::VectorXd> x(states().data(), static_cast<Eigen::Index>(states().size()));
    Eigen::VectorXd next = map_.state * x;
    if (const InputCurve* curve = context().inputs().curve()) add_inputs(*curve, begin, h, next);
    x = next;
    return all_finite_states(begin + h);
  }

 private:
  /// The curve counts its own length: shifted and scaled to this step.
  void add_inputs(const InputCurve& curve, double begin, double h, Eigen::VectorXd& next) const {
    const double at = (begin - curve.begin) / curve.length, scale = h / curve.length;
    const auto inputs = static_cast<Eigen::Index>(curve.coefficients[0].size());
    const auto coefficient = [&](int d) {
      return Eigen::Map<const Eigen::VectorXd>(curve.coefficients[static_cast<std::size_t>(d)].data(), inputs);
    };
    next += map_.input[0] * (coefficient(0) + at * coefficient(1) + at * at * coefficient(2));
    next += map_.input[1] * (scale * (coefficient(1) + 2 * at * coefficient(2)));
    next += map_.input[2] * (scale * scale * coefficient(2));
  }

  Status all_finite_states(double time) {
    for (std::size_t i = 0; i < states().size(); ++i) {
      if (std::isfinite(states()[i])) continue;
      Fault fault;
      fault.code = Code::E0608;
      fault.variable = interface().states[i];
      fault.message = "the state '" + fault.variable + "' is not finite any more";
      fault.time = time;
      return fault;
    }
    return {};
  }

  LinearPart linear_;
  StepMap map_;
  double length_ = 0;
};

}  // namespace

StateSet fast_states(const PartDescription& description, Diagnostics& diagnostics) {
  StateSet fast;
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
      fast.push_back(static_cast<std::uint32_t>(found - names.begin()));
    }
  }
  std::ranges::sort(fast);
  fast.erase(std::unique(fast.begin(), fast.end()), fast.end());
  return fast;
}

Outcome<std::unique_ptr<Part>> make_part(const PartDescription& description, std::shared_ptr<const Model> model,
                                         const CancelToken& cancel) {
  using Result = Outcome<std::unique_ptr<Part>>;
  Diagnostics diagnostics;
  StepperOptions options;
  options.fast = fast_states(description, diagnostics);
  options.cancel = cancel;
  if (diagnostics.has_errors()) return Result(std::move(diagnostics));
  if (description.method.text == "exact" && description.linear)
    return Result(std::make_unique<ExactPart>(description, std::move(model)));
  auto part = std::make_unique<ModelPart>(description, std::move(model));
  std::unique_ptr<Stepper> stepper;
  if (part->model().state_count() > 0) {
    auto made = make_stepper(description.method.text, part->model(), part->context(), options);
    if (!made.ok()) return Result(std::move(made.diagnostics()));
    stepper = made.take();
  }
  part->set_stepper(std::move(stepper), !find_method(description.method.text)->fixed_step, cancel);
  return Result(std::move(part));
}

Outcome<std::unique_ptr<Part>> make_linear_part(const PartDescription& description, const CancelToken& cancel) {
  const auto model = std::make_shared<MatrixModel>(*description.linear, description.interface, description.initial);
  return make_part(description, model, cancel);
}

}  // namespace sunder
