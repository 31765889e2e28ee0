#include "execute/accumulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "causalise/slice.hpp"
#include "symbolic/shapes.hpp"

namespace sunder::execute {

/// Follows the tasks from operands to targets.
class Accumulation::Maker {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  Maker(const ir::Plan& plan, const emit::Schedule& schedule, const RowsOf& rows,
        std::span<const ir::VariableId> columns, const algebra::SparsePattern& pattern)
      : plan_(plan),
        schedule_(schedule),
        pattern_(pattern),
        column_of_(plan.dae.variable_count, none),
        row_of_(plan.dae.variable_count, none),
        line_of_(plan.dae.variable_count),
        row_(plan.dae.variable_count),
        place_(columns.size(), none) {
    for (std::uint32_t i = 0; i < columns.size(); ++i) column_of_[columns[i].index()] = i;
    for (std::uint32_t i = 0; i < rows.variables.size(); ++i)
      if (rows.variables[i].valid()) row_of_[rows.variables[i].index()] = i;
    left_.resize(rows.equations.size());
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    for (std::uint32_t i = 0; i < rows.equations.size(); ++i) number.emplace(rows.equations[i].value, i);
    for (const emit::TaskClass& c : schedule.classes) {
      for (const emit::Task& task : c.tasks) {
        const Line line{&task, static_cast<std::uint32_t>(c.spaces.size())};
        (task.target.valid() ? line_of_[task.target.index()] : left_[number.at(task.row)]) = line;
      }
    }
  }

  bool run(const ir::Section& section, std::size_t most, Accumulation& made) {
    number_partials(made);
    next_ = static_cast<std::uint32_t>(pattern_.nonzeros()) + 1;
    for (const ir::Block& block : section.blocks) {
      const ir::VariableId target = causalise::targets_of(section, block).front();
      follow(line_of_[target.index()], row_of_[target.index()], row_[target.index()], made);
      if (made.operations_.size() > most) return false;
    }
    const auto first_left = static_cast<std::uint32_t>(pattern_.rows - left_.size());
    std::vector<Entry> own;
    for (std::uint32_t i = 0; i < left_.size(); ++i) {
      own.clear();
      follow(left_[i], first_left + i, own, made);
    }
    for (std::size_t variable = 0; variable < row_of_.size(); ++variable)
      if (row_of_[variable] != none && column_of_[variable] != none)
        made.ones_.push_back(place_in_jacobian(row_of_[variable], column_of_[variable]));
    made.entry_count_ = next_;
    return made.operations_.size() <= most;
  }

 private:
  /// One entry of the row of a variable: a column and where its value is.
  struct Entry {
    std::uint32_t column, place;
  };
  struct Line {
    const emit::Task* task = nullptr;
    std::uint32_t slots = 0;
  };

  /// Every partial derivative by something that varies gets a number.
  void number_partials(Accumulation& made) {
    made.first_slot_.assign(plan_.dae.equations.size(), none);
    for (const emit::TaskClass& c : schedule_.classes) {
      for (const emit::Task& task : c.tasks) {
        made.first_slot_[task.row] = static_cast<std::uint32_t>(made.partial_of_.size());
        for (std::uint32_t slot = 0; slot < c.spaces.size(); ++slot)
          made.partial_of_.push_back(counts(task, c.slot, slot) ? made.partial_count_++ : none);
      }
    }
  }

  [[nodiscard]] bool counts(const emit::Task& task, std::uint32_t solved_slot, std::uint32_t slot) const {
    const ir::Operand operand = plan_.dae.operands[task.operands_begin + slot];
    if (slot == solved_slot || !operand.is_variable()) return false;
    const std::size_t variable = operand.variable().index();
    if (column_of_[variable] == none && line_of_[variable].task == nullptr) return false;
    return plan_.dae.shapes->incidence(task.shape, slot) != symbolic::Incidence::absent;
  }

  [[nodiscard]] std::uint32_t place_in_jacobian(std::uint32_t row, std::uint32_t column) const {
    const auto begin = pattern_.row_indices.begin() + pattern_.column_starts[column];
    const auto end = pattern_.row_indices.begin() + pattern_.column_starts[column + 1];
    const auto found = std::lower_bound(begin, end, static_cast<std::int32_t>(row));
    return static_cast<std::uint32_t>(found - pattern_.row_indices.begin());
  }

  /// `wanted`: the row of the Jacobian that this is, if any.
  void follow(const Line& line, std::uint32_t wanted, std::vector<Entry>& own, Accumulation& made) {
    const auto one = static_cast<std::uint32_t>(pattern_.nonzeros());
    const auto into = [&](std::uint32_t column) {
      if (place_[column] == none) {
        place_[column] = wanted != none ? place_in_jacobian(wanted, column) : next_++;
        own.push_back({column, place_[column]});
      }
      return place_[column];
    };
    for (std::uint32_t slot = 0; slot < line.slots; ++slot) {
      const std::uint32_t partial = made.partial_of_[made.first_slot_[line.task->row] + slot];
      if (partial == none) continue;
      const std::size_t operand = plan_.dae.operands[line.task->operands_begin + slot].variable().index();
      if (const std::uint32_t column = column_of_[operand]; column != none)
        made.operations_.push_back({into(column), partial, one});
      else
        for (const Entry& entry : row_[operand]) made.operations_.push_back({into(entry.column), partial, entry.place});
    }
    for (const Entry& entry : own) place_[entry.column] = none;
  }

  const ir::Plan& plan_;
  const emit::Schedule& schedule_;
  const algebra::SparsePattern& pattern_;
  std::vector<std::uint32_t> column_of_, row_of_;  // by variable
  std::vector<Line> line_of_;                      // by target
  std::vector<Line> left_;                         // of equations that define none
  std::vector<std::vector<Entry>> row_;            // of what was computed so far
  std::vector<std::uint32_t> place_;               // by column, in the row that is being made
  std::uint32_t next_ = 0;
};

std::optional<Accumulation> Accumulation::make(const ir::Plan& plan, const ir::Section& section,
                                               const emit::Schedule& schedule, const RowsOf& rows,
                                               std::span<const ir::VariableId> columns,
                                               const algebra::SparsePattern& pattern, std::size_t most) {
  Accumulation made;
  if (!Maker(plan, schedule, rows, columns, pattern).run(section, most, made)) return std::nullopt;
  return made;
}

std::optional<std::uint32_t> Accumulation::partial(const emit::Task& task, std::uint32_t slot) const {
  constexpr std::uint32_t none = Maker::none;
  const std::uint32_t number = partial_of_[first_slot_[task.row] + slot];
  if (number == none) return std::nullopt;
  return number;
}

void Accumulation::run(std::span<const double> partials, std::span<Sum> sums, std::span<double> values) const {
  constexpr double lost = 4 * std::numeric_limits<double>::epsilon();
  std::fill(sums.begin(), sums.end(), Sum{0, 0});
  sums[values.size()] = {1, 1};
  for (const std::uint32_t place : ones_) sums[place] = {1, 1};
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
