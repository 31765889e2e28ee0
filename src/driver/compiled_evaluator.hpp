// One worker's instrument to compute derivatives of a compiled model.
#pragma once

#include <memory>

#include "driver/compiled_context.hpp"
#include "driver/restricted_code.hpp"

namespace sunder {

class CompiledEvaluator final : public Evaluator {
 public:
  CompiledEvaluator(const ir::Plan& plan, CompiledContext& context, std::shared_ptr<const RestrictedCode> code);

  [[nodiscard]] const StateSet& wanted() const override { return code_->wanted(); }
  [[nodiscard]] const StateSet& varying() const override { return code_->varying(); }
  [[nodiscard]] bool freeze(double time, std::span<const double> x) override;
  [[nodiscard]] bool evaluate(std::span<const double> x, std::span<double> dx) override;
  /// Who asks for the pattern is about to ask for Jacobians: their code is compiled now, not inside the first step.
  [[nodiscard]] const SparsePattern& pattern() const override {
    (void)code_->jacobian();
    return code_->pattern();
  }
  [[nodiscard]] bool jacobian(std::span<const double> x, std::span<double> values) override;
  [[nodiscard]] bool restricted() const override { return true; }
  [[nodiscard]] std::size_t operations() const override { return code_->active().operations(); }
  [[nodiscard]] std::size_t frozen_operations() const override { return code_->frozen().operations(); }

 private:
  void take(std::span<const double> x);
  void follow_events();
  bool run_active(bool keep_factors);
  bool give(std::span<double> dx);
  bool report_not_finite(std::size_t state, double value);
  void run_direct(const JacobianCode& code, std::span<double> values);
  void run_colours(const JacobianCode& code, std::span<double> values);

  const ir::Plan& plan_;
  CompiledContext& context_;
  std::shared_ptr<const RestrictedCode> code_;
  bool all_vary_, all_wanted_, nothing_frozen_;
  double time_ = 0;
  std::uint64_t seen_event_ = 0;
  Values values_;
  Values tangents_;              // made at the first Jacobian
  std::vector<double> entries_;  // Jacobian with a spare entry
  emit::Frame frame_, guesses_;
  emit::Failure failure_;
  emit::Workspace frozen_workspace_, active_workspace_;
};

}  // namespace sunder
