// Functions that say how they are differentiated (annotation derivative) or solved for an input (annotation inverse)
// are calls, so that both can be asked for when equations are; so are derivatives of functions (function f = der(g,
// x)). Where such a function can be written out, the call is no more than a formula, and costs as much.
#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "symbolic/procedure.hpp"

namespace sunder::lower {

using ir::BaseType;
using ir::Expression;
using symbolic::NodeId;
using symbolic::Op;
using symbolic::Procedure;
using symbolic::ProcedureOutput;

namespace {

using Given = std::vector<std::optional<Closure::Bound>>;

/// Real arguments may be differentiated by: that a value is known counts for nothing.
void forget_reals(const ir::Function& function, Given& given) {
  for (std::size_t i = 0; i < given.size() && i < function.inputs.size(); ++i)
    if (given[i] && function.inputs[i]->type.base == BaseType::real) given[i]->known.reset();
}

bool takes_functions(const Given& given) {
  return std::ranges::any_of(given, [](const auto& one) { return one && one->function != nullptr; });
}

/// A procedure whose outputs are these expressions over its inputs.
std::shared_ptr<Procedure> formulas(const symbolic::Pool& pool, std::string name, std::uint32_t inputs,
                                    std::vector<NodeId> values) {
  auto made = std::make_shared<Procedure>(std::move(name), inputs);
  const std::uint32_t first = made->add_registers(static_cast<std::uint32_t>(values.size()));
  std::vector<std::uint32_t> registers;
  for (std::uint32_t k = 0; k < values.size(); ++k) registers.push_back(first + k);
  made->set_outputs(registers);
  made->assign(std::move(registers), std::move(values));
  made->complete(pool);
  return made;
}

const Procedure& procedure_of(const symbolic::Pool& pool, const std::vector<ProcedureResult>& results) {
  for (const ProcedureResult& result : results)
    for (const std::uint32_t routine : result.routines)
      return dynamic_cast<const ProcedureOutput&>(*pool.routine(routine)).procedure();
  static const Procedure none("", 0);
  return none;
}

}  // namespace

ExpressionLowering::Results ExpressionLowering::call_annotated(const ir::Function& function, Given given,
                                                               const Expression& at) {
  if (std::ranges::find(context_.open_formulas, &function) != context_.open_formulas.end()) {  // it calls itself
    failed_ = wants_call_ = true;
    recursive_ = &function;
    return nullptr;
  }
  if (!fill_in_defaults(function, given, at)) return nullptr;
  forget_reals(function, given);
  return call_procedure(function, std::move(given), at);
}

/// Defaults may speak of the other inputs.
bool ExpressionLowering::fill_in_defaults(const ir::Function& function, Given& given, const Expression& at) {
  given.resize(function.inputs.size());
  if (std::ranges::all_of(given, [](const auto& one) { return one.has_value(); })) return true;
  const auto inner = std::make_shared<Closure>();
  for (std::size_t i = 0; i < given.size(); ++i)
    if (given[i]) inner->variables[function.inputs[i]] = *given[i];
  const std::shared_ptr<Closure> own = std::exchange(closure_, inner);
  IteratorBindings own_bindings = std::exchange(bindings_, {});
  for (std::size_t i = 0; i < given.size() && !failed_; ++i) {
    if (given[i]) continue;
    if (function.defaults[i] == nullptr) {
      fail(at, Code::E0209, "'" + function.name + "': an input is not given");
      break;
    }
    given[i] = bind(*function.defaults[i]);
    if (!given[i]) break;
    closure_->variables[function.inputs[i]] = *given[i];
  }
  closure_ = own;
  bindings_ = std::move(own_bindings);
  return !failed_ && std::ranges::all_of(given, [](const auto& one) { return one.has_value(); });
}

/// The outputs of the original, differentiated.
ExpressionLowering::Results ExpressionLowering::call_derived(const ir::Function& function, Given given,
                                                             const Expression& at) {
  const ir::Function& original = *function.derived_from;
  if (original.derived_from != nullptr || !original.external.empty()) {
    fail(at, Code::E0301,
         "'" + original.name + "' cannot be differentiated by an input: it is not written in statements");
    return nullptr;
  }
  if (!fill_in_defaults(original, given, at)) return nullptr;
  forget_reals(original, given);
  if (takes_functions(given)) {
    fail(at, Code::E0301, "the derivative of a function of functions is not supported yet");
    return nullptr;
  }
  std::vector<NodeId> arguments;
  const std::vector<ProcedureResult>* outputs = callable(original, given, arguments, true, at);
  if (outputs == nullptr) return nullptr;
  std::vector<std::uint32_t> first(given.size(), 0);  // by input: which argument
  for (std::size_t i = 1; i < given.size(); ++i)
    first[i] = first[i - 1] + (given[i - 1]->known ? 0 : static_cast<std::uint32_t>(given[i - 1]->nodes.size()));
  symbolic::Pool& pool = context_.shapes.pool();
  auto results = std::make_shared<std::vector<Closure::Bound>>();
  for (const ProcedureResult& result : *outputs) {
    Closure::Bound& bound = results->emplace_back();
    bound.dimensions = result.dimensions;
    for (std::uint32_t routine : result.routines) {
      for (const std::size_t by : function.derived_by)
        if (routine != symbolic::Pool::no_routine) routine = pool.partial_of(routine, first[by]);
      bound.nodes.push_back(routine == symbolic::Pool::no_routine ? pool.constant(0)
                                                                  : pool.make(Op::call, arguments, routine));
    }
  }
  return results;
}

/// The first whose conditions these arguments meet; null: the statements are differentiated.
const ir::FunctionDerivative* ExpressionLowering::derivative_of(const ir::Function& function, const Given& given) {
  if (takes_functions(given)) return nullptr;
  for (const ir::FunctionDerivative& one : function.derivatives) {
    bool fits = true;
    for (std::size_t i = 0; i < one.constant.size() && i < given.size() && fits; ++i) {
      if (!one.constant[i] || !given[i] || given[i]->known) continue;
      for (const NodeId node : given[i]->nodes)
        fits = fits && (in_procedure_ ? context_.shapes.pool().is_constant(node) : is_constant(node));
    }
    if (fits) return &one;
  }
  return nullptr;
}

bool ExpressionLowering::make_callable(const ir::Function& function, const Given& given, const ProcedureKey& key,
                                       bool as_formulas, const Expression& at) {
  if (as_formulas && !takes_functions(given)) {
    bool is_formula = false;
    if (std::ranges::find(context_.open_formulas, &function) == context_.open_formulas.end()) {
      ExpressionLowering inner(context_, {}, loop_values_);
      context_.open_formulas.push_back(&function);
      is_formula = inner.make_formulas(function, given, key, at);
      context_.open_formulas.pop_back();
      if (inner.failed_ && !inner.wants_call_) return false;
    }
    if (is_formula) return add_derivatives(function, given, key, at) && add_inverses(function, given, key, at);
  }
  ExpressionLowering inner(context_, {}, loop_values_);
  return inner.make_procedure(function, given, key, at) && add_derivatives(function, given, key, at) &&
         add_inverses(function, given, key, at);
}

/// Each output as one expression over the inputs.
bool ExpressionLowering::make_formulas(const ir::Function& function, const Given& given, const ProcedureKey& key,
                                       const Expression& at) {
  enter_procedure();
  std::uint32_t inputs = 0;
  Given read = given;
  for (auto& one : read)
    if (one) read_registers(*one, inputs);
  const Results results =
      function.external.empty() ? write_out(function, std::move(read), at) : call_foreign(function, read, at);
  if (results == nullptr) return false;
  std::vector<NodeId> values;
  for (const Closure::Bound& bound : *results) values.insert(values.end(), bound.nodes.begin(), bound.nodes.end());
  symbolic::Pool& pool = context_.shapes.pool();
  const std::shared_ptr<Procedure> made = formulas(pool, function.name, inputs, values);
  std::vector<ProcedureResult> published;
  std::uint32_t next = 0;
  for (const Closure::Bound& bound : *results) {
    ProcedureResult& result = published.emplace_back();
    result.dimensions = bound.dimensions;
    for (std::size_t k = 0; k < bound.nodes.size(); ++k)
      result.routines.push_back(pool.add(std::make_shared<ProcedureOutput>(made, next++)));
  }
  context_.procedures[key] = std::move(published);
  return true;
}

namespace {

/// A vector of which no rate is taken, and one number that is: it stands for the time (see instantiate).
bool brings_rates_along(const ir::Function& function, const ir::FunctionDerivative& derivative, std::size_t input) {
  return derivative.ignored[input] && derivative.rates.size() == 1 && function.external.empty() &&
         function.inputs[derivative.rates[0]]->type.dimensions.empty() &&
         function.inputs[input]->type.base == BaseType::real && !function.inputs[input]->type.dimensions.empty();
}

/// The function named takes the same inputs first; where it names a derivative of its own, the same holds for it.
void ignore_rates_told_again(const ir::FunctionDerivative& derivative, const std::vector<Closure::Bound>& inputs,
                             const Procedure& told) {
  if (derivative.function->derivatives.empty()) return;
  std::uint32_t argument = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].known) continue;
    const bool ignored = brings_rates_along(*derivative.function, derivative.function->derivatives.front(), i);
    for (std::size_t k = 0; k < inputs[i].nodes.size(); ++k, ++argument)
      if (ignored) told.ignore_rate(argument);
  }
}

}  // namespace

/// Where the function names its derivative, the derivative of the procedure by each argument is a call of that one.
bool ExpressionLowering::add_derivatives(const ir::Function& function, const Given& given, const ProcedureKey& key,
                                         const Expression& at) {
  const ir::FunctionDerivative* derivative = derivative_of(function, given);
  if (derivative == nullptr) return true;
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<Closure::Bound> inputs;
  std::uint32_t count = 0;
  for (const auto& one : given) {
    inputs.push_back(*one);
    read_registers(inputs.back(), count);
  }
  std::uint32_t argument = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].known) continue;
    for (std::size_t k = 0; k < inputs[i].nodes.size(); ++k, ++argument) {
      const std::vector<ProcedureResult>& outputs = context_.procedures.at(key);
      const Procedure& procedure = procedure_of(pool, outputs);
      if (derivative->ignored[i]) {
        // by value the statements tell; in time another input, since this one brings its rates along
        if (brings_rates_along(function, *derivative, i)) {
          procedure.ignore_rate(argument);
        } else {
          procedure.set_derivative(argument, nullptr);
        }
        continue;
      }
      if (derivative->constant[i] || function.inputs[i]->type.base != BaseType::real) continue;
      ExpressionLowering inner(context_, {}, loop_values_);
      inner.enter_procedure();
      std::vector<NodeId> values = inner.derivatives_by(function, *derivative, outputs, inputs, i, k, at);
      if (inner.failed_) {
        if (!context_.diagnostics.has_errors())
          fail(at, Code::E0301, "the derivative '" + derivative->function->name + "' cannot be called here");
        return false;
      }
      std::string name = function.name + "'" + std::to_string(argument + 1);
      const std::shared_ptr<Procedure> told = formulas(pool, std::move(name), count, std::move(values));
      ignore_rates_told_again(*derivative, inputs, *told);
      procedure.set_derivative(argument, told);
    }
  }
  return true;
}

/// The derivatives of all elements of all outputs by one element of one input: the rates are zero but for one.
std::vector<NodeId> ExpressionLowering::derivatives_by(const ir::Function& function,
                                                       const ir::FunctionDerivative& derivative,
                                                       const std::vector<ProcedureResult>& outputs,
                                                       const std::vector<Closure::Bound>& inputs, std::size_t input,
                                                       std::size_t element, const Expression& at) {
  symbolic::Pool& pool = context_.shapes.pool();
  const bool is_second = !derivative.origins.empty();
  // outputs of the function named, for its own inputs (some of them moved) and for these rates
  const auto call = [&](const std::vector<Closure::Bound>& own, std::size_t rate_of) {
    Given all;
    for (const Closure::Bound& one : own) all.emplace_back(one);
    for (const std::size_t rate : derivative.rates) {
      Closure::Bound bound = inputs[rate];
      bound.known.reset();
      for (NodeId& node : bound.nodes) node = pool.constant(0);
      if (rate == rate_of) bound.nodes[element] = pool.constant(1);
      all.emplace_back(std::move(bound));
    }
    const Results results = call_with(*derivative.function, std::move(all), at);
    std::vector<NodeId> real;
    if (results == nullptr) {
      failed_ = true;
      return real;
    }
    for (std::size_t o = 0; o < results->size(); ++o)
      if (derivative.function->outputs[o]->type.base == BaseType::real)
        real.insert(real.end(), (*results)[o].nodes.begin(), (*results)[o].nodes.end());
    return real;
  };
  std::vector<NodeId> real;
  if (!is_second) {
    real = call(inputs, input);
  } else if (const auto at_rate = std::ranges::find(derivative.rates, input); at_rate != derivative.rates.end()) {
    // the function is linear in its own rates: what comes of this one alone
    std::vector<Closure::Bound> still = inputs;
    for (const std::size_t rate : derivative.rates)
      for (NodeId& node : still[rate].nodes) node = pool.constant(0);
    real = call(still, input);
  } else {
    // D(u, d, d) is quadratic in d: what is between d and the direction e is (D(d + e) - D(d - e)) / 4
    const auto origin = std::ranges::find(derivative.origins, input);
    if (origin == derivative.origins.end()) {
      fail(at, Code::E0301, "'" + derivative.function->name + "' says nothing of this input");
      return {};
    }
    const std::size_t rate = derivative.rates[static_cast<std::size_t>(origin - derivative.origins.begin())];
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<Closure::Bound> more = inputs, less = inputs;
    more[rate].nodes[element] = pool.add(inputs[rate].nodes[element], pool.constant(1));
    less[rate].nodes[element] = pool.subtract(inputs[rate].nodes[element], pool.constant(1));
    real = call(more, none);
    const std::vector<NodeId> subtracted = call(less, none);
    for (std::size_t k = 0; k < real.size() && k < subtracted.size(); ++k)
      real[k] = pool.divide(pool.subtract(real[k], subtracted[k]), pool.constant(4));
    if (derivative.rates.size() == 1 && inputs[rate].nodes.size() == 1) {
      // of one rate alone the whole counts, D(d)/d, also where it is no square: a function may give a second derivative
      // that it was told, whatever the rate
      const NodeId d = inputs[rate].nodes.front();
      const std::vector<NodeId> whole = call(inputs, none);
      const NodeId rests = pool.make(Op::equal, {d, pool.constant(0)});
      for (std::size_t k = 0; k < real.size() && k < whole.size(); ++k)
        real[k] = pool.make(Op::choose, {rests, real[k], pool.divide(whole[k], d)});
    }
  }
  std::vector<NodeId> values;
  std::size_t next = 0;
  for (std::size_t o = 0; o < outputs.size(); ++o)
    for (std::size_t k = 0; k < outputs[o].routines.size(); ++k) {
      const bool is_real = function.outputs[o]->type.base == BaseType::real;
      if (is_real && next == real.size() && !failed_)
        fail(at, Code::E0205,
             "'" + derivative.function->name + "' has outputs of other sizes than '" + function.name + "'");
      values.push_back(is_real && next < real.size() ? real[next++] : pool.constant(0));
    }
  return values;
}

/// What gives an input takes the output first, then the other arguments.
bool ExpressionLowering::add_inverses(const ir::Function& function, const Given& given, const ProcedureKey& key,
                                      const Expression& at) {
  if (takes_functions(given)) return true;
  symbolic::Pool& pool = context_.shapes.pool();
  for (const ir::FunctionInverse& inverse : function.inverses) {
    std::uint32_t next = 1, argument = 0, which = 0;
    std::vector<Closure::Bound> inputs;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (i == inverse.input) which = argument;
      inputs.push_back(*given[i]);
      if (!given[i]->known) argument += static_cast<std::uint32_t>(given[i]->nodes.size());
      if (i != inverse.input) read_registers(inputs.back(), next);
    }
    Closure::Bound output;
    output.nodes.push_back(pool.slot(0));
    Given all;
    for (const std::size_t from : inverse.arguments) all.emplace_back(from < inputs.size() ? inputs[from] : output);
    ExpressionLowering inner(context_, {}, loop_values_);
    inner.enter_procedure();
    const Results results = inner.call_with(*inverse.function, std::move(all), at);
    if (results == nullptr || inner.failed_ || results->front().nodes.size() != 1) {
      if (!context_.diagnostics.has_errors())
        fail(at, Code::E0301, "the inverse '" + inverse.function->name + "' cannot be called here");
      return false;
    }
    auto made = formulas(pool, inverse.function->name, argument, {results->front().nodes.front()});
    procedure_of(pool, context_.procedures.at(key))
        .set_inverse(which, pool.add(std::make_shared<ProcedureOutput>(std::move(made), 0U)));
  }
  return true;
}

}  // namespace sunder::lower
