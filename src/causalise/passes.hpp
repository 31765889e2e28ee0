// The passes, one file each.
#pragma once

#include <span>
#include <string>

#include "causalise/work.hpp"
#include "graph/pantelides.hpp"

namespace sunder::causalise {

void classify(Work& work);
void eliminate_aliases(Work& work);
void reduce_index(Work& work);
void match(Work& work);
void order(Work& work);
void initialise(Work& work);
void assign_addresses(Work& work);

// ---- shared by passes

/// Rows for `equations`, columns for `unknowns`: an entry where an unknown really occurs.
/// `column_of` (by variable, `none` elsewhere) is filled.
void build_incidence(const ir::Dae& dae, System& system, std::vector<std::uint32_t>& column_of);

/// Parameters with fixed = false that nothing binds, and what is computed from them: their role, and equations of the
/// initial system in place of assignments.
void find_free_parameters(Work& work);
bool is_free_parameter(const ir::Dae& dae, ir::VariableId variable);

/// Equations without what homotopy() simplifies; with it they go to Dae::blended.
void separate_homotopy(ir::Dae& dae);

/// Work::continuous with a maximum matching of all continuous equations to what has no derivative.
void match_highest(Work& work);
/// The equations of Work::continuous with a maximum matching where a variable and its derivatives count as one.
System collapse_derivatives(const Work& work);
bool is_perfect(const System& system);
/// Whether the collapsed system is perfectly matched; if not, says why.
bool check_structure(Work& work);

/// Sums with whole numbers as coefficients become what is left when others are subtracted, where that is nothing but
/// states, or one or two unknowns.
void reduce_dependent_sums(Work& work);

/// Which equations must be differentiated for the roles that variables have; `variables`: by number in the answer.
graph::Differentiation differentiate_structure(const Work& work, std::vector<ir::VariableId>& variables);
/// The derivative's variable, declared if it was not; its role is not changed.
ir::VariableId declare_derivative(Work& work, ir::VariableId variable);
/// Variables that should be states (StateSelect.prefer and always) although nobody differentiates them become
/// differentiated ones, where that takes no more than derivatives of linear equations. True: there are some.
bool promote_wished_states(Work& work);

/// Blocks of a perfectly matched system in topological order, each solved or made a loop. Marks of relaxing that change
/// nothing are added to `idle`.
ir::Section make_section(const ir::Dae& dae, const System& system, const std::vector<std::uint32_t>& column_of,
                         std::size_t iterate_above, std::vector<IdleMark>* idle = nullptr);

/// The continuous section as text, block by block.
std::string print_blocks(const Work& work);

/// Whether what is divided by is a number or made of parameters (which are checked when they are set).
bool cannot_vanish(const ir::Dae& dae, symbolic::NodeId divisor, std::span<const ir::Operand> operands);
/// Linear loops of the continuous section whose matrix is made of numbers and singular.
void refuse_singular_loops(Work& work);
/// How marks that ask for tearing are taken: as a wish, or only where nothing is less work.
enum class Tearing : std::uint8_t { as_wished, if_cheapest };
/// Reorders the loop and gives it an inner part, where that is wished for or pays. Where there are marks, or the
/// cheapest is asked for, its costs are known then.
void tear_loop(const ir::Dae& dae, ir::Loop& loop, Tearing how);
/// Whether the slot stands in residue().
bool is_marked(const ir::Dae& dae, ir::ShapeId shape, std::uint32_t slot);
/// Says which marks (relax(x), residue(x), tearingSelect) the loops of the continuous section do not follow.
void report_tearing_marks(Work& work);

/// Adds what is wrong with the system to the diagnostic: its over-determined equations and undetermined unknowns, first
/// those where the mistake is likely to be.
void name_suspects(const Work& work, const System& system, Diagnostic& diagnostic);

/// The literal's operand; pooled.
ir::Operand literal(ir::Dae& dae, double value);

/// Appends "variable = start value" (0 when none is given) as an equation of this origin.
void append_start_equation(ir::Dae& dae, ir::VariableId variable, ir::OriginId origin);

}  // namespace sunder::causalise
