#include "causalise/part_dae.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "causalise/slice.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

/// Writes the part's variables and rows with numbers of its own.
class PartWriter {
 public:
  PartWriter(const Plan& plan, const ModelCut& cut, std::size_t part, const InitialValues& initial)
      : plan_(plan),
        old_(plan.dae),
        part_(cut.parts[part]),
        initial_(initial),
        new_of_(old_.variable_count),
        remembered_(old_.variable_count) {
    for (const VariableId memory : plan.initial_memories)
      for (const Operand operand : old_.operands_of(old_.held_of(memory)))
        if (operand.valid() && operand.kind() == Operand::Kind::variable)
          remembered_[operand.variable().index()] = true;
  }

  PartDae write(const std::string& name) {
    dae().name = name;
    dae().shapes = old_.shapes->copy();
    dae().experiment = old_.experiment;
    find_variables();
    find_parameters();
    declare();
    connect_derivatives();
    write_held();
    write_parameters();
    write_equations();
    write_events();
    return std::move(made_);
  }

 private:
  enum class Use : std::uint8_t { none, own, state, rate, given, whole_given, parameter, free_parameter };

  Dae& dae() { return made_.dae; }
  [[nodiscard]] Use& use(VariableId variable) { return uses_[variable.index()]; }

  static bool is_real(const Declaration& declaration) { return declaration.base == BaseType::real; }

  // ---- what the part consists of

  void find_variables() {
    uses_.assign(old_.variable_count, Use::none);
    for (const std::uint32_t b : part_.blocks)
      for (const VariableId target : targets_of(plan_.continuous, plan_.continuous.blocks[b])) use(target) = Use::own;
    for (const VariableId state : part_.states) {
      use(state) = Use::state;
      use(plan_.rate_of(state)) = Use::rate;
    }
    for (const CrossingValue& value : part_.inputs)
      use(value.variable) = is_real(old_.declaration(value.variable)) ? Use::given : Use::whole_given;
    for (const VariableId input : part_.open_inputs) use(input) = Use::own;
    for (const std::uint32_t d : part_.delays) use(old_.delays[d].past) = Use::own;
    for (const Alias& alias : plan_.aliases) {
      if (!alias.target.is_variable() || old_.is_held(alias.variable)) continue;
      const Use target = use(alias.target.variable());
      if (target == Use::own || target == Use::state || target == Use::rate) aliases_.push_back(&alias);
    }
    // what a delay looks back at stands in the part, too, where it is the value of another one
    for (const std::uint32_t d : part_.delays) {
      for (std::uint32_t k = 0; k < Delay::part_count(old_.delays[d].kind); ++k) {
        const auto at = std::ranges::lower_bound(plan_.aliases, old_.delays[d].part(k), {}, &Alias::variable);
        const bool aliased = at != plan_.aliases.end() && at->variable == old_.delays[d].part(k);
        if (aliased && at->target.is_variable() && std::ranges::find(aliases_, &*at) == aliases_.end())
          aliases_.push_back(&*at);
      }
    }
    for (const Alias* alias : aliases_) use(alias->variable) = Use::own;
  }

  void need(const Row& row) {
    for (const Operand operand : old_.operands_of(row)) need(operand);
  }
  void need(Operand operand) {
    if (!operand.valid() || !operand.is_variable()) return;
    const VariableId variable = operand.variable();
    if (use(variable) == Use::none && old_.declaration(variable).variability <= Variability::parameter)
      use(variable) = Use::parameter;
  }

  /// Rows and attributes name parameters; these name others.
  void find_parameters() {
    for (const std::uint32_t b : part_.blocks)
      for (const EquationId id : equations_of(plan_.continuous, plan_.continuous.blocks[b]))
        need(old_.equations[id.index()]);
    for (const std::uint32_t h : part_.held) {
      const Held& held = old_.held[h];
      if (has_row(held.kind)) need(held);
      need(held.start);
      need(held.interval);
    }
    for (const std::uint32_t r : part_.reinits) {
      need(old_.reinits[r].condition);
      need(old_.reinits[r].value);
    }
    for (const std::uint32_t c : part_.checks) {
      need(old_.checks[c].condition);
      for (const MessageValue& value : old_.checks[c].values) need(value);
    }
    for (const std::uint32_t d : part_.delays) {
      need(old_.delays[d].time);
      for (const Operand operand : old_.delays[d].profile) need(operand);
    }
    for (const Declaration& d : old_.declarations)
      for (std::uint32_t k = 0; k < d.count; ++k)
        if (uses_[d.first.index() + k] != Use::none)
          for (const OperandColumn* column : {&d.start, &d.nominal, &d.minimum, &d.maximum})
            if (column->given()) need(column->at(k));
    for (const VariableId variable : plan_.initial_parameters)
      if (use(variable) == Use::parameter) use(variable) = Use::free_parameter;
    for (std::size_t i = old_.parameters.size(); i-- > 0;) {
      const Assignment& assignment = old_.parameters[i];
      if (use(assignment.target) == Use::parameter) need(assignment);
    }
    for (const VariableId variable : plan_.initial_parameters)
      if (use(variable) == Use::parameter) use(variable) = Use::free_parameter;
    // attributes of parameters name parameters, too
    for (bool more = true; more;) {
      more = false;
      for (const Declaration& d : old_.declarations) {
        if (d.variability > Variability::parameter) continue;
        for (std::uint32_t k = 0; k < d.count; ++k) {
          if (uses_[d.first.index() + k] != Use::parameter) continue;
          for (const OperandColumn* column : {&d.nominal, &d.minimum, &d.maximum}) {
            const Operand operand = column->given() ? column->at(k) : Operand();
            if (!operand.valid() || !operand.is_variable() || use(operand.variable()) != Use::none) continue;
            need(operand);
            more = more || use(operand.variable()) != Use::none;
          }
        }
      }
      if (more)
        for (std::size_t i = old_.parameters.size(); i-- > 0;)
          if (use(old_.parameters[i].target) == Use::parameter) need(old_.parameters[i]);
    }
  }

  // ---- variables

  void declare() {
    std::vector<bool> is_output(old_.variable_count, false);
    for (const VariableId output : part_.outputs)
      if (is_real(old_.declaration(output))) is_output[output.index()] = true;
    for (const Declaration& d : old_.declarations) {
      if (old_.is_held(d.first)) continue;
      for (std::uint32_t k = 0; k < d.count; ++k) {
        const VariableId variable(d.first.value + k);
        if (use(variable) != Use::none) declare(d, k, is_output[variable.index()]);
      }
    }
    // attributes can be written when every variable has its number
    for (std::size_t i = 0; i < dae().declarations.size(); ++i) {
      const auto& [old, element] = source_of_[i];
      Declaration& made = dae().declarations[i];
      const auto carry = [&](const OperandColumn& from, OperandColumn& to) {
        to = {};
        if (from.given()) to.uniform = carried(from.at(element));
      };
      carry(old->nominal, made.nominal);
      carry(old->minimum, made.minimum);
      carry(old->maximum, made.maximum);
      carry(old->start, made.start);
      set_start(VariableId(old->first.value + element), made);
    }
    for (const CrossingValue& value : part_.inputs) made_.inputs.push_back(crossing_name(old_, value.variable));
    for (const VariableId output : part_.outputs) {
      const Declaration& d = old_.declaration(output);
      made_.outputs.push_back(is_real(d) ? old_.name_of(output) : old_.name_of(output) + ".value");
    }
  }

  void declare(const Declaration& old, std::uint32_t element, bool is_output) {
    const VariableId variable(old.first.value + element);
    const Use used = use(variable);
    Declaration made = old;
    made.name = old_.name_of(variable);
    made.dimensions.clear();
    made.count = 1;
    made.first = VariableId(dae().variable_count);
    made.derivative = made.derivative_of = {};
    if (old.causality != Causality::input || used != Use::own || old.bound) {
      made.causality = is_output ? Causality::output : Causality::local;
      made.bound = false;
    }
    made.fixed.clear();
    if (used == Use::state) made.fixed = {true};
    if (used == Use::state) made.state_select = StateSelect::always;
    if (used == Use::own || used == Use::rate) made.state_select = StateSelect::automatic;
    if (used == Use::given || used == Use::whole_given) {
      made.name = crossing_name(old_, variable);
      made.causality = Causality::input;
      made.variability = Variability::continuous;
      made.base = BaseType::real;
      made.enumeration = nullptr;
      made.generated = made.is_protected = false;
    }
    new_of_[variable.index()] = made.first;
    source_of_.emplace_back(&old, element);
    dae().declarations.push_back(std::move(made));
    ++dae().variable_count;
  }

  /// Where the whole model was at the start. What changes at events keeps the start value it has, since it takes its
  /// first value in events of its own; but where initial equations say what was before them, the part, which has none,
  /// begins with what came out of them.
  void set_start(VariableId variable, Declaration& made) {
    const Use used = use(variable);
    const bool given = used == Use::given || used == Use::whole_given;
    const double value = initial_[variable.index()];
    const bool follows = used == Use::state || given || remembered_[variable.index()] ||
                         ((used == Use::own || used == Use::rate) && made.variability == Variability::continuous &&
                          made.causality != Causality::input);
    if (follows && std::isfinite(value)) made.start.uniform = literal(value);
  }

  void connect_derivatives() {
    for (const VariableId state : part_.states) {
      const DeclarationId integral = dae().declaration_of(new_of_[state.index()]);
      const DeclarationId rate = dae().declaration_of(new_of_[plan_.rate_of(state).index()]);
      dae().declarations[integral.index()].derivative = rate;
      dae().declarations[rate.index()].derivative_of = integral;
    }
  }

  // ---- rows

  Operand literal(double value) {
    const auto [at, added] = literals_.try_emplace(value, dae().literals.size());
    if (added) dae().literals.push_back(value);
    return Operand::literal(at->second);
  }

  Operand carried(Operand operand) {
    if (!operand.valid() || operand.kind() == Operand::Kind::time) return operand;
    if (operand.kind() == Operand::Kind::literal) return literal(old_.literals[operand.literal_index()]);
    return Operand::of(new_of_[operand.variable().index()]);
  }

  template <class Kind>
  Kind carried_row(const Kind& from) {
    Kind row = from;
    row.operands_begin = static_cast<std::uint32_t>(dae().operands.size());
    for (const Operand operand : old_.operands_of(from)) dae().operands.push_back(carried(operand));
    return row;
  }

  OriginId carried(OriginId origin) {
    const auto [at, added] = origins_.try_emplace(origin, OriginId(dae().origins.size()));
    if (added) dae().origins.push_back(old_.origins[origin.index()]);
    return at->second;
  }

  OriginId own_origin(VariableId variable, const char* rule) {
    dae().origins.push_back({old_.declaration(variable).span, {}, rule});
    return OriginId(dae().origins.size() - 1);
  }

  /// Held values have numbers behind all others; those that make whole numbers of what is given come last.
  void write_held() {
    std::vector<VariableId> whole;
    for (const CrossingValue& value : part_.inputs)
      if (use(value.variable) == Use::whole_given) whole.push_back(value.variable);
    const std::size_t count = part_.held.size() + whole.size();
    if (count == 0) return;
    Declaration made;
    made.name = "$held";
    made.variability = Variability::discrete;
    made.generated = true;
    made.first = VariableId(dae().variable_count);
    made.count = static_cast<std::uint32_t>(count);
    made.dimensions = {made.count};
    dae().held_in = DeclarationId(dae().declarations.size());
    dae().declarations.push_back(std::move(made));
    dae().variable_count += static_cast<std::uint32_t>(count);
    const VariableId first_held = dae().declarations.back().first;
    std::uint32_t next = 0;
    for (const std::uint32_t h : part_.held)
      new_of_[old_.held_variable(h).index()] = VariableId(first_held.value + next++);
    symbolic::Pool& pool = dae().shapes->pool();
    std::vector<Held> of_whole;
    for (const VariableId variable : whole) {
      const bool boolean = old_.declaration(variable).base == BaseType::boolean;
      Held held;
      held.kind = boolean ? HeldKind::greater : HeldKind::floor;
      const symbolic::NodeId half = pool.slot(1);
      held.shape = dae().shapes->intern(boolean ? pool.subtract(pool.slot(0), half) : pool.add(pool.slot(0), half), 2U);
      held.operands_begin = static_cast<std::uint32_t>(dae().operands.size());
      dae().operands.push_back(Operand::of(new_of_[variable.index()]));
      dae().operands.push_back(literal(0.5));
      held.origin = own_origin(variable, "value of another part");
      of_whole.push_back(held);
      new_of_[variable.index()] =
          VariableId(first_held.value + next++);  // from here on everybody reads the whole number
    }
    for (const std::uint32_t h : part_.held) {
      Held held = has_row(old_.held[h].kind) ? carried_row(old_.held[h]) : old_.held[h];
      held.start = carried(held.start);
      held.interval = carried(held.interval);
      held.origin = carried(held.origin);
      dae().held.push_back(held);
    }
    dae().held.insert(dae().held.end(), of_whole.begin(), of_whole.end());
  }

  void write_parameters() {
    for (const VariableId variable : plan_.initial_parameters) {
      if (use(variable) != Use::free_parameter) continue;
      const double value = initial_[variable.index()];
      Assignment assignment;
      assignment.shape = dae().shapes->intern(dae().shapes->pool().slot(0), 1U);
      assignment.operands_begin = static_cast<std::uint32_t>(dae().operands.size());
      dae().operands.push_back(literal(value));
      assignment.target = new_of_[variable.index()];
      assignment.origin = own_origin(variable, "value at the start");
      dae().parameters.push_back(assignment);
    }
    for (const Assignment& old : old_.parameters) {
      if (use(old.target) != Use::parameter) continue;
      Assignment assignment = carried_row(old);
      assignment.target = new_of_[old.target.index()];
      assignment.origin = carried(old.origin);
      dae().parameters.push_back(assignment);
    }
  }

  void write_equations() {
    for (const std::uint32_t b : part_.blocks) {
      for (const EquationId id : equations_of(plan_.continuous, plan_.continuous.blocks[b])) {
        Equation equation = carried_row(old_.equations[id.index()]);
        equation.origin = carried(equation.origin);
        equation.blended = Equation::not_blended;
        dae().equations.push_back(equation);
      }
    }
    for (const Alias* alias : aliases_)
      write_equality(new_of_[alias->variable.index()], alias->target.variable(), alias->negated,
                     own_origin(alias->variable, "equal to another variable"));
    for (std::size_t i = 0; i < part_.outputs.size(); ++i) {
      const VariableId output = part_.outputs[i];
      if (is_real(old_.declaration(output))) continue;
      write_equality(declare_value(output, made_.outputs[i]), output, false,
                     own_origin(output, "value for another part"));
    }
    dae().initial_begin = static_cast<std::uint32_t>(dae().equations.size());
  }

  void write_equality(VariableId variable, VariableId old_target, bool negated, OriginId origin) {
    symbolic::Pool& pool = dae().shapes->pool();
    Equation equation;
    const symbolic::NodeId a = pool.slot(0), b = pool.slot(1);
    equation.shape = dae().shapes->intern(negated ? pool.add(a, b) : pool.subtract(a, b), 2U);
    equation.operands_begin = static_cast<std::uint32_t>(dae().operands.size());
    dae().operands.push_back(Operand::of(variable));
    dae().operands.push_back(Operand::of(new_of_[old_target.index()]));
    equation.origin = origin;
    dae().equations.push_back(equation);
  }

  /// A Real for a Boolean, an Integer or an enumeration, as what goes out.
  VariableId declare_value(VariableId output, const std::string& name) {
    const Declaration& old = old_.declaration(output);
    Declaration made;
    made.name = name;
    made.first = VariableId(dae().variable_count++);
    made.variability = Variability::discrete;
    made.causality = Causality::output;
    made.description = "the value of " + old_.name_of(output) + " as a number";
    made.span = old.span;
    dae().declarations.push_back(std::move(made));
    return dae().declarations.back().first;
  }

  void write_events() {
    for (const std::uint32_t r : part_.reinits) {
      const Reinit& old = old_.reinits[r];
      dae().reinits.push_back(
          {carried_row(old.condition), carried_row(old.value), new_of_[old.target.index()], carried(old.origin)});
    }
    for (const std::uint32_t c : part_.checks) {
      Check check = old_.checks[c];
      check.condition = carried_row(check.condition);
      for (MessageValue& value : check.values) value = carried_row(value);
      check.origin = carried(check.origin);
      dae().checks.push_back(std::move(check));
    }
    for (const std::uint32_t d : part_.delays) {
      Delay delay = old_.delays[d];
      delay.now = new_of_[delay.now.index()];
      delay.past = new_of_[delay.past.index()];
      delay.time = carried(delay.time);
      for (Operand& operand : delay.profile) operand = carried(operand);
      delay.origin = carried(delay.origin);
      dae().delays.push_back(std::move(delay));
    }
  }

  const Plan& plan_;
  const Dae& old_;
  const CutPart& part_;
  const InitialValues& initial_;
  std::vector<Use> uses_;
  std::vector<const Alias*> aliases_;
  std::vector<VariableId> new_of_;                                       // by old variable
  std::vector<bool> remembered_;                                         // initial equations say what was before
  std::vector<std::pair<const Declaration*, std::uint32_t>> source_of_;  // by new declaration: the old one, its element
  std::unordered_map<double, std::size_t> literals_;
  std::unordered_map<OriginId, OriginId> origins_;
  PartDae made_;
};

}  // namespace

std::string crossing_name(const Dae& dae, VariableId variable) {
  const VariableId integral = dae.integral_of(variable);
  return integral.valid() ? "der_" + dae.name_of(integral) : dae.name_of(variable);
}

PartDae make_part_dae(const Plan& plan, const ModelCut& cut, std::size_t part, const InitialValues& initial,
                      const std::string& name) {
  return PartWriter(plan, cut, part, initial).write(name);
}

}  // namespace sunder::causalise
