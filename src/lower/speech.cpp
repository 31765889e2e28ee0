// What functions say in the run: texts that are printed, and warnings of assertions. Equations need the values of a
// function as often as a solver likes; what it says is said once, by carrying it out again where the run has come to.
#include <algorithm>

#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "lower/function_bodies.hpp"
#include "symbolic/procedure.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;
using symbolic::Op;

/// Whether a call of the function may say something.
bool ExpressionLowering::speaks(const ir::Function& function) {
  if (function.external == print_function) return true;
  if (!function.external.empty())
    return acts_on_files(function) ||
           (function.outputs.empty() && function.external != error_function && !is_without_effect(function.external));
  const auto [known, fresh] = context_.speaking.try_emplace(&function, false);  // one that calls itself: not by that
  if (!fresh) return known->second;
  bool found = false;
  walk_body(
      function,
      [&](const ir::Statement& one) { found = found || (one.kind == ir::StatementKind::assert_ && one.warns); },
      [&](const Expression& e) {
        const bool names = e.kind == ExpressionKind::call || e.kind == ExpressionKind::function_reference;
        found = found || (names && e.function != nullptr && speaks(*e.function));
      });
  context_.speaking[&function] = found;
  return found;
}

/// The number of a text that is said; what cannot be made of it in the run is left out.
NodeId ExpressionLowering::said_text(const Expression& e, const std::string& prefix) {
  if (!can_be_made(e)) return text_number(prefix + message_text(e));
  ++no_event_depth_;
  const bool was = std::exchange(context_.in_assertion, false);
  const NodeId text = made_text(e, {}, true, prefix);
  context_.in_assertion = was;
  --no_event_depth_;
  return text;
}

/// What print() is given; a text for a file says so.
NodeId ExpressionLowering::printed_text(const Expression& call) {
  std::string file;
  if (call.operands.size() > 1 && call.operands[1] != nullptr) file = message_text(*call.operands[1]);
  return said_text(*call.operands[0], file.empty() ? file : file + ": ");
}

/// The function as a procedure, for what it says; null when there is none, which is told.
const symbolic::Procedure* ExpressionLowering::speaker(const ir::Function& function, Given& given,
                                                       std::vector<NodeId>& arguments, const Expression& at) {
  auto key = procedure_key(function, given, arguments);
  if (!key) return nullptr;
  key->second.emplace_back("speaks");
  if (const auto known = context_.speakers.find(*key); known != context_.speakers.end()) return known->second;
  Diagnostics before = context_.diagnostics;
  ExpressionLowering inner(context_, {}, loop_values_);
  ++context_.open_procedures;
  context_.open_counts.push_back(1);
  constexpr int most_procedures = 100;
  const bool made = context_.open_procedures < most_procedures && inner.make_procedure(function, given, *key, at);
  context_.open_counts.pop_back();
  --context_.open_procedures;
  context_.procedures.erase(*key);
  if (made) return context_.speakers.at(*key);
  std::string why = "it cannot be carried out by itself";
  if (context_.diagnostics.all().size() > before.all().size()) {
    const Diagnostic& first = context_.diagnostics.all()[before.all().size()];
    why = first.message;
    if (first.code == Code::E0313) {  // nothing that is only said: without it the model is another one
      failed_ = true;
      return nullptr;
    }
  }
  context_.diagnostics = std::move(before);
  context_.diagnostics.warning(Code::W0311, at.span, "what '" + function.name + "' says is not shown: " + why);
  context_.speakers[*key] = nullptr;
  return nullptr;
}

/// A call in an equation, a section or the statements of a procedure: noted with the conditions it stands under.
void ExpressionLowering::add_voice(const ir::Function& function, Given given, const Expression& e, bool asserts) {
  Voice voice;
  voice.speaker = speaker(function, given, voice.arguments, e);
  if (voice.speaker == nullptr) return;
  symbolic::Pool& pool = context_.shapes.pool();
  voice.condition = path_.valid() ? path_ : pool.constant(1);
  for (const auto& [condition, holds] : choices_)
    voice.condition =
        pool.make(Op::logical_and, {voice.condition, holds ? condition : pool.make(Op::logical_not, {condition})});
  if (making_ == nullptr && context_.clock != nullptr && when_ == nullptr)
    voice.condition = pool.make(Op::logical_and, {voice.condition, lower(*context_.clock->tick, {})});
  voice.span = e.span;
  voice.effects = effects_.size();
  voice.in_when = when_ != nullptr || context_.in_when;
  voice.asserts = asserts;
  const auto same = [&](const Voice& other) {
    return other.speaker == voice.speaker && other.condition == voice.condition && other.arguments == voice.arguments &&
           other.span == voice.span;
  };
  if (std::ranges::none_of(voices_, same)) voices_.push_back(std::move(voice));
}

/// In a procedure: what the calls of the statement at hand say, before its values are stored.
void ExpressionLowering::speak_now(symbolic::Procedure& procedure) {
  for (Voice& voice : std::exchange(voices_, {})) {
    const bool always = context_.shapes.pool().is_constant(voice.condition, 1);
    const std::size_t past = always ? 0 : procedure.branch(voice.condition);
    procedure.listen(voice.speaker, std::move(voice.arguments), voice.span);
    if (!always) procedure.land(past);
  }
}

/// A call of code of others that gives nothing back: it is carried out where what is said is said.
void ExpressionLowering::call_for_act(const Expression& call) {
  Given given;
  for (const Expression* operand : call.operands) {
    given.emplace_back();
    if (operand == nullptr) continue;
    given.back() = bind(*operand);
    if (!given.back() || failed_) {
      failed_ = true;
      return;
    }
  }
  std::string message;
  const bool ours = acts_on_files(*call.function) || call.function->external == print_function;
  if (!ours && context_.indices.values().foreign(*call.function, message) == nullptr) {
    if (message.empty())
      message = "the external function '" + call.function->external + "' cannot be called in the run";
    fail(call, Code::E0312, message);
    return;
  }
  add_voice(*call.function, std::move(given), call, true);
}

/// The step of a procedure that does it.
bool ExpressionLowering::act(const ir::Function& function, symbolic::Procedure& procedure, const Expression& at) {
  Given given;
  for (const ir::FunctionVariable* input : function.inputs) given.emplace_back(closure_->variables.at(input));
  if (acts_on_files(function) || function.external == print_function)
    return tell_file_action(function, given, procedure, at);
  const Results done = call_foreign(function, given, at);
  if (done == nullptr) return false;
  procedure.say(symbolic::Procedure::Tone::act, done->front().nodes.front(), at.span);
  return true;
}

/// The rows of what is said, over the terms of this expression.
std::vector<SpeechPattern> ExpressionLowering::take_speech() {
  std::vector<SpeechPattern> made;
  for (Voice& voice : std::exchange(voices_, {})) {
    SpeechPattern& one = made.emplace_back();
    one.speaker = voice.speaker;
    one.span = voice.span;
    one.effects = voice.effects;
    one.in_when = voice.in_when;
    one.asserts = voice.asserts;
    one.changes = !is_constant(voice.condition);
    one.moves = !is_discrete(voice.condition);
    one.rows.push_back(part({}, voice.condition));
    for (const NodeId argument : voice.arguments) {
      one.changes = one.changes || !is_constant(argument);
      one.moves = one.moves || !is_discrete(argument);
      one.rows.push_back(part({}, argument));
    }
  }
  return made;
}

}  // namespace sunder::lower
