// A file being written piece by piece, where no error gets lost and whoever looks in between finds whole pieces.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace sunder::results {

/// A piece (the header of a table, a row) is added in parts and then ended. What was ended is in the file a second
/// later at the latest, also while the program is busy with something else. A disk that gets full leaves the pieces
/// that had room. What the file held before stays until the first piece is ended, and a file that did not exist and got
/// none is removed.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Whether the file can be written. Every call returns false on an error; `error()` then says what the system said.
  [[nodiscard]] bool open(const std::string& path);
  /// The file is made when more than `most` bytes have been ended; `take` has them until then.
  void open_in_memory(const std::string& path, std::size_t most);
  /// What has been ended, where no file was made.
  [[nodiscard]] std::optional<std::string> take();
  void add(const void* data, std::size_t size) { piece_.append(static_cast<const char*>(data), size); }
  void add(std::string_view text) { piece_.append(text); }
  /// What the piece under way holds already.
  [[nodiscard]] std::size_t piece_size() const { return piece_.size(); }
  [[nodiscard]] bool end_piece();
  /// From now on the number of pieces that follow is kept at this place of the file (a 32-bit integer).
  void keep_count_at(std::size_t offset);
  [[nodiscard]] bool flush();
  [[nodiscard]] bool close();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string error() const;

 private:
  // with the mutex held
  bool open_file();
  bool failed();
  bool begin();
  bool has_flusher();
  bool put_pieces();
  bool put_count();
  std::size_t write_some();
  void close_quietly();

  void flush_now_and_then();
  void stop_flushing();

  int file_ = -1;
  std::string path_;
  bool created_ = false;   // by us: it did not exist
  bool seekable_ = false;  // an ordinary file, no pipe or terminal
  std::string piece_;
  std::optional<std::size_t> most_in_memory_;  // there is no file as long as it holds

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::thread flusher_;
  bool stop_ = false;
  bool begun_ = false;  // what was there before is gone
  std::string error_;
  std::string waiting_;            // ended pieces on their way to the file …
  std::vector<std::size_t> ends_;  // … and where each ends in there
  std::size_t size_ = 0;           // of the file: whole pieces
  std::optional<std::size_t> count_at_;
  std::int32_t count_ = 0;  // of pieces in the file since `keep_count_at`
};

}  // namespace sunder::results
