// The C compiler of the machine: makes binaries of the sources of FMUs.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.hpp"

namespace sunder::fmi {

struct CompileJob {
  std::string name;                    ///< what messages call it
  std::string folder;                  ///< of the sources; also searched for headers
  std::vector<std::string> files;      ///< in that folder
  std::vector<std::string> arguments;  ///< further ones: definitions, options
  std::string output;                  ///< the shared library
};

/// An error where there is no compiler, or where it refuses; what it says is part of the message.
bool compile_library(const CompileJob& job, Diagnostics& diagnostics);

}  // namespace sunder::fmi
