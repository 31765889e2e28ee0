#include "driver/explain.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "ir/plan.hpp"

namespace sunder::driver {

using namespace ir;

namespace {

class Explainer {
 public:
  explicit Explainer(const Plan& plan) : plan_(plan), dae_(plan.dae) {}

  std::optional<Explanation> run(const std::string& name) {
    VariableId variable = find(name);
    if (!variable.valid()) return std::nullopt;
    out_.variable = name;
    const auto alias = std::ranges::lower_bound(plan_.aliases, variable, {}, &Alias::variable);
    if (alias != plan_.aliases.end() && alias->variable == variable) {
      const std::string target = (alias->negated ? "-" : "") + name_of(dae_, alias->target);
      out_.sentences.push_back(name + " equals " + target + " by an equation, and is not computed by itself.");
      if (!alias->target.is_variable()) return std::move(out_);
      variable = alias->target.variable();
    }
    describe(variable);
    return std::move(out_);
  }

 private:
  static constexpr std::size_t most_named = 12;

  [[nodiscard]] VariableId find(const std::string& name) const {
    for (std::uint32_t v = 0; v < dae_.variable_count; ++v)
      if (!dae_.is_held(VariableId(v)) && dae_.name_of(VariableId(v)) == name) return VariableId(v);
    return {};
  }

  void say(std::string sentence) { out_.sentences.push_back(std::move(sentence)); }

  void describe(VariableId variable) {
    const std::string name = dae_.name_of(variable);
    switch (plan_.addresses[variable.index()].space) {
      case Space::state: describe_state(variable); return;
      case Space::input: say(name + " is an input."); return;
      case Space::parameter: describe_parameter(variable); return;
      case Space::held: say(name + " changes at events only."); return;
      case Space::none: say(name + " is not used."); return;
      case Space::derivative:
      case Space::work: break;
    }
    if (dae_.declaration(variable).variability == Variability::discrete) say(name + " changes at events only.");
    if (std::ranges::find(plan_.dummies, variable) != plan_.dummies.end())
      say(name + " is differentiated and yet no state: equations between states determine it from others" +
          set_of(variable) + ".");
    find_block(variable);
  }

  void describe_parameter(VariableId variable) {
    const Declaration& declaration = dae_.declaration(variable);
    const std::string name = dae_.name_of(variable);
    if (std::ranges::binary_search(plan_.initial_parameters, variable)) {
      say(name + " is a parameter that the initial equations determine.");
      return;
    }
    const bool constant = declaration.variability == Variability::constant;
    say(name + (constant ? " is a constant." : " is a parameter."));
    if (declaration.structural_at.valid())
      say("Its value was read when the model was compiled, and cannot be changed afterwards.");
    for (const Assignment& assignment : dae_.parameters) {
      if (assignment.target != variable) continue;
      const Origin& origin = dae_.origins[assignment.origin.index()];
      out_.equations.push_back({name + " = " + print(dae_, static_cast<const Row&>(assignment)), origin.span});
    }
  }

  void describe_state(VariableId variable) {
    const std::string name = dae_.name_of(variable);
    const auto own = std::ranges::find_if(plan_.state_sets, [&](const StateSet& set) {
      return std::ranges::find(set.states, variable) != set.states.end();
    });
    if (own != plan_.state_sets.end()) {
      say(name + " is a state that stands for one of " + candidates(*own) + ", chosen while the model runs.");
    } else if (const std::vector<VariableId> others = determined_by(variable); !others.empty()) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < std::min(others.size(), most_named); ++i) names.push_back(dae_.name_of(others[i]));
      if (others.size() > most_named) names.push_back(std::to_string(others.size() - most_named) + " more");
      say(name + " is a state: equations determine " + enumerated(names) + " from it" + preference(variable, others) +
          ".");
    } else {
      say(name + " is a state: it is differentiated, and no equation determines it from others.");
    }
    find_block(plan_.rate_of(variable));
  }

  // Differentiated variables that are no states and follow from this one, by way of others too.
  [[nodiscard]] std::vector<VariableId> determined_by(VariableId state) const {
    const Section& section = plan_.continuous;
    std::vector<bool> follows(dae_.variable_count, false);
    follows[state.index()] = true;
    const auto reads = [&](EquationId equation) {
      return std::ranges::any_of(dae_.operands_of(dae_.equations[equation.index()]),
                                 [&](Operand one) { return one.is_variable() && follows[one.variable().index()]; });
    };
    for (const Block& block : section.blocks) {
      if (block.kind == Block::Kind::step) {
        const Step& step = section.steps[block.index];
        if (reads(step.equation)) follows[step.target.index()] = true;
      } else if (const Loop& loop = section.loops[block.index]; std::ranges::any_of(loop.equations, reads)) {
        for (const VariableId unknown : loop.unknowns) follows[unknown.index()] = true;
      }
    }
    std::vector<VariableId> found;
    for (const VariableId dummy : plan_.dummies)
      if (follows[dummy.index()]) found.push_back(dummy);
    return found;
  }

  // What speaks for this state and not for any of the others.
  [[nodiscard]] std::string preference(VariableId variable, const std::vector<VariableId>& others) const {
    const auto ahead = [&](auto property) { return property(variable) && std::ranges::none_of(others, property); };
    const auto wished = [&](StateSelect wish) {
      return [this, wish](VariableId v) { return dae_.declaration(v).state_select == wish; };
    };
    if (ahead(wished(StateSelect::always))) return " (StateSelect.always)";
    if (ahead([this](VariableId v) {
          return std::ranges::any_of(dae_.reinits, [v](const Reinit& r) { return r.target == v; });
        }))
      return " (it is given a value by reinit)";
    if (ahead(wished(StateSelect::prefer))) return " (StateSelect.prefer)";
    const auto is_fixed = [this](VariableId v) { return dae_.declaration(v).fixed_at(dae_.element_of(v)); };
    if (ahead(is_fixed)) return " (its start value is fixed)";
    return {};
  }

  [[nodiscard]] std::string candidates(const StateSet& set) const {
    std::vector<std::string> names;
    for (std::size_t i = set.determined; i < set.candidates.size(); ++i)
      names.push_back(dae_.name_of(set.candidates[i]));
    return enumerated(names);
  }

  // " (of x and y one is a state, chosen while the model runs)"
  [[nodiscard]] std::string set_of(VariableId variable) const {
    for (const StateSet& set : plan_.state_sets) {
      const auto begin = set.candidates.begin() + set.determined;
      if (std::find(begin, set.candidates.end(), variable) == set.candidates.end()) continue;
      return " (of " + candidates(set) + ", " + std::to_string(set.states.size()) +
             (set.states.size() == 1 ? " is chosen as a state" : " are chosen as states") + " while the model runs)";
    }
    return {};
  }

  void find_block(VariableId variable) {
    const Section& section = plan_.continuous;
    for (std::size_t i = 0; i < section.blocks.size(); ++i) {
      const Block& block = section.blocks[i];
      if (block.kind == Block::Kind::step) {
        const Step& step = section.steps[block.index];
        if (step.target != variable) continue;
        say(dae_.name_of(variable) + " is computed by one equation, solved for it" + number(i) + ".");
        add(step.equation);
        return;
      }
      const Loop& loop = section.loops[block.index];
      if (std::ranges::find(loop.unknowns, variable) == loop.unknowns.end()) continue;
      describe(variable, loop, number(i));
      return;
    }
  }

  [[nodiscard]] std::string number(std::size_t block) const {
    return " (block " + std::to_string(block + 1) + " of " + std::to_string(plan_.continuous.blocks.size()) + ")";
  }

  void describe(VariableId variable, const Loop& loop, const std::string& number) {
    std::vector<std::string> names;
    for (const VariableId unknown : loop.unknowns)
      if (unknown != variable && names.size() < most_named) names.push_back(dae_.name_of(unknown));
    if (loop.unknowns.size() > most_named + 1)
      names.push_back(std::to_string(loop.unknowns.size() - most_named - 1) + " more");
    const std::string equations =
        counted(loop.equations.size(), std::string(loop.linear ? "linear" : "nonlinear") + " equation") + number;
    say(dae_.name_of(variable) + " is computed " +
        (names.empty() ? "by iteration from " : "together with " + enumerated(names) + " by ") + equations + ".");
    if (!loop.inner.empty()) {
      std::vector<std::string> iterated;
      for (std::size_t i = 0; i < loop.tearing_count(); ++i) iterated.push_back(dae_.name_of(loop.unknowns[i]));
      say((loop.linear ? "Torn: " : "Iterated: ") + enumerated(iterated) +
          "; the others follow from these one by one.");
    }
    for (const EquationId equation : loop.equations) add(equation);
  }

  void add(EquationId id) {
    const Equation& equation = dae_.equations[id.index()];
    const Origin& origin = dae_.origins[equation.origin.index()];
    out_.equations.push_back(
        {print(dae_, equation) + (origin.rule.empty() ? "" : " (" + origin.rule + ")"), origin.span});
  }

  const Plan& plan_;
  const Dae& dae_;
  Explanation out_;
};

}  // namespace

std::optional<Explanation> explain(const Plan& plan, const std::string& name) { return Explainer(plan).run(name); }

}  // namespace sunder::driver
