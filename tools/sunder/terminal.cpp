#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace sunder::cli {
namespace {

using Clock = std::chrono::steady_clock;

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  char text[32];
  if (whole >= 3600) {
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%ld:%02ld", whole / 60, whole % 60);
  }
  return text;
}

}  // namespace

std::string progress_line(const std::string& task, double fraction, double elapsed, const std::string& detail,
                          std::size_t columns) {
  std::string tail = "] " + std::to_string(static_cast<int>(fraction * 100)) + "%  " + duration_text(elapsed);
  if (fraction > 0.01) tail += ", " + duration_text(elapsed / fraction - elapsed) + " left";
  if (!detail.empty()) tail += "  " + detail;
  // the bar takes what room is left; where there is none, the name goes first
  constexpr std::size_t shortest_bar = 8;
  constexpr std::size_t longest_bar = 24;
  const std::size_t around = tail.size() + 2;
  const std::size_t room = columns > around + shortest_bar ? columns - around - shortest_bar : 0;
  const std::string name = task.size() > room ? task.substr(0, room) : task;
  const std::size_t used = name.size() + around;
  const std::size_t width = std::clamp(columns > used ? columns - used : 0, shortest_bar, longest_bar);
  const auto full = static_cast<std::size_t>(fraction * static_cast<double>(width));
  std::string line = name + " [" + std::string(full, '#') + std::string(width - full, '.') + tail;
  if (line.size() > columns) line.resize(columns);
  return line;
}

bool is_terminal(int stream) {
  if (isatty(stream) == 0) return false;
  const char* kind = std::getenv("TERM");
  return std::getenv("NO_COLOR") == nullptr && kind != nullptr && std::string(kind) != "dumb";
}

std::size_t terminal_width() {
  winsize size{};
  for (const int stream : {1, 2})
    if (ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 20) return size.ws_col;
  return 80;
}

ProgressBar::ProgressBar(Show show)
    : visible_(show == Show::always || (show == Show::automatic && is_terminal(2))),
      started_(Clock::now()),
      last_(started_) {}

ProgressBar::~ProgressBar() { finish(); }

void ProgressBar::update(const std::string& task, double fraction, const std::string& detail) {
  if (!visible_) return;
  const auto now = Clock::now();
  if (task != task_) {
    finish();
    task_ = task;
    started_ = last_ = now;
  }
  if (now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  fraction = std::clamp(fraction, 0.0, 1.0);
  const double elapsed = std::chrono::duration<double>(now - started_).count();
  const std::size_t columns = terminal_width() - 1;
  const std::string line = progress_line(task_, fraction, elapsed, detail, columns);
  std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::finish() {
  if (drawn_) {
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
    drawn_ = false;
  }
}

}  // namespace sunder::cli
