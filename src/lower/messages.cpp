// Messages of assertions and terminate: what is known of them now, and values that are found when they are given.
#include <algorithm>

#include "base/codes.hpp"
#include "lower/lowering.hpp"
#include "symbolic/procedure.hpp"

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
    symbolic::TextFormat format;
    format.kind = symbolic::TextFormat::Kind::text;
    out.add(std::move(format), message);
    return;
  }
  if (message.kind == ExpressionKind::chain) {
    for (const Expression* part : message.operands) read_message(*part, out);
    return;
  }
  const bool converts = message.kind == ExpressionKind::builtin && message.builtin == ir::Builtin::string_of;
  if (converts && varies(*message.operands[0])) {
    const IteratorBindings none;
    const std::vector<std::int64_t> no_loops;
    auto format = ExpressionLowering(context_, none, no_loops).format_of(message);
    if (!can_be_found(*message.operands[0]) || !format)
      out.texts.back() += "…";
    else
      out.add(std::move(*format), *message.operands[0]);
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

/// What is said of a call: rows for when and for the arguments.
bool Lowering::write_speech(const SpeechPattern& speech, const std::vector<Term>& terms,
                            const std::vector<std::int64_t>& loop_values) {
  ir::Check check;
  check.kind = ir::Check::Kind::speech;
  check.in_when = speech.in_when;
  check.at_start = context_.at_start || !speech.changes;
  check.at_steps = speech.moves && !speech.in_when && !check.at_start;
  if (check.at_steps && speech.speaker->acts_on_files()) {
    diagnostics_.error(Code::E0313, speech.span, "files would be written here all the time, not at an instant").help =
        "call the function in a when-equation or when-statement, such as when sample(0, 0.1)";
    return false;
  }
  check.asserts = speech.asserts;
  check.speaker = speech.speaker;
  const ir::OriginId around = rows_.origin;
  check.origin = origin(speech.span, dae_.origins[around.index()].path);
  Pattern pattern;
  pattern.terms = terms;
  std::vector<std::uint64_t> key{reinterpret_cast<std::uintptr_t>(speech.speaker), speech.span.begin,
                                 speech.span.file.value};
  for (std::size_t i = 0; i < speech.rows.size(); ++i) {
    pattern.shape = speech.rows[i].shape;
    pattern.slots = speech.rows[i].slots;
    const auto row = rows_.write(pattern, loop_values);
    if (!row) return false;
    key.push_back(row->shape.value);
    for (const ir::Operand operand : dae_.operands_of(*row)) key.push_back(operand.bits());
    if (i == 0)
      check.condition = *row;
    else
      static_cast<ir::Row&>(check.values.emplace_back()) = *row;
  }
  if (spoken_.insert(std::move(key)).second) dae_.checks.push_back(std::move(check));
  rows_.origin = around;
  return true;
}

}  // namespace sunder::lower
