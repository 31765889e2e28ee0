#include "cosimulate/driven_model.hpp"

#include <algorithm>

namespace sunder {

namespace {

StateSet mapped(const StateSet& set, const StateSet& to) {
  StateSet out;
  for (const std::uint32_t i : set) out.push_back(to[i]);
  return out;
}

/// The inputs are frozen with the time: `freeze` is called wherever the time changes.
class DrivenEvaluator final : public Evaluator {
 public:
  DrivenEvaluator(const DrivenModel& model, DrivenContext& context, StateSet wanted, StateSet varying)
      : context_(context),
        states_(model.ports().state_at),
        wanted_(std::move(wanted)),
        varying_(std::move(varying)),
        base_(model.base().evaluator(*context.base, mapped(wanted_, states_), mapped(varying_, states_))),
        values_(model.base().state_count()),
        slopes_(model.base().state_count()) {}

  [[nodiscard]] const StateSet& wanted() const override { return wanted_; }
  [[nodiscard]] const StateSet& varying() const override { return varying_; }
  [[nodiscard]] bool freeze(double time, std::span<const double> x) override {
    const std::span<const double> full = context_.full(time, x);
    std::copy(full.begin(), full.end(), values_.begin());
    return base_->freeze(time, values_) || context_.fail();
  }
  [[nodiscard]] bool evaluate(std::span<const double> x, std::span<double> dx) override {
    take(x);
    if (!base_->evaluate(values_, slopes_)) return context_.fail();
    for (const std::uint32_t i : wanted_) dx[i] = slopes_[states_[i]];
    return true;
  }
  [[nodiscard]] const SparsePattern& pattern() const override { return base_->pattern(); }
  [[nodiscard]] bool jacobian(std::span<const double> x, std::span<double> values) override {
    take(x);
    return base_->jacobian(values_, values) || context_.fail();
  }
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override { return base_->evaluations_per_jacobian(); }
  [[nodiscard]] bool restricted() const override { return base_->restricted(); }
  [[nodiscard]] std::size_t operations() const override { return base_->operations(); }
  [[nodiscard]] std::size_t frozen_operations() const override { return base_->frozen_operations(); }

 private:
  void take(std::span<const double> x) {
    for (const std::uint32_t i : varying_) values_[states_[i]] = x[i];
  }

  DrivenContext& context_;
  const StateSet& states_;
  StateSet wanted_, varying_;
  std::unique_ptr<Evaluator> base_;
  std::vector<double> values_, slopes_;
};

DrivenContext& driven(Context& context) { return static_cast<DrivenContext&>(context); }

}  // namespace

std::span<double> DrivenContext::full(double time, std::span<const double> x) {
  for (std::size_t i = 0; i < ports_.state_at.size(); ++i) full_[ports_.state_at[i]] = x[i];
  for (std::size_t i = 0; i < ports_.input_at.size(); ++i) full_[ports_.input_at[i]] = curve.at(i, time);
  return full_;
}

bool DrivenContext::fail() {
  if (base->fault()) set_fault(Fault(*base->fault()));
  return false;
}

DrivenModel::DrivenModel(std::shared_ptr<const Model> base, Ports ports)
    : base_(std::move(base)), ports_(std::move(ports)) {}

std::unique_ptr<Context> DrivenModel::create_context() const {
  return std::make_unique<DrivenContext>(base_->create_context(), ports_, base_->state_count());
}

bool DrivenModel::initialise(Context& context, double time, std::span<double> x) const {
  std::vector<double> full(base_->state_count());
  if (!base_->initialise(*driven(context).base, time, full)) return driven(context).fail();
  for (std::size_t i = 0; i < ports_.state_at.size(); ++i) x[i] = full[ports_.state_at[i]];
  // until the master says otherwise, inputs are what the model's text says
  std::vector<double> u;
  for (const std::uint32_t i : ports_.input_at) u.push_back(full[i]);
  driven(context).curve.hold(u);
  return true;
}

std::unique_ptr<Evaluator> DrivenModel::evaluator(Context& context, const StateSet& wanted,
                                                  const StateSet& varying) const {
  return std::make_unique<DrivenEvaluator>(*this, driven(context), wanted, varying);
}

bool DrivenModel::record(Context& context, double time, std::span<const double> x, std::span<double> values) const {
  DrivenContext& own = driven(context);
  return base_->record(*own.base, time, own.full(time, x), values) || own.fail();
}

bool DrivenModel::crossings(Context& context, double time, std::span<const double> x, std::span<double> margins) const {
  DrivenContext& own = driven(context);
  return base_->crossings(*own.base, time, own.full(time, x), margins) || own.fail();
}

double DrivenModel::next_time_event(Context& context, double time) const {
  return base_->next_time_event(*driven(context).base, time);
}

bool DrivenModel::handle_event(Context& context, double time, std::span<double> x, EventCause cause,
                               EventOutcome& outcome) const {
  DrivenContext& mine = driven(context);
  const std::span<double> full = mine.full(time, x);
  if (!base_->handle_event(*mine.base, time, full, cause, outcome)) return mine.fail();
  for (std::size_t i = 0; i < ports_.state_at.size(); ++i) x[i] = full[ports_.state_at[i]];
  outcome.reinitialised = own(outcome.reinitialised);
  outcome.affected = own(outcome.affected);
  return true;
}

StateSet DrivenModel::own(const StateSet& full) const {
  StateSet out;
  for (const std::uint32_t state : full) {
    const auto found = std::lower_bound(ports_.state_at.begin(), ports_.state_at.end(), state);
    if (found != ports_.state_at.end() && *found == state)
      out.push_back(static_cast<std::uint32_t>(found - ports_.state_at.begin()));
  }
  return out;
}

}  // namespace sunder
