// What is known of the terminal, and the bar that is drawn on it: silence in a pipe.
#pragma once

#include <chrono>
#include <string>

namespace sunder::cli {

/// A bar on standard error, drawn at most ten times a second, only when that is a terminal; removes itself when done.
class ProgressBar {
 public:
  enum class Show { automatic, never, always };

  explicit ProgressBar(Show show = Show::automatic);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Another task begins another bar.
  void update(const std::string& task, double fraction, const std::string& detail);
  void finish();
  [[nodiscard]] bool visible() const { return visible_; }

 private:
  std::string task_;
  bool visible_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point last_;
};

/// The bar as text: task, bar, part done, time so far and (from 1 % on) the time it will still take, detail.
std::string progress_line(const std::string& task, double fraction, double elapsed, const std::string& detail,
                          std::size_t columns);
/// Whether a stream (1 = standard output, 2 = standard error) is a terminal that takes colour.
bool is_terminal(int stream);
/// Columns of the terminal, 80 when unknown.
std::size_t terminal_width();

}  // namespace sunder::cli
