#include "execute/opened_code.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "causalise/dependencies.hpp"
#include "causalise/slice.hpp"
#include "emit/assembly.hpp"
#include "emit/program.hpp"
#include "symbolic/shapes.hpp"

namespace sunder::execute {

std::unique_ptr<OpenedCode> OpenedCode::make(const ir::Plan& plan, const ir::Section& section,
                                             std::span<const ir::VariableId> rows,
                                             std::span<const ir::VariableId> columns) {
  const auto is_real = [&](const ir::Loop& loop) {
    return std::ranges::all_of(loop.unknowns, [&](ir::VariableId unknown) {
      return plan.dae.declaration(unknown).base == ir::BaseType::real;
    });
  };
  if (section.loops.empty() || !std::ranges::all_of(section.loops, is_real)) return nullptr;
  std::unique_ptr<OpenedCode> made(new OpenedCode(plan, rows, columns));
  made->open(section);
  made->make_pattern();
  return made;
}

void OpenedCode::open(const ir::Section& section) {
  for (const ir::Block& block : section.blocks) {
    const auto targets = causalise::targets_of(section, block);
    const auto equations = causalise::equations_of(section, block);
    if (block.kind == ir::Block::Kind::step) {
      assignments_.blocks.push_back({block.kind, static_cast<std::uint32_t>(assignments_.steps.size())});
      assignments_.steps.push_back(section.steps[block.index]);
      continue;
    }
    unknowns_.insert(unknowns_.end(), targets.begin(), targets.end());
    equations_.insert(equations_.end(), equations.begin(), equations.end());
  }
  columns_.insert(columns_.end(), unknowns_.begin(), unknowns_.end());
}

void OpenedCode::make_pattern() {
  std::vector<ir::Row> residuals;
  for (const ir::EquationId id : equations_) residuals.push_back(plan_.dae.equations[id.index()]);
  graph::Rows found = causalise::jacobian_pattern(plan_, assignments_, rows_, columns_);
  const graph::Rows left = causalise::row_dependencies(plan_, assignments_, residuals, columns_);
  for (std::uint32_t row = 0; row < left.size(); ++row) {
    found.entries.insert(found.entries.end(), left[row].begin(), left[row].end());
    found.end_row();
  }
  const graph::Rows by_columns = graph::transposed(found, static_cast<std::uint32_t>(columns_.size()));
  pattern_.rows = rows_.size() + equations_.size();
  pattern_.columns = columns_.size();
  pattern_.column_starts.assign(by_columns.starts.begin(), by_columns.starts.end());
  pattern_.row_indices.assign(by_columns.entries.begin(), by_columns.entries.end());
}

void OpenedCode::make_code(emit::ScheduleOptions options) {
  emit::Schedule schedule = emit::make_schedule(plan_, assignments_, options);
  add_equations(schedule);
  accumulation_ = Accumulation::make(plan_, assignments_, schedule, {rows_, equations_}, columns_, pattern_,
                                     std::numeric_limits<std::size_t>::max());
  const auto place = [this](const emit::Task& task, std::uint32_t slot) { return accumulation_->partial(task, slot); };
  listing_ = emit::assemble_partials(plan_, schedule, place, accumulation_->partial_count()).listing;
}

// What the equations leave, as if it were assigned to something: equations of one shape together.
void OpenedCode::add_equations(emit::Schedule& schedule) const {
  std::map<std::pair<ir::ShapeId, std::vector<emit::Space>>, std::size_t> known;
  std::vector<emit::Space> spaces;
  for (const ir::EquationId id : equations_) {
    const ir::Equation& equation = plan_.dae.equations[id.index()];
    spaces.clear();
    for (const ir::Operand operand : plan_.dae.operands_of(equation))
      spaces.push_back(emit::place_of(plan_, operand).space);
    const auto [at, fresh] = known.try_emplace({equation.shape, spaces}, schedule.classes.size());
    if (fresh) {
      emit::TaskClass made;
      made.shape = equation.shape;
      made.spaces = spaces;
      made.output = emit::Space::residual;
      made.value = plan_.dae.shapes->root(equation.shape);
      schedule.classes.push_back(std::move(made));
    }
    schedule.classes[at->second].tasks.push_back(
        {equation.shape, emit::Task::explicit_, equation.operands_begin, ir::VariableId(), id.value});
  }
}

void OpenedCode::compile(emit::BackEnd back_end) { code_ = emit::make_code(listing_, back_end); }

std::size_t OpenedCode::operations() const {
  return listing_.operations(listing_.parts[0]) + 2 * accumulation_->operations();
}

void OpenedCode::run(emit::Frame frame, std::span<double> partials, std::span<Accumulation::Sum> sums,
                     std::span<double> values) const {
  frame[emit::Space::jacobian] = partials.data();
  code_->run(0, frame, 0, 0);
  accumulation_->run(partials, sums, values);
}

}  // namespace sunder::execute
