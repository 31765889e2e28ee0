// Flat Modelica as OpenModelica prints it: one class, whose components have whole paths as names (Real motor.w[1]), and
// functions and records named likewise in front of it. None of that is Modelica; with every such name as one
// identifier it is.
#pragma once

#include <string_view>

#include "syntax/token.hpp"

namespace sunder::syntax {

/// Joins the tokens of names that the text declares as wholes. Texts that declare none are left as they are.
void join_flat_names(std::string_view text, TokenStream& stream);

}  // namespace sunder::syntax
