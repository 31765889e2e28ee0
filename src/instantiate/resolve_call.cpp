// Calls: the operators of the language, constructors, and functions users wrote.
#include <algorithm>
#include <array>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

namespace {

/// The destructor of what a constructor makes. What one of them includes may need what the other does, as where all
/// includes of a program come together.
ir::Function* unmaking(ir::Function& constructor, ir::Function* destructor) {
  if (destructor == nullptr || constructor.code.includes.empty() || destructor->code.includes.empty() ||
      constructor.code.include_directory != destructor->code.include_directory)
    return destructor;
  for (const std::string& line : destructor->code.includes)
    if (std::ranges::find(constructor.code.includes, line) == constructor.code.includes.end())
      constructor.code.includes.push_back(line);
  destructor->code.includes = constructor.code.includes;
  return destructor;
}

std::optional<Signature> signature_of(std::string_view name) {
  constexpr std::size_t any = 100;
  for (int i = 0; i <= static_cast<int>(ir::last_builtin); ++i) {
    const auto builtin = static_cast<Builtin>(i);
    if (name != ir::name_of(builtin)) continue;
    if (builtin <= Builtin::integer) return Signature{builtin, 1, 1};
    switch (builtin) {
      case Builtin::atan2:
      case Builtin::mod:
      case Builtin::rem:
      case Builtin::div:
      case Builtin::cross:
      case Builtin::outer_product:
      case Builtin::smooth: return Signature{builtin, 2, 2};
      case Builtin::min:
      case Builtin::max:
      case Builtin::size: return Signature{builtin, 1, 2};
      case Builtin::zeros:
      case Builtin::ones: return Signature{builtin, 1, any};
      case Builtin::fill: return Signature{builtin, 2, any};
      case Builtin::linspace:
      case Builtin::semi_linear: return Signature{builtin, 3, 3};
      case Builtin::homotopy: return Signature{builtin, 2, 2};
      case Builtin::sample: return Signature{builtin, 1, 2};
      case Builtin::delay: return Signature{builtin, 2, 3};
      case Builtin::spatial_distribution: return Signature{builtin, 4, 6};
      case Builtin::initial:
      case Builtin::terminal: return Signature{builtin, 0, 0};
      default: return Signature{builtin, 1, 1};
    }
  }
  return std::nullopt;
}

constexpr std::array known_but_missing = {"transition",   "initialState", "activeState",
                                          "ticksInState", "timeInState",  "promote"};

std::string text_of(const ast::Reference& reference) {
  std::string name = reference.global ? "." : "";
  for (std::size_t i = 0; i < reference.parts.size(); ++i)
    name += (i > 0 ? "." : "") + std::string(reference.parts[i].name.text);
  return name;
}

}  // namespace

/// The class that a call names; null: none. `variable`: an input of the function around that is a function itself.
ClassInstance* Resolver::callee(const ast::Expression& e, const Expression*& variable) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  ClassTable& classes = builder_.classes();
  variable = nullptr;
  if (locals_ != nullptr && parts.size() == 1 && !e.reference.global) {
    const auto local = locals_->find(parts[0].name.text);
    if (local != locals_->end() && local->second->type.base == BaseType::function) {
      variable = local->second;
      return nullptr;
    }
  }
  const Found found = classes.lookup(parts[0].name.text, e.reference.global ? classes.root() : *scope_.classes);
  ClassInstance* class_ = found.class_;
  std::size_t i = 1;
  if (found.member.kind == Member::Kind::component && parts.size() > 1) {  // a function of the class of a component
    ir::Instance* instance = nullptr;
    if (scope_.instance != nullptr && found.in == scope_.classes && !scope_.instance->is_package_constant)
      instance = builder_.child_of(*scope_.instance, parts[0].name.text);
    if (instance == nullptr) return nullptr;
    const auto look_into = [&] {
      const ast::Component* declared = builder_.pending(*instance).component;
      const bool conditional = declared != nullptr && declared->condition != nullptr;
      if (instance->is_array || conditional)
        builder_.error(Code::E0204, e.span,
                       "a function cannot be called by way of '" + path_of(*instance) + "', which is " +
                           (conditional ? "a conditional component" : "an array of components"));
      if (instance->is_array && !instance->children.empty()) instance = instance->children[0];
    };
    for (look_into(); i + 1 < parts.size(); ++i, look_into()) {
      ir::Instance* next = builder_.child_of(*instance, parts[i].name.text);
      if (next == nullptr) break;
      instance = next;
    }
    class_ = builder_.pending(*instance).class_;
  }
  for (; i < parts.size() && class_ != nullptr; ++i) class_ = classes.member_class(*class_, parts[i].name.text);
  return class_;
}

Expression* Resolver::call(const ast::Expression& e) {
  std::vector<std::string_view> parts;
  for (const ast::ReferencePart& part : e.reference.parts) {
    parts.push_back(part.name.text);
    if (part.subscripts.empty() || parts.size() < e.reference.parts.size()) continue;
    builder_.error(Code::E0204, part.span, "a function has no subscripts");
    return failed(e.span);
  }
  const Expression* variable = nullptr;
  ClassInstance* class_ = callee(e, variable);
  if (variable != nullptr) return variable_call(e, *variable);
  if (class_ != nullptr && class_->syntax != nullptr) {  // what users define hides the operators
    const Aliased& alias = builder_.classes().alias(*class_);
    if (alias.base == BaseType::enumeration || alias.base == BaseType::integer || alias.base == BaseType::string)
      return conversion(e, *class_);
    if (alias.base == BaseType::object) {
      ClassInstance* constructor = builder_.classes().member_class(*class_, "constructor");
      if (constructor != nullptr && constructor->syntax != nullptr) {
        ir::Function* made = builder_.function_of(*constructor, e.span);
        ClassInstance* destructor = builder_.classes().member_class(*class_, "destructor");
        if (made != nullptr && destructor != nullptr && destructor->syntax != nullptr)
          made->destructor = unmaking(*made, builder_.function_of(*destructor, e.span));
        return function_call(e, *constructor);
      }
    }
    const ast::ClassKind kind = class_->kind();
    if (kind == ast::ClassKind::record || kind == ast::ClassKind::operator_record) return record_call(e, *class_);
    return function_call(e, *class_);
  }
  if (class_ != nullptr && parts.size() == 1 && class_->builtin != BaseType::clock) return conversion(e, *class_);
  const std::string name = text_of(e.reference);
  bool known = true;
  const bool global = name.starts_with(".Connections.");
  Expression* special = special_call(e, global ? std::string_view(name).substr(1) : std::string_view(name), known);
  if (known) return special;
  if (parts.size() == 1) {
    if (const auto signature = signature_of(parts[0])) return builtin_call(e, *signature);
    if (std::find(known_but_missing.begin(), known_but_missing.end(), parts[0]) != known_but_missing.end()) {
      builder_.error(Code::E0203, e.span, "'" + std::string(parts[0]) + "' is not supported yet");
      return failed(e.span);
    }
  }
  std::vector<std::string> names = builder_.classes().visible_names(*scope_.classes);
  for (int i = 0; i <= static_cast<int>(ir::last_builtin); ++i)
    names.emplace_back(ir::name_of(static_cast<Builtin>(i)));
  const Span at = join(e.reference.parts.front().span, e.reference.parts.back().span);
  const bool incomplete = scope_.instance != nullptr && scope_.instance->is_incomplete;
  if (!incomplete)
    builder_.unknown(Code::E0202, at, parts, e.reference.global ? builder_.classes().root() : *scope_.classes,
                     "unknown function '" + name + "'",
                     name == "relax" ? "the mark of the library is written 'Sunder.relax'" : suggestion(name, names));
  for (const ast::Argument& argument : e.arguments)
    if (argument.value != nullptr && argument.value->kind != ast::ExpressionKind::comprehension)
      resolve(*argument.value);  // report what is wrong inside too
  return failed(e.span);
}

Expression* Resolver::function_argument(const ast::Expression& e) {
  const Expression* variable = nullptr;
  ClassInstance* class_ = callee(e, variable);
  if (variable != nullptr) {
    builder_.error(Code::E0203, e.span,
                   "'" + text_of(e.reference) + "' is an input itself: arguments cannot be given to it in advance yet");
    return failed(e.span);
  }
  if (class_ == nullptr || class_->syntax == nullptr) {
    builder_.error(Code::E0202, e.span, "unknown function '" + text_of(e.reference) + "'");
    return failed(e.span);
  }
  ir::Function* function = builder_.function_of(*class_, e.span);
  if (function == nullptr) return failed(e.span);
  const auto& formals = builder_.interfaces[function].inputs;
  std::vector<Expression*> operands(function->inputs.size(), nullptr);
  for (const ast::Argument& argument : e.arguments) {
    const auto formal = std::ranges::find_if(formals, [&](const auto& one) { return one.name == argument.name.text; });
    if (formal == formals.end()) {
      builder_.error(Code::E0209, argument.name.empty() ? e.span : argument.name.span,
                     "'" + function->name + "': there is no input '" + std::string(argument.name.text) + "'");
      return failed(e.span);
    }
    Expression* value = resolve(*argument.value);
    if (!check_assignable(builder_, formal->variable->type, *value, "the input '" + std::string(formal->name) + "'",
                          false))
      return failed(e.span);
    std::vector<Expression*> leaves, slots;
    flatten(value, leaves);
    flatten(formal->variable, slots);
    for (std::size_t k = 0; k < slots.size() && k < leaves.size(); ++k)
      for (std::size_t i = 0; i < function->inputs.size(); ++i)
        if (function->inputs[i] == slots[k]->function_variable) operands[i] = leaves[k];
  }
  Expression* out = make(ExpressionKind::function_reference, e.span, {BaseType::function, {}});
  out->function = function;
  out->operands = copy(operands);
  return out;
}

Expression* Resolver::variable_call(const ast::Expression& e, const Expression& variable) {
  std::vector<Expression*> operands;
  bool good = true;
  for (const ast::Argument& argument : e.arguments) {
    operands.push_back(argument.value != nullptr ? resolve(*argument.value) : failed(e.span));
    good = good && !operands.back()->type.is_error();
  }
  if (!good) return failed(e.span);
  // the partial function that the input is declared with says what comes back
  const ir::Function* interface = variable.function_variable->interface;
  Type type{BaseType::real, {}};
  if (interface != nullptr && !interface->outputs.empty()) type = interface->outputs.front()->type;
  Expression* out = make(ExpressionKind::call, e.span, type);
  out->function_variable = variable.function_variable;
  out->operands = copy(operands);
  return out;
}

bool Resolver::match_arguments(const ast::Expression& e, const ir::Function& function,
                               std::vector<Expression*>& arguments) {
  const auto& formals = builder_.interfaces[&function].inputs;
  arguments.assign(formals.size(), nullptr);
  bool good = true;
  std::size_t position = 0;
  for (const ast::Argument& argument : e.arguments) {
    std::size_t slot = position++;
    if (!argument.name.empty())
      slot = static_cast<std::size_t>(
          std::ranges::find_if(formals, [&](const auto& one) { return one.name == argument.name.text; }) -
          formals.begin());
    const bool there = slot < formals.size();
    Expression* value = nullptr;
    if (argument.value == nullptr) {
      value = failed(e.span);
    } else if (there && formals[slot].variable->type.base == BaseType::function &&
               argument.value->kind == ast::ExpressionKind::reference) {
      // the name of a function, or an input of the function around that is one
      const Expression* variable = nullptr;
      ClassInstance* class_ = callee(*argument.value, variable);
      if (variable != nullptr) {
        value = make(ExpressionKind::function_variable, argument.value->span, variable->type);
        value->function_variable = variable->function_variable;
      } else if (class_ != nullptr && class_->syntax != nullptr) {
        ir::Function* given = builder_.function_of(*class_, argument.value->span);
        value = given != nullptr
                    ? make(ExpressionKind::function_reference, argument.value->span, {BaseType::function, {}})
                    : failed(e.span);
        value->function = given;
        if (given != nullptr) {
          std::vector<Expression*> operands(given->inputs.size(), nullptr);
          const ir::FunctionVariable* input = formals[slot].variable->function_variable;
          const ir::Function* interface = input != nullptr ? input->interface : nullptr;
          if (interface != nullptr) take_defaults_of_model(*given, interface->inputs.size(), operands);
          value->operands = copy(operands);
        }
      } else {
        value = resolve(*argument.value);
      }
    } else {
      value = resolve(*argument.value);
    }
    if (!there || arguments[slot] != nullptr) {
      const std::string what = argument.name.empty() ? "too many arguments"
                               : !there              ? "there is no input '" + std::string(argument.name.text) + "'"
                                                     : "'" + std::string(argument.name.text) + "' is given twice";
      const Span at =
          argument.name.empty() ? (argument.value != nullptr ? argument.value->span : e.span) : argument.name.span;
      builder_.error(Code::E0209, at, "'" + function.name + "': " + what)
          .notes.push_back({"the function", function.span});
      good = false;
      continue;
    }
    good = good && !value->type.is_error();
    arguments[slot] = value;
  }
  for (std::size_t i = 0; i < arguments.size() && good; ++i) {
    if (arguments[i] != nullptr || formals[i].has_default) continue;
    builder_.error(Code::E0209, e.span,
                   "'" + function.name + "': the input '" + std::string(formals[i].name) + "' is not given");
    good = false;
  }
  return good;
}

// Marks for the order of solution are known by the name of the functions that they are to other tools.
Expression* Resolver::mark(Builtin builtin, Expression* marked, Span span) {
  Expression* out = make(ExpressionKind::builtin, span, {});
  out->builtin = builtin;
  out->operands = copy(std::vector<Expression*>{marked});
  return builtin_type(*out, span) ? out : failed(span);
}

Expression* Resolver::function_call(const ast::Expression& e, ClassInstance& class_) {
  ir::Function* function = builder_.function_of(class_, e.span);
  std::vector<Expression*> arguments;
  if (function == nullptr) {
    for (const ast::Argument& argument : e.arguments)
      if (argument.value != nullptr && argument.value->kind != ast::ExpressionKind::comprehension)
        resolve(*argument.value);
    return failed(e.span);
  }
  if (class_.syntax->partial) {
    builder_.error(Code::E0215, class_.syntax->name.span, "'" + class_.name + "' is partial: it cannot be called");
    return failed(e.span);
  }
  if (!match_arguments(e, *function, arguments)) return failed(e.span);
  if (function->name == "Sunder.relax" || function->name == "Sunder.residue")
    return mark(function->name == "Sunder.relax" ? Builtin::relax : Builtin::residue, arguments[0], e.span);
  if (function->outputs.empty() && function->external.empty()) {
    builder_.error(Code::E0204, e.span, "'" + function->name + "' has no output: it gives no value");
    return failed(e.span);
  }
  return call_function(*function, arguments, e.span);
}

std::vector<Expression*> Resolver::results(const ast::Expression& e, bool for_effects) {
  if (e.kind != ast::ExpressionKind::call) return {};
  const Expression* variable = nullptr;
  ClassInstance* class_ = callee(e, variable);
  if (class_ == nullptr || class_->syntax == nullptr) {
    Expression* one = resolve(e);
    if (one->type.is_error()) return {};
    if (one->kind == ExpressionKind::builtin && one->builtin == Builtin::spatial_distribution) {
      Expression* second = make(ExpressionKind::builtin, e.span, one->type);
      *second = *one;
      second->result = 1;
      return {one, second};
    }
    return {one};
  }
  ir::Function* function = builder_.function_of(*class_, e.span);
  std::vector<Expression*> arguments;
  if (function == nullptr || !match_arguments(e, *function, arguments)) return {};
  Expression* first = call_function(*function, arguments, e.span);
  if (first->type.is_error()) return {};
  const auto& outputs = builder_.interfaces[function].outputs;
  if (outputs.empty() && !for_effects) {
    builder_.error(Code::E0204, e.span, "'" + function->name + "' has no output: it gives no value");
    return {};
  }
  if (outputs.size() <= 1) return {first};
  // the same call once more for every output
  const Expression* some = first;
  while (some->kind == ExpressionKind::record) some = some->operands[0];
  if (some->kind != ExpressionKind::call) {
    builder_.error(
        Code::E0209, e.span,
        "'" + function->name + "' is called for every element of its arguments: that gives one result, not several");
    return {};
  }
  std::vector<Expression*> out;
  const std::vector<Expression*> operands(some->operands.begin(), some->operands.end());
  const auto build = [&](const Expression& like, const auto& self) -> Expression* {
    Expression* made =
        make(like.kind == ExpressionKind::record ? ExpressionKind::record : ExpressionKind::call, e.span, like.type);
    if (like.kind == ExpressionKind::record) {
      std::vector<Expression*> fields;
      for (const Expression* one : like.operands) fields.push_back(self(*one, self));
      made->operands = copy(fields);
      return made;
    }
    made->function = function;
    made->operands = some->operands;
    const auto which = std::ranges::find(function->outputs, like.function_variable);
    made->result = static_cast<std::uint32_t>(which - function->outputs.begin());
    std::vector<std::int64_t> sizes(like.type.dimensions.begin(), like.type.dimensions.end());
    for (std::size_t d = 0; d < sizes.size(); ++d)
      if (sizes[d] == ir::open_size && like.function_variable->sizes[d] != nullptr)
        sizes[d] = result_size(*function, operands, *like.function_variable->sizes[d]).value_or(ir::open_size);
    made->type = type_of(like.type, sizes);
    return made;
  };
  for (const auto& output : outputs) out.push_back(build(*output.variable, build));
  return out;
}

/// The size of a result, which may depend on sizes and values of the arguments.
std::optional<std::int64_t> Resolver::result_size(const ir::Function& function,
                                                  const std::vector<Expression*>& operands, const Expression& size) {
  ir::Environment environment;
  for (std::size_t i = 0; i < function.inputs.size(); ++i) {
    const Expression* given = operands[i] != nullptr ? operands[i] : function.defaults[i];
    if (given == nullptr || given->type.base == BaseType::function) continue;
    ir::Value value;
    value.base = given->type.base;
    value.dimensions.assign(given->type.dimensions.begin(), given->type.dimensions.end());
    if (std::ranges::find(value.dimensions, ir::open_size) != value.dimensions.end()) continue;
    const bool known = variability_of(*given) <= ir::Variability::parameter && !mentions_iterator(*given);
    bool open = false;
    ir::walk(*given, [&](const Expression& e) { open = open || e.kind == ExpressionKind::function_variable; });
    if (given->type.is_scalar() && known && !open) {
      ir::EvaluationFailure none;
      if (auto number_ = builder_.evaluate(*given, environment, none)) value = std::move(*number_);
    }
    environment.function_variables[function.inputs[i]] = std::move(value);
  }
  for (const ir::FunctionVariable* local : function.locals) {
    if (local->binding == nullptr || !local->type.is_scalar()) continue;
    ir::EvaluationFailure none;
    if (auto value = builder_.evaluate(*local->binding, environment, none))
      environment.function_variables[local] = std::move(*value);
  }
  ir::EvaluationFailure failure;
  const auto value = builder_.evaluate(size, environment, failure);
  if (!value || value->number() < 0) return std::nullopt;
  return static_cast<std::int64_t>(value->number());
}

/// function f = g(a = k): what the call depends on is k too, so that it is given like an argument.
void Resolver::take_defaults_of_model(const ir::Function& function, std::size_t from,
                                      std::vector<Expression*>& operands) {
  for (std::size_t i = from; i < operands.size() && i < function.defaults.size(); ++i) {
    if (operands[i] != nullptr || function.defaults[i] == nullptr) continue;
    bool of_model = false;
    ir::walk(*function.defaults[i], [&](const Expression& e) {
      of_model =
          of_model || (e.kind == ExpressionKind::variable && e.variable->variability > ir::Variability::constant);
    });
    if (of_model) operands[i] = function.defaults[i];
  }
}

Expression* Resolver::call_function(ir::Function& function, std::vector<Expression*> arguments, Span span) {
  const auto& interface = builder_.interfaces[&function];
  arguments.resize(interface.inputs.size(), nullptr);
  // a call of a function of scalars with arrays is one for every element
  std::size_t extra = 0;
  std::vector<std::size_t> depth(arguments.size(), 0);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == nullptr) continue;
    const Type& want = interface.inputs[i].variable->type;
    arguments[i] = convert(arguments[i], want);
    const Expression& given = *arguments[i];
    // the records of components of which there are none: no call for each of them
    if (want.base == BaseType::record && given.kind == ExpressionKind::array && given.operands.empty() &&
        given.type.base != BaseType::record && given.type.dimensions.size() > want.dimensions.size() &&
        interface.outputs.size() == 1) {
      const Type& output = interface.outputs.front().variable->type;
      std::vector<std::int64_t> sizes(given.type.dimensions.begin(), given.type.dimensions.end());
      sizes.insert(sizes.end(), output.dimensions.begin(), output.dimensions.end());
      return make(ExpressionKind::array, span,
                  type_of({output.base == BaseType::record ? BaseType::real : output.base, {}}, sizes));
    }
    if (given.kind == ExpressionKind::array && given.operands.empty() && want.base != BaseType::record &&
        given.type.base != want.base && given.type.dimensions.size() == want.dimensions.size() &&
        ir::element_count(given.type.dimensions) == 0)  // nor do components of which there are none say of what type
      arguments[i] = make(ExpressionKind::array, span, want.with(given.type.dimensions));
    const std::size_t have = arguments[i]->type.dimensions.size();
    if (have > want.dimensions.size() && want.base != BaseType::function) {
      depth[i] = have - want.dimensions.size();
      extra = std::max(extra, depth[i]);
    }
  }
  if (extra > 0) return vectorised(function, arguments, extra, depth, span);
  std::vector<Expression*> operands(function.inputs.size(), nullptr);
  std::size_t next = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::vector<Expression*> slots;
    flatten(interface.inputs[i].variable, slots);
    if (arguments[i] != nullptr) {
      const Type& want = interface.inputs[i].variable->type;
      if (want.base == BaseType::function) {
        if (arguments[i]->type.base != BaseType::function) {
          builder_.error(Code::E0204, arguments[i]->span,
                         "the input '" + std::string(interface.inputs[i].name) + "' of '" + function.name +
                             "' must be a function, not " + print(arguments[i]->type));
          return failed(span);
        }
      } else if (!check_assignable(
                     builder_, want, *arguments[i],
                     "the input '" + std::string(interface.inputs[i].name) + "' of '" + function.name + "'", false)) {
        return failed(span);
      }
      if (want.base == BaseType::record) {
        // by name: the fields of another record may stand in another order
        const auto take = [&](Expression* value, const Expression& like, const auto& self) -> void {
          if (like.kind != ExpressionKind::record) {
            operands[next++] = value;
            return;
          }
          for (std::size_t f = 0; f < like.operands.size(); ++f)
            self(field(value, like.type.record->fields[f].name, span), *like.operands[f], self);
        };
        take(arguments[i], *interface.inputs[i].variable, take);
        continue;
      }
      operands[next] = arguments[i];
    }
    next += slots.size();
  }
  take_defaults_of_model(function, 0, operands);
  if (interface.outputs.empty()) {
    Expression* out = make(ExpressionKind::call, span, {BaseType::real, {}});
    out->function = &function;
    out->operands = copy(operands);
    return out;
  }
  const std::span<Expression*> shared = copy(operands);
  bool good = true;
  const auto build = [&](const Expression& like, const auto& self) -> Expression* {
    if (like.kind == ExpressionKind::record) {
      Expression* made = make(ExpressionKind::record, span, like.type);
      std::vector<Expression*> fields;
      for (const Expression* one : like.operands) fields.push_back(self(*one, self));
      made->operands = copy(fields);
      if (!like.type.dimensions.empty() && !fields.empty()) {
        const auto& first = fields[0]->type.dimensions;
        made->type = like.type.with(first.subspan(0, like.type.dimensions.size()));
      }
      return made;
    }
    Expression* made = make(ExpressionKind::call, span, like.type);
    made->function = &function;
    made->operands = shared;
    const auto which = std::ranges::find(function.outputs, like.function_variable);
    made->result = static_cast<std::uint32_t>(which - function.outputs.begin());
    std::vector<std::int64_t> sizes(like.type.dimensions.begin(), like.type.dimensions.end());
    for (std::size_t d = 0; d < sizes.size() && good; ++d) {
      if (sizes[d] != ir::open_size) continue;
      const Expression* size = like.function_variable->sizes.size() > d ? like.function_variable->sizes[d] : nullptr;
      if (size != nullptr) sizes[d] = result_size(function, operands, *size).value_or(ir::open_size);
      if (sizes[d] == ir::open_size && size == nullptr && !in_function()) {  // found by running it
        ir::EvaluationFailure none;
        made->type = type_of(like.type, sizes);
        if (const auto value = builder_.evaluate(*made, {}, none)) sizes[d] = value->dimensions[d];
      }
      if (sizes[d] == ir::open_size && !in_function()) {
        builder_.error(Code::E0208, span,
                       "the size of the result of '" + function.name + "' must be known at compile time");
        good = false;
      }
    }
    made->type = type_of(like.type, sizes);
    return made;
  };
  Expression* out = build(*interface.outputs.front().variable, build);
  return good ? out : failed(span);
}

Expression* Resolver::vectorised(ir::Function& function, std::vector<Expression*> arguments, std::size_t extra,
                                 const std::vector<std::size_t>& depth, Span span) {
  std::vector<std::int64_t> sizes;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (depth[i] == 0) continue;
    const auto own = arguments[i]->type.dimensions.first(depth[i]);
    if (depth[i] != extra || (!sizes.empty() && !same_sizes(sizes, own))) {
      builder_.error(Code::E0205, arguments[i]->span,
                     "'" + function.name + "' is called for every element, and the sizes of the arguments differ");
      return failed(span);
    }
    if (sizes.empty()) sizes.assign(own.begin(), own.end());
  }
  std::vector<ir::IteratorRange> ranges;
  std::vector<ir::Subscript> at;
  for (std::size_t d = 0; d < extra; ++d) {
    auto* symbol = builder_.arena().make<ir::IteratorSymbol>();
    symbol->name = d == 0 ? "$i" : d == 1 ? "$j" : "$k";
    symbol->span = span;
    Expression* range_ = make(ExpressionKind::range, span, type_of({BaseType::integer, {}}, {sizes[d]}));
    Expression* last = number(static_cast<double>(sizes[d]), BaseType::integer, span);
    if (sizes[d] == ir::open_size) {
      last = make(ExpressionKind::builtin, span, {BaseType::integer, {}});
      last->builtin = Builtin::size;
      for (std::size_t i = 0; i < arguments.size(); ++i)
        if (depth[i] > 0) {
          Expression* of = arguments[i];
          while (of->kind == ExpressionKind::record) of = of->operands[0];
          last->operands = copy({of, number(static_cast<double>(d + 1), BaseType::integer, span)});
        }
    }
    range_->operands = copy({number(1, BaseType::integer, span), last});
    ranges.push_back({symbol, range_});
    Expression* index = make(ExpressionKind::iterator, span, {BaseType::integer, {}});
    index->iterator = symbol;
    at.push_back({index});
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (depth[i] > 0) arguments[i] = indexed(arguments[i], at, span);
  Expression* item = call_function(function, arguments, span);
  if (item->type.is_error()) return item;
  std::reverse(ranges.begin(), ranges.end());  // the last one is the first dimension
  const std::span<ir::IteratorRange> shared = builder_.arena().copy(ranges);
  const auto wrap = [&](Expression* one, const auto& self) -> Expression* {
    std::vector<std::int64_t> dimensions = sizes;
    dimensions.insert(dimensions.end(), one->type.dimensions.begin(), one->type.dimensions.end());
    if (one->kind == ExpressionKind::record) {
      Expression* made = make(ExpressionKind::record, span, type_of(one->type, dimensions));
      std::vector<Expression*> fields;
      for (Expression* operand : one->operands) fields.push_back(self(operand, self));
      made->operands = copy(fields);
      return made;
    }
    Expression* made = make(ExpressionKind::comprehension, span, type_of(one->type, dimensions));
    made->operands = copy({one});
    made->iterators = shared;
    return made;
  };
  return wrap(item, wrap);
}

}  // namespace sunder::instantiate
