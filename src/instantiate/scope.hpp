// Where names are looked up: classes lexically, components in an instance, loop variables innermost first.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/ast.hpp"
#include "ir/instance.hpp"

namespace sunder::instantiate {

struct DeclaredComponent {
  const ast::Element* element = nullptr;
  const ast::Component* component = nullptr;
};

/// A class together with the classes around it. The root scope has no class and holds the top-level classes.
struct ClassScope {
  const ast::Class* class_ = nullptr;
  const ClassScope* parent = nullptr;
  std::unordered_map<std::string_view, const ast::Class*> classes;
  std::unordered_map<std::string_view, DeclaredComponent> components;
  std::vector<const ast::Element*> imports;
  std::vector<const ast::Element*> extends;
  std::string name;  ///< full name
};

/// A found class: the class and the scope its body is read in. `builtin` is set for Real and the like.
struct FoundClass {
  const ClassScope* scope = nullptr;
  ir::BaseType builtin = ir::BaseType::error;
  bool is_state_select = false;

  [[nodiscard]] bool found() const { return scope != nullptr || is_builtin(); }
  [[nodiscard]] bool is_builtin() const { return builtin != ir::BaseType::error; }
};

/// A found component, and the class that declares it.
struct FoundComponent {
  const ClassScope* scope = nullptr;
  DeclaredComponent declared;

  [[nodiscard]] bool found() const { return scope != nullptr; }
};

/// Owns the scopes; one per class, made when first asked for.
class ClassTable {
 public:
  explicit ClassTable(std::span<const ast::File* const> files);

  const ClassScope& root() const { return *root_; }
  const ClassScope& scope_of(const ast::Class& class_, const ClassScope& parent);
  /// Looks up a (possibly dotted) class name by the rules of the language, inherited classes and imports included.
  FoundClass find(const ast::Name& name, const ClassScope& from);
  FoundClass find(std::span<const std::string_view> parts, const ClassScope& from);
  /// Looks up a component declared in a class around `from`, or in the named or an imported package.
  FoundComponent find_component(std::span<const std::string_view> parts, const ClassScope& from);
  /// Names of all classes that can be seen, for suggestions.
  std::vector<std::string> visible_names(const ClassScope& from) const;

 private:
  /// The classes whose elements this class has too: those it extends, and the one it is short for.
  std::vector<const ClassScope*> bases(const ClassScope& scope, int depth);
  const ClassScope* member(const ClassScope& scope, std::string_view name, int depth);
  FoundComponent member_component(const ClassScope& scope, std::string_view name, int depth);
  FoundComponent imported_component(const ClassScope& scope, std::string_view name);
  const ClassScope* simple(std::string_view name, const ClassScope& from, int depth);
  const ClassScope* imported(const ClassScope& scope, std::string_view name, int depth);
  const ClassScope* dotted(std::span<const std::string_view> parts, const ClassScope& from, int depth);

  std::deque<std::unique_ptr<ClassScope>> scopes_;
  std::unordered_map<const ast::Class*, ClassScope*> by_class_;
  ClassScope* root_ = nullptr;
};

std::vector<std::string_view> parts_of(const ast::Name& name);
std::string text_of(const ast::Name& name);

}  // namespace sunder::instantiate
