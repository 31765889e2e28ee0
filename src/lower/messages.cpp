// Messages of assertions and terminate: what is known of them now, and values that are found when they are given.
#include <algorithm>

#include "lower/lowering.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;

namespace {

/// A number that may be another one when the message is given.
bool varies(const Expression& value) {
  bool found = false;
  ir::walk(value, [&](const Expression& e) {
    found = found || e.kind == ExpressionKind::time || e.kind == ExpressionKind::iterator ||
            (e.kind == ExpressionKind::variable && e.variable->variability > ir::Variability::constant) ||
            (e.kind == ExpressionKind::builtin && ir::speaks_of_events(e.builtin));
  });
  return found;
}

bool can_be_found(const Expression& value) {
  bool fine = value.type.is_scalar() && value.type.base != ir::BaseType::string;
  ir::walk(value, [&](const Expression& e) { fine = fine && e.kind != ExpressionKind::function_variable; });
  return fine;
}

}  // namespace

void Lowering::read_message(const Expression& message, Message& out) {
  const bool text_variable = message.kind == ExpressionKind::variable && message.type.is_scalar() &&
                             message.variable->variability > ir::Variability::parameter;
  if (text_variable) {
    ir::MessageValue value;
    value.base = ir::BaseType::string;
    out.formats.push_back(std::move(value));
    out.values.push_back(&message);
    out.texts.emplace_back();
    return;
  }
  if (message.kind == ExpressionKind::chain) {
    for (const Expression* part : message.operands) read_message(*part, out);
    return;
  }
  const bool converts = message.kind == ExpressionKind::builtin && message.builtin == ir::Builtin::string_of;
  if (converts && varies(*message.operands[0])) {
    const auto option = [&](std::size_t which, double otherwise) {
      const auto value =
          which < message.operands.size() ? indices_.evaluate(*message.operands[which], {}, {}) : std::nullopt;
      return value && !value->numbers.empty() ? value->numbers.front() : otherwise;
    };
    if (!can_be_found(*message.operands[0]) || message.operands.size() > 4) {
      out.texts.back() += "…";
      return;
    }
    ir::MessageValue value;
    const ir::Type& type = message.operands[0]->type;
    value.base = type.base;
    if (type.enumeration != nullptr)
      value.literals.assign(type.enumeration->literals.begin(), type.enumeration->literals.end());
    value.digits = static_cast<int>(std::clamp(option(1, 6), 1.0, 17.0));
    value.length = static_cast<std::size_t>(std::clamp(option(2, 0), 0.0, 1000.0));
    value.left = option(3, 1) != 0;
    out.formats.push_back(std::move(value));
    out.values.push_back(message.operands[0]);
    out.texts.emplace_back();
    return;
  }
  const auto text = indices_.evaluate(message, {}, {});
  out.texts.back() += text && !text->strings.empty() ? text->strings.front() : "…";
}

/// One check for every iteration of the loops around it.
void Lowering::add_checks(const Nest& nest, const Expression& condition, ir::Check check, const Expression& written) {
  Message message;
  read_message(written, message);
  check.message = message.texts;
  check.values = message.formats;
  std::vector<std::vector<ir::Row>> rows(message.values.size());
  const bool around = std::exchange(context_.in_when, true);  // what a message speaks of makes no events
  for (std::size_t i = 0; i < rows.size(); ++i)
    loops_.run(nest, {nullptr, message.values[i], {}}, [&](const ir::Row& row) { rows[i].push_back(row); });
  context_.in_when = around;
  std::size_t next = 0;
  loops_.run(nest, {nullptr, &condition, {}, false, context_.in_assertion}, [&](const ir::Row& row) {
    check.condition = row;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (next < rows[i].size()) static_cast<ir::Row&>(check.values[i]) = rows[i][next];
    ++next;
    dae_.checks.push_back(check);
  });
}

}  // namespace sunder::lower
