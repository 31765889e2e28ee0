// A model opened together with its inputs and outputs, and linearised where the arguments say.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "driver/pipeline.hpp"
#include "model/linear_system.hpp"
#include "reduce/export.hpp"
#include "session.hpp"
#include "simulate/linearise.hpp"

namespace sunder::cli {

struct LinearisedModel {
  std::string model;
  model::SparseLinearSystem system;
  reduce::Offsets offsets;  ///< inputs and outputs at the operating point
  double time = 0;
  std::string kind;
  double rest = 0;  ///< the largest slope of a state at the point; 0: it is an equilibrium
};

/// Empty after diagnostics in the session; `status` then says how the command ends.
std::optional<LinearisedModel> linearise_with_ports(const Arguments& arguments, Session& session, ExitStatus& status);

/// What to write to give a model the inputs or outputs it lacks, with names of its own.
std::string how_to_add_ports(const model::Model& model, bool inputs, bool outputs);

nlohmann::ordered_json matrix_json(const reduce::MatrixXd& matrix);
/// By the ending of the name: .json, .mat, or .mo. False after a diagnostic.
bool write_system(const std::string& path, const model::LinearSystem& system, const std::string& name,
                  const std::string& description, const reduce::Offsets& offsets, Diagnostics& diagnostics);

}  // namespace sunder::cli
