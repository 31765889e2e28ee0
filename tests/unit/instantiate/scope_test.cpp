// Lookup in classes that extend and import each other, in circles too.
#include <doctest/doctest.h>

#include "instantiate/instantiate.hpp"
#include "instantiate/scope.hpp"
#include "ir/ast.hpp"

using namespace sunder;
using instantiate::ClassTable;
using instantiate::FoundClass;

namespace {

/// Builds syntax trees by hand: this room knows no parser.
struct Trees {
  Arena arena;
  ast::File file;

  ast::Name name(std::vector<const char*> parts) {
    std::vector<ast::Identifier> list;
    for (const char* part : parts) list.push_back({part, {}});
    ast::Name out;
    out.parts = arena.copy(list);
    return out;
  }
  ast::Element* element(ast::ElementKind kind) {
    auto* out = arena.make<ast::Element>();
    out->kind = kind;
    return out;
  }
  ast::Element* extends(std::vector<const char*> base) {
    ast::Element* out = element(ast::ElementKind::extends);
    out->type = name(std::move(base));
    return out;
  }
  ast::Element* contains(ast::Class* class_) {
    ast::Element* out = element(ast::ElementKind::class_definition);
    out->class_ = class_;
    return out;
  }
  ast::Element* imports(std::vector<const char*> from, bool wildcard) {
    ast::Element* out = element(ast::ElementKind::import_);
    out->import_.name = name(std::move(from));
    out->import_.wildcard = wildcard;
    return out;
  }
  ast::Class* make(const char* called, std::vector<ast::Element*> elements,
                   ast::ClassKind kind = ast::ClassKind::model) {
    auto* out = arena.make<ast::Class>();
    out->kind = kind;
    out->name.text = called;
    ast::Section section;
    section.elements = arena.copy(elements);
    out->sections = arena.copy(std::vector<ast::Section>{section});
    return out;
  }
  ClassTable table(std::vector<ast::Class*> top) {
    file.classes = arena.copy(top);
    const ast::File* const files[] = {&file};
    return ClassTable(files);
  }
};

const ast::Class* find(ClassTable& table, const std::vector<std::string_view>& parts) {
  const FoundClass found = table.find(parts, table.root());
  return found.scope != nullptr ? found.scope->class_ : nullptr;
}

}  // namespace

TEST_CASE("classes are found in what a class extends, however far away") {
  Trees trees;
  ast::Class* inner = trees.make("Inner", {});
  ast::Class* a = trees.make("A", {trees.contains(inner)});
  ast::Class* b = trees.make("B", {trees.extends({"A"})});
  ast::Class* c = trees.make("C", {trees.extends({"B"})});
  ClassTable table = trees.table({a, b, c});
  CHECK(find(table, {"C", "Inner"}) == inner);
  CHECK(find(table, {"C", "Nothing"}) == nullptr);
}

TEST_CASE("classes that all extend each other do not send the lookup round and round") {
  Trees trees;
  std::vector<std::string> names;
  for (int i = 0; i < 12; ++i) names.push_back("C" + std::to_string(i));
  std::vector<ast::Class*> classes;
  ast::Class* inner = trees.make("Inner", {});
  for (int i = 0; i < 12; ++i) {
    std::vector<ast::Element*> elements;
    for (int j = 0; j < 12; ++j) elements.push_back(trees.extends({names[static_cast<std::size_t>(j)].c_str()}));
    if (i == 11) elements.push_back(trees.contains(inner));
    classes.push_back(trees.make(names[static_cast<std::size_t>(i)].c_str(), elements));
  }
  ClassTable table = trees.table(classes);
  CHECK(find(table, {"C0", "Inner"}) == inner);
  CHECK(find(table, {"C0", "Nothing"}) == nullptr);
}

TEST_CASE("an import by name wins over a wildcard, and imports in a circle end") {
  Trees trees;
  ast::Class* near = trees.make("X", {});
  ast::Class* far = trees.make("X", {});
  ast::Class* p = trees.make("P", {trees.contains(far), trees.imports({"Q"}, true)}, ast::ClassKind::package);
  ast::Class* q = trees.make("Q", {trees.contains(near), trees.imports({"P"}, true)}, ast::ClassKind::package);
  ast::Class* user = trees.make("User", {trees.imports({"P"}, true), trees.imports({"Q", "X"}, false)});
  ClassTable table = trees.table({p, q, user});
  const instantiate::ClassScope& inside = *table.find(std::vector<std::string_view>{"User"}, table.root()).scope;
  CHECK(table.find(std::vector<std::string_view>{"X"}, inside).scope->class_ == near);
  CHECK_FALSE(table.find(std::vector<std::string_view>{"Y"}, inside).found());
}

TEST_CASE("partial models, functions and packages are no candidates; those in packages are, by their full name") {
  Trees trees;
  ast::Class* partial = trees.make("Half", {});
  partial->partial = true;
  ast::Class* package = trees.make("P",
                                   {trees.contains(trees.make("M", {})), trees.contains(partial),
                                    trees.contains(trees.make("f", {}, ast::ClassKind::function))},
                                   ast::ClassKind::package);
  trees.file.classes = trees.arena.copy(std::vector<ast::Class*>{package});
  const ast::File* const files[] = {&trees.file};
  const auto found = instantiate::candidates(files);
  REQUIRE(found.size() == 1);
  CHECK(found.front().name == "P.M");
}
