// Modifications as a tree: what is said of an element from outside, the outermost first.
#pragma once

#include <deque>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arena.hpp"
#include "ir/ast.hpp"
#include "ir/instance.hpp"

namespace sunder::instantiate {

struct ClassInstance;

/// Where something was written: the class whose names it sees, and the instance that has its components (null: only
/// constants can be seen).
struct Scope {
  ClassInstance* classes = nullptr;
  ir::Instance* instance = nullptr;
  friend bool operator==(const Scope&, const Scope&) = default;
};

/// On the way from the value of a whole component to that of a part: a field, or an element.
struct Step {
  std::string_view field;
  std::vector<std::int64_t> subscripts;
  std::span<const std::int64_t> sizes{};  ///< of the array the element is of
  bool if_there = false;                  ///< not taken where the value has no such elements
};

struct ModValue {
  const ast::Expression* expression = nullptr;  ///< null: no value
  Scope scope;
  std::vector<Step> steps;
  bool each = false;        ///< one value for every element of the arrays around
  bool inherited = false;   ///< comes of the type of the component
  bool redeclares = false;  ///< written in a redeclaration: in arrays, one for each element if there are so many
};

struct Redeclaration {
  const ast::Element* element = nullptr;
  Scope scope;
};

/// All that is said of one element. Never changes once made.
struct Mod {
  Span span;
  Span name_span;  ///< of the name alone
  bool each = false, final_ = false, breaks = false, unchecked = false;
  bool goes_before_whole = false;  ///< of a field: said farther outside than the value of the whole record
  Scope scope;                     ///< of what is outermost
  ModValue value;
  const Redeclaration* redeclare = nullptr;
  std::vector<std::pair<std::string_view, const Mod*>> inner;
  /// Of a component that is redeclared: what was said of the one before, which what is above goes before. Of a class:
  /// what constraining clauses of redeclarations before say.
  const Mod* beneath = nullptr;
  Span final_span;  ///< valid: something inside is final, and an outer modifier is not

  [[nodiscard]] const Mod* find(std::string_view name) const;
};

inline const Mod* child(const Mod* mod, std::string_view name) { return mod != nullptr ? mod->find(name) : nullptr; }
inline bool has_value(const Mod* mod) { return mod != nullptr && mod->value.expression != nullptr; }

/// Who wants to know of clashes while modifications are put together.
class ModObserver {
 public:
  virtual ~ModObserver() = default;
  virtual void twice(Span second, Span first, std::string_view name) = 0;
  /// An element was redeclared without staying replaceable, and is redeclared again.
  virtual void redeclared_again(Span outer, Span inner) = 0;
  virtual void against_final(Span outer, Span inner, std::string_view name) = 0;
};

/// Makes and owns modifications.
class Mods {
 public:
  void observe(ModObserver* observer) { observer_ = observer; }

  /// What is written in parentheses and behind the equals sign; null when there is nothing.
  const Mod* make(const ast::Modification* modification, Scope scope, bool of_type = false);
  /// Both, where they clash the outer one. Either may be null.
  const Mod* merge(const Mod* outer, const Mod* inner, std::string_view name = {});
  /// Nobody complains when what it names does not exist.
  void uncheck(const Mod* mod);
  /// The same without what is said of one element.
  const Mod* without(const Mod* mod, std::string_view name);
  /// The same without the redeclaration, and without the value if need be.
  const Mod* without_redeclaration(const Mod* mod);
  const Mod* without_value(const Mod* mod);
  const Mod* only(std::span<const std::pair<std::string_view, const Mod*>> inner, const Mod& like);
  /// What it says of one element of an array.
  const Mod* element(const Mod* mod, std::span<const std::int64_t> subscripts, std::span<const std::int64_t> sizes);
  /// What the value of a whole record says of a field that is not mentioned otherwise.
  const Mod* field(const Mod* whole, const Mod* own, std::string_view name);
  /// The same as part of a type: one value for every element.
  const Mod* of_type(const Mod* mod);
  /// The same without what lies beneath it.
  const Mod* without_beneath(const Mod* mod);
  /// What the constraining clause of a redeclaration says of components, of this one and of later ones.
  const Mod* constraint_of(const Mod& redeclaring);
  const Mod* redeclare(std::string_view name, const ast::Element& element, Scope scope);
  const Mod* of_value(const ast::Expression& expression, Scope scope, Span span);
  const Mod* nested(std::span<const std::string_view> path, const Mod* mod);

 private:
  Mod& add() { return all_.emplace_back(); }
  void say_redeclared(Mod& mod, const ast::Element& element, std::string_view name, Scope scope);
  const Mod* of_redeclaration(const Mod* mod);
  const Mod* before_whole(const Mod* mod, bool goes);
  const Mod* argument(const ast::ModificationArgument& argument, Scope scope, bool of_type);
  const Mod* make_anew(const ast::Modification& written, Scope scope, bool of_type);

  std::deque<Mod> all_;
  /// Those that mean the same for every component that is declared so; null: this one does not.
  std::map<std::pair<const ast::Modification*, bool>, const Mod*> literal_;
  std::deque<Redeclaration> redeclarations_;
  ModObserver* observer_ = nullptr;
};

}  // namespace sunder::instantiate
