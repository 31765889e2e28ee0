#include "emit/loop_assembly.hpp"

#include "emit/relaxed_assembly.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "runtime/loop.h"
#include "symbolic/walk.hpp"

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
  LoopAssembler(const ir::Plan& plan, const LoopClass& loops, Assembly& assembly, std::optional<Along> tangents,
                const std::vector<bool>& needed)
      : plan_(plan), loops_(loops), assembly_(assembly), tangents_(tangents), needed_(needed) {}

  void run() {
    describe();
    for (const ir::Loop* loop : loops_.loops) {
      auto& numbers = numbers_.emplace_back();
      for (std::uint32_t u = 0; u < family_.size; ++u) numbers.emplace(loop->unknowns[u].value, u);
    }
    if (!family_.dense) find_pattern();
    if (family_.torn() && !tangents_) add_inner();
    if (const ir::Elimination* elimination = loops_.loops.front()->elimination.get(); elimination && !tangents_) {
      add_relaxed(*elimination);
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

  void add_relaxed(const ir::Elimination& elimination) {
    const std::vector<RelaxedEntry> entries = relaxed_entries(elimination);
    std::vector<bool> read;
    family_.relaxed = add_elimination(elimination, entries, assembly_, read, needed_unknowns());
    for (std::size_t k = 0; k < entries.size(); ++k)
      if (read[k]) in_matrix_.insert(entries[k].place);
    if (family_.linear) {
      family_.relaxed->varies = varies();
      add_right_sides();
    }
    add_moves();
  }

  // Factors that are made for every solution need not be kept; what is iterated starts from all unknowns.
  [[nodiscard]] std::vector<bool> needed_unknowns() const {
    const ir::Loop& loop = *loops_.loops.front();
    std::vector<bool> needed;
    if (needed_.empty() || !family_.linear || family_.instances > 1 || loop.elimination->iterated || !varies())
      return needed;
    for (const ir::VariableId unknown : loop.unknowns) needed.push_back(needed_[unknown.index()]);
    return needed;
  }

  // Coefficients that change all the time and are values of variables are read where these are, not copied.
  [[nodiscard]] std::vector<RelaxedEntry> relaxed_entries(const ir::Elimination& elimination) const {
    symbolic::ShapeTable& shapes = *plan_.dae.shapes;
    const symbolic::Pool& pool = shapes.pool();
    const bool direct = family_.linear && family_.instances == 1 && varies();
    std::vector<RelaxedEntry> entries;
    for (const auto& [row, column] : elimination.entries) {
      RelaxedEntry& made = entries.emplace_back(RelaxedEntry{matrix_index(row, column), std::nullopt, false});
      if (!direct) continue;
      const ir::Equation& own = equation({0, row});
      const auto operands = plan_.dae.operands_of(own);
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        if (unknown_of({0, row}, operands[slot]) != column) continue;
        NodeId coefficient = shapes.partial(own.shape, slot);
        made.negative = pool[coefficient].op == symbolic::Op::negate;
        if (made.negative) coefficient = pool.children(coefficient)[0];
        if (pool[coefficient].op == symbolic::Op::slot)
          made.source = place_of(plan_, operands[pool[coefficient].payload]);
        break;
      }
    }
    return entries;
  }

  // Whether coefficients change between events.
  [[nodiscard]] bool varies() const {
    symbolic::ShapeTable& shapes = *plan_.dae.shapes;
    for (std::uint32_t number = 0; number < family_.size; ++number) {
      const ir::Equation& own = equation({0, number});
      const auto operands = plan_.dae.operands_of(own);
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        if (unknown_of({0, number}, operands[slot]) == none) continue;
        const auto reads = symbolic::slots_in_order(shapes.pool(), shapes.partial(own.shape, slot));
        if (std::ranges::any_of(
                reads, [&](std::uint32_t read) { return place_of(plan_, operands[read]).space != Space::parameter; }))
          return true;
      }
    }
    return false;
  }

  // What a linear loop is solved from: right-hand sides and those coefficients that are no units (the elimination knows
  // these). A row without terms but unknowns has no right-hand side, which it does not look at either; but the last
  // block is solved as it stands.
  void add_right_sides() {
    RelaxedFamily& relaxed = *family_.relaxed;
    Part part;
    part.ranged = family_.ranged;
    for (const auto& rows : rows_of_kernels()) {
      std::vector<LoopRow> last, others;
      for (const LoopRow row : rows) (row.number + relaxed.last_size >= family_.size ? last : others).push_back(row);
      for (const auto* some : {&others, &last}) {
        if (some->empty()) continue;
        KernelRequest made = right_request(*some, some == &last);
        if (made.roots.empty()) continue;
        const auto number = static_cast<std::uint32_t>(assembly_.listing.kernels.size());
        part.runs.push_back({{{number, 0, 1}}, static_cast<std::uint32_t>(some->size()), true});
        assembly_.listing.kernels.push_back(make_kernel(plan_.dae.shapes->pool(), std::move(made)));
      }
    }
    relaxed.right_part = static_cast<std::uint32_t>(assembly_.listing.parts.size());
    assembly_.listing.parts.push_back(std::move(part));
  }

  KernelRequest right_request(const std::vector<LoopRow>& rows, bool is_last) {
    symbolic::ShapeTable& shapes = *plan_.dae.shapes;
    symbolic::Pool& pool = shapes.pool();
    const ir::Equation& first = equation(rows.front());
    const auto operands = plan_.dae.operands_of(first);
    KernelRequest made;
    made.segmented = !family_.ranged;
    std::vector<NodeId> zeros;
    for (const LoopRow row : rows) made.rows.push_back(loops_.loops[row.instance]->equations[row.number].value);
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      made.inputs.push_back(place_of(plan_, operands[slot]).space);
      zeros.push_back(unknown_of(rows.front(), operands[slot]) != none ? pool.constant(0) : pool.slot(slot));
      for (const LoopRow row : rows)
        made.indices.push_back(place_of(plan_, plan_.dae.operands[equation(row).operands_begin + slot]).index);
    }
    const NodeId rest = pool.substitute(shapes.root(first.shape), zeros);
    if (is_last || !(pool.is_constant(rest, 0) || pool[rest].op == symbolic::Op::residue)) {
      made.roots.push_back(pool.negate(rest));
      made.outputs.push_back(Space::residual);
      for (const LoopRow row : rows) made.indices.push_back(row.number);
    }
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (unknown_of(rows.front(), operands[slot]) == none) continue;
      const NodeId coefficient = shapes.partial(first.shape, slot);
      if (pool.is_constant(coefficient, 1) || pool.is_constant(coefficient, -1)) continue;
      std::vector<std::uint32_t> places;
      for (const LoopRow row : rows) {
        const std::uint32_t unknown = unknown_of(row, plan_.dae.operands[equation(row).operands_begin + slot]);
        places.push_back(matrix_index(row.number, unknown));
      }
      if (std::ranges::none_of(places, [&](std::uint32_t place) { return in_matrix_.contains(place); })) continue;
      made.roots.push_back(coefficient);
      made.outputs.push_back(Space::matrix);
      made.indices.insert(made.indices.end(), places.begin(), places.end());
    }
    return made;
  }

  // A linear loop whose unknowns stand in the frame as in the loop is solved there; but not if it starts from what may
  // stand there.
  std::uint32_t home_of(std::uint32_t instance) {
    const Place* places = family_.places.data() + std::size_t{instance} * family_.size;
    const Place* first = std::find_if(places, places + family_.size, is_work);
    const auto before = static_cast<std::uint32_t>(first - places);
    if (!family_.linear || family_.relaxed->iterated || before == family_.size || first->index < before)
      return SUNDER_RELAXED_APART;
    const std::uint32_t home = first->index - before;
    if (home + family_.size > plan_.work_count) return SUNDER_RELAXED_APART;
    for (std::uint32_t u = 0; u < family_.size; ++u)
      if (is_work(places[u]) ? places[u].index != home + u : is_taken(home + u)) return SUNDER_RELAXED_APART;
    return home;
  }

  static bool is_work(Place place) { return place.space == Space::work; }

  // Unknowns that are solved for elsewhere. Those that stand one behind the other in the frame as in the loop are moved
  // together, with those between them that belong somewhere else, if their places there are nobody's.
  void add_moves() {
    RelaxedFamily& relaxed = *family_.relaxed;
    for (std::uint32_t i = 0; i < family_.instances; ++i) {
      relaxed.homes.push_back(home_of(i));
      const auto first = static_cast<std::uint32_t>(relaxed.moves.size());
      relaxed.move_starts.push_back(first);
      for (const bool work : {true, false}) {
        for (std::uint32_t u = 0; u < family_.size; ++u) {
          const Place to = family_.places[std::size_t{i} * family_.size + u];
          if (is_work(to) != work || (work && relaxed.homes.back() != SUNDER_RELAXED_APART)) continue;
          const bool goes_on = relaxed.moves.size() > first && continues(relaxed.moves.back(), to, u);
          if (!goes_on) relaxed.moves.push_back({to, u, 0});
          relaxed.moves.back().count = u + 1 - relaxed.moves.back().from;
        }
      }
      std::stable_sort(relaxed.moves.begin() + first, relaxed.moves.end(),
                       [](const auto& a, const auto& b) { return a.from < b.from; });
    }
    relaxed.move_starts.push_back(static_cast<std::uint32_t>(relaxed.moves.size()));
  }

  bool continues(const RelaxedFamily::Move& before, Place to, std::uint32_t unknown) {
    // beyond a few kilobytes memcpy begins slowly
    constexpr std::uint32_t longest = 128;
    if (unknown - before.from >= longest) return false;
    if (to.space != before.to.space || to.index != before.to.index + (unknown - before.from)) return false;
    for (std::uint32_t k = before.to.index + before.count; k < to.index; ++k)
      if (to.space != Space::work || is_taken(k)) return false;
    return true;
  }

  bool is_taken(std::uint32_t work_place) {
    if (taken_.empty()) {
      taken_.assign(plan_.work_count, false);
      for (const ir::Address address : plan_.addresses)
        if (address.space == ir::Space::work) taken_[address.index] = true;
    }
    return taken_[work_place];
  }

  const ir::Plan& plan_;
  const LoopClass& loops_;
  Assembly& assembly_;
  std::optional<Along> tangents_;    // empty: values
  const std::vector<bool>& needed_;  // by variable; empty: all
  LoopFamily family_;
  std::unordered_set<std::uint32_t> in_matrix_;                            // relaxed: entries that are read there
  std::vector<bool> taken_;                                                // by place among algebraic variables
  std::vector<std::unordered_map<std::uint32_t, std::uint32_t>> numbers_;  // by instance: unknown of a variable
};

}  // namespace

void add_loop_values(const ir::Plan& plan, const LoopClass& loops, const std::vector<bool>& needed,
                     Assembly& assembly) {
  LoopAssembler(plan, loops, assembly, std::nullopt, needed).run();
}

void add_loop_tangents(const ir::Plan& plan, const LoopClass& loops, Along along, Assembly& assembly) {
  LoopAssembler(plan, loops, assembly, along, {}).run();
}

}  // namespace sunder::emit
