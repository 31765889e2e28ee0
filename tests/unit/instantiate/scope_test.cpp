// Lookup in classes that extend and import each other, in circles too.
#include <doctest/doctest.h>

#include "instantiate/classes.hpp"
#include "instantiate/instantiate.hpp"
#include "ir/ast.hpp"

using namespace sunder;
using instantiate::ClassTable;

namespace {

/// Builds syntax trees by hand: this room knows no parser.
struct Trees {
  Arena arena;
  ast::File file;

  ast::Name name(const std::vector<const char*>& parts) {
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
  ast::Element* extends(const std::vector<const char*>& base) {
    ast::Element* out = element(ast::ElementKind::extends);
    out->type = name(base);
    return out;
  }
  ast::Element* contains(ast::Class* class_) {
    ast::Element* out = element(ast::ElementKind::class_definition);
    out->class_ = class_;
    return out;
  }
  ast::Element* imports(const std::vector<const char*>& from, bool wildcard) {
    ast::Element* out = element(ast::ElementKind::import_);
    out->import_.name = name(from);
    out->import_.wildcard = wildcard;
    return out;
  }
  ast::Class* make(const char* called, const std::vector<ast::Element*>& elements,
                   ast::ClassKind kind = ast::ClassKind::model) {
    auto* out = arena.make<ast::Class>();
    out->kind = kind;
    out->name.text = called;
    ast::Section section;
    section.elements = arena.copy(elements);
    out->sections = arena.copy(std::vector<ast::Section>{section});
    return out;
  }
  struct Source : ir::ClassSource {
    std::vector<ast::Class*> top;
    const ast::Class* top_level(std::string_view name) override {
      for (const ast::Class* one : top)
        if (one->name.text == name) return one;
      return nullptr;
    }
    [[nodiscard]] std::vector<std::string> top_level_names() const override { return {}; }
    const ast::Class* member(const ast::Class&, std::string_view) override { return nullptr; }
    [[nodiscard]] std::vector<std::string> member_names(const ast::Class&) const override { return {}; }
  } source;
  instantiate::Mods mods;
  std::unique_ptr<ClassTable> classes;
  ClassTable& table(std::vector<ast::Class*> top) {
    source.top = std::move(top);
    classes = std::make_unique<ClassTable>(source, mods, arena);
    return *classes;
  }
};

const ast::Class* find(ClassTable& table, const std::vector<std::string_view>& parts) {
  const instantiate::ClassInstance* found = table.lookup(parts, table.root());
  return found != nullptr ? found->syntax : nullptr;
}

}  // namespace

TEST_CASE("classes are found in what a class extends, however far away") {
  Trees trees;
  ast::Class* inner = trees.make("Inner", {});
  ast::Class* a = trees.make("A", {trees.contains(inner)});
  ast::Class* b = trees.make("B", {trees.extends({"A"})});
  ast::Class* c = trees.make("C", {trees.extends({"B"})});
  ClassTable& table = trees.table({a, b, c});
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
  ClassTable& table = trees.table(classes);
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
  ClassTable& table = trees.table({p, q, user});
  instantiate::ClassInstance& inside = *table.lookup("User", table.root()).class_;
  CHECK(table.lookup("X", inside).class_->syntax == near);
  CHECK_FALSE(table.lookup("Y", inside).found());
}

TEST_CASE("a class means what its modifications make of it, and equal ones are one") {
  Trees trees;
  ast::Class* p = trees.make("P", {trees.contains(trees.make("Inner", {}))}, ast::ClassKind::package);
  ast::Class* q = trees.make("Q", {}, ast::ClassKind::package);
  q->form = ast::ClassForm::short_;
  q->base = trees.name({"P"});
  q->sections = {};
  ClassTable& table = trees.table({p, q});
  CHECK(table.lookup("Q", table.root()).class_ == table.lookup("P", table.root()).class_);
  auto* modification = trees.arena.make<ast::Modification>();
  ast::ModificationArgument argument;
  argument.name = trees.name({"n"});
  modification->arguments = trees.arena.copy(std::vector<ast::ModificationArgument>{argument});
  instantiate::ClassInstance& plain = *table.lookup("P", table.root()).class_;
  const instantiate::Mod* mod = trees.mods.make(modification, {&table.root(), nullptr});
  instantiate::ClassInstance* other = table.with_mod(plain, mod);
  CHECK(other != &plain);
  CHECK(table.with_mod(plain, mod) == other);
  CHECK(table.member_class(*other, "Inner") != table.member_class(plain, "Inner"));
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
