// All codes of diagnostics. Include it where one is named.
#pragma once

#include "base/diagnostic.hpp"

namespace sunder {

/// Every number a code may have, E0000 to E1999 and W0000 to W1999. Which of them are codes, with title and
/// explanation, stands in base/codes.def (docs/diagnostics.md is derived from it; tests/tidy refuses a use that is not
/// declared there). The list is not made from codes.def, because everything includes it: a new code would compile the
/// whole house again.
#define SUNDER_CODES_OF_TEN(tens) \
  tens##0, tens##1, tens##2, tens##3, tens##4, tens##5, tens##6, tens##7, tens##8, tens##9
#define SUNDER_CODES_OF_HUNDRED(hundreds)                                                                   \
  SUNDER_CODES_OF_TEN(hundreds##0), SUNDER_CODES_OF_TEN(hundreds##1), SUNDER_CODES_OF_TEN(hundreds##2),     \
      SUNDER_CODES_OF_TEN(hundreds##3), SUNDER_CODES_OF_TEN(hundreds##4), SUNDER_CODES_OF_TEN(hundreds##5), \
      SUNDER_CODES_OF_TEN(hundreds##6), SUNDER_CODES_OF_TEN(hundreds##7), SUNDER_CODES_OF_TEN(hundreds##8), \
      SUNDER_CODES_OF_TEN(hundreds##9)
#define SUNDER_CODES_OF_THOUSAND(thousands)                                                                            \
  SUNDER_CODES_OF_HUNDRED(thousands##0), SUNDER_CODES_OF_HUNDRED(thousands##1), SUNDER_CODES_OF_HUNDRED(thousands##2), \
      SUNDER_CODES_OF_HUNDRED(thousands##3), SUNDER_CODES_OF_HUNDRED(thousands##4),                                    \
      SUNDER_CODES_OF_HUNDRED(thousands##5), SUNDER_CODES_OF_HUNDRED(thousands##6),                                    \
      SUNDER_CODES_OF_HUNDRED(thousands##7), SUNDER_CODES_OF_HUNDRED(thousands##8),                                    \
      SUNDER_CODES_OF_HUNDRED(thousands##9)
enum class Code : std::uint16_t {
  SUNDER_CODES_OF_THOUSAND(E0),
  SUNDER_CODES_OF_THOUSAND(E1),
  SUNDER_CODES_OF_THOUSAND(W0),
  SUNDER_CODES_OF_THOUSAND(W1)
};
#undef SUNDER_CODES_OF_TEN
#undef SUNDER_CODES_OF_HUNDRED
#undef SUNDER_CODES_OF_THOUSAND

}  // namespace sunder
