// SSP packages and the descriptions in them, read and written.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "fmi/archive.hpp"
#include "ssp/structure.hpp"

namespace sunder::ssp {

/// What was read, and the folder its files were unpacked to, which lives as long as this.
struct Package {
  Structure structure;
  std::shared_ptr<const fmi::UnpackedFmu> files;
};

/// All problems of the description are listed at once, with their lines.
Outcome<Package> read_package(const std::string& path, SourceMap& sources);

/// A file that goes into the package.
struct PackedFile {
  std::string name;  ///< in the package: "resources/motor.fmu"
  std::string path;  ///< where it is now
};

/// SystemStructure.ssd as text.
std::string write_structure(const Structure& structure, const std::string& tool);
/// False after a diagnostic.
bool write_package(const std::string& path, const Structure& structure, const std::vector<PackedFile>& files,
                   const std::string& tool, Diagnostics& diagnostics);

}  // namespace sunder::ssp
