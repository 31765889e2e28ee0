#include "causalise/state_sets.hpp"

#include <algorithm>
#include <string>

namespace sunder::causalise {

using namespace ir;

namespace {

class SetMaker {
 public:
  SetMaker(Work& work, const OpenChoice& choice) : work_(work), dae_(work.dae()), choice_(choice) {}

  void run() {
    count_ = static_cast<std::uint32_t>(std::ranges::count(choice_.starts_as_state, true));
    const auto width = static_cast<std::uint32_t>(choice_.free.size());
    const std::string number = std::to_string(work_.plan.state_sets.size() + 1);
    const DeclarationId states = declare("$state" + number, count_, Role::state);
    const DeclarationId rates = declare("der($state" + number + ")", count_, Role::derivative);
    const DeclarationId selectors = declare("$choice" + number, count_ * width, Role::known);
    dae_.declarations[states.index()].derivative = rates;
    dae_.declarations[rates.index()].derivative_of = states;
    dae_.declarations[rates.index()].generated = true;
    dae_.declarations[selectors.index()].generated = true;
    dae_.declarations[selectors.index()].variability = Variability::parameter;
    dae_.declarations[selectors.index()].fixed = {false};  // nothing may be divided by them
    StateSet set;
    set.candidates = choice_.determined;
    set.candidates.insert(set.candidates.end(), choice_.free.begin(), choice_.free.end());
    set.determined = static_cast<std::uint32_t>(choice_.determined.size());
    set.rows = choice_.rows;
    set.selectors = dae_.declarations[selectors.index()].first;
    origin_ = OriginId(dae_.origins.size());
    dae_.origins.push_back({dae_.declaration(choice_.free.front()).span, {}, "choice of states"});
    choose_first(set.selectors, width);
    std::vector<Equation> equations;
    for (std::uint32_t i = 0; i < count_; ++i) {
      set.states.emplace_back(dae_.declarations[states.index()].first.value + i);
      const VariableId rate(dae_.declarations[rates.index()].first.value + i);
      std::vector<VariableId> derivatives;
      for (const VariableId candidate : choice_.free) derivatives.push_back(dae_.derivative_of(candidate));
      equations.push_back(combination(set.states.back(), set.selectors.value + i * width, choice_.free));
      equations.push_back(combination(rate, set.selectors.value + i * width, derivatives));
    }
    dae_.equations.insert(dae_.equations.begin() + dae_.initial_begin, equations.begin(), equations.end());
    dae_.initial_begin += static_cast<std::uint32_t>(equations.size());
    work_.plan.state_sets.push_back(std::move(set));
  }

 private:
  DeclarationId declare(const std::string& name, std::uint32_t count, Role role) {
    Declaration made;
    made.name = name;
    made.dimensions = {count};
    made.first = VariableId(dae_.variable_count);
    made.count = count;
    made.span = dae_.declaration(choice_.free.front()).span;
    dae_.variable_count += count;
    work_.roles.resize(dae_.variable_count, role);
    dae_.declarations.push_back(std::move(made));
    return DeclarationId(dae_.declarations.size() - 1);
  }

  void choose_first(VariableId selectors, std::uint32_t width) {
    symbolic::Pool& pool = dae_.shapes->pool();
    std::uint32_t state = 0;
    std::vector<std::uint32_t> column_of(count_, 0);
    for (std::uint32_t j = 0; j < width; ++j)
      if (choice_.starts_as_state[j]) column_of[state++] = j;
    for (std::uint32_t i = 0; i < count_; ++i) {
      for (std::uint32_t j = 0; j < width; ++j) {
        Assignment assignment;
        assignment.shape = dae_.shapes->intern(pool.constant(column_of[i] == j ? 1 : 0), 0U);
        assignment.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
        assignment.target = VariableId(selectors.value + i * width + j);
        assignment.origin = origin_;
        dae_.parameters.push_back(assignment);
      }
    }
  }

  // 0 = sum - selectors * variables
  Equation combination(VariableId sum, std::uint32_t first_selector, const std::vector<VariableId>& variables) {
    symbolic::Pool& pool = dae_.shapes->pool();
    std::vector<symbolic::NodeId> terms{pool.slot(0)};
    Equation equation;
    equation.origin = origin_;
    equation.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    dae_.operands.push_back(Operand::of(sum));
    for (std::uint32_t j = 0; j < variables.size(); ++j) {
      terms.push_back(pool.negate(pool.multiply(pool.slot(2 * j + 1), pool.slot(2 * j + 2))));
      dae_.operands.push_back(Operand::of(VariableId(first_selector + j)));
      dae_.operands.push_back(Operand::of(variables[j]));
    }
    equation.shape =
        dae_.shapes->intern(pool.make(symbolic::Op::add, terms), static_cast<std::uint32_t>(2 * variables.size() + 1));
    return equation;
  }

  Work& work_;
  Dae& dae_;
  const OpenChoice& choice_;
  std::uint32_t count_ = 0;
  OriginId origin_;
};

}  // namespace

void make_state_sets(Work& work, const std::vector<OpenChoice>& choices) {
  for (const OpenChoice& choice : choices) SetMaker(work, choice).run();
}

}  // namespace sunder::causalise
