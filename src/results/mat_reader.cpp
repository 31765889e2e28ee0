#include <cmath>
#include <cstring>
#include <map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "results/mat.hpp"

namespace sunder::results {

namespace {

/// One matrix of the file; nothing is copied until it is asked for.
struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  int precision = 0;
  bool text = false;
  const char* data = nullptr;

  /// Of a matrix of bytes. `k` counts in column-major order.
  [[nodiscard]] char letter(std::size_t k) const {
    char value = 0;
    std::memcpy(&value, data + k, 1);
    return value;
  }
  /// `k` counts in column-major order.
  [[nodiscard]] double number(std::size_t k) const {
    const auto read = [&]<class T>(T value) {
      std::memcpy(&value, data + k * sizeof(T), sizeof(T));
      return static_cast<double>(value);
    };
    switch (precision) {
      case 0: return read(double{});
      case 1: return read(float{});
      case 2: return read(std::int32_t{});
      case 3: return read(std::int16_t{});
      case 4: return read(std::uint16_t{});
      default: return read(std::uint8_t{});
    }
  }
};

constexpr std::size_t element_sizes[] = {8, 4, 4, 2, 2, 1};

class MatParser {
 public:
  MatParser(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  Outcome<Trajectory> run() {
    if (bytes_.starts_with("MATLAB 5.0")) {
      damaged("this is a MAT file of version 5; results are of version 4");
    } else if (matrices() && orientation() && times() && variables()) {
      return {std::move(result_), std::move(diagnostics_)};
    }
    return Outcome<Trajectory>(std::move(diagnostics_));
  }

 private:
  bool damaged(const std::string& what) {
    diagnostics_.error(Code::E0701, {}, path_ + ": " + what);
    return false;
  }

  bool matrices() {
    std::size_t at = 0;
    while (at < bytes_.size()) {
      std::int32_t head[5];
      if (bytes_.size() - at < sizeof head) return damaged("the file is truncated in the header of a matrix");
      std::memcpy(head, bytes_.data() + at, sizeof head);
      at += sizeof head;
      const auto [type, rows, columns, imaginary, name_length] = head;
      const int precision = type / 10 % 10;
      const int kind = type % 10;
      if (type < 0 || type > 99 || precision > 5 || kind > 1 || rows < 0 || columns < 0 || imaginary != 0 ||
          name_length < 1 || name_length > 256) {
        return damaged("this is not a MAT file of version 4 (little-endian, real)");
      }
      if (bytes_.size() - at < static_cast<std::size_t>(name_length)) return damaged("the file is truncated in a name");
      const std::string_view stored = bytes_.substr(at, static_cast<std::size_t>(name_length));
      const std::string name(stored.substr(0, stored.find('\0')));
      at += static_cast<std::size_t>(name_length);
      Matrix matrix{static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), precision, kind == 1,
                    bytes_.data() + at};
      const std::size_t available = (bytes_.size() - at) / element_sizes[precision];
      if (matrix.columns > 0 && matrix.rows > available / matrix.columns) {
        return damaged("the matrix '" + name + "' claims " + std::to_string(rows) + " x " + std::to_string(columns) +
                       " entries, more than the file holds");
      }
      at += matrix.rows * matrix.columns * element_sizes[precision];
      matrices_.insert_or_assign(name, matrix);
      // Points written after the last patch of the count follow as bytes that no count covers yet.
      if (name == "data_2") break;
    }
    for (const char* name : {"Aclass", "name", "dataInfo", "data_2"}) {
      if (matrices_.find(name) == matrices_.end()) return damaged("there is no matrix '" + std::string(name) + "'");
    }
    return true;
  }

  [[nodiscard]] const Matrix& matrix(const std::string& name) const { return matrices_.at(name); }

  bool orientation() {
    const Matrix& aclass = matrix("Aclass");
    const auto line = [&](std::size_t row) {
      std::string text;
      for (std::size_t column = 0; column < aclass.columns; ++column) {
        text += aclass.letter(column * aclass.rows + row);
      }
      text = text.substr(0, text.find('\0'));
      while (text.ends_with(' ')) text.pop_back();
      return text;
    };
    if (aclass.precision != 5 || aclass.rows < 4 || line(0) != "Atrajectory") {
      return damaged("this MAT file does not hold a trajectory");
    }
    transposed_ = line(3) == "binTrans";
    return transposed_ || line(3) == "binNormal" || damaged("the layout '" + line(3) + "' is unknown");
  }

  // In binNormal files every matrix is stored the other way round.
  [[nodiscard]] std::size_t entries(const Matrix& m) const { return transposed_ ? m.columns : m.rows; }
  [[nodiscard]] std::size_t fields(const Matrix& m) const { return transposed_ ? m.rows : m.columns; }
  [[nodiscard]] double get(const Matrix& m, std::size_t field, std::size_t entry) const {
    return transposed_ ? m.number(entry * m.rows + field) : m.number(field * m.rows + entry);
  }

  [[nodiscard]] std::string text(const Matrix& m, std::size_t entry) const {
    std::string value;
    for (std::size_t i = 0; i < fields(m); ++i) {
      const char c = m.letter(transposed_ ? entry * m.rows + i : i * m.rows + entry);
      if (c == '\0') break;
      value += c;
    }
    while (value.ends_with(' ')) value.pop_back();
    return value;
  }

  bool times() {
    const Matrix& data = matrix("data_2");
    if (data.text || fields(data) < 1) return damaged("data_2 holds no time");
    result_.times.reserve(entries(data));
    for (std::size_t i = 0; i < entries(data); ++i) {
      const double time = get(data, 0, i);
      if (!std::isfinite(time)) return damaged("a time must be finite");
      if (!result_.times.empty() && time < result_.times.back()) return damaged("the time runs backwards");
      result_.times.push_back(time);
    }
    return true;
  }

  bool variables() {
    const Matrix& names = matrix("name");
    const Matrix& info = matrix("dataInfo");
    const auto description = matrices_.find("description");
    const bool described = description != matrices_.end() && description->second.precision == 5 &&
                           entries(description->second) == entries(names);
    if (names.precision != 5) return damaged("the names are not text");
    if (entries(info) != entries(names) || fields(info) < 2) {
      return damaged("dataInfo describes " + counted(entries(info), "variable") + ", there are " +
                     counted(entries(names), "name"));
    }
    for (std::size_t i = 0; i < entries(names); ++i) {
      ResultVariable variable;
      variable.name = text(names, i);
      if (!valid_utf8(variable.name)) return damaged("a name is not text");
      if (i == 0 && (variable.name == "time" || variable.name == "Time")) continue;
      if (described) split_unit(text(description->second, i), variable);
      if (!column(variable, get(info, 0, i), get(info, 1, i))) return false;
    }
    return true;
  }

  static void split_unit(std::string text, ResultVariable& variable) {
    const auto open = text.rfind('[');
    if (text.ends_with(']') && open != std::string::npos) {
      variable.unit = text.substr(open + 1, text.size() - open - 2);
      text.resize(open);
      while (text.ends_with(' ')) text.pop_back();
    }
    variable.description = std::move(text);
  }

  bool column(ResultVariable& variable, double which, double signed_row) {
    if (which != 1 && which != 2 && which != 0) {
      return damaged("'" + variable.name + "' is in a matrix data_" + shortest(which) + " that is not there");
    }
    variable.constant = which == 1;
    const auto found = matrices_.find(variable.constant ? "data_1" : "data_2");
    if (found == matrices_.end()) return damaged("there is no matrix 'data_1'");
    const Matrix& data = found->second;
    const double sign = signed_row < 0 ? -1 : 1;
    const double row = std::abs(signed_row);
    if (data.text || !(row >= 1 && row <= static_cast<double>(fields(data)))) {
      return damaged("'" + variable.name + "' is in row " + shortest(row) + " of a matrix with " +
                     std::to_string(fields(data)));
    }
    const std::size_t field = static_cast<std::size_t>(row) - 1;
    std::vector<double> values;
    if (variable.constant) {
      if (entries(data) == 0) return damaged("data_1 is empty");
      values.push_back(sign * get(data, field, 0));
    } else {
      values.reserve(result_.times.size());
      for (std::size_t i = 0; i < result_.times.size(); ++i) values.push_back(sign * get(data, field, i));
    }
    expanded_ += values.size();
    // Aliases may name one row many times: a small file must not claim all memory.
    if (expanded_ > expansion_limit) return damaged("the names refer to more numbers than can be held");
    result_.columns.push_back(std::move(values));
    result_.variables.push_back(std::move(variable));
    return true;
  }

  static constexpr std::size_t expansion_limit = std::size_t{1} << 30;

  std::string_view bytes_;
  const std::string& path_;
  std::map<std::string, Matrix> matrices_;
  bool transposed_ = true;
  std::size_t expanded_ = 0;
  Trajectory result_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<Trajectory> parse_mat(std::string_view bytes, const std::string& path) { return MatParser(bytes, path).run(); }

}  // namespace sunder::results
