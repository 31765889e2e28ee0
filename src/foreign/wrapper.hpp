// The C text between numbers of ours and a function of another library.
#pragma once

#include <string>
#include <string_view>

#include "foreign/function.hpp"

namespace sunder::foreign {

/// What external functions may include: declarations of what every Modelica tool gives them.
extern const std::string_view utilities_header;

/// A file that defines `sunder_call` for this function, and the functions of `utilities_header`.
std::string wrapper_of(const Signature& signature);

/// What the compiled wrapper is given, as its text has it too.
struct WrapperHost {
  void* (*fail)(const char* text);        ///< where to jump
  void* (*allocate)(unsigned long size);  ///< until the call is over
  void (*say)(const char* text, int is_warning);
};
struct WrapperActual {
  double* numbers;
  const char** texts;
  void* object;
  unsigned long count;
};

}  // namespace sunder::foreign
