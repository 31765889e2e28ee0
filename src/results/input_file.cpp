#include "results/input_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/codes.hpp"

namespace sunder::results {

namespace {

/// What the system said; empty: all is well. Stops behind the largest size: a pipe does not say how much will come.
std::string read_all(const std::string& path, std::string& content) {
  errno = 0;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return std::strerror(errno);
  char buffer[1 << 16];
  std::size_t size = 0;
  while (content.size() <= largest_input && (size = std::fread(buffer, 1, sizeof buffer, file)) > 0)
    content.append(buffer, size);
  std::string error = std::ferror(file) != 0 ? std::strerror(errno) : "";
  std::fclose(file);
  return error;
}

}  // namespace

bool read_input(const std::string& path, std::string& content, Diagnostics& diagnostics) {
  const auto refuse = [&](Code code, const std::string& message) {
    diagnostics.error(code, {}, message);
    return false;
  };
  namespace fs = std::filesystem;
  const std::string too_large = "'" + path + "' is larger than 4 GiB, the largest file that can be read";
  std::error_code unknown;
  const fs::file_status status = fs::status(path, unknown);
  if (fs::is_directory(status)) return refuse(Code::E0001, "cannot read '" + path + "': it is a directory");
  // some of them never end
  if (fs::is_character_file(status) || fs::is_block_file(status))
    return refuse(Code::E0001, "cannot read '" + path + "': it is a device, not a file");
  if (fs::is_regular_file(status)) {
    const std::uintmax_t size = fs::file_size(path, unknown);
    if (!unknown && size > largest_input) return refuse(Code::E0705, too_large);
  }
  content.clear();
  if (const std::string error = read_all(path, content); !error.empty())
    return refuse(Code::E0001, "cannot read '" + path + "': " + error);
  return content.size() <= largest_input || refuse(Code::E0705, too_large);
}

}  // namespace sunder::results
