// A model loaded once, for any number of runs and analyses.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/outcome.hpp"
#include "driver/pipeline.hpp"
#include "driver/workspace.hpp"
#include "fmi/fmu.hpp"
#include "verbs/control.hpp"

namespace sunder::verbs {

using driver::Source;

struct LoadOptions {
  std::vector<Source> sources;         ///< whose classes the model may use
  std::vector<std::string> libraries;  ///< directories of packages, before those of MODELICAPATH
  std::string model;                   ///< a class; empty: the only one, or the last that can be simulated
  /// Parameters, structural ones too: any constant expression each. Elements of arrays take numbers.
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<std::pair<std::string, std::string>>
      inputs;                   ///< expressions of time that drive inputs; of an FMU numbers
  bool allow_external = false;  ///< external functions may be code of others
  /// A directory: the model may write files, and does so below it in the runs that `simulate` is asked for.
  std::string allow_files;
  emit::BackEnd back_end = emit::BackEnd::llvm;
  std::vector<std::string> disabled;         ///< optional passes of the compiler not to run
  std::optional<std::size_t> iterate_above;  ///< larger last blocks of relaxed loops are iterated, not factored
  std::string dump;     ///< a stage to print (driver::dump_stages()): nothing but the text is made then
  fmi::FmuOptions fmu;  ///< where the only source is an FMU, a file .fmu
  std::string until;    ///< a stage to stop after: nothing is printed, and there is no model
  /// Remembers what was parsed; null: one of its own.
  std::shared_ptr<driver::Workspace> workspace;
};

/// The compiled model, its sources, and the values given to its parameters since. The verbs take it as const; what
/// changes during a run is in contexts of their own, so that several threads may use one loaded model.
class LoadedModel {
 public:
  [[nodiscard]] const std::string& name() const { return compilation_.model_name; }
  /// Not after a failure or a dump, as all that follows.
  [[nodiscard]] const model::Model& model() const { return *share(); }
  [[nodiscard]] std::shared_ptr<const model::Model> share() const {
    return of_fmu_ ? of_fmu_ : std::shared_ptr<const model::Model>(compilation_.model);
  }
  /// Null: the model was compiled, and has a plan.
  [[nodiscard]] const fmi::Fmu* fmu() const { return fmu_.get(); }
  [[nodiscard]] const ir::Plan& plan() const { return *compilation_.plan; }
  /// For who makes code of the plan.
  [[nodiscard]] std::unique_lock<std::mutex> lock_shapes() const { return compilation_.model->lock_shapes(); }
  /// When it was loaded until the stage flat.
  [[nodiscard]] std::int64_t flat_equations() const { return compilation_.flat_equations; }
  [[nodiscard]] std::int64_t flat_unknowns() const { return compilation_.flat_unknowns; }
  [[nodiscard]] const std::vector<PassTiming>& timing() const { return compilation_.timing; }

  /// Where the spans of all diagnostics about this model point.
  [[nodiscard]] const SourceMap& sources() const { return compilation_.sources; }
  [[nodiscard]] const LoadOptions& options() const { return options_; }
  [[nodiscard]] const std::string& dump() const { return compilation_.dump; }

  /// From now on every verb uses this value. An error, and no change, where the model has no such parameter or where it
  /// cannot be set any more: a structural one, with its declaration and the place where it was read.
  [[nodiscard]] Diagnostics set_parameter(const std::string& name, double value);
  /// The value that runs use.
  [[nodiscard]] Outcome<double> parameter(const std::string& name) const;
  /// What `set_parameter` was given, by name.
  [[nodiscard]] const std::map<std::string, double>& given() const { return given_; }
  /// As it was loaded.
  void reset_parameters() { given_.clear(); }

  /// Inputs of an FMU that keep a number, by name.
  [[nodiscard]] const std::map<std::string, double>& held_inputs() const { return held_inputs_; }

  /// For a run: with the values of the parameters.
  [[nodiscard]] std::unique_ptr<model::Context> create_context() const;

 private:
  friend Outcome<LoadedModel> load(const LoadOptions& options, const Control& control);
  Diagnostics load_fmu();

  LoadOptions options_;
  driver::Compilation compilation_;
  std::shared_ptr<const fmi::Fmu> fmu_;
  std::shared_ptr<const model::Model> of_fmu_;
  std::map<std::string, double> given_, held_inputs_;
};

/// There is always a value: of a model that cannot be used, the sources.
Outcome<LoadedModel> load(const LoadOptions& options, const Control& control = {});

/// What --dump prints.
struct Dump {
  std::string stage, text;
};
nlohmann::ordered_json to_json(const Dump& dump);

}  // namespace sunder::verbs
