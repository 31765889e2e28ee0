#include "instantiate/builder.hpp"

#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

std::vector<std::string> child_names(const ir::Instance& instance, std::size_t first) {
  std::vector<std::string> names;
  for (std::size_t i = first; i < instance.children.size(); ++i) names.push_back(instance.children[i]->name);
  return names;
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t dot = std::min(text.find('.', at), text.size());
    parts.push_back(text.substr(at, dot - at));
    at = dot + 1;
  }
  return parts;
}

}  // namespace

std::string suggestion(std::string_view written, const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = closest(written, candidates);
  if (near.empty()) return {};
  return "did you mean '" + near.front() + "'?";
}

Builder::Builder(std::span<const ast::File* const> files, ir::ValueSource& values) : classes_(files), values_(values) {
  values_.ask(this);
  classes_.on_modified([this](Span span) {
    error(Code::E0203, span, "modifying what is looked up in a class or package is not supported yet");
  });
  classes_.on_too_deep([this](Span span) { say_too_deep(span); });
}

void Builder::say_too_deep(Span span) {
  error(Code::E0217, span, "the definitions that lead here need each other over too many levels").help =
      "about 500 classes, 250 constants or 250 functions can follow from each other";
}

bool Builder::is_new(Code code, Span span) {
  return !span.valid() || said_.emplace(code, span.file, span.begin, span.end).second;
}

Diagnostic& Builder::error(Code code, Span span, std::string message) {
  if (is_new(code, span)) return diagnostics_.error(code, span, std::move(message));
  repeated_ = {};
  return repeated_;
}

Diagnostic& Builder::warning(Code code, Span span, std::string message) {
  if (is_new(code, span)) return diagnostics_.warning(code, span, std::move(message));
  repeated_ = {};
  return repeated_;
}

namespace {

bool looks_like_package(std::string_view name) { return !name.empty() && name[0] >= 'A' && name[0] <= 'Z'; }

constexpr const char* no_libraries = "libraries cannot be loaded yet";

}  // namespace

/// False: what is imported is in no file that was read.
bool Builder::check_import(const ast::Element& element) {
  const auto& parts = element.import_.name.parts;
  if (parts.empty() || classes_.root().classes.contains(parts[0].text)) return true;
  const std::string first(parts[0].text);
  error(Code::E0202, element.import_.name.span, "there is no '" + first + "' in this file, and " + no_libraries);
  return false;
}

void Builder::check_imports(const ClassScope& scope) {
  for (const ClassScope* around = &scope; around != nullptr; around = around->parent)
    if (imports_checked_.insert(around).second)
      for (const ast::Element* element : around->imports) check_import(*element);
}

void Builder::unknown(Code code, Span span, std::span<const std::string_view> parts, const ClassScope& from,
                      std::string message, std::string help) {
  for (const ClassScope* scope = &from; scope != nullptr; scope = scope->parent)
    for (const ast::Element* element : scope->imports) {
      const ast::Import& import = element->import_;
      const bool named = !import.wildcard && !import.name.parts.empty() && import.selected.empty() &&
                         (import.alias.empty() ? import.name.parts.back().text : import.alias.text) == parts[0];
      const bool selected = std::any_of(import.selected.begin(), import.selected.end(),
                                        [&](const ast::Identifier& one) { return one.text == parts[0]; });
      if ((named || selected) && !check_import(*element)) return;
    }
  const bool library =
      parts.size() > 1 && looks_like_package(parts[0]) && help.empty() && !classes_.find(parts.first(1), from).found();
  if (library) message += ": '" + std::string(parts[0]) + "' looks like a library, and " + no_libraries;
  error(code, span, std::move(message)).help = std::move(help);
}

void Builder::build(const std::string& class_name, std::span<const Override> overrides) {
  const std::vector<std::string_view> parts = split(class_name);
  const FoundClass found = classes_.find(parts, classes_.root());
  if (found.scope == nullptr) {
    error(Code::E0202, {}, "there is no class '" + class_name + "'").help =
        suggestion(class_name, classes_.visible_names(classes_.root()));
    return;
  }
  const ast::Class& class_ = *found.scope->class_;
  const bool simulates = class_.kind == ast::ClassKind::model || class_.kind == ast::ClassKind::block ||
                         class_.kind == ast::ClassKind::class_;
  if (class_.partial || !simulates) {
    error(Code::E0215, class_.name.span,
          "'" + class_name + "' is " + (class_.partial ? "partial" : "not a model") +
              ": it cannot be simulated by itself");
    return;
  }
  tree_->root = std::make_unique<ir::Instance>();
  ir::Instance& root = *tree_->root;
  root.name = class_name;
  root.class_ = &class_;
  root.span = class_.name.span;
  root.description = description_of(class_.comment);

  Modifiers modifiers, set;                      // those that set elements, which may be of any name
  for (const Override& override_ : overrides) {  // written as if by whoever uses the model
    std::vector<ast::Identifier> path;
    for (const std::string_view part : split(arena().copy(std::string_view(override_.path))))
      path.push_back({part, override_.span});
    auto* modification = arena().make<ast::Modification>();
    modification->value = override_.value;
    modification->span = override_.span;
    modifiers.push_back({arena().copy(path), modification, {&root, &classes_.root()}, true, false, override_.span});
    if (!override_.drives_input) set.push_back(modifiers.back());
  }
  add_class(root, *found.scope, modifiers);
  check_names(root, *found.scope, set);
  check_overrides(overrides);
  for (std::size_t i = 0; i < leaves_.size(); ++i) ensure_sizes(*leaves_[i]);
  for (std::size_t i = 0; i < leaves_.size(); ++i) finish_leaf(*leaves_[i]);
  for (const Body& body : bodies_) add_equations(body);
  tree_->experiment = read_experiment(class_, diagnostics_);
}

/// What is set from outside must be a parameter, or an attribute of some variable.
void Builder::check_overrides(std::span<const Override> overrides) {
  for (const Override& override_ : overrides) {
    const ir::Instance* instance = tree_->root.get();
    for (const std::string_view part : split(override_.path)) {
      const auto child = instance->by_name.find(part);
      instance = child != instance->by_name.end() ? child->second : nullptr;
      if (instance == nullptr) break;  // an attribute, or diagnosed as unknown
    }
    if (override_.drives_input) {
      check_drives_input(override_, instance);
      continue;
    }
    if (instance == nullptr || instance->variability == ir::Variability::parameter ||
        instance->base == ir::BaseType::error)
      continue;
    if (!instance->is_leaf()) {
      error(Code::E0005, override_.span,
            "'" + override_.path + "' is a component: only parameters have a value to set");
    } else {
      error(Code::E0005, override_.span, "'" + override_.path + "' is not a parameter")
          .notes.push_back({"declared here", instance->span});
    }
  }
}

/// `instance`: what has the name; null: nothing does.
void Builder::check_drives_input(const Override& override_, const ir::Instance* instance) {
  const ir::Instance& root = *tree_->root;
  if (instance == nullptr && root.is_incomplete) return;
  const auto drivable = [&](const ir::Instance& one) {
    return one.parent == &root && one.causality == ir::Causality::input;
  };
  if (instance != nullptr && drivable(*instance)) return;
  std::vector<std::string> inputs;
  for (const auto& child : root.children)
    if (drivable(*child)) inputs.push_back(child->name);
  Diagnostic& wrong = error(Code::E0511, override_.span, "the model has no input '" + override_.path + "'");
  wrong.help = suggestion(override_.path, inputs);
  constexpr std::size_t listed = 8;
  if (wrong.help.empty() && !inputs.empty() && inputs.size() <= listed)
    wrong.help = (inputs.size() == 1 ? "its input is " : "its inputs are ") + enumerated(inputs);
}

void Builder::check_repeated(const Modifiers& modifiers) {
  for (const Modifier& modifier : modifiers) {
    if (modifier.modification == nullptr || !checked_.insert(modifier.modification).second) continue;
    const auto& arguments = modifier.modification->arguments;
    std::unordered_map<std::string, Span> seen;
    for (const ast::ModificationArgument& argument : arguments) {
      if (argument.element != nullptr) continue;
      const auto [first, added] = seen.emplace(text_of(argument.name), argument.span);
      if (!added)
        error(Code::E0214, argument.span, "'" + text_of(argument.name) + "' is modified twice")
            .notes.push_back({"first here", first->second});
    }
  }
}

void Builder::check_final(const Modifiers& modifiers, const std::string& what) {
  const Modifier* outer = against_final(modifiers);
  if (outer == nullptr) return;
  const auto inner = std::find_if(modifiers.begin() + 1, modifiers.end(),
                                  [](const Modifier& m) { return m.final_ && m.path.empty(); });
  error(Code::E0212, outer->span, what + " is final and cannot be modified")
      .notes.push_back({"made final here", inner->span});
}

void Builder::check_names(const ir::Instance& instance, const ClassScope& scope, const Modifiers& modifiers,
                          std::size_t first) {
  check_repeated(modifiers);
  for (const ast::Identifier& name : named_children(modifiers)) {
    const auto begin = instance.children.begin() + static_cast<std::ptrdiff_t>(first);
    const auto named = [&](const auto& child) { return child->name == name.text; };
    const bool there =
        first == 0 ? instance.by_name.contains(name.text) : std::any_of(begin, instance.children.end(), named);
    if (there || instance.is_incomplete || absent_.contains({&instance, name.text})) continue;
    if (classes_.has_class(scope, name.text)) {
      error(Code::E0203, name.span, "modifying a class inside of another is not supported yet");
      continue;
    }
    const std::string model = instance.path.empty() ? "the model" : "'" + instance.path + "'";
    const std::string where = first > 0 ? "'" + scope.name + "'" : model;
    error(Code::E0206, name.span, where + " has no element '" + std::string(name.text) + "' to modify").help =
        suggestion(name.text, child_names(instance, first));
  }
  for (const Span span : redeclarations(modifiers)) error(Code::E0203, span, "redeclarations are not supported yet");
}

void Builder::add_class(ir::Instance& instance, const ClassScope& scope, const Modifiers& modifiers) {
  if (std::find(open_classes_.begin(), open_classes_.end(), &scope) != open_classes_.end()) {
    error(Code::E0210, instance.span, "class '" + scope.name + "' contains or extends itself");
    return;
  }
  const Nesting level(*this, NestingCost::class_, scope.class_->name.span);
  if (level.too_deep()) {
    instance.is_incomplete = true;
    return;
  }
  check_imports(scope);
  open_classes_.push_back(&scope);
  const ast::Class& class_ = *scope.class_;
  if (class_.form == ast::ClassForm::short_) {
    add_short_class(instance, scope, modifiers);
  } else if (class_.form != ast::ClassForm::long_) {
    error(Code::E0203, class_.name.span, "classes of this form are not supported yet");
  }
  for (const ast::Section& section : class_.sections) {
    for (const ast::Element* element : section.elements) {
      if (element->kind == ast::ElementKind::class_definition && element->redeclare)
        error(Code::E0203, element->span, "redeclarations are not supported yet");
      if (element->kind == ast::ElementKind::extends) add_extends(instance, scope, *element, modifiers);
      if (element->kind == ast::ElementKind::component_clause) add_clause(instance, scope, *element, modifiers);
    }
  }
  bodies_.push_back({&instance, &scope});
  open_classes_.pop_back();
}

void Builder::add_short_class(ir::Instance& instance, const ClassScope& scope, const Modifiers& modifiers) {
  const ast::Class& class_ = *scope.class_;
  const FoundClass base = classes_.find(class_.base, *scope.parent);
  if (base.is_builtin()) {
    error(Code::E0215, class_.base.span, "'" + scope.name + "' is a type, not a model");
    return;
  }
  if (base.scope == nullptr) {
    unknown(Code::E0202, class_.base.span, parts_of(class_.base), *scope.parent,
            "unknown class '" + text_of(class_.base) + "'", {});
    return;
  }
  if (!class_.base_subscripts.empty())
    error(Code::E0203, class_.base.span, "arrays of components are not supported yet");
  Modifiers own;
  add_inner(own, class_.modification, {nullptr, scope.parent});
  Modifiers all = modifiers;
  all.insert(all.end(), own.begin(), own.end());
  add_class(instance, *base.scope, all);
  check_names(instance, *base.scope, own);
}

void Builder::add_extends(ir::Instance& instance, const ClassScope& scope, const ast::Element& element,
                          const Modifiers& outer) {
  const FoundClass base = classes_.find_base(element.type, scope);
  if (base.scope == nullptr) {
    if (base.is_builtin())
      error(Code::E0203, element.type.span, "extending '" + text_of(element.type) + "' is not supported yet");
    else
      unknown(Code::E0202, element.type.span, parts_of(element.type), scope,
              "unknown class '" + text_of(element.type) + "'",
              suggestion(text_of(element.type), classes_.visible_names(scope)));
    instance.is_incomplete = true;
    return;
  }
  if (!element.breaks.empty() || !element.break_connections.empty())
    error(Code::E0203, element.span, "deselecting with break is not supported yet");
  Modifiers modifiers = outer;
  Modifiers own;
  add_inner(own, element.modification, {&instance, &scope});
  modifiers.insert(modifiers.end(), own.begin(), own.end());
  const std::size_t first = instance.children.size();
  const bool around = std::exchange(hides_, hides_ || element.visibility == ast::Visibility::protected_);
  add_class(instance, *base.scope, modifiers);
  hides_ = around;
  check_names(instance, *base.scope, own, first);
}

std::optional<ir::Value> Builder::evaluate(const ir::Expression& expression, const std::string& what) {
  ir::EvaluationFailure failure;
  std::optional<ir::Value> value = values_.value_of(expression, {}, failure);
  if (value || what.empty() || (failure.diagnosed && diagnostics_.has_errors())) return value;
  Diagnostic& d = error(Code::E0208, expression.span, what + " must be known at compile time: " + failure.message);
  const bool elsewhere = failure.span.begin != expression.span.begin || failure.span.end != expression.span.end;
  if (failure.span.valid() && elsewhere) d.notes.push_back({"because of this", failure.span});
  return value;
}

}  // namespace sunder::instantiate
