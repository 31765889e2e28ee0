#include "integrate/linear_run.hpp"

#include <utility>

namespace sunder::integrate {

namespace {

/// Memory for plain C, aligned for doubles.
std::vector<double> memory_of(std::size_t bytes) { return std::vector<double>((bytes + 7) / 8); }

// Turns are arithmetic on memory that is there: nothing is thrown through C.
void share_among(void* pool, std::uint32_t count, void (*turn)(void* data, std::uint32_t i), void* data) {
  static_cast<ThreadPool*>(pool)->run(count, [&](std::size_t i) { turn(data, static_cast<std::uint32_t>(i)); });
}

}  // namespace

LinearRun::LinearRun(const SunderSystem& system, std::vector<std::uint32_t> rows,
                     const algebra::SparsePattern* jacobian, ThreadPool* pool, std::size_t opened)
    : system_(system), rows_(std::move(rows)) {
  system_.opened_count = static_cast<std::uint32_t>(opened);
  if (rows_.empty()) {
    row_start_.assign(1, 0);
  } else {
    take_pattern(*jacobian);
  }
  if (!rows_.empty() && rows_.size() < system_.state_count) system_.rows = rows_.data();
  system_.jacobian_pattern = {static_cast<std::uint32_t>(rows_.size()), row_start_.data(), column_.data()};
  if (!rows_.empty()) make_linear_solver(pool);
}

void LinearRun::prepare(const SunderTableau& tableau, const SunderRunOptions& options) {
  run_memory_ = memory_of(sunder_run_memory(&system_, &tableau, &options));
  sunder_run_init(&run_, &system_, &tableau, &options, run_memory_.data());
}

// The evaluator has columns one after the other, the runtime rows.
void LinearRun::take_pattern(const algebra::SparsePattern& pattern) {
  row_start_.assign(pattern.rows + 1, 0);
  for (const std::int32_t row : pattern.row_indices) ++row_start_[static_cast<std::size_t>(row) + 1];
  for (std::size_t row = 0; row < pattern.rows; ++row) row_start_[row + 1] += row_start_[row];
  std::vector<std::uint32_t> next(row_start_.begin(), row_start_.end() - 1);
  column_.resize(pattern.nonzeros());
  entry_.resize(pattern.nonzeros());
  by_columns_.resize(pattern.nonzeros());
  for (std::uint32_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const std::uint32_t place = next[static_cast<std::size_t>(pattern.row_indices[k])]++;
      column_[place] = column;
      entry_[place] = static_cast<std::uint32_t>(k);
    }
  }
}

void LinearRun::make_linear_solver(ThreadPool* pool) {
  if (system_.opened_count > 0) {
    opened_ = std::make_unique<OpenedRows>(system_);
    system_.linear = opened_.get();
    system_.factor = OpenedRows::factor;
    system_.solve = OpenedRows::solve;
    return;
  }
  const std::uint32_t* rows = system_.rows;
  std::vector<double> scratch =
      memory_of(sunder_implicit_plan_memory(&system_.jacobian_pattern, system_.state_count, rows));
  SunderImplicitPlan plan;
  sunder_implicit_plan(&plan, &system_.jacobian_pattern, system_.state_count, rows, nullptr, scratch.data());
  linear_memory_ = memory_of(sunder_implicit_rows_memory(&plan));
  sunder_implicit_rows_init(&linear_, &plan, linear_memory_.data());
  if (pool != nullptr) sunder_implicit_rows_share(&linear_, {pool, share_among});
  factor_operations_ = plan.lu.update_bound;
  system_.linear = &linear_;
  system_.factor = sunder_implicit_rows_factor;
  system_.solve = sunder_implicit_rows_solve;
}

std::uint64_t LinearRun::solver_operations() const {
  if (opened_) return opened_->operations();
  if (rows_.empty()) return 0;
  const SunderStepCounts& counts = run_.step.counts;
  return counts.factorisations * (2 * factor_operations_ + linear_.direct.entry_count) +
         counts.solves * 2 * std::uint64_t{linear_.direct.entry_count};
}

}  // namespace sunder::integrate
