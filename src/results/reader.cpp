#include "results/reader.hpp"

#include "base/codes.hpp"
#include "results/csv.hpp"
#include "results/input_file.hpp"
#include "results/mat.hpp"

namespace sunder::results {

Outcome<Trajectory> read_results(const std::string& path) {
  Diagnostics diagnostics;
  const bool csv = path.ends_with(".csv");
  if (!csv && !path.ends_with(".mat")) {
    diagnostics.error(Code::E0704, {}, "the results file '" + path + "' must end in .csv or .mat");
    return Outcome<Trajectory>(std::move(diagnostics));
  }
  std::string content;
  if (!read_input(path, content, diagnostics)) return Outcome<Trajectory>(std::move(diagnostics));
  return csv ? parse_csv(content, path) : parse_mat(content, path);
}

}  // namespace sunder::results
