#include <algorithm>
#include <bit>
#include <limits>

#include "results/mat.hpp"

namespace sunder {

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
constexpr long columns_offset = 8;  // of `columns` in the header
}  // namespace

bool MatWriter::report() { return fail("cannot write '" + file_.path() + "': " + file_.error()); }

bool MatWriter::open(const std::string& path) { return file_.open(path) || report(); }

bool MatWriter::header(std::string_view name, std::int32_t type, std::size_t rows, std::size_t columns) {
  const Header header{type, static_cast<std::int32_t>(rows), static_cast<std::int32_t>(columns), 0,
                      static_cast<std::int32_t>(name.size() + 1)};
  return (file_.write(&header, sizeof header) && file_.write(name) && file_.write("\0", 1)) || report();
}

bool MatWriter::text_matrix(std::string_view name, const std::vector<std::string>& columns) {
  std::size_t longest = 1;
  for (const std::string& text : columns) longest = std::max(longest, text.size());
  if (!header(name, type_text, longest, columns.size())) return false;
  std::string cell;
  for (const std::string& text : columns) {
    cell.assign(longest, '\0');
    std::copy(text.begin(), text.end(), cell.begin());
    if (!file_.write(cell)) return report();
  }
  return true;
}

bool MatWriter::data_info() {
  if (!header("dataInfo", type_int32, 4, constant_.size() + 1)) return false;
  const auto put = [&](std::int32_t matrix, std::int32_t row, std::int32_t outside) {
    const std::int32_t info[4] = {matrix, row, 0, outside};
    return file_.write(info, sizeof info) || report();
  };
  if (!put(0, 1, -1)) return false;  // time is the first row of both matrices
  std::int32_t next[2] = {2, 2};
  for (const char constant : constant_) {
    if (!put(constant != 0 ? 1 : 2, next[constant != 0 ? 0 : 1]++, constant != 0 ? 0 : -1)) return false;
  }
  return true;
}

bool MatWriter::begin(std::span<const ResultVariable> variables, double start, double stop,
                      std::span<const double> first) {
  constexpr std::string_view lines[4] = {"Atrajectory", "1.1", "", "binTrans"};
  constexpr std::size_t width = 11;
  if (!header("Aclass", type_text, 4, width)) return false;
  for (std::size_t column = 0; column < width; ++column) {
    for (const std::string_view line : lines) {
      const char c = column < line.size() ? line[column] : ' ';
      if (!file_.write(&c, 1)) return report();
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
  if (!text_matrix("name", names) || !text_matrix("description", descriptions) || !data_info()) return false;

  line_.clear();
  for (const double time : {start, stop}) {
    line_.push_back(time);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (constant_[i] != 0) line_.push_back(first[i]);
    }
  }
  if (!header("data_1", type_double, constants + 1, 2)) return false;
  if (!file_.write(line_.data(), line_.size() * sizeof(double))) return report();

  count_offset_ = file_.written() + columns_offset;
  line_.resize(variables.size() - constants + 1);
  return header("data_2", type_double, line_.size(), 0) && (file_.flush() || report());
}

bool MatWriter::patch_count() {
  unpatched_ = 0;
  // The data must be in the file before the count says so.
  return (file_.flush() && file_.patch(count_offset_, &count_, sizeof count_) && file_.flush()) || report();
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
  if (!file_.write(line_.data(), line_.size() * sizeof(double))) return report();
  ++count_;
  return ++unpatched_ < rows_between_patches || patch_count();
}

bool MatWriter::finish() {
  if (error()) return false;
  return patch_count() && (file_.close() || report());
}

}  // namespace sunder
