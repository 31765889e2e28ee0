#include "results/recording.hpp"

#include <limits>

#include "base/codes.hpp"

namespace sunder {

bool Recording::set_filter(const std::string& filter, Diagnostics& diagnostics) {
  if (filter.empty()) return true;
  try {
    filter_.emplace(filter, std::regex::ECMAScript | std::regex::optimize);
  } catch (const std::regex_error& error) {
    diagnostics.error(Code::E0612, {}, "the filter '" + filter + "' is not a regular expression: " + error.what());
    return false;
  }
  return true;
}

void Recording::offer(std::size_t index, VariableInfo info, double nominal) {
  if (filter_ && !std::regex_match(info.name, *filter_)) return;
  chosen_.push_back(index);
  variables_.push_back(
      {std::move(info.name), std::move(info.unit), std::move(info.description), info.kind, info.constant, nominal});
}

bool Recording::open(const std::string& path, ResultWriter* sink, Diagnostics& diagnostics) {
  values_.assign(chosen_.size(), std::numeric_limits<double>::quiet_NaN());
  if (!path.empty()) {
    Outcome<std::unique_ptr<ResultWriter>> opened = open_writer(path);
    diagnostics.append(opened.diagnostics());
    if (!opened.ok()) return false;
    file_ = opened.take();
    writers_.push_back(file_.get());
  }
  if (sink != nullptr) writers_.push_back(sink);
  return true;
}

void Recording::choose(std::span<const double> all) {
  for (std::size_t i = 0; i < chosen_.size(); ++i) values_[i] = all[chosen_[i]];
}

bool Recording::begin(double start, double stop, std::span<const double> all) {
  choose(all);
  for (ResultWriter* writer : writers_)
    if (!writer->begin(variables_, start, stop, values_)) return false;
  return true;
}

bool Recording::row(double time, std::span<const double> all) {
  choose(all);
  for (ResultWriter* writer : writers_)
    if (!writer->row(time, values_)) return false;
  return true;
}

bool Recording::finish() {
  bool fine = true;
  for (ResultWriter* writer : writers_) fine = writer->finish() && fine;
  return fine;
}

const Diagnostic* Recording::write_error() const {
  for (const ResultWriter* writer : writers_)
    if (writer->error()) return &*writer->error();
  return nullptr;
}

}  // namespace sunder
