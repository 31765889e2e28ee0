#include "emit/loop_assembly.hpp"

#include "emit/relaxed_assembly.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace sunder::emit {

namespace {

using symbolic::NodeId;

// One equation of one loop.
struct LoopRow {
  std::uint32_t instance = 0;
  std::uint32_t number = 0;  // of the equation in its loop
};

class LoopAssembler {
 public:
  LoopAssembler(const ir::Plan& plan, const LoopClass& loops, Assembly& assembly, std::optional<Along> tangents)
      : plan_(plan), loops_(loops), assembly_(assembly), tangents_(tangents) {}

  void run() {
    describe();
    for (const ir::Loop* loop : loops_.loops) {
      auto& numbers = numbers_.emplace_back();
      for (std::uint32_t u = 0; u < family_.size; ++u) numbers.emplace(loop->unknowns[u].value, u);
    }
    if (!family_.dense) find_pattern();
    if (family_.torn() && !tangents_) add_inner();
    if (const ir::Elimination* elimination = loops_.loops.front()->elimination.get(); elimination && !tangents_) {
      std::vector<std::uint32_t> places;
      for (const auto& [row, column] : elimination->entries) places.push_back(matrix_index(row, column));
      family_.relaxed = add_elimination(*elimination, places, assembly_);
    }
    Part part;
    part.ranged = family_.ranged;
    for (const auto& rows : rows_of_kernels()) {
      const auto number = static_cast<std::uint32_t>(assembly_.listing.kernels.size());
      part.runs.push_back({{{number, 0, 1}}, static_cast<std::uint32_t>(rows.size()), true});
      assembly_.listing.kernels.push_back(make_kernel(plan_.dae.shapes->pool(), request(rows)));
    }
    family_.part = static_cast<std::uint32_t>(assembly_.listing.parts.size());
    assembly_.listing.parts.push_back(std::move(part));
    assembly_.families.push_back(std::move(family_));
  }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  void describe() {
    const ir::Loop& first = *loops_.loops.front();
    family_.linear = first.linear;
    family_.size = static_cast<std::uint32_t>(first.unknowns.size());
    family_.iterated = static_cast<std::uint32_t>(first.tearing_count());
    family_.dense = family_.size <= ir::dense_loop_limit && !family_.torn() && !first.elimination;
    family_.instances = static_cast<std::uint32_t>(loops_.loops.size());
    family_.ranged = family_.instances > 1;
    for (const ir::Loop* loop : loops_.loops) {
      for (const ir::VariableId unknown : loop->unknowns) {
        family_.unknowns.push_back(unknown);
        family_.places.push_back(place_of(plan_, unknown));
      }
      family_.equations.insert(family_.equations.end(), loop->equations.begin(), loop->equations.end());
    }
    if (!family_.linear) find_bounds();
  }

  void find_bounds() {
    const auto place = [&](const ir::OperandColumn& column, std::size_t element) -> std::optional<Place> {
      const ir::Operand operand = column.given() ? column.at(element) : ir::Operand();
      if (!operand.valid()) return std::nullopt;
      if (operand.is_variable() && plan_.addresses[operand.variable().index()].space != ir::Space::parameter)
        return std::nullopt;
      return place_of(plan_, operand);
    };
    bool any = false;
    for (const ir::VariableId unknown : family_.unknowns) {
      const ir::Declaration& declaration = plan_.dae.declaration(unknown);
      const std::size_t element = plan_.dae.element_of(unknown);
      family_.bounds.push_back({place(declaration.minimum, element), place(declaration.maximum, element)});
      any = any || family_.bounds.back().lower || family_.bounds.back().upper;
    }
    if (!any) family_.bounds.clear();
  }

  [[nodiscard]] const ir::Equation& equation(LoopRow row) const {
    return plan_.dae.equations[loops_.loops[row.instance]->equations[row.number].index()];
  }

  [[nodiscard]] std::uint32_t unknown_of(LoopRow row, ir::Operand operand) const {
    if (!operand.is_variable()) return none;
    const auto& numbers = numbers_[row.instance];
    const auto found = numbers.find(operand.variable().value);
    return found == numbers.end() ? none : found->second;
  }

  // One loop: rows of the same shape together. Several: the same row of all of them together.
  [[nodiscard]] std::vector<std::vector<LoopRow>> rows_of_kernels() const {
    std::vector<std::vector<LoopRow>> kernels;
    std::map<std::vector<std::uint32_t>, std::size_t> known;
    for (std::uint32_t number = 0; number < family_.size; ++number) {
      if (family_.ranged) {
        auto& rows = kernels.emplace_back();
        for (std::uint32_t instance = 0; instance < family_.instances; ++instance) rows.push_back({instance, number});
        continue;
      }
      const LoopRow row{0, number};
      std::vector<std::uint32_t> key{equation(row).shape.value};
      for (const ir::Operand operand : plan_.dae.operands_of(equation(row))) {
        key.push_back(static_cast<std::uint32_t>(place_of(plan_, operand).space) * 2 +
                      (unknown_of(row, operand) == none ? 0 : 1));
      }
      const auto [it, fresh] = known.try_emplace(std::move(key), kernels.size());
      if (fresh) kernels.emplace_back();
      kernels[it->second].push_back(row);
    }
    return kernels;
  }

  void find_pattern() {
    std::vector<std::uint64_t> entries;
    for (std::uint32_t number = 0; number < family_.size; ++number) {
      for (const ir::Operand operand : plan_.dae.operands_of(equation({0, number}))) {
        const std::uint32_t unknown = unknown_of({0, number}, operand);
        if (unknown != none) entries.push_back(static_cast<std::uint64_t>(unknown) << 32U | number);
      }
    }
    std::sort(entries.begin(), entries.end());
    family_.column_starts.assign(family_.size + 1, 0);
    for (const std::uint64_t entry : entries) {
      ++family_.column_starts[(entry >> 32U) + 1];
      family_.row_indices.push_back(static_cast<std::int32_t>(entry & 0xFFFFFFFFU));
    }
    for (std::uint32_t c = 0; c < family_.size; ++c) family_.column_starts[c + 1] += family_.column_starts[c];
  }

  [[nodiscard]] std::uint32_t matrix_index(std::uint32_t row, std::uint32_t column) const {
    if (family_.dense) return column * family_.size + row;
    const auto begin = family_.row_indices.begin() + family_.column_starts[column];
    const auto end = family_.row_indices.begin() + family_.column_starts[column + 1];
    return static_cast<std::uint32_t>(std::lower_bound(begin, end, static_cast<std::int32_t>(row)) -
                                      family_.row_indices.begin());
  }

  // One kernel for each step, in their order: for all instances together.
  void add_inner() {
    Part part;
    part.ranged = family_.ranged;
    for (std::uint32_t i = 0; i + family_.iterated < family_.size; ++i) {
      const auto number = static_cast<std::uint32_t>(assembly_.listing.kernels.size());
      part.runs.push_back({{{number, 0, 1}}, family_.instances, true});
      assembly_.listing.kernels.push_back(make_kernel(plan_.dae.shapes->pool(), inner_request(i)));
    }
    family_.inner = static_cast<std::uint32_t>(assembly_.listing.parts.size());
    assembly_.listing.parts.push_back(std::move(part));
  }

  [[nodiscard]] KernelRequest inner_request(std::uint32_t i) const {
    symbolic::ShapeTable& shapes = *plan_.dae.shapes;
    const ir::Step& first = loops_.loops.front()->inner[i];
    const ir::Equation& equation = plan_.dae.equations[first.equation.index()];
    KernelRequest made;
    made.segmented = !family_.ranged;
    made.roots = {shapes.solve(equation.shape, first.slot)->value};
    for (const ir::Loop* loop : loops_.loops) made.rows.push_back(loop->inner[i].equation.value);
    for (std::uint32_t slot = 0; slot < shapes.slot_count(equation.shape); ++slot) {
      made.inputs.push_back(place_of(plan_, plan_.dae.operands[equation.operands_begin + slot]).space);
      for (const ir::Loop* loop : loops_.loops) {
        const ir::Equation& own = plan_.dae.equations[loop->inner[i].equation.index()];
        made.indices.push_back(place_of(plan_, plan_.dae.operands[own.operands_begin + slot]).index);
      }
    }
    made.outputs = {place_of(plan_, first.target).space};
    for (const ir::Loop* loop : loops_.loops) made.indices.push_back(place_of(plan_, loop->inner[i].target).index);
    return made;
  }

  [[nodiscard]] KernelRequest request(const std::vector<LoopRow>& rows) const {
    symbolic::ShapeTable& shapes = *plan_.dae.shapes;
    const ir::Equation& first = equation(rows.front());
    const std::uint32_t slots = shapes.slot_count(first.shape);
    KernelRequest made;
    made.segmented = !family_.ranged;
    std::vector<std::uint32_t> unknown_slots;
    for (const LoopRow row : rows) made.rows.push_back(loops_.loops[row.instance]->equations[row.number].value);
    for (std::uint32_t slot = 0; slot < slots; ++slot) {
      const ir::Operand operand = plan_.dae.operands[first.operands_begin + slot];
      made.inputs.push_back(place_of(plan_, operand).space);
      if (unknown_of(rows.front(), operand) != none) unknown_slots.push_back(slot);
      for (const LoopRow row : rows)
        made.indices.push_back(place_of(plan_, plan_.dae.operands[equation(row).operands_begin + slot]).index);
    }
    const std::vector<Space> spaces = made.inputs;
    if (tangents_) add_tangent_columns(spaces, rows.size(), made);
    made.outputs = {Space::residual};
    for (const LoopRow row : rows) made.indices.push_back(row.number);
    if (tangents_) {
      made.roots = {tangent_root(shapes.pool(), shapes.root(first.shape), spaces, unknown_slots, *tangents_)};
      return made;
    }
    made.roots = {shapes.root(first.shape)};
    for (const std::uint32_t slot : unknown_slots) {
      made.roots.push_back(shapes.partial(first.shape, slot));
      made.outputs.push_back(Space::matrix);
      for (const LoopRow row : rows) {
        const std::uint32_t unknown = unknown_of(row, plan_.dae.operands[equation(row).operands_begin + slot]);
        made.indices.push_back(matrix_index(row.number, unknown));
      }
    }
    return made;
  }

  const ir::Plan& plan_;
  const LoopClass& loops_;
  Assembly& assembly_;
  std::optional<Along> tangents_;  // empty: values
  LoopFamily family_;
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> numbers_;  // by instance: unknown of a variable
};

}  // namespace

void add_loop_values(const ir::Plan& plan, const LoopClass& loops, Assembly& assembly) {
  LoopAssembler(plan, loops, assembly, std::nullopt).run();
}

void add_loop_tangents(const ir::Plan& plan, const LoopClass& loops, Along along, Assembly& assembly) {
  LoopAssembler(plan, loops, assembly, along).run();
}

}  // namespace sunder::emit
