#include "results/writer.hpp"

#include "base/codes.hpp"
#include "results/csv.hpp"
#include "results/mat.hpp"

namespace sunder::results {

bool ResultWriter::fail(std::string message) {
  if (!error_) {
    error_.emplace();
    error_->code = Code::E0003;
    error_->message = std::move(message);
  }
  return false;
}

bool MemoryWriter::begin(std::span<const ResultVariable> variables, double, double, std::span<const double> first) {
  trajectory_ = {};
  trajectory_.variables.assign(variables.begin(), variables.end());
  trajectory_.columns.resize(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].constant) trajectory_.columns[i].push_back(first[i]);
  }
  return true;
}

bool MemoryWriter::row(double time, std::span<const double> values) {
  trajectory_.times.push_back(time);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!trajectory_.variables[i].constant) trajectory_.columns[i].push_back(values[i]);
  }
  return true;
}

Outcome<std::unique_ptr<ResultWriter>> open_writer(const std::string& path) {
  Diagnostics diagnostics;
  std::unique_ptr<ResultWriter> writer;
  std::string error;
  if (path.ends_with(".csv")) {
    auto csv = std::make_unique<CsvWriter>();
    if (!csv->open(path)) error = csv->error()->message;
    writer = std::move(csv);
  } else if (path.ends_with(".mat")) {
    auto mat = std::make_unique<MatWriter>();
    if (!mat->open(path)) error = mat->error()->message;
    writer = std::move(mat);
  } else {
    diagnostics.error(Code::E0704, {}, "the results file '" + path + "' must end in .csv or .mat");
    return Outcome<std::unique_ptr<ResultWriter>>(std::move(diagnostics));
  }
  if (!error.empty()) {
    diagnostics.error(Code::E0003, {}, error);
    return Outcome<std::unique_ptr<ResultWriter>>(std::move(diagnostics));
  }
  return writer;
}

}  // namespace sunder::results
