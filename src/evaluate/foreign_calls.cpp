// External functions that are none of ours: how C sees them, where their code is, and calls at compile time.
#include <filesystem>

#include "evaluate/evaluation.hpp"
#include "symbolic/file_action.hpp"

namespace sunder::evaluate {

namespace {

std::optional<foreign::Kind> kind_of(BaseType base) {
  switch (base) {
    case BaseType::real: return foreign::Kind::real;
    case BaseType::integer:
    case BaseType::enumeration: return foreign::Kind::integer;
    case BaseType::boolean: return foreign::Kind::boolean;
    case BaseType::string: return foreign::Kind::text;
    case BaseType::object: return foreign::Kind::object;
    default: return std::nullopt;
  }
}

bool is_input(const ir::Function& function, const ir::FunctionVariable* variable) {
  return std::ranges::find(function.inputs, variable) != function.inputs.end();
}

/// One argument as it is written; false after setting `message`.
bool describe(const ir::Function& function, const Expression& written, foreign::Argument& out, std::string& message) {
  if (written.kind == ExpressionKind::builtin && written.builtin == ir::Builtin::size && written.type.is_scalar()) {
    out.kind = foreign::Kind::integer;
    out.is_size = true;
    return true;
  }
  if (written.kind == ExpressionKind::record && written.type.is_scalar()) {
    out.kind = foreign::Kind::record;
    for (const Expression* operand : written.operands) {
      foreign::Argument& field = out.fields.emplace_back();
      if (!describe(function, *operand, field, message)) return false;
      if (field.is_array || field.kind == foreign::Kind::record || field.kind == foreign::Kind::object) {
        message = "records that are given to external functions have fields that are scalars";
        return false;
      }
      out.is_output = out.is_output || field.is_output;
    }
    return true;
  }
  const auto kind = kind_of(written.type.base);
  if (!kind) {
    message = "an argument of a type that has none in C";
    return false;
  }
  out.kind = *kind;
  out.is_array = !written.type.is_scalar();
  out.is_output = written.kind == ExpressionKind::function_variable && !is_input(function, written.function_variable);
  if (out.kind == foreign::Kind::object && (out.is_array || out.is_output)) {
    message = "an external object is given as one argument, or returned";
    return false;
  }
  return true;
}

/// The leaves of an argument, in the order of its values.
void leaves_of(const Expression& written, std::vector<const Expression*>& out) {
  if (written.kind != ExpressionKind::record) {
    out.push_back(&written);
    return;
  }
  for (const Expression* operand : written.operands) leaves_of(*operand, out);
}

}  // namespace

std::shared_ptr<const foreign::Function> ConstantEvaluator::foreign(const ir::Function& function,
                                                                    std::string& message) {
  if (const auto known = foreign_.find(&function); known != foreign_.end()) return known->second;
  const std::string who = "the external function '" + function.external + "'";
  if (is_implemented(function.external)) return nullptr;
  if (symbolic::is_file_action(function.external)) {
    message = "'" + function.name + "' changes files or directories: that is done in the run only, at instants";
    return nullptr;
  }
  std::string from;
  for (const std::string& library : function.code.libraries) from += (from.empty() ? " of '" : ", '") + library + "'";
  if (!directories_) {
    message = who + from + " is not among those that Sunder implements; --allow-external lets its code be loaded";
    return nullptr;
  }
  if (!function.language.empty() && function.language != "C") {
    message = who + " is written in '" + std::string(function.language) + "': only C is called";
    return nullptr;
  }
  foreign::Signature signature;
  signature.name = function.external;
  for (const Expression* written : function.external_arguments) {
    std::string why;
    if (describe(function, *written, signature.arguments.emplace_back(), why)) continue;
    message = who + " cannot be called: " + why;
    return nullptr;
  }
  if (function.external_result != nullptr) {
    const ir::Type& type = function.external_result->type;
    signature.result = kind_of(type.base);
    if (!signature.result || !type.is_scalar()) {
      message = who + " cannot be called: what it returns must be a scalar";
      return nullptr;
    }
  }
  const std::string own = directories_(function.code.span.file);
  const auto place = [&](const std::string& written, const std::string& otherwise) {
    const std::string top = function.name.substr(0, function.name.find('.'));
    std::string address = written.empty() ? "modelica://" + top + otherwise : written;
    for (const std::string_view scheme : {"file:///", "file://"})
      if (address.starts_with(scheme)) return "/" + address.substr(scheme.size());
    constexpr std::string_view scheme = "modelica://";
    if (!address.starts_with(scheme))
      return address.starts_with("/") ? address : (std::filesystem::path(own) / address).string();
    address.erase(0, scheme.size());
    const std::size_t slash = std::min(address.find('/'), address.size());
    const std::string directory =
        libraries_ ? libraries_(address.substr(0, address.find_first_of("./"))) : std::string();
    return (directory.empty() ? own : directory) + address.substr(slash);
  };
  signature.includes = function.code.includes;
  signature.libraries = function.code.libraries;
  signature.include_directories = {place(function.code.include_directory, "/Resources/Include")};
  const std::string libraries = place(function.code.library_directory, "/Resources/Library");
  signature.library_directories = {libraries + "/linux64", libraries};
  std::string why;
  auto loaded = foreign::Function::load(signature, why);
  if (loaded == nullptr) {
    message = who + from + " cannot be called: " + why;
    return nullptr;
  }
  return foreign_[&function] = std::move(loaded);
}

bool Evaluation::call_foreign(const Expression& e, const ir::Function& function, ir::Environment& inner) {
  std::string message;
  // a parameter is computed once, before the run: what it asks for is asked once
  if (function.impure && owner_.in_bindings_ == 0) {
    fail(e, "'" + function.name + "' is impure: it is called in the run only");
    return false;
  }
  const auto called = owner_.foreign(function, message);
  if (called == nullptr) {
    fail(e, message);
    return false;
  }
  std::vector<const Expression*> written;
  for (const Expression* argument : function.external_arguments) leaves_of(*argument, written);
  std::vector<foreign::Actual> arguments;
  for (const Expression* leaf : written) {
    const std::optional<Value> given = value(*leaf);
    if (!given) return false;
    foreign::Actual& actual = arguments.emplace_back();
    if (given->base == BaseType::object) {
      actual.object = foreign::Object::find(given->number());
      if (actual.object == nullptr) {
        fail(e, "'" + function.name + "' is given an external object that does not live any more");
        return false;
      }
    } else {
      actual.numbers = given->numbers;
      actual.texts = given->strings;
    }
  }
  const Expression* result = function.external_result;
  if (result != nullptr && result->type.base == BaseType::object) {
    std::shared_ptr<const foreign::Function> destructor;
    if (function.destructor != nullptr) destructor = owner_.foreign(*function.destructor, message);
    if (function.destructor != nullptr && destructor == nullptr) {
      fail(e, message);
      return false;
    }
    const auto made = foreign::Object::make(*called, arguments, std::move(destructor), message);
    if (made == nullptr) {
      fail(e, "'" + function.name + "' fails: " + message);
      return false;
    }
    owner_.objects_[made->number()] = made;
    inner.function_variables[result->function_variable] = Value::scalar(BaseType::object, made->number());
    return true;
  }
  foreign::Actual returned;
  if (result != nullptr && result->type.base == BaseType::string) returned.texts.emplace_back();
  if (result != nullptr && result->type.base != BaseType::string) returned.numbers.push_back(0);
  if (!called->call(arguments, returned, message)) {
    fail(e, "'" + function.name + "' fails: " + message);
    return false;
  }
  const auto keep = [&](const Expression& target, const foreign::Actual& from) {
    if (target.kind != ExpressionKind::function_variable || is_input(function, target.function_variable)) return true;
    std::optional<Value> after = value(target);
    if (!after) return false;
    after->numbers = from.numbers;
    after->strings = from.texts;
    Value& whole = inner.function_variables.at(target.function_variable);
    if (!target.subscripts.empty()) return put(target, whole, *after);
    whole = std::move(*after);
    return true;
  };
  for (std::size_t i = 0; i < written.size(); ++i)
    if (!keep(*written[i], arguments[i])) return false;
  return result == nullptr || keep(*result, returned);
}

}  // namespace sunder::evaluate
