// Text to tokens. Comments are kept in a list of their own.
#pragma once

#include "base/source.hpp"
#include "syntax/token.hpp"

namespace sunder::syntax {

/// Where the text stops being text: a control byte or a broken UTF-8 sequence. npos when all is well.
std::size_t first_byte_that_is_not_text(std::string_view text);

TokenStream lex(std::string_view text, FileId file);

}  // namespace sunder::syntax
