// Machine code of procedures: what functions of a model do that could not be written out.
#pragma once

#include "symbolic/procedure.hpp"

namespace sunder::emit {

/// From now on procedures that are called often get machine code; before they are carried out step by step, which gives
/// the same numbers. Called any number of times.
void compile_procedures_that_are_called_often();

/// The code of one; none where there is no memory for it.
symbolic::NativeProcedure make_native(const symbolic::Procedure& procedure);

}  // namespace sunder::emit
