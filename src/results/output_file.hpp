// A file being written, where no error gets lost: short writes, full disks, failures at closing.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace sunder {

class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Creates or empties the file. Every call returns false on an error; `error()` then says what the system said.
  [[nodiscard]] bool open(const std::string& path);
  [[nodiscard]] bool write(const void* data, std::size_t size);
  [[nodiscard]] bool write(std::string_view text) { return write(text.data(), text.size()); }
  /// Overwrites bytes that were written before and returns to the end.
  [[nodiscard]] bool patch(long offset, const void* data, std::size_t size);
  [[nodiscard]] bool flush();
  [[nodiscard]] bool close();

  [[nodiscard]] long written() const { return written_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  bool failed();

  std::FILE* file_ = nullptr;
  std::string path_;
  std::string error_;
  long written_ = 0;
};

}  // namespace sunder
