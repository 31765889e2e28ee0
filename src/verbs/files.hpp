// Files that verbs are asked to write, and linear systems as files.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.hpp"
#include "reduce/export.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

/// False after a diagnostic, as all of these.
bool write_text(const std::string& path, std::string_view text, Diagnostics& diagnostics);
/// A model in Modelica text as an FMU.
bool write_fmu_of_text(const std::string& path, const std::string& text, Diagnostics& diagnostics);
/// By the ending of the name: .json, .mat, .mo, or .fmu (2.0, for both kinds).
bool write_system(const std::string& path, const model::LinearSystem& system, const std::string& name,
                  const std::string& description, const reduce::Offsets& offsets, Diagnostics& diagnostics);
/// Whether it is a regular expression for names.
bool check_filter(const std::string& filter, Diagnostics& diagnostics);
/// The text of a source, added to the map; an invalid id after a diagnostic.
FileId read_source(const Source& source, SourceMap& sources, Diagnostics& diagnostics);
/// A file's name without folders and endings.
std::string stem_of(const std::string& path);

}  // namespace sunder::verbs
