#include "reduce/switched_model.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "reduce/switched_export.hpp"

namespace sunder::reduce {
namespace {

constexpr int most_switches_at_once = 50;

bool same(const Guard& a, const Guard& b) {
  return a.limits.size() == b.limits.size() && a.limits == b.limits && a.on_outputs == b.on_outputs &&
         a.on_inputs == b.on_inputs;
}

class SwitchedContext final : public Context {
 public:
  std::size_t mode = 0;
};

class SwitchedModel final : public Model {
 public:
  SwitchedModel(SwitchedSystem system, InputSeries inputs, std::string name)
      : system_(std::move(system)),
        inputs_(std::move(inputs)),
        name_(std::move(name)),
        by_code_(system_.modes_by_code()) {
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

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::size_t state_count() const override { return system_.states.size(); }
  [[nodiscard]] std::string state_name(std::size_t state) const override { return system_.states[state]; }
  [[nodiscard]] Experiment experiment() const override {
    return {inputs_.start, inputs_.start + inputs_.step * static_cast<double>(inputs_.values.cols() - 1), std::nullopt,
            inputs_.step};
  }

  [[nodiscard]] std::size_t variable_count() const override {
    return system_.states.size() + system_.inputs.size() + system_.outputs.size() + 1;
  }
  [[nodiscard]] VariableInfo variable(std::size_t index) const override {
    VariableInfo info;
    if (index < system_.states.size()) {
      info.name = system_.states[index];
      info.kind = VariableKind::state;
      return info;
    }
    index -= system_.states.size();
    if (index < system_.inputs.size()) {
      info.name = system_.inputs[index];
      info.kind = VariableKind::input;
      return info;
    }
    index -= system_.inputs.size();
    if (index < system_.outputs.size()) {
      info.name = system_.outputs[index];
      info.kind = VariableKind::output;
      return info;
    }
    info.name = "mode";
    info.discrete = true;
    return info;
  }

  [[nodiscard]] std::unique_ptr<Context> create_context() const override { return std::make_unique<SwitchedContext>(); }

  [[nodiscard]] bool initialise(Context& context, double time, std::span<double> x) const override {
    static_cast<SwitchedContext&>(context).mode = system_.first_mode;
    std::copy(system_.start.begin(), system_.start.end(), x.begin());
    EventOutcome outcome;
    return settle(static_cast<SwitchedContext&>(context), time, x, outcome);
  }

  [[nodiscard]] bool resume(Context& context, double time, std::span<double> x,
                            std::span<const GivenValue> discrete) const override {
    for (const GivenValue& given : discrete) {
      if (given.variable + 1 != variable_count()) continue;
      const auto mode = by_code_.find(std::llround(given.value));
      if (mode == by_code_.end()) return fail(context, time, "there is no mode with the code " + shortest(given.value));
      static_cast<SwitchedContext&>(context).mode = mode->second;
    }
    EventOutcome outcome;
    return settle(static_cast<SwitchedContext&>(context), time, x, outcome);
  }

  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Context& context, const StateSet& wanted,
                                                     const StateSet& varying) const override;

  [[nodiscard]] bool record(Context& context, double time, std::span<const double> x,
                            std::span<double> values) const override {
    const std::size_t mode = static_cast<SwitchedContext&>(context).mode;
    const VectorXd u = input(time);
    const VectorXd y = output(mode, vector(x), u);
    auto at = std::copy(x.begin(), x.end(), values.begin());
    at = std::copy(u.begin(), u.end(), at);
    at = std::copy(y.begin(), y.end(), at);
    *at = static_cast<double>(system_.modes[mode].code);
    return true;
  }

  [[nodiscard]] bool has_events() const override { return !crossings_.empty(); }
  [[nodiscard]] std::size_t crossing_count() const override { return crossings_.size(); }
  [[nodiscard]] CrossingInfo crossing(std::size_t index) const override {
    std::string text;
    for (Eigen::Index i = 0; i < crossings_[index].limits.size(); ++i)
      text += (i == 0 ? "" : " and ") + text_of_row(crossings_[index], i, system_.outputs, system_.inputs);
    return {text, {}};
  }
  [[nodiscard]] StateSet crossing_states(std::size_t /*index*/) const override { return all_states(state_count()); }

  /// Guards of other modes are out of reach.
  [[nodiscard]] bool crossings(Context& context, double time, std::span<const double> x,
                               std::span<double> margins) const override {
    const std::size_t mode = static_cast<SwitchedContext&>(context).mode;
    std::fill(margins.begin(), margins.end(), 1.0);
    const VectorXd here = margins_of(mode, vector(x), input(time));
    for (std::size_t i = 0; i < crossing_of_[mode].size(); ++i)
      margins[crossing_of_[mode][i]] = here[static_cast<Eigen::Index>(i)];
    return true;
  }

  [[nodiscard]] bool handle_event(Context& context, double time, std::span<double> x, EventCause /*cause*/,
                                  EventOutcome& outcome) const override {
    outcome = {};
    context.clear_fault();
    return settle(static_cast<SwitchedContext&>(context), time, x, outcome);
  }

  [[nodiscard]] const Dynamics& dynamics(std::size_t mode) const {
    return system_.dynamics[system_.modes[mode].dynamics];
  }
  [[nodiscard]] const std::vector<Dynamics>& all_dynamics() const { return system_.dynamics; }

  [[nodiscard]] VectorXd input(double time) const {
    const Eigen::Index last = inputs_.values.cols() - 1;
    const double place = std::clamp((time - inputs_.start) / inputs_.step, 0.0, static_cast<double>(last));
    const Eigen::Index k = std::min(static_cast<Eigen::Index>(place), std::max<Eigen::Index>(last - 1, 0));
    const double part = place - static_cast<double>(k);
    return (1 - part) * inputs_.values.col(k) + part * inputs_.values.col(std::min(k + 1, last));
  }

 private:
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

  static bool fail(Context& context, double time, const std::string& message) {
    Fault fault;
    fault.code = Code::E1113;
    fault.message = message;
    fault.time = time;
    context.set_fault(std::move(fault));
    return false;
  }

  bool settle(SwitchedContext& context, double time, std::span<double> x, EventOutcome& outcome) const {
    VectorXd state = vector(x);
    const VectorXd u = input(time);
    for (int i = 0; i < most_switches_at_once; ++i) {
      const Mode& mode = system_.modes[context.mode];
      const VectorXd margins = margins_of(context.mode, state, u);
      if ((margins.array() >= 0).all()) {
        std::copy(state.begin(), state.end(), x.begin());
        return true;
      }
      const std::optional<std::int64_t> shift = guards_[context.mode].shift(margins);
      const auto next = shift ? by_code_.find(mode.code + *shift) : by_code_.end();
      if (next == by_code_.end())
        return fail(context, time, "at time " + rounded(time) + " mode '" + mode.name + "' is left and none follows");
      const std::size_t before = mode.dynamics;
      const std::size_t after = system_.modes[next->second].dynamics;
      context.mode = next->second;
      outcome.changed = true;
      if (before == after) continue;
      outcome.affected = all_states(state_count());
      if (system_.passages.empty()) continue;
      state = passed(system_, before, after, state, u);
      outcome.reinitialised = outcome.affected;
      if (!state.allFinite()) return fail(context, time, "the state is not finite at time " + rounded(time));
    }
    return fail(context, time, "switches without end at time " + rounded(time) + " (chattering)");
  }

  SwitchedSystem system_;
  InputSeries inputs_;
  std::string name_;
  std::map<std::int64_t, std::size_t> by_code_;
  std::vector<GuardRows> guards_;
  std::vector<Guard> crossings_;                       // different guards of all modes
  std::vector<std::vector<std::size_t>> crossing_of_;  // by mode and guard
};

class SwitchedEvaluator final : public Evaluator {
 public:
  SwitchedEvaluator(const SwitchedModel& model, const SwitchedContext& context, StateSet wanted, StateSet varying)
      : model_(model), context_(context), wanted_(std::move(wanted)), varying_(std::move(varying)) {
    pattern_.rows = wanted_.size();
    pattern_.columns = varying_.size();
    for (const std::uint32_t column : varying_) {
      for (std::size_t i = 0; i < wanted_.size(); ++i) {
        const auto occurs = [&](const Dynamics& d) { return d.a(wanted_[i], column) != 0; };
        if (std::any_of(model.all_dynamics().begin(), model.all_dynamics().end(), occurs))
          pattern_.row_indices.push_back(static_cast<std::int32_t>(i));
      }
      pattern_.column_starts.push_back(static_cast<std::int32_t>(pattern_.row_indices.size()));
    }
  }

  [[nodiscard]] const StateSet& wanted() const override { return wanted_; }
  [[nodiscard]] const StateSet& varying() const override { return varying_; }

  [[nodiscard]] bool freeze(double time, std::span<const double> x) override {
    u_ = model_.input(time);
    x_ = Eigen::Map<const VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
    return true;
  }
  [[nodiscard]] bool evaluate(std::span<const double> x, std::span<double> dx) override {
    for (const std::uint32_t i : varying_) x_[i] = x[i];
    const Dynamics& d = model_.dynamics(context_.mode);
    for (const std::uint32_t i : wanted_) dx[i] = d.a.row(i).dot(x_) + d.b.row(i).dot(u_) + d.f[i];
    return true;
  }
  [[nodiscard]] const SparsePattern& pattern() const override { return pattern_; }
  [[nodiscard]] bool jacobian(std::span<const double> /*x*/, std::span<double> values) override {
    const Dynamics& d = model_.dynamics(context_.mode);
    std::size_t at = 0;
    for (std::size_t c = 0; c < varying_.size(); ++c)
      for (; at < static_cast<std::size_t>(pattern_.column_starts[c + 1]); ++at)
        values[at] = d.a(wanted_[static_cast<std::size_t>(pattern_.row_indices[at])], varying_[c]);
    return true;
  }
  [[nodiscard]] bool restricted() const override { return true; }

 private:
  const SwitchedModel& model_;
  const SwitchedContext& context_;
  StateSet wanted_, varying_;
  SparsePattern pattern_;
  VectorXd x_, u_;
};

std::unique_ptr<Evaluator> SwitchedModel::evaluator(Context& context, const StateSet& wanted,
                                                    const StateSet& varying) const {
  return std::make_unique<SwitchedEvaluator>(*this, static_cast<SwitchedContext&>(context), wanted, varying);
}

}  // namespace

std::unique_ptr<const Model> make_switched_model(SwitchedSystem system, InputSeries inputs, std::string name) {
  return std::make_unique<SwitchedModel>(std::move(system), std::move(inputs), std::move(name));
}

}  // namespace sunder::reduce
