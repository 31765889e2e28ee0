#include "port_session.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis_options.hpp"
#include "base/codes.hpp"
#include "output.hpp"
#include "simulate/steady_state.hpp"

namespace sunder::cli {
namespace {

/// The states of the model with ports, where the plain model rests.
std::optional<std::vector<double>> steady_states(const PortedModel& models, Session& session, double time) {
  const Model& plain = *models.plain.model;
  const std::unique_ptr<Context> context = plain.create_context();
  std::vector<double> x(plain.state_count());
  if (!plain.initialise(*context, time, x)) return std::nullopt;
  Outcome<SteadyState> steady = find_steady_state(plain, *context, time, x, session.cancel);
  session.diagnostics.append(steady.diagnostics());
  if (!steady.ok()) return std::nullopt;
  const Model& ported = *models.ported.model;
  const std::unique_ptr<Context> other = ported.create_context();
  std::vector<double> all(ported.state_count());
  if (!ported.initialise(*other, time, all)) return std::nullopt;
  for (std::size_t i = 0; i < plain.state_count(); ++i) {
    const auto at = std::find(models.ports.states.begin(), models.ports.states.end(), plain.state_name(i));
    if (at == models.ports.states.end()) return std::nullopt;
    all[models.ports.state_at[static_cast<std::size_t>(at - models.ports.states.begin())]] = steady->x[i];
  }
  return all;
}

}  // namespace

std::optional<LinearisedModel> linearise_with_ports(const Arguments& arguments, Session& session, ExitStatus& status) {
  status = ExitStatus::wrong_input;
  const std::optional<CompileRequest> request = compile_request(arguments, session);
  if (!request) {
    status = ExitStatus::wrong_command_line;
    return std::nullopt;
  }
  Outcome<PortedModel> models = compile_with_ports(session.workspace, *request);
  session.diagnostics.append(models.diagnostics());
  if (!models.ok()) return std::nullopt;
  session.compilation = models->plain;
  const std::optional<OperatingPoint> point = read_operating_point(arguments, session, session.diagnostics);
  if (!point || point->points.size() != 1) {
    if (point) session.diagnostics.error(Code::E0006, {}, "--at: one operating point is needed here");
    status = ExitStatus::wrong_command_line;
    return std::nullopt;
  }
  const Model& model = *models->ported.model;
  const std::unique_ptr<Context> context = model.create_context();
  LinearisedModel out;
  out.model = models->plain.model_name;
  const std::unique_ptr<Evaluator> evaluator = model.state_count() > 0 ? full_evaluator(model, *context) : nullptr;
  std::vector<double> x(model.state_count());
  SparseMatrix jacobian;
  const bool steady = point->points.front().kind == PointKind::steady;
  const bool initial = point->points.front().kind == PointKind::initial;
  const auto failed_at_point = [&] {
    const std::optional<Fault>& fault = context->fault();
    if (!session.diagnostics.has_errors())
      session.diagnostics.error(fault ? fault->code : Code::E0614, fault ? fault->span : Span{},
                                fault ? as_written(fault->message, models->ports)
                                      : "the model could not be evaluated at the operating point");
    status = ExitStatus::numerics_failed;
    return std::nullopt;
  };
  out.time = point->start;
  if (!model.initialise(*context, point->start, x)) return failed_at_point();
  if (steady) {
    std::optional<std::vector<double>> found = steady_states(*models, session, point->start);
    if (!found) return failed_at_point();
    x = std::move(*found);
  } else if (!initial) {
    SimulateOptions options;
    options.start = point->start;
    options.stop = out.time = point->points.front().time;
    options.intervals = 1;
    MemoryWriter memory;
    Outcome<Simulation> run = simulate(model, *context, options, &memory);
    session.diagnostics.append(run.diagnostics());
    if (!run.ok() || !run->status.ok) return failed_at_point();
    const Trajectory trajectory = memory.take();
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto at = trajectory.find(model.state_name(i));
      if (!at) return failed_at_point();
      x[i] = trajectory.at(*at, trajectory.times.size() - 1);
    }
  }
  out.kind = steady ? "steady" : initial ? "initial" : "time";
  std::vector<double> slopes(x.size());
  if (evaluator != nullptr) {
    jacobian.pattern = evaluator->pattern();
    jacobian.values.resize(jacobian.pattern.nonzeros());
    if (!evaluator->freeze(out.time, x) || !evaluator->evaluate(x, slopes) || !evaluator->jacobian(x, jacobian.values))
      return failed_at_point();
  } else {
    jacobian.pattern.column_starts = {0};
  }
  const Ports& ports = models->ports;
  out.system = reduce::select(jacobian, ports);
  out.offsets.inputs.resize(static_cast<Eigen::Index>(ports.inputs.size()));
  out.offsets.outputs.resize(static_cast<Eigen::Index>(ports.outputs.size()));
  for (std::size_t i = 0; i < ports.inputs.size(); ++i)
    out.offsets.inputs[static_cast<Eigen::Index>(i)] = x[ports.input_at[i]];
  for (std::size_t i = 0; i < ports.outputs.size(); ++i)
    out.offsets.outputs[static_cast<Eigen::Index>(i)] = slopes[ports.output_at[i]];
  for (const std::uint32_t state : ports.state_at) out.rest = std::max(out.rest, std::abs(slopes[state]));
  status = ExitStatus::success;
  return out;
}

std::string how_to_add_ports(const Model& model, bool inputs, bool outputs) {
  std::vector<std::string> parameters;
  for (std::size_t i = 0; i < model.variable_count(); ++i) {
    const VariableInfo variable = model.variable(i);
    if (variable.kind == VariableKind::parameter && variable.name.find_first_of(".[") == std::string::npos)
      parameters.push_back(variable.name);
  }
  std::string out;
  if (inputs) {
    out = "declare what drives the model as 'input Real NAME(start = ...);', in place of " +
          (parameters.empty() ? std::string() : "a parameter (" + name_list(parameters, 40) + ") or of ") +
          "the equation that gives its value";
  }
  if (outputs) {
    const std::string state = model.state_count() > 0 ? model.state_name(0) : "";
    out += std::string(out.empty() ? "declare" : "; and") + " what matters as 'output Real y" +
           (state.empty() ? "" : " = " + state) + ";'";
  }
  return out;
}

nlohmann::ordered_json matrix_json(const reduce::MatrixXd& matrix) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    nlohmann::ordered_json row = nlohmann::ordered_json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(number(matrix(i, j)));
    out.push_back(row);
  }
  return out;
}

bool write_system(const std::string& path, const reduce::LinearModel& system, const std::string& name,
                  const std::string& description, const reduce::Offsets& offsets, Diagnostics& diagnostics) {
  if (path.ends_with(".json")) return write_text(path, reduce::print_matrices(system), diagnostics);
  if (path.ends_with(".mat")) return write_text(path, reduce::mat_bytes(system), diagnostics);
  if (path.ends_with(".mo"))
    return write_text(path, reduce::modelica_text(system, name, description, offsets), diagnostics);
  diagnostics.error(Code::E0006, {}, "'" + path + "': a system is written as .json, .mat or .mo");
  return false;
}

}  // namespace sunder::cli
