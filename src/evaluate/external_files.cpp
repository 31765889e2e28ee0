#include "evaluate/external_files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "evaluate/plain_values.hpp"
#include "evaluate/table_files.hpp"

namespace sunder::evaluate {

using ir::BaseType;
using ir::Value;

namespace {

namespace fs = std::filesystem;

using Values = std::vector<Value>;

/// Without the signs that end them, LF or CR LF.
std::optional<std::vector<std::string>> lines_of(const std::string& file, std::string& message) {
  constexpr std::uintmax_t largest = std::uintmax_t{1} << 28U;
  std::error_code wrong;
  if (!fs::is_regular_file(file, wrong)) {
    message = "there is no file '" + file + "'";
    return std::nullopt;
  }
  if (fs::file_size(file, wrong) > largest || wrong) {
    message = "the file '" + file + "' is too large to be read here: at most 256 MiB";
    return std::nullopt;
  }
  std::ifstream in(file, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  if (in.bad() || !in.eof()) {
    message = "the file '" + file + "' cannot be read";
    return std::nullopt;
  }
  return lines;
}

/// In the order of their names.
std::optional<std::vector<std::string>> names_in(const std::string& directory, std::string& message) {
  std::error_code wrong;
  std::vector<std::string> names;
  fs::directory_iterator at(directory, wrong);
  for (; !wrong && at != fs::directory_iterator(); at.increment(wrong)) names.push_back(at->path().filename().string());
  if (wrong) {
    message = "the directory '" + directory + "' cannot be read: " + wrong.message();
    return std::nullopt;
  }
  std::ranges::sort(names);
  return names;
}

bool kind_of_file(const Values& a, Values& r, std::string&) {
  std::error_code wrong;
  const fs::file_status status = fs::status(string(a[0]), wrong);
  double kind = 4;  // something else
  if (!fs::exists(status)) kind = 1;
  if (fs::is_regular_file(status)) kind = 2;
  if (fs::is_directory(status)) kind = 3;
  r.push_back(Value::scalar(BaseType::enumeration, kind));
  return true;
}

bool count_lines(const Values& a, Values& r, std::string& message) {
  const auto lines = lines_of(string(a[0]), message);
  if (lines) r.push_back(integer(static_cast<double>(lines->size())));
  return lines.has_value();
}

bool read_file(const Values& a, Values& r, std::string& message) {
  auto lines = lines_of(string(a[0]), message);
  if (lines) r.push_back(texts(std::move(*lines)));
  return lines.has_value();
}

bool read_line(const Values& a, Values& r, std::string& message) {
  const auto lines = lines_of(string(a[0]), message);
  if (!lines) return false;
  if (a[1].number() < 1) {
    message = "lines of a file are counted from 1";
    return false;
  }
  const bool over = a[1].number() > static_cast<double>(lines->size());
  r.push_back(text(over ? std::string() : (*lines)[static_cast<std::size_t>(a[1].number()) - 1]));
  r.push_back(boolean(over));
  return true;
}

bool count_names(const Values& a, Values& r, std::string& message) {
  const auto names = names_in(string(a[0]), message);
  if (names) r.push_back(integer(static_cast<double>(names->size())));
  return names.has_value();
}

bool read_names(const Values& a, Values& r, std::string& message) {
  auto names = names_in(string(a[0]), message);
  if (!names) return false;
  if (static_cast<double>(names->size()) != a[1].number()) {
    message = "the directory '" + string(a[0]) + "' has another number of entries";
    return false;
  }
  r.push_back(texts(std::move(*names)));
  return true;
}

bool working_directory(const Values&, Values& r, std::string& message) {
  std::error_code wrong;
  r.push_back(text(fs::current_path(wrong).string()));
  if (wrong) message = "there is no working directory: " + wrong.message();
  return !wrong;
}

bool close_file(const Values&, Values&, std::string&) { return true; }  // none stays open

/// The sizes of a matrix, or the matrix.
std::optional<FileMatrix> matrix_in(const Values& a, std::string& message) {
  FileMatrix matrix;
  std::error_code wrong;
  if (!fs::is_regular_file(string(a[0]), wrong)) {
    message = "there is no file '" + string(a[0]) + "'";
    return std::nullopt;
  }
  if (!read_matrix(string(a[0]), string(a[1]), ',', 0, matrix, message)) return std::nullopt;
  return matrix;
}

bool matrix_sizes(const Values& a, Values& r, std::string& message) {
  const auto matrix = matrix_in(a, message);
  if (!matrix) return false;
  r.push_back(
      {BaseType::integer, {2}, {static_cast<double>(matrix->rows), static_cast<double>(matrix->columns)}, {}, nullptr});
  return true;
}

bool real_matrix(const Values& a, Values& r, std::string& message) {
  auto matrix = matrix_in(a, message);
  if (!matrix) return false;
  if (static_cast<double>(matrix->rows) != a[2].number() || static_cast<double>(matrix->columns) != a[3].number()) {
    message = "the matrix '" + string(a[1]) + "' in '" + string(a[0]) +
              "' has other sizes: " + std::to_string(matrix->rows) + " x " + std::to_string(matrix->columns);
    return false;
  }
  r.push_back({BaseType::real,
               {static_cast<std::int64_t>(matrix->rows), static_cast<std::int64_t>(matrix->columns)},
               std::move(matrix->numbers),
               {},
               nullptr});
  return true;
}

const std::map<std::string, Implementation, std::less<>>& file_functions() {
  static const std::map<std::string, Implementation, std::less<>> all = {
      {"ModelicaInternal_stat", kind_of_file},
      {"ModelicaInternal_countLines", count_lines},
      {"ModelicaInternal_readFile", read_file},
      {"ModelicaInternal_readLine", read_line},
      {"ModelicaInternal_getNumberOfFiles", count_names},
      {"ModelicaInternal_readDirectory", read_names},
      {"ModelicaInternal_getcwd", working_directory},
      {"ModelicaStreams_closeFile", close_file},
      {"ModelicaIO_readMatrixSizes", matrix_sizes},
      {"ModelicaIO_readRealMatrix", real_matrix},
  };
  return all;
}

}  // namespace

bool reads_files(const std::string& name) { return file_functions().contains(name); }

std::optional<bool> call_file(const std::string& name, const std::vector<Value>& arguments, std::vector<Value>& results,
                              std::string& message) {
  const auto found = file_functions().find(name);
  if (found == file_functions().end()) return std::nullopt;
  return found->second(arguments, results, message);
}

}  // namespace sunder::evaluate
