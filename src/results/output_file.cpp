#include "results/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <utility>

namespace sunder::results {

namespace {
constexpr std::size_t enough_to_write = 1 << 16;
constexpr std::chrono::milliseconds between_flushes{900};
}  // namespace

OutputFile::~OutputFile() {
  stop_flushing();
  close_quietly();
}

std::string OutputFile::error() const {
  const std::lock_guard lock(mutex_);
  return error_;
}

bool OutputFile::failed() {
  if (error_.empty()) error_ = errno != 0 ? std::strerror(errno) : "write error";
  return false;
}

bool OutputFile::open(const std::string& path) {
  const std::lock_guard lock(mutex_);
  path_ = path;
  return open_file();
}

void OutputFile::open_in_memory(const std::string& path, std::size_t most) {
  const std::lock_guard lock(mutex_);
  path_ = path;
  most_in_memory_ = most;
}

std::optional<std::string> OutputFile::take() {
  const std::lock_guard lock(mutex_);
  if (!most_in_memory_) return std::nullopt;
  ends_.clear();
  return std::exchange(waiting_, {});
}

bool OutputFile::open_file() {
  errno = 0;
  constexpr mode_t everybody = 0666;  // as far as the user's mask allows
  file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, everybody);
  created_ = file_ >= 0;
  if (!created_) file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, everybody);
  if (file_ < 0) return failed();
  struct stat status {};
  seekable_ = ::fstat(file_, &status) == 0 && S_ISREG(status.st_mode);
  return true;
}

bool OutputFile::begin() {
  if (begun_) return true;
  if (seekable_ && ::ftruncate(file_, 0) != 0) return failed();
  begun_ = true;
  return true;
}

/// False: every piece must be written at once, which keeps the promise too.
bool OutputFile::has_flusher() {
  if (flusher_.joinable()) return true;
  try {
    flusher_ = std::thread([this] { flush_now_and_then(); });
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

bool OutputFile::end_piece() {
  const std::lock_guard lock(mutex_);
  if (!error_.empty()) return false;
  if (most_in_memory_) {
    waiting_ += piece_;
    ends_.push_back(waiting_.size());
    piece_.clear();
    if (waiting_.size() <= *most_in_memory_) return true;
    most_in_memory_.reset();
    return open_file() && begin() && put_pieces();
  }
  errno = 0;
  const bool first = !begun_;
  if (file_ < 0 || !begin()) return failed();
  waiting_ += piece_;
  ends_.push_back(waiting_.size());
  piece_.clear();
  // the first one at once: it may stay the only one, and says early that there is no room
  return (!first && waiting_.size() < enough_to_write && has_flusher()) || put_pieces();
}

void OutputFile::keep_count_at(std::size_t offset) {
  const std::lock_guard lock(mutex_);
  put_pieces();  // an error is kept, and reported by the next call
  count_at_ = offset;
}

/// How much of what waits has reached the file.
std::size_t OutputFile::write_some() {
  std::size_t done = 0;
  while (done < waiting_.size()) {
    const ssize_t wrote = ::write(file_, waiting_.data() + done, waiting_.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) break;
    done += static_cast<std::size_t>(wrote);
  }
  return done;
}

/// Pieces that do not fit wholly are taken back.
bool OutputFile::put_pieces() {
  if (!error_.empty()) return false;
  if (ends_.empty()) return true;
  errno = 0;
  const std::size_t done = write_some();
  const bool fine = done == waiting_.size() || failed();
  const auto whole = std::upper_bound(ends_.begin(), ends_.end(), done) - ends_.begin();
  size_ += whole > 0 ? ends_[static_cast<std::size_t>(whole) - 1] : 0;
  if (count_at_) count_ += static_cast<std::int32_t>(whole);
  if (!fine && seekable_ && ::ftruncate(file_, static_cast<off_t>(size_)) != 0) failed();
  waiting_.clear();
  ends_.clear();
  return put_count() && fine;
}

/// After the pieces: a count never promises what is not there.
bool OutputFile::put_count() {
  if (!count_at_) return true;
  if (!seekable_) {
    errno = ESPIPE;
    return failed();
  }
  errno = 0;
  const ssize_t wrote = ::pwrite(file_, &count_, sizeof count_, static_cast<off_t>(*count_at_));
  return wrote == static_cast<ssize_t>(sizeof count_) || failed();
}

bool OutputFile::flush() {
  const std::lock_guard lock(mutex_);
  if (most_in_memory_) return true;
  if (file_ < 0) return failed();
  return put_pieces();
}

void OutputFile::flush_now_and_then() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, between_flushes, [this] { return stop_; })) put_pieces();
}

void OutputFile::stop_flushing() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  if (flusher_.joinable()) flusher_.join();
}

void OutputFile::close_quietly() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  if (created_ && !begun_) ::unlink(path_.c_str());
  created_ = false;
}

bool OutputFile::close() {
  stop_flushing();
  const std::lock_guard lock(mutex_);
  if (file_ < 0) return error_.empty();
  bool fine = put_pieces();
  errno = 0;
  const int closed = ::close(file_);
  file_ = -1;
  fine = (closed == 0 || failed()) && fine;
  close_quietly();
  return fine;
}

}  // namespace sunder::results
