#include "results/reader.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/codes.hpp"
#include "results/csv.hpp"
#include "results/mat.hpp"

namespace sunder {

namespace {

bool read_file(const std::string& path, std::string& content, std::string& error) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    error = "it is a directory";
    return false;
  }
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    error = std::strerror(errno);
    return false;
  }
  char buffer[1 << 16];
  std::size_t size = 0;
  while ((size = std::fread(buffer, 1, sizeof buffer, file)) > 0) content.append(buffer, size);
  const bool failed = std::ferror(file) != 0;
  if (failed) error = std::strerror(errno);
  std::fclose(file);
  return !failed;
}

}  // namespace

Outcome<Trajectory> read_results(const std::string& path) {
  Diagnostics diagnostics;
  const bool csv = path.ends_with(".csv");
  if (!csv && !path.ends_with(".mat")) {
    diagnostics.error(Code::E0704, {}, "the results file '" + path + "' must end in .csv or .mat");
    return Outcome<Trajectory>(std::move(diagnostics));
  }
  std::string content;
  std::string error;
  if (!read_file(path, content, error)) {
    diagnostics.error(Code::E0001, {}, "cannot read '" + path + "': " + error);
    return Outcome<Trajectory>(std::move(diagnostics));
  }
  return csv ? parse_csv(content, path) : parse_mat(content, path);
}

}  // namespace sunder
