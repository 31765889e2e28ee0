// Where names are looked up: classes lexically, components in an instance, loop variables innermost first.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>
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

struct ClassScope;

/// A class whose elements another one has too, and the modifications on the way to it.
struct Ancestor {
  const ClassScope* scope = nullptr;
  std::vector<const ast::Modification*> modifications;
};

/// A class together with the classes around it. The root scope has no class and holds the top-level classes.
struct ClassScope {
  const ast::Class* class_ = nullptr;
  const ClassScope* parent = nullptr;
  std::unordered_map<std::string_view, const ast::Class*> classes;
  std::unordered_map<std::string_view, DeclaredComponent> components;
  std::vector<const ast::Element*> imports;
  std::vector<const ast::Element*> extends;
  std::string name;                 ///< full name
  std::vector<Ancestor> ancestors;  ///< found when first needed
  bool has_ancestors = false;
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
  /// The class that `extends name` in `scope` means: names inherited by this very extends cannot be part of it.
  FoundClass find_base(const ast::Name& name, const ClassScope& scope);
  /// Whether the class has a class of this name, declared in it or inherited.
  bool has_class(const ClassScope& scope, std::string_view name) { return member(scope, name) != nullptr; }
  /// Is told where something was looked up through a modification that changes it.
  void on_modified(std::function<void(Span)> callback) { on_modified_ = std::move(callback); }
  /// Is told where a chain of base classes is too long to follow.
  void on_too_deep(std::function<void(Span)> callback) { on_too_deep_ = std::move(callback); }
  /// Looks up a component declared in a class around `from`, or in the named or an imported package.
  FoundComponent find_component(std::span<const std::string_view> parts, const ClassScope& from);
  /// Names of all classes that can be seen, for suggestions.
  std::vector<std::string> visible_names(const ClassScope& from) const;

 private:
  struct Base {
    const ClassScope* scope;
    const ast::Modification* modification;
  };
  std::vector<Base> bases(const ClassScope& scope);
  void inherit(ClassScope& own, const Base& from);
  const std::vector<Ancestor>& ancestors(const ClassScope& scope);
  void check_modified(const Ancestor& through, std::string_view name);
  const ClassScope* base(const ast::Name& name, const ClassScope& scope, int depth);
  const ClassScope* member(const ClassScope& scope, std::string_view name);
  FoundComponent member_component(const ClassScope& scope, std::string_view name);
  FoundComponent imported_component(const ClassScope& scope, std::string_view name);
  const ClassScope* simple(std::string_view name, const ClassScope& from, int depth);
  const ClassScope* imported(const ClassScope& scope, std::string_view name, int depth);
  const ClassScope* dotted(std::span<const std::string_view> parts, const ClassScope& from, int depth);

  std::function<void(Span)> on_modified_;
  std::function<void(Span)> on_too_deep_;
  std::deque<std::unique_ptr<ClassScope>> scopes_;
  std::unordered_map<const ast::Class*, ClassScope*> by_class_;
  ClassScope* root_ = nullptr;
};

std::vector<std::string_view> parts_of(const ast::Name& name);
std::string text_of(const ast::Name& name);

}  // namespace sunder::instantiate
