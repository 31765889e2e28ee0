// Files of libraries: those on the disk, and those of our own library, which are part of the program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sunder::library {

/// What the paths of files inside the program begin with. It stands on the search path as a directory does.
inline constexpr std::string_view own_root = "sunder:";

struct OwnFile {
  std::string_view path;  ///< below modelica/, for example Sunder/package.mo
  std::string_view text;
};
const std::vector<OwnFile>& own_files();

/// Empty: not a file inside the program.
std::optional<std::string_view> own_text(std::string_view path);

bool is_file(const std::string& path);
/// Paths of what is in a directory, in no order; none if it cannot be read.
std::vector<std::string> entries(const std::string& directory);
/// The lines of a text file, without blanks at their ends; none if it cannot be read.
std::vector<std::string> lines(const std::string& path);

}  // namespace sunder::library
