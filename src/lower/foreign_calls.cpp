// Code of others in the run: each number or text that comes out is a routine, and all of one call share it.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "foreign/function.hpp"
#include "lower/expressions.hpp"
#include "lower/lowering.hpp"
#include "symbolic/procedure.hpp"

namespace sunder::lower {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;
using symbolic::Op;

namespace {

/// A call with some numbers left open: these are the arguments of the routines.
class ForeignCall {
 public:
  struct Open {
    std::size_t argument, element;
    BaseType base;
  };
  struct After {
    bool known = false;
    std::vector<double> given;
    std::vector<foreign::Actual> arguments;
    foreign::Actual result;
    bool failed = false;
    std::string message;
  };

  ForeignCall(const ir::Function& function, std::shared_ptr<const foreign::Function> code,
              std::vector<foreign::Actual> arguments, foreign::Actual result, std::vector<Open> open,
              std::shared_ptr<symbolic::Texts> texts)
      : name_(function.name),
        acts_(function.outputs.empty()),
        code_(std::move(code)),
        arguments_(std::move(arguments)),
        result_(std::move(result)),
        open_(std::move(open)),
        texts_(std::move(texts)),
        identity_(++count()) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<Open>& open() const { return open_; }
  [[nodiscard]] symbolic::Texts& texts() const { return *texts_; }

  /// What a thread asked for last is remembered: there may be many outputs, and what is impure is called once for an
  /// instant (the last argument then). `again`: a function without outputs is called whenever it is its turn.
  const After& after(std::span<const double> given, bool again) const {
    thread_local std::unordered_map<std::uint64_t, After> all;
    After& last = all[identity_];
    const bool same = last.known && last.given.size() == given.size() &&
                      (given.empty() || std::memcmp(last.given.data(), given.data(), given.size_bytes()) == 0);
    if (same && !(again && acts_)) return last;
    last.known = true;
    last.given.assign(given.begin(), given.end());
    last.arguments = arguments_;
    last.result = result_;
    for (std::size_t k = 0; k < open_.size(); ++k) {
      foreign::Actual& to = last.arguments[open_[k].argument];
      if (open_[k].base == BaseType::string)
        to.texts[open_[k].element] = texts_->at(given[k]);
      else
        to.numbers[open_[k].element] = given[k];
    }
    last.message.clear();
    last.failed = !code_->call(last.arguments, last.result, last.message);
    return last;
  }

 private:
  static std::atomic<std::uint64_t>& count() {
    static std::atomic<std::uint64_t> made{0};
    return made;
  }

  std::string name_;
  bool acts_;
  std::shared_ptr<const foreign::Function> code_;
  std::vector<foreign::Actual> arguments_;
  foreign::Actual result_;
  std::vector<Open> open_;
  std::shared_ptr<symbolic::Texts> texts_;
  std::uint64_t identity_;
};

constexpr std::size_t of_result = ExternalValue::of_result, of_nothing = of_result - 1;

/// Where a value of the call comes from.
struct ForeignValue {
  std::shared_ptr<const ForeignCall> call;
  std::size_t argument, element;  ///< argument: or of_result, of_nothing (zero, once it is done)
  BaseType base;

  [[nodiscard]] double read(std::span<const double> given) const {
    const ForeignCall::After& after = call->after(given, true);
    if (after.failed) return std::numeric_limits<double>::quiet_NaN();
    if (argument == of_nothing) return 0;
    const foreign::Actual& from = argument == of_result ? after.result : after.arguments[argument];
    return base == BaseType::string ? call->texts().number(from.texts[element]) : from.numbers[element];
  }
  [[nodiscard]] std::string complaint(std::span<const double> given) const {
    const ForeignCall::After& after = call->after(given, false);
    return after.failed ? "'" + call->name() + "' fails: " + after.message
                        : "'" + call->name() + "' gives a value that is not a number";
  }
};

/// By central differences, where the function does not name its derivative.
class ForeignSlope final : public symbolic::Routine {
 public:
  ForeignSlope(ForeignValue of, std::uint32_t by) : of_(std::move(of)), by_(by) {}

  [[nodiscard]] std::string name() const override { return of_.call->name() + "'" + std::to_string(by_ + 1); }
  [[nodiscard]] double value(std::span<const double> given) const override {
    std::vector<double> moved(given.begin(), given.end());
    const double step = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(1.0, std::fabs(given[by_]));
    moved[by_] = given[by_] + step;
    const double above = of_.read(moved), up = moved[by_];
    moved[by_] = given[by_] - step;
    const double below = of_.read(moved);
    return (above - below) / (up - moved[by_]);
  }
  [[nodiscard]] std::shared_ptr<const Routine> partial(symbolic::Pool&, std::uint32_t) const override {
    return std::make_shared<symbolic::Failure>("the second derivative of '" + of_.call->name() + "' is not known");
  }
  [[nodiscard]] std::string complaint(std::span<const double> given) const override { return of_.complaint(given); }

 private:
  ForeignValue of_;
  std::uint32_t by_;
};

class ForeignOutput final : public symbolic::Routine {
 public:
  explicit ForeignOutput(ForeignValue of) : of_(std::move(of)) {}

  [[nodiscard]] std::string name() const override { return of_.call->name(); }
  [[nodiscard]] double value(std::span<const double> given) const override { return of_.read(given); }
  [[nodiscard]] std::shared_ptr<const Routine> partial(symbolic::Pool&, std::uint32_t by) const override {
    const bool moves = by < of_.call->open().size() && of_.call->open()[by].base == BaseType::real;
    if (of_.base != BaseType::real || !moves) return nullptr;
    return std::make_shared<ForeignSlope>(of_, by);
  }
  [[nodiscard]] std::string complaint(std::span<const double> given) const override { return of_.complaint(given); }

 private:
  ForeignValue of_;
};

/// Lets an external object live as long as the model.
class KeptObject final : public symbolic::Routine {
 public:
  explicit KeptObject(std::shared_ptr<foreign::Object> object) : object_(std::move(object)) {}

  [[nodiscard]] std::string name() const override { return "object"; }
  [[nodiscard]] double value(std::span<const double>) const override { return object_->number(); }
  [[nodiscard]] std::shared_ptr<const Routine> partial(symbolic::Pool&, std::uint32_t) const override {
    return nullptr;
  }

 private:
  std::shared_ptr<foreign::Object> object_;
};

void leaves(const Expression& written, std::vector<const Expression*>& out) {
  if (written.kind != ExpressionKind::record) {
    out.push_back(&written);
    return;
  }
  for (const Expression* operand : written.operands) leaves(*operand, out);
}

}  // namespace

/// Null without a diagnostic: it is none of others.
ExpressionLowering::Results ExpressionLowering::call_foreign(const ir::Function& function,
                                                             const std::vector<std::optional<Closure::Bound>>& given,
                                                             const Expression& at) {
  std::string message;
  const auto code = context_.indices.values().foreign(function, message);
  if (code == nullptr) {
    if (!message.empty()) fail(at, Code::E0312, message);
    return nullptr;
  }
  return inside(function, given, at, [&] { return call_foreign(function, code); });
}

ExpressionLowering::Results ExpressionLowering::call_foreign(const ir::Function& function,
                                                             const std::shared_ptr<const foreign::Function>& code) {
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<const Expression*> written;
  for (const Expression* argument : function.external_arguments) leaves(*argument, written);
  std::vector<foreign::Actual> arguments;
  std::vector<ForeignCall::Open> open;
  std::vector<NodeId> nodes;
  std::string key = "foreign " + std::to_string(reinterpret_cast<std::uintptr_t>(code.get())) + function.name;
  for (const Expression* leaf : written) {
    foreign::Actual& actual = arguments.emplace_back();
    const auto bound_here = external_argument(*leaf);
    if (!bound_here) return nullptr;
    const Closure::Bound& bound = *bound_here;
    key += "|";
    if (leaf->type.base == BaseType::object) {
      actual.object = foreign::Object::find(bound.known->number());
      key += shortest(bound.known->number());
      if (actual.object != nullptr) continue;
      fail(*leaf, Code::E0312, "the external object does not live any more");
      return nullptr;
    }
    const bool is_text = leaf->type.base == BaseType::string;
    for (std::size_t k = 0; k < bound.nodes.size(); ++k) {
      const NodeId node = bound.nodes[k];
      const bool is_known = pool.is_constant(node);
      if (is_text)
        actual.texts.push_back(is_known ? context_.texts->at(pool[node].value) : std::string());
      else
        actual.numbers.push_back(is_known ? pool[node].value : 0.0);
      key += is_known ? "=" + shortest(pool[node].value) : "?";
      if (is_known) continue;
      open.push_back({arguments.size() - 1, k, leaf->type.base});
      nodes.push_back(node);
    }
    if (is_text && bound.nodes.empty() && leaf->type.is_scalar()) {
      fail(*leaf, Code::E0312, "this text is not known in the run");
      return nullptr;
    }
  }
  foreign::Actual result;
  const Expression* returned = function.external_result;
  if (returned != nullptr && returned->type.base == BaseType::string) result.texts.emplace_back();
  if (returned != nullptr && returned->type.base != BaseType::string) result.numbers.push_back(0);
  const auto call = std::make_shared<const ForeignCall>(function, code, std::move(arguments), std::move(result),
                                                        std::move(open), context_.texts);
  if (function.impure && !function.outputs.empty() && !in_procedure_) {  // another one at another instant
    Term now;
    now.kind = Term::Kind::time;
    nodes.push_back(slot_of(std::move(now)));
  }
  const auto output = [&](std::size_t argument, std::size_t element, BaseType base) {
    const std::string own_key = key + " " + std::to_string(argument) + "." + std::to_string(element);
    const ForeignValue value{call, argument, element, base};
    return pool.make(Op::call, nodes, routine(own_key, [&] { return std::make_shared<ForeignOutput>(value); }));
  };
  if (function.outputs.empty()) {
    auto results = std::make_shared<std::vector<Closure::Bound>>();
    results->emplace_back().nodes.push_back(output(of_nothing, 0, BaseType::boolean));
    return results;
  }
  return external_results(function, written, output);
}

/// One that is code of others is made whether something reads it or not, once, and ends with the model. Ours are what
/// they are made of, which is known at compile time, or said where they are used.
bool Lowering::make_object(const ir::Instance& variable) {
  const Expression* binding = variable.binding;
  if (binding == nullptr) {
    diagnostics_.error(Code::E0312, variable.span, "the external object '" + path_of(variable) + "' is not made").help =
        "give it a value: a call of its constructor";
    return false;
  }
  bool is_foreign = false;
  ir::walk(*binding, [&](const Expression& e) {
    std::string message;
    is_foreign =
        is_foreign || (e.kind == ExpressionKind::call && e.function != nullptr && !e.function->external.empty() &&
                       (indices_.values().foreign(*e.function, message) != nullptr || !message.empty()));
  });
  if (!is_foreign) return true;
  const auto made = indices_.evaluate(*reference_to(variable), {}, {});
  if (!made) {
    diagnostics_.error(Code::E0312, binding->span,
                       "the external object '" + path_of(variable) + "' cannot be made: " + indices_.failure().message);
    return false;
  }
  for (const double number : made->numbers)
    if (auto object = foreign::Object::find(number))
      dae_.shapes->pool().add(std::make_shared<KeptObject>(std::move(object)));
  return true;
}

}  // namespace sunder::lower
