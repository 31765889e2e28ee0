#include "execute/free_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sunder::execute {

namespace {

bool agree(std::span<const double> values, std::span<const double> others) {
  constexpr double rounding = 1e-9;
  return std::ranges::equal(values, others,
                            [](double a, double b) { return std::fabs(a - b) <= rounding * (std::fabs(b) + 1); });
}

// Derivatives of states; and variables that have a derivative too, but are no states.
std::vector<double> moving_values(const ir::Plan& plan, const CompiledContext& context) {
  std::vector<double> values = context.scratch.dx;
  for (const ir::VariableId dummy : plan.dummies)
    if (const ir::Address at = plan.addresses[dummy.index()]; at.space == ir::Space::work)
      values.push_back(context.scratch.w[at.index]);
  return values;
}

std::vector<double> initial_parameters(const ir::Plan& plan, const CompiledContext& context) {
  std::vector<double> values;
  for (const ir::VariableId parameter : plan.initial_parameters)
    values.push_back(context.parameters[plan.addresses[parameter.index()].index]);
  return values;
}

}  // namespace

model::Status allow_free(const ir::Plan& plan, CompiledContext& context, const emit::Program& program,
                         ir::VariableId variable, double time) {
  const std::vector<double> moving = moving_values(plan, context);
  const emit::Frame frame = context.frame(context.scratch, time);
  emit::Failure failure;
  const auto run = [&](double displaced) {
    return program.run(frame, context.guess_frame(), *context.record_workspace, failure,
                       {.persistent = true, .displaced = displaced});
  };
  const bool harmless = context.model().description().hybrid && run(1) && agree(moving_values(plan, context), moving);
  if (!run(0) || !harmless) {
    failure.kind = emit::Failure::Kind::singular;
    failure.variable = variable;
    const std::array programs{&program};
    return context.explain(programs, frame, failure);
  }
  context.keep_in_mind(variable, time);
  return {};
}

bool is_harmless_at_start(const ir::Plan& plan, CompiledContext& context, const emit::Program& program,
                          emit::Workspace& workspace, double time) {
  const Values found = context.scratch;
  const std::vector<double> all_parameters = context.parameters;
  const std::vector<double> parameters = initial_parameters(plan, context);
  const emit::Frame frame = context.frame(context.scratch, time);
  emit::Failure failure;
  const bool harmless =
      program.run(frame, context.guess_frame(), workspace, failure, {.persistent = true, .displaced = 1}) &&
      agree(context.scratch.x, found.x) && agree(initial_parameters(plan, context), parameters);
  context.scratch = found;
  std::ranges::copy(all_parameters, context.parameters.begin());
  return harmless;
}

}  // namespace sunder::execute
