#include "emit/interpret/operations.hpp"

#include <cassert>
#include <cmath>
#include <vector>

#include "runtime/arithmetic.h"

namespace sunder::emit {

using symbolic::Op;

namespace {

class Lanes {
 public:
  Lanes(const Tape& tape, const Instruction& instruction, const std::uint32_t* registers_of, const double* registers,
        double* result, std::uint32_t width)
      : arguments_(tape.arguments_of(instruction)),
        registers_of_(registers_of),
        registers_(registers),
        result_(result),
        width_(width) {}

  template <class Function>
  void unary(const Function& function) const {
    const double* a = value(0);
    for (std::uint32_t i = 0; i < width_; ++i) result_[i] = function(a[i]);
  }

  template <class Function>
  void binary(const Function& function) const {
    const double* a = value(0);
    const double* b = value(1);
    for (std::uint32_t i = 0; i < width_; ++i) result_[i] = function(a[i], b[i]);
  }

  // The result may take the place of an argument, so the sum is built beside it.
  void sum() const {
    double total[lanes];
    copy(value(0), total);
    for (std::size_t k = 1; k < arguments_.size(); ++k) {
      const double* b = value(k);
      if ((arguments_[k] & Tape::subtracted) != 0) {
        for (std::uint32_t i = 0; i < width_; ++i) total[i] -= b[i];
      } else {
        for (std::uint32_t i = 0; i < width_; ++i) total[i] += b[i];
      }
    }
    copy(total, result_);
  }

  void product() const {
    double total[lanes];
    copy(value(0), total);
    for (std::size_t k = 1; k < arguments_.size(); ++k) {
      const double* b = value(k);
      for (std::uint32_t i = 0; i < width_; ++i) total[i] *= b[i];
    }
    copy(total, result_);
  }

  void call(const symbolic::Routine& routine) const {
    thread_local std::vector<double> numbers;
    std::vector<double> own = std::move(numbers);  // the routine may come here again
    own.resize(arguments_.size());
    double results[lanes];
    for (std::uint32_t i = 0; i < width_; ++i) {
      for (std::size_t k = 0; k < arguments_.size(); ++k) own[k] = value(k)[i];
      results[i] = routine.value(own);
    }
    copy(results, result_);
    numbers = std::move(own);
  }

  void select() const {
    const double* condition = value(0);
    const double* yes = value(1);
    const double* no = value(2);
    for (std::uint32_t i = 0; i < width_; ++i) result_[i] = condition[i] != 0 ? yes[i] : no[i];
  }

 private:
  [[nodiscard]] const double* value(std::size_t k) const {
    return registers_ + static_cast<std::size_t>(registers_of_[arguments_[k] & ~Tape::subtracted]) * lanes;
  }
  void copy(const double* from, double* to) const {
    for (std::uint32_t i = 0; i < width_; ++i) to[i] = from[i];
  }

  std::span<const std::uint32_t> arguments_;
  const std::uint32_t* registers_of_;
  const double* registers_;
  double* result_;
  std::uint32_t width_;
};

double truth(bool condition) { return condition ? 1 : 0; }

void apply_function(const Lanes& lanes_of, Op op) {
  switch (op) {
    case Op::sin: return lanes_of.unary([](double a) { return std::sin(a); });
    case Op::cos: return lanes_of.unary([](double a) { return std::cos(a); });
    case Op::tan: return lanes_of.unary([](double a) { return std::tan(a); });
    case Op::asin: return lanes_of.unary([](double a) { return std::asin(a); });
    case Op::acos: return lanes_of.unary([](double a) { return std::acos(a); });
    case Op::atan: return lanes_of.unary([](double a) { return std::atan(a); });
    case Op::sinh: return lanes_of.unary([](double a) { return std::sinh(a); });
    case Op::cosh: return lanes_of.unary([](double a) { return std::cosh(a); });
    case Op::tanh: return lanes_of.unary([](double a) { return std::tanh(a); });
    case Op::exp: return lanes_of.unary([](double a) { return std::exp(a); });
    case Op::log: return lanes_of.unary([](double a) { return std::log(a); });
    case Op::log10: return lanes_of.unary([](double a) { return std::log10(a); });
    case Op::sqrt: return lanes_of.unary([](double a) { return std::sqrt(a); });
    case Op::abs: return lanes_of.unary([](double a) { return std::fabs(a); });
    case Op::sign: return lanes_of.unary([](double a) { return sunder_sign(a); });
    case Op::floor: return lanes_of.unary([](double a) { return std::floor(a); });
    case Op::ceil: return lanes_of.unary([](double a) { return std::ceil(a); });
    case Op::power: return lanes_of.binary([](double a, double b) { return std::pow(a, b); });
    case Op::atan2: return lanes_of.binary([](double a, double b) { return std::atan2(a, b); });
    case Op::min: return lanes_of.binary([](double a, double b) { return b < a ? b : a; });
    case Op::max: return lanes_of.binary([](double a, double b) { return a < b ? b : a; });
    case Op::mod: return lanes_of.binary([](double a, double b) { return sunder_mod(a, b); });
    case Op::rem: return lanes_of.binary([](double a, double b) { return sunder_rem(a, b); });
    case Op::div: return lanes_of.binary([](double a, double b) { return sunder_div(a, b); });
    default: assert(false && "not an operation of a tape");
  }
}

}  // namespace

void apply(const Tape& tape, const Instruction& instruction, const std::uint32_t* registers_of, double* registers,
           double* result, std::uint32_t width) {
  const Lanes l(tape, instruction, registers_of, registers, result, width);
  switch (instruction.op) {
    case Op::add: return l.sum();
    case Op::multiply: return l.product();
    case Op::negate: return l.unary([](double a) { return -a; });
    case Op::divide: return l.binary([](double a, double b) { return a / b; });
    case Op::integer_power: {
      const auto exponent = static_cast<std::int32_t>(instruction.payload);
      return l.unary([exponent](double a) { return sunder_integer_power(a, exponent); });
    }
    case Op::less: return l.binary([](double a, double b) { return truth(a < b); });
    case Op::less_equal: return l.binary([](double a, double b) { return truth(a <= b); });
    case Op::greater: return l.binary([](double a, double b) { return truth(a > b); });
    case Op::greater_equal: return l.binary([](double a, double b) { return truth(a >= b); });
    case Op::equal: return l.binary([](double a, double b) { return truth(a == b); });
    case Op::not_equal: return l.binary([](double a, double b) { return truth(a != b); });
    case Op::logical_and: return l.binary([](double a, double b) { return truth(a != 0 && b != 0); });
    case Op::logical_or: return l.binary([](double a, double b) { return truth(a != 0 || b != 0); });
    case Op::logical_not: return l.unary([](double a) { return truth(a == 0); });
    case Op::select: return l.select();
    case Op::call: return l.call(*tape.routines[instruction.payload]);
    default: return apply_function(l, instruction.op);
  }
}

}  // namespace sunder::emit
