// A plan that can be run: the Model made of Modelica text.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "emit/back_end.hpp"
#include "model/model.hpp"

namespace sunder::ir {
struct Plan;
}

namespace sunder::execute {

using emit::BackEnd;

struct CompiledModelOptions {
  BackEnd back_end = BackEnd::llvm;
  bool grouping = true;  ///< off: one kernel for every equation (for tests)
};

/// What the continuous equations became, for `check`.
struct KernelDescription {
  std::size_t equations = 0;
  std::size_t shapes = 0;  ///< different shapes among them
  std::size_t kernels = 0;
  std::size_t groups = 0;     ///< parallel runs of more than one row
  std::size_t sequences = 0;  ///< sequential runs of more than one turn
  std::size_t singles = 0;    ///< runs of one row
  std::size_t linear_loops = 0;
  std::size_t nonlinear_loops = 0;
  std::size_t largest_loop = 0;
  std::size_t operations = 0;  ///< of one evaluation
};

/// Nothing is compiled before it is asked for. Programs are cached by what they compute and shared by threads.
class CompiledModel : public model::Model {
 public:
  [[nodiscard]] virtual KernelDescription describe() const = 0;
  /// The kernels of the continuous equations as text, for --dump=kernels.
  [[nodiscard]] virtual std::string print_kernels() const = 0;
  /// While it is held nobody else adds to the shapes of the plan: for who makes code of it.
  [[nodiscard]] virtual std::unique_lock<std::mutex> lock_shapes() const = 0;
};

std::shared_ptr<const CompiledModel> make_compiled_model(std::shared_ptr<const ir::Plan> plan,
                                                         const CompiledModelOptions& options = {});

}  // namespace sunder::execute
