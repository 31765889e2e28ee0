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
  [[nodiscard]] VariableId find(const std::string& name) const {
    for (std::uint32_t v = 0; v < dae_.variable_count; ++v)
      if (!dae_.is_held(VariableId(v)) && dae_.name_of(VariableId(v)) == name) return VariableId(v);
    return {};
  }

  void say(std::string sentence) { out_.sentences.push_back(std::move(sentence)); }

  void describe(VariableId variable) {
    const std::string name = dae_.name_of(variable);
    switch (plan_.addresses[variable.index()].space) {
      case Space::state: say(name + " is a state: the integrator advances it."); return;
      case Space::input: say(name + " is an input."); return;
      case Space::parameter:
        say(name + (std::ranges::binary_search(plan_.initial_parameters, variable)
                        ? " is a parameter that the initial equations determine."
                        : " is a parameter or constant."));
        return;
      case Space::held: say(name + " changes at events only."); return;
      case Space::none: say(name + " is not used."); return;
      case Space::derivative:
      case Space::work: break;
    }
    if (std::ranges::find(plan_.dummies, variable) != plan_.dummies.end())
      say(name + " is differentiated and yet no state: equations between states determine it from others" +
          set_of(variable) + ".");
    find_block(variable);
  }

  // " (of x and y one is a state, chosen while the model runs)"
  [[nodiscard]] std::string set_of(VariableId variable) const {
    for (const StateSet& set : plan_.state_sets) {
      const auto begin = set.candidates.begin() + set.determined;
      if (std::find(begin, set.candidates.end(), variable) == set.candidates.end()) continue;
      std::vector<std::string> names;
      for (auto at = begin; at != set.candidates.end(); ++at) names.push_back(dae_.name_of(*at));
      return " (of " + enumerated(names) + ", " + std::to_string(set.states.size()) +
             (set.states.size() == 1 ? " is" : " are") + " chosen as a state while the model runs)";
    }
    return {};
  }

  void find_block(VariableId variable) {
    const Section& section = plan_.continuous;
    for (const Step& step : section.steps) {
      if (step.target != variable) continue;
      say(dae_.name_of(variable) + " is computed by one equation, solved for it.");
      add(step.equation);
      return;
    }
    for (const Loop& loop : section.loops) {
      if (std::ranges::find(loop.unknowns, variable) == loop.unknowns.end()) continue;
      describe(variable, loop);
      return;
    }
  }

  void describe(VariableId variable, const Loop& loop) {
    constexpr std::size_t most_named = 12;
    std::vector<std::string> names;
    for (const VariableId unknown : loop.unknowns)
      if (unknown != variable && names.size() < most_named) names.push_back(dae_.name_of(unknown));
    if (loop.unknowns.size() > most_named + 1)
      names.push_back(std::to_string(loop.unknowns.size() - most_named - 1) + " more");
    say(dae_.name_of(variable) + " is computed together with " + (names.empty() ? "nothing else" : enumerated(names)) +
        " by " + counted(loop.equations.size(), std::string(loop.linear ? "linear" : "nonlinear") + " equation") + ".");
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
