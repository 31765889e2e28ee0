#include "instantiate/builder.hpp"

#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "base/stop_point.hpp"
#include "base/text.hpp"
#include "instantiate/connector.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

bool names_element(std::string_view path) { return path.ends_with(']'); }

/// Of "a.k[2]": "a.k".
std::string_view without_subscripts(std::string_view path) { return path.substr(0, path.rfind('[')); }

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t dot = at;
    int depth = 0;
    bool quoted = false;
    for (; dot < text.size(); ++dot) {
      if (text[dot] == '\'') quoted = !quoted;
      if (text[dot] == '[') ++depth;
      if (text[dot] == ']') --depth;
      if (text[dot] == '.' && depth == 0 && !quoted) break;
    }
    parts.push_back(text.substr(at, dot - at));
    at = dot + 1;
  }
  return parts;
}

bool looks_like_package(std::string_view name) { return !name.empty() && name[0] >= 'A' && name[0] <= 'Z'; }

constexpr const char* how_to_add =
    "give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH";

}  // namespace

std::string suggestion(std::string_view written, const std::vector<std::string>& candidates) {
  std::vector<std::string> near = closest(written, candidates);
  std::erase(near, std::string(written));
  if (near.empty()) return {};
  return "did you mean '" + near.front() + "'?";
}

Builder::Builder(ir::ClassSource& source, ir::ValueSource& values)
    : source_(source), classes_(source, mods_, *tree_->arena), values_(values) {
  values_.ask(this);
  mods_.observe(this);
  classes_.on_too_deep([this](Span span) { say_too_deep(span); });
  classes_.on_ambiguous([this](Span span, std::string_view name, const Found& first, const Found& second) {
    if (first.in == nullptr || second.in == nullptr) return;
    error(Code::E0207, span,
          "'" + std::string(name) + "' is imported twice: from '" + first.in->name + "' and from '" + second.in->name +
              "'")
        .help = "import it by its own name from one of them";
  });
}

void Builder::twice(Span second, Span first, std::string_view name) {
  error(Code::E0214, second, "'" + std::string(name) + "' is modified twice").notes.push_back({"first here", first});
}

void Builder::against_final(Span outer, Span inner, std::string_view name) {
  error(Code::E0212, outer,
        (name.empty() ? std::string("this") : "'" + std::string(name) + "'") + " is final and cannot be modified")
      .notes.push_back({"made final here", inner});
}

/// The specification asks for 'replaceable' once more; libraries that people use leave it out, and mean the outer one.
void Builder::redeclared_again(Span outer, Span inner) {
  if (!source_.is_given(outer.file)) return;
  warning(Code::W0228, outer,
          "this was redeclared before and is not replaceable any more: the redeclaration here counts")
      .notes.push_back({"redeclared here, without 'replaceable'", inner});
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

void Builder::warn_hides(std::string_view name, Span at, Span hidden) {
  if (!source_.is_given(at.file)) return;
  warning(Code::W0205, at, "'" + std::string(name) + "' hides something else of this name")
      .notes.push_back({"which is declared here", hidden});
}

/// Components and variables of functions with the name of a constant of a class around.
void Builder::warn_hidden_constants(ClassInstance& class_) {
  if (!source_.is_given(class_.syntax->span.file)) return;
  for (const ast::Section& section : class_.syntax->sections)
    for (const ast::Element* element : section.elements)
      for (const ast::Component& component : element->components)
        for (ClassInstance *inside = &class_, *around = class_.parent;
             around != nullptr && around->syntax != nullptr && !inside->syntax->encapsulated;
             inside = around, around = around->parent) {
          const Member hidden = classes().find(*around, component.name.text);
          if (!hidden.found()) continue;
          if (hidden.kind == Member::Kind::component && hidden.element->variability == ast::VariabilityPrefix::constant)
            warn_hides(component.name.text, component.name.span, hidden.component->name.span);
          break;
        }
}

/// What is imported must exist.
void Builder::check_imports(ClassInstance& class_) {
  for (ClassInstance* around = &class_; around != nullptr && around->syntax != nullptr; around = around->parent) {
    if (!imports_checked_.insert(around->syntax).second) continue;
    warn_hidden_constants(*around);
    for (const ast::Section& section : around->syntax->sections)
      for (const ast::Element* element : section.elements) {
        if (element->kind != ast::ElementKind::import_) continue;
        const auto parts = parts_of(element->import_.name);
        if (parts.empty()) continue;
        if (classes_.lookup(parts[0], classes_.root()).class_ == nullptr) {
          error(Code::E0225, element->import_.name.span,
                "there is no '" + std::string(parts[0]) + "' in these files or on the library path")
              .help = how_to_add;
          continue;
        }
        if (parts.size() > 1 || element->import_.wildcard) {
          const std::size_t around =
              element->import_.wildcard || !element->import_.selected.empty() ? parts.size() : parts.size() - 1;
          ClassInstance* package = classes_.lookup(std::span(parts).first(around), classes_.root());
          if (package != nullptr && package->syntax != nullptr && package->kind() != ast::ClassKind::package &&
              package->kind() != ast::ClassKind::class_ && package->kind() != ast::ClassKind::operator_) {
            error(Code::E0221, element->import_.name.span,
                  "'" + package->name + "' is not a package: nothing can be imported from it");
            continue;
          }
          const Member member =
              package != nullptr && around < parts.size() ? classes_.find(*package, parts.back()) : Member{};
          if (member.is_protected)
            error(Code::E0201, element->import_.name.span,
                  "'" + std::string(parts.back()) + "' is protected: it cannot be used from outside");
        }
        if (classes_.lookup(parts, classes_.root()) != nullptr) continue;
        if (parts.size() > 1) {
          ClassInstance* package = classes_.lookup(std::span(parts).first(parts.size() - 1), classes_.root());
          const Member member = package != nullptr ? classes_.find(*package, parts.back()) : Member{};
          if (member.found()) continue;
          if (package != nullptr) {
            error(Code::E0202, element->import_.name.span,
                  "'" + package->name + "' has no element '" + std::string(parts.back()) + "' to import")
                .help = suggestion(parts.back(), classes_.element_names(*package));
            continue;
          }
        }
        error(Code::E0202, element->import_.name.span,
              "there is no '" + text_of(element->import_.name) + "' to import");
      }
  }
}

void Builder::unknown(Code code, Span span, std::span<const std::string_view> parts, ClassInstance& from,
                      std::string message, std::string help) {
  // an import that leads nowhere explains it
  for (ClassInstance* at = &from; at != nullptr && at->syntax != nullptr; at = at->parent)
    for (const ast::Element* element : at->imports) {
      const ast::Import& import = element->import_;
      if (import.name.parts.empty()) continue;
      const bool named = !import.wildcard && import.selected.empty() &&
                         (import.alias.empty() ? import.name.parts.back().text : import.alias.text) == parts[0];
      const bool selected = std::ranges::any_of(import.selected, [&](const auto& one) { return one.text == parts[0]; });
      if ((named || selected) && classes_.lookup(import.name.parts[0].text, classes_.root()).class_ == nullptr) {
        check_imports(*at);
        return;
      }
    }
  const bool library = parts.size() > 1 && looks_like_package(parts[0]) && help.empty() &&
                       classes_.lookup(parts[0], from).class_ == nullptr;
  if (library) {
    error(Code::E0225, span,
          message + ": there is no '" + std::string(parts[0]) + "' in these files or on the library path")
        .help = how_to_add;
    return;
  }
  error(code, span, std::move(message)).help = std::move(help);
}

ir::Instance& Builder::make_instance(ir::Instance* parent, std::string_view name, Span span) {
  stop_point();
  ir::Instance& made = tree_->instances.emplace_back();
  made.number = static_cast<std::uint32_t>(tree_->instances.size() - 1);
  made.parent = parent;
  made.name = name;
  made.span = span;
  if (parent != nullptr) {
    made.is_package_constant = parent->is_package_constant;
    parent->children.push_back(&made);
  }
  pending_.emplace_back();
  return made;
}

void Builder::build(const std::string& class_name, std::span<const Override> overrides) {
  const std::vector<std::string_view> parts = split(class_name);
  tree_->name = class_name;
  ClassInstance* class_ = classes_.lookup(parts, classes_.root());
  if (class_ == nullptr || class_->syntax == nullptr) {
    ClassInstance* top = classes_.lookup(parts[0], classes_.root()).class_;
    Diagnostic& d = error(Code::E0202, {}, "there is no class '" + class_name + "'");
    if (top == nullptr && parts.size() > 1) {
      d.help = "'" + std::string(parts[0]) + "' is in none of the files and not on the library path: " + how_to_add;
      return;
    }
    d.help = suggestion(class_name, classes_.visible_names(classes_.root()));
    for (std::size_t i = 1; i < parts.size() && top != nullptr; ++i) {
      ClassInstance* next = classes_.member_class(*top, parts[i]);
      if (next == nullptr) d.help = suggestion(parts[i], classes_.element_names(*top));
      top = next;
    }
    return;
  }
  const ast::Class& syntax = *class_->syntax;
  const bool simulates = syntax.kind == ast::ClassKind::model || syntax.kind == ast::ClassKind::block ||
                         syntax.kind == ast::ClassKind::class_;
  if (syntax.partial || !simulates) {
    error(Code::E0215, syntax.name.span,
          "'" + class_name + "' is " + (syntax.partial ? "partial" : "not a model") +
              ": it cannot be simulated by itself");
    return;
  }
  ir::Instance& root = make_instance(nullptr, {}, syntax.name.span);
  tree_->root = &root;
  const Mod* mod = nullptr;
  for (const Override& override_ : overrides) {  // written as if by whoever uses the model
    if (names_element(override_.path) || override_.path.find('[') != std::string::npos) {
      element_overrides_[std::string(without_subscripts(override_.path))].push_back(&override_);
      continue;
    }
    const Mod* value = mods_.of_value(*override_.value, {&classes_.root(), &root}, override_.span);
    const Mod* nested = mods_.nested(split(arena().copy(std::string_view(override_.path))), value);
    if (override_.drives_input) mods_.uncheck(nested);  // check_overrides knows better
    mod = mods_.merge(nested, mod);
  }
  Pending& own = pending(root);
  own.mod = mod;
  own.home = class_->parent;
  own.expanded = Pending::State::working;
  if (!become_class(root, *class_, syntax.name.span)) return;
  own.expanded = Pending::State::done;
  expand_all(root);
  for (std::size_t i = 0; i < connectors_.size(); ++i)
    check_balance_of_connector(*connectors_[i].first, *connectors_[i].second);
  check_overrides(overrides);
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    stop_point();
    ensure_sizes(*leaves_[i]);
  }
  Connector connector(*this);
  const std::vector<Body> bodies = bodies_;
  for (const Body& body : bodies) {
    stop_point();
    add_connections(body);
  }
  connector.settle_expandable();
  connector.count();
  for (std::size_t i = 0; i < leaves_.size(); ++i) {
    stop_point();
    finish_leaf(*leaves_[i]);
  }
  for (const Body& body : bodies) {
    stop_point();
    add_equations(body);
  }
  if (!diagnostics_.has_errors()) connector.connect();
  for (ir::Expression* call : connection_calls) {
    const std::optional<double> value = connection_value(*call);
    if (!value) continue;
    call->kind = call->type.base == ir::BaseType::boolean ? ir::ExpressionKind::boolean : ir::ExpressionKind::number;
    call->number = *value;
    call->variable = nullptr;
  }
  for (std::size_t i = 0; i < tree_->functions.size(); ++i) complete(tree_->functions[i]);
  bind_constants();
  tree_->experiment = read_experiment(*class_);
}

/// Fields of records that are constants of packages have their values, though nobody may have asked for them yet.
void Builder::bind_constants() {
  for (std::size_t i = 0; i < tree_->instances.size(); ++i) {
    ir::Instance& leaf = tree_->instances[i];
    if (!leaf.is_leaf() || leaf.base == ir::BaseType::error || pending(leaf).bound != Pending::State::untouched)
      continue;
    const ir::Instance* top = &leaf;
    while (top->parent != nullptr) top = top->parent;
    const bool field = leaf.parent != nullptr && leaf.parent->is_record;
    if (field && top->is_package_constant && !top->is_record) resolve_binding(leaf);
  }
}

ir::Instance* Builder::find(std::string_view path) {
  ir::Instance* instance = tree_->root;
  for (std::string_view part : split(path)) {
    const std::size_t bracket = part.find('[');
    instance = child_of(*instance, part.substr(0, bracket));
    if (instance == nullptr) return nullptr;
    if (bracket != std::string_view::npos) {
      instance = instance->child(part.substr(bracket));
      if (instance == nullptr) return nullptr;
    }
  }
  return instance;
}

/// What is set from outside must be a parameter, or an attribute of some variable.
void Builder::check_overrides(std::span<const Override> overrides) {
  for (const Override& override_ : overrides) {
    const bool element = names_element(override_.path);
    ir::Instance* instance = find(override_.path);
    if (instance == nullptr && element) instance = find(without_subscripts(override_.path));
    if (override_.drives_input) {
      check_drives_input(override_, element ? nullptr : instance);
      continue;
    }
    if (instance == nullptr && override_.path.find('[') != std::string::npos)
      error(Code::E0005, override_.span, "the model has no parameter '" + override_.path + "'");
    if (instance != nullptr && !element && override_.path.find('[') != std::string::npos && instance->is_leaf()) {
      Pending& own = pending(*instance);
      own.mod = mods_.merge(mods_.of_value(*override_.value, {&classes_.root(), tree_->root}, override_.span), own.mod);
    } else if (instance != nullptr && element && instance->is_leaf()) {
      pending(*instance).elements.push_back(&override_);
    }
    if (instance == nullptr || instance->variability == ir::Variability::parameter ||
        (instance->is_leaf() && instance->base == ir::BaseType::error))
      continue;  // without a component of that name: an attribute, or diagnosed as unknown
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
  for (const ir::Instance* child : root.children)
    if (drivable(*child)) inputs.emplace_back(child->name);
  Diagnostic& wrong = error(Code::E0511, override_.span, "the model has no input '" + override_.path + "'");
  wrong.help = suggestion(override_.path, inputs);
  constexpr std::size_t listed = 8;
  if (wrong.help.empty() && !inputs.empty() && inputs.size() <= listed)
    wrong.help = (inputs.size() == 1 ? "its input is " : "its inputs are ") + enumerated(inputs);
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

std::optional<ir::Value> Builder::evaluate(const ir::Expression& expression, const ir::Environment& environment,
                                           ir::EvaluationFailure& failure) {
  return values_.value_of(expression, environment, failure);
}

}  // namespace sunder::instantiate
