// Where to cut between fast and slow, and with what step.
#pragma once

#include "decouple/analysis.hpp"

namespace sunder {

/// `ascending` are the variables of an analysis in its order.
///
/// A step asked for: the states with a shorter time scale are fast. Names asked for: these are fast. Otherwise
/// automatic: the cuts between neighbours are tried from the largest gap (in logarithms) downwards; in each gap the
/// step is tried from just below its upper end down to its lower end, and the first one whose certificate is stable is
/// taken. States without any cycle are slow. When no cut can be certified every state is fast: all implicit is the safe
/// choice.
Outcome<PartitionChoice> choose_partition(const std::vector<VariableScale>& ascending, const PartitionRequest& request,
                                          const std::vector<std::string>& states, const Certifier& certifier);

}  // namespace sunder
