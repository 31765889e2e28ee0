// Part of `reduce`: sums of unknowns with whole numbers as coefficients that together say something shorter. The
// currents of a star add up to zero, and their mean is a state: only the difference of the two equations shows that the
// mean is zero, and the structure alone does not. Chokes feed a bridge that is connected to nothing else: only the sum
// over all its nodes shows that the currents of the chokes add up to zero. Between them there may be transformers,
// whose ratios are parameters: these are structural, since states are constrained only with their values.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "causalise/passes.hpp"
#include "causalise/read_parameters.hpp"
#include "causalise/trial_point.hpp"
#include "graph/closed_sums.hpp"
#include "graph/matching.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

/// 0 = constant + sum of coefficient * unknown.
struct Sum {
  std::uint32_t equation = 0;
  std::map<VariableId, double> terms;
  double constant = 0;
  bool is_whole = true;          // all coefficients are
  std::vector<VariableId> read;  // parameters that can be set otherwise, whose values are in it
};

// Whole numbers are subtracted without rounding.
bool is_whole(double number) {
  constexpr double largest = 1e6;
  return number == std::round(number) && std::fabs(number) <= largest;
}

class SumReducer {
 public:
  explicit SumReducer(Work& work) : work_(work), dae_(work.dae()), parameters_(dae_) {}

  void run() {
    collect();
    find_constraints();
    shorten();
  }

 private:
  using Units = std::unordered_map<std::uint32_t, double>;  // by variable
  static constexpr std::size_t fewest_terms = 2, most_left = 2, most_terms = 64, most_sums = 16;

  // Sums of which nothing but states is left when others are subtracted constrain these states.
  void find_constraints() {
    constexpr std::size_t most_work = 20'000'000;
    std::vector<bool> is_open(dae_.variable_count, false);
    for (const std::uint32_t v : rows_.entries) is_open[v] = work_.role(VariableId(v)) != Role::state;
    std::vector<std::uint32_t> parts;
    for (const std::uint32_t row : graph::rows_that_may_close(rows_, is_open))
      if (std::ranges::any_of(sum(row).terms, [&](const auto& t) { return is_open[t.first.value]; }))
        parts.push_back(row);
    const Units units = units_of(parts);
    std::vector<graph::WholeSum> sums;
    for (const std::uint32_t row : parts)
      if (auto whole = in_units(row, units)) sums.push_back(std::move(*whole));
    for (const graph::WholeSum& closed : graph::close_sums(std::move(sums), is_open, most_work)) {
      const bool tunable = std::ranges::any_of(closed.of, [&](std::uint32_t row) { return is_tunable_[row]; });
      if (tunable && is_found_by_structure(closed.of, is_open)) continue;
      for (const std::uint32_t row : closed.of) {
        const Sum& part = sum(row);
        parameters_.note(part.read, dae_.origins[dae_.equations[part.equation].origin.index()].span);
      }
      Sum& changed = sum(closed.row);
      changed.terms.clear();
      changed.is_whole = true;
      for (const auto& [column, coefficient] : closed.terms) {
        const double in_own_unit = static_cast<double>(coefficient) / units.at(column);
        changed.terms.emplace(VariableId(column), in_own_unit);
        changed.is_whole = changed.is_whole && is_whole(in_own_unit);
      }
      changed.constant = closed.constant;
      write(changed);
    }
  }

  // Fewer unknowns than equations: index reduction needs no values to see that these constrain states.
  bool is_found_by_structure(const std::vector<std::uint32_t>& rows, const std::vector<bool>& is_open) const {
    std::unordered_map<std::uint32_t, std::uint32_t> columns;
    graph::Rows incidence;
    for (const std::uint32_t row : rows) {
      for (const std::uint32_t variable : rows_[row])
        if (is_open[variable])
          incidence.entries.push_back(
              columns.emplace(variable, static_cast<std::uint32_t>(columns.size())).first->second);
      incidence.end_row();
    }
    return graph::maximum_matching(incidence, static_cast<std::uint32_t>(columns.size())).size < rows.size();
  }

  // Units of unknowns in which the coefficients of as many sums as possible are whole, as behind a transformer, where
  // all currents are multiplied by its ratio: from sum to sum by the unknowns that they share.
  Units units_of(const std::vector<std::uint32_t>& parts) {
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> parts_of;  // by variable
    for (const std::uint32_t row : parts)
      for (const auto& [variable, coefficient] : sum(row).terms) parts_of[variable.value].push_back(row);
    Units units;
    std::unordered_set<std::uint32_t> met;
    std::set<std::pair<int, std::uint32_t>> next;  // balances before laws of parts, which need not keep the units
    const auto add = [&](std::uint32_t row) {
      const Sum& one = sum(row);
      const bool plain = std::ranges::all_of(one.terms, [](const auto& t) { return std::fabs(t.second) == 1; });
      next.emplace(plain ? 0 : one.terms.size() > 2 ? 1 : 2, row);
    };
    for (const std::uint32_t first : parts) {
      add(first);
      while (!next.empty()) {
        const std::uint32_t row = next.extract(next.begin()).value().second;
        if (!met.insert(row).second) continue;
        const Sum& one = sum(row);
        auto known = std::ranges::find_if(one.terms, [&](const auto& t) { return units.contains(t.first.value); });
        if (known == one.terms.end()) {
          known = one.terms.begin();
          units.emplace(known->first.value, 1.0);
        }
        const double unit = units.at(known->first.value);
        for (const auto& [variable, coefficient] : one.terms) {
          const double own = one.is_whole ? unit : unit * std::fabs(known->second / coefficient);
          if (!units.emplace(variable.value, own).second) continue;
          for (const std::uint32_t other : parts_of.at(variable.value))
            if (!met.contains(other)) add(other);
        }
      }
    }
    return units;
  }

  // The sum with whole coefficients, as far as rounding tells; nothing where these units do not give such.
  std::optional<graph::WholeSum> in_units(std::uint32_t row, const Units& units) {
    constexpr double rounding = 1e-14;
    const Sum& one = sum(row);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [variable, coefficient] : one.terms)
      least = std::min(least, std::fabs(coefficient * units.at(variable.value)));
    for (const double by : {units.at(one.terms.begin()->first.value), least}) {
      graph::WholeSum whole{row, {}, one.constant / by};
      for (const auto& [variable, coefficient] : one.terms) {
        const double exact = coefficient * units.at(variable.value) / by;
        const double rounded = std::round(exact);
        if (rounded == 0 || !is_whole(rounded) || std::fabs(exact - rounded) > rounding * std::fabs(rounded)) break;
        whole.terms.push_back({variable.value, static_cast<std::int64_t>(rounded)});
      }
      if (whole.terms.size() == one.terms.size()) return whole;
    }
    return std::nullopt;
  }

  // Pairs of sums of which one or two unknowns are left. A model can be solved without that, so no parameter becomes
  // structural for it.
  void shorten() {
    graph::Rows rows;
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      if (!is_tunable_[i]) rows.entries.insert(rows.entries.end(), rows_[i].begin(), rows_[i].end());
      rows.end_row();
    }
    users_ = graph::transposed(rows, dae_.variable_count);
    std::vector<std::uint32_t> shared(rows.size(), 0), touched;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      for (const std::uint32_t variable : rows[i]) {
        const auto users = users_[variable];
        if (users.size() > most_sums) continue;
        for (const std::uint32_t other : users)
          if (other != i && shared[other]++ == 0) touched.push_back(other);
      }
      for (const std::uint32_t other : touched) {
        if (shared[other] + 1 >= rows[i].size() && rows[other].size() >= rows[i].size() && rows[i].size() > most_left)
          reduce(other, i);
        shared[other] = 0;
      }
      touched.clear();
    }
  }

  // Equations that may be such sums, by their unknowns.
  void collect() {
    for (std::uint32_t e = 0; e < dae_.initial_begin; ++e) {
      const std::size_t begin = rows_.entries.size();
      if (!may_be_sum(dae_.equations[e])) continue;
      for (const Operand operand : dae_.operands_of(dae_.equations[e]))
        if (is_unknown(operand)) rows_.entries.push_back(operand.variable().value);
      if (rows_.entries.size() - begin < fewest_terms) {
        rows_.entries.resize(begin);
        continue;
      }
      rows_.end_row();
      equations_.push_back(e);
      is_tunable_.push_back(
          std::ranges::any_of(dae_.operands_of(dae_.equations[e]), [&](Operand o) { return is_tunable(o); }));
    }
    sums_.resize(equations_.size());
  }

  [[nodiscard]] bool is_unknown(Operand operand) const {
    if (!operand.is_variable()) return false;
    const Role role = work_.role(operand.variable());
    return role == Role::state || role == Role::derivative || role == Role::algebraic;
  }

  // Numbers and parameters.
  [[nodiscard]] bool is_number(Operand operand) const {
    if (operand.kind() == Operand::Kind::literal) return true;
    return operand.is_variable() && !dae_.is_held(operand.variable()) &&
           dae_.declaration(operand.variable()).variability <= Variability::parameter &&
           !is_free_parameter(dae_, operand.variable());
  }

  // What can still be changed when the model is compiled.
  [[nodiscard]] bool is_tunable(Operand operand) const {
    if (!is_number(operand) || !operand.is_variable()) return false;
    const Declaration& d = dae_.declaration(operand.variable());
    return d.variability == Variability::parameter && !d.structural_at.valid();
  }

  [[nodiscard]] bool may_be_sum(const Equation& equation) const {
    const auto operands = dae_.operands_of(equation);
    if (equation.blended != Equation::not_blended || operands.size() < fewest_terms || operands.size() > most_terms)
      return false;
    return std::ranges::all_of(operands, [&](Operand o) { return is_unknown(o) || is_number(o); });
  }

  bool read(const Equation& equation, Sum& sum) {
    symbolic::ShapeTable& shapes = *dae_.shapes;
    const auto operands = dae_.operands_of(equation);
    std::uint64_t unknowns = 0;  // slots: no sum has more than 64
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (!is_unknown(operands[slot])) continue;
      const symbolic::Incidence kind = shapes.incidence(equation.shape, slot);
      if (kind == symbolic::Incidence::nonlinear) return false;
      if (kind == symbolic::Incidence::absent) continue;
      const symbolic::NodeId factor = shapes.partial(equation.shape, slot);
      if (!trial_) trial_.emplace(dae_);
      for (const std::uint32_t k : trial_->slots_of(factor))
        if (is_unknown(operands[k])) return false;
      const double coefficient = trial_->elsewhere(equation, factor);
      if (!std::isfinite(coefficient)) return false;
      if (coefficient != 0) sum.terms[operands[slot].variable()] += coefficient;
      sum.is_whole = sum.is_whole && is_whole(coefficient);
      unknowns |= std::uint64_t{1} << slot;
    }
    if (sum.terms.empty()) return false;
    for (const Operand operand : operands)
      if (is_tunable(operand)) sum.read.push_back(operand.variable());
    sum.constant = trial_->elsewhere(equation, without(equation.shape, unknowns));
    return true;
  }

  // What a shape is where these slots are zero.
  symbolic::NodeId without(symbolic::ShapeId shape, std::uint64_t unknowns) {
    const auto [at, added] = constants_.try_emplace({shape, unknowns});
    if (added) {
      symbolic::Pool& pool = dae_.shapes->pool();
      std::vector<symbolic::NodeId> zeros(dae_.shapes->slot_count(shape));
      for (std::uint32_t slot = 0; slot < zeros.size(); ++slot)
        if ((unknowns >> slot & 1U) != 0) zeros[slot] = pool.constant(0);
      at->second = pool.substitute(dae_.shapes->root(shape), zeros);
    }
    return at->second;
  }

  // The sum of a row, read when it is asked for; without terms: it is none.
  Sum& sum(std::uint32_t row) {
    if (!sums_[row]) {
      sums_[row].emplace().equation = equations_[row];
      if (!read(dae_.equations[equations_[row]], *sums_[row])) sums_[row]->terms.clear();
    }
    return *sums_[row];
  }

  // sum - factor * by, where no more than two unknowns are left of it.
  void reduce(std::uint32_t row, std::uint32_t by_row) {
    const Sum& by = sum(by_row);
    Sum& reduced = sum(row);
    if (!by.is_whole || !reduced.is_whole) return;
    for (const auto& [variable, coefficient] : by.terms) {
      const auto at = reduced.terms.find(variable);
      if (at == reduced.terms.end()) continue;
      const double factor = at->second / coefficient;
      if (!is_whole(factor)) continue;
      Sum left = reduced;
      for (const auto& [v, c] : by.terms) left.terms[v] -= factor * c;
      left.constant -= factor * by.constant;
      std::erase_if(left.terms, [](const auto& term) { return term.second == 0; });
      if (left.terms.empty() || left.terms.size() > most_left) continue;
      reduced = std::move(left);
      write(reduced);
      return;
    }
  }

  void write(const Sum& sum) {
    symbolic::Pool& pool = dae_.shapes->pool();
    Equation& equation = dae_.equations[sum.equation];
    equation.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    std::uint32_t slots = 0;
    symbolic::NodeId root = pool.constant(sum.constant);
    for (const auto& [variable, coefficient] : sum.terms) {
      dae_.operands.push_back(Operand::of(variable));
      root = pool.add(root, pool.multiply(pool.constant(coefficient), pool.slot(slots++)));
    }
    equation.shape = dae_.shapes->intern(root, slots);
  }

  Work& work_;
  Dae& dae_;
  std::optional<TrialPoint> trial_;
  ReadParameters parameters_;
  std::vector<std::uint32_t> equations_;  // by row
  graph::Rows rows_;                      // unknowns, by row
  std::vector<bool> is_tunable_;          // by row: with parameters that can be set otherwise
  graph::Rows users_;                     // rows, by unknown
  std::vector<std::optional<Sum>> sums_;  // by row, when it was read
  std::map<std::pair<symbolic::ShapeId, std::uint64_t>, symbolic::NodeId> constants_;
};

}  // namespace

void reduce_dependent_sums(Work& work) { SumReducer(work).run(); }

}  // namespace sunder::causalise
