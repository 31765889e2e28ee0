#include "causalise/merge_attributes.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

void set(OperandColumn& column, std::uint32_t count, std::size_t element, Operand operand) {
  if (count == 1) {
    column = {operand, {}};
    return;
  }
  if (column.each.empty()) column.each.assign(count, column.uniform);
  column.uniform = {};
  column.each[element] = operand;
}

void fix(Declaration& d, std::size_t element) {
  if (d.count > 1 && d.fixed.size() != d.count) d.fixed.assign(d.count, !d.fixed.empty() && d.fixed.front());
  if (d.fixed.empty()) d.fixed.assign(1, false);
  d.fixed[d.count == 1 ? 0 : element] = true;
}

class Merger {
 public:
  explicit Merger(Work& work) : work_(work), dae_(work.dae()) {}

  void run() {
    const std::size_t count = work_.plan.aliases.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Alias alias = work_.plan.aliases[i];
      // Declarations may grow below: indices, no references.
      if (alias.target.is_variable() && work_.role(alias.target.variable()) != Role::known &&
          work_.role(alias.target.variable()) != Role::input) {
        merge(alias);
      } else {
        check_constant(alias);
      }
    }
    warn_once(Code::W0408, starts_, "equal variables have different start values");
    warn_once(Code::W0409, units_, "equal variables have different units");
  }

 private:
  struct Pair {
    VariableId kept, gone;
  };

  void merge(const Alias& alias) {
    const VariableId kept = alias.target.variable();
    const std::size_t from = dae_.declaration_of(alias.variable).index();
    const std::size_t to = dae_.declaration_of(kept).index();
    merge_start(alias, from, to);
    const Declaration& source = dae_.declarations[from];
    Declaration& sink = dae_.declarations[to];
    const Operand nominal = source.nominal.at(dae_.element_of(alias.variable));
    const std::size_t element = dae_.element_of(kept);
    if (nominal.valid() && !sink.nominal.at(element).valid()) set(sink.nominal, sink.count, element, nominal);
    if (!source.unit.empty() && sink.unit.empty() && sink.count == 1) sink.unit = source.unit;
    const bool said_twice = !source.unit.empty() && !sink.unit.empty() && !sink.generated && !source.generated;
    if (source.unit != sink.unit && said_twice) units_.push_back({kept, alias.variable});
    merge_bounds(alias, from, to);
    const bool same_size = dae_.declarations[to].count == dae_.declarations[from].count;  // it is said of whole arrays
    if (dae_.declarations[to].tearing_select == StateSelect::automatic && same_size)
      dae_.declarations[to].tearing_select = dae_.declarations[from].tearing_select;
    const StateSelect wish = work_.wish(alias.variable);
    if (wish == StateSelect::automatic) return;
    const StateSelect own = work_.wish(kept);
    work_.wishes[kept] = own == StateSelect::automatic ? wish : std::max(own, wish);
  }

  // Only what is said of one of them: which of two bounds is the narrower one parameters decide.
  void merge_bounds(const Alias& alias, std::size_t from, std::size_t to) {
    const std::size_t source_element = dae_.element_of(alias.variable);
    const std::size_t element = dae_.element_of(alias.target.variable());
    const Operand lower = dae_.declarations[from].minimum.at(source_element);
    const Operand upper = dae_.declarations[from].maximum.at(source_element);
    const auto take = [&](OperandColumn Declaration::*column, Operand operand) {
      if (!operand.valid() || (dae_.declarations[to].*column).at(element).valid()) return;
      const Operand bound = signed_operand(operand, alias.negated);
      Declaration& sink = dae_.declarations[to];
      set(sink.*column, sink.count, element, bound);
    };
    take(&Declaration::minimum, alias.negated ? upper : lower);
    take(&Declaration::maximum, alias.negated ? lower : upper);
  }

  // A variable that an equation makes constant cannot have a fixed start value of its own.
  void check_constant(const Alias& alias) {
    if (alias.target.is_variable() && dae_.is_held(alias.target.variable())) return;
    const Declaration& d = dae_.declaration(alias.variable);
    if (d.variability == Variability::discrete) return;  // its start value is what it was before
    const std::size_t element = dae_.element_of(alias.variable);
    if (!d.fixed_at(element) || !differ(d.start.at(element), alias.negated, alias.target)) return;
    work_.diagnostics.error(Code::E0403, d.span,
                            "the initial conditions are over-determined: " + dae_.name_of(alias.variable) + " is " +
                                (alias.negated ? "-" : "") + name_of(dae_, alias.target) +
                                " by an equation and has a fixed start value too");
  }

  void merge_start(const Alias& alias, std::size_t from, std::size_t to) {
    const VariableId kept = alias.target.variable();
    const std::size_t source_element = dae_.element_of(alias.variable);
    const std::size_t element = dae_.element_of(kept);
    const bool source_fixed = dae_.declarations[from].fixed_at(source_element);
    const bool sink_fixed = dae_.declarations[to].fixed_at(element);
    const Operand given = dae_.declarations[from].start.at(source_element);
    const Operand own = dae_.declarations[to].start.at(element);
    if (!given.valid() && !source_fixed) return;
    // before the start equal discrete variables need not have been equal, and nobody asks what this one was
    const bool discrete = dae_.declarations[from].variability == Variability::discrete;
    if (discrete && (own.valid() || sink_fixed)) return;
    if (differ(given, alias.negated, own) && (own.valid() || sink_fixed)) {
      if (source_fixed && sink_fixed) return contradict(kept, alias.variable);
      if (source_fixed == sink_fixed) starts_.push_back({kept, alias.variable});
    }
    if (source_fixed && !sink_fixed) fix(dae_.declarations[to], element);
    const bool takes = source_fixed ? !sink_fixed : !own.valid() && !sink_fixed;
    if (!takes) return;
    const Operand start = signed_operand(given, alias.negated);
    set(dae_.declarations[to].start, dae_.declarations[to].count, element, start);
  }

  // Whether two start values (0 when not given) are different; parameters are compared by name only.
  bool differ(Operand given, bool negated, Operand own) const {
    const auto value = [this](Operand operand) -> std::optional<double> {
      if (!operand.valid()) return 0;
      if (operand.kind() != Operand::Kind::literal) return std::nullopt;
      return dae_.literals[operand.literal_index()];
    };
    const auto a = value(given);
    const auto b = value(own);
    if (a && b) return (negated ? -*a : *a) != *b;
    return given != own || negated;
  }

  // The operand, or its negative as a literal or a derived parameter.
  Operand signed_operand(Operand operand, bool negated) {
    if (!negated || !operand.valid()) return operand;
    const auto [at, added] = negatives_.try_emplace(operand.bits());
    if (added)
      at->second = operand.kind() == Operand::Kind::literal ? negative_literal(operand) : negative_parameter(operand);
    return at->second;
  }

  Operand negative_literal(Operand operand) {
    dae_.literals.push_back(-dae_.literals[operand.literal_index()]);
    return Operand::literal(dae_.literals.size() - 1);
  }

  Operand negative_parameter(Operand operand) {
    const Declaration& original = dae_.declaration(operand.variable());
    Declaration d;
    d.name = "-" + dae_.name_of(operand.variable());
    d.first = VariableId(dae_.variable_count);
    d.variability = Variability::parameter;
    d.generated = true;
    d.unit = original.unit;
    d.span = original.span;
    Assignment assignment;
    assignment.target = d.first;
    assignment.origin = OriginId(dae_.origins.size());
    dae_.origins.push_back({d.span, {}, "negative attribute"});
    symbolic::Pool& pool = dae_.shapes->pool();
    assignment.shape = dae_.shapes->intern(pool.negate(pool.slot(0)), 1U);
    assignment.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    dae_.operands.push_back(operand);
    dae_.parameters.push_back(assignment);
    dae_.declarations.push_back(std::move(d));
    ++dae_.variable_count;
    work_.roles.push_back(Role::known);
    return Operand::of(assignment.target);
  }

  void contradict(VariableId kept, VariableId gone) {
    Diagnostic& error = work_.diagnostics.error(
        Code::E0407, dae_.declaration(gone).span,
        dae_.name_of(gone) + " and " + dae_.name_of(kept) + " are equal, but both have fixed start values that differ");
    error.notes.push_back({dae_.name_of(kept) + " is declared here", dae_.declaration(kept).span});
    error.help = "remove fixed = true from one of them";
  }

  void warn_once(Code code, const std::vector<Pair>& pairs, const std::string& message) {
    if (pairs.empty()) return;
    constexpr std::size_t most_named = 10;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(pairs.size(), most_named); ++i) {
      names.push_back(dae_.name_of(pairs[i].kept) + " (used) / " + dae_.name_of(pairs[i].gone));
    }
    if (pairs.size() > most_named) names.push_back(std::to_string(pairs.size() - most_named) + " more pairs");
    work_.diagnostics.warning(code, dae_.declaration(pairs[0].gone).span, message + ": " + enumerated(names));
  }

  Work& work_;
  Dae& dae_;
  std::vector<Pair> starts_;
  std::vector<Pair> units_;
  std::unordered_map<std::uint32_t, Operand> negatives_;
};

}  // namespace

void merge_attributes(Work& work) { Merger(work).run(); }

}  // namespace sunder::causalise
