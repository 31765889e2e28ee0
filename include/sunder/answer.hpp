// What all answers have in common.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <sunder/export.hpp>

namespace sunder {

/// Told at most twenty times a second, never from two threads at once but not always from the thread that asked: what
/// is being done ("simulating Motor"), which part of it is done (0 to 1), and a short text such as "t = 3.2 s" that may
/// be empty. Returning false stops the work cleanly; what it throws does too, and comes out of the call that works.
using OnProgress = std::function<bool(const std::string& task, double fraction, const std::string& detail)>;

/// Answers are plain data that live as long as you like, whatever becomes of the model.
class SUNDER_API Answer {
 public:
  /// What `sunder VERB --json` prints: docs/json.md describes it.
  [[nodiscard]] std::string json() const;

  class Source;  ///< not for users
  void set_source(std::shared_ptr<const Source> source);

 protected:
  Answer();
  Answer(const Answer&);
  Answer(Answer&&) noexcept;
  Answer& operator=(const Answer&);
  Answer& operator=(Answer&&) noexcept;
  ~Answer();

 private:
  std::shared_ptr<const Source> source_;
};

/// Row by row.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;

  double operator()(std::size_t row, std::size_t column) const { return values[row * columns + column]; }
};

/// Entry k stands in row `row[k]` and column `column[k]`; no place comes twice.
struct SparseEntries {
  std::size_t rows = 0, columns = 0;
  std::vector<std::size_t> row, column;
  std::vector<double> value;
};

/// Where a model is linearised.
struct OperatingPoint {
  enum class Kind {
    initial,  ///< the initial state
    steady,   ///< where all derivatives vanish, searched from the initial state
    time,     ///< where a run from the initial state is at `time`
    along,    ///< some points along a coarse run, and the initial state; of analyses only
  };
  Kind kind = Kind::initial;
  double time = 0;
};

}  // namespace sunder
