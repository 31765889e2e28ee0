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
  ModelPart(const PartDescription& description, std::shared_ptr<const Model> model, const Ports& ports)
      : interface_(description.interface),
        step_(description.step),
        substeps_(description.substeps.value_or(1)),
        nonlinear_(!description.linear),
        model_(std::move(model), ports),
        context_(model_.create_context()),
        x_(model_.state_count()),
        output_values_(model_.base().state_count()) {
    outputs_ = model_.base().evaluator(*context().base, ports.output_at, ports.input_at);
    all_ = full_evaluator(model_.base(), *context().base);
    feeds_through_ = outputs_->pattern().nonzeros() > 0;
  }

  /// Null: a part without states, or one that is solved exactly.
  void set_stepper(std::unique_ptr<Stepper> stepper, bool variable_step, const CancelToken& cancel) {
    variable_step_ = variable_step;
    if (model_.has_events()) {
      // the certificate is that of whole local steps
      const auto looks = stepper && !variable_step ? StretchRunner::Looks::at_steps_only : StretchRunner::Looks::often;
      runner_ = std::make_unique<StretchRunner>(model_, *context_, std::move(stepper), cancel, looks);
    } else {
      stepper_ = std::move(stepper);
    }
  }
  [[nodiscard]] const DrivenModel& model() const { return model_; }
  [[nodiscard]] DrivenContext& context() const { return static_cast<DrivenContext&>(*context_); }

  [[nodiscard]] const PartInterface& interface() const override { return interface_; }
  [[nodiscard]] bool initialise(double time) override {
    context_->clear_fault();
    ended_.reset();
    if (runner_) runner_->forget_termination();
    if (stepper_) stepper_->reset();
    return model_.initialise(*context_, time, x_);
  }
  void set_inputs(const InputCurve& curve) override { context().curve = curve; }
  void keep_substeps(std::size_t count) override {
    step_.reset();
    substeps_ = count;
  }

  [[nodiscard]] bool step(double time, double length) override {
    context_->clear_fault();
    if ((x_.empty() && !runner_) || ended_) return true;
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
      if (!advance(begin, i + 1 == count ? time + length : time + static_cast<double>(i + 1) * h, h, i == 0))
        return false;
    }
    return true;
  }

  [[nodiscard]] bool outputs(double time, std::span<const double> u, std::span<double> y) override {
    if (!outputs_->freeze(time, full(u)) || !outputs_->evaluate(full_, output_values_)) return context().fail();
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] = output_values_[model_.ports().output_at[i]];
      if (!std::isfinite(y[i])) return refuse(time, interface_.outputs[i], y[i]);
    }
    return true;
  }
  [[nodiscard]] bool feeds_through() const override { return feeds_through_; }
  [[nodiscard]] bool feedthrough(double time, std::span<const double> u, std::span<double> d) override {
    jacobian_.resize(outputs_->pattern().nonzeros());
    if (!outputs_->freeze(time, full(u)) || !outputs_->jacobian(full_, jacobian_)) return context().fail();
    std::fill(d.begin(), d.end(), 0.0);
    const SparsePattern& pattern = outputs_->pattern();
    for (std::size_t c = 0; c < pattern.columns; ++c)
      for (auto k = pattern.column_starts[c]; k < pattern.column_starts[c + 1]; ++k)
        d[static_cast<std::size_t>(pattern.row_indices[k]) * pattern.columns + c] = jacobian_[k];
    return true;
  }

  [[nodiscard]] bool linearise(double time, std::span<const double> u, LinearSystem& out) override {
    jacobian_.resize(all_->pattern().nonzeros());
    if (!all_->freeze(time, full(u)) || !all_->jacobian(full_, jacobian_)) return context().fail();
    const Ports& ports = model_.ports();
    out.states = ports.state_at.size();
    out.inputs = ports.input_at.size();
    out.outputs = ports.output_at.size();
    out.a.assign(out.states * out.states, 0.0);
    out.b.assign(out.states * out.inputs, 0.0);
    out.c.assign(out.outputs * out.states, 0.0);
    out.d.assign(out.outputs * out.inputs, 0.0);
    PortBlocks(ports, model_.base().state_count())
        .visit(all_->pattern(), jacobian_, [&](PortBlock block, std::uint32_t row, std::uint32_t column, double value) {
          switch (block) {
            case PortBlock::a: out.a[row * out.states + column] = value; break;
            case PortBlock::b: out.b[row * out.inputs + column] = value; break;
            case PortBlock::c: out.c[row * out.states + column] = value; break;
            case PortBlock::d: out.d[row * out.inputs + column] = value; break;
          }
        });
    return true;
  }

  [[nodiscard]] std::span<double> states() override { return x_; }
  [[nodiscard]] bool nonlinear() const override { return nonlinear_; }
  [[nodiscard]] bool can_restore() const override { return !model_.has_events() || rewindable() != nullptr; }
  [[nodiscard]] std::unique_ptr<Snapshot> save() const override {
    auto saved = std::make_unique<Saved>();
    saved->x = x_;
    saved->curve = context().curve;
    saved->ended = ended_;
    if (const Rewindable* underneath = rewindable()) saved->context = underneath->save();
    return saved;
  }
  void restore(const Snapshot& snapshot) override {
    const auto& saved = static_cast<const Saved&>(snapshot);
    x_ = saved.x;
    context().curve = saved.curve;
    ended_ = saved.ended;
    if (saved.context) rewindable()->restore(*saved.context);
    if (runner_) runner_->forget_termination();
    // what a variable-step method remembers belongs to the way that is taken back
    if (stepper_) stepper_->reset();
  }
  [[nodiscard]] std::vector<std::size_t> deciding_inputs() const override {
    const StateSet& inputs = model_.ports().input_at;
    std::set<std::size_t> found;
    for (std::size_t i = 0; i < model_.crossing_count(); ++i) {
      for (const std::uint32_t state : model_.base().crossing_states(i)) {
        const auto place = std::ranges::lower_bound(inputs, state);
        if (place != inputs.end() && *place == state) found.insert(static_cast<std::size_t>(place - inputs.begin()));
      }
    }
    return {found.begin(), found.end()};
  }
  [[nodiscard]] std::vector<EventMessage> warnings() const override {
    return runner_ ? runner_->warnings() : std::vector<EventMessage>();
  }
  [[nodiscard]] std::optional<EventMessage> termination() const override { return ended_; }

  [[nodiscard]] std::size_t variable_count() const override { return model_.variable_count(); }
  [[nodiscard]] VariableInfo variable(std::size_t index) const override { return model_.variable(index); }
  [[nodiscard]] bool record(double time, std::span<double> values) override {
    return model_.record(*context_, time, x_, values);
  }
  [[nodiscard]] const std::optional<Fault>& fault() const override { return context_->fault(); }

 protected:
  /// One local step.
  [[nodiscard]] virtual bool advance(double begin, double end, double h, bool first) {
    if (!runner_) return stepper_->step(begin, h, x_);
    // inputs jump at communication points: what is held is made consistent there
    const bool fine = first ? runner_->run(begin, end, x_, {}) : runner_->go_on(begin, end, x_, {});
    ended_ = runner_->termination();
    return fine;
  }
  std::vector<double>& own_states() { return x_; }

 private:
  struct Saved final : Snapshot {
    std::vector<double> x;
    InputCurve curve;
    std::optional<EventMessage> ended;
    std::unique_ptr<Snapshot> context;
  };
  [[nodiscard]] Rewindable* rewindable() const { return dynamic_cast<Rewindable*>(context().base.get()); }
  std::span<const double> full(std::span<const double> u) {
    full_.assign(model_.base().state_count(), 0.0);
    for (std::size_t i = 0; i < x_.size(); ++i) full_[model_.ports().state_at[i]] = x_[i];
    for (std::size_t i = 0; i < u.size(); ++i) full_[model_.ports().input_at[i]] = u[i];
    return full_;
  }
  bool refuse(double time, const std::string& name, double value) {
    Fault fault;
    fault.code = Code::E1010;
    fault.variable = name;
    fault.message = "the output '" + name + "' is " + shortest(value);
    fault.time = time;
    context_->set_fault(std::move(fault));
    return false;
  }

  PartInterface interface_;
  std::optional<double> step_;
  std::size_t substeps_;
  bool nonlinear_;
  bool feeds_through_ = false;
  bool variable_step_ = false;
  DrivenModel model_;
  std::unique_ptr<Context> context_;
  std::unique_ptr<Stepper> stepper_;
  std::unique_ptr<StretchRunner> runner_;  // in place of the stepper, when there are events
  std::vector<double> x_, output_values_, full_, jacobian_;
  std::optional<EventMessage> ended_;
  std::unique_ptr<Evaluator> outputs_;  // outputs by inputs
  std::unique_ptr<Evaluator> all_;      // everything by everything
};

/// x(t + h) by the matrix exponential, exact for inputs that are polynomials.
class ExactPart final : public ModelPart {
 public:
  ExactPart(const PartDescription& description, std::shared_ptr<const Model> model, const Ports& ports)
      : ModelPart(description, std::move(model), ports), linear_(*description.linear) {}

  [[nodiscard]] bool step(double time, double length) override { return advance(time, time + length, length, true); }

 protected:
  [[nodiscard]] bool advance(double begin, double, double h, bool) override {
    if (h != length_) map_ = *step_map(linear_, {"exact", {}, 1}, h);
    length_ = h;
    const InputCurve& curve = context().curve;
    // the curve counts its own length: shift and scale it to this step
    const double at = (begin - curve.begin) / curve.length, scale = h / curve.length;
    std::vector<double>& own = own_states();
    Eigen::Map<Eigen::VectorXd> x(own.data(), static_cast<Eigen::Index>(own.size()));
    Eigen::VectorXd next = map_.state * x;
    const auto inputs = static_cast<Eigen::Index>(curve.coefficients[0].size());
    const auto coefficient = [&](int d) {
      return Eigen::Map<const Eigen::VectorXd>(curve.coefficients[static_cast<std::size_t>(d)].data(), inputs);
    };
    next += map_.input[0] * (coefficient(0) + at * coefficient(1) + at * at * coefficient(2));
    next += map_.input[1] * (scale * (coefficient(1) + 2 * at * coefficient(2)));
    next += map_.input[2] * (scale * scale * coefficient(2));
    x = next;
    return all_finite_states(begin + h);
  }

 private:
  bool all_finite_states(double time) {
    for (std::size_t i = 0; i < states().size(); ++i) {
      if (std::isfinite(states()[i])) continue;
      Fault fault;
      fault.code = Code::E0608;
      fault.variable = interface().states[i];
      fault.message = "the state '" + fault.variable + "' is not finite any more";
      fault.time = time;
      context().set_fault(std::move(fault));
      return false;
    }
    return true;
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
                                         const Ports& ports, const CancelToken& cancel) {
  using Result = Outcome<std::unique_ptr<Part>>;
  Diagnostics diagnostics;
  StepperOptions options;
  options.fast = fast_states(description, diagnostics);
  options.cancel = cancel;
  if (diagnostics.has_errors()) return Result(std::move(diagnostics));
  if (description.method.text == "exact" && description.linear)
    return Result(std::make_unique<ExactPart>(description, std::move(model), ports));
  auto part = std::make_unique<ModelPart>(description, std::move(model), ports);
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
  return make_part(description, model, model->ports(), cancel);
}

}  // namespace sunder
