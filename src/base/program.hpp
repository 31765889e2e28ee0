// Another program, run to its end: its diagnostics and how it ends.
#pragma once

#include <string>
#include <vector>

namespace sunder {

struct EndedProgram {
  int error = 0;     ///< it could not be started
  int status = 0;    ///< of waitpid
  std::string said;  ///< on standard error, the beginning of it

  [[nodiscard]] bool fine() const { return error == 0 && status == 0; }
};

/// `words`: the program, searched on the path, and its arguments; run in `folder`, with messages in English.
EndedProgram run_program(const std::string& folder, const std::vector<std::string>& words);

/// The C compiler: what the environment variable CC names, or cc.
std::string c_compiler();

}  // namespace sunder
