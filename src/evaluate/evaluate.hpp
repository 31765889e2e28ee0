// Compile-time values of typed expressions: dimensions, structural parameters, loop ranges, attributes.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/evaluation.hpp"
#include "ir/instance.hpp"

namespace sunder::foreign {
class Object;
}

namespace sunder::evaluate {

/// Values of parameters and constants are remembered; only those whose bindings are constant expressions have one.
class ConstantEvaluator : public ir::ValueSource {
 public:
  void ask(ir::BindingSource* bindings) override { bindings_ = bindings; }
  [[nodiscard]] const ir::StructuralReads& reads() const override { return reads_; }
  /// Where libraries are stored, for modelica:// addresses.
  void find_libraries(std::function<std::string(std::string_view)> libraries) { libraries_ = std::move(libraries); }
  /// External code may be loaded. `directories`: where files are stored.
  void allow_foreign(std::function<std::string(FileId)> directories) { directories_ = std::move(directories); }

  std::optional<ir::Value> value_of(const ir::Expression& expression, const ir::Environment& environment,
                                    ir::EvaluationFailure& failure) override;
  std::shared_ptr<const foreign::Function> foreign(const ir::Function& function, std::string& message) override;
  [[nodiscard]] const std::vector<double>& hidden_state() const override { return hidden_state_; }

 private:
  /// Finds the value of a parameter after those of all parameters it needs, without recursion: they may be bound in
  /// chains of any length. The results are in known_ and failed_.
  void compute(const ir::Instance& root);
  std::vector<const ir::Instance*> open_needs(const ir::Instance& variable);
  void finish(const ir::Instance& variable);
  std::optional<ir::Value> bound_value(const ir::Instance& variable, ir::EvaluationFailure& failure);
  const ir::Expression* binding_of(const ir::Instance& variable);
  [[nodiscard]] bool is_being_resolved(const ir::Instance& variable) const {
    return bindings_ != nullptr && bindings_->is_being_resolved(variable);
  }

  ir::BindingSource* bindings_ = nullptr;
  std::function<std::string(std::string_view)> libraries_;
  std::function<std::string(FileId)> directories_;  ///< null: no foreign code
  std::map<const ir::Function*, std::shared_ptr<const foreign::Function>> foreign_;
  std::map<double, std::shared_ptr<foreign::Object>>
      objects_;  ///< that were made; whoever needs them longer keeps them
  std::vector<double> hidden_state_;
  ir::StructuralReads reads_;
  std::unordered_map<const ir::Instance*, ir::Value> known_;
  std::unordered_map<const ir::Instance*, ir::EvaluationFailure> failed_;
  std::unordered_set<const ir::Instance*> in_progress_;
  /// Failed while something they depend on was open: only for as long as anything is.
  std::unordered_set<const ir::Instance*> circular_;
  bool circle_ = false;  ///< the last failure came of a circle: it says nothing about the value of others
  ir::EvaluationFailure circle_failure_;
  /// All results of the call made last: the next question is often for another of them.
  struct LastCall {
    const void* data = nullptr;
    const ir::Function* function = nullptr;
    const ir::Environment* environment = nullptr;
    std::vector<ir::Value> results;
  } last_call_;
  std::int64_t steps_ = 0;  ///< statements run for the present question
  int calls_ = 0;           ///< function calls around the one being evaluated
  int depth_ = 0;           ///< expressions around the one being evaluated
  int in_bindings_ = 0;     ///< of parameters and constants that are being computed

  friend class Evaluation;
};

}  // namespace sunder::evaluate
