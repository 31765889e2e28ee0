#include "emit/program.hpp"

#include <algorithm>
#include <utility>

#include "algebra/sparse_lu.hpp"
#include "emit/interpret/interpreter.hpp"
#include "emit/llvm/jit.hpp"
#include "emit/loop_solver.hpp"

namespace sunder::emit {

Workspace::Workspace() = default;
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

ir::VariableId Program::free_unknown(const Workspace& workspace) const {
  for (std::size_t k = 0; k < workspace.families_.size(); ++k) {
    const SunderLoopMemory& memory = workspace.families_[k].memory;
    const LoopFamily& family = assembly_->families[k];
    if (memory.has_free != 0)
      return family.unknowns[memory.free_instance * static_cast<std::size_t>(family.size) + memory.free_column];
  }
  return {};
}

Program::Pivoted Program::take_pivoted(Workspace& workspace) const {
  Pivoted found;
  for (std::size_t k = 0; relaxes_ && k < workspace.families_.size(); ++k) {
    SunderLoopMemory& memory = workspace.families_[k].memory;
    std::uint64_t& count = memory.pivoted_count;
    found.iterated += std::exchange(memory.iterated_count, 0);
    found.sweeps += std::exchange(memory.sweep_count, 0);
    if (memory.factored_count > 0) found.iterated_unknown = assembly_->families[k].unknowns[0];
    found.factored += std::exchange(memory.factored_count, 0);
    if (count == 0) continue;
    found.count += count;
    found.unknown = assembly_->families[k].unknowns[0];
    count = 0;
  }
  return found;
}

std::unique_ptr<Code> make_code(const Listing& listing, BackEnd back_end) {
  if (back_end == BackEnd::interpreter) return std::make_unique<Interpreter>(listing);
  return compile_with_llvm(listing);
}

Program::Program(std::shared_ptr<const Assembly> assembly, BackEnd back_end)
    : assembly_(std::move(assembly)), code_(make_code(assembly_->listing, back_end)), operations_(count_operations()) {
  for (const LoopFamily& family : assembly_->families) {
    loops_.push_back(LoopSolver::make_tables(family));
    relaxes_ = relaxes_ || family.relaxed.has_value();
  }
}
Program::~Program() = default;

Workspace Program::make_workspace() const {
  Workspace workspace;
  for (std::size_t k = 0; k < loops_.size(); ++k)
    workspace.families_.push_back(LoopSolver::make_memory(assembly_->families[k], loops_[k]));
  return workspace;
}

bool Program::run(const Frame& frame, const Frame& guesses, Workspace& workspace, Failure& failure,
                  const LoopEffort& effort) const {
  for (const Item& item : assembly_->items) {
    if (!item.is_loop) {
      code_->run(item.part, frame, 0, 0);
      continue;
    }
    Workspace::Family& memory = workspace.families_[item.family];
    memory.memory.has_free = 0;
    LoopSolver solver(assembly_->families[item.family], loops_[item.family], *code_, memory);
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
      if (!solver.solve(frame, guesses, i, effort, failure)) return false;
    }
  }
  return true;
}

void Program::run_tangents(const Program& tangents, const Frame& frame, Workspace& workspace) const {
  for (const Item& item : tangents.assembly_->items) {
    if (!item.is_loop) {
      tangents.code_->run(item.part, frame, 0, 0);
      continue;
    }
    LoopSolver solver(assembly_->families[item.family], loops_[item.family], *code_, workspace.families_[item.family]);
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i)
      solver.solve_tangent(tangents.assembly_->families[item.family], *tangents.code_, frame, i);
  }
}

std::optional<Failure> Program::find_failure(const Frame& frame, const Frame& guesses) const {
  const auto failed = [](const Finding& finding) {
    Failure failure;
    failure.kind = Failure::Kind::not_finite;
    failure.equation = ir::EquationId(finding.row);
    failure.what = finding.what;
    return failure;
  };
  const Interpreter interpreter(assembly_->listing);
  Workspace workspace = make_workspace();
  for (const Item& item : assembly_->items) {
    if (!item.is_loop) {
      if (const auto finding = interpreter.check(item.part, frame, 0, 0)) return failed(*finding);
      continue;
    }
    const LoopFamily& family = assembly_->families[item.family];
    LoopSolver solver(family, loops_[item.family], interpreter, workspace.families_[item.family]);
    for (std::uint32_t i = item.first; i < item.first + item.count; ++i) {
      Failure failure;
      if (solver.solve(frame, guesses, i, {}, failure)) continue;
      // The unknowns are those of the evaluation that failed: look at it again.
      Frame again = frame;
      std::vector<double> residual(family.size);
      std::vector<double> matrix(family.dense ? static_cast<std::size_t>(family.size) * family.size
                                              : family.row_indices.size());
      again[Space::residual] = residual.data();
      again[Space::matrix] = matrix.data();
      auto finding = family.torn() ? interpreter.check(family.inner, again, i, i + 1) : std::nullopt;
      if (!finding) finding = interpreter.check(family.part, again, i, i + 1);
      if (finding) {
        Failure named = failed(*finding);
        named.variable = failure.variable;
        return named;
      }
      return failure;
    }
  }
  return std::nullopt;
}

bool Program::has_nonlinear_loops() const {
  return std::any_of(assembly_->families.begin(), assembly_->families.end(),
                     [](const LoopFamily& family) { return !family.linear; });
}

std::size_t Program::count_operations() const {
  const Listing& listing = assembly_->listing;
  std::size_t total = 0;
  for (const Item& item : assembly_->items) {
    if (!item.is_loop) {
      total += listing.operations(listing.parts[item.part]);
      continue;
    }
    const LoopFamily& family = assembly_->families[item.family];
    const std::size_t n = family.size;
    const std::size_t evaluation =
        listing.operations(listing.parts[family.part]) / (family.ranged ? family.instances : 1);
    const std::size_t t = family.iterated;
    const std::size_t solution = family.relaxed  ? family.relaxed->operations
                                 : family.torn() ? 2 * t * (t * t / 3 + t + family.row_indices.size())
                                 : family.dense  ? 2 * n * n * n / 3 + 2 * n * n
                                                 : 10 * family.row_indices.size();
    constexpr std::size_t usual_iterations = 4;  // of Newton's method
    total += item.count * (evaluation + solution) * (family.linear ? 1 : usual_iterations);
  }
  return total;
}

}  // namespace sunder::emit
