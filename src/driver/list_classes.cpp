#include "driver/list_classes.hpp"

#include <algorithm>
#include <filesystem>

#include "base/codes.hpp"
#include "instantiate/instantiate.hpp"
#include "library/files.hpp"
#include "library/library.hpp"

namespace sunder::driver {
namespace {

const char* text_of(ast::ClassKind kind) {
  static constexpr const char* names[] = {
      "class", "model",   "record",   "operator record",   "block",   "connector", "expandable connector",
      "type",  "package", "function", "operator function", "operator"};
  return names[static_cast<std::size_t>(kind)];
}

void list(library::Library& library, const ast::Class& class_, const std::string& name, bool experiments,
          std::vector<ListedClass>& out) {
  const bool has_experiment = instantiate::has_experiment(class_) && !class_.partial;
  if (!experiments || has_experiment) out.push_back({name, text_of(class_.kind), has_experiment});
  std::vector<std::string> seen;
  for (const ast::Section& section : class_.sections)
    for (const ast::Element* element : section.elements)
      if (element->kind == ast::ElementKind::class_definition) {
        list(library, *element->class_, name + "." + std::string(element->class_->name.text), experiments, out);
        seen.emplace_back(element->class_->name.text);
      }
  for (const std::string& member : library.member_names(class_)) {
    if (std::ranges::find(seen, member) != seen.end()) continue;
    if (const ast::Class* stored = library.member(class_, member))
      list(library, *stored, name + "." + member, experiments, out);
  }
}

}  // namespace

std::vector<ListedClass> list_classes(Workspace& workspace, const std::vector<std::string>& libraries, bool experiments,
                                      SourceMap& sources, Diagnostics& diagnostics) {
  std::vector<ListedClass> out;
  for (const std::string& one : libraries)
    if (!std::filesystem::exists(one))
      diagnostics.error(Code::E0001, {}, "cannot read '" + one + "': No such file or directory");
  std::vector<std::shared_ptr<const ParsedSource>> kept;
  const auto load = [&](const std::string& file) -> const ast::File* {
    auto parsed = workspace.parse(Source::of_library(file), diagnostics);
    if (!parsed) return nullptr;
    diagnostics.append(parsed->diagnostics);
    sources.add(parsed->source);
    kept.push_back(parsed);
    return &kept.back()->tree;
  };
  library::Library library({}, libraries.empty() ? std::vector{std::string(library::own_root)} : libraries, load,
                           diagnostics);
  for (const std::string& name : library.top_level_names())
    if (const ast::Class* top = library.top_level(name)) list(library, *top, name, experiments, out);
  return out;
}

}  // namespace sunder::driver
