#include "verbs/model_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "results/matrix_file.hpp"
#include "symbolic/file_action.hpp"

namespace sunder::verbs {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> fields_of(const std::string& what) {
  std::vector<std::string> fields(1);
  for (const char c : what) {
    if (c == symbolic::file_separator)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

bool good(const std::error_code& wrong, std::string& message) {
  if (wrong) message = wrong.message();
  return !wrong;
}

/// A regular file, or nothing yet: never a device, a pipe or a directory.
bool can_be_written(const fs::path& file, std::string& message) {
  std::error_code none;
  const fs::file_status status = fs::status(file, none);
  if (!fs::exists(status) || fs::is_regular_file(status)) return true;
  message = "it is there, and no regular file";
  return false;
}

bool write(const fs::path& file, const std::string& content, std::ios::openmode mode, std::string& message) {
  if (!can_be_written(file, message)) return false;
  std::ofstream out(file, std::ios::binary | mode);
  out << content;
  out.close();
  if (out.fail()) message = "it cannot be written";
  return !out.fail();
}

}  // namespace

ModelFiles::ModelFiles(const std::string& directory) : directory_(directory) {
  std::error_code none;
  root_ = fs::canonical(directory, none);
}

/// With links followed as far as there is something.
fs::path ModelFiles::find(const std::string& name, std::string& message) const {
  std::error_code wrong;
  const fs::path whole = fs::weakly_canonical(fs::absolute(name), wrong);
  const auto [end, differs] = std::mismatch(root_.begin(), root_.end(), whole.begin(), whole.end());
  const bool below = !wrong && end == root_.end() && whole != root_ && !root_.empty();
  // a link that leads nowhere would be followed when the file is made
  if (below && !fs::is_symlink(fs::symlink_status(fs::absolute(name), wrong))) return whole;
  message = "it does not lie below the directory '" + directory_ + "' that --allow-files names";
  return {};
}

/// Of file, name, values, rows, columns, whether to add it to the file, format.
bool ModelFiles::write_matrix(const Fields& action, std::string& message) const {
  const fs::path file = find(action[1], message);
  if (file.empty()) return false;
  std::vector<double> values;
  const char* at = action[3].c_str();
  for (char* end = nullptr;; at = end) {
    const double value = std::strtod(at, &end);
    if (end == at) break;
    values.push_back(value);
  }
  const results::NamedMatrix matrix{action[2], static_cast<std::size_t>(std::strtod(action[4].c_str(), nullptr)),
                                    static_cast<std::size_t>(std::strtod(action[5].c_str(), nullptr)), values};
  const std::string& format = action[7];
  if (values.size() != matrix.rows * matrix.columns || (format != "4" && format != "6" && format != "7")) {
    message = "the format '" + format + "' is none of 4, 6 and 7";
    return false;
  }
  std::string before;
  if (action[6] != "0" && fs::exists(file)) {
    if (!can_be_written(file, message)) return false;
    std::ifstream in(file, std::ios::binary);
    before.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto version = format == "4" ? results::MatVersion::four : results::MatVersion::five;
  const std::string content = results::with_matrix(std::move(before), version, matrix, message);
  return message.empty() && write(file, content, std::ios::trunc, message);
}

bool ModelFiles::carry_out(const Fields& action, std::string& message) {
  std::error_code wrong;
  const std::string& function = action[0];
  if (function == "ModelicaIO_writeRealMatrix" && action.size() == 8) return write_matrix(action, message);
  if (function == "ModelicaInternal_print" && action.size() == 3) {
    const fs::path file = find(action[2], message);
    return !file.empty() && write(file, action[1] + "\n", std::ios::app, message);
  }
  const bool has_two = function == "ModelicaInternal_rename" || function == "ModelicaInternal_copyFile";
  if (action.size() != (has_two ? 3 : 2)) {
    message = "a name with a separator in it is none of a file";
    return false;
  }
  const fs::path first = find(action[1], message);
  if (first.empty()) return false;
  if (has_two) {
    const fs::path second = find(action[2], message);
    if (second.empty()) return false;
    if (function == "ModelicaInternal_copyFile") {
      if (fs::is_regular_file(first, wrong) && can_be_written(second, message))
        return fs::copy_file(first, second, wrong), good(wrong, message);
      if (message.empty()) message = "'" + action[1] + "' is no regular file";
      return false;
    }
    if (fs::exists(second, wrong)) {
      message = "'" + action[2] + "' is there already";
      return false;
    }
    fs::rename(first, second, wrong);
    return good(wrong, message);
  }
  if (function == "ModelicaInternal_mkdir") return fs::create_directory(first, wrong), good(wrong, message);
  const bool directory = function == "ModelicaInternal_rmdir";
  if (!fs::exists(first, wrong) || fs::is_directory(first, wrong) != directory) {
    message = directory ? "there is no such directory" : "there is no such file";
    return false;
  }
  fs::remove(first, wrong);  // of directories only empty ones
  return good(wrong, message);
}

void ModelFiles::carry_out(simulate::Simulation& run, Diagnostics& diagnostics) {
  for (const simulate::Simulation::FileAction& one : run.file_actions) {
    const Fields action = fields_of(one.what);
    if (action[0] == "ModelicaInternal_print" && action.size() == 3 && action[2].empty()) {  // no file after all
      run.printed.push_back({one.time, action[1]});
      continue;
    }
    std::string message;
    if (carry_out(action, message)) continue;
    diagnostics.error(Code::E0314, one.place,
                      "at time " + shortest(one.time) + " the model wants to change '" +
                          (action[0] == "ModelicaInternal_print" && action.size() == 3 ? action[2]
                           : action.size() > 1                                         ? action[1]
                                                                                       : action[0]) +
                          "': " + message);
    return;
  }
}

}  // namespace sunder::verbs
