// A model loaded once, for any number of runs and questions.
#pragma once

#include <memory>
#include <utility>

#include <sunder/analyze.hpp>
#include <sunder/equations.hpp>
#include <sunder/linearize.hpp>
#include <sunder/report.hpp>
#include <sunder/simulate.hpp>
#include <sunder/sweep.hpp>

namespace sunder {

enum class VariableKind { state, derivative, algebraic, parameter, input, output };

struct Variable {
  std::string name;
  VariableKind kind = VariableKind::algebraic;
  std::string unit, description;
  double start = 0;         ///< of parameters: the value the model's text gives
  bool tunable = false;     ///< a parameter that can be set after loading
  bool structural = false;  ///< a parameter that was read at compile time: `LoadOptions::parameters` only
};

struct LoadOptions {
  std::string model{};  ///< a class; empty: the only one, or the last that can be simulated
  /// Values of parameters, structural ones too: a constant expression each.
  std::vector<std::pair<std::string, std::string>> parameters{};
  std::vector<std::pair<std::string, std::string>> inputs{};  ///< expressions of time that drive inputs
  bool interpret = false;  ///< slower runs, but nothing is translated to machine code
};

/// A copy shares the compiled model and nothing that changes: setting a parameter of one does not touch the other.
/// Copies, and models loaded apart, may be used in different threads; one object by one thread at a time.
class SUNDER_API Model {
 public:
  class Implementation;
  explicit Model(std::unique_ptr<Implementation> implementation);
  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] std::vector<Variable> variables() const;
  [[nodiscard]] std::vector<std::string> states() const, inputs() const, outputs() const;

  /// The value that runs use. Throws Error where there is no such parameter.
  [[nodiscard]] double parameter(const std::string& name) const;
  /// From now on all answers use this value. Throws Error, and changes nothing, where there is no such parameter or it
  /// is structural: load the model again with the value among `LoadOptions::parameters`.
  void set(const std::string& name, double value);

  [[nodiscard]] Summary check() const;
  Result<Run> simulate(const SimulateOptions& options = {}) const;
  Result<Sweep> sweep(const SweepOptions& options) const;
  Result<TimeScales> analyze(const AnalyzeOptions& options = {}) const;
  Result<LinearSystem> linearize(const LinearizeOptions& options = {}) const;
  Result<ReducedSystem> reduce(const ReduceOptions& options = {}) const;
  Result<Report> report(const ReportOptions& options = {}) const;
  Result<Equations> equations() const;

 private:
  std::unique_ptr<Implementation> implementation_;
};

/// From a file.
SUNDER_API Result<Model> load(const std::string& path, const LoadOptions& options = {});
/// From Modelica text.
SUNDER_API Result<Model> load_text(const std::string& text, const LoadOptions& options = {});

}  // namespace sunder
