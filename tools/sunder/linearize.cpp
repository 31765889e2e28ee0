// sunder linearize: A, B, C, D at an operating point.
#include "verbs/linearize.hpp"

#include "analysis_options.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

void print_matrix(const char* name, const reduce::MatrixXd& m, const std::vector<std::string>& rows,
                  const std::vector<std::string>& columns) {
  if (m.size() == 0) return;
  Table table{{name}, {}, {false}};
  for (const std::string& column : columns) {
    table.header.push_back(column);
    table.right.push_back(true);
  }
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    std::vector<std::string> row{rows[static_cast<std::size_t>(i)]};
    for (Eigen::Index j = 0; j < m.cols(); ++j) row.push_back(rounded(m(i, j), 5));
    table.rows.push_back(row);
  }
  std::cout << table.print(terminal_width()) << "\n";
}

void print_text(const verbs::LinearizeResult& found) {
  const model::LinearSystem system = model::dense(found.system);
  std::cout << bold(found.model) << ": linear at " << found.kind << ", t = " << rounded(found.time) << "; "
            << counted(system.states.size(), "state") << ", " << counted(system.inputs.size(), "input") << ", "
            << counted(system.outputs.size(), "output") << "\n\n";
  constexpr Eigen::Index most_printed = 12;
  if (system.order() <= most_printed) {
    print_matrix("A", system.a, system.states, system.states);
    print_matrix("B", system.b, system.states, system.inputs);
    print_matrix("C", system.c, system.outputs, system.states);
    print_matrix("D", system.d, system.outputs, system.inputs);
  } else {
    std::cout << "  too large to be printed: --json or --output\n";
  }
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  const Watch watch(session.control);
  if (const auto status = open_model(arguments, session)) return *status;
  const std::optional<simulate::PointRequest> point = read_point(arguments, session.diagnostics);
  if (!point) return failed(arguments, session.diagnostics, session.sources(), ExitStatus::wrong_command_line);
  const Outcome<verbs::LinearizeResult> result =
      verbs::linearize(session.model, {.at = *point, .output = arguments.text("--output")}, session.control);
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value())
    return failed(arguments, session.diagnostics, session.sources(), status_of(session.diagnostics));
  print(arguments, *result, session.diagnostics, session.sources(), print_text);
  return ExitStatus::success;
}

}  // namespace

CommandSpec linearize_command() {
  return {
      "linearize",
      "writes the model as matrices A, B, C, D at an operating point",
      "Inputs and outputs are variables of the model itself declared input and output; inputs without a source stay "
      "at their start value until somebody moves them. The derivatives are exact.",
      {{"MODEL", "a Modelica file"}},
      with_model_options({single_at_option(),
                          {"--output",
                           OptionKind::text,
                           "FILE",
                           "write the system to a .json, .mat (matrices A, B, C, D) or .mo file",
                           {}}}),
      {{"sunder linearize Plant.mo --at steady --output plant.mat", "matrices at the steady state"}},
      run};
}

}  // namespace sunder::cli
