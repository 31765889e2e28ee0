// Equations as messages tell them. A property of water, written out, has a hundred thousand characters, and nobody who
// reads a message has any use for them: its place in the source says the rest.
#pragma once

#include <string>

#include "base/text.hpp"
#include "ir/dae.hpp"

namespace sunder::ir {

/// As `print`, without the end of what is long.
template <class Row>
std::string brief(const Dae& dae, const Row& row) {
  constexpr std::size_t longest = 240;
  std::string text = print(dae, row);
  if (text.size() <= longest) return text;
  std::size_t end = 0;
  while (end < longest) {
    const std::size_t length = utf8_length(text, end);
    end += length == 0 ? 1 : length;
  }
  text.resize(end);
  return text + " …";
}

}  // namespace sunder::ir
