// Classes and what they mean: a class instance is a class inside of another, with the modifications that matter to it.
//
// The same class may mean different things: `package Q = P(n = 5)` has another m = 2*n than P, and what a redeclared
// function calls is seen by all that call it. So tables are kept by class instance, never by syntax node; equal ones
// are one object.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "instantiate/modifiers.hpp"
#include "ir/class_source.hpp"
#include "ir/instance.hpp"

namespace sunder::instantiate {

inline bool is_connector(ast::ClassKind kind) {
  return kind == ast::ClassKind::connector || kind == ast::ClassKind::expandable_connector;
}

struct Base {
  const ast::Element* clause = nullptr;  ///< null: of a short class or of `class extends`
  ClassInstance* instance = nullptr;     ///< null: unknown
};

/// What a name means inside of a class.
struct Member {
  enum class Kind { none, class_, component } kind = Kind::none;
  const ast::Element* element = nullptr;
  const ast::Component* component = nullptr;
  const ast::Class* class_ = nullptr;
  ClassInstance* home = nullptr;  ///< who declares it
  bool is_protected = false;

  [[nodiscard]] bool found() const { return kind != Kind::none; }
};

/// A class that comes down to a base type, or an array of another class.
struct Aliased {
  ir::BaseType base = ir::BaseType::error;  ///< error: not a base type
  const ir::EnumerationType* enumeration = nullptr;
  const Mod* mod = nullptr;  ///< what the types on the way say of its attributes
  std::vector<std::pair<const ast::Expression*, Scope>> sizes;
  ast::CausalityPrefix causality = ast::CausalityPrefix::none;
  bool is_connector = false;
};

struct ClassInstance {
  const ast::Class* syntax = nullptr;  ///< null: the root, or a built-in type
  ClassInstance* parent = nullptr;     ///< around it
  const Mod* mod = nullptr;            ///< as far as it matters for what names mean
  const Mod* beneath = nullptr;        ///< what a constraining clause says of components, which all else goes before
  ir::Instance* around = nullptr;      ///< the component it stands in, if its own modifications may speak of that
  ir::Instance* instance = nullptr;    ///< the component it is the class of, if its nested classes may speak of that
  std::string name;
  ir::BaseType builtin = ir::BaseType::error;

  // made when first needed
  enum class State { untouched, working, done };
  State own_state = State::untouched, bases_state = State::untouched, alias_state = State::untouched;
  std::unordered_map<std::string_view, Member> own;
  std::vector<const ast::Element*> imports;
  std::vector<Base> bases;
  std::unordered_map<std::string_view, ClassInstance*> classes;  ///< members that were asked for
  std::unordered_map<std::string_view, Member> inherited;        ///< likewise, of base classes; also what is not there
  Aliased alias;
  int needs_instance = -1;

  // what the builder knows of it
  std::unordered_map<std::string_view, std::uint32_t> slots;  ///< of the children of its instances
  bool has_slots = false;
  bool is_checked = false, is_balance_checked = false;
  ir::Instance* holder = nullptr;     ///< of its constants, when it is used as a package
  ir::Instance* prototype = nullptr;  ///< of records: for the types of their fields
  ir::Function* function = nullptr;
  bool function_failed = false;
  const ir::RecordType* record = nullptr;
  State record_state = State::untouched;

  [[nodiscard]] ast::ClassKind kind() const { return syntax != nullptr ? syntax->kind : ast::ClassKind::type; }
  [[nodiscard]] bool is_builtin() const { return builtin != ir::BaseType::error; }
};

/// What the first part of a name means, and where it was found.
struct Found {
  Member member;
  ClassInstance* class_ = nullptr;  ///< of a class
  ClassInstance* in = nullptr;      ///< the class whose element it is (null: top level or imported)
  bool imported = false;
  [[nodiscard]] bool found() const { return class_ != nullptr || member.kind == Member::Kind::component; }
};

class ClassTable {
 public:
  ClassTable(ir::ClassSource& source, Mods& mods, Arena& arena);

  ClassInstance& root() { return *root_; }
  ClassInstance& builtin(ir::BaseType base) { return *builtins_.at(base); }
  Mods& mods() { return mods_; }
  ir::ClassSource& source() { return source_; }

  ClassInstance* get(const ast::Class& syntax, ClassInstance& parent, const Mod* mod, ir::Instance* around,
                     const Mod* beneath = nullptr);
  /// The one whose nested classes may speak of the components of this instance; the same if none does.
  ClassInstance* of_instance(ClassInstance& class_, ir::Instance& instance);

  /// The class with these modifications on top of its own.
  ClassInstance* with_mod(ClassInstance& class_, const Mod* mod);
  /// An element of the class, its own or inherited.
  Member find(ClassInstance& class_, std::string_view name);
  /// A class that is an element of the class, redeclarations applied; null: there is none.
  ClassInstance* member_class(ClassInstance& class_, std::string_view name);
  ClassInstance* redeclared(const Redeclaration& redeclaration, const Mod* mod, const Mod* beneath = nullptr);
  /// By the rules of the language: the class, its imports, then what is around it.
  Found lookup(std::string_view name, ClassInstance& from);
  ClassInstance* lookup(const ast::Name& name, ClassInstance& from);
  ClassInstance* lookup(std::span<const std::string_view> parts, ClassInstance& from);
  const std::vector<Base>& bases(ClassInstance& class_);
  /// The base class once more, its nested classes speaking of this instance.
  ClassInstance* base_of_instance(ClassInstance& class_, std::size_t which, ir::Instance& instance);
  /// The class that `extends name` means: what is inherited by this very clause cannot be part of it.
  ClassInstance* lookup_base(const ast::Name& name, ClassInstance& class_);
  const Aliased& alias(ClassInstance& class_);
  bool inherits(ClassInstance& class_, const ClassInstance& base);

  /// Names of all classes that can be seen, for suggestions.
  std::vector<std::string> visible_names(ClassInstance& from);
  std::vector<std::string> element_names(ClassInstance& class_);
  /// Is told where a chain of definitions is too long to follow.
  void on_too_deep(std::function<void(Span)> callback) { on_too_deep_ = std::move(callback); }
  /// Called when two imports by wildcards have the name: the second one, the name, what both found.
  using Ambiguous = std::function<void(Span, std::string_view, const Found&, const Found&)>;
  void on_ambiguous(Ambiguous callback) { on_ambiguous_ = std::move(callback); }

 private:
  void read(ClassInstance& class_);
  void find_bases(ClassInstance& class_);
  const Mod* base_mod(ClassInstance& class_, const ast::Modification* clause, Scope scope, std::string_view skip);
  ClassInstance* extended_class(ClassInstance& class_);
  const Mod* relevant(const ast::Class& syntax, ClassInstance& parent, const Mod* mod);
  Found imported(ClassInstance& class_, std::string_view name);
  bool needs_instance(ClassInstance& class_, int depth);
  ClassInstance* transparent(const ast::Class& syntax, ClassInstance& parent, const Mod* mod,
                             const Mod* beneath = nullptr);

  ir::ClassSource& source_;
  Mods& mods_;
  Arena& arena_;
  std::deque<ClassInstance> all_;
  std::map<std::tuple<const ast::Class*, ClassInstance*, ir::Instance*, ir::Instance*, std::string>, ClassInstance*>
      known_;
  std::map<ir::BaseType, ClassInstance*> builtins_;
  std::unordered_map<std::string_view, ClassInstance*> builtin_names_;
  ClassInstance* root_ = nullptr;
  std::function<void(Span)> on_too_deep_;
  Ambiguous on_ambiguous_;
  int depth_ = 0;
  int alias_depth_ = 0;
};

std::vector<std::string_view> parts_of(const ast::Name& name);
std::string text_of(const ast::Name& name);

}  // namespace sunder::instantiate
