// One tape as LLVM assembly.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "symbolic/tape.hpp"

namespace sunder::emit {

using symbolic::Instruction;
using symbolic::Tape;

/// A function that is being written. Names are unique inside of it; `block` is the label of the current basic block.
struct FunctionText {
  std::string body;
  std::string block = "entry";
  std::uint32_t names = 0;
  std::size_t instructions = 0;
  std::size_t block_begin = 0;  ///< instructions before the current block

  std::string fresh(const char* prefix) { return prefix + std::to_string(names++); }
  void line(const std::string& text) {
    body += "  " + text + "\n";
    ++instructions;
  }
  void start_block(const std::string& label) {
    body += label + ":\n";
    block = label;
    block_begin = instructions;
  }
  /// Goes on in a block of its own when this one is long: the time of the code generator grows with the square of the
  /// length of a block.
  void divide_block() {
    constexpr std::size_t longest = 500;
    if (instructions - block_begin < longest) return;
    const std::string next = fresh("on");
    line("br label %" + next);
    start_block(next);
  }
  /// A new value computed by the text after "=".
  std::string value(const std::string& text) {
    std::string name = fresh("%v");
    line(name + " = " + text);
    return name;
  }
};

/// "0x…": every number exactly.
std::string number_text(double value);

/// Writes the tape; `load` writes the access to an input and returns its value. Returns the values of the outputs.
std::vector<std::string> write_tape(FunctionText& function, const Tape& tape,
                                    const std::function<std::string(std::uint32_t)>& load);

/// Functions that the text may call: name in the text, address.
struct Callee {
  const char* name;
  const char* arguments;  ///< types
  void* address;
};
const std::vector<Callee>& callees();
/// Declarations of those and of the intrinsic functions used.
std::string declarations();

}  // namespace sunder::emit
