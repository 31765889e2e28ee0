// Where to cut between fast and slow, and with what step.
#pragma once

#include "decouple/analysis.hpp"

namespace sunder::decouple {

/// `ascending` are the variables of an analysis in its order.
///
///   fast states named    these, exactly
///   a number of parts    cuts in the widest gaps (as ratios)
///   a time scale of      everything faster is fast; the step is tried from that time scale down to a tenth of it
///     interest
///   a step               the states with a shorter time scale are fast
///   nothing              automatic: the gaps wider than `worth_cutting` are tried from the widest downwards; in each
///                        the step is tried from just below its upper end down to its lower end
///
/// Where the request leaves the cut into two or the step open, the first one whose certificate is acceptable (stable or
/// marginal, without much growth on the way) is taken; when none is, every state is fast: all implicit is the safe
/// choice. States without any cycle are slow. A step may be given together with each of the others. Except where states
/// are named, clusters are made at all gaps wider than `worth_nesting` and at the cut itself (asked for a number of
/// parts: exactly there).
Outcome<PartitionChoice> choose_partition(const std::vector<VariableScale>& ascending, const PartitionRequest& request,
                                          const std::vector<std::string>& states, const model::Certifier& certifier);

/// A spectral radius with as many digits as it takes to tell it from one.
std::string radius_text(double radius, int digits = 6);

}  // namespace sunder::decouple
