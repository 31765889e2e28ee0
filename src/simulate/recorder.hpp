// Chooses the variables to record and hands their values to the writers.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "model/model.hpp"
#include "results/writer.hpp"

namespace sunder {

class Recorder {
 public:
  Recorder(const Model& model, Context& context) : model_(model), context_(context) {}

  /// Applies the filter and opens the file; false after a diagnostic.
  [[nodiscard]] bool prepare(const std::string& filter, const std::string& path, ResultWriter* sink,
                             Diagnostics& diagnostics);
  /// What is true of all values that change, for the description of every variable but those of `except`.
  void describe(const std::string& note, const StateSet& except);
  /// One line that whoever reads the results file must know; before `begin`.
  void set_note(const std::string& note) {
    if (file_ != nullptr) file_->set_note(note);
  }
  /// Each returns false when the model cannot be evaluated (the context has the fault) or a writer failed.
  [[nodiscard]] bool begin(double start, double stop, std::span<const double> x);
  [[nodiscard]] bool row(double time, std::span<const double> x);
  /// A row of values of all variables of the model that are known already.
  [[nodiscard]] bool row_of_values(double time, std::span<const double> values);
  /// Closes the files; also after a failed run.
  [[nodiscard]] bool finish();

  /// What a writer reported, if one failed.
  [[nodiscard]] const Diagnostic* write_error() const;
  [[nodiscard]] const std::vector<ResultVariable>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<double>& last() const { return chosen_values_; }

 private:
  [[nodiscard]] bool evaluate(double time, std::span<const double> x);

  const Model& model_;
  Context& context_;
  std::unique_ptr<ResultWriter> file_;
  std::vector<ResultWriter*> writers_;
  std::vector<ResultVariable> variables_;
  std::vector<std::size_t> chosen_;
  std::vector<double> all_values_;
  std::vector<double> chosen_values_;
};

}  // namespace sunder
