#include "driver/workspace.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/codes.hpp"
#include "library/files.hpp"
#include "syntax/parse.hpp"

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

/// Empty after a diagnostic.
std::optional<std::string> read_file(const std::string& path, Diagnostics& diagnostics) {
  const auto refuse = [&](Code code, const std::string& message) {
    diagnostics.error(code, {}, message);
    return std::nullopt;
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
  return text;
}

}  // namespace

Source Source::of_library(const std::string& path) {
  const std::optional<std::string_view> own = library::own_text(path);
  return own ? from_text(std::string(*own), path) : file(path);
}

FileId load_text(const std::string& path, SourceMap& sources, Diagnostics& diagnostics) {
  std::optional<std::string> text = read_file(path, diagnostics);
  return text ? sources.add(path, std::move(*text)) : FileId();
}

std::shared_ptr<const ParsedSource> Workspace::parse(const Source& source, Diagnostics& diagnostics) {
  std::optional<std::string> text = source.text ? source.text : read_file(source.name, diagnostics);
  if (!text) return nullptr;
  const Key key(!source.text.has_value(), source.name);
  // by content: the time of a file's last change is too coarse to tell
  const auto same = [&](const std::shared_ptr<const ParsedSource>& known) { return known->source->text() == *text; };
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = parsed_.find(key); known != parsed_.end() && same(known->second)) return known->second;
  }
  SourceMap sources = make_sources();
  const FileId file = sources.add(source.name, *text);
  Outcome<ast::File> parsed = syntax::parse(sources, file);
  Diagnostics found = std::move(parsed.diagnostics());
  auto made = std::make_shared<const ParsedSource>(ParsedSource{sources.share(file), parsed.take(), std::move(found)});
  const std::lock_guard lock(mutex_);
  std::shared_ptr<const ParsedSource>& place = parsed_[key];
  if (!place || !same(place)) place = std::move(made);  // another thread may have been faster
  return place;
}

}  // namespace sunder::driver
