// Tables of the Standard Library as values: the object holds the numbers that describe the table.
#include "evaluate/external_tables.hpp"

#include <cmath>

#include "evaluate/table_files.hpp"
#include "symbolic/tables.hpp"

namespace sunder::evaluate {

using ir::BaseType;
using ir::Value;
using symbolic::Table;

namespace {

int whole(const Value& value) { return static_cast<int>(value.number()); }

/// The matrix that is given, or the one on the file.
bool read(const std::vector<Value>& a, std::size_t delimiter, Table::Description& d, std::string& message) {
  const std::string& file = a[1].strings.front();
  if (file == "NoName" || file.empty()) {
    if (a[2].dimensions.size() != 2) {
      message = "the table is no matrix";
      return false;
    }
    d.rows = static_cast<std::size_t>(a[2].dimensions[0]);
    d.columns = static_cast<std::size_t>(a[2].dimensions[1]);
    d.matrix = a[2].numbers;
    return true;
  }
  const std::string separator = a.size() > delimiter ? a[delimiter].strings.front() : ",";
  const std::int64_t skipped = a.size() > delimiter + 1 ? static_cast<std::int64_t>(a[delimiter + 1].number()) : 0;
  FileMatrix matrix;
  if (!read_matrix(file, a[0].strings.front(), separator.empty() ? ',' : separator.front(), skipped, matrix, message))
    return false;
  d.rows = matrix.rows;
  d.columns = matrix.columns;
  d.matrix = std::move(matrix.numbers);
  return true;
}

void pick(const Value& columns, Table::Description& d) {
  for (const double one : columns.numbers) d.picked.push_back(static_cast<std::size_t>(one < 1 ? 1e9 : one - 1));
}

bool finish(const Table::Description& d, std::vector<Value>& results, std::string& message) {
  if (Table::make(d, message) == nullptr) return false;
  results.push_back({BaseType::object, {}, Table::packed(d), {}, nullptr});
  return true;
}

bool time_table(const std::vector<Value>& a, std::vector<Value>& results, std::string& message) {
  Table::Description d;
  d.kind = Table::Kind::time;
  if (!read(a, 10, d, message)) return false;
  d.start = a[3].number();
  pick(a[4], d);
  d.smoothness = whole(a[5]);
  d.extrapolation = whole(a[6]);
  const bool shifts = a.size() > 8;  // libraries before 3.2.3 began a table where it begins to count
  d.shift = shifts ? a[7].number() : d.start;
  if (shifts) d.events = whole(a[8]);
  return finish(d, results, message);
}

bool curve_table(const std::vector<Value>& a, std::vector<Value>& results, std::string& message) {
  Table::Description d;
  if (!read(a, 7, d, message)) return false;
  pick(a[3], d);
  d.smoothness = whole(a[4]);
  d.extrapolation = whole(a[5]);
  return finish(d, results, message);
}

bool surface_table(const std::vector<Value>& a, std::vector<Value>& results, std::string& message) {
  Table::Description d;
  d.kind = Table::Kind::two;
  if (!read(a, 6, d, message)) return false;
  d.smoothness = whole(a[3]);
  d.extrapolation = whole(a[4]);
  return finish(d, results, message);
}

}  // namespace

std::optional<bool> call_table(const std::string& name, const std::vector<Value>& a, std::vector<Value>& results,
                               std::string& message) {
  const std::string prefix = "ModelicaStandardTables_";
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string what = name.substr(prefix.size());
  // the last ones of libraries before 4: without delimiters and lines to skip
  const auto makes = [&](const std::string& kind) {
    return what == kind + "_init3" || what == kind + "_init2" || what == kind + "_init";
  };
  if (makes("CombiTimeTable")) return time_table(a, results, message);
  if (makes("CombiTable1D")) return curve_table(a, results, message);
  if (makes("CombiTable2D")) return surface_table(a, results, message);
  if (a.empty() || a[0].base != BaseType::object) return std::nullopt;
  if (!Table::is_packed(a[0].numbers)) {
    message = "an element of an array of tables is not supported yet";
    return false;
  }
  const auto table = Table::make(Table::unpacked(a[0].numbers), message);
  if (table == nullptr) return false;
  const auto real = [](double value) { return Value::scalar(BaseType::real, value); };
  const bool least = what.find("minimum") != std::string::npos, most = what.find("maximum") != std::string::npos;
  if (least || most) {
    const double first = least ? table->minimum() : table->maximum();
    if (table->kind() != Table::Kind::two)
      results.push_back(real(first));
    else
      results.push_back({BaseType::real, {2}, {first, least ? table->minimum(1) : table->maximum(1)}, {}, nullptr});
    return true;
  }
  if (what.ends_with("_read")) {  // it is read already
    results.push_back(real(1));
    return true;
  }
  if (std::isnan(table->description().start)) {
    message = "the table begins when initialisation says";
    return false;
  }
  if (what == "CombiTimeTable_nextTimeEvent") {
    results.push_back(real(table->next_event(a[1].number())));
    return true;
  }
  if (what == "CombiTable1D_getValue" || what == "CombiTimeTable_getValue") {
    const auto column = static_cast<std::size_t>(a[1].number()) - 1;
    if (column >= table->readable()) {
      message = "the table has no column of that number";
      return false;
    }
    results.push_back(real(table->kind() == Table::Kind::time ? table->at(column, a[2].number(), a[3].number(), 0)
                                                              : table->at(column, a[2].number(), 0)));
    return true;
  }
  if (what == "CombiTable2D_getValue") {
    results.push_back(real(table->at(a[1].number(), a[2].number(), 0, 0)));
    return true;
  }
  return std::nullopt;
}

}  // namespace sunder::evaluate
