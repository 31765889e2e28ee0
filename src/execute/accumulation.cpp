#include "execute/accumulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "causalise/slice.hpp"

namespace sunder::execute {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFFU;

/// One entry of the row of a variable: a column and where its value is.
struct Entry {
  std::uint32_t column, place;
};

struct Term {
  ir::VariableId operand;
  std::uint32_t partial;
};

}  // namespace

std::optional<Accumulation> Accumulation::make(const ir::Plan& plan, const ir::Section& section,
                                               const emit::Schedule& schedule, std::span<const ir::VariableId> rows,
                                               std::span<const ir::VariableId> columns,
                                               const algebra::SparsePattern& pattern, std::size_t most) {
  Accumulation made;
  const std::size_t variables = plan.dae.variable_count;
  std::vector<std::uint32_t> column_of(variables, none), row_of(variables, none);
  for (std::uint32_t i = 0; i < columns.size(); ++i) column_of[columns[i].index()] = i;
  for (std::uint32_t i = 0; i < rows.size(); ++i) row_of[rows[i].index()] = i;
  std::vector<bool> computed(variables, false);
  for (const emit::TaskClass& c : schedule.classes)
    for (const emit::Task& task : c.tasks) computed[task.target.index()] = true;

  // every partial derivative by something that varies gets a number
  made.first_slot_.assign(plan.dae.equations.size(), none);
  std::vector<const emit::Task*> task_of(variables, nullptr);
  std::vector<std::uint32_t> slots_of(variables, 0);
  for (const emit::TaskClass& c : schedule.classes) {
    for (const emit::Task& task : c.tasks) {
      task_of[task.target.index()] = &task;
      slots_of[task.target.index()] = static_cast<std::uint32_t>(c.spaces.size());
      made.first_slot_[task.row] = static_cast<std::uint32_t>(made.partial_of_.size());
      for (std::uint32_t slot = 0; slot < c.spaces.size(); ++slot) {
        const ir::Operand operand = plan.dae.operands[task.operands_begin + slot];
        const bool counts = slot != c.slot && operand.is_variable() &&
                            (column_of[operand.variable().index()] != none || computed[operand.variable().index()]);
        made.partial_of_.push_back(counts ? made.partial_count_++ : none);
      }
    }
  }

  const auto entries = static_cast<std::uint32_t>(pattern.nonzeros());
  const std::uint32_t one = entries;
  std::uint32_t next = entries + 1;
  const auto place_in_jacobian = [&](std::uint32_t row, std::uint32_t column) {
    const auto begin = pattern.row_indices.begin() + pattern.column_starts[column];
    const auto end = pattern.row_indices.begin() + pattern.column_starts[column + 1];
    const auto found = std::lower_bound(begin, end, static_cast<std::int32_t>(row));
    return static_cast<std::uint32_t>(found - pattern.row_indices.begin());
  };
  std::vector<std::vector<Entry>> row(variables);  // of what was computed so far
  std::vector<std::uint32_t> place(columns.size(), none);
  for (const ir::Block& block : section.blocks) {
    const ir::VariableId target = causalise::targets_of(section, block).front();
    const emit::Task& task = *task_of[target.index()];
    std::vector<Entry>& own = row[target.index()];
    const auto into = [&](std::uint32_t column) {
      if (place[column] == none) {
        const std::uint32_t wanted = row_of[target.index()];
        place[column] = wanted != none ? place_in_jacobian(wanted, column) : next++;
        own.push_back({column, place[column]});
      }
      return place[column];
    };
    for (std::uint32_t slot = 0; slot < slots_of[target.index()]; ++slot) {
      const std::uint32_t partial = made.partial_of_[made.first_slot_[task.row] + slot];
      if (partial == none) continue;
      const ir::VariableId operand = plan.dae.operands[task.operands_begin + slot].variable();
      if (const std::uint32_t column = column_of[operand.index()]; column != none)
        made.operations_.push_back({into(column), partial, one});
      else
        for (const Entry& entry : row[operand.index()])
          made.operations_.push_back({into(entry.column), partial, entry.place});
      if (made.operations_.size() > most) return std::nullopt;
    }
    for (const Entry& entry : own) place[entry.column] = none;
  }
  made.entry_count_ = next;
  return made;
}

std::optional<std::uint32_t> Accumulation::partial(const emit::Task& task, std::uint32_t slot) const {
  const std::uint32_t number = partial_of_[first_slot_[task.row] + slot];
  if (number == none) return std::nullopt;
  return number;
}

void Accumulation::run(std::span<const double> partials, std::span<Sum> sums, std::span<double> values) const {
  constexpr double lost = 4 * std::numeric_limits<double>::epsilon();
  std::fill(sums.begin(), sums.end(), Sum{0, 0});
  sums[values.size()] = {1, 1};
  for (const Operation& op : operations_) {
    const double partial = partials[op.partial];
    const Sum from = sums[op.from];
    Sum& into = sums[op.into];
    into.value += partial * from.value;
    into.size += std::abs(partial) * from.size;
  }
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = std::abs(sums[k].value) < lost * sums[k].size ? 0 : sums[k].value;
}

}  // namespace sunder::execute
