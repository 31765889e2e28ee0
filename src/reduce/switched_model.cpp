#include "reduce/switched_model.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "reduce/switched_export.hpp"

namespace sunder::reduce {
namespace {

bool same(const Guard& a, const Guard& b) {
  return a.limits.size() == b.limits.size() && a.limits == b.limits && a.on_outputs == b.on_outputs &&
         a.on_inputs == b.on_inputs;
}

class SwitchedContext final : public model::PlainContext {
 public:
  using model::PlainContext::PlainContext;
  std::size_t mode = 0;

  [[nodiscard]] std::unique_ptr<model::Snapshot> save() const override {
    auto saved = std::make_unique<Saved>();
    saved->plain = model::PlainContext::save();
    saved->mode = mode;
    return saved;
  }
  void restore(const model::Snapshot& snapshot) override {
    const auto& saved = static_cast<const Saved&>(snapshot);
    model::PlainContext::restore(*saved.plain);
    mode = saved.mode;
  }

 private:
  struct Saved final : model::Snapshot {
    std::unique_ptr<model::Snapshot> plain;
    std::size_t mode = 0;
  };
};

/// One input as a signal of its own.
std::shared_ptr<const model::SampledSignal> signal_of(const InputSeries& series, Eigen::Index input) {
  auto signal = std::make_shared<model::SampledSignal>();
  for (Eigen::Index k = 0; k < series.values.cols(); ++k) {
    signal->times.push_back(series.start + static_cast<double>(k) * series.step);
    signal->values.push_back(series.values(input, k));
  }
  return signal;
}

class SwitchedModel final : public model::Model, private model::Events {
 public:
  SwitchedModel(SwitchedSystem system, const InputSeries& inputs, const std::string& name)
      : system_(std::move(system)), by_code_(system_.modes_by_code()) {
    for (Eigen::Index i = 0; i < inputs.values.rows(); ++i) signals_.push_back(signal_of(inputs, i));
    describe(inputs, name);
    for (const Mode& mode : system_.modes) {
      guards_.emplace_back(mode, static_cast<Eigen::Index>(system_.outputs.size()),
                           static_cast<Eigen::Index>(system_.inputs.size()));
      std::vector<std::size_t>& numbers = crossing_of_.emplace_back();
      for (const Guard& guard : mode.guards) {
        const auto known =
            std::find_if(crossings_.begin(), crossings_.end(), [&](const Guard& other) { return same(guard, other); });
        numbers.push_back(static_cast<std::size_t>(known - crossings_.begin()));
        if (known == crossings_.end()) crossings_.push_back(guard);
      }
    }
  }

  [[nodiscard]] const model::ModelDescription& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<model::Context> create_context() const override {
    auto context = std::make_unique<SwitchedContext>(*this);
    for (std::size_t i = 0; i < signals_.size(); ++i) context->inputs().set(i, signals_[i]);
    return context;
  }

  model::Status initialise(model::Context& context, double time) const override {
    static_cast<SwitchedContext&>(context).mode = system_.first_mode;
    std::copy(system_.start.begin(), system_.start.end(), context.states().begin());
    model::EventOutcome outcome;
    return settle(static_cast<SwitchedContext&>(context), time, context.states(), outcome);
  }

  model::Status resume(model::Context& context, double time, std::span<double> x,
                       std::span<const model::GivenValue> discrete) const override {
    for (const model::GivenValue& given : discrete) {
      if (given.variable != model::VariableIndex(description_.variable_count() - 1)) continue;
      const auto mode = by_code_.find(std::llround(given.value));
      if (mode == by_code_.end()) return failure(time, "there is no mode with the code " + shortest(given.value));
      static_cast<SwitchedContext&>(context).mode = mode->second;
    }
    model::EventOutcome outcome;
    return settle(static_cast<SwitchedContext&>(context), time, x, outcome);
  }

  [[nodiscard]] std::unique_ptr<model::Evaluator> evaluator(model::Context& context, const model::Wanted& wanted,
                                                            const model::Varying& varying) const override;

  model::Status record(model::Context& context, double time, std::span<const double> x,
                       std::span<double> values) const override {
    const std::size_t mode = static_cast<SwitchedContext&>(context).mode;
    const VectorXd u = input(context, time);
    const VectorXd y = output(mode, vector(x), u);
    auto at = std::copy(x.begin(), x.end(), values.begin());
    at = std::copy(u.begin(), u.end(), at);
    at = std::copy(y.begin(), y.end(), at);
    *at = static_cast<double>(system_.modes[mode].code);
    return {};
  }

  [[nodiscard]] const model::Events* events() const override { return this; }
  [[nodiscard]] std::vector<model::PeriodInfo> periods(model::Context& /*context*/) const override { return {}; }

  [[nodiscard]] const Dynamics& dynamics(std::size_t mode) const {
    return system_.dynamics[system_.modes[mode].dynamics];
  }
  [[nodiscard]] const SwitchedSystem& system() const { return system_; }

  [[nodiscard]] VectorXd input(const model::Context& context, double time) const {
    VectorXd u(static_cast<Eigen::Index>(system_.inputs.size()));
    context.inputs().at(time, {u.data(), static_cast<std::size_t>(u.size())});
    return u;
  }

 private:
  void describe(const InputSeries& inputs, const std::string& name) {
    description_.name = name;
    description_.hybrid = system_.modes.size() > 1;
    description_.experiment = {inputs.start, inputs.start + inputs.step * static_cast<double>(inputs.values.cols() - 1),
                               std::nullopt, inputs.step};
    description_.add(system_.states, system_.inputs, system_.outputs);
    model::Variable mode;
    mode.name = "mode";
    mode.type = model::VariableType::integer;
    mode.variability = model::VariableVariability::discrete;
    description_.add(std::move(mode));
  }

  [[nodiscard]] std::size_t indicator_count() const override { return crossings_.size(); }
  [[nodiscard]] model::ZeroCrossing crossing(std::size_t index) const override {
    std::string text;
    for (Eigen::Index i = 0; i < crossings_[index].limits.size(); ++i)
      text += (i == 0 ? "" : " and ") + text_of_row(crossings_[index], i, system_.outputs, system_.inputs);
    return {text, {}};
  }
  [[nodiscard]] model::StateSet indicator_states(std::size_t /*index*/) const override {
    return model::all_states(state_count());
  }
  [[nodiscard]] model::InputSet indicator_inputs(std::size_t /*index*/) const override {
    return model::all_inputs(input_count());
  }

  [[nodiscard]] std::vector<model::EventFeedback> feedback() const override {
    if (system_.modes.size() < 2 || state_count() == 0) return {};
    return {{model::all_states(state_count()), {"mode"}, {}}};
  }

  /// Guards of other modes are out of reach.
  model::Status indicators(model::Context& context, double time, std::span<const double> x,
                           std::span<double> z) const override {
    const std::size_t mode = static_cast<SwitchedContext&>(context).mode;
    std::fill(z.begin(), z.end(), 1.0);
    const VectorXd here = margins_of(mode, vector(x), input(context, time));
    for (std::size_t i = 0; i < crossing_of_[mode].size(); ++i)
      z[crossing_of_[mode][i]] = here[static_cast<Eigen::Index>(i)];
    return {};
  }
  [[nodiscard]] double next_time_event(model::Context& context, double time) const override {
    return std::max(context.inputs().next_jump(), time);
  }
  model::Status handle(model::Context& context, double time, std::span<double> x, model::EventCause /*cause*/,
                       model::EventOutcome& outcome) const override {
    outcome = {};
    if (context.inputs().next_jump() <= time) {
      context.inputs().pass(time);
      outcome.changed = true;
      outcome.affected = model::all_states(state_count());
    }
    return settle(static_cast<SwitchedContext&>(context), time, x, outcome);
  }

  static VectorXd vector(std::span<const double> x) {
    return Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  }
  [[nodiscard]] VectorXd output(std::size_t mode, const VectorXd& x, const VectorXd& u) const {
    const Dynamics& d = dynamics(mode);
    return d.c * x + d.d * u + d.g;
  }
  [[nodiscard]] VectorXd margins_of(std::size_t mode, const VectorXd& x, const VectorXd& u) const {
    return guards_[mode].by_guard(guards_[mode].margins(output(mode, x, u), u));
  }

  static model::Fault failure(double time, const std::string& message) {
    model::Fault fault;
    fault.code = Code::E1113;
    fault.message = message;
    fault.time = time;
    return fault;
  }

  model::Status settle(SwitchedContext& context, double time, std::span<double> x, model::EventOutcome& outcome) const {
    VectorXd state = vector(x);
    const VectorXd u = input(context, time);
    for (int i = 0; i < most_switches_at_once; ++i) {
      const Mode& mode = system_.modes[context.mode];
      const VectorXd margins = margins_of(context.mode, state, u);
      if ((margins.array() >= 0).all()) {
        std::copy(state.begin(), state.end(), x.begin());
        return {};
      }
      const std::optional<std::int64_t> shift = guards_[context.mode].shift(margins);
      const auto next = shift ? by_code_.find(mode.code + *shift) : by_code_.end();
      if (next == by_code_.end())
        return failure(time, "at time " + rounded(time) + " mode '" + mode.name + "' is left and none follows");
      const std::size_t before = mode.dynamics;
      const std::size_t after = system_.modes[next->second].dynamics;
      context.mode = next->second;
      outcome.changed = true;
      if (before == after) continue;
      outcome.affected = model::all_states(state_count());
      if (system_.passages.empty()) continue;
      state = passed(system_, before, after, state, u);
      outcome.reinitialised = outcome.affected;
      if (!state.allFinite()) return failure(time, "the state is not finite at time " + rounded(time));
    }
    return failure(time, "switches without end at time " + rounded(time) + " (chattering)");
  }

  SwitchedSystem system_;
  std::vector<std::shared_ptr<const model::SampledSignal>> signals_;  // by input, unless somebody drives it otherwise
  model::ListedDescription description_;
  std::map<std::int64_t, std::size_t> by_code_;
  std::vector<GuardRows> guards_;
  std::vector<Guard> crossings_;                       // different guards of all modes
  std::vector<std::vector<std::size_t>> crossing_of_;  // by mode and guard
};

class SwitchedEvaluator final : public model::Evaluator {
 public:
  SwitchedEvaluator(const SwitchedModel& model, const SwitchedContext& context, model::Wanted wanted,
                    model::Varying varying)
      : model_(model), context_(context), wanted_(std::move(wanted)), varying_(std::move(varying)) {
    pattern_.rows = wanted_.derivatives.size() + wanted_.outputs.size();
    pattern_.columns = varying_.states.size() + varying_.inputs.size();
    const std::vector<Dynamics>& all = model.system().dynamics;
    for (std::size_t column = 0; column < pattern_.columns; ++column) {
      for (std::size_t row = 0; row < pattern_.rows; ++row)
        if (std::any_of(all.begin(), all.end(), [&](const Dynamics& d) { return entry(d, row, column) != 0; }))
          pattern_.row_indices.push_back(static_cast<std::int32_t>(row));
      pattern_.column_starts.push_back(static_cast<std::int32_t>(pattern_.row_indices.size()));
    }
  }

  using model::Evaluator::evaluate;
  using model::Evaluator::jacobian;
  [[nodiscard]] const model::Wanted& wanted() const override { return wanted_; }
  [[nodiscard]] const model::Varying& varying() const override { return varying_; }

  model::Status freeze(double time, std::span<const double> x) override {
    time_ = time;
    u_ = model_.input(context_, time);
    x_ = Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
    return {};
  }
  model::Status evaluate(const At& at, const Into& into) override {
    for (const model::StateIndex i : varying_.states) x_[i.value] = at.x[i.index()];
    for (const model::InputIndex i : varying_.inputs) u_[i.value] = at.u[i.index()];
    const Dynamics& d = model_.dynamics(context_.mode);
    for (const model::StateIndex state : wanted_.derivatives) {
      const Eigen::Index i = state.value;
      into.dx[state.index()] = d.a.row(i).dot(x_) + d.b.row(i).dot(u_) + d.f[i];
    }
    for (const model::OutputIndex output : wanted_.outputs) {
      const Eigen::Index i = output.value;
      into.y[output.index()] = d.c.row(i).dot(x_) + d.d.row(i).dot(u_) + d.g[i];
    }
    return {};
  }
  [[nodiscard]] const algebra::SparsePattern& pattern() const override { return pattern_; }
  model::Status jacobian(const At& /*at*/, std::span<double> values) override {
    const Dynamics& d = model_.dynamics(context_.mode);
    std::size_t at = 0;
    for (std::size_t column = 0; column < pattern_.columns; ++column)
      for (; at < static_cast<std::size_t>(pattern_.column_starts[column + 1]); ++at)
        values[at] = entry(d, static_cast<std::size_t>(pattern_.row_indices[at]), column);
    return {};
  }
  [[nodiscard]] bool jacobian_constant() const override { return true; }  // modes change at events
  model::Status time_derivative(const At& /*at*/, std::span<double> dx) override {
    const Dynamics& d = model_.dynamics(context_.mode);
    for (const std::size_t state : model::places(wanted_.derivatives)) {
      const auto i = static_cast<Eigen::Index>(state);
      dx[state] = 0;
      for (Eigen::Index input = 0; input < d.b.cols(); ++input)
        dx[state] += d.b(i, input) * context_.inputs().slope(static_cast<std::size_t>(input), time_);
    }
    return {};
  }
  [[nodiscard]] bool depends_on_time() const override { return context_.inputs().moving(); }
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override { return 0; }
  [[nodiscard]] bool restricted() const override { return true; }
  [[nodiscard]] std::size_t operations() const override { return 2 * pattern_.nonzeros(); }
  [[nodiscard]] std::size_t frozen_operations() const override { return 0; }

 private:
  /// Of [A B; C D], by positions in what is wanted and what varies.
  [[nodiscard]] double entry(const Dynamics& d, std::size_t row, std::size_t column) const {
    const bool by_state = column < varying_.states.size();
    const Eigen::Index c =
        by_state ? varying_.states[column].value : varying_.inputs[column - varying_.states.size()].value;
    if (row < wanted_.derivatives.size()) {
      const Eigen::Index r = wanted_.derivatives[row].value;
      return by_state ? d.a(r, c) : d.b(r, c);
    }
    const Eigen::Index r = wanted_.outputs[row - wanted_.derivatives.size()].value;
    return by_state ? d.c(r, c) : d.d(r, c);
  }

  const SwitchedModel& model_;
  const SwitchedContext& context_;
  model::Wanted wanted_;
  model::Varying varying_;
  algebra::SparsePattern pattern_;
  VectorXd x_, u_;
  double time_ = 0;
};

std::unique_ptr<model::Evaluator> SwitchedModel::evaluator(model::Context& context, const model::Wanted& wanted,
                                                           const model::Varying& varying) const {
  return std::make_unique<SwitchedEvaluator>(*this, static_cast<SwitchedContext&>(context), wanted, varying);
}

}  // namespace

std::shared_ptr<const model::Model> make_switched_model(SwitchedSystem system, const InputSeries& inputs,
                                                        const std::string& name) {
  return std::make_shared<SwitchedModel>(std::move(system), inputs, name);
}

}  // namespace sunder::reduce
