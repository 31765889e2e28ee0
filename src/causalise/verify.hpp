// The contracts of what passes of this room hand to each other: the violations (none: sound), a bounded number.
#pragma once

#include <string>
#include <vector>

#include "causalise/work.hpp"

namespace sunder::causalise {

/// After `classify`: every variable has a role, parameters and held values are known, open inputs are inputs, the
/// derivative of a state is a derivative and belongs to a state; nothing is an alias yet.
std::vector<std::string> verify_roles(const Work& work);

/// After `alias`: exactly the variables with that role are aliases, none of them of an alias; no row
/// reads one.
std::vector<std::string> verify_aliases(const Work& work);

/// After `reduce`: every state has a rate of change, and nothing else has that role.
std::vector<std::string> verify_final_roles(const Work& work);

/// After `match`: the rows are the continuous equations, the columns the derivatives and algebraic variables; each
/// equation has an unknown of its own, which occurs in it.
std::vector<std::string> verify_matching(const Work& work);

/// After `order`: blocks compute every derivative and algebraic variable once, from states, inputs, what is known and
/// what blocks before them compute.
std::vector<std::string> verify_continuous(const Work& work);

/// After `initialise`: states and derivatives are listed, in pairs; blocks compute them, the algebraic variables and
/// the remembered values, from inputs, what is known and what blocks before them compute.
std::vector<std::string> verify_initial(const Work& work);

}  // namespace sunder::causalise
