#include "choose/finer_file.hpp"

#include <filesystem>

#include "base/codes.hpp"

namespace sunder::choose {

namespace fs = std::filesystem;

FinerFile::FinerFile(std::string path) : results_(std::move(path)) {
  if (results_.empty()) return;
  const fs::path whole(results_);
  path_ = (whole.parent_path() / (whole.stem().string() + ".finer" + whole.extension().string())).string();
}

/// A link stays a link: its target gets the new content.
bool FinerFile::keep(Diagnostics& diagnostics) {
  if (path_.empty()) return true;
  std::error_code error;
  if (fs::is_regular_file(fs::symlink_status(results_, error))) {
    fs::rename(path_, results_, error);
  } else {
    fs::copy_file(path_, results_, fs::copy_options::overwrite_existing, error);
  }
  if (!error) return true;
  diagnostics.error(Code::E0701, {},
                    "the results of the finer run cannot be moved to " + results_ + ": " + error.message());
  return false;
}

void FinerFile::discard() {
  std::error_code ignored;  // there may be none
  if (!path_.empty()) fs::remove(path_, ignored);
}

}  // namespace sunder::choose
