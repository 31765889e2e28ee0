#include "verbs/reduce.hpp"

#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "reduce/low_rank.hpp"
#include "verbs/files.hpp"

namespace sunder::verbs {
namespace {

/// Above this many states the dense Gramians take too long.
constexpr std::size_t dense_limit = 800;

/// "a, b, … (7 more)": as many as fit.
std::string some_names(const std::vector<std::string>& names) {
  constexpr std::size_t width = 40;
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string tail = ", … (" + std::to_string(names.size() - i) + " more)";
    const std::size_t room_for_tail = i + 1 == names.size() ? 0 : tail.size() - 2;
    if (i > 0 && out.size() + 2 + names[i].size() + room_for_tail > width) return out + tail;
    out += (i > 0 ? ", " : "") + names[i];
  }
  return out;
}

/// What to write to give a model the inputs or outputs it lacks, with names of its own.
std::string how_to_add_ports(const model::Model& model, bool inputs, bool outputs) {
  std::vector<std::string> parameters;
  for (const model::VariableIndex i : model.description().indices()) {
    const model::Variable variable = model.description().variable(i);
    if (variable.kind == model::VariableKind::parameter && variable.name.find_first_of(".[") == std::string::npos)
      parameters.push_back(variable.name);
  }
  std::string out;
  if (inputs) {
    out = "declare what drives the model as 'input Real NAME(start = ...);', in place of " +
          (parameters.empty() ? std::string() : "a parameter (" + some_names(parameters) + ") or of ") +
          "the equation that gives its value";
  }
  if (outputs) {
    const std::string state = model.state_count() > 0 ? model.state_name(model::StateIndex(0)) : "";
    out += std::string(out.empty() ? "declare" : "; and") + " what matters as 'output Real y" +
           (state.empty() ? "" : " = " + state) + ";'";
  }
  return out;
}

/// Files the user asked for. False after a diagnostic.
bool write_files(const report::FullSystem& full, const reduce::Offsets& offsets, const reduce::Reducible& system,
                 const reduce::Reduction& reduction, const ReduceOptions& options, const Control& control,
                 Diagnostics& diagnostics) {
  const std::string name = full.name + "Reduced";
  const std::string description =
      full.name + " with " + counted(static_cast<std::size_t>(reduction.system.order()), "state");
  if (!options.output.empty() &&
      !write_system(options.output, reduction.system, name, description, offsets, diagnostics))
    return false;
  if (!options.figure.empty() &&
      !write_text(options.figure, results::svg(report::order_figure(full.name, system, reduction, nullptr)),
                  diagnostics))
    return false;
  if (options.report.empty()) return true;
  const std::string page =
      report::reduction_report(full, system, reduction, options.reduction,
                               reduce::modelica_text(reduction.system, name, description, offsets), control.cancel);
  if (control.cancel.requested()) {
    diagnostics.error(Code::E0008, {}, "interrupted");
    return false;
  }
  return write_text(options.report, page, diagnostics);
}

/// A warning where it does not confirm the bound.
void compute_error(const reduce::Reducible& system, const reduce::Reduction& reduction, ReduceResult& out,
                   Diagnostics& diagnostics) {
  constexpr double digits = 1e-5;  // to which it is computed
  const double error = largest_error(system, reduction);
  out.error = error;
  if (error <= reduction.bound * (1 + digits)) return;
  out.error_is_rounding = error <= rounding_of_error(system);
  if (out.error_is_rounding) return;
  diagnostics
      .warning(Code::W1118, {},
               std::isfinite(error)
                   ? "the error comes to " + rounded(error) + ", above its bound " + rounded(reduction.bound)
                   : "the error cannot be computed to compare it with its bound " + rounded(reduction.bound))
      .help = "give inputs, outputs or states other units, so that the entries of the matrices are of similar size";
}

Outcome<ReduceResult> reduce_full(const report::FullSystem& full, const reduce::Offsets& offsets,
                                  const ReduceOptions& options, const Control& control, Diagnostics diagnostics) {
  reduce::LowRankOptions low_rank;
  low_rank.cancel = control.cancel;
  const Outcome<reduce::Reducible> system = full.sparse
                                                ? make_reducible_large(*full.sparse, options.reduction, low_rank)
                                                : make_reducible(full.dense, options.reduction);
  diagnostics.append(system.diagnostics());
  if (!system.ok()) return Outcome<ReduceResult>(std::move(diagnostics));
  Outcome<reduce::Reduction> reduction = reduce::reduce(*system, options.reduction);
  diagnostics.append(reduction.diagnostics());
  if (!reduction.ok() || !write_files(full, offsets, *system, *reduction, options, control, diagnostics))
    return Outcome<ReduceResult>(std::move(diagnostics));
  ReduceResult out;
  out.name = full.name;
  out.states = full.states();
  out.rule = options.reduction.rule;
  out.output = options.output;
  if (!full.sparse && full.states() <= report::exact_limit) compute_error(*system, *reduction, out, diagnostics);
  out.reduction = reduction.take();
  return {std::move(out), std::move(diagnostics)};
}

std::string origin_of(const LinearizeResult& found) {
  return "The system is `" + found.model + "`, linearised at " +
         (found.kind == "steady"    ? "its steady state"
          : found.kind == "initial" ? "its initial state"
                                    : "the time " + rounded(found.time) + " s of a run") +
         ".";
}

/// Where the largest entry of A comes from. What is wrong with a system as a whole often begins there.
struct LargestEntry {
  std::size_t row = 0, column = 0;
  double value = 0;
};

LargestEntry largest_entry(const algebra::SparseMatrix& a) {
  LargestEntry out;
  for (std::size_t column = 0; column < a.pattern.columns; ++column)
    for (auto k = static_cast<std::size_t>(a.pattern.column_starts[column]);
         k < static_cast<std::size_t>(a.pattern.column_starts[column + 1]); ++k)
      if (std::fabs(a.values[k]) > std::fabs(out.value))
        out = {static_cast<std::size_t>(a.pattern.row_indices[k]), column, a.values[k]};
  return out;
}

Diagnostics with_place(const Diagnostics& diagnostics, const LargestEntry& largest, const model::Model& model) {
  Diagnostics out;
  for (Diagnostic one : diagnostics.all()) {
    const bool of_system = one.code == Code::E1107 || one.code == Code::E1117;
    if (of_system && !one.span.valid() && largest.value != 0)
      one.notes.push_back({"the largest entry of the matrices is " + rounded(largest.value, 3) +
                               ", what the derivative of '" + model.state_name(model::StateIndex(largest.row)) +
                               "' changes by '" + model.state_name(model::StateIndex(largest.column)) + "'",
                           model.state_origin(model::StateIndex(largest.row))});
    out.add(std::move(one));
  }
  return out;
}

}  // namespace

Outcome<ReduceResult> reduce(const LoadedModel& model, const ReduceOptions& options, const Control& control) {
  Outcome<LinearizeResult> found = linearize(model, {.at = options.at, .output = {}}, control);
  Diagnostics diagnostics = std::move(found.diagnostics());
  if (!found.has_value() || diagnostics.has_errors()) return Outcome<ReduceResult>(std::move(diagnostics));
  const bool no_inputs = found->system.inputs.empty(), no_outputs = found->system.outputs.empty();
  if (no_inputs || no_outputs) {
    diagnostics
        .error(Code::E1109, {},
               "the model has " + counted(found->system.inputs.size(), "open input") + " and " +
                   counted(found->system.outputs.size(), "output") + ": there is nothing to keep")
        .help = how_to_add_ports(model.model(), no_inputs, no_outputs);
    return Outcome<ReduceResult>(std::move(diagnostics));
  }
  report::FullSystem full;
  full.name = found->model;
  full.origin = origin_of(*found);
  const LargestEntry largest = largest_entry(found->system.a);
  if (options.gramians == Gramians::low_rank ||
      (options.gramians == Gramians::automatic && found->system.a.pattern.rows > dense_limit))
    full.sparse = std::move(found->system);
  else
    full.dense = model::dense(found->system);
  Outcome<ReduceResult> done = reduce_full(full, found->offsets, options, control, std::move(diagnostics));
  done.diagnostics() = with_place(done.diagnostics(), largest, model.model());
  return done;
}

Outcome<ReduceResult> reduce(const Source& matrices, const ReduceOptions& options, const Control& control) {
  Diagnostics diagnostics;
  check_matrix_options(options, diagnostics);
  if (diagnostics.has_errors()) return Outcome<ReduceResult>(std::move(diagnostics));
  SourceMap sources;  // what is said about matrices names the file and no place in it
  const FileId file = read_source(matrices, sources, diagnostics);
  if (!file.valid()) return Outcome<ReduceResult>(std::move(diagnostics));
  Outcome<model::LinearSystem> system = reduce::parse_matrices(sources.text(file), matrices.name);
  diagnostics.append(system.diagnostics());
  if (!system.ok()) return Outcome<ReduceResult>(std::move(diagnostics));
  report::FullSystem full;
  full.name = stem_of(matrices.name);
  full.origin = "The system is given by the matrices in `" + matrices.name + "`.";
  full.dense = system.take();
  return reduce_full(full, {}, options, control, std::move(diagnostics));
}

void check_matrix_options(const ReduceOptions& options, Diagnostics& diagnostics) {
  if (options.gramians == Gramians::low_rank)
    diagnostics.error(Code::E0006, {}, "--gramians low-rank is for models: the matrices of a file are dense");
}

}  // namespace sunder::verbs
