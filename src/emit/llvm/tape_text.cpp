#include "emit/llvm/tape_text.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace sunder::emit {

using symbolic::Op;
using Kind = Instruction::Kind;

std::string number_text(double value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%016llX", static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value)));
  return text;
}

namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

void* address_of(Unary function) { return reinterpret_cast<void*>(function); }
void* address_of(Binary function) { return reinterpret_cast<void*>(function); }

const char* intrinsic_name(Op op) {
  switch (op) {
    case Op::sqrt: return "llvm.sqrt.f64";
    case Op::abs: return "llvm.fabs.f64";
    case Op::floor: return "llvm.floor.f64";
    case Op::ceil: return "llvm.ceil.f64";
    default: return nullptr;
  }
}

const char* callee_name(Op op) {
  switch (op) {
    case Op::sin: return "sunder_sin";
    case Op::cos: return "sunder_cos";
    case Op::tan: return "sunder_tan";
    case Op::asin: return "sunder_asin";
    case Op::acos: return "sunder_acos";
    case Op::atan: return "sunder_atan";
    case Op::sinh: return "sunder_sinh";
    case Op::cosh: return "sunder_cosh";
    case Op::tanh: return "sunder_tanh";
    case Op::exp: return "sunder_exp";
    case Op::log: return "sunder_log";
    case Op::log10: return "sunder_log10";
    case Op::power: return "sunder_pow";
    case Op::atan2: return "sunder_atan2";
    default: return nullptr;
  }
}

const char* comparison(Op op) {
  switch (op) {
    case Op::less: return "olt";
    case Op::less_equal: return "ole";
    case Op::greater: return "ogt";
    case Op::greater_equal: return "oge";
    case Op::equal: return "oeq";
    case Op::not_equal: return "une";
    default: return nullptr;
  }
}

class Writer {
 public:
  Writer(FunctionText& function, const Tape& tape, const std::function<std::string(std::uint32_t)>& load)
      : function_(function), tape_(tape), load_(load), values_(tape.instructions.size()) {}

  std::vector<std::string> run() {
    for (std::uint32_t i = 0; i < tape_.instructions.size(); ++i) {
      arguments_ = tape_.arguments_of(tape_.instructions[i]);
      write(i, tape_.instructions[i]);
      function_.divide_block();
    }
    std::vector<std::string> outputs;
    for (const std::uint32_t output : tape_.outputs) outputs.push_back(values_[output]);
    return outputs;
  }

 private:
  struct Branch {
    std::string otherwise, merge, end_of_true;
  };

  [[nodiscard]] const std::string& a(std::size_t k) const { return values_[arguments_[k] & ~Tape::subtracted]; }

  std::string binary(const char* operation, const std::string& x, const std::string& y) {
    return function_.value(std::string(operation) + " double " + x + ", " + y);
  }
  std::string compare(const char* predicate, const std::string& x, const std::string& y) {
    return function_.value(std::string("fcmp ") + predicate + " double " + x + ", " + y);
  }
  std::string is_true(const std::string& x) { return compare("une", x, number_text(0)); }
  std::string select(const std::string& condition, const std::string& x, const std::string& y) {
    return function_.value("select i1 " + condition + ", double " + x + ", double " + y);
  }
  std::string as_number(const std::string& condition) { return select(condition, number_text(1), number_text(0)); }
  std::string call(const char* name, const std::string& arguments) {
    return function_.value(std::string("call double @") + name + "(" + arguments + ")");
  }

  void write(std::uint32_t i, const Instruction& instruction) {
    switch (instruction.kind) {
      case Kind::load: values_[i] = load_(instruction.payload); break;
      case Kind::constant: values_[i] = number_text(instruction.value); break;
      case Kind::operation: values_[i] = operation(instruction); break;
      case Kind::branch: {
        const std::string condition = is_true(a(0));
        const std::string yes = function_.fresh("yes");
        open_.push_back({function_.fresh("no"), function_.fresh("join"), {}});
        function_.line("br i1 " + condition + ", label %" + yes + ", label %" + open_.back().otherwise);
        function_.start_block(yes);
        break;
      }
      case Kind::otherwise:
        open_.back().end_of_true = function_.block;
        function_.line("br label %" + open_.back().merge);
        function_.start_block(open_.back().otherwise);
        break;
      case Kind::merge: {
        const Branch branch = open_.back();
        open_.pop_back();
        const std::string end_of_false = function_.block;
        function_.line("br label %" + branch.merge);
        function_.start_block(branch.merge);
        values_[i] = function_.value("phi double [ " + a(0) + ", %" + branch.end_of_true + " ], [ " + a(1) + ", %" +
                                     end_of_false + " ]");
        break;
      }
    }
  }

  std::string operation(const Instruction& instruction) {
    const Op op = instruction.op;
    if (const char* predicate = comparison(op)) return as_number(compare(predicate, a(0), a(1)));
    if (const char* intrinsic = intrinsic_name(op)) return call(intrinsic, "double " + a(0));
    if (const char* callee = callee_name(op)) {
      return call(callee, "double " + a(0) + (arguments_.size() > 1 ? ", double " + a(1) : std::string()));
    }
    switch (op) {
      case Op::add: return chain("fadd");
      case Op::multiply: return chain("fmul");
      case Op::negate: return function_.value("fneg double " + a(0));
      case Op::divide: return binary("fdiv", a(0), a(1));
      case Op::integer_power: return power(static_cast<std::int32_t>(instruction.payload));
      case Op::min: return select(compare("olt", a(1), a(0)), a(1), a(0));
      case Op::max: return select(compare("olt", a(0), a(1)), a(1), a(0));
      case Op::mod: return remainder("llvm.floor.f64");
      case Op::rem: return remainder("llvm.trunc.f64");
      case Op::div: return call("llvm.trunc.f64", "double " + binary("fdiv", a(0), a(1)));
      case Op::logical_and: return both("and");
      case Op::logical_or: return both("or");
      case Op::logical_not: return as_number(compare("oeq", a(0), number_text(0)));
      case Op::select: return select(is_true(a(0)), a(1), a(2));
      case Op::sign: return sign();
      case Op::call: return routine(*tape_.routines[instruction.payload]);
      default: assert(false && "not an operation of a tape"); return number_text(NAN);
    }
  }

  // From left to right, as everywhere.
  std::string chain(const char* operation) {
    std::string total = a(0);
    for (std::size_t k = 1; k < arguments_.size(); ++k) {
      total = binary((arguments_[k] & Tape::subtracted) != 0 ? "fsub" : operation, total, a(k));
      function_.divide_block();
    }
    return total;
  }

  // The products of sunder_integer_power, in its order.
  std::string power(std::int32_t exponent) {
    auto n = exponent < 0 ? 0U - static_cast<std::uint32_t>(exponent) : static_cast<std::uint32_t>(exponent);
    if (n == 0) return number_text(1);
    std::string result;
    std::string base = a(0);
    while (n > 0) {
      if ((n & 1U) != 0) result = result.empty() ? base : binary("fmul", result, base);
      n /= 2;
      if (n > 0) base = binary("fmul", base, base);
    }
    return exponent < 0 ? binary("fdiv", number_text(1), result) : result;
  }

  std::string remainder(const char* rounding) {
    const std::string whole = call(rounding, "double " + binary("fdiv", a(0), a(1)));
    return binary("fsub", a(0), binary("fmul", whole, a(1)));
  }

  std::string both(const char* operation) {
    const std::string x = is_true(a(0));
    const std::string y = is_true(a(1));
    return as_number(function_.value(std::string(operation) + " i1 " + x + ", " + y));
  }

  /// The listing keeps the routine alive as long as the code.
  std::string routine(const symbolic::Routine& called) {
    std::string text = "call double (ptr, i32, ...) @sunder_routine(ptr inttoptr (i64 " +
                       std::to_string(reinterpret_cast<std::uintptr_t>(&called)) + " to ptr), i32 " +
                       std::to_string(arguments_.size());
    for (std::size_t k = 0; k < arguments_.size(); ++k) text += ", double " + a(k);
    return function_.value(text + ")");
  }

  std::string sign() {
    const std::string negative = compare("olt", a(0), number_text(0));
    const std::string low = select(negative, number_text(-1), number_text(0));
    return select(compare("ogt", a(0), number_text(0)), number_text(1), low);
  }

  FunctionText& function_;
  const Tape& tape_;
  const std::function<std::string(std::uint32_t)>& load_;
  std::vector<std::string> values_;
  std::span<const std::uint32_t> arguments_;
  std::vector<Branch> open_;
};

}  // namespace

namespace {

double call_routine(const symbolic::Routine* routine, int count, ...) {
  constexpr int few = 32;
  double some[few];
  std::vector<double> many;
  if (count > few) many.resize(static_cast<std::size_t>(count));
  double* arguments = count > few ? many.data() : some;
  std::va_list list;
  va_start(list, count);
  for (int k = 0; k < count; ++k) arguments[k] = va_arg(list, double);
  va_end(list);
  return routine->value({arguments, static_cast<std::size_t>(count)});
}

}  // namespace

const std::vector<Callee>& callees() {
  static const std::vector<Callee> list{
      {"sunder_sin", "double", address_of(static_cast<Unary>(std::sin))},
      {"sunder_cos", "double", address_of(static_cast<Unary>(std::cos))},
      {"sunder_tan", "double", address_of(static_cast<Unary>(std::tan))},
      {"sunder_asin", "double", address_of(static_cast<Unary>(std::asin))},
      {"sunder_acos", "double", address_of(static_cast<Unary>(std::acos))},
      {"sunder_atan", "double", address_of(static_cast<Unary>(std::atan))},
      {"sunder_sinh", "double", address_of(static_cast<Unary>(std::sinh))},
      {"sunder_cosh", "double", address_of(static_cast<Unary>(std::cosh))},
      {"sunder_tanh", "double", address_of(static_cast<Unary>(std::tanh))},
      {"sunder_exp", "double", address_of(static_cast<Unary>(std::exp))},
      {"sunder_log", "double", address_of(static_cast<Unary>(std::log))},
      {"sunder_log10", "double", address_of(static_cast<Unary>(std::log10))},
      {"sunder_pow", "double, double", address_of(static_cast<Binary>(std::pow))},
      {"sunder_atan2", "double, double", address_of(static_cast<Binary>(std::atan2))},
      {"sunder_routine", "ptr, i32, ...", reinterpret_cast<void*>(&call_routine)},
  };
  return list;
}

// Under names of our own the optimiser cannot replace the functions of the C library by others that differ in the last
// bit; being pure they may still be shared and moved out of loops.
std::string declarations() {
  std::string text;
  for (const Callee& callee : callees())
    text += std::string("declare double @") + callee.name + "(" + callee.arguments + ") #1\n";
  for (const char* name : {"llvm.sqrt.f64", "llvm.fabs.f64", "llvm.floor.f64", "llvm.ceil.f64", "llvm.trunc.f64"})
    text += std::string("declare double @") + name + "(double)\n";
  text += "attributes #0 = { nounwind }\nattributes #1 = { nounwind willreturn memory(none) }\n";
  return text;
}

std::vector<std::string> write_tape(FunctionText& function, const Tape& tape,
                                    const std::function<std::string(std::uint32_t)>& load) {
  return Writer(function, tape, load).run();
}

}  // namespace sunder::emit
