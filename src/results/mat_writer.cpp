#include <algorithm>
#include <bit>
#include <limits>

#include "results/mat.hpp"

namespace sunder::results {

static_assert(std::endian::native == std::endian::little, "MAT files are written in the byte order of the machine");

namespace {
// type = 1000 * byte order + 10 * precision + kind, as the format defines it
constexpr std::int32_t type_double = 0;
constexpr std::int32_t type_int32 = 20;
constexpr std::int32_t type_text = 51;

struct Header {
  std::int32_t type;
  std::int32_t rows;
  std::int32_t columns;
  std::int32_t imaginary;
  std::int32_t name_length;
};
constexpr std::size_t columns_offset = 8;  // of `columns` in the header
}  // namespace

bool MatWriter::report() { return fail("cannot write '" + file_.path() + "': " + file_.error()); }

bool MatWriter::open(const std::string& path) { return file_.open(path) || report(); }

void MatWriter::header(std::string_view name, std::int32_t type, std::size_t rows, std::size_t columns) {
  const Header header{type, static_cast<std::int32_t>(rows), static_cast<std::int32_t>(columns), 0,
                      static_cast<std::int32_t>(name.size() + 1)};
  file_.add(&header, sizeof header);
  file_.add(name);
  file_.add("\0", 1);
}

void MatWriter::text_matrix(std::string_view name, const std::vector<std::string>& columns) {
  std::size_t longest = 1;
  for (const std::string& text : columns) longest = std::max(longest, text.size());
  header(name, type_text, longest, columns.size());
  std::string cell;
  for (const std::string& text : columns) {
    cell.assign(longest, '\0');
    std::copy(text.begin(), text.end(), cell.begin());
    file_.add(cell);
  }
}

void MatWriter::data_info() {
  header("dataInfo", type_int32, 4, constant_.size() + 1);
  const auto put = [&](std::int32_t matrix, std::int32_t row, std::int32_t outside) {
    const std::int32_t info[4] = {matrix, row, 0, outside};
    file_.add(info, sizeof info);
  };
  put(0, 1, -1);  // time is the first row of both matrices
  std::int32_t next[2] = {2, 2};
  for (const char constant : constant_)
    put(constant != 0 ? 1 : 2, next[constant != 0 ? 0 : 1]++, constant != 0 ? 0 : -1);
}

bool MatWriter::begin(std::span<const ResultVariable> variables, double start, double stop,
                      std::span<const double> first) {
  constexpr std::string_view lines[4] = {"Atrajectory", "1.1", "", "binTrans"};
  constexpr std::size_t width = 11;
  header("Aclass", type_text, 4, width);
  for (std::size_t column = 0; column < width; ++column) {
    for (const std::string_view line : lines) {
      const char c = column < line.size() ? line[column] : ' ';
      file_.add(&c, 1);
    }
  }
  std::vector<std::string> names{"time"};
  std::vector<std::string> descriptions{note().empty() ? "Time [s]" : "Time [s]; " + note()};
  std::size_t constants = 0;
  for (const ResultVariable& variable : variables) {
    names.push_back(variable.name);
    std::string description = variable.description;
    if (!variable.unit.empty()) description += (description.empty() ? "[" : " [") + variable.unit + "]";
    descriptions.push_back(std::move(description));
    constant_.push_back(variable.constant ? 1 : 0);
    constants += variable.constant ? 1 : 0;
  }
  text_matrix("name", names);
  text_matrix("description", descriptions);
  data_info();

  line_.clear();
  for (const double time : {start, stop}) {
    line_.push_back(time);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (constant_[i] != 0) line_.push_back(first[i]);
    }
  }
  header("data_1", type_double, constants + 1, 2);
  file_.add(line_.data(), line_.size() * sizeof(double));

  const std::size_t count_at = file_.piece_size() + columns_offset;
  line_.resize(variables.size() - constants + 1);
  header("data_2", type_double, line_.size(), 0);
  if (!file_.end_piece()) return report();
  file_.keep_count_at(count_at);
  return true;
}

bool MatWriter::row(double time, std::span<const double> values) {
  if (error()) return false;
  if (count_ == std::numeric_limits<std::int32_t>::max())
    return fail("'" + file_.path() + "' has no room for more output points");
  std::size_t next = 0;
  line_[next++] = time;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (constant_[i] == 0) line_[next++] = values[i];
  }
  file_.add(line_.data(), line_.size() * sizeof(double));
  ++count_;
  return file_.end_piece() || report();
}

bool MatWriter::finish() {
  const bool closed = file_.close();  // after an error too: no thread of it is left behind
  return !error() && (closed || report());
}

}  // namespace sunder::results
