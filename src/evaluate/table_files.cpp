#include "evaluate/table_files.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <sstream>

#include "evaluate/mat_tables.hpp"

namespace sunder::evaluate {

namespace {

bool ends_with(std::string text, std::string_view end) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text.ends_with(end);
}

/// Numbers of a line, separated by blanks or the delimiter. False: there is something else.
bool numbers_of(std::string_view line, char delimiter, std::vector<double>& out) {
  const auto between = [&](char c) { return c == delimiter || c == ' ' || c == '\t' || c == '\r'; };
  while (!line.empty()) {
    if (between(line.front())) {
      line.remove_prefix(1);
      continue;
    }
    if (line.front() == '+') line.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (error != std::errc()) return false;
    out.push_back(value);
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    if (!line.empty() && !between(line.front())) return false;
  }
  return true;
}

bool read_csv(std::istream& in, char delimiter, std::int64_t skipped, FileMatrix& m, std::string& message) {
  std::string line;
  for (std::int64_t number = 1; std::getline(in, line); ++number) {
    if (number <= skipped) continue;
    if (std::ranges::all_of(line, [](unsigned char c) { return std::isspace(c) != 0; })) continue;
    const std::size_t before = m.numbers.size();
    if (!numbers_of(line, delimiter, m.numbers)) {
      message = "line " + std::to_string(number) + " holds something that is no number";
      return false;
    }
    const std::size_t count = m.numbers.size() - before;
    if (m.rows++ == 0) m.columns = count;
    if (count != m.columns) {
      message = "line " + std::to_string(number) + " holds " + std::to_string(count) + " numbers, the first one " +
                std::to_string(m.columns);
      return false;
    }
  }
  return true;
}

/// "double name(2,3)", then the numbers; '#' begins a comment.
bool read_text(std::istream& in, const std::string& name, FileMatrix& m, std::string& message) {
  std::string line;
  bool found = false;
  while (std::getline(in, line)) {
    if (const auto comment = line.find('#'); comment != std::string::npos) line.resize(comment);
    if (found) {
      if (!numbers_of(line, ',', m.numbers)) break;
      if (m.numbers.size() >= m.rows * m.columns) break;
      continue;
    }
    std::istringstream words(line);
    std::string type, rest;
    words >> type;
    std::getline(words, rest);
    if (type != "double" && type != "float") continue;
    std::erase_if(rest, [](unsigned char c) { return std::isspace(c) != 0; });
    const auto open = rest.find('('), comma = rest.find(','), close = rest.find(')');
    if (open == std::string::npos || comma == std::string::npos || close == std::string::npos) continue;
    if (rest.substr(0, open) != name) continue;
    std::from_chars(rest.data() + open + 1, rest.data() + comma, m.rows);
    std::from_chars(rest.data() + comma + 1, rest.data() + close, m.columns);
    found = true;
  }
  if (!found) {
    message = "it holds no matrix '" + name + "'";
    return false;
  }
  constexpr std::size_t most = 100'000'000;
  if (m.rows == 0 || m.columns == 0 || m.rows > most / m.columns || m.numbers.size() < m.rows * m.columns) {
    message = "the matrix '" + name + "' has fewer numbers than it says";
    return false;
  }
  m.numbers.resize(m.rows * m.columns);
  return true;
}

}  // namespace

bool read_matrix(const std::string& file, const std::string& name, char delimiter, std::int64_t skipped,
                 FileMatrix& matrix, std::string& message) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    message = "cannot read '" + file + "'";
    return false;
  }
  const bool good = ends_with(file, ".csv")   ? read_csv(in, delimiter, skipped, matrix, message)
                    : ends_with(file, ".mat") ? read_mat(in, name, matrix, message)
                                              : read_text(in, name, matrix, message);
  if (!good) message = "'" + file + "': " + message;
  return good;
}

}  // namespace sunder::evaluate
