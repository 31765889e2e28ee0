#include "emit/c/tape_c.hpp"

#include <cassert>
#include <cmath>
#include <cstdio>

namespace sunder::emit {

using symbolic::Instruction;
using symbolic::Op;
using symbolic::Tape;
using Kind = Instruction::Kind;

std::string c_number(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value > 0 ? "INFINITY" : "(-INFINITY)";
  char text[40];
  const bool is_short = value == std::floor(value) && std::fabs(value) < 1e15;
  std::snprintf(text, sizeof text, is_short ? "%.1f" : "%a", value);
  return std::signbit(value) ? "(" + std::string(text) + ")" : text;
}

namespace {

const char* function_name(Op op) {
  switch (op) {
    case Op::sin: return "sin";
    case Op::cos: return "cos";
    case Op::tan: return "tan";
    case Op::asin: return "asin";
    case Op::acos: return "acos";
    case Op::atan: return "atan";
    case Op::sinh: return "sinh";
    case Op::cosh: return "cosh";
    case Op::tanh: return "tanh";
    case Op::exp: return "exp";
    case Op::log: return "log";
    case Op::log10: return "log10";
    case Op::sqrt: return "sqrt";
    case Op::abs: return "fabs";
    case Op::floor: return "floor";
    case Op::ceil: return "ceil";
    case Op::power: return "pow";
    case Op::atan2: return "atan2";
    case Op::sign: return "sunder_sign";
    case Op::mod: return "sunder_mod";
    case Op::rem: return "sunder_rem";
    case Op::div: return "sunder_div";
    default: return nullptr;
  }
}

const char* comparison(Op op) {
  switch (op) {
    case Op::less: return " < ";
    case Op::less_equal: return " <= ";
    case Op::greater: return " > ";
    case Op::greater_equal: return " >= ";
    case Op::equal: return " == ";
    case Op::not_equal: return " != ";
    default: return nullptr;
  }
}

class Writer {
 public:
  Writer(std::string& body, const Tape& tape, const std::function<std::string(std::uint32_t)>& load,
         CRoutines& routines)
      : body_(body), tape_(tape), load_(load), routines_(routines), values_(tape.instructions.size()) {}

  std::vector<std::string> run() {
    find_merges();
    for (std::uint32_t i = 0; i < tape_.instructions.size(); ++i) {
      arguments_ = tape_.arguments_of(tape_.instructions[i]);
      write(i, tape_.instructions[i]);
    }
    std::vector<std::string> outputs;
    for (const std::uint32_t output : tape_.outputs) outputs.push_back(values_[output]);
    return outputs;
  }

 private:
  [[nodiscard]] const std::string& a(std::size_t k) const { return values_[arguments_[k] & ~Tape::subtracted]; }
  static std::string name(std::uint32_t i) { return "v" + std::to_string(i); }

  /// What a conditional gives is declared before it.
  void find_merges() {
    std::vector<std::uint32_t> open;
    merge_of_.resize(tape_.instructions.size());
    for (std::uint32_t i = 0; i < tape_.instructions.size(); ++i) {
      if (tape_.instructions[i].kind == Kind::branch) open.push_back(i);
      if (tape_.instructions[i].kind != Kind::merge) continue;
      merge_of_[open.back()] = i;
      open.pop_back();
    }
  }

  void line(const std::string& text) { body_ += "    " + text + "\n"; }

  void write(std::uint32_t i, const Instruction& instruction) {
    switch (instruction.kind) {
      case Kind::load: define(i, load_(instruction.payload)); break;
      case Kind::constant: values_[i] = c_number(instruction.value); break;
      case Kind::operation: define(i, operation(instruction)); break;
      case Kind::branch:
        open_.push_back(merge_of_[i]);
        line("double " + name(open_.back()) + ";");
        line("if (" + a(0) + " != 0) {");
        break;
      case Kind::otherwise: {
        line(name(open_.back()) + " = " + values_[tape_.arguments_of(tape_.instructions[open_.back()])[0]] + ";");
        line("} else {");
        break;
      }
      case Kind::merge:
        line(name(i) + " = " + a(1) + ";");
        line("}");
        values_[i] = name(i);
        open_.pop_back();
        break;
    }
  }

  void define(std::uint32_t i, const std::string& expression) {
    values_[i] = name(i);
    line("const double " + name(i) + " = " + expression + ";");
  }

  std::string operation(const Instruction& instruction) {
    const Op op = instruction.op;
    if (const char* sign = comparison(op)) return "(" + a(0) + sign + a(1) + ") ? 1.0 : 0.0";
    if (const char* function = function_name(op))
      return std::string(function) + "(" + a(0) + (arguments_.size() > 1 ? ", " + a(1) : "") + ")";
    switch (op) {
      case Op::add: return chain(" + ");
      case Op::multiply: return chain(" * ");
      case Op::negate: return "-" + a(0);
      case Op::divide: return a(0) + " / " + a(1);
      case Op::integer_power:
        return "sunder_integer_power(" + a(0) + ", " + std::to_string(static_cast<std::int32_t>(instruction.payload)) +
               ")";
      case Op::min: return a(1) + " < " + a(0) + " ? " + a(1) + " : " + a(0);
      case Op::max: return a(0) + " < " + a(1) + " ? " + a(1) + " : " + a(0);
      case Op::logical_and: return "(" + a(0) + " != 0 && " + a(1) + " != 0) ? 1.0 : 0.0";
      case Op::logical_or: return "(" + a(0) + " != 0 || " + a(1) + " != 0) ? 1.0 : 0.0";
      case Op::logical_not: return "(" + a(0) + " == 0) ? 1.0 : 0.0";
      case Op::select: return a(0) + " != 0 ? " + a(1) + " : " + a(2);
      case Op::call: {
        std::vector<std::string> given;
        for (std::size_t k = 0; k < arguments_.size(); ++k) given.push_back(a(k));
        return routines_.call(*tape_.routines[instruction.payload], given);
      }
      default: assert(false && "not an operation of a tape"); return "NAN";
    }
  }

  // From left to right, as everywhere.
  std::string chain(const char* operation) {
    std::string total = a(0);
    for (std::size_t k = 1; k < arguments_.size(); ++k)
      total += ((arguments_[k] & Tape::subtracted) != 0 ? " - " : operation) + a(k);
    return total;
  }

  std::string& body_;
  const Tape& tape_;
  const std::function<std::string(std::uint32_t)>& load_;
  CRoutines& routines_;
  std::vector<std::string> values_;
  std::span<const std::uint32_t> arguments_;
  std::vector<std::uint32_t> merge_of_;
  std::vector<std::uint32_t> open_;  // merges of the conditionals around
};

}  // namespace

std::vector<std::string> write_c_tape(std::string& body, const Tape& tape,
                                      const std::function<std::string(std::uint32_t)>& load, CRoutines& routines) {
  return Writer(body, tape, load, routines).run();
}

}  // namespace sunder::emit
