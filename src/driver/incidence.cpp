#include "driver/incidence.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "ir/plan.hpp"

namespace sunder::driver {

namespace {

constexpr std::size_t most_cells = 160;
constexpr std::size_t most_loops = 100;
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

class Picture {
 public:
  explicit Picture(const ir::Plan& plan) : dae_(plan.dae) {
    for (const ir::Block& block : plan.continuous.blocks) {
      if (block.kind == ir::Block::Kind::step) {
        const ir::Step& step = plan.continuous.steps[block.index];
        add(step.equation, step.target);
        continue;
      }
      const ir::Loop& loop = plan.continuous.loops[block.index];
      if (loop.unknowns.size() > 1) out_.loops.emplace_back(equations_.size(), loop.unknowns.size());
      for (std::size_t i = 0; i < loop.unknowns.size(); ++i) add(loop.equations[i], loop.unknowns[i]);
    }
  }

  IncidencePicture run() {
    out_.size = equations_.size();
    out_.cells = std::min(out_.size, most_cells);
    std::ranges::stable_sort(out_.loops, [](const auto& a, const auto& b) { return a.second > b.second; });
    out_.loops.resize(std::min(out_.loops.size(), most_loops));
    out_.ordered = draw();
    std::ranges::sort(equations_);
    std::ranges::sort(unknowns_);
    out_.given = draw();
    return std::move(out_);
  }

 private:
  void add(ir::EquationId equation, ir::VariableId unknown) {
    equations_.push_back(equation.value);
    unknowns_.push_back(unknown.value);
  }

  std::vector<std::string> draw() {
    std::vector<std::uint32_t> column_of(dae_.variable_count, none);
    for (std::uint32_t column = 0; column < unknowns_.size(); ++column) column_of[unknowns_[column]] = column;
    std::vector<std::size_t> count(out_.cells * out_.cells, 0);
    for (std::size_t row = 0; row < equations_.size(); ++row) {
      for (const ir::Operand operand : dae_.operands_of(dae_.equations[equations_[row]])) {
        if (!operand.is_variable()) continue;
        const std::uint32_t column = column_of[operand.variable().index()];
        if (column != none) ++count[cell(row) * out_.cells + cell(column)];
      }
    }
    // a row or column has few entries: a square that a diagonal crosses is a full one
    const std::size_t full = std::max<std::size_t>(1, out_.size / std::max<std::size_t>(1, out_.cells));
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < out_.cells; ++i) {
      std::string& row = rows.emplace_back(out_.cells, '0');
      for (std::size_t j = 0; j < out_.cells; ++j)
        if (const std::size_t entries = count[i * out_.cells + j]; entries > 0)
          row[j] = static_cast<char>('1' + std::min<std::size_t>(8, 8 * entries / full));
    }
    return rows;
  }

  [[nodiscard]] std::size_t cell(std::size_t position) const { return position * out_.cells / out_.size; }

  const ir::Dae& dae_;
  std::vector<std::uint32_t> equations_, unknowns_;  // in the order of the picture
  IncidencePicture out_;
};

}  // namespace

IncidencePicture incidence_picture(const ir::Plan& plan) { return Picture(plan).run(); }

}  // namespace sunder::driver
