// A distributed run from start to stop: initialise, step from communication point to communication point, record.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "cosimulate/master.hpp"
#include "cosimulate/stability.hpp"
#include "results/writer.hpp"

namespace sunder::cosimulate {

/// A system whose parts are instances.
struct OpenSystem {
  SystemDescription description;  ///< all interfaces known
  Wiring wiring;
  std::vector<std::unique_ptr<model::Part>> parts;
  SourceMap sources;  ///< the texts that spans of the description, the parts and all diagnostics point into
  std::shared_ptr<const void> files;  ///< of a package that was unpacked: kept as long as parts are made of them

  [[nodiscard]] std::vector<model::Part*> pointers() const;
};

struct SystemStability {
  bool linearised = false;   ///< some part is a nonlinear model
  std::size_t samples = 1;   ///< points at which it was linearised; more than one: "sampled, not proven"
  bool synchronised = true;  ///< every number of substeps is whole
  bool certified = true;     ///< every local method is known
  std::optional<Spectrum> spectrum;
  Verdict verdict = Verdict::none;
  StabilityProblem problem;
};

/// Initialises the parts at the start time, linearises them there (and over their boxes), and looks at one step.
/// `length` of the run, in time, where it is not the one of the description. False after a diagnostic.
bool examine(const OpenSystem& system, double communication_step, SystemStability& out, Diagnostics& diagnostics,
             std::optional<double> length = {});

/// The parts as they are now, with these inputs, as one more sample of the problem. False after a diagnostic.
bool add_sample(const OpenSystem& system, double time, const std::vector<double>& inputs, SystemStability& out,
                Diagnostics& diagnostics);

struct CosimOptions {
  std::optional<double> start, stop;
  std::optional<double> communication_step;
  bool adaptive = false;
  double tolerance = 1e-4;  ///< adaptive: of one communication step, relative to 1 + |value|
  bool allow_unstable = false;
  std::size_t threads = 1;
  std::string filter;
  std::string output;
  CancelToken cancel;
  Progress* progress = nullptr;
  /// Asked at every communication point, with all inputs there.
  std::function<void(double time, const std::vector<double>& inputs)> visit;
};

struct StepRange {
  double smallest = 0, largest = 0;
};

struct TakenStep {
  double time = 0, length = 0;
};

struct Cosimulation {
  double start = 0, stop = 0;
  double communication_step = 0;
  bool adaptive = false;
  bool ok = false;
  std::string reason;
  double time = 0;
  std::optional<MasterFault> fault;
  MasterStatistics statistics;
  StepRange steps;
  std::vector<TakenStep> taken;  ///< communication steps that changed with the error, in order
  std::vector<std::string> names;
  std::vector<double> final_values;
  std::vector<bool> constant;  ///< which of them cannot change during a run
  std::string result;
  double seconds = 0;
};

/// A run that starts gives a value whatever happens: a failure is in it, and as an error among the diagnostics.
/// `stability` is that of the communication step; `largest` bounds adapted steps.
Outcome<Cosimulation> cosimulate(const OpenSystem& system, const CosimOptions& options,
                                 const SystemStability& stability, results::ResultWriter* sink = nullptr);

}  // namespace sunder::cosimulate
