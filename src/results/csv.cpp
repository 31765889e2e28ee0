#include "results/csv.hpp"

#include <charconv>
#include <cmath>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::results {

bool CsvWriter::report() { return fail("cannot write '" + file_.path() + "': " + file_.error()); }

bool CsvWriter::open(const std::string& path) { return file_.open(path) || report(); }

bool CsvWriter::put_line() {
  line_ += '\n';
  file_.add(line_);
  return file_.end_piece() || report();
}

bool CsvWriter::begin(std::span<const ResultVariable> variables, double, double, std::span<const double>) {
  if (!note().empty()) file_.add("# " + note() + "\n");
  line_ = "time";
  for (const ResultVariable& variable : variables) {
    constant_.push_back(variable.constant ? 1 : 0);
    if (variable.constant) continue;
    line_ += ',';
    append_quoted(variable.name);
  }
  for (const std::string& name : text_names_) {
    line_ += ',';
    append_quoted(name);
  }
  return put_line();
}

bool CsvWriter::begin_texts(std::span<const std::string> names) {
  text_names_.assign(names.begin(), names.end());
  return true;
}

void CsvWriter::append_quoted(std::string_view text) {
  line_ += '"';
  for (const char c : text) line_ += c == '"' ? std::string("\"\"") : std::string(1, c);
  line_ += '"';
}

namespace {

void append_number(std::string& line, double value) {
  if (!std::isfinite(value)) {
    line += shortest(value);
    return;
  }
  char text[40];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  line.append(text, end);
}

}  // namespace

bool CsvWriter::row(double time, std::span<const double> values) {
  if (error()) return false;
  line_.clear();
  append_number(line_, time);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (constant_[i] != 0) continue;
    line_ += ',';
    append_number(line_, values[i]);
  }
  for (std::size_t i = 0; i < text_names_.size(); ++i) {
    line_ += ',';
    append_quoted(i < texts_.size() ? texts_[i] : std::string());
  }
  return put_line();
}

bool CsvWriter::finish() {
  const bool closed = file_.close();  // after an error too: no thread of it is left behind
  return !error() && (closed || report());
}

namespace {

class CsvParser {
 public:
  CsvParser(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  Outcome<Trajectory> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (at_ < text_.size() && text_[at_] == '#') skip_line();
    if (!header()) return Outcome<Trajectory>(std::move(diagnostics_));
    while (at_ < text_.size()) {
      if (!row()) return Outcome<Trajectory>(std::move(diagnostics_));
    }
    leave_out_texts();
    return {std::move(result_), std::move(diagnostics_)};
  }

 private:
  /// A trajectory is made of numbers.
  void leave_out_texts() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < result_.variables.size(); ++i) {
      if (is_text_.contains(i)) continue;
      if (kept != i) {
        result_.variables[kept] = std::move(result_.variables[i]);
        result_.columns[kept] = std::move(result_.columns[i]);
      }
      ++kept;
    }
    result_.variables.resize(kept);
    result_.columns.resize(kept);
  }

  bool damaged(const std::string& what) {
    diagnostics_.error(Code::E0701, {}, path_ + ":" + std::to_string(line_) + ": " + what);
    return false;
  }

  [[nodiscard]] bool at_line_end() const { return at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\r'; }

  void skip_line_end() {
    if (at_ < text_.size() && text_[at_] == '\r') ++at_;
    if (at_ < text_.size() && text_[at_] == '\n') ++at_;
    ++line_;
  }

  void skip_line() {
    while (!at_line_end()) ++at_;
    skip_line_end();
  }

  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  /// One field, quoted or not, up to the comma or the end of the line (both left unread).
  bool field(std::string& value) {
    value.clear();
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') {
      ++at_;
      for (;; ++at_) {
        if (at_ >= text_.size()) return damaged("a quoted name does not end");
        if (text_[at_] == '"') {
          ++at_;
          if (at_ >= text_.size() || text_[at_] != '"') break;
        }
        value += text_[at_];
      }
    } else {
      while (!at_line_end() && text_[at_] != ',') value += text_[at_++];
      while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.pop_back();
    }
    skip_blanks();
    return at_line_end() || text_[at_] == ',' || damaged("unexpected text after a quoted field");
  }

  bool header() {
    std::string name;
    bool first = true;
    do {
      if (!first) ++at_;  // the comma
      if (!field(name)) return false;
      if (name.find('\0') != std::string::npos || !valid_utf8(name)) return damaged("this is not a table of text");
      if (first && name != "time" && name != "Time") {
        return damaged("the first column must be \"time\", not \"" + name.substr(0, 40) + "\"");
      }
      if (!first) {
        ResultVariable variable;
        variable.name = name;
        result_.variables.push_back(std::move(variable));
      }
      first = false;
    } while (at_ < text_.size() && text_[at_] == ',');
    result_.columns.resize(result_.variables.size());
    skip_line_end();
    return true;
  }

  bool number(double& value) {
    skip_blanks();
    const std::size_t begin = at_;
    while (!at_line_end() && text_[at_] != ',') ++at_;
    std::string_view text = text_.substr(begin, at_ - begin);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range && end == text.data() + text.size()) {
      // An underflow or overflow as another tool may print it: zero or infinity of the right sign.
      const auto exponent = text.find_first_of("eE");
      const bool small = exponent != std::string_view::npos && text.substr(exponent + 1).starts_with('-');
      value = std::copysign(small ? 0.0 : HUGE_VAL, text.front() == '-' ? -1.0 : 1.0);
      return true;
    }
    if (error != std::errc() || end != text.data() + text.size()) {
      return damaged("\"" + std::string(text.substr(0, 40)) + "\" is not a number");
    }
    return true;
  }

  bool row() {
    if (at_line_end()) {
      skip_line_end();  // a blank line
      return true;
    }
    double value = 0;
    if (!number(value)) return false;
    if (!std::isfinite(value)) return damaged("a time must be finite");
    if (!result_.times.empty() && value < result_.times.back()) return damaged("the time runs backwards");
    // The values first: a last line cut off by an interruption must not leave columns of different lengths.
    values_.clear();
    while (at_ < text_.size() && text_[at_] == ',') {
      ++at_;
      double entry = 0;
      skip_blanks();
      if (at_ < text_.size() && text_[at_] == '"') {
        std::string text;
        if (!field(text)) return false;
        is_text_.insert(values_.size());
      } else if (!number(entry)) {
        return false;
      }
      values_.push_back(entry);
    }
    if (values_.size() != result_.variables.size()) {
      return damaged("the line has " + counted(values_.size() + 1, "number") + ", the header names " +
                     counted(result_.variables.size() + 1, "column"));
    }
    result_.times.push_back(value);
    for (std::size_t i = 0; i < values_.size(); ++i) result_.columns[i].push_back(values_[i]);
    skip_line_end();
    return true;
  }

  std::string_view text_;
  const std::string& path_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<double> values_;
  std::set<std::size_t> is_text_;  // columns
  Trajectory result_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<Trajectory> parse_csv(std::string_view text, const std::string& path) { return CsvParser(text, path).run(); }

}  // namespace sunder::results
