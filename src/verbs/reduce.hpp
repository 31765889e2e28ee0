// reduce: fewer states for the same inputs and outputs of a linear system.
#pragma once

#include "report/reduction.hpp"
#include "verbs/linearize.hpp"

namespace sunder::verbs {

enum class Gramians {
  automatic,  ///< low-rank above 800 states
  dense,      ///< exact, and unstable states are split off
  low_rank,   ///< for large stable models
};

struct ReduceOptions {
  reduce::ReductionOptions reduction;
  Gramians gramians = Gramians::automatic;
  simulate::PointRequest at;  ///< of models: where they are linearised
  std::string output;         ///< the reduced system as .mo, .json or .mat
  std::string figure;         ///< singular values over the order, .svg
  std::string report;         ///< .html
};

struct ReduceResult {
  std::string name;
  std::size_t states = 0;  ///< of the full system
  reduce::Rule rule = reduce::Rule::singular_perturbation;
  reduce::Reduction reduction;
  std::optional<double> error;     ///< the largest gain of the difference over all frequencies; of small systems
  bool error_is_rounding = false;  ///< above the bound by nothing but that: gains that cancel are much larger
  std::string output;
};

/// The model is linearised first.
Outcome<ReduceResult> reduce(const LoadedModel& model, const ReduceOptions& options, const Control& control = {});
/// Errors where options make no sense for matrices, whatever they are; the verb asks by itself.
void check_matrix_options(const ReduceOptions& options, Diagnostics& diagnostics);
/// Matrices a, b, c, d as JSON.
Outcome<ReduceResult> reduce(const Source& matrices, const ReduceOptions& options, const Control& control = {});
nlohmann::ordered_json to_json(const ReduceResult& result);

}  // namespace sunder::verbs
