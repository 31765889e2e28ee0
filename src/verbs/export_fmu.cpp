#include "verbs/export_fmu.hpp"

#include <filesystem>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "cosimulate/system_reader.hpp"
#include "driver/monolith.hpp"
#include "verbs/choose.hpp"

namespace sunder::verbs {

namespace {

/// The states that the planner would have implicit in a run of the experiment; all where it cannot tell.
model::StateSet implicit_states(const LoadedModel& loaded, const Control& control) {
  const model::StateSet all = model::all_states(loaded.model().state_count());
  const Outcome<ChooseResult> chosen = choose_method(loaded, {}, Told::costs, control);
  if (!chosen.has_value() || !chosen->plan.coarse.failure.empty()) return all;
  const choose::Candidate* found = nullptr;
  for (const choose::Candidate& one : chosen->plan.candidates)
    if (one.method == "rosenbrock" && !one.refused && (found == nullptr || one.chosen)) found = &one;
  return found != nullptr && found->rows ? *found->rows : all;
}

}  // namespace

Outcome<LoadOptions> load_options_of_part(const std::string& system, const std::string& name, SourceMap& sources) {
  Diagnostics diagnostics;
  const FileId file = driver::load_text(system, sources, diagnostics);
  if (!file.valid()) return Outcome<LoadOptions>(std::move(diagnostics));
  Outcome<cosimulate::SystemDescription> read = cosimulate::read_system(sources, file);
  diagnostics.append(read.diagnostics());
  if (!read.ok()) return Outcome<LoadOptions>(std::move(diagnostics));
  std::vector<std::string> names;
  for (const cosimulate::PartDescription& part : read->parts) {
    names.push_back(part.interface.name);
    if (part.interface.name != name) continue;
    LoadOptions options;
    if (part.linear) {
      options.sources = {Source::from_text(driver::matrices_as_text(part, name), system)};
    } else {
      options.sources = {Source::file((std::filesystem::path(system).parent_path() / part.model.text).string())};
      options.model = part.class_name.text;
      for (const auto& [parameter, value] : part.parameters) options.settings.emplace_back(parameter, value.text);
    }
    return {std::move(options), std::move(diagnostics)};
  }
  diagnostics.error(Code::E1002, {},
                    "the system " + system + " has no part '" + name + "': there are " + enumerated(names));
  return Outcome<LoadOptions>(std::move(diagnostics));
}

Outcome<ExportResult> export_fmu(const LoadedModel& loaded, const ExportOptions& options, const Control& control) {
  Diagnostics diagnostics;
  if (loaded.fmu() != nullptr) {
    diagnostics.error(Code::E1215, {}, loaded.fmu()->path + " is an FMU already");
    return Outcome<ExportResult>(std::move(diagnostics));
  }
  const model::Experiment& experiment = loaded.model().description().experiment;
  publish::FmuExport wanted;
  wanted.version = options.version == 2 ? fmi::Version::two : fmi::Version::three;
  wanted.model_exchange = options.model_exchange;
  wanted.co_simulation = options.co_simulation;
  wanted.output = options.output.empty() ? loaded.name() + ".fmu" : options.output;
  wanted.sources_only = options.sources_only;
  wanted.start = experiment.start.value_or(0);
  wanted.stop = experiment.stop.value_or(wanted.start + 1);
  wanted.tolerance = options.tolerance.value_or(experiment.tolerance.value_or(1e-6));
  wanted.interval = experiment.interval;
  if (wanted.co_simulation) wanted.implicit_rows = implicit_states(loaded, control);
  ExportResult out;
  {
    const std::unique_lock lock = loaded.lock_shapes();
    Outcome<publish::FmuPackage> package = publish::write_fmu(loaded.plan(), wanted);
    diagnostics.append(package.diagnostics());
    if (!package.ok()) return Outcome<ExportResult>(std::move(diagnostics));
    out.package = package.take();
  }
  out.model = loaded.name();
  out.version = options.version == 2 ? "2.0" : "3.0";
  out.model_exchange = wanted.model_exchange;
  out.co_simulation = wanted.co_simulation;
  out.has_binary = !wanted.sources_only;
  out.implicit_states = wanted.implicit_rows.size();
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace sunder::verbs
