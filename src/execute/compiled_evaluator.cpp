#include "execute/compiled_evaluator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "emit/schedule.hpp"
#include "runtime/finite.h"

namespace sunder::execute {

using emit::Frame;
using emit::Space;

class CompiledEvaluator::Opened final : public model::OpenedJacobian {
 public:
  Opened(CompiledEvaluator& evaluator, const OpenedCode& code) : evaluator_(evaluator), code_(code) {}

  [[nodiscard]] const algebra::SparsePattern& pattern() const override { return code_.pattern(); }
  [[nodiscard]] std::size_t unknowns() const override { return code_.unknowns(); }
  void prepare() override { (void)evaluator_.code_->opened(RestrictedCode::Need::code); }
  model::Status values(const At& at, std::span<double> values) override {
    return evaluator_.opened_jacobian(at, values);
  }
  [[nodiscard]] std::size_t operations() const override {
    return evaluator_.operations() + evaluator_.code_->opened(RestrictedCode::Need::operations)->operations();
  }
  [[nodiscard]] const algebra::SparsePattern& closed_pattern() const override { return evaluator_.code_->pattern(); }
  /// A run of tangents for every entry of the longest row, at least.
  [[nodiscard]] std::size_t closed_operations() const override {
    const algebra::SparsePattern& closed = closed_pattern();
    std::vector<std::size_t> entries(closed.rows);
    for (const std::int32_t row : closed.row_indices) ++entries[static_cast<std::size_t>(row)];
    const std::size_t longest = entries.empty() ? 0 : *std::ranges::max_element(entries);
    return evaluator_.operations() * (1 + longest);
  }

 private:
  CompiledEvaluator& evaluator_;
  const OpenedCode& code_;
};

CompiledEvaluator::CompiledEvaluator(const ir::Plan& plan, CompiledContext& context,
                                     std::shared_ptr<const RestrictedCode> code)
    : plan_(plan),
      context_(context),
      code_(std::move(code)),
      all_vary_(code_->varying().states.size() == plan.states.size()),
      all_wanted_(code_->wanted().derivatives.size() == plan.states.size()),
      nothing_frozen_(code_->frozen().empty()),
      frozen_workspace_(code_->frozen().make_workspace()),
      active_workspace_(code_->active().make_workspace()) {
  values_.resize(plan);
  frame_ = context.frame(values_, time_);
  guesses_ = context.guess_frame();
}

CompiledEvaluator::~CompiledEvaluator() = default;

model::OpenedJacobian* CompiledEvaluator::opened() {
  if (opened_ == nullptr)
    if (const OpenedCode* code = code_->opened(RestrictedCode::Need::pattern))
      opened_ = std::make_unique<Opened>(*this, *code);
  return opened_.get();
}

model::Status CompiledEvaluator::opened_jacobian(const At& at, std::span<double> values) {
  const OpenedCode& code = *code_->opened(RestrictedCode::Need::code);
  take(at);
  frame_[Space::derivative] = values_.dx.data();
  if (model::Status ran = run_active(false); !ran) return ran;
  partials_.resize(code.partials() + 1);
  sums_.resize(code.sums());
  code.run(frame_, partials_, sums_, values);
  return {};
}

model::Status CompiledEvaluator::freeze(double time, std::span<const double> x) {
  // Only what is read: a small part of a large model must not cost the whole state.
  model::copy_states(x, code_->fixed_states(), values_.x);
  if (all_vary_) frame_[Space::state] = const_cast<double*>(x.data());
  return freeze_places(time);
}

model::Status CompiledEvaluator::freeze_places(double time) {
  if (const model::Fault* wrong = context_.parameter_fault()) return *wrong;
  time_ = time;
  if (seen_event_ != context_.event_number) follow_events();
  for (const model::InputIndex input : code_->fixed_inputs())
    values_.u[input.index()] = context_.driven_at(input.index(), time);
  if (nothing_frozen_) return {};
  frame_[Space::derivative] = values_.dx.data();
  if (code_->frozen().run(frame_, guesses_, frozen_workspace_, failure_)) return {};
  const std::array programs{&code_->frozen()};
  return context_.explain(programs, frame_, failure_, &plan_);
}

// Discrete variables are not computed here: they are what they were after the last event.
void CompiledEvaluator::follow_events() {
  for (const std::uint32_t at : code_->discrete()) values_.w[at] = context_.event_w[at];
  seen_event_ = context_.event_number;
}

// What varies; where all states do, they are read from where the caller has them.
void CompiledEvaluator::take(const At& at) {
  for (const model::InputIndex input : code_->varying().inputs) values_.u[input.index()] = at.u[input.index()];
  if (all_vary_) {
    frame_[Space::state] = const_cast<double*>(at.x.data());  // the continuous section writes no states
    return;
  }
  model::copy_states(at.x, code_->varying().states, values_.x);
}

model::Status CompiledEvaluator::run_active(bool keep_factors) {
  const bool solved = code_->active().run(frame_, guesses_, active_workspace_, failure_, {keep_factors});
  context_.count(code_->active().take_pivoted(active_workspace_));
  if (solved) return {};
  const std::array programs{&code_->frozen(), &code_->active()};
  return context_.explain(programs, frame_, failure_, &plan_);
}

model::Status CompiledEvaluator::not_finite(ir::VariableId variable, double value) {
  const std::array programs{&code_->frozen(), &code_->active()};
  return context_.explain_not_finite(programs, frame_, plan_.dae.name_of(variable),
                                     plan_.dae.declaration(variable).span, value, &plan_);
}

model::Status CompiledEvaluator::evaluate(const At& at, const Into& into) {
  take(at);
  if (!all_wanted_ || !code_->wanted().outputs.empty()) {
    frame_[Space::derivative] = values_.dx.data();
    model::Status ran = run_active(false);
    return ran ? give(into) : std::move(ran);
  }
  const std::span<double> dx = into.dx;
  frame_[Space::derivative] = dx.data();
  model::copy_states(values_.dx, code_->frozen_derivatives(), dx);
  if (model::Status ran = run_active(false); !ran) return ran;
  if (sunder_all_finite(dx.data(), dx.size()) != 0) return {};
  const auto bad = std::find_if(dx.begin(), dx.end(), [](double value) { return !std::isfinite(value); });
  return not_finite(plan_.derivatives[static_cast<std::size_t>(bad - dx.begin())], *bad);
}

model::Status CompiledEvaluator::give(const Into& into) {
  for (const model::StateIndex state : code_->wanted().derivatives) {
    const double value = values_.dx[state.index()];
    into.dx[state.index()] = value;
    if (!std::isfinite(value)) return not_finite(plan_.derivatives[state.index()], value);
  }
  for (std::size_t i = 0; i < code_->outputs().size(); ++i) {
    const RestrictedCode::Output& output = code_->outputs()[i];
    const std::size_t number = code_->wanted().outputs[i].index();
    const double value = frame_.at(output.place);
    into.y[number] = output.negated ? -value : value;
    if (!std::isfinite(value)) return not_finite(plan_.outputs[number], into.y[number]);
  }
  return {};
}

model::Status CompiledEvaluator::jacobian(const At& at, std::span<double> values) {
  take(at);
  return jacobian_here(values);
}

double* CompiledEvaluator::place(emit::Place place) {
  switch (place.space) {
    case Space::state: return &values_.x[place.index];
    case Space::derivative: return &values_.dx[place.index];
    default: return &values_.w[place.index];
  }
}

model::Status CompiledEvaluator::evaluate_places(double time, std::span<const double* const> wanted,
                                                 std::span<double> out) {
  frame_[Space::state] = values_.x.data();
  if (model::Status frozen = freeze_places(time); !frozen) return frozen;
  frame_[Space::derivative] = values_.dx.data();
  if (model::Status ran = run_active(false); !ran) return ran;
  for (std::size_t i = 0; i < wanted.size(); ++i) out[i] = *wanted[i];
  if (sunder_all_finite(out.data(), wanted.size()) != 0) return {};
  const auto bad = std::find_if(out.begin(), out.end(), [](double value) { return !std::isfinite(value); });
  return not_finite(code_->row(static_cast<std::size_t>(bad - out.begin())), *bad);
}

model::Status CompiledEvaluator::jacobian_places(double time, std::span<double> values) {
  frame_[Space::state] = values_.x.data();
  if (model::Status frozen = freeze_places(time); !frozen) return frozen;
  return jacobian_here(values);
}

model::Status CompiledEvaluator::jacobian_here(std::span<double> values) {
  const JacobianCode& code = code_->jacobian();
  frame_[Space::derivative] = values_.dx.data();
  if (code.kind == JacobianCode::Kind::direct) {
    run_direct(code, values);
    return {};
  }
  const bool by_colours = code.kind == JacobianCode::Kind::coloured;
  if (model::Status ran = run_active(by_colours); !ran) return ran;
  if (by_colours) return run_colours(code, values);
  run_accumulation(code, values);
  return {};
}

void CompiledEvaluator::run_direct(const JacobianCode& code, std::span<double> values) {
  Frame frame = frame_;
  frame[Space::jacobian] = values.data();
  if (code.spare_entry) {
    entries_.resize(values.size() + 1);
    frame[Space::jacobian] = entries_.data();
  }
  code.code->run(0, frame, 0, 0);
  if (code.spare_entry) std::copy_n(entries_.begin(), values.size(), values.begin());
}

void CompiledEvaluator::run_accumulation(const JacobianCode& code, std::span<double> values) {
  partials_.resize(code.accumulation->partial_count() + 1);
  sums_.resize(code.accumulation->sums());
  Frame frame = frame_;
  frame[Space::jacobian] = partials_.data();
  code.code->run(0, frame, 0, 0);
  code.accumulation->run(partials_, sums_, values.first(code_->pattern().nonzeros()));
}

double& CompiledEvaluator::seed(std::size_t column) {
  const model::Varying& varying = code_->varying();
  if (column < varying.states.size()) return tangents_.x[varying.states[column].index()];
  return tangents_.u[varying.inputs[column - varying.states.size()].index()];
}

double CompiledEvaluator::tangent(const Frame& frame, std::size_t row) const {
  const model::Wanted& wanted = code_->wanted();
  if (row < wanted.derivatives.size()) return tangents_.dx[wanted.derivatives[row].index()];
  const RestrictedCode::Output& output = code_->outputs()[row - wanted.derivatives.size()];
  const double value = frame.at({*emit::tangent_of(output.place.space), output.place.index});
  return output.negated ? -value : value;
}

Frame CompiledEvaluator::frame_with(Values& tangents) const {
  if (tangents.x.empty()) tangents.resize(plan_);
  Frame frame = frame_;
  frame[Space::state_tangent] = tangents.x.data();
  frame[Space::derivative_tangent] = tangents.dx.data();
  frame[Space::work_tangent] = tangents.w.data();
  frame[Space::input_tangent] = tangents.u.data();
  return frame;
}

/// Of large models a thousand runs: they end where the run is to end.
model::Status CompiledEvaluator::run_colours(const JacobianCode& code, std::span<double> values) {
  const Frame frame = frame_with(tangents_);
  const algebra::SparsePattern& pattern = code_->pattern();
  for (std::uint32_t colour = 0; colour < code.columns_of_colour.size(); ++colour) {
    if (model::Status stopped = model::stop_if_cancelled(context_.cancel(), time_); !stopped) return stopped;
    const auto columns = code.columns_of_colour[colour];
    for (const std::uint32_t column : columns) seed(column) = 1;
    code_->active().run_tangents(*code.tangents, frame, active_workspace_);
    for (const std::uint32_t column : columns)
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k)
        values[k] = tangent(frame, static_cast<std::size_t>(pattern.row_indices[k]));
    for (const std::uint32_t column : columns) seed(column) = 0;
  }
  return {};
}

bool CompiledEvaluator::depends_on_time() const {
  const TimeCode& code = code_->time();
  return code.by_clock || (!code_->fixed_inputs().empty() && context_.driven_moves());
}

// Tangents apart from those of Jacobians: what does not change with the clock has none, and what does has none there.
model::Status CompiledEvaluator::time_derivative(const At& at, std::span<double> dx) {
  for (const std::size_t state : model::places(code_->wanted().derivatives)) dx[state] = 0;
  if (!depends_on_time()) return {};
  const TimeCode& code = code_->time();
  if (!time_workspace_) time_workspace_.emplace(code.values->make_workspace());
  take(at);
  frame_[Space::derivative] = values_.dx.data();
  if (model::Status ran = run_active(false); !ran) return ran;
  if (code.needs_factors && !code.values->run(frame_, guesses_, *time_workspace_, failure_, {true})) {
    const std::array programs{code.values.get()};
    return context_.explain(programs, frame_, failure_, &plan_);
  }
  const Frame frame = frame_with(time_tangents_);
  for (const model::InputIndex input : code_->fixed_inputs())
    time_tangents_.u[input.index()] = context_.driven_slope(input.index(), time_);
  code.values->run_tangents(*code.tangents, frame, *time_workspace_);
  model::copy_states(time_tangents_.dx, code_->wanted().derivatives, dx);
  return {};
}

}  // namespace sunder::execute
