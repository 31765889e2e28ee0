#include "simulate/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "base/thread_pool.hpp"

namespace sunder::simulate {

namespace {

constexpr std::size_t most_runs = 1000000;

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else if (c != ' ') {
      parts.back() += c;
    }
  }
  return parts;
}

/// What is wrong with the sweep; empty: nothing.
std::string fill_range(const std::vector<std::string>& parts, SweepAxis& axis) {
  const auto from = number_in(parts[0]);
  const auto to = number_in(parts[1]);
  const auto count = number_in(parts[2]);
  if (!from || !to) return "the ends of the range must be numbers";
  if (!count || *count < 1 || *count != std::floor(*count)) return "the number of values must be a positive integer";
  if (*count > most_runs) return "more than a million values";
  const bool logarithmic = parts.size() == 4;
  if (logarithmic && parts[3] != "log") return "only ':log' may follow the number of values, not ':" + parts[3] + "'";
  if (logarithmic && !(*from * *to > 0)) return "a range with equal quotients needs ends of the same sign, without 0";
  if (*count == 1 && *from != *to) return "one value is no range; two make its ends";
  const auto n = static_cast<std::size_t>(*count);
  for (std::size_t i = 0; i < n; ++i) {
    const double part = n == 1 ? 0 : static_cast<double>(i) / static_cast<double>(n - 1);
    double value = logarithmic ? *from * std::pow(*to / *from, part) : *from + part * (*to - *from);
    if (i + 1 == n) value = *to;
    axis.values.push_back(shortest(value));
  }
  return {};
}

std::string fill_list(const std::string& text, SweepAxis& axis) {
  for (const std::string& part : split(text, ',')) {
    if (part != "true" && part != "false" && !number_in(part)) return "'" + part + "' is not a number";
    axis.values.push_back(part);
  }
  return {};
}

}  // namespace

Outcome<SweepAxis> parse_sweep(std::string_view text) {
  SweepAxis axis;
  const std::size_t equals = text.find('=');
  std::string wrong;
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    wrong = "a name, '=' and values are needed";
  } else {
    axis.name = split(text.substr(0, equals), '=').front();
    const std::string values(text.substr(equals + 1));
    const std::vector<std::string> parts = split(values, ':');
    if (parts.size() == 3 || parts.size() == 4) {
      wrong = fill_range(parts, axis);
    } else {
      wrong = parts.size() == 1 ? fill_list(values, axis) : "a range is FROM:TO:COUNT";
    }
  }
  if (wrong.empty()) return axis;
  Diagnostics diagnostics;
  diagnostics.error(Code::E0643, {}, "--sweep " + std::string(text) + ": " + wrong).help =
      "for example --sweep k=0:10:11, --sweep k=1:1000:4:log or --sweep k=1,2,5";
  return Outcome<SweepAxis>(std::move(diagnostics));
}

Outcome<SweepPoints> SweepPoints::make(std::vector<SweepAxis> axes) {
  Diagnostics diagnostics;
  SweepPoints points;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    points.count_ *= axes[i].values.size();
    if (points.count_ > most_runs) {
      diagnostics.error(Code::E0643, {}, "the sweeps together make more than a million runs");
      break;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (axes[i].name == axes[j].name)
        diagnostics.error(Code::E0643, {}, "there are two sweeps of '" + axes[i].name + "'");
    }
  }
  if (diagnostics.has_errors()) return Outcome<SweepPoints>(std::move(diagnostics));
  points.axes_ = std::move(axes);
  return points;
}

std::vector<std::string> SweepPoints::point(std::size_t index) const {
  std::vector<std::string> values(axes_.size());
  for (std::size_t i = axes_.size(); i-- > 0;) {
    values[i] = axes_[i].values[index % axes_[i].values.size()];
    index /= axes_[i].values.size();
  }
  return values;
}

std::string SweepTable::part(std::size_t index) const { return file_.path() + ".run" + std::to_string(index) + ".csv"; }

bool SweepTable::move(std::istream& in, std::size_t index) {
  std::string line;
  if (!std::getline(in, line)) return true;  // it ended before its first row
  std::string note;
  if (line.starts_with('#')) {  // the same for all runs
    note = line + "\n";
    std::getline(in, line);
  }
  if (columns_.empty()) {
    columns_ = line;
    file_.add(note);
    for (const SweepAxis& axis : points_.axes()) file_.add("\"" + axis.name + "\",");
    file_.add(line + "\n");
    if (!file_.end_piece()) return false;
  }
  assert(line == columns_ && "who runs the sweep sees to it that all runs have the same variables");
  std::string lead;
  for (const std::string& value : points_.point(index)) lead += value + ",";
  while (std::getline(in, line)) {
    file_.add(lead + line + "\n");
    if (!file_.end_piece()) return false;
  }
  return file_.flush();
}

/// With the mutex held.
bool SweepTable::move_ready() {
  bool fine = true;
  while (!waiting_.empty() && waiting_.begin()->first == next_) {
    Ended& run = waiting_.begin()->second;
    if (run.keep && error_.empty()) {
      bool moved = false;
      if (run.rows) {
        std::istringstream in(*run.rows);
        moved = move(in, next_);
      } else {
        std::ifstream in(part(next_));
        moved = move(in, next_);
      }
      if (!moved) {
        error_ = "cannot write '" + file_.path() + "': " + file_.error();
        fine = false;
      }
    }
    if (run.rows)
      held_ -= run.rows->size();
    else
      std::remove(part(next_).c_str());
    waiting_.erase(waiting_.begin());
    ++next_;
  }
  return fine;
}

bool SweepTable::add(std::size_t index, bool keep, std::optional<std::string> rows) {
  constexpr std::size_t most_held = std::size_t{64} << 20U;  // behind a run that takes long many others may wait
  const std::lock_guard lock(mutex_);
  if (rows && index != next_ && held_ + rows->size() > most_held) {
    std::ofstream out(part(index));
    out << *rows;
    out.close();
    if (!out) {
      if (error_.empty()) error_ = "cannot write '" + part(index) + "'";
      return false;
    }
    rows.reset();
  }
  if (rows) held_ += rows->size();
  waiting_.emplace(index, Ended{keep, std::move(rows)});
  return move_ready();
}

bool SweepTable::finish() {
  const std::lock_guard lock(mutex_);
  while (!waiting_.empty()) {  // runs in between never ended
    next_ = waiting_.begin()->first;
    if (!move_ready()) break;
  }
  if (error_.empty() && !file_.close()) error_ = "cannot write '" + file_.path() + "': " + file_.error();
  return error_.empty();
}

void run_sweep(std::size_t count, std::size_t threads, const CancelToken& cancel,
               const std::function<void(std::size_t)>& run) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < count && !cancel.requested(); i = next++) run(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      next = count;  // no new ones
    }
  };
  std::vector<std::thread> others;
  const std::size_t used = std::min(threads, count);
  start_threads(others, used > 0 ? used - 1 : 0, work);
  work();
  for (std::thread& thread : others) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace sunder::simulate
