// Texts and bytes that are nearly right: taken from files that are right, and changed a little.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "random.hpp"

namespace sunder::fuzz {

/// Words, numbers, strings, space and single signs: enough for Modelica, TOML, JSON and CSV. Together they are the
/// text.
std::vector<std::string> tokens_of(std::string_view text);

/// A few changes: tokens deleted, doubled, exchanged and replaced, extreme numbers, items and bracketed pieces of other
/// files, deep nesting, and now and then a byte that is no text. `others` are whole files of the same kind.
std::string mutate_text(Random& random, const std::string& text, const std::vector<std::string>& others);

/// Bytes changed, removed, doubled, and numbers of four bytes made extreme.
std::string mutate_bytes(Random& random, std::string bytes);

/// A number as nobody writes it.
std::string extreme_number(Random& random);

}  // namespace sunder::fuzz
