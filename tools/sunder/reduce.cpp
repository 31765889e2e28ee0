// sunder reduce: fewer states for the same inputs and outputs.
#include "verbs/reduce.hpp"

#include <algorithm>

#include "analysis_options.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "reduce_switched.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

void print_text(const verbs::ReduceResult& result) {
  const reduce::Reduction& r = result.reduction;
  std::cout << bold(result.name) << ": " << result.states << " states reduced to " << r.system.order() << " by "
            << name_of(result.rule) << "\n\n"
            << "  largest error of any gain  " << (r.approximate ? "about " : "at most ") << rounded(r.bound) << "\n";
  if (result.error)
    std::cout << "    computed                 " << rounded(*result.error)
              << (result.error_is_rounding ? ", rounding only" : "") << "\n";
  if (r.unstable > 0) std::cout << "  unstable, kept             " << r.unstable << "\n";
  if (r.nonminimal > 0) std::cout << "  not minimal, removed       " << r.nonminimal << "\n";
  Table table{{"order", "singular value", "psi", "bound"}, {}, {true, true, true, true}};
  constexpr Eigen::Index shown = 20;
  for (Eigen::Index i = 0; i < std::min(r.hankel.size(), shown); ++i)
    table.rows.push_back({std::to_string(static_cast<std::size_t>(i + 1) + r.unstable), rounded(r.hankel[i], 5),
                          rounded(r.psi[static_cast<std::size_t>(i) + 1], 4),
                          rounded(reduce::error_bound(r.hankel, i + 1), 5)});
  std::cout << "\n" << table.print(terminal_width());
  if (r.hankel.size() > shown) std::cout << "  … and " << r.hankel.size() - shown << " more\n";
}

verbs::ReduceOptions read_options(const Arguments& arguments) {
  verbs::ReduceOptions options;
  options.reduction.order = arguments.count("--order");
  options.reduction.gamma = arguments.number("--gamma");
  options.reduction.error = arguments.number("--error");
  if (arguments.text("--rule") == "truncation") options.reduction.rule = reduce::Rule::truncation;
  if (arguments.text("--gramians") == "dense") options.gramians = verbs::Gramians::dense;
  if (arguments.text("--gramians") == "low-rank") options.gramians = verbs::Gramians::low_rank;
  options.output = arguments.text("--output");
  options.figure = arguments.text("--figure");
  options.report = arguments.text("--report");
  return options;
}

/// Options that do not go together with what is to be reduced. False after a diagnostic.
bool fits(const Arguments& arguments, Diagnostics& diagnostics) {
  const std::string path = arguments.text("MODEL");
  const bool described = path.ends_with(".toml");
  if (arguments.has("--dump") && (described || path.ends_with(".json"))) {
    diagnostics.error(Code::E0006, {}, "--dump is for Modelica files: nothing is compiled here");
    return false;
  }
  if (arguments.has("--dump") || arguments.has("--switched") || described) return true;
  for (const OptionSpec& option : switched_options()) {
    if (!arguments.has(option.name)) continue;
    diagnostics.error(Code::E0006, {}, option.name + " is for systems with modes: --switched, or a .toml file");
    return false;
  }
  return true;
}

ExitStatus finish(const Arguments& arguments, Session& session, const Outcome<verbs::ReduceResult>& result,
                  const SourceMap& sources) {
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value()) return failed(arguments, session.diagnostics, sources, status_of(session.diagnostics));
  print(arguments, *result, session.diagnostics, sources, print_text);
  return ExitStatus::success;
}

ExitStatus reduce_matrices(const Arguments& arguments, Session& session) {
  const SourceMap no_sources;
  const verbs::ReduceOptions options = read_options(arguments);
  verbs::check_matrix_options(options, session.diagnostics);
  if (session.diagnostics.has_errors())
    return failed(arguments, session.diagnostics, no_sources, ExitStatus::wrong_command_line);
  const auto matrices = verbs::Source::file(arguments.text("MODEL"));
  return finish(arguments, session, verbs::reduce(matrices, options, session.control), no_sources);
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (!fits(arguments, session.diagnostics))
    return failed(arguments, session.diagnostics, SourceMap(), ExitStatus::wrong_command_line);
  const std::string path = arguments.text("MODEL");
  if (!arguments.has("--dump") && (arguments.has("--switched") || path.ends_with(".toml")))
    return reduce_switched(arguments);
  const Watch watch(session.control);
  if (path.ends_with(".json")) return reduce_matrices(arguments, session);
  if (const auto status = open_model(arguments, session)) return *status;
  verbs::ReduceOptions options = read_options(arguments);
  const std::optional<simulate::PointRequest> point = read_point(arguments, session.diagnostics);
  if (!point) return failed(arguments, session.diagnostics, session.sources(), ExitStatus::wrong_command_line);
  options.at = *point;
  return finish(arguments, session, verbs::reduce(session.model, options, session.control), session.sources());
}

std::vector<OptionSpec> linear_options() {
  return {
      single_at_option(),
      {"--order", OptionKind::count, "N", "how many states to keep", {}},
      {"--gamma", OptionKind::number, "G", "keep as few as make the neglected part of the singular values G", {}},
      {"--error", OptionKind::number, "E", "keep as few as make the bound E", {}},
      {"--rule",
       OptionKind::text,
       "HOW",
       "singular-perturbation (exact for constant inputs, the default) or truncation (exact for infinitely fast "
       "ones)",
       {"singular-perturbation", "truncation"}},
      {"--gramians",
       OptionKind::text,
       "HOW",
       "dense (exact, and unstable states are split off) or low-rank (for large stable models); low-rank above 800 "
       "states unless given",
       {"dense", "low-rank"}},
      {"--figure", OptionKind::text, "FILE", "singular values, or with modes the error, over the order as .svg", {}},
      {"--report", OptionKind::text, "FILE", "write figures and explanations as an .html document", {}},
      {"--output", OptionKind::text, "FILE", "write the reduced system to a .mo, .json or .mat file", {}}};
}

}  // namespace

CommandSpec reduce_command() {
  std::vector<OptionSpec> options = linear_options();
  for (OptionSpec& option : switched_options()) options.push_back(std::move(option));
  return {
      "reduce",
      "finds a model with fewer states for the same inputs and outputs",
      "Linearises the model at an operating point (or takes matrices from a .json file), balances it, and neglects the "
      "states that matter least between inputs and outputs. The error of every gain stays within the bound that is "
      "printed. With --switched (or a .toml description of modes) the modes are kept, each is reduced, and random "
      "inputs tell how good every order is, with a statement of confidence.",
      {{"MODEL", "a Modelica file, matrices a, b, c, d in a .json file, or modes in a .toml file"}},
      with_model_options(std::move(options)),
      {{"sunder reduce Plant.mo --at steady --order 3 --output PlantReduced.mo", "a model with three states"},
       {"sunder reduce Plant.mo --error 0.01 --report plant.html", "figures of how well it fits"},
       {"sunder reduce plant.json --error 0.01 --json", "as few states as an error of 0.01 allows"},
       {"sunder reduce FourRooms.mo --switched --figure rooms.svg", "error and order of a model with modes"}},
      run};
}

}  // namespace sunder::cli
