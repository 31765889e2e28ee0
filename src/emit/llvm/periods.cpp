#include "emit/llvm/periods.hpp"

#include <algorithm>

namespace sunder::emit {

namespace {

/// Runs with fewer turns are not worth more code.
constexpr std::uint32_t fewest_turns = 256;
constexpr std::uint32_t longest_period = 16;
/// Instructions of a period.
constexpr std::size_t longest_body = 1200;

// The only statement of a run, turn by turn.
class Rows {
 public:
  Rows(const Kernel& kernel, const Statement& statement, std::uint32_t turns)
      : kernel_(kernel), statement_(statement), turns_(turns) {}

  /// Whether all columns go on from turn - period to turn as they do from `turn_before` - period to it.
  [[nodiscard]] bool continues(std::uint32_t turn, std::uint32_t period, std::uint32_t turn_before) const {
    return std::ranges::all_of(kernel_.tables, [&](const std::vector<std::uint32_t>& table) {
      return step(table, turn, period) == step(table, turn_before, period);
    });
  }

  /// The turns that repeat themselves with this period around the middle; empty: none do.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> stretch(std::uint32_t period) const {
    const std::uint32_t middle = turns_ / 2;
    std::uint32_t begin = middle, end = middle + 1;
    while (end < turns_ && continues(end, period, middle)) ++end;
    while (begin > period && continues(begin - 1, period, middle)) --begin;
    return {begin - period, end};
  }

 private:
  [[nodiscard]] std::int64_t step(const std::vector<std::uint32_t>& table, std::uint32_t turn,
                                  std::uint32_t period) const {
    return at(table, turn) - at(table, turn - period);
  }
  [[nodiscard]] std::int64_t at(const std::vector<std::uint32_t>& table, std::uint32_t turn) const {
    return table[statement_.first + std::size_t{statement_.step} * turn];
  }

  const Kernel& kernel_;
  const Statement& statement_;
  std::uint32_t turns_;
};

Run part_of(const Run& run, std::uint32_t begin, std::uint32_t end) {
  Run part = run;
  part.body[0].first += part.body[0].step * begin;
  part.turns = end - begin;
  return part;
}

}  // namespace

std::optional<Line> line_in_table(const Kernel& kernel, const Column& column, const Statement& statement,
                                  std::uint32_t turns) {
  if (column.is_regular() || turns < 2) return std::nullopt;
  const std::vector<std::uint32_t>& table = kernel.tables[column.table];
  const auto at = [&](std::uint32_t turn) -> std::int64_t {
    return table[statement.first + std::size_t{statement.step} * turn];
  };
  const std::int64_t stride = at(1) - at(0);
  for (std::uint32_t turn = 2; turn < turns; ++turn)
    if (at(turn) - at(turn - 1) != stride) return std::nullopt;
  return Line{at(0) + column.offset, stride};
}

std::vector<Run> periodic_runs(const Listing& listing, const Run& run) {
  if (run.body.size() != 1 || run.turns < fewest_turns) return {};
  const Kernel& kernel = listing.kernels[run.body[0].kernel];
  const std::size_t instructions = kernel.tape.instructions.size() + kernel.outputs.size();
  if (kernel.tables.empty()) return {};
  const Rows rows(kernel, run.body[0], run.turns);
  for (std::uint32_t period = 1; period <= longest_period && period * instructions <= longest_body; ++period) {
    const auto [begin, end] = rows.stretch(period);
    const std::uint32_t turns = (end - begin) / period;
    if (end - begin < run.turns / 4 * 3) continue;
    if (period == 1 && turns == run.turns) return {};  // lines throughout
    std::vector<Run> runs;
    if (begin > 0) runs.push_back(part_of(run, 0, begin));
    Run whole = part_of(run, begin, end);
    const Statement first = whole.body[0];
    whole.turns = turns;
    whole.body.clear();
    for (std::uint32_t i = 0; i < period; ++i)
      whole.body.push_back({first.kernel, first.first + first.step * i, first.step * period});
    runs.push_back(std::move(whole));
    if (begin + turns * period < run.turns) runs.push_back(part_of(run, begin + turns * period, run.turns));
    return runs;
  }
  return {};
}

}  // namespace sunder::emit
