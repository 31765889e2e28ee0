#include <algorithm>
#include <cmath>

#include "ir/complaints.hpp"
#include "ir/dae.hpp"

namespace sunder::ir {

namespace {

class DaeVerifier {
 public:
  explicit DaeVerifier(const Dae& dae) : dae_(dae) {}

  std::vector<std::string> run() {
    declarations();
    for (std::size_t i = 0; i < dae_.literals.size(); ++i) {
      expect(std::isfinite(dae_.literals[i]), "literal", i, "is not finite");
    }
    expect(dae_.initial_begin <= dae_.equations.size(), "initial_begin", dae_.initial_begin, "lies behind the end");
    for (std::size_t i = 0; i < dae_.equations.size(); ++i)
      row(dae_.equations[i], dae_.equations[i].origin, "equation", i);
    parameters();
    events();
    return complaints_.take();
  }

 private:
  void expect(bool holds, std::string_view what, std::size_t index, std::string_view complaint) {
    if (!holds) complaints_.add(std::string(what) + " " + std::to_string(index) + " " + std::string(complaint));
  }

  void declarations() {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < dae_.declarations.size(); ++i) {
      const Declaration& d = dae_.declarations[i];
      expect(d.first.value == next, "declaration", i, "does not start where the one before ends");
      next = d.first.value + d.count;
      std::uint64_t count = 1;
      for (const std::uint32_t dimension : d.dimensions) count *= dimension;
      expect(count == d.count, "declaration", i, "has a count that is not the product of its dimensions");
      for (const OperandColumn* column : {&d.start, &d.nominal, &d.minimum, &d.maximum}) {
        expect(column->each.empty() || column->each.size() == d.count, "declaration", i,
               "has an attribute of wrong length");
      }
      expect(d.fixed.size() <= 1 || d.fixed.size() == d.count, "declaration", i, "has a wrong number of fixed flags");
      derivative(i);
    }
    expect(next == dae_.variable_count, "variable_count", dae_.variable_count, "is not the sum of the declarations");
  }

  void derivative(std::size_t i) {
    const Declaration& d = dae_.declarations[i];
    if (!d.derivative.valid()) return;
    const bool exists = d.derivative.index() < dae_.declarations.size();
    expect(exists, "declaration", i, "has a derivative that does not exist");
    if (!exists) return;
    const Declaration& other = dae_.declarations[d.derivative.index()];
    expect(other.derivative_of == DeclarationId(i) && other.count == d.count, "declaration", i,
           "and its derivative do not fit together");
  }

  bool sound(Operand operand) const {
    if (!operand.valid()) return false;
    switch (operand.kind()) {
      case Operand::Kind::variable: return operand.variable().value < dae_.variable_count;
      case Operand::Kind::literal: return operand.literal_index() < dae_.literals.size();
      case Operand::Kind::time: return true;
    }
    return false;
  }

  bool row(const Row& row, OriginId origin, std::string_view what, std::size_t index) {
    const bool shaped = row.shape.index() < dae_.shapes->size() &&
                        row.operands_begin + std::uint64_t{dae_.shapes->slot_count(row.shape)} <= dae_.operands.size();
    expect(shaped, what, index, "has no such shape or too few operands");
    expect(origin.index() < dae_.origins.size(), what, index, "has no origin");
    if (!shaped) return false;
    const auto operands = dae_.operands_of(row);
    expect(std::ranges::all_of(operands, [this](Operand o) { return sound(o); }), what, index,
           "has an invalid operand");
    sorted_.assign(operands.begin(), operands.end());
    std::sort(sorted_.begin(), sorted_.end());
    expect(std::adjacent_find(sorted_.begin(), sorted_.end()) == sorted_.end(), what, index,
           "has the same operand in two slots");
    return true;
  }

  void events() {
    expect(dae_.held.empty() || (dae_.held_in.valid() && dae_.held_in.index() < dae_.declarations.size()), "held_in", 0,
           "names no declaration");
    if (!complaints_.empty()) return;
    for (std::size_t i = 0; i < dae_.held.size(); ++i)
      if (has_row(dae_.held[i].kind)) row(dae_.held[i], dae_.held[i].origin, "held value", i);
    for (std::size_t i = 0; i < dae_.reinits.size(); ++i) {
      row(dae_.reinits[i].condition, dae_.reinits[i].origin, "condition of reinit", i);
      row(dae_.reinits[i].value, dae_.reinits[i].origin, "value of reinit", i);
    }
    for (std::size_t i = 0; i < dae_.checks.size(); ++i) {
      row(dae_.checks[i].condition, dae_.checks[i].origin, "check", i);
      for (const MessageValue& value : dae_.checks[i].values) row(value, dae_.checks[i].origin, "message", i);
      const bool speech = dae_.checks[i].kind == Check::Kind::speech;  // whose values are arguments
      expect(speech || dae_.checks[i].message.size() == dae_.checks[i].values.size() + 1, "message", i,
             "has another number of parts than values between them");
      expect(speech == (dae_.checks[i].speaker != nullptr), "message", i, "has a speaker and says nothing, or none");
    }
    for (std::size_t i = 0; i < dae_.delays.size(); ++i) {
      const Delay& delay = dae_.delays[i];
      const std::uint32_t parts = Delay::part_count(delay.kind);
      const bool known =
          delay.part(parts - 1).index() < dae_.variable_count && delay.past.index() < dae_.variable_count;
      expect(known && dae_.declaration(delay.past).is_open_input(), "delay", i, "drives no input");
      expect(delay.kind == Delay::Kind::flow || sound(delay.time), "delay", i, "has no time");
      for (const Operand operand : delay.profile) expect(sound(operand), "delay", i, "has no profile");
    }
  }

  // A parameter that the initial system determines.
  [[nodiscard]] bool is_free(VariableId variable) const {
    const Declaration& d = dae_.declaration(variable);
    return d.variability == Variability::parameter && !d.fixed.empty() && !d.fixed_at(dae_.element_of(variable));
  }

  void parameters() {
    std::vector<bool> assigned(dae_.variable_count, false);
    for (std::size_t i = 0; i < dae_.parameters.size(); ++i) {
      const Assignment& assignment = dae_.parameters[i];
      if (!row(assignment, assignment.origin, "parameter assignment", i)) continue;
      for (const Operand operand : dae_.operands_of(assignment)) {
        const bool known = !operand.is_variable() ||
                           (sound(operand) && (assigned[operand.variable().index()] || is_free(operand.variable())));
        expect(known, "parameter assignment", i, "reads what is not assigned before it");
      }
      const bool exists = assignment.target.value < dae_.variable_count;
      expect(exists && !assigned[assignment.target.index()], "parameter assignment", i, "has a wrong target");
      if (exists) assigned[assignment.target.index()] = true;
    }
    for (const Declaration& d : dae_.declarations) {
      if (d.variability > Variability::parameter) continue;
      for (std::uint32_t k = 0; k < d.count; ++k) {
        expect(assigned[d.first.index() + k] || is_free(VariableId(d.first.value + k)), "parameter variable",
               d.first.index() + k, "has no assignment");
      }
    }
  }

  const Dae& dae_;
  Complaints complaints_;
  std::vector<Operand> sorted_;
};

}  // namespace

std::vector<std::string> verify(const Dae& dae) { return DaeVerifier(dae).run(); }

}  // namespace sunder::ir
