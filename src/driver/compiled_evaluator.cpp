#include "driver/compiled_evaluator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/finite.h"

namespace sunder {

using emit::Frame;
using emit::Program;
using emit::Space;

CompiledEvaluator::CompiledEvaluator(const ir::Plan& plan, CompiledContext& context,
                                     std::shared_ptr<const RestrictedCode> code)
    : plan_(plan),
      context_(context),
      code_(std::move(code)),
      all_vary_(code_->varying().size() == plan.states.size()),
      all_wanted_(code_->wanted().size() == plan.states.size()),
      nothing_frozen_(code_->frozen().empty()),
      frozen_workspace_(code_->frozen().make_workspace()),
      active_workspace_(code_->active().make_workspace()) {
  values_.resize(plan);
  frame_ = context.frame(values_, time_);
  guesses_ = context.guess_frame();
}

bool CompiledEvaluator::freeze(double time, std::span<const double> x) {
  if (context_.parameter_fault) {
    context_.set_fault(*context_.parameter_fault);
    return false;
  }
  time_ = time;
  if (seen_event_ != context_.event_number) follow_events();
  // Only what is read: a small part of a large model must not cost the whole state.
  for (const std::uint32_t state : code_->fixed_states()) values_.x[state] = x[state];
  if (nothing_frozen_) return true;
  if (all_vary_) frame_[Space::state] = const_cast<double*>(x.data());
  frame_[Space::derivative] = values_.dx.data();
  if (code_->frozen().run(frame_, guesses_, frozen_workspace_, failure_)) return true;
  const std::array programs{&code_->frozen()};
  return context_.fail(programs, frame_, failure_);
}

// Discrete variables are not computed here: they are what they were after the last event.
void CompiledEvaluator::follow_events() {
  for (const std::uint32_t at : code_->discrete()) values_.w[at] = context_.event_w[at];
  seen_event_ = context_.event_number;
}

// The states that vary; where all do, they are read from where the caller has them.
void CompiledEvaluator::take(std::span<const double> x) {
  if (all_vary_) {
    frame_[Space::state] = const_cast<double*>(x.data());  // the continuous section writes no states
    return;
  }
  for (const std::uint32_t state : code_->varying()) values_.x[state] = x[state];
}

bool CompiledEvaluator::run_active(bool keep_factors) {
  if (code_->active().run(frame_, guesses_, active_workspace_, failure_, keep_factors)) return true;
  const std::array programs{&code_->frozen(), &code_->active()};
  return context_.fail(programs, frame_, failure_);
}

bool CompiledEvaluator::report_not_finite(std::size_t state, double value) {
  const std::array programs{&code_->frozen(), &code_->active()};
  return context_.fail_not_finite(programs, frame_, plan_.dae.name_of(plan_.derivatives[state]), value);
}

bool CompiledEvaluator::evaluate(std::span<const double> x, std::span<double> dx) {
  take(x);
  if (!all_wanted_) {
    frame_[Space::derivative] = values_.dx.data();
    return run_active(false) && give(dx);
  }
  frame_[Space::derivative] = dx.data();
  for (const std::uint32_t state : code_->frozen_derivatives()) dx[state] = values_.dx[state];
  if (!run_active(false)) return false;
  if (sunder_all_finite(dx.data(), dx.size()) != 0) return true;
  const auto bad = std::find_if(dx.begin(), dx.end(), [](double value) { return !std::isfinite(value); });
  return report_not_finite(static_cast<std::size_t>(bad - dx.begin()), *bad);
}

bool CompiledEvaluator::give(std::span<double> dx) {
  for (const std::uint32_t state : code_->wanted()) {
    dx[state] = values_.dx[state];
    if (!std::isfinite(dx[state])) return report_not_finite(state, dx[state]);
  }
  return true;
}

bool CompiledEvaluator::jacobian(std::span<const double> x, std::span<double> values) {
  const JacobianCode& code = code_->jacobian();
  take(x);
  frame_[Space::derivative] = values_.dx.data();
  if (code.direct) {
    run_direct(code, values);
    return true;
  }
  if (!run_active(true)) return false;
  run_colours(code, values);
  return true;
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

void CompiledEvaluator::run_colours(const JacobianCode& code, std::span<double> values) {
  if (tangents_.x.size() != plan_.states.size() || tangents_.w.size() != plan_.work_count) tangents_.resize(plan_);
  Frame frame = frame_;
  frame[Space::state_tangent] = tangents_.x.data();
  frame[Space::derivative_tangent] = tangents_.dx.data();
  frame[Space::work_tangent] = tangents_.w.data();
  const SparsePattern& pattern = code_->pattern();
  for (std::uint32_t colour = 0; colour < code.columns_of_colour.size(); ++colour) {
    const auto columns = code.columns_of_colour[colour];
    for (const std::uint32_t column : columns) tangents_.x[code_->varying()[column]] = 1;
    code_->active().run_tangents(*code.tangents, frame, active_workspace_);
    for (const std::uint32_t column : columns) {
      tangents_.x[code_->varying()[column]] = 0;
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k)
        values[k] = tangents_.dx[code_->wanted()[pattern.row_indices[k]]];
    }
  }
}

}  // namespace sunder
