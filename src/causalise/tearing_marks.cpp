// Part of `order`: marks that loops do not follow are named, unless they stand in a library. They never change a value.
#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "causalise/marks.hpp"
#include "causalise/passes.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

class TearingMarks {
 public:
  explicit TearingMarks(Work& work) : work_(work), dae_(work.dae()), marks_(work.dae()) {}

  void run() {
    for (const EquationId id : work_.continuous.equations) {
      const Equation& equation = dae_.equations[id.index()];
      if (marks_.of(equation.shape).relaxes) relaxing_.insert(marks_.instance_of(equation));
    }
    for (const Loop& loop : work_.plan.continuous.loops) examine(loop);
    for (const EquationId id : work_.continuous.equations) examine(id);
    examine_relaxing();
    if (ignored_.empty()) return;
    constexpr std::size_t most_named = 10;
    Diagnostic& warning =
        work_.diagnostics.warning(Code::W0417, ignored_.front().span,
                                  ignored_.size() == 1 ? "a mark is not followed: " + ignored_.front().message
                                                       : counted(ignored_.size(), "mark") + " are not followed");
    for (std::size_t i = 0; i < std::min(most_named, ignored_.size()) && ignored_.size() > 1; ++i)
      warning.notes.push_back({ignored_[i].message, ignored_[i].span});
  }

 private:
  struct Ignored {
    std::string message;
    Span span;
  };

  void examine(const Loop& loop) {
    const std::size_t iterated = loop.linear && loop.inner.empty() ? 0 : loop.tearing_count();
    for (std::size_t u = 0; u < loop.unknowns.size(); ++u) {
      const VariableId unknown = loop.unknowns[u];
      const Declaration& declaration = dae_.declaration(unknown);
      const std::string name = "'" + dae_.name_of(unknown) + "'";
      if (declaration.tearing_select == StateSelect::never && u < iterated)
        add(name + " is iterated, nothing else remains", declaration.span);
      if (declaration.tearing_select == StateSelect::always && u >= iterated)
        add(name + " is not iterated: its loop is not torn", declaration.span);
    }
    for (std::size_t i = 0; i < iterated; ++i) residual_of_.emplace(loop.equations[i], &loop);
    if (!work_.idle_marks.empty()) in_loops_.insert(loop.equations.begin(), loop.equations.end());
  }

  void examine(EquationId id) {
    const Equation& equation = dae_.equations[id.index()];
    if (marks_.of(equation.shape).residues.empty()) return;
    // beside relax() they speak of the order that it asks for
    if (relaxing_.contains(marks_.instance_of(equation))) return;
    const auto operands = dae_.operands_of(equation);
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (!operands[slot].is_variable()) continue;
      if (dae_.shapes->incidence(equation.shape, slot) != symbolic::Incidence::absent) continue;
      if (!is_marked(dae_, equation.shape, slot)) continue;
      const auto loop = residual_of_.find(id);
      const VariableId variable = operands[slot].variable();
      const bool followed = loop != residual_of_.end() && is_iterated(*loop->second, variable);
      if (!followed)
        add("residue(" + dae_.name_of(variable) + "): the equation and the variable are in no loop together",
            dae_.origins[equation.origin.index()].span);
    }
  }

  // A mark in a class helps if it does so for one of the components.
  void examine_relaxing() {
    if (work_.idle_marks.empty()) return;
    std::set<Place> helps, named;
    std::unordered_set<EquationId> idle;
    for (const IdleMark& mark : work_.idle_marks) idle.insert(mark.equation);
    for (const EquationId id : work_.continuous.equations)
      if (marks_.of(dae_.equations[id.index()].shape).relaxes && !idle.contains(id))
        helps.insert(place_of(span_of(id)));
    // of several components that it does not help, one that stands in a loop tells more
    std::vector<IdleMark> marks = work_.idle_marks;
    std::ranges::stable_partition(marks, [this](const IdleMark& mark) { return in_loops_.contains(mark.equation); });
    for (const IdleMark& mark : marks) {
      const Span span = span_of(mark.equation);
      if (!helps.contains(place_of(span)) && named.insert(place_of(span)).second)
        add("relax() in " + print(dae_, dae_.equations[mark.equation.index()]) + ": " + mark.why, span);
    }
  }

  [[nodiscard]] Span span_of(EquationId id) const {
    return dae_.origins[dae_.equations[id.index()].origin.index()].span;
  }

  using Place = std::pair<FileId, std::uint32_t>;
  static Place place_of(Span span) { return {span.file, span.begin}; }

  void add(std::string message, Span span) {
    if (!work_.libraries.contains(span.file)) ignored_.push_back({std::move(message), span});
  }

  static bool is_iterated(const Loop& loop, VariableId variable) {
    const auto end = loop.unknowns.begin() + static_cast<std::ptrdiff_t>(loop.tearing_count());
    return std::find(loop.unknowns.begin(), end, variable) != end;
  }

  Work& work_;
  const Dae& dae_;
  Marks marks_;
  std::unordered_set<std::uint32_t> relaxing_;  // instances with relax()
  std::unordered_map<EquationId, const Loop*> residual_of_;
  std::unordered_set<EquationId> in_loops_;
  std::vector<Ignored> ignored_;
};

}  // namespace

bool is_marked(const Dae& dae, ShapeId shape, std::uint32_t slot) {
  const symbolic::Pool& pool = dae.shapes->pool();
  const symbolic::NodeId root = dae.shapes->root(shape);
  return std::ranges::any_of(symbolic::children_first(pool, {&root, 1}), [&](symbolic::NodeId id) {
    if (pool[id].op != symbolic::Op::residue) return false;
    return std::ranges::any_of(pool.children(id),
                               [&](symbolic::NodeId child) { return symbolic::contains_slot(pool, child, slot); });
  });
}

void report_tearing_marks(Work& work) { TearingMarks(work).run(); }

}  // namespace sunder::causalise
