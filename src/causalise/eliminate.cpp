// Rows and columns while they are eliminated. Numbers have no value here, but what is 0, 1 or -1 is known, and each
// chunk of pivots becomes a list of operations in numbers of its own; equal lists are one pattern.
#include "causalise/eliminate.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "causalise/chunk_writer.hpp"
#include "graph/components.hpp"
#include "graph/matching.hpp"

namespace sunder::causalise {

using graph::none;
using ir::Elimination;
using Kind = Elimination::Operation::Kind;
using Value = ChunkWriter::Value;

namespace {

/// Chunks end after this many operations: longer code is not optimised.
constexpr std::size_t chunk_limit = 900;
/// Distinct patterns with more operations take too long to compile.
constexpr std::size_t code_limit = 60'000;
/// A block without an order of its own is searched for pivots up to this size.
constexpr std::size_t search_limit = 400;
/// Pivots that wait for what is added to them.
constexpr std::size_t most_postponed = 100;

struct LiveEntry {
  std::uint32_t column = 0;
  Value value;
  std::uint32_t terms = 1;  // that were added up
  bool summed = false;      // of a future pivot: `size` is the sum of the sizes of its terms
  Value size;
};

class Eliminator {
 public:
  Eliminator(const graph::MarkedRows& system, const Coefficients& coefficients, const graph::RelaxedOrder& order)
      : system_(system),
        order_(order),
        rows_(system.rows.size()),
        users_(system.column_count),
        pivot_of_row_(system.rows.size(), none),
        sure_(coefficients.sure),
        zero_(coefficients.zero_right),
        row_level_(system.rows.size(), 0),
        column_level_(system.column_count, 0) {
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
      for (std::uint32_t k = system.rows.starts[row]; k < system.rows.starts[row + 1]; ++k) {
        const std::int8_t unit = coefficients.unit[k];
        Value value{unit != 0 ? Value::Home::unit : Value::Home::matrix, unit < 0, k};
        rows_[row].push_back({system.rows.entries[k], value, 1, false, {}});
        users_[system.rows.entries[k]].push_back(row);
        entry_row_.push_back(row);
      }
      std::ranges::sort(rows_[row], {}, &LiveEntry::column);
    }
    for (const auto& block : order.blocks)
      for (const auto& pair : block) pivot_of_row_[pair.row] = pair.column;
  }

  std::optional<FixedElimination> run(std::size_t iterate_above, std::string& why) {
    result_.plan.block_count = static_cast<std::uint32_t>(order_.blocks.size());
    for (const auto& block : order_.blocks) {
      if (!eliminate_block(block)) {
        why = "no order of its loop has pivots that cannot vanish";
        return std::nullopt;
      }
      if (code_ > code_limit) {
        why = "the parts of its loop differ too much from each other for an order of their own";
        return std::nullopt;
      }
    }
    for (const Pair pair : postponed_) {
      last_rows_.push_back(pair.row);
      last_columns_.push_back(pair.column);
    }
    if (last_rows_.size() > iterate_above) pair_last();
    finish();
    return std::move(result_);
  }

 private:
  using Pair = graph::RelaxedOrder::Pair;

  LiveEntry* find(std::uint32_t row, std::uint32_t column) {
    auto& entries = rows_[row];
    const auto at = std::ranges::lower_bound(entries, column, {}, &LiveEntry::column);
    return at != entries.end() && at->column == column ? &*at : nullptr;
  }

  // ---- order inside a block

  bool eliminate_block(const std::vector<Pair>& block) {
    std::vector<Pair> first, torn;
    if (!inner_order(block, first, torn)) {
      if (!search_pivots(block)) return false;
    } else {
      for (const auto* part : {&first, &torn})
        for (const Pair pair : *part)
          if (!pivot(pair.row, pair.column)) postponed_.push_back(pair);
    }
    pivot_postponed();
    close_chunk();
    return postponed_.size() <= most_postponed;
  }

  // In this block or a later one, as soon as something was added to their coefficients.
  void pivot_postponed() {
    for (bool found = true; found;) {
      found = false;
      for (std::size_t i = 0; i < postponed_.size() && !found; ++i) {
        found = pivot(postponed_[i].row, postponed_[i].column);
        if (found) postponed_.erase(postponed_.begin() + static_cast<std::ptrdiff_t>(i));
      }
    }
  }

  [[nodiscard]] bool is_torn(Pair pair) const { return system_.residue[pair.row] == pair.column; }

  [[nodiscard]] bool has_marks(std::uint32_t row) const {
    for (std::uint32_t k = system_.rows.starts[row]; k < system_.rows.starts[row + 1]; ++k)
      if (order_.marked[k]) return true;
    return false;
  }

  // A coefficient that can vanish (what sticks or slides, say: in one of the modes) is a pivot only after something was
  // added to it.
  [[nodiscard]] bool is_doubtful(const LiveEntry& entry) const {
    return entry.value.home == Value::Home::matrix && !sure_[entry.value.index];
  }

  // The pattern as it is now, without residue pairs and the outer cut; then the rows of that; residue pairs are last.
  bool inner_order(const std::vector<Pair>& block, std::vector<Pair>& first, std::vector<Pair>& torn) {
    local_.clear();
    for (const Pair pair : block) local_.emplace(pair.column, none);
    std::vector<Pair> inner, cut;
    for (const Pair pair : block) {
      const auto leaves = [&] {
        return std::ranges::any_of(rows_[pair.row], [&](const LiveEntry& e) { return !local_.contains(e.column); });
      };
      if (is_torn(pair))
        torn.push_back(pair);
      else if (has_marks(pair.row) && leaves())
        cut.push_back(pair);
      else
        inner.push_back(pair);
    }
    for (std::uint32_t i = 0; i < inner.size(); ++i) local_[inner[i].column] = i;
    graph::Rows needs;
    for (std::uint32_t i = 0; i < inner.size(); ++i) {
      for (const LiveEntry& entry : rows_[inner[i].row]) add_need(needs, i, entry.column);
      needs.end_row();
    }
    const graph::Components components = graph::strong_components(needs);
    for (std::uint32_t c = 0; c < components.members.size(); ++c) {
      const auto members = components.members[c];
      if (members.size() == 1) {
        first.push_back(inner[members[0]]);
        continue;
      }
      // by the unmarked pattern that the model was written with
      std::unordered_map<std::uint32_t, std::uint32_t> own;
      for (std::uint32_t i = 0; i < members.size(); ++i) own.emplace(inner[members[i]].column, i);
      graph::Rows original;
      for (std::uint32_t i = 0; i < members.size(); ++i) {
        const std::uint32_t row = inner[members[i]].row;
        for (std::uint32_t k = system_.rows.starts[row]; k < system_.rows.starts[row + 1]; ++k) {
          const auto at = own.find(system_.rows.entries[k]);
          if (!order_.marked[k] && at != own.end() && at->second != i) original.entries.push_back(at->second);
        }
        original.end_row();
      }
      const graph::Components singles = graph::strong_components(original);
      if (singles.members.size() < members.size()) return false;
      for (std::uint32_t i = 0; i < singles.members.size(); ++i) first.push_back(inner[members[singles.members[i][0]]]);
    }
    first.insert(first.end(), cut.begin(), cut.end());
    return true;
  }

  void add_need(graph::Rows& needs, std::uint32_t own, std::uint32_t column) {
    const auto at = local_.find(column);
    if (at != local_.end() && at->second != none && at->second != own) needs.entries.push_back(at->second);
  }

  // Pivots with the least work first, units preferred.
  bool search_pivots(const std::vector<Pair>& block) {
    if (block.size() > search_limit) return false;
    std::vector<std::uint32_t> rows, columns;
    for (const Pair pair : block) {
      rows.push_back(pair.row);
      columns.push_back(pair.column);
    }
    std::ranges::sort(columns);
    while (!rows.empty()) {
      std::size_t best = 0;
      Pair found{none, none};
      for (const std::uint32_t row : rows) {
        for (const LiveEntry& entry : rows_[row]) {
          if (is_doubtful(entry) || !std::ranges::binary_search(columns, entry.column)) continue;
          const std::size_t work = 4 * (rows_[row].size() - 1) * (users_[entry.column].size() - 1) +
                                   (entry.value.home == Value::Home::unit ? 0 : 1);
          if (found.row != none && work >= best) continue;
          best = work;
          found = {row, entry.column};
        }
      }
      if (found.row == none) break;
      pivot(found.row, found.column, true);
      std::erase(rows, found.row);
      std::erase(columns, found.column);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) postponed_.push_back({rows[i], columns[i]});
    return true;
  }

  // ---- one pivot

  bool pivot(std::uint32_t row, std::uint32_t column, bool searched = false) {
    if (chunk_.pattern.operations.size() > chunk_limit) close_chunk();
    LiveEntry* own = find(row, column);
    if (own == nullptr) return false;
    LiveEntry pivot = *own;
    if (is_doubtful(pivot)) return false;
    std::vector<LiveEntry> right = std::move(rows_[row]);
    std::erase_if(right, [&](const LiveEntry& entry) { return entry.column == column; });
    rows_[row].clear();
    std::vector<std::uint32_t> users = std::move(users_[column]);
    std::ranges::sort(users);
    users.erase(std::unique(users.begin(), users.end()), users.end());
    std::erase_if(users, [&](std::uint32_t user) { return find(user, column) == nullptr; });
    const Elimination::Number by = chunk_.take(pivot.value);
    if (pivot.summed)
      guard(by.value, chunk_.take(pivot.size).value);
    else if (searched && !by.is_unit() && !right.empty())
      guard(by.value, size_of_row(by.value, right));
    else if (!by.is_unit())  // zero or not, that is all there is to know
      guards_.push_back({Value::Home::chunk, false, chunk_.add(Kind::magnitude, by.value, 0)});
    Step step{row, column, {}, false, {}, {}};
    scale(by, right, step);
    const bool empty_right = zero_[row];
    if (!empty_right && !by.is_unit() && !step.divided) ++chunk_.pattern.multiplications;
    for (const std::uint32_t user : users) take_from(user, column, right, step, empty_right);
    for (const LiveEntry& entry : right) {
      step.right.push_back({entry.column, entry.value});
      chunk_.pattern.multiplications += entry.value.home == Value::Home::unit ? 0 : 1;
      ++chunk_.pattern.additions;
    }
    steps_.push_back(std::move(step));
    result_.rows.push_back(row);
    result_.columns.push_back(column);
    return true;
  }

  // Of a pivot whose terms were not followed: what stands beside it.
  std::uint32_t size_of_row(std::uint32_t pivot, std::vector<LiveEntry>& right) {
    std::uint32_t size = chunk_.add(Kind::magnitude, pivot, 0);
    for (LiveEntry& entry : right) {
      const Elimination::Number beside = chunk_.take(entry.value);
      const std::uint32_t more = beside.is_unit() ? beside.value : chunk_.add(Kind::magnitude, beside.value, 0);
      size = chunk_.add(Kind::sum, size, more);
    }
    return size;
  }

  void guard(std::uint32_t pivot, std::uint32_t size) {
    const Value value{Value::Home::chunk, false, chunk_.add(Kind::guard, pivot, size)};
    guards_.push_back(value);
  }

  struct Term {
    std::uint32_t at;
    Value factor;
  };
  struct Step {
    std::uint32_t row, column;
    Value scale;
    bool divided;
    std::vector<Term> below, right;
  };

  // Divides the row by the pivot: one division, then products.
  void scale(Elimination::Number by, std::vector<LiveEntry>& right, Step& step) {
    step.scale = {Value::Home::unit, by.negative, 0};
    if (!by.is_unit()) {
      ++chunk_.pattern.divisions;
      if (right.empty()) {
        step.divided = true;
        step.scale = {Value::Home::chunk, by.negative, by.value};
        return;
      }
      step.scale = {Value::Home::chunk, by.negative, chunk_.add(Kind::reciprocal, by.value, 0)};
    }
    for (LiveEntry& entry : right) {
      const Elimination::Number old = chunk_.take(entry.value);
      const bool negative = old.negative != by.negative;
      if (by.is_unit()) {
        entry.value.negative = negative;
      } else if (old.value == by.value) {  // the same number as the pivot
        entry.value = {Value::Home::unit, negative, 0};
      } else if (old.is_unit()) {
        entry.value = {Value::Home::chunk, negative, step.scale.index};
      } else {
        entry.value = {Value::Home::chunk, negative, chunk_.add(Kind::product, old.value, step.scale.index)};
        ++chunk_.pattern.multiplications;
      }
    }
  }

  // row `user` -= its entry in the column times the pivot's row
  void take_from(std::uint32_t user, std::uint32_t column, std::vector<LiveEntry>& right, Step& step,
                 bool empty_right) {
    LiveEntry factor = *find(user, column);
    std::erase_if(rows_[user], [&](const LiveEntry& entry) { return entry.column == column; });
    const Elimination::Number f = right.empty() ? Elimination::Number{} : chunk_.take(factor.value);
    for (LiveEntry& entry : right) update(user, entry, f);
    step.below.push_back({user, factor.value});
    if (empty_right) return;
    chunk_.pattern.multiplications += factor.value.home == Value::Home::unit ? 0 : 1;
    chunk_.pattern.additions += zero_[user] ? 0 : 1;
    zero_later_.push_back(user);
    zero_[user] = false;
    touch(user);
  }

  void touch(std::uint32_t row) { touched_.push_back(row); }

  void update(std::uint32_t row, LiveEntry& from, Elimination::Number f) {
    touch(row);
    const Elimination::Number u = chunk_.take(from.value);
    const bool negative = f.negative != u.negative;
    Elimination::Number product{f.is_unit() ? u.value : f.value, negative};
    if (!f.is_unit() && !u.is_unit()) {
      product.value = chunk_.add(Kind::product, f.value, u.value);
      ++chunk_.pattern.multiplications;
    }
    const auto as_value = [](Elimination::Number number, bool sign) {
      return Value{number.is_unit() ? Value::Home::unit : Value::Home::chunk, sign,
                   number.is_unit() ? 0 : number.value};
    };
    auto& entries = rows_[row];
    const auto at = std::ranges::lower_bound(entries, from.column, {}, &LiveEntry::column);
    const bool will_be_pivot = pivot_of_row_[row] == from.column;
    if (at == entries.end() || at->column != from.column) {
      LiveEntry fill{from.column, as_value(product, !negative), 1, false, {}};
      entries.insert(at, fill);
      users_[from.column].push_back(row);
      return;
    }
    const Elimination::Number old = chunk_.take(at->value);
    const bool subtract = old.negative == negative;
    if (old.is_unit() && product.is_unit() && subtract) {  // nothing is left
      entries.erase(at);
      return;
    }
    if (will_be_pivot) add_size(*at, old, product);
    ++at->terms;
    ++chunk_.pattern.additions;
    at->value = {Value::Home::chunk, old.negative,
                 chunk_.add(subtract ? Kind::difference : Kind::sum, old.value, product.value)};
  }

  void add_size(LiveEntry& entry, Elimination::Number old, Elimination::Number product) {
    std::uint32_t size = 0;
    if (entry.summed) {
      size = chunk_.take(entry.size).value;
    } else {
      size = old.is_unit() ? old.value : chunk_.add(Kind::magnitude, old.value, 0);
    }
    const std::uint32_t more = product.is_unit() ? product.value : chunk_.add(Kind::magnitude, product.value, 0);
    entry.summed = true;
    entry.size = {Value::Home::chunk, false, chunk_.add(Kind::sum, size, more)};
  }

  // ---- chunks

  void close_chunk() {
    if (steps_.empty()) return;
    std::uint32_t level = 0;
    for (const Step& step : steps_) {
      level = std::max({level, row_level_[step.row], column_level_[step.column]});
      for (const Term& term : step.below) level = std::max(level, row_level_[term.at]);
    }
    ++level;
    std::uint32_t& factors = result_.plan.factor_count;
    for (Value& value : guards_) {
      chunk_.settle(value, factors);
      guard_places_.push_back(value.index);
    }
    guards_.clear();
    for (Step& step : steps_) {
      chunk_.settle(step.scale, factors);
      for (auto* terms : {&step.below, &step.right})
        for (Term& term : *terms) chunk_.settle(term.factor, factors);
      // the pivots' places come first
      chunk_.vector_place(step.row);
    }
    std::ranges::sort(touched_);
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (const std::uint32_t row : touched_) {
      for (LiveEntry& entry : rows_[row]) {
        chunk_.settle(entry.value, factors);
        if (entry.summed) chunk_.settle(entry.size, factors);
      }
    }
    touched_.clear();
    std::unordered_map<std::uint32_t, std::uint32_t> pivots_here;
    for (const Step& step : steps_) pivots_here.emplace(step.column, step.row);
    for (const Step& step : steps_) {
      Elimination::Pivot pivot;
      pivot.at = chunk_.vector_place(step.row);
      pivot.scale = chunk_.solution_operand(step.scale);
      pivot.divided = step.divided;
      row_level_[step.row] = level;
      for (const Term& term : step.below) {
        pivot.below.push_back({chunk_.vector_place(term.at), chunk_.solution_operand(term.factor)});
        row_level_[term.at] = level;
      }
      for (const Term& term : step.right) {
        const auto here = pivots_here.find(term.at);
        const std::uint32_t place = here != pivots_here.end() ? here->second : column_place(term.at);
        pivot.right.push_back({chunk_.vector_place(place), chunk_.solution_operand(term.factor)});
        column_level_[term.at] = std::max(column_level_[term.at], level);
      }
      chunk_.pattern.pivots.push_back(std::move(pivot));
    }
    chunk_.pattern.vector_size = static_cast<std::uint32_t>(chunk_.vector.size());
    add_zeros();
    intern(level);
    steps_.clear();
    chunk_ = {};
  }

  // An unknown beside the rows: which row it is the pivot of is known at the end only.
  [[nodiscard]] std::uint32_t column_place(std::uint32_t column) const {
    return static_cast<std::uint32_t>(rows_.size()) + column;
  }

  // Rows that had no right-hand side before the chunk.
  void add_zeros() {
    std::ranges::sort(zero_later_);
    chunk_.pattern.zero.assign(chunk_.vector.size(), false);
    for (std::size_t i = 0; i < chunk_.vector.size(); ++i) {
      const std::uint32_t row = chunk_.vector[i];
      if (row >= rows_.size()) continue;
      chunk_.pattern.zero[i] = was_zero_.empty() ? false : was_zero_[row];
    }
    for (const std::uint32_t row : zero_later_) was_zero_[row] = false;
    zero_later_.clear();
  }

  void intern(std::uint32_t level) {
    Elimination& plan = result_.plan;
    const auto number = static_cast<std::uint32_t>(plan.patterns.size());
    const auto [at, fresh] = known_.try_emplace(signature_of(chunk_.pattern), number);
    plan.multiplications += chunk_.pattern.multiplications;
    plan.additions += chunk_.pattern.additions;
    plan.divisions += chunk_.pattern.divisions;
    for (const auto& pivot : chunk_.pattern.pivots) {
      plan.solution_arithmetic += pivot.scale.is_unit() ? 0 : 1;
      for (const auto* terms : {&pivot.below, &pivot.right})
        for (const auto& term : *terms) plan.solution_arithmetic += term.factor.is_unit() ? 1 : 2;
    }
    if (fresh) {
      code_ += chunk_.pattern.operations.size();
      plan.patterns.push_back(std::move(chunk_.pattern));
    }
    plan.chunks.push_back({at->second, static_cast<std::uint32_t>(plan.operands.size()), level});
    for (const auto* list : {&chunk_.inputs, &chunk_.outputs, &chunk_.solution, &chunk_.vector})
      plan.operands.insert(plan.operands.end(), list->begin(), list->end());
    pivot_counts_.push_back(static_cast<std::uint32_t>(steps_.size()));
  }

  // ---- the end: chunks by level, all numbers in their order

  // Each row of the last block with a column of its own: where the most terms were added up (what leaves a node through
  // all of its branches stands there), else along any entries.
  void pair_last() {
    std::unordered_map<std::uint32_t, std::uint32_t> number;
    for (std::uint32_t i = 0; i < last_columns_.size(); ++i) number.emplace(last_columns_[i], i);
    const std::size_t size = last_rows_.size();
    graph::Rows rows;
    graph::Matching start{std::vector(size, none), std::vector(size, none), 0};
    for (std::uint32_t i = 0; i < size; ++i) {
      const auto& entries = rows_[last_rows_[i]];
      for (const LiveEntry& entry : entries) rows.entries.push_back(number.at(entry.column));
      rows.end_row();
      if (entries.empty()) return;
      const std::uint32_t own = number.at(std::ranges::max_element(entries, {}, &LiveEntry::terms)->column);
      if (start.row_of_column[own] != none) continue;
      start.row_of_column[own] = i;
      start.column_of_row[i] = own;
      ++start.size;
    }
    const graph::Matching paired = graph::maximum_matching(rows, static_cast<std::uint32_t>(size), std::move(start));
    if (paired.size < size) return;
    std::vector<std::uint32_t> columns;
    for (std::uint32_t i = 0; i < size; ++i) columns.push_back(last_columns_[paired.column_of_row[i]]);
    last_columns_ = std::move(columns);
    result_.plan.iterated = true;
  }

  void finish() {
    Elimination& plan = result_.plan;
    sort_chunks();
    std::vector<std::uint32_t> place_of_row(rows_.size(), none), place_of_column(system_.column_count, none);
    result_.rows.insert(result_.rows.end(), last_rows_.begin(), last_rows_.end());
    result_.columns.insert(result_.columns.end(), last_columns_.begin(), last_columns_.end());
    for (std::uint32_t i = 0; i < result_.rows.size(); ++i) {
      place_of_row[result_.rows[i]] = i;
      place_of_column[result_.columns[i]] = i;
    }
    std::vector<std::uint32_t> factor_place(plan.factor_count, none);
    std::uint32_t next = 0;
    for (const std::uint32_t guard : guard_places_) factor_place[guard] = next++;
    plan.guard_count = next;
    for (const Elimination::Chunk& chunk : plan.chunks) {
      const Elimination::Pattern& pattern = plan.patterns[chunk.pattern];
      std::uint32_t* operand = plan.operands.data() + chunk.operands_begin;
      for (const auto& operation : pattern.operations) {
        if (!operation.is_input()) continue;
        if (operation.kind == Kind::factor) *operand = factor_place[*operand];
        ++operand;
      }
      for (std::size_t i = 0; i < pattern.outputs.size(); ++i, ++operand) {
        if (factor_place[*operand] == none) factor_place[*operand] = next++;
        *operand = factor_place[*operand];
      }
      for (const Kind kind : pattern.solution_operands) {
        if (kind == Kind::factor) *operand = factor_place[*operand];
        ++operand;
      }
      for (std::uint32_t i = 0; i < pattern.vector_size; ++i, ++operand)
        *operand = *operand < rows_.size() ? place_of_row[*operand] : place_of_column[*operand - rows_.size()];
    }
    for (std::uint32_t k = 0; k < entry_row_.size(); ++k)
      plan.entries.push_back({place_of_row[entry_row_[k]], place_of_column[system_.rows.entries[k]]});
    plan.last_size = static_cast<std::uint32_t>(last_rows_.size());
    if (plan.last_size == 1) ++plan.divisions;
    const auto before = static_cast<std::uint32_t>(result_.rows.size()) - plan.last_size;
    for (const std::uint32_t row : last_rows_) {
      for (const LiveEntry& entry : rows_[row]) {
        const Value& value = entry.value;
        const bool factor = value.home == Value::Home::factor;
        plan.last.push_back({{place_of_row[row] - before, place_of_column[entry.column] - before},
                             value.home == Value::Home::unit,
                             value.negative,
                             factor ? Kind::factor : Kind::matrix,
                             factor ? factor_place[value.index] : value.index});
      }
    }
    std::ranges::sort(plan.last, [](const auto& a, const auto& b) {
      return std::pair(a.place.column, a.place.row) < std::pair(b.place.column, b.place.row);
    });
  }

  void sort_chunks() {
    Elimination& plan = result_.plan;
    std::vector<std::uint32_t> first_pivot(plan.chunks.size(), 0), sorted(plan.chunks.size());
    for (std::uint32_t c = 0; c < sorted.size(); ++c) sorted[c] = c;
    for (std::uint32_t c = 1; c < sorted.size(); ++c) first_pivot[c] = first_pivot[c - 1] + pivot_counts_[c - 1];
    std::ranges::stable_sort(sorted, [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(plan.chunks[a].level, plan.chunks[a].pattern) <
             std::pair(plan.chunks[b].level, plan.chunks[b].pattern);
    });
    std::vector<Elimination::Chunk> chunks;
    std::vector<std::uint32_t> rows, columns;
    for (const std::uint32_t c : sorted) {
      chunks.push_back(plan.chunks[c]);
      for (std::uint32_t i = 0; i < pivot_counts_[c]; ++i) {
        rows.push_back(result_.rows[first_pivot[c] + i]);
        columns.push_back(result_.columns[first_pivot[c] + i]);
      }
    }
    plan.chunks = std::move(chunks);
    result_.rows = std::move(rows);
    result_.columns = std::move(columns);
  }

  const graph::MarkedRows& system_;
  const graph::RelaxedOrder& order_;
  std::vector<std::vector<LiveEntry>> rows_;       // ascending by column
  std::vector<std::vector<std::uint32_t>> users_;  // by column: rows
  std::vector<std::uint32_t> pivot_of_row_;
  const std::vector<bool>& sure_;
  std::vector<bool> zero_;              // by row: nothing but unknowns
  std::vector<bool> was_zero_ = zero_;  // … before the chunk
  std::vector<std::uint32_t> row_level_, column_level_;
  std::vector<std::uint32_t> entry_row_;
  std::unordered_map<std::uint32_t, std::uint32_t> local_;  // columns of a block
  ChunkWriter chunk_;
  std::vector<Step> steps_;    // of the chunk
  std::vector<Value> guards_;  // of the chunk
  std::vector<std::uint32_t> guard_places_, touched_, zero_later_;
  std::vector<std::uint32_t> pivot_counts_;  // by chunk
  std::unordered_map<std::u32string, std::uint32_t> known_;
  std::size_t code_ = 0;
  std::vector<std::uint32_t> last_rows_ = order_.last_rows;
  std::vector<std::uint32_t> last_columns_ = order_.last_columns;  // iterated: each for the row at the same place
  std::vector<Pair> postponed_;
  FixedElimination result_;
};

}  // namespace

std::optional<FixedElimination> eliminate(const graph::MarkedRows& system, const Coefficients& coefficients,
                                          const graph::RelaxedOrder& order, std::size_t iterate_above,
                                          std::string& why) {
  return Eliminator(system, coefficients, order).run(iterate_above, why);
}

}  // namespace sunder::causalise
