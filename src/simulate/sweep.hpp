// Many runs of one model: every combination of some values of some parameters, several at a time, one results file.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "results/output_file.hpp"

namespace sunder::simulate {

/// The values that one parameter takes, as text that the compiler understands.
struct SweepAxis {
  std::string name;
  std::vector<std::string> values;
};

/// `p=a:b:n` (n values from a to b), `p=a:b:n:log` (with equal quotients), `p=v1,v2,v3` (numbers, true, false).
Outcome<SweepAxis> parse_sweep(std::string_view text);

/// All combinations of the values of all axes; the last axis changes fastest.
class SweepPoints {
 public:
  /// Complains about parameters that come twice and about more points than anyone wants.
  static Outcome<SweepPoints> make(std::vector<SweepAxis> axes);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] const std::vector<SweepAxis>& axes() const { return axes_; }
  /// One value per axis.
  [[nodiscard]] std::vector<std::string> point(std::size_t index) const;

 private:
  std::vector<SweepAxis> axes_;
  std::size_t count_ = 1;
};

/// One table of all runs, in the order of the points: the columns of each run behind those of the parameters. Each run
/// has rows of its own, as CSV, in memory or where they are many in a file; what is finished is moved to the table as
/// soon as all runs before it are done.
class SweepTable {
 public:
  explicit SweepTable(const SweepPoints& points) : points_(points) {}

  [[nodiscard]] bool open(const std::string& path) { return file_.open(path); }
  [[nodiscard]] const std::string& path() const { return file_.path(); }
  /// Where run number `index` is to write what is too much for the memory.
  [[nodiscard]] std::string part(std::size_t index) const;
  /// The run has ended; `keep`: its rows belong to the table. They are in its file unless given. False after an output
  /// error.
  [[nodiscard]] bool add(std::size_t index, bool keep, std::optional<std::string> rows = {});
  /// Moves what is still waiting, after an interruption too. False after an output error.
  [[nodiscard]] bool finish();
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  struct Ended {
    bool keep = false;
    std::optional<std::string> rows;
  };
  bool move(std::istream& rows, std::size_t index);
  bool move_ready();

  const SweepPoints& points_;
  results::OutputFile file_;
  std::mutex mutex_;
  std::map<std::size_t, Ended> waiting_;  // by number
  std::size_t held_ = 0;                  // bytes of their rows
  std::size_t next_ = 0;
  std::string columns_;  // header of the first run
  std::string error_;
};

/// Calls `run` for 0 … count-1, at most `threads` at a time, in this order; after a cancellation no new ones.
void run_sweep(std::size_t count, std::size_t threads, const CancelToken& cancel,
               const std::function<void(std::size_t)>& run);

}  // namespace sunder::simulate
