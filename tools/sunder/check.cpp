// sunder check: translate a model and say what it is made of.
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/progress.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "driver/summary.hpp"
#include "output.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

using Json = nlohmann::ordered_json;

Json as_json(const driver::ModelSummary& s, const Session& session) {
  Json timing;
  for (const PassTiming& pass : session.compilation.timing) timing[pass.pass] = pass.seconds;
  return {{"model", s.model},
          {"equations", s.equations},
          {"unknowns", s.unknowns},
          {"state_count", s.states.size()},
          {"states", s.states},
          {"inputs", s.inputs},
          {"outputs", s.outputs},
          {"parameters", s.parameters},
          {"alias", s.aliases},
          {"index", s.index},
          {"shapes", s.shapes},
          {"blocks",
           {{"count", s.blocks.count},
            {"largest", s.blocks.largest},
            {"linear", s.blocks.linear},
            {"nonlinear", s.blocks.nonlinear}}},
          {"events", s.events},
          {"timing", timing},
          {"diagnostics", diagnostics_json(session.diagnostics, session.workspace.sources)}};
}

void print_text(const driver::ModelSummary& s) {
  const std::size_t width = terminal_width();
  const auto line = [&](const std::string& what, const std::string& value) {
    std::cout << "  " << what << std::string(what.size() < 14 ? 14 - what.size() : 1, ' ') << value << "\n";
  };
  std::cout << bold(s.model) << ": the model is complete and can be simulated\n\n";
  line("equations", std::to_string(s.equations) + " for " + counted(s.unknowns, "unknown") +
                        (s.aliases > 0 ? ", " + std::to_string(s.aliases) + " of them aliases" : ""));
  line("states", std::to_string(s.states.size()) + (s.states.empty() ? "" : ": " + name_list(s.states, width - 26)));
  if (!s.inputs.empty()) line("inputs", std::to_string(s.inputs.size()) + ": " + name_list(s.inputs, width - 26));
  if (!s.outputs.empty()) line("outputs", std::to_string(s.outputs.size()) + ": " + name_list(s.outputs, width - 26));
  line("parameters", std::to_string(s.parameters));
  line("shapes", std::to_string(s.shapes) + " (kinds of equations)");
  std::string blocks = counted(s.blocks.count, "block");
  if (s.blocks.linear + s.blocks.nonlinear > 0)
    blocks += "; solved together: " + std::to_string(s.blocks.linear) + " linear, " +
              std::to_string(s.blocks.nonlinear) + " nonlinear, the largest of " + std::to_string(s.blocks.largest);
  line("blocks", blocks);
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (const auto status = open_model(arguments, session)) return *status;
  const driver::ModelSummary summary = driver::summarise(*session.compilation.plan);
  show(session.diagnostics, session.workspace.sources);
  if (arguments.json())
    print_json(as_json(summary, session));
  else
    print_text(summary);
  return ExitStatus::success;
}

}  // namespace

CommandSpec check_command() {
  return {"check",
          "translates a model and says what it is made of",
          "Parses the file, instantiates and flattens the model, orders its equations, and reports everything that is "
          "wrong "
          "with the place in the source. Nothing is simulated.",
          {{"MODEL", "a Modelica file"}},
          with_model_options({}),
          {{"sunder check examples/DCMotor.mo", "counts equations, states, parameters and blocks"},
           {"sunder check examples/DCMotor.mo --dump=plan", "prints the ordered computation"}},
          run};
}

}  // namespace sunder::cli
