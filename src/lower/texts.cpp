// Texts in expressions: those that are known at compile time are numbered, others are made of numbers in the run.
#include <algorithm>

#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "symbolic/said_text.hpp"

namespace sunder::lower {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;
using symbolic::Op;
using symbolic::TextFormat;

NodeId ExpressionLowering::text_number(const std::string& text) { return number(context_.texts->number(text)); }

std::uint32_t ExpressionLowering::order_of_texts() {
  return routine("order of texts", [&] { return std::make_shared<symbolic::TextOrder>(context_.texts); });
}

NodeId ExpressionLowering::text(const Expression& e, const std::vector<Index>& subscripts) {
  switch (e.kind) {
    case ExpressionKind::string: return text_number(std::string(e.text));
    case ExpressionKind::variable:
      if (e.variable->variability > ir::Variability::parameter) return variable(e, subscripts, false);
      break;
    case ExpressionKind::function_variable:
      if (const auto found = closure_->variables.find(e.function_variable);
          found != closure_->variables.end() && !found->second.nodes.empty())
        return function_variable(e, subscripts);
      break;
    case ExpressionKind::if_: return conditional(e, subscripts);
    case ExpressionKind::call:
      if (e.function == nullptr || gives_texts(*e.function)) return call(e, subscripts);
      break;
    case ExpressionKind::builtin:
      if (ir::speaks_of_events(e.builtin)) return event_builtin(e, subscripts);
      if (e.builtin == ir::Builtin::string_of && can_be_made(e)) return made_text(e, subscripts, false);
      break;
    case ExpressionKind::chain:
      if (can_be_made(e)) return made_text(e, subscripts, false);
      break;
    case ExpressionKind::array: {
      const auto which = decide(subscripts.front(), e);
      if (!which || *which < 1 || *which > static_cast<std::int64_t>(e.operands.size())) break;
      return lower(*e.operands[static_cast<std::size_t>(*which - 1)], {subscripts.begin() + 1, subscripts.end()});
    }
    default: break;
  }
  const auto value =
      closure_->variables.empty() ? context_.indices.evaluate(e, bindings_, loop_values_) : evaluate_local(e);
  if (!value || value->strings.empty())
    return fail(e, Code::E0301,
                "this text cannot be made in the run: it is not made of texts, sums of texts and String()");
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < value->dimensions.size() && d < subscripts.size(); ++d) {
    const auto at = decide(subscripts[d], e);
    if (!at) return {};
    offset = offset * value->dimensions[d] + *at - 1;
  }
  if (static_cast<std::size_t>(offset) >= value->strings.size())
    return fail(e, Code::E0302, "a subscript of a text lies outside");
  if (mentions_iterator(e))  // another one in every iteration
    for (const auto& [symbol, index] : bindings_)
      if (!index.is_constant() && !decide(index, e)) return {};
  return text_number(value->strings[static_cast<std::size_t>(offset)]);
}

/// Whether what comes out of the function is a text in the run too: of statements, or of code of others.
bool ExpressionLowering::gives_texts(const ir::Function& function) {
  std::string message;
  return function.external.empty() || context_.indices.values().foreign(function, message) != nullptr;
}

bool ExpressionLowering::can_be_made(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::string: return true;
    case ExpressionKind::variable:
      return e.variable->variability > ir::Variability::parameter || evaluate_local(e).has_value();
    case ExpressionKind::function_variable: {
      const auto found = closure_->variables.find(e.function_variable);
      return found != closure_->variables.end() && !found->second.nodes.empty();
    }
    case ExpressionKind::chain:
      return std::ranges::all_of(e.operands, [&](const Expression* part) { return can_be_made(*part); });
    case ExpressionKind::if_: {
      for (std::size_t i = 1; i < e.operands.size(); i += 2)
        if (!can_be_made(*e.operands[i])) return false;
      return can_be_made(*e.operands.back());
    }
    case ExpressionKind::call:
      return e.function != nullptr &&
             ((gives_texts(*e.function) && !looks_at_texts(*e.function)) || evaluate_local(e).has_value());
    case ExpressionKind::builtin:
      if (e.builtin != ir::Builtin::string_of) return ir::speaks_of_events(e.builtin);
      if (e.operands[0]->type.base == BaseType::string && !can_be_made(*e.operands[0])) return false;
      return format_of(e).has_value();
    default: return evaluate_local(e).has_value();
  }
}

std::optional<TextFormat> ExpressionLowering::format_of(const Expression& e) {
  TextFormat format;
  const ir::Type& type = e.operands[0]->type;
  using Kind = TextFormat::Kind;
  format.kind = type.base == BaseType::string        ? Kind::text
                : type.base == BaseType::boolean     ? Kind::boolean
                : type.base == BaseType::integer     ? Kind::integer
                : type.base == BaseType::enumeration ? Kind::enumeration
                                                     : Kind::real;
  if (type.enumeration != nullptr)
    format.literals.assign(type.enumeration->literals.begin(), type.enumeration->literals.end());
  double options[] = {6, 0, 1};
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    const auto known = evaluate_local(*e.operands[i]);
    if (!known || (i < 4 ? known->numbers.empty() : known->strings.empty())) return std::nullopt;
    if (i < 4)
      options[i - 1] = known->number();
    else
      format.format = known->strings.front();
  }
  format.digits = static_cast<int>(std::clamp(options[0], 1.0, 17.0));
  format.length = static_cast<std::size_t>(std::clamp(options[1], 0.0, 1000.0));
  format.left = options[2] != 0;
  return format;
}

struct ExpressionLowering::MadeText {
  symbolic::TextPattern pattern;
  std::vector<NodeId> arguments;

  void add(TextFormat format, NodeId value) {
    pattern.formats.push_back(std::move(format));
    pattern.parts.emplace_back();
    arguments.push_back(value);
  }
};

bool ExpressionLowering::read_text(const Expression& e, const std::vector<Index>& subscripts, MadeText& out) {
  if (e.kind == ExpressionKind::chain) {
    for (const Expression* part : e.operands)
      if (!read_text(*part, spread(*part, subscripts), out)) return false;
    return true;
  }
  if (e.type.is_scalar() && !mentions_iterator(e))
    if (const auto known = evaluate_local(e); known && known->strings.size() == 1) {
      out.pattern.parts.back() += known->strings.front();
      return true;
    }
  const bool converts = e.kind == ExpressionKind::builtin && e.builtin == ir::Builtin::string_of;
  const NodeId value = converts ? lower(*e.operands[0], {}) : text(e, subscripts);
  if (failed_) return false;
  TextFormat format;
  format.kind = TextFormat::Kind::text;
  if (converts) format = format_of(e).value_or(format);
  out.add(std::move(format), value);
  return true;
}

/// `only_said`: the text is part of a message, and nobody compares or keeps it.
NodeId ExpressionLowering::made_text(const Expression& e, const std::vector<Index>& subscripts, bool only_said,
                                     const std::string& prefix) {
  MadeText made;
  made.pattern.parts.front() = prefix;
  if (!read_text(e, subscripts, made)) return {};
  return text_of(made.pattern, std::move(made.arguments), only_said);
}

/// What is between the parts is given by the arguments.
NodeId ExpressionLowering::text_of(const symbolic::TextPattern& pattern, std::vector<NodeId> arguments,
                                   bool only_said) {
  if (arguments.empty()) return text_number(pattern.parts.front());
  // what depends on parameters only is computed once, and must keep
  const bool passing = only_said && !std::ranges::all_of(arguments, [&](NodeId node) {
                         return in_procedure_ ? context_.shapes.pool().is_constant(node) : is_constant(node);
                       });
  std::string key = passing ? "passing " : only_said ? "said " : "text ";
  for (std::size_t i = 0; i < pattern.formats.size(); ++i) {
    const TextFormat& format = pattern.formats[i];
    key += pattern.parts[i] + '\1' + std::to_string(static_cast<int>(format.kind)) + "," +
           std::to_string(format.digits) + "," + std::to_string(format.length) + (format.left ? "l" : "r") +
           format.format;
    for (const std::string& literal : format.literals) key += "," + literal;
    key += '\2';
  }
  const std::uint32_t number = routine(key + pattern.parts.back(), [&]() -> std::shared_ptr<const symbolic::Routine> {
    if (passing) return std::make_shared<symbolic::SaidText>(context_.texts, pattern);
    return std::make_shared<symbolic::TextRoutine>(context_.texts, pattern, only_said);
  });
  return context_.shapes.pool().make(Op::call, arguments, number);
}

}  // namespace sunder::lower
