// Subroutines of LAPACK in the run: each number that comes out is a routine, and all of one call share it.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>

#include "algebra/lapack.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "lower/expressions.hpp"
#include "symbolic/procedure.hpp"

namespace sunder::lower {

using algebra::LapackArgument;
using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;
using symbolic::Op;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A call with some numbers left open: these are the arguments of the routines.
class Subroutine {
 public:
  struct Open {
    std::size_t argument, element;
  };

  Subroutine(std::string name, std::vector<LapackArgument> arguments, std::vector<Open> open)
      : name_(std::move(name)), arguments_(std::move(arguments)), open_(std::move(open)), identity_(++count()) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::vector<Open>& open() const { return open_; }
  [[nodiscard]] double before(std::size_t argument, std::size_t element) const {
    return arguments_[argument].numbers[element];
  }

  /// The arguments after the call; what a thread asked for last is remembered, because there are many outputs.
  const std::vector<LapackArgument>& after(std::span<const double> given, double& result) const {
    struct Last {
      std::uint64_t identity = 0;
      std::vector<double> given;
      std::vector<LapackArgument> arguments;
      double result = 0;
    };
    thread_local Last last;
    if (last.identity != identity_ || last.given.size() != given.size() ||
        std::memcmp(last.given.data(), given.data(), given.size_bytes()) != 0) {
      last.identity = 0;
      last.given.assign(given.begin(), given.end());
      last.arguments = filled(given);
      std::string message;
      // a matrix that is not finite may keep LAPACK busy without end
      if (!std::ranges::all_of(given, [](double x) { return std::isfinite(x); }) ||
          !algebra::call_lapack(name_, last.arguments, last.result, message)) {
        last.result = not_a_number;
        for (LapackArgument& argument : last.arguments) std::ranges::fill(argument.numbers, not_a_number);
      }
      last.identity = identity_;
    }
    result = last.result;
    return last.arguments;
  }

  [[nodiscard]] std::vector<LapackArgument> filled(std::span<const double> given) const {
    std::vector<LapackArgument> all = arguments_;
    for (std::size_t k = 0; k < open_.size(); ++k) all[open_[k].argument].numbers[open_[k].element] = given[k];
    return all;
  }

 private:
  static std::atomic<std::uint64_t>& count() {
    static std::atomic<std::uint64_t> made{0};
    return made;
  }

  std::string name_;
  std::vector<LapackArgument> arguments_;
  std::vector<Open> open_;
  std::uint64_t identity_;
};

/// An element of the solution of linear equations (dgesv), differentiated by one open number: A x' = b' - A' x.
class SolutionPartial final : public symbolic::Routine {
 public:
  static constexpr std::size_t matrix = 2, right = 5;  // among the arguments of dgesv

  SolutionPartial(std::shared_ptr<const Subroutine> call, std::size_t element, std::uint32_t by)
      : call_(std::move(call)), element_(element), by_(by) {}

  [[nodiscard]] std::string name() const override { return call_->name() + "'" + std::to_string(by_ + 1); }
  [[nodiscard]] double value(std::span<const double> given) const override {
    double none = 0;
    const std::vector<LapackArgument> solved = call_->after(given, none);
    std::vector<LapackArgument> all = call_->filled(given);
    const Subroutine::Open at = call_->open()[by_];
    const std::size_t columns = all[right].columns;
    std::ranges::fill(all[right].numbers, 0.0);
    if (at.argument == right) {
      all[right].numbers[at.element] = 1;
    } else if (at.argument == matrix) {
      const std::size_t row = at.element / all[matrix].columns, column = at.element % all[matrix].columns;
      for (std::size_t c = 0; c < columns; ++c)
        all[right].numbers[row * columns + c] = -solved[right].numbers[column * columns + c];
    } else {
      return not_a_number;
    }
    std::string message;
    if (!std::ranges::all_of(solved[right].numbers, [](double x) { return std::isfinite(x); }) ||
        !algebra::call_lapack(call_->name(), all, none, message) || all.back().numbers[0] != 0)
      return not_a_number;
    return all[right].numbers[element_];
  }
  [[nodiscard]] std::shared_ptr<const Routine> partial(symbolic::Pool&, std::uint32_t) const override {
    return std::make_shared<symbolic::Failure>("the second derivative of '" + call_->name() + "' is not known");
  }
  [[nodiscard]] std::string complaint(std::span<const double>) const override {
    return "the derivative of the solution of linear equations has no value: the matrix is singular";
  }

 private:
  std::shared_ptr<const Subroutine> call_;
  std::size_t element_;
  std::uint32_t by_;
};

/// One number after the call.
class SubroutineOutput final : public symbolic::Routine {
 public:
  SubroutineOutput(std::shared_ptr<const Subroutine> call, std::size_t argument, std::size_t element, bool is_count)
      : call_(std::move(call)), argument_(argument), element_(element), is_count_(is_count) {}

  [[nodiscard]] std::string name() const override { return call_->name(); }
  [[nodiscard]] double value(std::span<const double> given) const override {
    double result = 0;
    const auto& after = call_->after(given, result);
    return argument_ == ExternalValue::of_result ? result : after[argument_].numbers[element_];
  }
  [[nodiscard]] std::shared_ptr<const Routine> partial(symbolic::Pool&, std::uint32_t by) const override {
    if (is_count_) return nullptr;  // Integers do not change smoothly
    const std::size_t changed = call_->open()[by].argument;
    if (call_->name() == "dgesv" && argument_ == SolutionPartial::right &&
        (changed == SolutionPartial::matrix || changed == SolutionPartial::right))
      return std::make_shared<SolutionPartial>(call_, element_, by);
    return std::make_shared<symbolic::Failure>("the derivative of '" + call_->name() + "' is not known");
  }

 private:
  std::shared_ptr<const Subroutine> call_;
  std::size_t argument_, element_;
  bool is_count_;
};

}  // namespace

ExpressionLowering::Results ExpressionLowering::call_subroutine(const ir::Function& function,
                                                                const std::vector<std::optional<Closure::Bound>>& given,
                                                                const Expression& at) {
  return inside(function, given, at, [&] { return call_subroutine(function); });
}

ExpressionLowering::Results ExpressionLowering::call_subroutine(const ir::Function& function) {
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<LapackArgument> arguments;
  std::vector<Subroutine::Open> open;
  std::vector<NodeId> nodes;
  std::string key = function.external;
  for (const Expression* written : function.external_arguments) {
    LapackArgument& argument = arguments.emplace_back();
    const auto bound_here = external_argument(*written);
    if (!bound_here) return nullptr;
    const Closure::Bound& bound = *bound_here;
    key += "|";
    if (written->type.base == BaseType::string) {
      argument.is_letter = true;
      if (bound.known && !bound.known->strings.front().empty()) argument.letter = bound.known->strings.front().front();
      key += argument.letter;
      continue;
    }
    if (!bound.dimensions.empty()) argument.rows = static_cast<std::size_t>(bound.dimensions[0]);
    if (bound.dimensions.size() > 1) argument.columns = static_cast<std::size_t>(bound.dimensions[1]);
    key += std::to_string(argument.rows) + "," + std::to_string(argument.columns) + ":";
    std::size_t zeros = 0;
    for (std::size_t k = 0; k < bound.nodes.size(); ++k) {
      const NodeId node = bound.nodes[k];
      const bool is_known = bound.known.has_value() || pool.is_constant(node);
      const double number_ = bound.known ? bound.known->numbers[k] : is_known ? pool[node].value : 0.0;
      argument.numbers.push_back(number_);
      if (is_known && number_ == 0) {
        ++zeros;
        continue;
      }
      key += std::to_string(std::exchange(zeros, 0)) + (is_known ? "=" + shortest(number_) : "?");
      if (is_known) continue;
      open.push_back({arguments.size() - 1, k});
      nodes.push_back(node);
    }
  }
  const auto call = std::make_shared<const Subroutine>(function.external, arguments, open);
  const std::vector<const Expression*> written(function.external_arguments.begin(), function.external_arguments.end());
  return external_results(function, written, [&](std::size_t argument, std::size_t element, BaseType base) {
    const std::string own_key = key + " " + std::to_string(argument) + "." + std::to_string(element);
    const auto made = [&] {
      return std::make_shared<SubroutineOutput>(call, argument, element, base != BaseType::real);
    };
    return pool.make(Op::call, nodes, routine(own_key, made));
  });
}

}  // namespace sunder::lower
