// Functions users wrote: a straight line of assignments, to be inlined or evaluated.
#include <algorithm>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

using ir::FunctionVariable;

/// The declared variables of the function, and the bindings that still have to be resolved.
struct Declared {
  const FunctionVariable* variable;
  const ast::Expression* binding;
  bool input;
};

class FunctionBuilder {
 public:
  FunctionBuilder(Builder& builder, const ClassScope& scope, ir::Function& function)
      : builder_(builder), scope_(scope), function_(function) {}

  bool build() {
    const ast::Class& class_ = *scope_.class_;
    if (class_.partial) {
      builder_.error(Code::E0215, class_.name.span, "'" + scope_.name + "' is partial: it cannot be called");
      return false;
    }
    if (class_.external != nullptr)
      return unsupported(class_.external->span, "external functions are not supported yet");
    for (const ast::Section& section : class_.sections)
      for (const ast::Element* element : section.elements)
        if (!declare(*element)) return false;
    if (function_.outputs.size() != 1)
      return unsupported(class_.name.span, "functions with " + std::to_string(function_.outputs.size()) +
                                               " outputs are not supported yet");
    Resolver resolver(builder_, {nullptr, &scope_});
    resolver.set_function_variables(variables_);
    for (const Declared& declared : declared_) {
      ir::Expression* value = declared.binding != nullptr ? resolver.resolve(*declared.binding) : nullptr;
      if (declared.input) {
        const bool fits = value == nullptr || check_assignable(builder_, declared.variable->type, *value,
                                                               "'" + std::string(declared.variable->name) + "'", false);
        if (!fits) return false;
        function_.defaults.push_back(value);
      } else if (value != nullptr && !assign(*declared.variable, value, declared.binding->span)) {
        return false;
      }
    }
    for (const ast::Section& section : class_.sections) {
      if (section.kind == ast::Section::Kind::equations)
        return unsupported(section.equations->span, "a function has no equations");
      if (section.kind != ast::Section::Kind::algorithm) continue;
      for (const ast::Statement* statement : section.algorithm->statements)
        if (!add(*statement, resolver)) return false;
    }
    return true;
  }

 private:
  bool unsupported(Span span, std::string message) {
    builder_.error(Code::E0203, span, std::move(message));
    return false;
  }

  bool declare(const ast::Element& element) {
    if (element.kind == ast::ElementKind::import_ || element.kind == ast::ElementKind::class_definition) return true;
    if (element.kind == ast::ElementKind::extends)
      return unsupported(element.span, "functions that extend others are not supported yet");
    const FoundClass type = builder_.classes().find(element.type, scope_);
    if (!type.is_builtin() || type.is_state_select) {
      return unsupported(element.type.span,
                         "variables of functions can only be Real, Integer, Boolean or String in this version");
    }
    for (const ast::Component& component : element.components) {
      auto* variable = builder_.arena().make<FunctionVariable>();
      variable->name = component.name.text;
      variable->span = component.name.span;
      std::vector<std::int64_t> sizes;
      for (const auto list : {component.subscripts, element.type_subscripts})
        for (const ast::Expression* size : list) {
          const auto value = size_of(*size);
          if (!value) return false;
          sizes.push_back(*value);
        }
      if (ir::element_count(sizes) > ir::largest_count)
        return unsupported(component.span, "arrays of more than 100 million elements are not supported");
      for (const FunctionVariable* other : variables_) {
        if (other->name != variable->name) continue;
        builder_.error(Code::E0207, variable->span, "'" + std::string(variable->name) + "' is declared twice")
            .notes.push_back({"first declared here", other->span});
        return false;
      }
      variable->type = {type.builtin, builder_.arena().copy(sizes)};
      variables_.push_back(variable);
      const bool input = element.causality == ast::CausalityPrefix::input;
      if (element.causality == ast::CausalityPrefix::none && element.visibility != ast::Visibility::protected_ &&
          element.variability != ast::VariabilityPrefix::constant) {
        builder_.error(Code::E0204, component.name.span,
                       "a variable of a function is an input, an output or protected");
        return false;
      }
      if (input) function_.inputs.push_back(variable);
      if (element.causality == ast::CausalityPrefix::output) function_.outputs.push_back(variable);
      const ast::Modification* modification = component.modification;
      declared_.push_back({variable, modification != nullptr ? modification->value : nullptr, input});
    }
    return true;
  }

  /// An Integer that is not negative, known now.
  std::optional<std::int64_t> size_of(const ast::Expression& size) {
    if (size.kind == ast::ExpressionKind::colon) {
      unsupported(size.span, "open sizes ':' in functions are not supported yet");
      return std::nullopt;
    }
    Resolver resolver(builder_, {nullptr, &scope_});
    resolver.set_function_variables(variables_);
    const ir::Expression* resolved = resolver.resolve(size);
    if (resolved->type.base == ir::BaseType::error) return std::nullopt;
    if (resolved->type.base != ir::BaseType::integer || !resolved->type.is_scalar()) {
      builder_.error(Code::E0204, size.span, "a size must be an Integer, not " + print(resolved->type));
      return std::nullopt;
    }
    bool open = false;
    ir::walk(*resolved,
             [&](const ir::Expression& e) { open = open || e.kind == ir::ExpressionKind::function_variable; });
    if (open) {
      unsupported(size.span, "sizes that depend on inputs of the function are not supported yet");
      return std::nullopt;
    }
    const auto value = builder_.evaluate(*resolved, "the size");
    if (!value) return std::nullopt;
    if (value->number() < 0 || value->number() > static_cast<double>(ir::largest_count)) {
      builder_.error(Code::E0205, size.span, "the size must be between 0 and 100 million");
      return std::nullopt;
    }
    return static_cast<std::int64_t>(value->number());
  }

  bool assign(const FunctionVariable& target, ir::Expression* value, Span span) {
    if (!check_assignable(builder_, target.type, *value, "'" + std::string(target.name) + "'", false)) return false;
    function_.body.push_back({&target, value, span});
    return true;
  }

  bool add(const ast::Statement& statement, Resolver& resolver) {
    if (statement.kind != ast::StatementKind::assignment)
      return unsupported(statement.span, "only assignments are supported in functions in this version");
    const std::span<ast::ReferencePart> parts = statement.left->reference.parts;
    for (const FunctionVariable* variable : variables_) {
      if (parts.size() != 1 || variable->name != parts[0].name.text) continue;
      if (!parts[0].subscripts.empty())
        return unsupported(statement.left->span, "assignments to elements of arrays are not supported yet");
      for (const FunctionVariable* input : function_.inputs) {
        if (input != variable) continue;
        builder_.error(Code::E0204, statement.left->span,
                       "'" + std::string(variable->name) + "' is an input: it cannot be assigned");
        return false;
      }
      return assign(*variable, resolver.resolve(*statement.right), statement.span);
    }
    builder_.error(Code::E0201, statement.left->span, "unknown name '" + std::string(parts[0].name.text) + "'");
    return false;
  }

  Builder& builder_;
  const ClassScope& scope_;
  ir::Function& function_;
  std::vector<const FunctionVariable*> variables_;
  std::vector<Declared> declared_;
};

}  // namespace

const ir::Function* Builder::function_of(const ClassScope& scope, Span used_at) {
  const ast::Class& class_ = *scope.class_;
  if (const auto known = functions_.find(&class_); known != functions_.end()) {
    if (known->second == nullptr &&
        std::find(open_classes_.begin(), open_classes_.end(), &scope) != open_classes_.end())
      error(Code::E0203, used_at, "recursive functions are not supported yet");
    return known->second;
  }
  if (class_.kind != ast::ClassKind::function || class_.form != ast::ClassForm::long_) {
    const bool function = class_.kind == ast::ClassKind::function;
    error(function ? Code::E0203 : Code::E0202, used_at,
          function ? "functions of this form are not supported yet" : "'" + scope.name + "' is not a function");
    functions_[&class_] = nullptr;
    return nullptr;
  }
  functions_[&class_] = nullptr;  // until it is complete
  const Nesting level(*this, NestingCost::function, class_.name.span);
  if (level.too_deep()) return nullptr;
  open_classes_.push_back(&scope);
  auto function = std::make_unique<ir::Function>();
  function->name = scope.name;
  function->span = class_.name.span;
  const bool good = FunctionBuilder(*this, scope, *function).build();
  open_classes_.pop_back();
  if (!good) return nullptr;
  functions_[&class_] = function.get();
  tree_->functions.push_back(std::move(function));
  return functions_[&class_];
}

}  // namespace sunder::instantiate
