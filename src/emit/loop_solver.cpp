#include "emit/loop_solver.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <span>

#include "algebra/sparse_lu.hpp"

namespace sunder::emit {

namespace {

static_assert(space_count == SPACE_COUNT && static_cast<int>(Space::jacobian) == SPACE_JACOBIAN &&
                  static_cast<int>(Space::factor) == SPACE_FACTOR &&
                  static_cast<int>(Space::residual) == SPACE_RESIDUAL &&
                  static_cast<int>(Space::work_tangent) == SPACE_WORK_TANGENT &&
                  static_cast<int>(Space::time) == SPACE_TIME && static_cast<int>(Space::work) == SPACE_WORK,
              "runtime/frame.h has the spaces in another order");

SunderPlace runtime_place(Place place) { return {static_cast<std::uint32_t>(place.space), place.index}; }
SunderPlace runtime_place(const std::optional<Place>& place) {
  return place ? runtime_place(*place) : SunderPlace{SPACE_COUNT, 0};
}

}  // namespace

LoopTables LoopSolver::make_tables(const LoopFamily& family) {
  LoopTables made;
  for (const Place place : family.places) made.places.push_back(runtime_place(place));
  for (const LoopFamily::Bounds& bounds : family.bounds)
    made.bounds.push_back({runtime_place(bounds.lower), runtime_place(bounds.upper)});
  made.column_start.assign(family.column_starts.begin(), family.column_starts.end());
  made.row_index.assign(family.row_indices.begin(), family.row_indices.end());
  made.family = {family.linear ? 1U : 0U,
                 family.dense ? 1U : 0U,
                 family.size,
                 family.instances,
                 family.part,
                 static_cast<std::uint32_t>(made.row_index.size()),
                 family.iterated,
                 family.inner,
                 made.places.data(),
                 made.bounds.empty() ? nullptr : made.bounds.data(),
                 made.column_start.data(),
                 made.row_index.data(),
                 nullptr};
  if (!family.relaxed) return made;
  const RelaxedFamily& relaxed = *family.relaxed;
  for (const auto& [pattern, begin, end, back_begin, first_unknown, pivots] : relaxed.calls)
    made.calls.push_back({pattern, begin, end, back_begin, first_unknown, pivots});
  made.homes = relaxed.homes;
  made.last_column_start.assign(relaxed.last_column_starts.begin(), relaxed.last_column_starts.end());
  made.last_row_index.assign(relaxed.last_row_indices.begin(), relaxed.last_row_indices.end());
  for (const auto& [to, from, count] : relaxed.moves) made.moves.push_back({runtime_place(to), from, count});
  made.move_start = relaxed.move_starts;
  made.relaxed = std::make_unique<SunderRelaxed>(SunderRelaxed{
      relaxed.first_part, static_cast<std::uint32_t>(made.calls.size()), relaxed.factor_count, relaxed.guard_count,
      relaxed.last_size, relaxed.last_dense ? 1U : 0U, static_cast<std::uint32_t>(made.last_row_index.size()),
      relaxed.gather_part, relaxed.iterated ? 1U : 0U, relaxed.right_part, relaxed.varies ? 1U : 0U,
      relaxed.frugal ? 1U : 0U, made.calls.data(), made.homes.data(), made.moves.data(), made.move_start.data(),
      made.last_column_start.data(), made.last_row_index.data()});
  made.family.relaxed = made.relaxed.get();
  return made;
}

Workspace::Family LoopSolver::make_memory(const LoopFamily& family, const LoopTables& tables) {
  Workspace::Family made;
  made.numbers.resize((sunder_loop_memory(&tables.family) + sizeof(double) - 1) / sizeof(double));
  sunder_loop_init(&made.memory, &tables.family, made.numbers.data());
  if (!family.dense) made.sparse.resize(family.instances * (family.relaxed ? 2U : 1U));  // made when needed
  return made;
}

LoopSolver::LoopSolver(const LoopFamily& family, const LoopTables& tables, const Code& code, Workspace::Family& memory)
    : family_(family), tables_(tables), code_(code), memory_(memory) {}

void LoopSolver::run(void* of, std::uint32_t part, double* const* frame, std::uint32_t begin, std::uint32_t end) {
  Frame own;
  std::copy_n(frame, space_count, own.base.begin());
  static_cast<Running*>(of)->code->run(part, own, begin, end);
}

std::size_t LoopSolver::factor(void* of, std::uint32_t instance, const double* matrix) {
  const LoopFamily& family = self(of).family_;
  std::unique_ptr<algebra::SparseLu>& factors = self(of).memory_.sparse[instance];
  const bool last = instance >= family.instances;
  const std::uint32_t size = last ? family.relaxed->last_size : family.size;
  const auto& starts = last ? family.relaxed->last_column_starts : family.column_starts;
  const auto& rows = last ? family.relaxed->last_row_indices : family.row_indices;
  if (!factors) factors = std::make_unique<algebra::SparseLu>(algebra::SparsePattern{size, size, starts, rows});
  if (!factors->factor(std::span(matrix, rows.size()))) return factors->singular_column();
  // a pivot that is only rounding counts as zero
  const bool sound = factors->reciprocal_condition() >= std::numeric_limits<double>::epsilon();
  return sound ? size : factors->weakest_column();
}

void LoopSolver::back_substitute(void* of, std::uint32_t instance, double* vector) {
  const LoopFamily& family = self(of).family_;
  const std::uint32_t size = instance < family.instances ? family.size : family.relaxed->last_size;
  self(of).memory_.sparse[instance]->solve(std::span(vector, size));
}

double* LoopSolver::reserve(void* of, std::uint32_t slot, std::size_t count) {
  std::vector<std::vector<double>>& slots = self(of).memory_.reserved;
  try {
    if (slots.size() <= slot) slots.resize(slot + 1);
    slots[slot].resize(count);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  return slots[slot].data();
}

SunderLoopCode LoopSolver::with(Running& running) { return {&running, run, factor, back_substitute, reserve}; }

bool LoopSolver::solve(const Frame& frame, const Frame& guesses, std::uint32_t instance, const LoopEffort& effort,
                       Failure& failure) {
  Running running{this, &code_};
  const SunderLoopCode code = with(running);
  const SunderLoopEffort asked{effort.keep_factors ? 1 : 0, effort.persistent ? 1 : 0, effort.displaced};
  SunderLoopFailure found{};
  const bool solved = sunder_loop_solve(&tables_.family, &memory_.memory, &code, frame.base.data(), guesses.base.data(),
                                        instance, &asked, &found) != 0;
  // what nothing determines may turn out to matter
  if (!solved || memory_.memory.has_free != 0) explain(instance, found, failure);
  return solved;
}

void LoopSolver::explain(std::uint32_t instance, const SunderLoopFailure& found, Failure& failure) const {
  const auto first = static_cast<std::ptrdiff_t>(instance * static_cast<std::size_t>(family_.size));
  const auto last = first + static_cast<std::ptrdiff_t>(family_.size);
  failure.kind = found.answer == SUNDER_LOOP_SINGULAR     ? Failure::Kind::singular
                 : found.answer == SUNDER_LOOP_NOT_FINITE ? Failure::Kind::not_finite
                                                          : Failure::Kind::not_converged;
  failure.equations.assign(family_.equations.begin() + first, family_.equations.begin() + last);
  failure.unknowns.assign(family_.unknowns.begin() + first, family_.unknowns.begin() + last);
  failure.equation = failure.equations[found.row];
  failure.variable = failure.unknowns[found.column];
  failure.residual = found.residual;
  failure.iterations = found.iterations;
  failure.history.assign(memory_.memory.history, memory_.memory.history + memory_.memory.history_count);
  failure.continued.reset();
  if (found.continued >= 0) failure.continued = found.continued;
}

void LoopSolver::solve_tangent(const LoopFamily& tangents, const Code& tangent_code, const Frame& frame,
                               std::uint32_t instance) {
  Running values{this, &code_};
  Running moving{this, &tangent_code};
  const SunderLoopCode code = with(values);
  const SunderLoopCode moving_code = with(moving);
  sunder_loop_tangents(&tables_.family, &memory_.memory, &code, &moving_code, tangents.part, frame.base.data(),
                       instance);
}

}  // namespace sunder::emit
