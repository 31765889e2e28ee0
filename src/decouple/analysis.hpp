// Cycle analysis of a linearised model: time scales, indices, and a cut into fast and slow, as plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "base/source.hpp"
#include "decouple/indices.hpp"
#include "decouple/modes.hpp"
#include "decouple/probe.hpp"
#include "decouple/time_scales.hpp"
#include "model/certificate.hpp"
#include "model/events.hpp"
#include "model/partition.hpp"

namespace sunder::decouple {

/// J = df/dx at one operating point.
struct LinearPoint {
  algebra::SparseMatrix jacobian;
  double time = 0;
  std::string kind = "initial";  ///< how the point was found: initial, steady, time, along
  std::string note;              ///< more about how, for people; may be empty
};

/// A model near one point or several: x' = J (x - x0) + ...
struct Linearisation : LinearPoint {
  std::string model;
  std::vector<std::string> states;
  std::vector<Span> origins;                         ///< of the states in the text of the model; empty: there is none
  std::vector<LinearPoint> further;                  ///< in the order asked for; empty unless several points are
  std::vector<model::EventFeedback> event_feedback;  ///< what no Jacobian shows

  [[nodiscard]] std::size_t point_count() const { return 1 + further.size(); }
  [[nodiscard]] const LinearPoint& point(std::size_t i) const { return i == 0 ? *this : further[i - 1]; }
};

/// How the user wants to cut. Nothing given: automatic.
struct PartitionRequest {
  std::optional<double> step;                    ///< fast = states with a time scale below this step
  std::optional<std::vector<std::string>> fast;  ///< exactly these; an array or a component names all of its states
  std::optional<std::size_t> parts;              ///< this many clusters, cut in the widest gaps
  /// Only phenomena slower than this matter: everything faster may be stepped over.
  std::optional<double> slowest_of_interest;
  bool step_is_taken = true;  ///< else nobody is warned of a step that is not stable
};

struct AnalysisOptions {
  double alpha = 1;
  SelfLoop self_loop = SelfLoop::gain;
  Probe probe = Probe::euler;
  std::size_t mode_limit = 200;  ///< models with more states get no modes; 0: none at all
  bool list_cycles = false;
  bool count_cycles = false;
  double budget = 10;  ///< seconds of work for the search of cycles at each point
  CancelToken cancel;  ///< ends the search early; what was not proven is bracketed
  std::uint64_t cycle_limit = 10000;
  PartitionRequest partition;
  bool want_partition = true;
};

struct VariableScale {
  model::StateIndex state;
  std::string name;
  double time_scale = 0;  ///< infinite when no cycle passes through; the best value found when not exact
  double lower = 0;       ///< proven
  double upper = 0;
  bool exact = true;
  Proof proof = Proof::exact;      ///< how the value is known
  Cycle cycle;                     ///< the one that sets it; one state: its self loop
  std::uint32_t cycle_length = 0;  ///< its states, also where they were not kept; 0: no cycle
  std::uint32_t point = 0;         ///< the operating point that sets it, an index into Analysis::points
};

/// What one operating point says.
struct PointScales {
  double time = 0;
  std::string kind;
  std::string note;
  std::optional<std::uint64_t> cycle_count;
  std::vector<double> time_scales;  ///< of each state: the best value found
  std::vector<double> lower;        ///< proven; equals the time scale where it is exact
  std::optional<double> stiffness_ratio;
  std::optional<Modes> modes;  ///< small models only
};

/// Proven, not only found: at point `first` the state `faster` has the shorter time scale, at point `second` the
/// longer one.
struct RankingChange {
  model::StateIndex faster;
  model::StateIndex slower;
  std::uint32_t first = 0;
  std::uint32_t second = 0;
};

/// Cycles of one strong component that meet in the shared states and nowhere else: without these the component falls
/// apart into blocks that can be advanced in parallel.
struct CycleSets {
  model::StateSet shared;
  std::vector<model::StateSet> blocks;  ///< largest first
};

/// Which cut was made and why.
struct PartitionChoice {
  model::Partition partition;
  std::optional<double> step;  ///< suggested, or the one asked for; empty when there is nothing to go by
  std::optional<model::StepCertificate> certificate;
  std::string reason;
  bool automatic = false;  ///< nothing was asked for
  /// One per cluster, for integrating each at its own pace: inside the gap below the cluster (for the fastest one: its
  /// fastest time scale), each a whole multiple of the one before. Empty for states named by the user and
  /// when there is no time scale to go by.
  std::vector<double> cluster_steps;
  /// The states with a time scale below the step: their own transients are not followed.
  model::StateSet stepped_over;
  /// Of the whole graph of influences, whatever the cut: cycles that meet only in a few shared states.
  std::vector<CycleSets> cycle_sets;
};

/// With several operating points every variable has its worst (smallest) bound of all points, and the certificate
/// holds at every point. `time` and `kind` are those of the first point.
struct Analysis {
  std::string model;
  std::vector<std::string> states;
  double alpha = 1;
  SelfLoop self_loop = SelfLoop::gain;
  Probe probe = Probe::euler;
  double time = 0;
  std::string kind;
  bool exact = true;
  std::optional<std::uint64_t> cycle_count;    ///< by the rules of the convention; most of all points; empty: unknown
  std::vector<VariableScale> variables;        ///< ascending by time scale
  std::vector<PointScales> points;             ///< at least one
  std::vector<RankingChange> ranking_changes;  ///< at most one for each pair of points compared
  std::vector<model::EventFeedback> event_feedback;  ///< loops that pass through events: no cycle here shows them
  Indices indices;
  std::vector<double> separability_terms;  ///< of neighbours among the finite time scales
  std::vector<double> separability_terms_log;
  std::optional<PartitionChoice> partition;
  std::vector<model::StateSet>
      parallel_sets;                       ///< blocks of fast states that depend on each other only through slow ones
  TimeScales scales;                       ///< of the first point: for other alphas and for the listing of cycles
  std::vector<TimeScales> further_scales;  ///< of the other points
  std::vector<ProbeScales> probe_scales;   ///< of every point, when the probe is not Euler; then `scales` only lists
  double seconds = 0;

  [[nodiscard]] const std::string& state_name(model::StateIndex state) const { return states[state.index()]; }
  [[nodiscard]] std::vector<std::string> state_names(const std::vector<model::StateIndex>& some) const;
  [[nodiscard]] const TimeScales& scales_of(std::size_t point) const {
    return point == 0 ? scales : further_scales[point - 1];
  }
};

/// `certifier` is asked for the spectral radius of a partition and step; without it no step is suggested automatically
/// beyond the rule of the gap.
Outcome<Analysis> analyze(const Linearisation& linearisation, const AnalysisOptions& options,
                          const model::Certifier& certifier = {});

/// The blocks that remain when the slow states are taken away.
std::vector<model::StateSet> parallel_sets(const DependencyGraph& graph, const model::StateSet& fast);

/// The analysis at other alphas, from the envelopes alone.
struct AlphaSweep {
  std::vector<double> alphas;
  std::vector<std::vector<double>> time_scales;         ///< [alpha][state]
  std::vector<std::vector<double>> separability_terms;  ///< [alpha][neighbours in ascending order]
  std::vector<std::vector<double>> separability_terms_log;
};
AlphaSweep sweep(const Analysis& analysis, const std::vector<double>& alphas);

}  // namespace sunder::decouple
