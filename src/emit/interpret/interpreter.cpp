#include "emit/interpret/interpreter.hpp"

#include <algorithm>
#include <cmath>

#include "emit/interpret/operations.hpp"

namespace sunder::emit {

using symbolic::Op;
using Kind = Instruction::Kind;

Interpreter::Interpreter(const Listing& listing) : listing_(listing) {
  prepared_.reserve(listing.kernels.size());
  for (const Kernel& kernel : listing.kernels) prepared_.push_back(prepare(kernel.tape));
}

// Registers are reused after the last instruction (in the order of the tape) that reads them. A value that only one
// side of a branch reads may be overwritten there: the other side is then not executed.
Interpreter::Prepared Interpreter::prepare(const Tape& tape) {
  const std::size_t n = tape.instructions.size();
  Prepared made;
  made.registers.resize(n);
  made.jumps.resize(n);
  std::vector<std::size_t> last(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    last[i] = i;
    for (const std::uint32_t a : tape.arguments_of(tape.instructions[i])) last[a & ~Tape::subtracted] = i;
  }
  for (const std::uint32_t output : tape.outputs) last[output] = n;
  std::vector<std::uint32_t> free;
  std::vector<std::uint32_t> open;
  std::vector<std::uint32_t> ended;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Instruction& instruction = tape.instructions[i];
    if (instruction.kind == Kind::branch) open.push_back(i);
    if (instruction.kind == Kind::otherwise) {
      made.jumps[open.back()] = i + 1;
      open.back() = i;
    }
    if (instruction.kind == Kind::merge) {
      made.jumps[open.back()] = i;
      open.pop_back();
    }
    ended.clear();
    for (const std::uint32_t a : tape.arguments_of(instruction)) {
      const std::uint32_t argument = a & ~Tape::subtracted;
      if (last[argument] == i) ended.push_back(made.registers[argument]);
    }
    std::sort(ended.begin(), ended.end());
    ended.erase(std::unique(ended.begin(), ended.end()), ended.end());
    free.insert(free.end(), ended.begin(), ended.end());
    if (instruction.kind == Kind::branch || instruction.kind == Kind::otherwise) continue;
    if (free.empty()) free.push_back(made.register_count++);
    made.registers[i] = free.back();
    free.pop_back();
    if (last[i] == i) free.push_back(made.registers[i]);
  }
  return made;
}

namespace {

// Scratch memory of the calling thread; it grows and is then kept.
double* scratch(std::size_t count) {
  thread_local std::vector<double> memory;
  if (memory.size() < count) memory.resize(count);
  return memory.data();
}

// Numbers of one column for neighbouring rows.
class Access {
 public:
  Access(const Kernel& kernel, const Column& column, std::size_t number, const Segment& segment, std::uint32_t first,
         const Frame& frame)
      : base_(frame[column.space]), stride_(column.stride) {
    if (column.is_regular()) {
      base_ += static_cast<std::int64_t>(segment.bases[number]) +
               static_cast<std::int64_t>(stride_) * (first - segment.first_row);
    } else {
      offset_ = column.offset;
      table_ = kernel.tables[column.table].data() + first;
    }
  }

  void load(double* to, std::uint32_t width) const {
    for (std::uint32_t i = 0; i < width; ++i) to[i] = at(i);
  }
  void store(const double* from, std::uint32_t width) const {
    for (std::uint32_t i = 0; i < width; ++i) at(i) = from[i];
  }

 private:
  [[nodiscard]] double& at(std::uint32_t i) const {
    return table_ != nullptr ? base_[offset_ + table_[i]] : base_[static_cast<std::int64_t>(stride_) * i];
  }

  double* base_;
  const std::uint32_t* table_ = nullptr;
  std::int64_t offset_ = 0;
  std::int32_t stride_;
};

}  // namespace

// `width` rows of one segment, at once. With branches the width is one.
void Interpreter::run_regular(std::uint32_t number, const Segment& segment, std::uint32_t first, std::uint32_t width,
                              const Frame& frame, double* registers) const {
  const Kernel& kernel = listing_.kernels[number];
  const Prepared& prepared = prepared_[number];
  const Tape& tape = kernel.tape;
  const auto reg = [&](std::uint32_t instruction) {
    return registers + static_cast<std::size_t>(prepared.registers[instruction]) * lanes;
  };
  for (std::uint32_t i = 0; i < tape.instructions.size(); ++i) {
    const Instruction& instruction = tape.instructions[i];
    switch (instruction.kind) {
      case Kind::load:
        Access(kernel, kernel.inputs[instruction.payload], instruction.payload, segment, first, frame)
            .load(reg(i), width);
        break;
      case Kind::constant: std::fill_n(reg(i), width, instruction.value); break;
      case Kind::operation: apply(tape, instruction, prepared.registers.data(), registers, reg(i), width); break;
      case Kind::branch:
        if (*reg(tape.arguments_of(instruction)[0]) == 0) i = prepared.jumps[i] - 1;
        break;
      case Kind::otherwise:
        i = prepared.jumps[i];
        *reg(i) = *reg(tape.arguments_of(tape.instructions[i])[0]);
        break;
      case Kind::merge: *reg(i) = *reg(tape.arguments_of(instruction)[1]); break;
    }
  }
  for (std::size_t k = 0; k < kernel.outputs.size(); ++k)
    Access(kernel, kernel.outputs[k], kernel.inputs.size() + k, segment, first, frame)
        .store(reg(tape.outputs[k]), width);
}

void Interpreter::run_rows(std::uint32_t number, std::uint32_t first, std::uint32_t count, bool parallel,
                           const Frame& frame) const {
  const Kernel& kernel = listing_.kernels[number];
  double* registers = scratch(static_cast<std::size_t>(prepared_[number].register_count) * lanes);
  const std::uint32_t most = parallel && !kernel.tape.branches ? lanes : 1;
  const std::uint32_t end = first + count;
  for (const Segment* segment = count > 0 ? &kernel.segment_of(first) : nullptr; first < end; ++segment) {
    const std::uint32_t segment_end = std::min(end, segment->first_row + segment->count);
    while (first < segment_end) {
      const std::uint32_t width = std::min(most, segment_end - first);
      run_regular(number, *segment, first, width, frame, registers);
      first += width;
    }
  }
}

void Interpreter::run(std::uint32_t part, const Frame& frame, std::uint32_t begin, std::uint32_t end) const {
  const Part& called = listing_.parts[part];
  for (const Run& run : called.runs) {
    if (called.ranged) {
      run_rows(run.body[0].kernel, begin, end - begin, run.parallel, frame);
    } else if (run.body.size() == 1 && run.body[0].step == 1) {
      run_rows(run.body[0].kernel, run.body[0].first, run.turns, run.parallel, frame);
    } else {
      for (std::uint32_t turn = 0; turn < run.turns; ++turn) {
        for (const Statement& statement : run.body)
          run_rows(statement.kernel, statement.first + statement.step * turn, 1, false, frame);
      }
    }
  }
}

namespace {

std::string describe(const Tape& tape, const Instruction& instruction, const std::vector<double>& values) {
  const auto argument = [&](std::size_t k) { return values[tape.arguments_of(instruction)[k] & ~Tape::subtracted]; };
  switch (instruction.op) {
    case Op::divide:
    case Op::mod:
    case Op::rem:
    case Op::div: return argument(1) == 0 ? "division by zero" : "overflow in a division";
    case Op::integer_power:
      return argument(0) == 0 ? "division by zero (a negative power of zero)" : "overflow in a power";
    case Op::power:
      if (argument(0) < 0) return "a power of a negative number with an exponent that is not an integer";
      return argument(0) == 0 ? "division by zero (a negative power of zero)" : "overflow in a power";
    case Op::log:
    case Op::log10: return argument(0) == 0 ? "logarithm of zero" : "logarithm of a negative number";
    case Op::sqrt: return "square root of a negative number";
    case Op::asin:
    case Op::acos: return "inverse sine or cosine of a number beyond one";
    case Op::exp:
    case Op::sinh:
    case Op::cosh: return "overflow of an exponential function";
    case Op::call: {
      std::vector<double> arguments;
      for (std::size_t k = 0; k < instruction.argument_count; ++k) arguments.push_back(argument(k));
      return tape.routines[instruction.payload]->complaint(arguments);
    }
    default: return "overflow";
  }
}

}  // namespace

std::optional<Finding> Interpreter::check_row(std::uint32_t number, std::uint32_t row, const Frame& frame) const {
  const Kernel& kernel = listing_.kernels[number];
  const Prepared& prepared = prepared_[number];
  const Tape& tape = kernel.tape;
  std::vector<double> values(tape.instructions.size());
  std::vector<std::uint32_t> self(tape.instructions.size());
  std::vector<double> wide(tape.instructions.size() * lanes);
  for (std::uint32_t i = 0; i < self.size(); ++i) self[i] = i;
  for (std::uint32_t i = 0; i < tape.instructions.size(); ++i) {
    const Instruction& instruction = tape.instructions[i];
    const auto arguments = tape.arguments_of(instruction);
    switch (instruction.kind) {
      case Kind::load: values[i] = frame.at(kernel.input(instruction.payload, row)); break;
      case Kind::constant: values[i] = instruction.value; break;
      case Kind::branch:
        if (values[arguments[0]] == 0) i = prepared.jumps[i] - 1;
        continue;
      case Kind::otherwise:
        i = prepared.jumps[i];
        values[i] = values[tape.arguments_of(tape.instructions[i])[0]];
        wide[i * lanes] = values[i];
        continue;
      case Kind::merge: values[i] = values[arguments[1]]; break;
      case Kind::operation: {
        apply(tape, instruction, self.data(), wide.data(), &values[i], 1);
        const bool sound = std::all_of(arguments.begin(), arguments.end(),
                                       [&](std::uint32_t a) { return std::isfinite(values[a & ~Tape::subtracted]); });
        if (sound && !std::isfinite(values[i])) return Finding{kernel.rows[row], describe(tape, instruction, values)};
        break;
      }
    }
    wide[i * lanes] = values[i];
  }
  for (std::uint32_t k = 0; k < kernel.outputs.size(); ++k) frame.at(kernel.output(k, row)) = values[tape.outputs[k]];
  return std::nullopt;
}

std::optional<Finding> Interpreter::check(std::uint32_t part, const Frame& frame, std::uint32_t begin,
                                          std::uint32_t end) const {
  const Part& called = listing_.parts[part];
  for (const Run& run : called.runs) {
    const std::uint32_t turns = called.ranged ? end - begin : run.turns;
    for (std::uint32_t turn = 0; turn < turns; ++turn) {
      for (const Statement& statement : run.body) {
        const std::uint32_t row = called.ranged ? begin + turn : statement.first + statement.step * turn;
        if (auto finding = check_row(statement.kernel, row, frame)) return finding;
      }
    }
  }
  return std::nullopt;
}

}  // namespace sunder::emit
