// External functions that are subroutines of LAPACK, called as they are written: with their variables as arguments.
#include "evaluate/evaluation.hpp"

namespace sunder::evaluate {

bool Evaluation::call_subroutine(const Expression& e, const ir::Function& function, ir::Environment& inner) {
  std::vector<algebra::LapackArgument> arguments;
  for (const Expression* written : function.external_arguments) {
    const std::optional<Value> given = value(*written);
    if (!given) return false;
    algebra::LapackArgument& argument = arguments.emplace_back();
    if (given->base == BaseType::string) {
      argument.is_letter = true;
      argument.letter = given->strings.front().empty() ? ' ' : given->strings.front().front();
      continue;
    }
    if (!given->dimensions.empty()) argument.rows = static_cast<std::size_t>(given->dimensions[0]);
    if (given->dimensions.size() > 1) argument.columns = static_cast<std::size_t>(given->dimensions[1]);
    argument.numbers = given->numbers;
  }
  double result = 0;
  std::string message;
  if (!algebra::call_lapack(function.external, arguments, result, message)) {
    fail(e, message);
    return false;
  }
  const auto is_input = [&](const ir::FunctionVariable* variable) {
    return std::ranges::find(function.inputs, variable) != function.inputs.end();
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Expression& written = *function.external_arguments[i];
    if (written.kind != ExpressionKind::function_variable || arguments[i].is_letter ||
        is_input(written.function_variable))
      continue;
    Value after = *value(written);
    after.numbers = arguments[i].numbers;
    for (double& number : after.numbers)
      if (after.base == BaseType::boolean) number = number != 0 ? 1 : 0;
    Value& whole = inner.function_variables.at(written.function_variable);
    if (written.subscripts.empty())
      whole = std::move(after);
    else if (!put(written, whole, after))
      return false;
  }
  if (function.external_result != nullptr)
    inner.function_variables[function.external_result->function_variable] = Value::scalar(BaseType::real, result);
  return true;
}

}  // namespace sunder::evaluate
