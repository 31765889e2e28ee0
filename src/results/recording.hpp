// A table of results on its way out: which variables are in it, and the writers that take its rows.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "results/name_filter.hpp"
#include "results/writer.hpp"

namespace sunder::results {

/// First the filter, then offer all variables one after the other, then open; `begin` once, `row` for every point,
/// `finish` once. Rows are values of all variables that were offered. The writers hear of a run with its first row: one
/// that fails before leaves the file as it was.
class Recording {
 public:
  /// A regular expression that a variable's whole name must match; empty: all. False after a diagnostic.
  [[nodiscard]] bool set_filter(const std::string& filter, Diagnostics& diagnostics);
  /// Of variable number `index` among the values of a row.
  void offer(std::size_t index, model::Variable info, double nominal = 0);
  /// Of text number `index`.
  void offer_text(std::size_t index, const model::TextVariable& info);
  /// A file, a sink, both or none; false after a diagnostic, also when no variable passed the filter.
  [[nodiscard]] bool open(const std::string& path, ResultWriter* sink, Diagnostics& diagnostics);
  /// One line that whoever reads the results must know; before `begin`.
  void set_note(const std::string& note) {
    for (ResultWriter* writer : writers_) writer->set_note(note);
  }

  void begin(double start, double stop, std::span<const double> all);
  /// Returns false when a writer failed.
  [[nodiscard]] bool row(double time, std::span<const double> all, std::span<const std::string> all_texts = {});
  /// Closes the files; also after a failed run.
  [[nodiscard]] bool finish();

  /// What a writer reported, if one failed.
  [[nodiscard]] const Diagnostic* write_error() const;
  [[nodiscard]] std::vector<ResultVariable>& variables() { return variables_; }
  [[nodiscard]] const std::vector<ResultVariable>& variables() const { return variables_; }
  /// The last row, of the chosen variables; not numbers until there is one.
  [[nodiscard]] const std::vector<double>& last() const { return values_; }
  /// Chosen texts, and what they were in the last row.
  [[nodiscard]] const std::vector<std::string>& text_names() const { return text_names_; }
  [[nodiscard]] const std::vector<std::string>& last_texts() const { return texts_; }

 private:
  void choose(std::span<const double> all);
  bool begin_writers();

  NameFilter filter_;
  std::size_t offered_ = 0;
  std::string first_offered_;
  std::unique_ptr<ResultWriter> file_;
  std::vector<ResultWriter*> writers_;
  std::vector<ResultVariable> variables_;
  std::vector<std::size_t> chosen_;
  std::vector<double> values_;
  std::vector<std::size_t> chosen_texts_;
  std::vector<std::string> text_names_, texts_;
  Span first_text_;

  /// What `begin` was told, until the first row.
  struct Beginning {
    double start, stop;
    std::vector<double> values;
  };
  std::optional<Beginning> beginning_;
};

}  // namespace sunder::results
