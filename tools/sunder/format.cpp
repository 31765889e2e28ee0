// sunder format: canonical Modelica text.
#include "syntax/format.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/codes.hpp"
#include "command.hpp"
#include "driver/workspace.hpp"
#include "output.hpp"

namespace sunder::cli {
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

ExitStatus run(const Arguments& arguments) {
  SourceMap sources;
  Diagnostics diagnostics;
  const std::string path = arguments.text("FILE");
  const FileId file = load_text(path, sources, diagnostics);
  if (!file.valid()) return failed(arguments, diagnostics, sources);
  const Outcome<std::string> formatted = syntax::format(sources, file);
  diagnostics.append(formatted.diagnostics());
  if (!formatted.ok()) return failed(arguments, diagnostics, sources);
  show(diagnostics, sources);
  const bool canonical = *formatted == sources.text(file);
  if (arguments.has("--write") && !canonical && !replace_file(path, *formatted, diagnostics))
    return failed(arguments, diagnostics, sources);
  const bool complain = arguments.has("--check") && !canonical;
  if (arguments.json()) {
    nlohmann::ordered_json object = {{"file", path}, {"canonical", canonical}};
    if (!arguments.has("--write") && !arguments.has("--check")) object["text"] = *formatted;
    object["diagnostics"] = diagnostics_json(diagnostics, sources);
    print_json(object);
  } else if (complain) {
    std::cerr << path << " is not in canonical form (sunder format --write " << path << ")\n";
  } else if (!arguments.has("--write") && !arguments.has("--check")) {
    std::cout << *formatted;
  }
  return complain ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace

CommandSpec format_command() {
  return {"format",
          "prints a Modelica file in canonical form",
          "Keeps every token and comment, and changes only spaces and line breaks. Formatting twice changes nothing. A "
          "file with "
          "syntax errors is refused.",
          {{"FILE", "a Modelica file"}},
          {{"--write", OptionKind::flag, "", "write the result back to the file", {}},
           {"--check", OptionKind::flag, "", "print nothing; exit status 1 when the file is not in canonical form", {}},
           {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}}},
          {{"sunder format Motor.mo", "prints the canonical text"},
           {"sunder format Motor.mo --write", "rewrites the file"}},
          run};
}

}  // namespace sunder::cli
