// Progress of long work: a bar on a terminal, silence in a pipe.
#pragma once

#include <chrono>
#include <string>

namespace sunder {

/// Draws on standard error, at most ten times a second, only when that is a terminal; removes itself when done.
class Progress {
 public:
  enum class Show { automatic, never, always };

  explicit Progress(std::string task, Show show = Show::automatic);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `fraction` in [0, 1]; `detail` is a short text such as "t = 3.2 s".
  void update(double fraction, const std::string& detail = {});
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

}  // namespace sunder
