#include "reduce_switched.hpp"

#include <cmath>
#include <map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "session.hpp"
#include "verbs/reduce_switched.hpp"

namespace sunder::cli {
namespace {

using namespace sunder::reduce;

constexpr SwitchedBalancing balancings[] = {SwitchedBalancing::inputs, SwitchedBalancing::inputs_and_jumps};
constexpr ResetMap maps[] = {ResetMap::projection, ResetMap::free_evolution, ResetMap::finite_horizon};

/// The distance, and how many runs failed: "0.25 3b 1c".
std::string cell(const CandidateResult& r) {
  if (!r.exists) return "none";
  std::string out = report::distance_text(r.rho_directional);
  if (r.blown_up > 0) out += " " + std::to_string(r.blown_up) + "b";
  if (r.chattering > 0) out += " " + std::to_string(r.chattering) + "c";
  if (r.lost > 0) out += " " + std::to_string(r.lost) + "n";
  return out;
}

/// One table for each balancing: orders down, maps across.
void print_tables(const report::SwitchedFindings& f) {
  for (const SwitchedBalancing balancing : balancings) {
    Table table{{"order"}, {}, {true}};
    std::map<Eigen::Index, std::vector<std::string>> rows;
    for (const ResetMap map : maps) {
      bool any = false;
      for (const CandidateResult& r : f.result.candidates) {
        if (r.balancing != balancing || r.map != map) continue;
        any = true;
        rows[r.order].push_back(cell(r));
      }
      if (!any) continue;
      table.header.emplace_back(name_of(map));
      table.right.push_back(true);
    }
    if (rows.empty()) continue;
    for (auto& [order, cells] : rows) {
      cells.insert(cells.begin(), std::to_string(order));
      table.rows.push_back(std::move(cells));
    }
    std::cout << "  balanced with " << name_of(balancing) << "\n" << table.print(terminal_width()) << "\n";
  }
}

void print_text(const report::SwitchedFindings& f) {
  const SwitchedSystem& s = f.task.description.system;
  std::cout << bold(f.task.name) << ": " << counted(s.states.size(), "state") << ", " << counted(s.modes.size(), "mode")
            << " with " << s.dynamics.size() << " different dynamics\n\n";
  print_tables(f);
  std::string words =
      "Shown: distances of the outputs to the nearest point of the full system's curve. " + report::confidence_text(f);
  const auto any = [&](auto count) {
    return std::any_of(f.result.candidates.begin(), f.result.candidates.end(), count);
  };
  std::string failed;
  const auto add = [&](bool is, const char* what) {
    if (is) failed += (failed.empty() ? "" : ", ") + std::string(what);
  };
  add(any([](const CandidateResult& r) { return r.blown_up > 0; }), "b: blew up");
  add(any([](const CandidateResult& r) { return r.chattering > 0; }), "c: chattered");
  add(any([](const CandidateResult& r) { return r.lost > 0; }), "n: came where no mode follows");
  if (!failed.empty()) words += " Runs that failed are infinitely far (" + failed + ").";
  std::cout << paragraph(words, terminal_width());
  for (const CandidateResult& r : f.result.candidates)
    if (!r.exists)
      std::cout << paragraph("Order " + std::to_string(r.order) + ", " + report::candidate_label(r) + ": " + r.reason,
                             terminal_width());
  if (f.chosen)
    std::cout << paragraph("Chosen: order " + std::to_string(f.chosen->order) + ", " +
                               report::candidate_label(*f.chosen) + " (" + f.chosen_why + ").",
                           terminal_width());
}

/// --input NAME=NUMBER. False after a diagnostic.
bool read_inputs(const Arguments& arguments, verbs::SwitchedInputs& inputs, Diagnostics& diagnostics) {
  const std::map<std::string, std::optional<double>*> places = {
      {"offset", &inputs.offset},     {"amplitude", &inputs.amplitude},
      {"period", &inputs.period},     {"phase", &inputs.phase},
      {"variance", &inputs.variance}, {"highest_frequency", &inputs.highest_frequency},
      {"stop", &inputs.stop},         {"step", &inputs.step}};
  for (const std::string& setting : arguments.list("--input")) {
    const std::size_t equals = setting.find('=');
    const auto place = places.find(setting.substr(0, equals));
    const auto value = equals == std::string::npos ? std::nullopt : parse_number(setting.substr(equals + 1));
    if (place == places.end() || !value || !std::isfinite(*value)) {
      diagnostics.error(Code::E0005, {}, "--input does not know '" + setting + "'").help =
          "it takes NAME=NUMBER with one of offset, amplitude, period, phase, variance, highest_frequency, stop, step";
      return false;
    }
    *place->second = *value;
  }
  return true;
}

/// --deviation STATE=NUMBER. False after a diagnostic.
bool read_deviations(const Arguments& arguments, verbs::SwitchedOptions& options, Diagnostics& diagnostics) {
  for (const std::string& setting : arguments.list("--deviation")) {
    const std::size_t equals = setting.rfind('=');
    const auto value = equals == std::string::npos ? std::nullopt : parse_number(setting.substr(equals + 1));
    if (!value) {
      diagnostics.error(Code::E0005, {},
                        "--deviation takes STATE=NUMBER with a number that is not negative, not '" + setting + "'");
      return false;
    }
    options.deviations.emplace_back(setting.substr(0, equals), *value);
  }
  return true;
}

/// The one of these with the name given.
template <class Kind, std::size_t count>
std::optional<Kind> named(const Arguments& arguments, const char* option, const Kind (&kinds)[count]) {
  for (const Kind kind : kinds)
    if (arguments.has(option) && arguments.text(option) == name_of(kind)) return kind;
  return std::nullopt;
}

verbs::SwitchedOptions read_options(const Arguments& arguments) {
  verbs::SwitchedOptions options;
  options.series = arguments.list("--series");
  options.horizon = arguments.number("--horizon");
  options.samples = arguments.count("--samples");
  options.epsilon = arguments.number("--epsilon").value_or(options.epsilon);
  options.eta = arguments.number("--eta").value_or(options.eta);
  options.beta = arguments.number("--beta").value_or(options.beta);
  options.safe = arguments.has("--safe");
  options.seed = arguments.count("--seed").value_or(options.seed);
  options.threads = arguments.count("--threads");
  options.order = arguments.count("--order");
  options.error = arguments.number("--error");
  options.map = named(arguments, "--map", maps);
  options.balancing = named(arguments, "--balancing", balancings);
  options.output = arguments.text("--output");
  options.figure = arguments.text("--figure");
  options.report = arguments.text("--report");
  return options;
}

}  // namespace

std::vector<OptionSpec> switched_options() {
  return {
      {"--switched", OptionKind::flag, "", "keep the modes of a model that is affine in each of them", {}},
      {"--input",
       OptionKind::list,
       "NAME=NUMBER",
       "with modes, how random inputs are drawn: offset, amplitude, period, phase, variance, highest_frequency, "
       "stop, step",
       {}},
      {"--deviation",
       OptionKind::list,
       "STATE=NUMBER",
       "with modes: the states at the start are drawn too, about their values, with this standard deviation; * for all",
       {}},
      {"--series", OptionKind::list, "FILE", "with modes: results files with inputs to use instead of random ones", {}},
      {"--horizon",
       OptionKind::number,
       "T",
       "with modes: of the finite-horizon map; a twentieth of the run unless given",
       {}},
      {"--samples", OptionKind::count, "N", "with modes: this many realisations, whatever the confidence", {}},
      {"--epsilon", OptionKind::number, "E", "probability of a larger error; 0.1 unless given", {}},
      {"--eta", OptionKind::number, "E", "fraction of realisations to discard; 0.05 unless given", {}},
      {"--beta", OptionKind::number, "B", "probability that the statement is wrong; 1e-6 unless given", {}},
      {"--safe", OptionKind::flag, "", "as many realisations as are enough for all larger numbers too", {}},
      {"--seed", OptionKind::count, "N", "of the random inputs; 1 unless given", {}},
      {"--threads", OptionKind::count, "N", "as many as there are cores unless given; results do not depend on it", {}},
      {"--map",
       OptionKind::text,
       "MAP",
       "with modes: only this reset map",
       {"projection", "free-evolution", "finite-horizon"}},
      {"--balancing", OptionKind::text, "HOW", "with modes: only this balancing", {"inputs", "inputs-and-jumps"}}};
}

ExitStatus reduce_switched(const Arguments& arguments) {
  Session session;
  session.control.ranks = arguments.ranks;
  Watch watch(session.control);
  SourceMap described;
  verbs::SwitchedOptions options = read_options(arguments);
  verbs::check_options(options, session.diagnostics);
  if (session.diagnostics.has_errors())
    return failed(arguments, session.diagnostics, described, ExitStatus::wrong_command_line);
  if (!read_inputs(arguments, options.inputs, session.diagnostics) ||
      !read_deviations(arguments, options, session.diagnostics))
    return failed(arguments, session.diagnostics, described);
  const bool from_model = !arguments.text("MODEL").ends_with(".toml");
  if (from_model)
    if (const auto status = open_model(arguments, session)) return *status;
  const SourceMap& sources = from_model ? session.sources() : described;
  const Outcome<verbs::SwitchedResult> result =
      from_model
          ? verbs::reduce_switched(session.model, options, session.control)
          : verbs::reduce_switched(verbs::Source::file(arguments.text("MODEL")), described, options, session.control);
  watch.finish();
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value()) return failed(arguments, session.diagnostics, sources);
  print(arguments, *result, session.diagnostics, sources,
        [](const verbs::SwitchedResult& r) { print_text(r.findings); });
  return result->findings.result.interrupted ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace sunder::cli
