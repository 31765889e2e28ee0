// What a model does to files. Values are evaluated as often as a solver likes, so that writing is never part of one: it
// is said where the run has come to, like a text that is printed, and who asked for the run carries it out.
#include <algorithm>

#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "symbolic/file_action.hpp"
#include "symbolic/procedure.hpp"

namespace sunder::lower {

using ir::BaseType;
using ir::Expression;
using symbolic::NodeId;
using symbolic::TextFormat;

bool ExpressionLowering::acts_on_files(const ir::Function& function) const {
  return symbolic::is_file_action(function.external);
}

/// A text for a file that may be written; else it is shown.
bool ExpressionLowering::prints_to_file(const Expression& call) {
  if (!context_.allow_files || call.operands.size() < 2 || call.operands[1] == nullptr) return false;
  return !message_text(*call.operands[1]).empty();
}

bool ExpressionLowering::may_act_on_files(const ir::Function& function, const Expression& at) {
  if (context_.allow_files) return true;
  if (!failed_)
    context_.diagnostics
        .error(Code::E0313, at.span, "'" + function.name + "' changes files or directories: it is not allowed to")
        .help = "sunder simulate --allow-files DIR allows it, below the directory DIR";
  failed_ = true;
  return false;
}

/// The step of a procedure that says what is to be done: the name of the function, and its arguments.
bool ExpressionLowering::tell_file_action(const ir::Function& function, const Given& given,
                                          symbolic::Procedure& procedure, const Expression& at) {
  if (!may_act_on_files(function, at)) return false;
  symbolic::Pool& pool = context_.shapes.pool();
  symbolic::TextPattern pattern;
  std::vector<NodeId> arguments;
  pattern.parts.front() = function.external;
  const auto add = [&](const Expression& written) {
    pattern.parts.back() += symbolic::file_separator;
    const auto bound = external_argument(written);
    if (!bound) return false;
    const bool is_text = written.type.base == BaseType::string;
    for (std::size_t k = 0; k < bound->nodes.size(); ++k) {
      if (k > 0) pattern.parts.back() += ' ';
      const NodeId node = bound->nodes[k];
      if (is_text && pool.is_constant(node)) {
        pattern.parts.back() += context_.texts->at(pool[node].value);
        continue;
      }
      TextFormat format;
      format.kind = is_text ? TextFormat::Kind::text : TextFormat::Kind::real;
      format.digits = 17;
      pattern.formats.push_back(std::move(format));
      pattern.parts.emplace_back();
      arguments.push_back(node);
    }
    if (is_text && bound->nodes.empty() && bound->known)
      for (const std::string& text : bound->known->strings) pattern.parts.back() += text;
    return true;
  };
  const Results told = inside(function, given, at, [&]() -> Results {
    for (const Expression* written : function.external_arguments)
      if (!add(*written)) return nullptr;
    return std::make_shared<std::vector<Closure::Bound>>();
  });
  if (told == nullptr) return false;
  procedure.say(symbolic::Procedure::Tone::file, text_of(pattern, std::move(arguments), true), at.span);
  return !failed_;
}

/// What such a function gives back is that it succeeds: where it does not, the run fails.
ExpressionLowering::Results ExpressionLowering::call_file_action(const ir::Function& function, const Expression& at) {
  if (!may_act_on_files(function, at)) return nullptr;
  auto results = std::make_shared<std::vector<Closure::Bound>>();
  for (const ir::FunctionVariable* output : function.outputs) {
    Closure::Bound& bound = results->emplace_back();
    bound.nodes.push_back(context_.shapes.pool().constant(1));
    bound.known = ir::Value::scalar(output->type.base, 1);
  }
  return results;
}

}  // namespace sunder::lower
