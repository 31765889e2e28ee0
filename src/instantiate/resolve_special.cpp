// Calls that are no functions of their arguments alone: constructors, conversions, connectors, clocks.
#include <algorithm>
#include <array>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

Expression* Resolver::special_call(const ast::Expression& e, std::string_view name, bool& known) {
  const auto count = e.arguments.size();
  const auto wants = [&](std::size_t n) {
    if (count == n && e.arguments[0].value != nullptr) return true;
    builder_.error(Code::E0209, e.span,
                   "'" + std::string(name) + "' takes " + counted(n, "argument") + ", not " + std::to_string(count));
    return false;
  };
  if (name == "pure") return wants(1) ? resolve(*e.arguments[0].value) : failed(e.span);
  if (name == "String") return string_of(e);
  if (name == "array") {
    std::vector<Expression*> items;
    bool good = count > 0;
    if (!good) builder_.error(Code::E0209, e.span, "'array' takes at least one argument");
    for (const ast::Argument& argument : e.arguments) {
      if (argument.value == nullptr) return failed(e.span);
      if (argument.value->kind == ast::ExpressionKind::comprehension && argument.value->boolean)
        return comprehension(*argument.value, false);
      items.push_back(resolve(*argument.value));
      good = good && !items.back()->type.is_error();
    }
    return good ? make_array(std::move(items), e.span) : failed(e.span);
  }
  if (name == "cat") {
    std::vector<Expression*> items;
    bool good = count >= 2;
    if (!good) builder_.error(Code::E0209, e.span, "'cat' takes a dimension and at least one array");
    for (const ast::Argument& argument : e.arguments) {
      if (argument.value == nullptr || !good) return failed(e.span);
      items.push_back(resolve(*argument.value));
      good = good && !items.back()->type.is_error();
    }
    if (!good) return failed(e.span);
    const auto dimension = items[0]->type.base == BaseType::integer
                               ? builder_.evaluate(*items[0], "the dimension of 'cat'")
                               : std::nullopt;
    const Expression& at = *items[0];
    items.erase(items.begin());
    if (!dimension || dimension->number() < 1) {
      builder_.error(Code::E0204, at.span, "the first argument of 'cat' is the number of a dimension");
      return failed(e.span);
    }
    for (const Expression* item : items)
      if (item->type.dimensions.size() != items[0]->type.dimensions.size() ||
          item->type.dimensions.size() < static_cast<std::size_t>(dimension->number())) {
        builder_.error(Code::E0205, item->span,
                       "'cat' joins arrays with equally many dimensions, not " + print(items[0]->type) + " and " +
                           print(item->type));
        return failed(e.span);
      }
    return concatenate(static_cast<std::size_t>(dimension->number()), items, e.span);
  }
  if (name == "cardinality") return connector_call(e, Builtin::cardinality);
  if (name == "inStream") return connector_call(e, Builtin::in_stream);
  if (name == "actualStream") return connector_call(e, Builtin::actual_stream);
  if (name == "Connections.isRoot") return connector_call(e, Builtin::is_root);
  if (name == "Connections.rooted" || name == "rooted") return connector_call(e, Builtin::rooted);
  if (name == "getInstanceName") {
    Expression* out = make(ExpressionKind::string, e.span, {BaseType::string, {}});
    const std::string path = scope_.instance != nullptr ? path_of(*scope_.instance) : "";
    const std::string& model = builder_.model_name();
    const std::string last = model.substr(model.rfind('.') == std::string::npos ? 0 : model.rfind('.') + 1);
    out->text = builder_.arena().copy(std::string_view(path.empty() ? last : last + "." + path));
    return out;
  }
  static constexpr std::pair<std::string_view, Builtin> clocks[] = {{"Clock", Builtin::clock},
                                                                    {"previous", Builtin::previous},
                                                                    {"hold", Builtin::hold},
                                                                    {"subSample", Builtin::sub_sample},
                                                                    {"superSample", Builtin::super_sample},
                                                                    {"shiftSample", Builtin::shift_sample},
                                                                    {"backSample", Builtin::back_sample},
                                                                    {"noClock", Builtin::no_clock},
                                                                    {"interval", Builtin::interval},
                                                                    {"firstTick", Builtin::first_tick}};
  for (const auto& [own, builtin] : clocks)
    if (name == own) return clock_call(e, builtin);
  known = false;
  return nullptr;
}

namespace {

/// The names of the arguments of an operator on clocks, in order.
std::vector<std::string_view> clock_arguments(Builtin builtin, std::span<const ast::Argument> given) {
  const auto named = [&](std::string_view name) {
    return std::ranges::any_of(given, [&](const ast::Argument& one) { return one.name.text == name; });
  };
  switch (builtin) {
    case Builtin::clock:
      if (named("condition")) return {"condition", "startInterval"};
      if (named("c") || named("solverMethod")) return {"c", "solverMethod"};
      if (named("interval")) return {"interval"};
      return {"intervalCounter", "resolution"};
    case Builtin::sub_sample:
    case Builtin::super_sample: return {"u", "factor"};
    case Builtin::shift_sample: return {"u", "shiftCounter", "resolution"};
    case Builtin::back_sample: return {"u", "backCounter", "resolution"};
    default: return {"u"};
  }
}

}  // namespace

Expression* Resolver::clock_call(const ast::Expression& e, Builtin builtin) {
  const std::vector<std::string_view> names = clock_arguments(builtin, e.arguments);
  std::vector<Expression*> operands;
  bool good = true;
  for (const ast::Argument& argument : e.arguments) {
    std::size_t slot = operands.size();
    if (!argument.name.empty())
      slot = static_cast<std::size_t>(std::ranges::find(names, argument.name.text) - names.begin());
    const bool second_form = builtin == Builtin::clock && argument.name.empty() && slot == 1;  // Clock(c, "method")
    if (slot >= names.size() && !second_form) {
      builder_.error(Code::E0209, argument.name.empty() ? e.span : argument.name.span,
                     "'" + std::string(ir::name_of(builtin)) + "' has no such argument");
      return failed(e.span);
    }
    if (operands.size() <= slot) operands.resize(slot + 1, nullptr);
    if (operands[slot] != nullptr) {
      builder_.error(Code::E0209, e.span, "'" + std::string(names[slot]) + "' is given twice");
      return failed(e.span);
    }
    operands[slot] = argument.value != nullptr ? resolve(*argument.value) : failed(e.span);
    good = good && !operands[slot]->type.is_error();
  }
  if (!good) return failed(e.span);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (operands[i] != nullptr) continue;
    builder_.error(Code::E0209, e.span, "'" + std::string(names[i]) + "' is not given");
    return failed(e.span);
  }
  Expression* out = make(ExpressionKind::builtin, e.span, {});
  out->builtin = builtin;
  out->operands = copy(operands);
  const bool needs = builtin != Builtin::clock && builtin != Builtin::interval && builtin != Builtin::first_tick;
  if (operands.empty() && needs) {
    builder_.error(Code::E0209, e.span, "'" + std::string(ir::name_of(builtin)) + "' takes at least 1 argument, not 0");
    return failed(e.span);
  }
  if (builtin == Builtin::clock)
    out->type = {BaseType::clock, {}};
  else if (builtin == Builtin::interval)
    out->type = {BaseType::real, {}};
  else if (builtin == Builtin::first_tick)
    out->type = {BaseType::boolean, {}};
  else
    out->type = operands[0]->type;
  return out;
}

/// What is asked of a connector, or of a stream variable of one.
Expression* Resolver::connector_call(const ast::Expression& e, Builtin builtin) {
  const std::string name = "'" + std::string(ir::name_of(builtin)) + "'";
  if (e.arguments.size() != 1 || e.arguments[0].value == nullptr) {
    builder_.error(Code::E0209, e.span, name + " takes 1 argument, not " + std::to_string(e.arguments.size()));
    return failed(e.span);
  }
  const ast::Expression& written = *e.arguments[0].value;
  if (scope_.instance == nullptr) {
    builder_.error(Code::E0204, e.span, name + " speaks of a connector of a model: it cannot stand here");
    return failed(e.span);
  }
  const bool around = std::exchange(builder_.in_connection, true);
  Expression* operand = resolve(written);
  builder_.in_connection = around;
  if (operand->type.is_error()) return operand;
  Expression* out = make(ExpressionKind::builtin, e.span, operand->type);
  out->builtin = builtin;
  out->operands = copy({operand});
  if (builtin == Builtin::in_stream || builtin == Builtin::actual_stream) {
    const auto streams = [&](const Expression& one, const auto& self) -> bool {
      if (one.kind == ExpressionKind::variable) return one.variable->flow == ir::FlowKind::stream;
      return (one.kind == ExpressionKind::array || !one.operands.empty()) &&
             std::ranges::all_of(one.operands, [&](const Expression* inner) { return self(*inner, self); });
    };
    if (!streams(*operand, streams)) {
      builder_.error(Code::E0204, written.span, name + " takes a stream variable of a connector");
      return failed(e.span);
    }
    const auto spread = [&](Expression* one, const auto& self) -> Expression* {
      if (one->kind == ExpressionKind::array || one->kind == ExpressionKind::index) {
        Expression* made = make(one->kind, e.span, one->type);
        *made = *one;
        std::vector<Expression*> items;
        for (Expression* inner : one->operands) items.push_back(self(inner, self));
        made->operands = copy(items);
        return made;
      }
      Expression* made = make(ExpressionKind::builtin, e.span, one->type);
      made->builtin = builtin;
      made->operands = copy({one});
      builder_.stream_calls.push_back(made);
      return made;
    };
    return spread(operand, spread);
  }
  const Expression* leaf = operand;
  while (leaf->kind != ExpressionKind::variable && !leaf->operands.empty() && leaf->operands[0] != nullptr)
    leaf = leaf->operands[0];
  out->type = {builtin == Builtin::cardinality ? BaseType::integer : BaseType::boolean, {}};
  std::vector<Expression*> none;
  const auto selection = components(written, none);
  if (!selection) return failed(e.span);
  if (selection->items.empty() || (builtin == Builtin::cardinality && !selection->items.front()->is_connector)) {
    builder_.error(Code::E0204, written.span, name + " takes a connector");
    return failed(e.span);
  }
  out->variable = selection->items.front();
  out->operands = {};
  builder_.connection_calls.push_back(out);
  return out;
}

Expression* Resolver::string_of(const ast::Expression& e) {
  static constexpr std::array<std::string_view, 5> names{"", "significantDigits", "minimumLength", "leftJustified",
                                                         "format"};
  std::vector<Expression*> operands(5, nullptr);
  bool good = !e.arguments.empty();
  for (std::size_t i = 0; i < e.arguments.size(); ++i) {
    const ast::Argument& argument = e.arguments[i];
    Expression* value = argument.value != nullptr ? resolve(*argument.value) : failed(e.span);
    good = good && !value->type.is_error();
    std::size_t slot = i == 0 ? 0 : 5;
    if (!argument.name.empty()) {
      slot = static_cast<std::size_t>(std::ranges::find(names, argument.name.text) - names.begin());
    } else if (i == 1) {
      slot = value->type.base == BaseType::string ? 4 : value->type.base == BaseType::boolean ? 3 : 1;
      if (operands[0] != nullptr && operands[0]->type.base != BaseType::real && slot == 1) slot = 2;
    } else if (i == 2) {
      slot = 2;
    } else if (i == 3) {
      slot = 3;
    }
    if (slot >= 5) {
      builder_.error(Code::E0209, argument.name.empty() ? e.span : argument.name.span, "'String' has no such argument");
      return failed(e.span);
    }
    operands[slot] = value;
  }
  if (!good) return failed(e.span);
  if (operands[0]->type.base == BaseType::record) return overloaded("String", {operands[0]}, e.span);
  if (!operands[0]->type.is_scalar() || operands[0]->type.base == BaseType::clock) {
    builder_.error(Code::E0204, operands[0]->span, "'String' takes a scalar, not " + print(operands[0]->type));
    return failed(e.span);
  }
  const double defaults[] = {0, 6, 0, 1};
  for (std::size_t i = 1; i < 4; ++i)
    if (operands[i] == nullptr)
      operands[i] = number(defaults[i], i == 3 ? BaseType::boolean : BaseType::integer, e.span);
  if (operands[4] == nullptr) operands.pop_back();
  Expression* out = make(ExpressionKind::builtin, e.span, {BaseType::string, {}});
  out->builtin = Builtin::string_of;
  out->operands = copy(operands);
  return out;
}

/// Integer(e), E(i), String(x).
Expression* Resolver::conversion(const ast::Expression& e, ClassInstance& class_) {
  const Aliased& alias = class_.is_builtin() ? class_.alias : builder_.classes().alias(class_);
  if (alias.base == BaseType::string) return string_of(e);
  if (e.arguments.size() != 1 || e.arguments[0].value == nullptr) {
    builder_.error(Code::E0209, e.span,
                   "'" + class_.name + "' takes 1 argument, not " + std::to_string(e.arguments.size()));
    return failed(e.span);
  }
  Expression* operand = resolve(*e.arguments[0].value);
  if (operand->type.is_error()) return operand;
  const bool to_integer = alias.base == BaseType::integer;
  const BaseType wanted = to_integer ? BaseType::enumeration : BaseType::integer;
  if (operand->type.base != wanted || (alias.base != BaseType::integer && alias.base != BaseType::enumeration)) {
    builder_.error(Code::E0204, operand->span, "'" + class_.name + "' cannot be made of " + print(operand->type)).help =
        to_integer ? "integer(x) rounds a Real downwards" : "";
    return failed(e.span);
  }
  Expression* out = make(ExpressionKind::builtin, e.span,
                         {alias.base, operand->type.dimensions, to_integer ? nullptr : alias.enumeration, nullptr});
  out->builtin = to_integer ? Builtin::integer_of : Builtin::enumeration_of;
  out->operands = copy({operand});
  return out;
}

Expression* Resolver::record_call(const ast::Expression& e, ClassInstance& class_) {
  ClassTable& classes = builder_.classes();
  if (class_.syntax->partial) {
    builder_.error(Code::E0215, e.span, "'" + class_.name + "' is partial: it cannot be made");
    return failed(e.span);
  }
  if (class_.kind() == ast::ClassKind::operator_record) {
    if (ClassInstance* constructor = classes.member_class(class_, "'constructor'");
        constructor != nullptr && constructor->syntax != nullptr) {
      std::vector<Expression*> given;
      std::vector<std::string_view> names;
      for (const ast::Argument& argument : e.arguments) {
        given.push_back(argument.value != nullptr ? resolve(*argument.value) : failed(e.span));
        names.push_back(argument.name.text);
        if (given.back()->type.is_error()) return failed(e.span);
      }
      ir::Function* chosen = nullptr;
      std::vector<Expression*> chosen_arguments;
      const auto takes_the_same = [](const ir::Function& a, const ir::Function& b) {
        return std::ranges::equal(a.inputs, b.inputs, [](const auto* x, const auto* y) {
          return x->type.base == y->type.base && x->type.dimensions.size() == y->type.dimensions.size();
        });
      };
      for (ClassInstance* one : functions_of_operator(*constructor)) {
        ir::Function* function = one != nullptr ? builder_.function_of(*one, e.span) : nullptr;
        if (function == nullptr) continue;
        if (const std::size_t outputs = builder_.interfaces[function].outputs.size(); outputs != 1) {
          builder_.error(
              Code::E0221, function->span,
              "a constructor has one output, the record: '" + function->name + "' has " + std::to_string(outputs));
          return failed(e.span);
        }
        const auto& formals = builder_.interfaces[function].inputs;
        std::vector<Expression*> ordered(formals.size(), nullptr);
        bool fits = given.size() <= formals.size();
        for (std::size_t i = 0; i < given.size() && fits; ++i) {
          std::size_t slot = i;
          if (!names[i].empty())
            slot = static_cast<std::size_t>(
                std::ranges::find_if(formals, [&](const auto& f) { return f.name == names[i]; }) - formals.begin());
          fits = slot < formals.size() && ordered[slot] == nullptr &&
                 !common(formals[slot].variable->type, given[i]->type).is_error() &&
                 given[i]->type.dimensions.size() >= formals[slot].variable->type.dimensions.size();
          if (fits) ordered[slot] = given[i];
        }
        for (std::size_t i = 0; i < formals.size() && fits; ++i) fits = ordered[i] != nullptr || formals[i].has_default;
        if (!fits) continue;
        if (chosen == nullptr) {
          chosen = function;
          chosen_arguments = ordered;
        } else if (takes_the_same(*chosen, *function)) {
          builder_.error(Code::E0209, e.span, "two constructors of '" + class_.name + "' take these arguments")
              .notes = {{"one of them", chosen->span}, {"the other one", function->span}};
          return failed(e.span);
        }
      }
      if (chosen != nullptr) return call_function(*chosen, chosen_arguments, e.span);
      std::string types;
      for (const Expression* one : given) types += (types.empty() ? "" : ", ") + print(one->type);
      builder_.error(Code::E0209, e.span, "'" + class_.name + "' cannot be made of (" + types + ")");
      return failed(e.span);
    }
  }
  // the record itself: every field that may be modified is an argument
  ir::Instance* like = builder_.prototype(class_, e.span);
  if (like == nullptr) return failed(e.span);
  std::vector<std::pair<ir::Instance*, Expression*>> given;
  std::vector<ir::Instance*> inputs;
  for (ir::Instance* child : like->children)
    if (!child->is_absent) inputs.push_back(child);
  std::vector<Expression*> values(inputs.size(), nullptr);
  bool good = true;
  std::size_t position = 0;
  for (const ast::Argument& argument : e.arguments) {
    Expression* value = argument.value != nullptr ? resolve(*argument.value) : failed(e.span);
    good = good && !value->type.is_error();
    const auto fixed = [&](const ir::Instance& one) {
      return one.is_protected || ((one.variability == ir::Variability::constant || one.is_final) &&
                                  builder_.pending(one).component->modification != nullptr);
    };
    std::size_t slot = inputs.size();
    if (argument.name.empty()) {
      while (position < inputs.size() && fixed(*inputs[position])) ++position;
      slot = position++;
    } else {
      for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i]->name == argument.name.text) slot = i;
    }
    if (slot >= inputs.size() || values[slot] != nullptr) {
      builder_
          .error(Code::E0209, argument.name.empty() ? e.span : argument.name.span,
                 "'" + class_.name + "': " +
                     (argument.name.empty()   ? std::string("too many arguments")
                      : slot >= inputs.size() ? "there is no field '" + std::string(argument.name.text) + "'"
                                              : "'" + std::string(argument.name.text) + "' is given twice"))
          .notes.push_back({"the record", class_.syntax->name.span});
      return failed(e.span);
    }
    values[slot] = value;
  }
  if (!good) return failed(e.span);
  // a default may speak of other fields, given here or defaults themselves
  std::vector<bool> asked(inputs.size(), false);
  const auto default_of = [&](std::size_t i, const auto& ask) -> Expression* {
    ir::Instance& field_ = *inputs[i];
    const Pending& own = builder_.pending(field_);
    if (field_.is_leaf() && !has_value(own.mod)) {
      builder_.error(Code::E0209, e.span,
                     "'" + class_.name + "': the field '" + std::string(field_.name) + "' is not given");
      return failed(e.span);
    }
    Expression* value = field_.is_leaf() ? builder_.value_of(own.mod->value) : value_of(field_, e.span);
    asked[i] = true;
    const auto replace = [&](Expression* at, const auto& self) -> Expression* {
      if (at == nullptr) return at;
      if (at->kind == ExpressionKind::variable && at->subscripts.empty())
        for (std::size_t k = 0; k < inputs.size(); ++k) {
          if (at->variable != inputs[k]) continue;
          if (values[k] == nullptr && !asked[k] && inputs[k]->is_leaf() && has_value(builder_.pending(*inputs[k]).mod))
            values[k] = ask(k, ask);
          return values[k] != nullptr ? values[k] : at;
        }
      if (at->operands.empty()) return at;
      std::vector<Expression*> operands;
      bool changed = false;
      for (Expression* operand : at->operands) {
        operands.push_back(self(operand, self));
        changed = changed || operands.back() != operand;
      }
      if (!changed) return at;
      Expression* made = make(at->kind, at->span, at->type);
      *made = *at;
      made->operands = copy(operands);
      return made;
    };
    return replace(value, replace);
  };
  std::vector<ir::RecordField> fields;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (values[i] == nullptr) values[i] = default_of(i, default_of);
    Expression* value = values[i];
    if (value->type.is_error()) return failed(e.span);
    ir::Instance& field_ = *inputs[i];
    if (field_.is_leaf()) {
      Type want{field_.base, value->type.dimensions, field_.enumeration, nullptr};
      if (builder_.pending(field_).sizes.size() != value->type.dimensions.size())
        want.dimensions = builder_.pending(field_).sizes.empty() ? std::span<const std::int64_t>() : field_.dimensions;
      if (!check_assignable(builder_, want, *value, "'" + std::string(field_.name) + "'", false)) return failed(e.span);
    } else if (value->type.base != BaseType::record) {
      value = convert(value, {BaseType::record, {}, nullptr, builder_.record_type(field_)});
      if (value->type.base != BaseType::record) {
        builder_.error(Code::E0204, value->span,
                       "'" + std::string(field_.name) + "' must be a record, not " + print(value->type));
        return failed(e.span);
      }
    }
    values[i] = value;
    fields.push_back({field_.name, value->type});
  }
  auto* type = builder_.arena().make<ir::RecordType>();
  type->name = builder_.arena().copy(std::string_view(class_.name));
  type->fields = builder_.arena().copy(fields);
  type->class_ = &class_;
  Expression* out = make(ExpressionKind::record, e.span, {BaseType::record, {}, nullptr, type});
  out->operands = copy(values);
  return out;
}

}  // namespace sunder::instantiate
