// Functions users wrote: inputs, outputs, and statements that are read when they are first needed.
#include <algorithm>
#include <unordered_set>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"
#include "instantiate/statements.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::FunctionVariable;

class FunctionBuilder {
 public:
  FunctionBuilder(Builder& builder, ClassInstance& class_, ir::Function& function)
      : builder_(builder), class_(class_), function_(function), interface_(builder.interfaces[&function]) {}

  bool build() {
    collect(class_, 0);
    for (Declared& one : declared_)
      if (!declare(one)) return false;
    Resolver resolver(builder_, {&class_, nullptr});
    resolver.set_locals(&interface_.locals);
    for (Declared& one : declared_) {
      resolver.scope_ = {one.home, nullptr};
      if (!sizes(one, resolver)) return false;
    }
    for (Declared& one : declared_) {
      resolver.scope_ = {one.home, nullptr};
      if (!binding(one, resolver)) return false;
    }
    if (external_ != nullptr && !is_builtin_function(*class_.syntax)) {
      function_.external =
          external_->function.empty() ? std::string(class_.syntax->name.text) : std::string(external_->function.text);
      std::string_view language = external_->language;
      if (language.size() >= 2) language = language.substr(1, language.size() - 2);
      function_.language = language;
      resolver.scope_ = {&class_, nullptr};
      if (!external_call(resolver)) return false;
      external_code();
    }
    return true;
  }

 private:
  struct Declared {
    const ast::Element* element;
    const ast::Component* component;
    ClassInstance* home;
    const Mod* mod;
    Expression* variable = nullptr;
    std::vector<std::pair<const ast::Expression*, Scope>> sizes;
    ast::CausalityPrefix causality = ast::CausalityPrefix::none;  ///< its own, or that of its type
  };

  /// The call as it is written; without one, all inputs and outputs in the order of their declaration, arrays with
  /// their sizes, and what is the only output is returned.
  bool external_call(Resolver& resolver) {
    if (!external_->function.empty()) {
      for (const ast::Expression* argument : external_->arguments)
        function_.external_arguments.push_back(resolver.resolve(*argument));
      if (external_->result != nullptr) function_.external_result = resolver.resolve(*external_->result);
      for (const Expression* argument : function_.external_arguments)
        if (argument->type.is_error()) return false;
      return function_.external_result == nullptr || !function_.external_result->type.is_error();
    }
    std::vector<Declared*> outputs;
    for (Declared& one : declared_)
      if (one.causality == ast::CausalityPrefix::output) outputs.push_back(&one);
    const bool returns = outputs.size() == 1 && outputs[0]->variable->type.is_scalar() &&
                         outputs[0]->variable->type.base != BaseType::record;
    if (returns) function_.external_result = outputs[0]->variable;
    for (Declared& one : declared_) {
      const bool counts =
          one.causality == ast::CausalityPrefix::input || (one.causality == ast::CausalityPrefix::output && !returns);
      if (!counts) continue;
      function_.external_arguments.push_back(one.variable);
      for (std::size_t d = 0; d < one.variable->type.dimensions.size(); ++d) {
        Expression* size = resolver.make(ExpressionKind::builtin, one.variable->span, {BaseType::integer, {}});
        size->builtin = ir::Builtin::size;
        size->operands = builder_.arena().copy(std::vector<Expression*>{
            one.variable, resolver.number(static_cast<double>(d + 1), BaseType::integer, one.variable->span)});
        function_.external_arguments.push_back(size);
      }
    }
    return true;
  }

  /// annotation(Library = …, LibraryDirectory = …, Include = …, IncludeDirectory = …)
  void external_code() {
    function_.code.span = external_->span;
    if (external_->annotation == nullptr) return;
    for (const ast::ModificationArgument& one : external_->annotation->arguments) {
      if (one.name.parts.size() != 1 || one.modification == nullptr || one.modification->value == nullptr) continue;
      const std::string_view name = one.name.parts[0].text;
      std::vector<std::string> texts;
      const auto read = [&](const ast::Expression& e, const auto& self) -> void {
        if (e.kind == ast::ExpressionKind::string) texts.push_back(unescaped(e.text));
        if (e.kind == ast::ExpressionKind::array)
          for (const ast::Expression* element : e.operands) self(*element, self);
      };
      read(*one.modification->value, read);
      if (texts.empty()) continue;
      if (name == "Library") function_.code.libraries = texts;
      if (name == "Include") function_.code.includes = texts;
      if (name == "LibraryDirectory") function_.code.library_directory = texts.front();
      if (name == "IncludeDirectory") function_.code.include_directory = texts.front();
    }
  }

  bool unsupported(Span span, std::string message) {
    builder_.error(Code::E0203, span, std::move(message));
    return false;
  }

  void collect(ClassInstance& class_, int depth) {
    if (class_.syntax == nullptr || depth > 50) return;
    const auto& bases = builder_.classes().bases(class_);
    std::size_t next = 0;
    if (class_.syntax->form != ast::ClassForm::long_ && !bases.empty()) {
      if (bases[0].instance != nullptr) collect(*bases[0].instance, depth + 1);
      ++next;
    }
    if (class_.syntax->external != nullptr) external_ = class_.syntax->external;
    for (const ast::Section& section : class_.syntax->sections)
      for (const ast::Element* element : section.elements) {
        if (element->kind == ast::ElementKind::extends) {
          if (next < bases.size() && bases[next].instance != nullptr)
            collect(*bases[next].instance, depth + 1);
          else if (next < bases.size())
            builder_.unknown(Code::E0202, element->type.span, parts_of(element->type), class_,
                             "unknown class '" + text_of(element->type) + "'",
                             suggestion(text_of(element->type), builder_.classes().visible_names(class_)));
          ++next;
        }
        if (element->kind != ast::ElementKind::component_clause) continue;
        for (const ast::Component& component : element->components) {
          const Mod* mod = child(class_.mod, component.name.text);
          mod = builder_.mods().merge(mod, builder_.mods().make(component.modification, {&class_, nullptr}));
          const auto known = std::ranges::find_if(
              declared_, [&](const Declared& one) { return one.component->name.text == component.name.text; });
          if (known != declared_.end() && known->component == &component) continue;
          if (known == declared_.end()) {
            declared_.push_back({element, &component, &class_, mod, nullptr, {}});
          } else if (element->redeclare || known->home != &class_) {
            known->element = element;
            known->component = &component;
            known->home = &class_;
            known->mod = builder_.mods().merge(mod, known->mod);
          } else {
            builder_
                .error(Code::E0207, component.name.span, "'" + std::string(component.name.text) + "' is declared twice")
                .notes.push_back({"first declared here", known->component->name.span});
          }
        }
      }
  }

  Expression* make_variable(const std::string& name, ir::Type type, Span span) {
    auto* variable = builder_.arena().make<FunctionVariable>();
    variable->name = builder_.arena().copy(std::string_view(name));
    variable->type = type;
    variable->span = span;
    auto* e = builder_.arena().make<Expression>();
    e->kind = ExpressionKind::function_variable;
    e->type = type;
    e->span = span;
    e->function_variable = variable;
    return e;
  }

  /// A variable of a record type is one for each field, arrays of records too.
  Expression* make_record(const std::string& name, const ir::RecordType& record, std::span<const std::int64_t> around,
                          Span span) {
    auto* e = builder_.arena().make<Expression>();
    e->kind = ExpressionKind::record;
    e->type = {BaseType::record, around, nullptr, &record};
    e->span = span;
    std::vector<Expression*> fields;
    for (const ir::RecordField& field : record.fields) {
      std::vector<std::int64_t> sizes(around.begin(), around.end());
      sizes.insert(sizes.end(), field.type.dimensions.begin(), field.type.dimensions.end());
      const std::span<const std::int64_t> all = builder_.arena().copy(sizes);
      const std::string own = name + "." + std::string(field.name);
      fields.push_back(field.type.base == BaseType::record ? make_record(own, *field.type.record, all, span)
                                                           : make_variable(own, field.type.with(all), span));
    }
    e->operands = builder_.arena().copy(fields);
    return e;
  }

  bool declare(Declared& one) {
    const ast::Element& element = *one.element;
    const ast::Component& component = *one.component;
    ClassInstance* type = builder_.classes().lookup(element.type, *one.home);
    if (type == nullptr) {
      builder_.unknown(Code::E0202, element.type.span, parts_of(element.type), *one.home,
                       "unknown type '" + text_of(element.type) + "'",
                       suggestion(text_of(element.type), builder_.classes().visible_names(*one.home)));
      return false;
    }
    const Aliased alias = type->is_builtin() ? type->alias : builder_.classes().alias(*type);
    const Scope scope{one.home, nullptr};
    for (const ast::Expression* size : component.subscripts) one.sizes.emplace_back(size, scope);
    for (const ast::Expression* size : element.type_subscripts) one.sizes.emplace_back(size, scope);
    one.sizes.insert(one.sizes.end(), alias.sizes.begin(), alias.sizes.end());
    const std::span<const std::int64_t> open =
        builder_.arena().copy(std::vector<std::int64_t>(one.sizes.size(), ir::open_size));
    const std::string name(component.name.text);
    one.causality = element.causality != ast::CausalityPrefix::none ? element.causality : alias.causality;
    const bool input = one.causality == ast::CausalityPrefix::input;
    const bool output = one.causality == ast::CausalityPrefix::output;
    if (!input && !output && element.visibility != ast::Visibility::protected_ &&
        element.variability != ast::VariabilityPrefix::constant &&
        element.variability != ast::VariabilityPrefix::parameter) {
      builder_.error(Code::E0204, component.name.span, "a variable of a function is an input, an output or protected");
      return false;
    }
    if (alias.base != BaseType::error) {
      one.variable = make_variable(name, {alias.base, open, alias.enumeration, nullptr}, component.name.span);
    } else if (type->kind() == ast::ClassKind::function) {
      one.variable = make_variable(name, {BaseType::function, {}}, component.name.span);
      const ir::Function* interface = builder_.function_of(*type, element.type.span);
      if (interface == nullptr) return false;
      const_cast<FunctionVariable*>(one.variable->function_variable.get())->interface = interface;  // NOLINT: made here
    } else if (type->kind() == ast::ClassKind::record || type->kind() == ast::ClassKind::operator_record) {
      const Mod* inner = builder_.mods().without_value(one.mod);
      ClassInstance* modified = inner != nullptr ? builder_.classes().with_mod(*type, inner) : type;
      const ir::Instance* like = builder_.prototype(*modified, element.type.span);
      if (like == nullptr) return false;
      for (const ir::Instance* field : like->children)
        if (field->is_leaf() && field->base == BaseType::error && !field->is_absent) return false;
      one.variable = make_record(name, *builder_.record_type(*like), open, component.name.span);
    } else {
      builder_.error(Code::E0221, element.type.span,
                     "a variable of a function cannot be of the class '" + type->name + "'");
      return false;
    }
    if (input && element.variability == ast::VariabilityPrefix::none) input_names_.push_back(component.name.text);
    interface_.locals[component.name.text] = one.variable;
    std::vector<Expression*> leaves;
    flatten(one.variable, leaves);
    for (Expression* leaf : leaves) {
      if (input) function_.inputs.push_back(leaf->function_variable);
      if (output) function_.outputs.push_back(leaf->function_variable);
      if (!input && !output) function_.locals.push_back(leaf->function_variable);
      if (element.variability == ast::VariabilityPrefix::constant) interface_.constants.insert(leaf->function_variable);
    }
    if (input) interface_.inputs.push_back({component.name.text, one.variable, has_value(one.mod)});
    if (output) interface_.outputs.push_back({component.name.text, one.variable, false});
    return true;
  }

  /// Sizes that are known make the type; others are found when the function is called.
  /// Of the dimensions of an array, those that come with its value may be spoken of by the others.
  static bool depends_on_itself(const Declared& one, const Expression& size, std::size_t dimension) {
    bool circular = false;
    ir::walk(size, [&](const Expression& e) {
      const bool own = e.kind == ExpressionKind::builtin && e.builtin == ir::Builtin::size &&
                       e.operands[0]->kind == ExpressionKind::function_variable &&
                       one.variable->kind == ExpressionKind::function_variable &&
                       e.operands[0]->function_variable == one.variable->function_variable;
      if (!own || circular) return;
      const bool is_number = e.operands.size() > 1 && e.operands[1]->kind == ExpressionKind::number;
      const auto which = is_number ? static_cast<std::size_t>(e.operands[1]->number) : dimension;
      circular = which < 1 || which > one.sizes.size() || which == dimension ||
                 one.sizes[which - 1].first->kind != ast::ExpressionKind::colon;
    });
    return circular;
  }

  bool sizes(Declared& one, Resolver& resolver) {
    if (one.sizes.empty()) return true;
    std::vector<Expression*> written;
    std::vector<std::int64_t> known;
    for (const auto& [size, scope] : one.sizes) {
      known.push_back(ir::open_size);
      written.push_back(nullptr);
      if (size->kind == ast::ExpressionKind::colon) continue;
      resolver.scope_ = {scope.classes, nullptr};
      Expression* resolved = resolver.resolve(*size);
      if (resolved->type.is_error()) return false;
      const bool type_as_size = resolved->text == "type" && resolved->kind == ExpressionKind::array;
      if (type_as_size) {
        known.back() = static_cast<std::int64_t>(resolved->operands.size());
        written.back() = resolver.number(static_cast<double>(known.back()), BaseType::integer, size->span);
        continue;
      }
      if (resolved->type.base != BaseType::integer || !resolved->type.is_scalar()) {
        builder_.error(Code::E0204, size->span, "a size must be an Integer, not " + print(resolved->type));
        return false;
      }
      written.back() = resolved;
      if (depends_on_itself(one, *resolved, known.size())) {
        builder_.error(Code::E0210, size->span,
                       "the size of '" + std::string(one.component->name.text) + "' depends on itself");
        return false;
      }
      if (mentions_function_variable(*resolved)) continue;
      const auto value = builder_.evaluate(*resolved, "the size");
      if (!value) return false;
      if (value->number() < 0 || value->number() > static_cast<double>(ir::largest_count)) {
        builder_.error(Code::E0205, size->span, "the size must be between 0 and 100 million");
        return false;
      }
      known.back() = static_cast<std::int64_t>(value->number());
    }
    if (ir::element_count(known) > ir::largest_count)
      return unsupported(one.component->span, "arrays of more than 100 million elements are not supported");
    const auto set = [&](Expression& e, const auto& self) -> void {
      std::vector<std::int64_t> all = known;
      const auto& own = e.type.dimensions;
      all.insert(all.end(), own.begin() + static_cast<std::ptrdiff_t>(known.size()), own.end());
      e.type.dimensions = builder_.arena().copy(all);
      if (e.kind == ExpressionKind::record) {
        for (Expression* operand : e.operands) self(*operand, self);
        return;
      }
      auto* variable = const_cast<FunctionVariable*>(e.function_variable.get());  // NOLINT: made here
      variable->type = e.type;
      std::vector<Expression*> sizes = written;
      while (sizes.size() < all.size()) {
        Expression* rest = all[sizes.size()] == ir::open_size
                               ? nullptr
                               : resolver.number(static_cast<double>(all[sizes.size()]), BaseType::integer, e.span);
        sizes.push_back(rest);
      }
      variable->sizes = builder_.arena().copy(sizes);
    };
    set(*one.variable, set);
    return true;
  }

  bool binding(Declared& one, Resolver& resolver) {
    std::vector<Expression*> leaves;
    flatten(one.variable, leaves);
    const bool input = one.causality == ast::CausalityPrefix::input;
    Expression* value = nullptr;
    if (has_value(one.mod)) {
      const ModValue& given = one.mod->value;
      Resolver outer(builder_, given.scope);
      outer.set_locals(given.scope.instance == nullptr ? &interface_.locals : nullptr);
      value = outer.resolve(*given.expression);
      if (value->type.is_error()) return false;
      if (one.variable->type.base == BaseType::record) value = outer.convert(value, one.variable->type);
      if (one.variable->type.base != BaseType::function &&
          !check_assignable(builder_, one.variable->type, *value, "'" + std::string(one.component->name.text) + "'",
                            true))
        return false;
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      Expression* part = value;
      if (value != nullptr && one.variable->type.base == BaseType::record) {
        std::vector<Expression*> parts;
        const auto take = [&](Expression* from, const Expression& like, const auto& self) -> void {
          if (like.kind != ExpressionKind::record) {
            parts.push_back(from);
            return;
          }
          for (std::size_t f = 0; f < like.operands.size(); ++f)
            self(resolver.field(from, like.type.record->fields[f].name, from->span), *like.operands[f], self);
        };
        take(value, *one.variable, take);
        part = parts[i];
      }
      if (input) {
        function_.defaults.push_back(part);
      } else {
        const_cast<FunctionVariable*>(leaves[i]->function_variable.get())->binding = part;  // NOLINT: made here
      }
    }
    if (!input && value == nullptr && one.variable->type.base == BaseType::record) defaults_of_fields(one, resolver);
    return true;
  }

  /// A record without a value has those of its fields.
  void defaults_of_fields(Declared& one, Resolver& resolver) {
    ClassInstance* type = builder_.classes().lookup(one.element->type, *one.home);
    const ir::Instance* like = type != nullptr ? builder_.prototype(*type, one.element->span) : nullptr;
    if (like == nullptr || !one.variable->type.dimensions.empty()) return;
    for (std::size_t f = 0; f < one.variable->operands.size(); ++f) {
      Expression* field = one.variable->operands[f];
      if (const Mod* given = child(one.mod, one.variable->type.record->fields[f].name);
          has_value(given) && field->kind == ExpressionKind::function_variable) {  // Pair p(a = …)
        resolver.scope_ = given->value.scope;
        Expression* value = resolver.resolve(*given->value.expression);
        if (check_assignable(builder_, field->type, *value, "'" + std::string(field->function_variable->name) + "'",
                             true))
          const_cast<FunctionVariable*>(field->function_variable.get())->binding = value;  // NOLINT: made here
        continue;
      }
      if (field->kind != ExpressionKind::function_variable || f >= like->children.size()) continue;
      const Pending& own = builder_.pending(*like->children[f]);
      if (!has_value(own.mod)) continue;
      Expression* value = builder_.value_of(own.mod->value);
      bool closed = !value->type.is_error();
      ir::walk(*value, [&](const Expression& e) {
        closed = closed && (e.kind != ExpressionKind::variable || e.variable->variability == ir::Variability::constant);
      });
      if (closed) const_cast<FunctionVariable*>(field->function_variable.get())->binding = value;  // NOLINT: made here
    }
  }

  Builder& builder_;
  ClassInstance& class_;
  ir::Function& function_;
  Builder::Interface& interface_;
  std::vector<Declared> declared_;
  std::vector<std::string_view> input_names_;
  const ast::External* external_ = nullptr;
};

ir::Function* Builder::function_of(ClassInstance& class_, Span used_at) {
  if (class_.function != nullptr || class_.function_failed) return class_.function;
  if (class_.syntax == nullptr) return nullptr;
  const ast::ClassKind kind = class_.kind();
  const bool function_kind = kind == ast::ClassKind::function || kind == ast::ClassKind::operator_function;
  class_.function_failed = true;
  if (!function_kind) {
    error(Code::E0202, used_at, "'" + class_.name + "' is not a function");
    return nullptr;
  }
  if (class_.syntax->form == ast::ClassForm::derivative) {
    const Nesting level(*this, NestingCost::function, class_.syntax->name.span);
    if (!level.too_deep()) class_.function = derived_function(class_);
    class_.function_failed = class_.function == nullptr;
    return class_.function;
  }
  const Nesting level(*this, NestingCost::function, class_.syntax->name.span);
  if (level.too_deep()) return nullptr;
  check_class(class_);
  check_imports(class_);
  ir::Function& made = tree_->functions.emplace_back();
  made.name = class_.name;
  made.span = class_.syntax->name.span;
  made.impure = class_.syntax->purity == ast::Purity::impure;
  class_.function = &made;  // it may call itself
  function_classes_[&made] = &class_;
  const std::size_t errors = diagnostics_.error_count();
  if (!FunctionBuilder(*this, class_, made).build()) {
    class_.function = nullptr;
    made.is_complete = true;
    if (diagnostics_.error_count() == errors) error(Code::E0203, used_at, "this function cannot be used");
    return nullptr;
  }
  class_.function_failed = false;
  return &made;
}

bool Builder::complete(const ir::Function& function) {
  auto& own = const_cast<ir::Function&>(function);  // NOLINT: the builder made it
  if (own.is_complete) return true;
  own.is_complete = true;
  const auto found = function_classes_.find(&function);
  if (found == function_classes_.end() || !own.external.empty()) return true;
  const Nesting level(*this, NestingCost::function, function.span);
  if (level.too_deep()) return false;
  const std::size_t before = diagnostics_.error_count();
  const Interface& interface = interfaces[&function];
  const auto may_assign = [&](const Expression& target) {
    if (target.kind != ExpressionKind::function_variable) {
      error(Code::E0204, target.span, "a function assigns only its own variables");
      return false;
    }
    const bool constant = interface.constants.contains(target.function_variable);
    if (!constant && std::ranges::find(function.inputs, target.function_variable) == function.inputs.end()) return true;
    error(Code::E0204, target.span,
          "'" + std::string(target.function_variable->name) + "' is " + (constant ? "a constant" : "an input") +
              ": it cannot be assigned");
    return false;
  };
  const auto read = [&](ClassInstance& class_, int depth, const auto& self) -> void {
    if (class_.syntax == nullptr || depth > 50) return;
    for (const Base& base : classes_.bases(class_))
      if (base.instance != nullptr) self(*base.instance, depth + 1, self);
    for (const ast::Section& section : class_.syntax->sections) {
      if (section.kind == ast::Section::Kind::equations)
        error(Code::E0221, section.equations->span, "a function has no equations");
      if (section.kind != ast::Section::Kind::algorithm) continue;
      Resolver resolver(*this, {&class_, nullptr});
      resolver.set_locals(&interface.locals);
      StatementBuilder(*this, resolver, may_assign).add(section.algorithm->statements, own.body);
    }
  };
  read(*found->second, 0, read);
  if (const ast::Class& syntax = *found->second->syntax; is_builtin_function(syntax)) {
    Resolver resolver(*this, {found->second, nullptr});
    resolver.set_locals(&interface.locals);
    if (ast::Statement* statement = builtin_statement(function, syntax))
      StatementBuilder(*this, resolver, may_assign)
          .add(arena().copy(std::vector<ast::Statement*>{statement}), own.body);
    else
      error(Code::E0221, syntax.external->span, "a function that is an operator has one output");
  }
  read_annotations(*found->second, own);
  if (diagnostics_.error_count() != before) return false;
  warn_unused(function);
  return true;
}

/// Variables of a function that no statement and no other variable speaks of, in the user's own files.
void Builder::warn_unused(const ir::Function& function) {
  if (!source_.is_given(function.span.file)) return;
  std::unordered_set<const ir::FunctionVariable*> used;
  const auto look = [&](const Expression* e) {
    if (e == nullptr) return;
    ir::walk(*e, [&](const Expression& inner) {
      if (inner.kind == ExpressionKind::function_variable) used.insert(inner.function_variable);
      // walk() does not look into the arguments of size()
      if (inner.kind == ExpressionKind::builtin && !inner.operands.empty() && inner.operands[0] != nullptr &&
          inner.operands[0]->kind == ExpressionKind::function_variable)
        used.insert(inner.operands[0]->function_variable);
    });
  };
  const auto statements = [&](std::span<ir::Statement* const> list, const auto& self) -> void {
    for (const ir::Statement* one : list) {
      for (const auto& side : {one->left, one->right})
        for (const Expression* e : side) look(e);
      look(one->condition);
      for (const ir::IteratorRange& range : one->iterators) look(range.range);
      self(one->body, self);
      for (const ir::StatementBranch& branch : one->branches) {
        look(branch.condition);
        self(branch.body, self);
      }
    }
  };
  statements(function.body, statements);
  for (const Expression* value : function.defaults) look(value);
  for (const auto* list : {&function.inputs, &function.outputs, &function.locals})
    for (const ir::FunctionVariable* variable : *list) {
      look(variable->binding);
      for (const Expression* size : variable->sizes) look(size);
    }
  for (const auto& [name, value] : interfaces[&function].locals) {
    if (value->kind != ExpressionKind::function_variable || used.contains(value->function_variable)) continue;
    if (std::ranges::find(function.locals, value->function_variable) == function.locals.end()) continue;
    warning(Code::W0204, value->function_variable->span, "'" + std::string(name) + "' is never used");
  }
}

}  // namespace sunder::instantiate
