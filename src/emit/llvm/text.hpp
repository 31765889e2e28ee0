// Listings as LLVM assembly: plain text, so that few files need to know LLVM itself.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "emit/listing.hpp"

namespace sunder::emit {

/// What a part became: functions to be called one after the other.
struct LlvmText {
  std::string optimised;  ///< a module worth the time of the optimiser: loops, and straight code as long as it is short
  std::string plain;      ///< a module of long straight code and of long rows; may be empty
  struct Function {
    std::string name;
    bool is_plain = false;
  };
  std::vector<std::vector<Function>> functions;  ///< by part
  std::deque<std::vector<std::int64_t>> tables;  ///< where segments begin; the text holds their addresses
};

LlvmText make_llvm_text(const Listing& listing);

}  // namespace sunder::emit
