#include "verbs/files.hpp"

#include "base/codes.hpp"
#include "results/name_filter.hpp"
#include "results/output_file.hpp"
#include "verbs/export_fmu.hpp"

namespace sunder::verbs {

bool write_text(const std::string& path, std::string_view text, Diagnostics& diagnostics) {
  results::OutputFile file;
  file.add(text);
  if (file.open(path) && file.end_piece() && file.close()) return true;
  diagnostics.error(Code::E0003, {}, "cannot write '" + path + "': " + file.error());
  return false;
}

bool write_fmu_of_text(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  LoadOptions options;
  options.sources = {Source::from_text(text, path)};
  const Outcome<LoadedModel> loaded = load(options);
  diagnostics.append(loaded.diagnostics());
  if (!loaded.ok()) return false;
  ExportOptions wanted;
  wanted.output = path;
  const Outcome<ExportResult> made = export_fmu(*loaded, wanted);
  diagnostics.append(made.diagnostics());
  return made.ok();
}

bool write_system(const std::string& path, const model::LinearSystem& system, const std::string& name,
                  const std::string& description, const reduce::Offsets& offsets, Diagnostics& diagnostics) {
  if (path.ends_with(".json")) return write_text(path, reduce::print_matrices(system), diagnostics);
  if (path.ends_with(".mat")) return write_text(path, reduce::mat_bytes(system), diagnostics);
  if (path.ends_with(".mo"))
    return write_text(path, reduce::modelica_text(system, name, description, offsets), diagnostics);
  if (path.ends_with(".fmu"))
    return write_fmu_of_text(path, reduce::modelica_text(system, name, description, offsets), diagnostics);
  diagnostics.error(Code::E0006, {}, "'" + path + "': a system is written as .json, .mat, .mo or .fmu");
  return false;
}

bool check_filter(const std::string& filter, Diagnostics& diagnostics) {
  const Outcome<results::NameFilter> made = results::NameFilter::make(filter);
  diagnostics.append(made.diagnostics());
  return made.ok();
}

FileId read_source(const Source& source, SourceMap& sources, Diagnostics& diagnostics) {
  if (source.text) return sources.add(source.name, *source.text);
  return driver::load_text(source.name, sources, diagnostics);
}

std::string stem_of(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  return name.substr(0, name.find('.'));
}

}  // namespace sunder::verbs
