#include "execute/periods.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "symbolic/walk.hpp"

namespace sunder::execute {

namespace {

using symbolic::NodeId;
using symbolic::Op;

class Finder {
 public:
  Finder(const ir::Plan& plan, const CompiledContext& context) : dae_(plan.dae), context_(context) {}

  std::vector<model::PeriodInfo> run() {
    for (std::uint32_t i = 0; i < dae_.initial_begin; ++i) look_at(dae_.equations[i], dae_.equations[i].origin);
    for (const ir::Held& held : dae_.held) {
      if (held.kind == ir::HeldKind::sample)
        add(context_.value_of(held.interval), "the instants of sample", true, held.origin);
      if (!ir::is_crossing(held.kind)) continue;
      look_at(held, held.origin);
      const bool rounds =
          held.kind == ir::HeldKind::floor || held.kind == ir::HeldKind::ceil || held.kind == ir::HeldKind::truncate;
      const auto time = time_slot(held);
      if (!rounds || !time) continue;
      if (const auto slope = slope_of(held, dae_.shapes->root(held.shape), *time))
        add(1 / std::abs(*slope), "a rounded time", true, held.origin);
    }
    std::ranges::stable_sort(found_, {}, &model::PeriodInfo::period);
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> time_slot(const ir::Row& row) const {
    const auto operands = dae_.operands_of(row);
    const auto found = std::ranges::find(operands, ir::Operand::time());
    if (found == operands.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - operands.begin());
  }

  void look_at(const ir::Row& row, ir::OriginId origin) {
    const auto time = time_slot(row);
    if (!time) return;
    for (const NodeId sine : sines(row.shape)) {
      const NodeId argument = dae_.shapes->pool().children(sine)[0];
      const std::optional<double> slope = slope_of(row, argument, *time);
      if (!slope) continue;
      const double turn = (*dae_.shapes).pool()[sine].op == Op::tan ? std::numbers::pi : 2 * std::numbers::pi;
      add(turn / std::abs(*slope), "a sine of time", false, origin);
    }
  }

  const std::vector<NodeId>& sines(ir::ShapeId shape) {
    const auto [place, is_new] = sines_.try_emplace(shape.value);
    if (is_new) {
      const symbolic::Pool& pool = dae_.shapes->pool();
      for (const NodeId node : symbolic::children_first(pool, std::array{dae_.shapes->root(shape)})) {
        const Op op = pool[node].op;
        if (op == Op::sin || op == Op::cos || op == Op::tan) place->second.push_back(node);
      }
    }
    return place->second;
  }

  /// How fast the expression grows with time, if that is a number that never changes.
  [[nodiscard]] std::optional<double> slope_of(const ir::Row& row, NodeId expression, std::uint32_t time) const {
    symbolic::Pool& pool = dae_.shapes->pool();
    if (!symbolic::contains_slot(pool, expression, time)) return std::nullopt;
    const auto operands = dae_.operands_of(row);
    for (const std::uint32_t slot : symbolic::slots_in_order(pool, expression)) {
      if (slot == time || !operands[slot].is_variable()) continue;
      if (dae_.declaration(operands[slot].variable()).variability > ir::Variability::parameter) return std::nullopt;
    }
    const NodeId slope = symbolic::differentiate(pool, expression, time);
    if (symbolic::contains_slot(pool, slope, time)) return std::nullopt;
    std::vector<double> values(operands.size(), 0.0);
    for (std::size_t i = 0; i < operands.size(); ++i)
      if (i != time) values[i] = context_.value_of(operands[i]);
    const double value = symbolic::evaluate(pool, slope, values);
    return std::isfinite(value) && value != 0 ? std::optional(value) : std::nullopt;
  }

  void add(double period, std::string text, bool instants, ir::OriginId origin) {
    if (!std::isfinite(period) || !(period > 0)) return;
    const Span span = dae_.origins[origin.index()].span;
    if (!known_.emplace(period, instants).second) return;  // one place of each is enough
    found_.push_back({period, std::move(text), instants, span});
  }

  const ir::Dae& dae_;
  const CompiledContext& context_;
  std::map<std::uint32_t, std::vector<NodeId>> sines_;  // by shape
  std::set<std::pair<double, bool>> known_;
  std::vector<model::PeriodInfo> found_;
};

}  // namespace

std::vector<model::PeriodInfo> find_periods(const ir::Plan& plan, const CompiledContext& context) {
  return Finder(plan, context).run();
}

}  // namespace sunder::execute
