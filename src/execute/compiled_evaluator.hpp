// One worker's instrument to compute derivatives and outputs of a compiled model.
#pragma once

#include <memory>

#include "execute/compiled_context.hpp"
#include "execute/restricted_code.hpp"
#include "model/opened.hpp"

namespace sunder::execute {

class CompiledEvaluator final : public model::Evaluator {
 public:
  CompiledEvaluator(const ir::Plan& plan, CompiledContext& context, std::shared_ptr<const RestrictedCode> code);
  ~CompiledEvaluator() override;

  using model::Evaluator::evaluate;
  using model::Evaluator::jacobian;
  [[nodiscard]] const model::Wanted& wanted() const override { return code_->wanted(); }
  [[nodiscard]] const model::Varying& varying() const override { return code_->varying(); }
  model::Status freeze(double time, std::span<const double> x) override;
  model::Status evaluate(const At& at, const Into& into) override;
  /// Who asks for the pattern is about to ask for Jacobians: their code is compiled now, not inside the first step.
  [[nodiscard]] const algebra::SparsePattern& pattern() const override {
    (void)code_->jacobian();
    return code_->pattern();
  }
  model::Status jacobian(const At& at, std::span<double> values) override;
  [[nodiscard]] model::OpenedJacobian* opened() override;
  [[nodiscard]] bool jacobian_constant() const override { return code_->jacobian_constant(); }
  model::Status time_derivative(const At& at, std::span<double> dx) override;

  // For who puts states and given variables where they belong, and takes results from there.
  [[nodiscard]] double* place(emit::Place place);
  /// Everything wanted; `out` gets what stands there.
  model::Status evaluate_places(double time, std::span<const double* const> wanted, std::span<double> out);
  model::Status jacobian_places(double time, std::span<double> values);

  [[nodiscard]] bool depends_on_time() const override;
  [[nodiscard]] std::size_t evaluations_per_jacobian() const override { return 0; }
  [[nodiscard]] bool restricted() const override { return true; }
  [[nodiscard]] std::size_t operations() const override { return code_->active().operations(); }
  [[nodiscard]] std::size_t frozen_operations() const override { return code_->frozen().operations(); }

 private:
  class Opened;
  model::Status opened_jacobian(const At& at, std::span<double> values);
  model::Status freeze_places(double time);
  model::Status jacobian_here(std::span<double> values);
  void take(const At& at);
  void follow_events();
  model::Status run_active(bool keep_factors);
  model::Status give(const Into& into);
  model::Status not_finite(ir::VariableId variable, double value);
  void run_direct(const JacobianCode& code, std::span<double> values);
  void run_accumulation(const JacobianCode& code, std::span<double> values);
  model::Status run_colours(const JacobianCode& code, std::span<double> values);
  /// `tangents` are made at the first call.
  [[nodiscard]] emit::Frame frame_with(Values& tangents) const;
  [[nodiscard]] double& seed(std::size_t column);
  [[nodiscard]] double tangent(const emit::Frame& frame, std::size_t row) const;

  const ir::Plan& plan_;
  CompiledContext& context_;
  std::shared_ptr<const RestrictedCode> code_;
  bool all_vary_, all_wanted_, nothing_frozen_;
  double time_ = 0;
  std::uint64_t seen_event_ = 0;
  Values values_;
  Values tangents_;              // of Jacobians
  Values time_tangents_;         // of derivatives by time
  std::vector<double> entries_;  // Jacobian with a spare entry
  std::vector<double> partials_;
  std::vector<Accumulation::Sum> sums_;
  emit::Frame frame_, guesses_;
  emit::Failure failure_;
  emit::Workspace frozen_workspace_, active_workspace_;
  std::optional<emit::Workspace> time_workspace_;  // made at the first derivative by time
  std::unique_ptr<Opened> opened_;
};

}  // namespace sunder::execute
