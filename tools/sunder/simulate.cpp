// sunder simulate: one run, its statistics, and how it compares with a reference.
#include "verbs/simulate.hpp"

#include "analysis_options.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "comparison_text.hpp"
#include "output.hpp"
#include "plan_text.hpp"
#include "report/report.hpp"
#include "run_options.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

void print_text(const verbs::SimulateResult& result) {
  const simulate::Simulation& s = result.run;
  const std::size_t width = terminal_width();
  if (!s.status.ok && !s.status.started) {
    std::cout << bold(s.model) << ": no values to start with at t = " << rounded(s.start) << "\n";
    return;
  }
  std::cout << bold(s.model) << ": " << s.method;
  if (s.step) std::cout << ", step " << report::duration_text(*s.step);
  std::cout << ", t = " << rounded(s.start) << " … " << rounded(s.status.time) << " (" << s.status.reason << ")\n\n";
  if (result.audit) print_audit(*result.plan, *result.audit);
  if (s.partition) {
    std::cout << "  implicit (fast)      " << result.fast.size() << " of " << result.state_count << " states"
              << (result.fast.empty() ? "" : ": " + name_list(result.fast, width - 50)) << "\n";
  }
  const integrate::Statistics& n = s.statistics;
  std::cout << "  steps                " << n.steps
            << (n.rejected > 0 ? " (" + std::to_string(n.rejected) + " rejected)" : "")
            << (s.method == "multirate" ? " of the fastest part, " + std::to_string(n.slow_steps) + " of the slowest"
                                        : "")
            << "\n"
            << "  function evaluations " << n.function_evaluations << " (" << n.full_rhs_evaluations << " full, "
            << n.restricted_rhs_evaluations << " restricted)\n";
  if (n.rows_added > 0)
    std::cout << "  made implicit        " << counted(n.rows_added, "state")
              << ", which limited the step by stability\n";
  if (n.newton_iterations > 0)
    std::cout << "  Newton iterations    " << n.newton_iterations << " (" << n.newton_failures
              << " failures), Jacobians " << n.jacobian_evaluations << ", factorisations " << n.factorisations << "\n";
  if (s.sweeps.solutions > 0)
    std::cout << "  sweeps               " << s.sweeps.sweeps << " of "
              << counted(s.sweeps.solutions, "iterated solution")
              << (s.sweeps.not_converged > 0
                      ? ", " + std::to_string(s.sweeps.not_converged) + " of them found by factors instead"
                      : "")
              << "\n";
  if (s.averaging)
    std::cout << "  slow steps           " << s.averaging->slow_steps << " (" << s.averaging->slow_rejected
              << " rejected), means over " << s.averaging->periods << " periods of "
              << report::duration_text(s.averaging->period) << "; " << report::duration_text(s.averaging->direct_time)
              << " integrated directly\n";
  if (s.averaging && !s.averaging->made_fast.empty())
    std::cout << "  counted as fast      " << name_list(s.averaging->made_fast, width - 50)
              << ", for swinging within a period\n";
  if (s.events)
    std::cout << "  events               " << n.events
              << (*s.events == simulate::EventMode::grid ? " (not located: at the ends of steps)" : "") << "\n";
  std::cout << "  time                 " << report::duration_text(s.simulate_seconds)
            << (result.audit ? "; " + all_runs_text(*result.plan, *result.audit) : "") << "\n";
  if (!s.result.empty()) std::cout << "  results              " << s.result << "\n";
  if (s.averaging) std::cout << "\n  Values are means over one period, but for slow states.\n";
  if (result.comparison) print_comparison(*result.comparison);
  Table table{{"final value", "variable"}, {}, {true, false}};
  constexpr std::size_t shown = 20;
  std::size_t moving = 0;
  for (std::size_t i = 0; i < s.names.size(); ++i)
    if (!s.constant[i] && ++moving <= shown) table.rows.push_back({rounded(s.final_values[i]), s.names[i]});
  std::cout << "\n" << table.print(width);
  if (moving > shown) std::cout << "  … and " << moving - shown << " more\n";
}

ExitStatus run(const Arguments& arguments) {
  if (arguments.has("--sweep")) return simulate_sweep(arguments);
  Session session;
  if (const auto status = open_model(arguments, session, Inputs::driven)) return *status;
  Watch watch(session.control);
  verbs::SimulateOptions options = read_run_options(arguments);
  options.threads = arguments.count("--threads");
  options.compare = arguments.text("--compare");
  verbs::check_options(options, session.diagnostics);
  if (session.diagnostics.has_errors())
    return failed(arguments, session.diagnostics, session.sources(), ExitStatus::wrong_command_line);
  const Outcome<verbs::SimulateResult> result = verbs::simulate(session.model, options, session.control);
  watch.finish();
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value())
    return failed(arguments, session.diagnostics, session.sources(), status_of(session.diagnostics));
  if (!arguments.json())
    for (const simulate::Simulation::Printed& one : result->run.printed) std::cerr << one.text << "\n";
  print(arguments, *result, session.diagnostics, session.sources(), print_text);
  if (result.ok() && result->run.status.ok) return ExitStatus::success;
  return result->run.status.fault ? ExitStatus::numerics_failed : status_of(session.diagnostics);
}

}  // namespace

CommandSpec simulate_command() {
  return {
      "simulate",
      "runs a model with one of the integration methods",
      "Solves the initial equations, integrates from start to stop, and writes the results. The mixed methods "
      "treat the fast "
      "states implicitly and the slow ones explicitly; which are fast is decided by --fast, else by --step and the "
      "cycle "
      "analysis, else automatically. Times not given come from the model's experiment annotation.",
      {{"MODEL", "a Modelica file"}},
      with_model_options(
          {{"--method",
            OptionKind::text,
            "NAME",
            "auto unless given: a method is chosen by the error (docs/planner.md)",
            {}},
           {"--methods", OptionKind::flag, "", "list all methods, and end", {}},
           {"--max-error",
            OptionKind::number,
            "E",
            "of auto: the largest error, as a part of the range of each variable, promised: runs are repeated with "
            "smaller tolerances until two agree so well. Unless given, 1e-3 is aimed at and the error estimated",
            {}},
           {"--audit",
            OptionKind::text,
            "HOW",
            "of auto: promise (the default with --max-error), estimate (two runs; the default without) or off (one "
            "run)",
            {"promise", "estimate", "off"}},
           {"--only", OptionKind::list, "NAMES", "of auto: the error counts for these variables only", {}},
           real_time_option(),
           {"--step", OptionKind::number, "H", "step of the fixed-step methods", {}},
           {"--start", OptionKind::number, "T", "start time", {}},
           {"--stop", OptionKind::number, "T", "stop time", {}},
           {"--tolerance",
            OptionKind::number,
            "EPS",
            "relative tolerance of the variable-step methods; 1e-6 unless given",
            {}},
           {"--absolute-tolerance",
            OptionKind::number,
            "EPS",
            "absolute tolerance of cvode and dopri5, in units of the nominal values; as --tolerance unless given",
            {}},
           {"--input",
            OptionKind::list,
            "SOURCE",
            "what drives the model's inputs: a results file (.csv, .mat) with columns of their names, or "
            "NAME=EXPRESSION, a function of time; repeatable",
            {}},
           {"--between",
            OptionKind::text,
            "HOW",
            "between the values of an --input file: linear (the default) or held (jumps, which are events)",
            {"linear", "held"}},
           {"--intervals", OptionKind::count, "N", "number of output intervals", {}},
           fast_option(),
           parts_option(),
           interest_option(),
           alpha_option(),
           self_loop_option(),
           {"--explicit-update",
            OptionKind::text,
            "HOW",
            "of mixed-euler: simultaneous (the scheme, the default) or in-place (each state sees those before it, "
            "as in published figures)",
            {"simultaneous", "in-place"}},
           {"--period",
            OptionKind::number,
            "T",
            "of averaging: the period of the fast part; unless given, what the model's text says (sines of time, "
            "sample)",
            {}},
           {"--start-up",
            OptionKind::text,
            "HOW",
            "of implicit and mixed fixed-step methods: plain (every step as long as asked for, the default) or graded "
            "(small steps that grow, at the start and after events)",
            {"plain", "graded"}},
           {"--steps-per-jacobian",
            OptionKind::count,
            "N",
            "of mixed-realtime: how many steps a Jacobian is kept; 10 unless given",
            {}},
           {"--events",
            OptionKind::text,
            "HOW",
            "locate (every event where it happens, the default) or grid (at the end of the step in which it happens: "
            "fast, approximate)",
            {"locate", "grid"}},
           {"--initial-from",
            OptionKind::text,
            "FILE[@TIME]",
            "start from the states (and discrete variables) of a results file, at its end or at TIME, or from a table: "
            "lines NAME = VALUE, a .csv of names and values, or a .json object",
            {}},
           {"--sweep",
            OptionKind::list,
            "P=VALUES",
            "a run for each value of a parameter: FROM:TO:COUNT, FROM:TO:COUNT:log, or numbers separated by commas; "
            "several sweeps make all combinations. One table (.csv) of all runs, with the parameters in front",
            {}},
           {"--threads",
            OptionKind::count,
            "N",
            "how many runs of a sweep at a time (as many as there are cores unless given); of a single run: for "
            "independent blocks of implicit states (1 unless given), with the same results",
            {}},
           {"--output", OptionKind::text, "FILE", "write the results to a .csv or .mat file", {}},
           {"--filter", OptionKind::text, "REGEX", "record only variables whose whole name matches", {}},
           {"--compare",
            OptionKind::text,
            "METHOD",
            "run this method too, as the reference, and print how far the run is from it",
            {}}}),
      {{"sunder simulate DCMotor.mo --method mixed-euler --step 0.2", "40 steps, with the current implicit"},
       {"sunder simulate DCMotor.mo --output motor.csv", "the reference method, results to a file"},
       {"sunder simulate DCMotor.mo --method mixed-euler --step 0.2 --compare cvode", "and how far off it is"},
       {"sunder simulate DCMotor.mo --sweep J=500:2000:4 --sweep u=400,500", "eight motors, one table"}},
      run};
}

}  // namespace sunder::cli
