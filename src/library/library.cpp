#include "library/library.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/codes.hpp"
#include "library/files.hpp"

namespace sunder::library {

namespace fs = std::filesystem;

namespace {

std::string text_of(const ast::Name& name) {
  std::string text;
  for (const ast::Identifier& part : name.parts) text += (text.empty() ? "" : ".") + std::string(part.text);
  return text;
}

/// "4.1.0" before "4.0.1": number by number.
bool newer(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    const unsigned long x = std::strtoul(a.c_str() + i, nullptr, 10);
    const unsigned long y = std::strtoul(b.c_str() + j, nullptr, 10);
    if (x != y) return x > y;
    i = std::min(a.find('.', i), a.size() - 1) + 1;
    j = std::min(b.find('.', j), b.size() - 1) + 1;
  }
  return a.size() > b.size();
}

/// The name of a library and its version, from "Modelica 4.1.0" or "Modelica".
std::pair<std::string, std::string> split_version(const std::string& stem) {
  const std::size_t blank = stem.find(' ');
  if (blank == std::string::npos) return {stem, {}};
  return {stem.substr(0, blank), stem.substr(blank + 1)};
}

}  // namespace

std::vector<std::string> environment_path() {
  std::vector<std::string> out;
  const char* given = std::getenv("MODELICAPATH");  // NOLINT(concurrency-mt-unsafe): nobody changes it
  std::string text = given != nullptr ? given : "";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(':', at), text.size());
    if (end > at) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

Library::Library(const std::vector<const ast::File*>& files, std::vector<std::string> path, Loader loader,
                 Diagnostics& diagnostics)
    : path_(std::move(path)), loader_(std::move(loader)), diagnostics_(diagnostics) {
  for (const ast::File* file : files) {
    given_files_.insert(file->source.value);
    for (const ast::Class* class_ : file->classes) {
      read_uses(*class_);
      const std::string within = file->has_within ? text_of(file->within) : std::string();
      if (within.empty())
        given_.push_back(class_);
      else
        overlays_[within].push_back(class_);
    }
  }
  settle_overlays();
}

/// What stands within a package that is nowhere to be found is taken as it is.
void Library::settle_overlays() {
  for (auto overlay = overlays_.begin(); overlay != overlays_.end();) {
    const std::string first = overlay->first.substr(0, overlay->first.find('.'));
    const bool given = std::ranges::any_of(given_, [&](const ast::Class* c) { return c->name.text == first; });
    if (given || !candidates(first).empty()) {
      ++overlay;
      continue;
    }
    given_.insert(given_.end(), overlay->second.begin(), overlay->second.end());
    overlay = overlays_.erase(overlay);
  }
}

namespace {

bool is_text(const ast::Expression* value) {
  return value != nullptr && value->kind == ast::ExpressionKind::string && value->text.size() >= 2;
}

std::string unquoted(const ast::Expression& text) { return std::string(text.text.substr(1, text.text.size() - 2)); }

/// Of annotation(name = "…"), annotation(name = {"…", "…"}) and the like.
std::vector<std::string> texts_of(std::span<const ast::ModificationArgument> arguments, std::string_view name) {
  std::vector<std::string> out;
  for (const ast::ModificationArgument& one : arguments) {
    if (one.name.parts.size() != 1 || one.name.parts[0].text != name || one.modification == nullptr) continue;
    const ast::Expression* value = one.modification->value;
    if (is_text(value)) out.push_back(unquoted(*value));
    if (value != nullptr && value->kind == ast::ExpressionKind::array)
      for (const ast::Expression* item : value->operands)
        if (is_text(item)) out.push_back(unquoted(*item));
  }
  return out;
}

}  // namespace

/// The library has its version, and names others whose users need not be changed.
void Library::check_version(std::string_view name, const ast::Class& class_, const std::string& of_path) {
  const auto wanted = uses_.find(name);
  if (wanted == uses_.end()) return;
  const ast::Annotation* annotation = class_.annotation != nullptr ? class_.annotation : class_.comment.annotation;
  std::vector<std::string> fitting;
  if (annotation != nullptr) {
    fitting = texts_of(annotation->arguments, "version");
    if (fitting.empty() && !of_path.empty()) fitting.push_back(of_path);
    if (fitting.empty()) return;
    for (const ast::ModificationArgument& one : annotation->arguments) {
      if (one.name.parts.size() != 1 || one.name.parts[0].text != "conversion" || one.modification == nullptr) continue;
      for (std::string& other : texts_of(one.modification->arguments, "noneFromVersion"))
        fitting.push_back(std::move(other));
    }
  }
  if (fitting.empty()) return;
  for (const Wanted& one : wanted->second)
    if (std::ranges::find(fitting, one.version) == fitting.end())
      diagnostics_
          .warning(Code::W0226, one.span,
                   "version " + one.version + " of '" + std::string(name) + "' is asked for, version " +
                       fitting.front() + " is there")
          .help = "--library DIR names the directory of another one";
}

/// annotation(uses(Modelica(version = "4.1.0")))
void Library::read_uses(const ast::Class& class_) {
  const ast::Annotation* annotation = class_.annotation != nullptr ? class_.annotation : class_.comment.annotation;
  if (annotation == nullptr) return;
  for (const ast::ModificationArgument& uses : annotation->arguments) {
    if (uses.name.parts.size() != 1 || uses.name.parts[0].text != "uses" || uses.modification == nullptr) continue;
    for (const ast::ModificationArgument& library : uses.modification->arguments) {
      if (library.name.parts.size() != 1 || library.modification == nullptr) continue;
      for (const ast::ModificationArgument& version : library.modification->arguments) {
        if (version.name.parts.size() != 1 || version.name.parts[0].text != "version") continue;
        const ast::Expression* value = version.modification != nullptr ? version.modification->value : nullptr;
        if (!is_text(value)) continue;
        uses_[std::string(library.name.parts[0].text)].push_back({unquoted(*value), value->span});
      }
    }
  }
}

std::vector<Library::Found> Library::candidates(std::string_view name) const {
  std::vector<Found> out;
  const auto consider = [&](const fs::path& entry) {
    const bool single = entry.extension() == ".mo";
    const auto [own, version] = split_version(single ? entry.stem().string() : entry.filename().string());
    if (own != name) return;
    if (single && is_file(entry)) out.push_back({entry.string(), version, false});
    if (!single && is_file(entry / "package.mo")) out.push_back({(entry / "package.mo").string(), version, true});
  };
  for (const std::string& directory : path_) {
    std::error_code none;
    fs::path root = fs::path(directory).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    if (root.empty() || root == "." || root == "..") root = fs::absolute(root, none).lexically_normal();
    if (is_file(root) || is_file(root / "package.mo")) {
      consider(root);
    } else {
      for (const std::string& entry : entries(root.string())) consider(entry);
    }
  }
  // a version that someone uses is best, then the newest; of equal ones the first on the path
  const auto wanted = uses_.find(name);
  std::ranges::stable_sort(out, [&](const Found& a, const Found& b) {
    if (a.version == b.version) return false;
    if (wanted != uses_.end()) {
      const bool a_wanted = std::ranges::find(wanted->second, a.version, &Wanted::version) != wanted->second.end();
      const bool b_wanted = std::ranges::find(wanted->second, b.version, &Wanted::version) != wanted->second.end();
      if (a_wanted != b_wanted) return a_wanted;
    }
    return newer(a.version, b.version);
  });
  return out;
}

const ast::Class* Library::load(const std::string& file, std::string_view name, const std::string& within) {
  const ast::File* tree = loader_(file);
  if (tree == nullptr) return nullptr;
  const ast::Class* found = nullptr;
  for (const ast::Class* class_ : tree->classes)
    if (class_->name.text == name) found = class_;
  if (found == nullptr) {
    if (!tree->classes.empty())
      diagnostics_.error(Code::E0220, tree->classes[0]->name.span,
                         "this file must hold the class '" + std::string(name) + "', as its name says");
    return nullptr;
  }
  const std::string written = text_of(tree->within);
  if (written != within)
    diagnostics_.error(Code::E0220, tree->has_within && !written.empty() ? tree->within.span : found->name.span,
                       "this file belongs to '" + within + "', as its place says, not to '" + written + "'");
  return found;
}

const ast::Class* Library::top_level(std::string_view name) {
  if (const auto known = top_.find(name); known != top_.end()) return known->second;
  const ast::Class* class_ = nullptr;
  for (const ast::Class* given : given_)
    if (class_ == nullptr && given->name.text == name) class_ = given;
  if (class_ == nullptr) {
    const std::vector<Found> all = candidates(name);
    if (!all.empty()) {
      class_ = load(all.front().path, name, "");
      if (class_ != nullptr) {
        read_uses(*class_);
        check_version(name, *class_, all.front().version);
        if (all.front().directory)
          directories_[class_] = {fs::path(all.front().path).parent_path().string(), std::string(name)};
      }
    }
  }
  top_.emplace(std::string(name), class_);
  return class_;
}

std::vector<std::string> Library::top_level_names() const {
  std::vector<std::string> names;
  for (const ast::Class* given : given_) names.emplace_back(given->name.text);
  for (const std::string& directory : path_) {
    std::error_code none;
    if (is_file(fs::path(directory) / "package.mo")) {
      names.push_back(split_version(fs::absolute(directory, none).lexically_normal().filename().string()).first);
      continue;
    }
    for (const fs::path entry : entries(directory)) {
      const bool single = entry.extension() == ".mo" && is_file(entry);
      if (single || is_file(entry / "package.mo"))
        names.push_back(split_version(single ? entry.stem().string() : entry.filename().string()).first);
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

const ast::Class* Library::member(const ast::Class& package, std::string_view name) {
  const auto directory = directories_.find(&package);
  if (directory == directories_.end()) {
    if (overlays_.empty()) return nullptr;
    const auto overlay = overlays_.find(package.name.text);  // packages of one file: within P; model M … end M;
    if (overlay != overlays_.end())
      for (const ast::Class* class_ : overlay->second)
        if (class_->name.text == name) return class_;
    return nullptr;
  }
  auto& known = members_[&package];
  if (const auto found = known.find(name); found != known.end()) return found->second;
  const std::string& within = directory->second.name;
  const ast::Class* class_ = nullptr;
  if (const auto overlay = overlays_.find(within); overlay != overlays_.end())
    for (const ast::Class* one : overlay->second)
      if (one->name.text == name) class_ = one;
  const fs::path base = fs::path(directory->second.path) / std::string(name);
  const bool plain = name.find('/') == std::string_view::npos && name != "package";
  if (class_ == nullptr && plain && is_file(base / "package.mo")) {
    class_ = load((base / "package.mo").string(), name, within);
    if (class_ != nullptr) directories_[class_] = {base.string(), within + "." + std::string(name)};
  } else if (class_ == nullptr && plain && is_file(base.string() + ".mo")) {
    class_ = load(base.string() + ".mo", name, within);
  }
  members_[&package].emplace(std::string(name), class_);
  return class_;
}

std::vector<std::string> Library::member_names(const ast::Class& package) const {
  std::vector<std::string> names;
  const auto directory = directories_.find(&package);
  if (directory == directories_.end()) return names;
  const fs::path base = directory->second.path;
  for (const std::string& line : lines(base / "package.order"))
    if (is_file(base / (line + ".mo")) || is_file(base / line / "package.mo")) names.push_back(line);
  std::vector<std::string> others;
  for (const fs::path at : entries(base)) {
    std::string name;
    if (at.extension() == ".mo" && at.filename() != "package.mo" && is_file(at)) name = at.stem().string();
    if (is_file(at / "package.mo")) name = at.filename().string();
    if (!name.empty() && std::ranges::find(names, name) == names.end()) others.push_back(name);
  }
  std::ranges::sort(others);
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

std::string Library::directory_of(std::string_view name) const {
  const auto known = top_.find(name);
  if (known == top_.end()) return {};
  const auto directory = directories_.find(known->second);
  return directory != directories_.end() ? directory->second.path : std::string();
}

}  // namespace sunder::library
