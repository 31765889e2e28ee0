#include "driver/workspace.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/codes.hpp"

namespace sunder {

FileId load_text(Workspace& workspace, const std::string& path, Diagnostics& diagnostics) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    diagnostics.error(Code::E0001, {}, "'" + path + "' is a directory, not a Modelica file");
    return {};
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text;
  if (in) text.assign(std::istreambuf_iterator<char>(in), {});
  if (!in || in.bad()) {
    const std::string reason = errno != 0 ? std::strerror(errno) : "reading failed";
    diagnostics.error(Code::E0001, {}, "cannot read '" + path + "': " + reason);
    return {};
  }
  constexpr std::size_t largest = 0x7FFFFFFF;  // spans count bytes with 32 bits
  if (text.size() > largest) {
    diagnostics.error(Code::E0001, {}, "'" + path + "' is larger than 2 GiB");
    return {};
  }
  return workspace.sources.add(path, std::move(text));
}

}  // namespace sunder
