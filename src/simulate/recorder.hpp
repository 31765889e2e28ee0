// Evaluates the variables of a model at the points of a run and records them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "results/recording.hpp"
#include "simulate/bounds.hpp"

namespace sunder::simulate {

class Recorder {
 public:
  Recorder(const model::Model& model, model::Context& context) : model_(model), context_(context) {}

  /// Applies the filter and opens the file; false after a diagnostic.
  [[nodiscard]] bool prepare(const std::string& filter, const std::string& path, results::ResultWriter* sink,
                             Diagnostics& diagnostics);
  /// What is true of all values that change, for the description of every variable but those of `except`.
  void describe(const std::string& note, const model::StateSet& except);
  /// One line that whoever reads the results file must know; before `begin`.
  void set_note(const std::string& note) { recording_.set_note(note); }
  // Faults of the model, or what a writer reported.
  model::Status begin(double start, double stop, std::span<const double> x);
  model::Status row(double time, std::span<const double> x);
  /// A row of values of all variables of the model that are known already.
  model::Status row_of_values(double time, std::span<const double> values);
  /// Closes the files; also after a failed run.
  [[nodiscard]] bool finish() { return recording_.finish(); }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }

  /// What a writer reported, if one failed.
  [[nodiscard]] const Diagnostic* write_error() const { return recording_.write_error(); }
  [[nodiscard]] const std::vector<results::ResultVariable>& variables() const { return recording_.variables(); }
  [[nodiscard]] const std::vector<double>& last() const { return recording_.last(); }
  [[nodiscard]] const std::vector<std::string>& text_names() const { return recording_.text_names(); }
  [[nodiscard]] const std::vector<std::string>& last_texts() const { return recording_.last_texts(); }

 private:
  [[nodiscard]] model::Status written(bool fine) const;

  const model::Model& model_;
  model::Context& context_;
  results::Recording recording_;
  Bounds bounds_;
  std::vector<double> values_;  // of all variables
  std::vector<std::string> texts_;
};

}  // namespace sunder::simulate
