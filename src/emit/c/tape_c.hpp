// One tape as C11: the operations of the other back ends, in their order, so that all give the same bits.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emit/c/routine_c.hpp"
#include "symbolic/tape.hpp"

namespace sunder::emit {

/// Every finite number exactly.
std::string c_number(double value);

/// Appends statements to `body`; `load` gives the expression of an input. Returns the expressions of the outputs. What
/// is called is noted.
std::vector<std::string> write_c_tape(std::string& body, const symbolic::Tape& tape,
                                      const std::function<std::string(std::uint32_t)>& load, CRoutines& routines);

}  // namespace sunder::emit
