#include "results/output_file.hpp"

#include <cerrno>
#include <cstring>

namespace sunder {

OutputFile::~OutputFile() {
  if (file_ != nullptr) std::fclose(file_);
}

bool OutputFile::failed() {
  if (error_.empty()) error_ = errno != 0 ? std::strerror(errno) : "write error";
  return false;
}

bool OutputFile::open(const std::string& path) {
  path_ = path;
  errno = 0;
  file_ = std::fopen(path.c_str(), "wb");
  return file_ != nullptr || failed();
}

bool OutputFile::write(const void* data, std::size_t size) {
  if (file_ == nullptr) return failed();
  errno = 0;
  if (std::fwrite(data, 1, size, file_) != size) return failed();
  written_ += static_cast<long>(size);
  return true;
}

bool OutputFile::patch(long offset, const void* data, std::size_t size) {
  if (file_ == nullptr) return failed();
  errno = 0;
  if (std::fseek(file_, offset, SEEK_SET) != 0 || std::fwrite(data, 1, size, file_) != size ||
      std::fseek(file_, 0, SEEK_END) != 0) {
    return failed();
  }
  return true;
}

bool OutputFile::flush() {
  errno = 0;
  return (file_ != nullptr && std::fflush(file_) == 0) || failed();
}

bool OutputFile::close() {
  if (file_ == nullptr) return error_.empty();
  errno = 0;
  const int result = std::fclose(file_);
  file_ = nullptr;
  return result == 0 || failed();
}

}  // namespace sunder
