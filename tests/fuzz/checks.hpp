// What must hold of every answer of the program, whatever it was given.
#pragma once

#include <string>

#include "invoke.hpp"

namespace sunder::fuzz {

struct Expectations {
  bool json = false;                ///< standard output is one JSON object
  bool may_be_wrong_usage = false;  ///< the command line itself was changed: exit status 2 is right
  bool place = false;               ///< errors are about a text: one of them at least says where
  std::string results;              ///< the results file a successful run leaves; empty: none
};

/// What is wrong with it, in a few words that do not depend on the input; empty: nothing.
std::string complaint(const Answer& answer, const Expectations& expected);

/// Formatting keeps all tokens, and formatting again changes nothing. `accepted`: the text could be parsed.
std::string format_complaint(const std::string& text, bool& accepted);

bool is_utf8(std::string_view text);

}  // namespace sunder::fuzz
