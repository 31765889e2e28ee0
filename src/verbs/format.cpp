#include "verbs/format.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/codes.hpp"
#include "syntax/format.hpp"
#include "verbs/files.hpp"

namespace sunder::verbs {
namespace {

std::string reason() { return errno != 0 ? ": " + std::string(std::strerror(errno)) : ""; }

/// Writes the whole text to a new file beside `path`, whose name is returned; empty and errno set when it fails.
std::string write_beside(const std::string& path, const std::string& text) {
  std::string beside = path + ".XXXXXX";
  errno = 0;
  const int descriptor = ::mkstemp(beside.data());
  if (descriptor < 0) return {};
  struct stat original {};
  bool good = ::stat(path.c_str(), &original) == 0 && ::fchmod(descriptor, original.st_mode & 07777) == 0;
  for (std::size_t done = 0; good && done < text.size();) {
    const ssize_t wrote = ::write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    good = wrote >= 0;
    if (good) done += static_cast<std::size_t>(wrote);
  }
  good = good && ::fsync(descriptor) == 0;
  const int why = errno;
  good = ::close(descriptor) == 0 && good;
  if (good) return beside;
  ::unlink(beside.c_str());
  errno = why;
  return {};
}

/// Through a file beside it: an interrupted or failed write never costs the user's text. A symbolic link stays one:
/// the file it names is replaced.
bool replace_file(const std::string& path, const std::string& text, Diagnostics& diagnostics) {
  const auto refuse = [&](const std::string& why) {
    diagnostics.error(Code::E0003, {}, "cannot write '" + path + "'" + why);
    return false;
  };
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return refuse(": it is not a regular file");
  const std::string target = std::filesystem::canonical(path, error).string();
  if (error) return refuse(": " + error.message());
  errno = 0;
  if (::access(target.c_str(), W_OK) != 0) return refuse(reason());
  const std::string beside = write_beside(target, text);
  if (beside.empty()) return refuse(reason());
  std::filesystem::rename(beside, target, error);
  if (!error) return true;
  ::unlink(beside.c_str());
  return refuse(": " + error.message());
}

}  // namespace

Outcome<FormatResult> format(const FormatOptions& options, SourceMap& sources) {
  Diagnostics diagnostics;
  const auto give_up = [&] { return Outcome<FormatResult>(std::move(diagnostics)); };
  if (options.write && options.source.text) {
    diagnostics.error(Code::E0003, {}, "a text that is no file cannot be written back");
    return give_up();
  }
  const FileId file = read_source(options.source, sources, diagnostics);
  if (!file.valid()) return give_up();
  Outcome<std::string> formatted = syntax::format(sources, file);
  diagnostics.append(formatted.diagnostics());
  if (!formatted.ok()) return give_up();
  FormatResult out{options.source.name, *formatted == sources.text(file), std::nullopt};
  if (options.write && !out.canonical && !replace_file(options.source.name, *formatted, diagnostics)) return give_up();
  if (options.keep_text) out.text = formatted.take();
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace sunder::verbs
