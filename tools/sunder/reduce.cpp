// sunder reduce: fewer states for the same inputs and outputs.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis_options.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "port_session.hpp"
#include "reduce/low_rank.hpp"
#include "reduce_report.hpp"
#include "reduce_switched.hpp"

namespace sunder::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Above this many states the dense Gramians take too long.
constexpr std::size_t dense_limit = 800;

struct Source {
  FullSystem system;
  reduce::Offsets offsets;
};

std::optional<Source> read_matrices(const std::string& path, Session& session) {
  const FileId file = driver::load_text(session.workspace, path, session.diagnostics);
  if (!file.valid()) return std::nullopt;
  Outcome<model::LinearSystem> system = reduce::parse_matrices(session.workspace.sources.text(file), path);
  session.diagnostics.append(system.diagnostics());
  if (!system.ok()) return std::nullopt;
  Source out;
  out.system.name = path.substr(path.rfind('/') + 1);
  out.system.name = out.system.name.substr(0, out.system.name.find('.'));
  out.system.origin = "The system is given by the matrices in `" + path + "`.";
  out.system.dense = system.take();
  return out;
}

std::optional<Source> read_source(const Arguments& arguments, Session& session, ExitStatus& status) {
  const std::string path = arguments.text("MODEL");
  status = ExitStatus::wrong_input;
  if (path.ends_with(".json")) {
    if (arguments.text("--gramians") != "low-rank") return read_matrices(path, session);
    session.diagnostics.error(Code::E0006, {}, "--gramians low-rank is for models: the matrices of a file are dense");
    status = ExitStatus::wrong_command_line;
    return std::nullopt;
  }
  std::optional<LinearisedModel> found = linearise_with_ports(arguments, session, status);
  if (!found) return std::nullopt;
  status = ExitStatus::wrong_input;
  if (found->system.inputs.empty() || found->system.outputs.empty()) {
    session.diagnostics
        .error(Code::E1109, {},
               "the model has " + counted(found->system.inputs.size(), "open input") + " and " +
                   counted(found->system.outputs.size(), "output") + ": there is nothing to keep")
        .help =
        how_to_add_ports(*session.compilation.model, found->system.inputs.empty(), found->system.outputs.empty());
    return std::nullopt;
  }
  Source out;
  out.system.name = found->model;
  out.system.origin = "The system is `" + found->model + "`, linearised at " +
                      (found->kind == "steady"    ? "its steady state"
                       : found->kind == "initial" ? "its initial state"
                                                  : "the time " + rounded(found->time) + " s of a run") +
                      ".";
  out.offsets = found->offsets;
  const std::string gramians = arguments.text("--gramians");
  if (gramians == "low-rank" || (gramians.empty() && found->system.a.pattern.rows > dense_limit))
    out.system.sparse = std::move(found->system);
  else
    out.system.dense = model::dense(found->system);
  return out;
}

reduce::ReductionOptions read_options(const Arguments& arguments) {
  reduce::ReductionOptions options;
  options.order = arguments.count("--order");
  options.gamma = arguments.number("--gamma");
  options.error = arguments.number("--error");
  if (arguments.text("--rule") == "truncation") options.rule = reduce::Rule::truncation;
  return options;
}

Json vector_json(const reduce::VectorXd& v) {
  Json out = Json::array();
  for (const double x : v) out.push_back(report::number(x));
  return out;
}

Json as_json(const FullSystem& source, const reduce::Reduction& r, const reduce::ReductionOptions& options,
             std::optional<double> error) {
  return {{"model", source.name},
          {"rule", name_of(options.rule)},
          {"order", r.system.order()},
          {"states", source.states()},
          {"hankel", vector_json(r.hankel)},
          {"psi", report::numbers(r.psi)},
          {"bound", report::number(r.bound)},
          {"bound_approximate", r.approximate},
          {"error", error ? report::number(*error) : Json(nullptr)},
          {"unstable_states", r.unstable},
          {"nonminimal_states", r.nonminimal},
          {"inputs", r.system.inputs},
          {"outputs", r.system.outputs},
          {"matrices",
           {{"a", matrix_json(r.system.a)},
            {"b", matrix_json(r.system.b)},
            {"c", matrix_json(r.system.c)},
            {"d", matrix_json(r.system.d)}}},
          {"scenario", nullptr}};
}

void print_text(const FullSystem& source, const reduce::Reduction& r, const reduce::ReductionOptions& options,
                std::optional<double> error) {
  std::cout << bold(source.name) << ": " << source.states() << " states reduced to " << r.system.order() << " by "
            << name_of(options.rule) << "\n\n"
            << "  largest error of any gain  " << (r.approximate ? "about " : "at most ") << rounded(r.bound) << "\n";
  if (error) std::cout << "    computed                 " << rounded(*error) << "\n";
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

/// Files the user asked for. False after a diagnostic.
bool write_files(const Arguments& arguments, const Source& source, const reduce::Reducible& system,
                 const reduce::Reduction& reduction, const reduce::ReductionOptions& options, Session& session) {
  const std::string name = source.system.name + "Reduced";
  const std::string description =
      source.system.name + " with " + counted(static_cast<std::size_t>(reduction.system.order()), "state");
  if (arguments.has("--output") && !write_system(arguments.text("--output"), reduction.system, name, description,
                                                 source.offsets, session.diagnostics))
    return false;
  if (arguments.has("--figure") &&
      !write_text(arguments.text("--figure"),
                  results::svg(order_figure(source.system.name, system, reduction, nullptr)), session.diagnostics))
    return false;
  if (!arguments.has("--report")) return true;
  const std::string page =
      reduction_report(source.system, system, reduction, options,
                       reduce::modelica_text(reduction.system, name, description, source.offsets), session.cancel);
  if (session.cancel.requested()) {
    session.diagnostics.error(Code::E0008, {}, "interrupted");
    return false;
  }
  return write_text(arguments.text("--report"), page, session.diagnostics);
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  const auto give_up = [&](ExitStatus status = ExitStatus::wrong_input) {
    return failed(arguments, session.diagnostics, session.workspace.sources, status);
  };
  const std::string path = arguments.text("MODEL");
  if (arguments.has("--dump")) {
    if (!path.ends_with(".toml") && !path.ends_with(".json")) return print_dump(arguments, session);
    session.diagnostics.error(Code::E0006, {}, "--dump is for Modelica files: nothing is compiled here");
    return give_up(ExitStatus::wrong_command_line);
  }
  if (arguments.has("--switched") || path.ends_with(".toml")) return reduce_switched(arguments);
  for (const OptionSpec& option : switched_options()) {
    if (!arguments.has(option.name)) continue;
    session.diagnostics.error(Code::E0006, {}, option.name + " is for systems with modes: --switched, or a .toml file");
    return give_up(ExitStatus::wrong_command_line);
  }
  const SignalScope signals(session.cancel);
  ExitStatus status = ExitStatus::success;
  const std::optional<Source> source = read_source(arguments, session, status);
  if (!source) return give_up(status);
  const reduce::ReductionOptions options = read_options(arguments);
  reduce::LowRankOptions low_rank;
  low_rank.cancel = session.cancel;
  const FullSystem& full = source->system;
  const Outcome<reduce::Reducible> system =
      full.sparse ? make_reducible_large(*full.sparse, options, low_rank) : make_reducible(full.dense, options);
  session.diagnostics.append(system.diagnostics());
  if (!system.ok()) return give_up();
  const Outcome<reduce::Reduction> reduction = reduce::reduce(*system, options);
  session.diagnostics.append(reduction.diagnostics());
  if (!reduction.ok()) return give_up();
  if (!write_files(arguments, *source, *system, *reduction, options, session)) return give_up();
  show(session.diagnostics, session.workspace.sources);
  std::optional<double> error;
  if (!full.sparse && full.states() <= exact_limit) error = largest_error(*system, *reduction);
  if (arguments.json()) {
    Json object = as_json(full, *reduction, options, error);
    object["result"] = arguments.has("--output") ? Json(arguments.text("--output")) : Json(nullptr);
    object["diagnostics"] = diagnostics_json(session.diagnostics, session.workspace.sources);
    print_json(object);
  } else {
    print_text(full, *reduction, options, error);
  }
  return ExitStatus::success;
}

std::vector<OptionSpec> linear_options() {
  return {
      at_option(),
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
