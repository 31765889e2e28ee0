#include "port_session.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis_options.hpp"
#include "base/codes.hpp"
#include "output.hpp"
#include "simulate/steady_state.hpp"

namespace sunder::cli {

std::optional<LinearisedModel> linearise_with_ports(const Arguments& arguments, Session& session, ExitStatus& status) {
  status = ExitStatus::wrong_input;
  const std::optional<driver::CompileRequest> request = compile_request(arguments, session);
  if (!request) {
    status = ExitStatus::wrong_command_line;
    return std::nullopt;
  }
  Outcome<driver::Compilation> compiled = driver::compile(session.workspace, *request);
  session.diagnostics.append(compiled.diagnostics());
  if (!compiled.ok()) return std::nullopt;
  session.compilation = compiled.take();
  const std::optional<simulate::OperatingPoint> point = read_operating_point(arguments, session, session.diagnostics);
  if (!point || point->points.size() != 1) {
    if (point) session.diagnostics.error(Code::E0006, {}, "--at: one operating point is needed here");
    status = ExitStatus::wrong_command_line;
    return std::nullopt;
  }
  status = ExitStatus::numerics_failed;
  const model::Model& model = *session.compilation.model;
  const std::unique_ptr<model::Context> context = model.create_context();
  const auto fine = [&](const model::Status& done) {
    if (!done) model::report(done.fault(), session.diagnostics);
    return done.ok();
  };
  LinearisedModel out;
  out.model = session.compilation.model_name;
  out.time = point->start;
  const simulate::PointRequest& wanted = point->points.front();
  if (!fine(model.initialise(*context, point->start))) return std::nullopt;
  const std::span<double> x = context->states();
  if (wanted.kind == simulate::PointKind::steady) {
    Outcome<simulate::SteadyState> steady = simulate::find_steady_state(model, *context, out.time, x, session.cancel);
    session.diagnostics.append(steady.diagnostics());
    if (!steady.ok()) return std::nullopt;
    std::copy(steady->x.begin(), steady->x.end(), x.begin());
  } else if (wanted.kind == simulate::PointKind::time) {
    simulate::SimulateOptions options;
    options.start = point->start;
    options.stop = out.time = wanted.time;
    options.intervals = 1;
    Outcome<simulate::Simulation> run = simulate::simulate(model, *context, options);
    session.diagnostics.append(run.diagnostics());
    if (!run.ok() || !run->status.ok) return std::nullopt;
  }
  out.kind = wanted.kind == simulate::PointKind::steady    ? "steady"
             : wanted.kind == simulate::PointKind::initial ? "initial"
                                                           : "time";
  const std::unique_ptr<model::Evaluator> evaluator = model::open_evaluator(model, *context);
  std::vector<double> jacobian(evaluator->pattern().nonzeros()), slopes(x.size());
  std::vector<double> u(model.input_count()), y(model.output_count());
  context->inputs().at(out.time, u);
  const model::Evaluator::At at{x, u};
  if (!fine(evaluator->freeze(out.time, x)) || !fine(evaluator->evaluate(at, {slopes, y})) ||
      !fine(evaluator->jacobian(at, jacobian)))
    return std::nullopt;
  out.system = model::linear_system(model, *evaluator, jacobian);
  const auto taken = [](const std::vector<double>& all, const model::IndexSet& which) {
    Eigen::VectorXd values(static_cast<Eigen::Index>(which.size()));
    for (std::size_t i = 0; i < which.size(); ++i) values[static_cast<Eigen::Index>(i)] = all[which[i]];
    return values;
  };
  out.offsets.inputs = taken(u, evaluator->varying().inputs);
  out.offsets.outputs = taken(y, evaluator->wanted().outputs);
  for (const double slope : slopes) out.rest = std::max(out.rest, std::abs(slope));
  status = ExitStatus::success;
  return out;
}

std::string how_to_add_ports(const model::Model& model, bool inputs, bool outputs) {
  std::vector<std::string> parameters;
  for (std::size_t i = 0; i < model.description().variable_count(); ++i) {
    const model::Variable variable = model.description().variable(i);
    if (variable.kind == model::VariableKind::parameter && variable.name.find_first_of(".[") == std::string::npos)
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
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(report::number(matrix(i, j)));
    out.push_back(row);
  }
  return out;
}

bool write_system(const std::string& path, const model::LinearSystem& system, const std::string& name,
                  const std::string& description, const reduce::Offsets& offsets, Diagnostics& diagnostics) {
  if (path.ends_with(".json")) return write_text(path, reduce::print_matrices(system), diagnostics);
  if (path.ends_with(".mat")) return write_text(path, reduce::mat_bytes(system), diagnostics);
  if (path.ends_with(".mo"))
    return write_text(path, reduce::modelica_text(system, name, description, offsets), diagnostics);
  diagnostics.error(Code::E0006, {}, "'" + path + "': a system is written as .json, .mat or .mo");
  return false;
}

}  // namespace sunder::cli
