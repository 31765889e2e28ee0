#include "driver/workspace.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/codes.hpp"

namespace sunder::driver {

namespace {

/// Reads on until the end, the limit, or the first byte that no text has: a device may never end.
bool read_text(std::ifstream& in, std::string& text) {
  constexpr std::size_t piece = 1U << 20U;
  while (in && text.size() <= largest_source) {
    const std::size_t before = text.size();
    text.resize(before + piece);
    in.read(text.data() + before, static_cast<std::streamsize>(piece));
    text.resize(before + static_cast<std::size_t>(in.gcount()));
    if (text.find('\0', before) != std::string::npos) return true;
  }
  return !in.bad();
}

}  // namespace

FileId load_text(const std::string& path, SourceMap& sources, Diagnostics& diagnostics) {
  const auto refuse = [&](Code code, const std::string& message) {
    diagnostics.error(code, {}, message);
    return FileId{};
  };
  const std::string too_large = "'" + path + "' is larger than 2 GiB, the largest file that can be read";
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown))
    return refuse(Code::E0001, "'" + path + "' is a directory, not a Modelica file");
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);  // devices and pipes have none
  if (!unknown && size > largest_source) return refuse(Code::E0115, too_large);
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text;
  if (!in || !read_text(in, text))
    return refuse(Code::E0001, "cannot read '" + path + "': " + (errno != 0 ? std::strerror(errno) : "reading failed"));
  if (text.size() > largest_source) return refuse(Code::E0115, too_large);
  return sources.add(path, std::move(text));
}

}  // namespace sunder::driver
