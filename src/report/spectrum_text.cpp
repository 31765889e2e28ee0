#include "report/spectrum_text.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"
#include "report/report.hpp"

namespace sunder::report {
namespace {

constexpr std::size_t indent = 2;

/// Where a time scale lies between the ends of the axis, which are at half decades.
class Axis {
 public:
  Axis(double log_first, double log_last, std::size_t columns) : columns_(columns) {
    low_ = std::floor(log_first * 2) / 2;
    high_ = std::max(std::ceil(log_last * 2) / 2, low_ + 0.5);
  }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] bool holds(double log) const { return log >= low_ && log <= high_; }
  [[nodiscard]] std::size_t column(double log) const {
    return static_cast<std::size_t>((log - low_) / (high_ - low_) * static_cast<double>(columns_ - 1) + 0.5);
  }
  /// The labelled values: decades, or also 2 and 5 where there are few.
  [[nodiscard]] std::vector<double> ticks() const {
    const bool fine = high_ - low_ < 2;
    std::vector<double> values;
    for (double decade = std::floor(low_); decade <= high_ + 1e-9; decade += 1) {
      for (const double mantissa : {1.0, 2.0, 5.0}) {
        if (mantissa > 1 && !fine) continue;
        const double log = decade + std::log10(mantissa);
        if (log >= low_ - 1e-9 && log <= high_ + 1e-9) values.push_back(mantissa * std::pow(10, decade));
      }
    }
    return values;
  }

 private:
  std::size_t columns_;
  double low_ = 0;
  double high_ = 0;
};

/// Lines of one width, drawn into.
class Sheet {
 public:
  explicit Sheet(std::size_t columns) : columns_(columns) {}
  std::size_t add_line(char fill = ' ') {
    lines_.emplace_back(columns_, fill);
    return lines_.size() - 1;
  }
  [[nodiscard]] char at(std::size_t line, std::size_t column) const { return lines_[line][column]; }
  void put(std::size_t line, std::size_t column, char c) { lines_[line][column] = c; }
  [[nodiscard]] bool is_free(std::size_t line, std::size_t column, std::size_t length) const {
    return column + length <= columns_ &&
           lines_[line].substr(column, length).find_first_not_of(' ') == std::string::npos;
  }
  void put(std::size_t line, std::size_t column, const std::string& text) {
    lines_[line].replace(column, text.size(), text);
  }
  [[nodiscard]] std::string print() const {
    std::string out;
    for (const std::string& line : lines_) {
      const std::size_t end = line.find_last_not_of(' ');
      if (end != std::string::npos) out += std::string(indent, ' ') + line.substr(0, end + 1) + "\n";
    }
    return out;
  }

 private:
  std::size_t columns_;
  std::vector<std::string> lines_;
};

struct Extent {
  std::size_t first = 0, last = 0;
  bool used = false;
};

/// The columns each cluster covers. None when clusters interleave, as named ones may.
std::vector<Extent> extents(const decouple::Analysis& a, std::size_t finite, const std::vector<std::size_t>& column) {
  const auto& clusters = a.partition->partition.clusters;
  std::vector<std::uint32_t> cluster_of(a.states.size(), 0);
  for (std::uint32_t k = 0; k < clusters.size(); ++k)
    for (const std::size_t state : model::places(clusters[k])) cluster_of[state] = k;
  std::vector<Extent> result(clusters.size());
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < finite; ++i) {
    const std::uint32_t k = cluster_of[a.variables[i].state.index()];
    if (k < before) return {};
    before = k;
    if (!result[k].used) result[k].first = column[i];
    result[k].used = true;
    result[k].last = column[i];
  }
  return result;
}

void draw_brackets(Sheet& sheet, std::size_t line, const std::vector<Extent>& clusters) {
  for (std::size_t k = 0; k < clusters.size(); ++k) {
    const auto [first, last, used] = clusters[k];
    if (!used) continue;
    const std::string number = std::to_string(k + 1);
    const std::size_t length = last - first + 1;
    if (length < number.size() + 2) {
      if (sheet.is_free(line, first, number.size())) sheet.put(line, first, number);
      continue;
    }
    for (std::size_t c = first + 1; c < last; ++c) sheet.put(line, c, '-');
    sheet.put(line, first, '[');
    sheet.put(line, last, ']');
    sheet.put(line, first + (length - number.size()) / 2, number);
  }
}

/// One line of marks, or four of bars.
void draw_states(Sheet& sheet, const std::vector<std::size_t>& counts, std::size_t tallest) {
  const std::size_t rows = tallest > 9 ? 4 : 1;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t line = sheet.add_line();
    for (std::size_t c = 0; c < counts.size(); ++c) {
      const std::size_t n = counts[c];
      if (n == 0) continue;
      if (rows == 1) {
        sheet.put(line, c, tallest == 1 ? '*' : static_cast<char>('0' + n));
      } else if (n * rows > (rows - 1 - row) * tallest || row + 1 == rows) {
        sheet.put(line, c, '#');
      }
    }
  }
}

void draw_axis(Sheet& sheet, const Axis& axis) {
  const std::size_t line = sheet.add_line('-');
  const std::size_t labels = sheet.add_line();
  for (const double value : axis.ticks()) {
    const std::size_t at = axis.column(std::log10(value));
    sheet.put(line, at, '+');
    const std::string label = duration_text(value);
    std::size_t from = at - std::min(at, label.size() / 2);
    from = std::min(from, axis.columns() - std::min(axis.columns(), label.size()));
    const std::size_t clear = from == 0 ? 0 : from - 1;
    if (sheet.is_free(labels, clear, label.size() + (from - clear))) sheet.put(labels, from, label);
  }
}

/// A line through everything, with its name at the top.
void draw_step(Sheet& sheet, std::size_t lines, const Axis& axis, double step) {
  const std::size_t at = axis.column(std::log10(step));
  const std::string text = "step " + duration_text(step);
  const bool left = at + 2 + text.size() > axis.columns();
  if (!left) sheet.put(0, at + 2, text);
  if (left && at > text.size()) sheet.put(0, at - 1 - text.size(), text);
  for (std::size_t line = 0; line < lines; ++line)
    if (sheet.at(line, at) == ' ' || sheet.at(line, at) == '-') sheet.put(line, at, '|');
}

}  // namespace

std::string spectrum_text(const decouple::Analysis& a, std::size_t width) {
  std::vector<double> logs;
  for (const decouple::VariableScale& v : a.variables)
    if (std::isfinite(v.time_scale) && v.time_scale > 0) logs.push_back(std::log10(v.time_scale));
  if (logs.size() < 2 || width < 30) return {};
  const Axis axis(logs.front(), logs.back(), width - 2 * indent);
  std::vector<std::size_t> column;
  std::vector<std::size_t> counts(axis.columns());
  for (const double log : logs) {
    column.push_back(axis.column(log));
    ++counts[column.back()];
  }
  const std::size_t tallest = *std::max_element(counts.begin(), counts.end());
  Sheet sheet(axis.columns());
  sheet.add_line();  // for the step
  if (a.partition) draw_brackets(sheet, sheet.add_line(), extents(a, logs.size(), column));
  draw_states(sheet, counts, tallest);
  draw_axis(sheet, axis);
  if (a.partition && a.partition->step && *a.partition->step > 0 && axis.holds(std::log10(*a.partition->step))) {
    const std::size_t lines = (a.partition ? 2 : 1) + (tallest > 9 ? 4 : 1) + 1;
    draw_step(sheet, lines, axis, *a.partition->step);
  }
  std::string out = sheet.print();
  if (tallest > 9) out += std::string(indent, ' ') + "(the tallest column: " + counted(tallest, "state") + ")\n";
  return out;
}

}  // namespace sunder::report
