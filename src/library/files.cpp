#include "library/files.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace sunder::library {

namespace fs = std::filesystem;

namespace {

/// The path below the root; empty: on the disk.
std::optional<std::string_view> inside(std::string_view path) {
  if (!path.starts_with(own_root)) return std::nullopt;
  path.remove_prefix(own_root.size());
  while (path.starts_with('/')) path.remove_prefix(1);
  return path;
}

}  // namespace

std::optional<std::string_view> own_text(std::string_view path) {
  const std::optional<std::string_view> name = inside(path);
  if (!name) return std::nullopt;
  const auto found = std::ranges::find(own_files(), *name, &OwnFile::path);
  return found != own_files().end() ? std::optional(found->text) : std::nullopt;
}

bool is_file(const std::string& path) {
  if (inside(path)) return own_text(path).has_value();
  std::error_code none;
  return fs::is_regular_file(path, none);
}

std::vector<std::string> entries(const std::string& directory) {
  std::vector<std::string> out;
  if (const std::optional<std::string_view> name = inside(directory)) {
    const std::string below = name->empty() ? "" : std::string(*name) + "/";
    std::set<std::string> found;
    for (const OwnFile& file : own_files())
      if (file.path.starts_with(below)) found.emplace(file.path.substr(0, file.path.find('/', below.size())));
    for (const std::string& one : found) out.push_back(std::string(own_root) + "/" + one);
    return out;
  }
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, none)) out.push_back(entry.path().string());
  return out;
}

std::vector<std::string> lines(const std::string& path) {
  std::vector<std::string> out;
  const auto read = [&](std::istream& in) {
    for (std::string line; std::getline(in, line);) {
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
      out.push_back(line);
    }
  };
  if (const std::optional<std::string_view> text = own_text(path)) {
    std::istringstream in{std::string(*text)};
    read(in);
  } else {
    std::ifstream in(path);
    read(in);
  }
  return out;
}

}  // namespace sunder::library
