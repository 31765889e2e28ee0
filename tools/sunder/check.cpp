// sunder check: translate a model and say what it is made of.
#include "verbs/check.hpp"

#include "base/text.hpp"
#include "command.hpp"
#include "driver/pipeline.hpp"
#include "output.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

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
  if (s.relaxed.loops > 0) {
    const driver::ModelSummary::Relaxed& r = s.relaxed;
    line("relaxed",
         counted(r.loops, "loop") + " of " + counted(r.equations, "equation") + ": " + counted(r.blocks, "block") +
             " with " + counted(r.patterns, "pattern") + ", " +
             (r.last > 0 ? std::to_string(r.last) + (r.iterated ? " unknowns iterated, " : " unknowns with pivots, ")
                         : "") +
             counted(r.operations, "operation") + " (" +
             (r.torn_operations > 0 ? "tearing: " + std::to_string(r.torn_operations) + ", " : "") +
             "factors with pivots: " + std::to_string(r.factor_operations) + ")");
  }
  if (s.torn_with_marks.loops > 0) {
    const driver::ModelSummary::TornWithMarks& t = s.torn_with_marks;
    line("torn", counted(t.loops, "loop") + " of " + counted(t.equations, "equation") +
                     " with marks: " + std::to_string(t.iterated) + " iterated, " + counted(t.operations, "operation") +
                     " (factors with pivots: " + std::to_string(t.factor_operations) +
                     (t.factor_operations < t.operations ? ", less work" : "") + ")");
  }
}

/// An FMU shows what it offers, not its equations.
void print_fmu(const driver::ModelSummary& s, const verbs::FmuSummary& fmu) {
  const std::size_t width = terminal_width();
  const auto line = [&](const std::string& what, const std::string& value) {
    std::cout << "  " << what << std::string(what.size() < 14 ? 14 - what.size() : 1, ' ') << value << "\n";
  };
  std::vector<std::string> kinds;
  if (fmu.model_exchange) kinds.emplace_back("Model Exchange");
  if (fmu.co_simulation) kinds.emplace_back("Co-Simulation");
  if (fmu.scheduled_execution) kinds.emplace_back("Scheduled Execution");
  std::cout << bold(s.model) << ": an FMU " << fmu.version << " for " << enumerated(kinds) << "\n\n";
  if (!fmu.description.empty()) line("description", fmu.description);
  if (!fmu.made_by.empty()) line("made by", fmu.made_by);
  line("variables", std::to_string(fmu.variables));
  const auto list = [&](const std::vector<std::string>& names) {
    return std::to_string(names.size()) + (names.empty() ? "" : ": " + name_list(names, width - 26));
  };
  line("states", list(s.states));
  if (!s.inputs.empty()) line("inputs", list(s.inputs));
  if (!s.outputs.empty()) line("outputs", list(s.outputs));
  line("parameters", std::to_string(s.parameters));
  if (!fmu.model_exchange) return;
  line("events", counted(fmu.event_indicators, "event indicator"));
  line("Jacobian", std::string(fmu.directional_derivatives ? "exact, by directional derivatives" : "by differences") +
                       (fmu.dependencies ? ", dependencies declared" : ", no dependencies declared: taken as full"));
  line("going back", fmu.gets_and_sets_state ? "offered (state can be got and set)" : "not offered");
}

/// Says that the model comes as far as that.
ExitStatus check_until(const Arguments& arguments, Session& session) {
  std::optional<verbs::LoadOptions> options = read_load_options(arguments, session.diagnostics, Inputs::undriven);
  if (!options) return failed(arguments, session.diagnostics, SourceMap(), ExitStatus::wrong_command_line);
  options->until = arguments.text("--until");
  if (const auto status = open_model(arguments, session, *options)) return *status;
  const verbs::ReachedResult reached = verbs::reached(session.model);
  print(arguments, reached, session.diagnostics, session.sources(), [](const verbs::ReachedResult& result) {
    std::cout << bold(result.model) << ": the model is sound as far as the stage '" << result.stage << "'";
    if (result.stage == "flat")
      std::cout << ", with " << counted(result.equations, "equation") << " and as many unknowns";
    std::cout << "\n";
  });
  return ExitStatus::success;
}

/// Says how one variable is computed.
ExitStatus check_explain(const Arguments& arguments, Session& session) {
  const Outcome<verbs::ExplainResult> found = verbs::explain(session.model, arguments.text("--explain"));
  session.diagnostics.append(found.diagnostics());
  if (!found.ok()) return failed(arguments, session.diagnostics, session.sources(), ExitStatus::wrong_command_line);
  print(arguments, *found, session.diagnostics, session.sources(), [](const verbs::ExplainResult& result) {
    for (const std::string& sentence : result.explanation.sentences) std::cout << sentence << "\n";
    for (std::size_t i = 0; i < result.places.size(); ++i)
      std::cout << "  " << result.explanation.equations[i].text << "\n      " << result.places[i] << "\n";
  });
  return ExitStatus::success;
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (arguments.has("--until")) return check_until(arguments, session);
  if (const auto status = open_model(arguments, session)) return *status;
  if (arguments.has("--explain")) return check_explain(arguments, session);
  print(arguments, verbs::check(session.model), session.diagnostics, session.sources(),
        [](const verbs::CheckResult& result) {
          if (result.fmu)
            print_fmu(result.summary, *result.fmu);
          else
            print_text(result.summary);
        });
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
          with_model_options({{"--until", OptionKind::text, "STAGE",
                               "stop after a stage of the compiler: flat says whether the model is sound as a text",
                               driver::dump_stages()},
                              {"--explain",
                               OptionKind::text,
                               "VARIABLE",
                               "say which equation computes a variable, with which others, and why it is a state or "
                               "not",
                               {}}}),
          {{"sunder check examples/DCMotor.mo", "counts equations, states, parameters and blocks"},
           {"sunder check examples/DCMotor.mo --dump=plan", "prints the ordered computation"}},
          run};
}

}  // namespace sunder::cli
