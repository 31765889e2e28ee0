// Where results go while a run is under way: memory, a CSV file, a MAT file.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "results/trajectory.hpp"

namespace sunder::results {

/// Call `begin` once, `row` for every output point, `finish` once. Each returns false after an output error, which
/// `error()` describes; later calls then do nothing. Memory use does not grow with the number of rows (files only).
class ResultWriter {
 public:
  virtual ~ResultWriter() = default;

  /// `first` holds the values at the start, in the order of `variables`: those of constants are final.
  [[nodiscard]] virtual bool begin(std::span<const ResultVariable> variables, double start, double stop,
                                   std::span<const double> first) = 0;
  [[nodiscard]] virtual bool row(double time, std::span<const double> values) = 0;
  [[nodiscard]] virtual bool finish() = 0;

  /// Variables that are texts, before `begin`; their values before every row. False: it cannot hold them.
  [[nodiscard]] virtual bool begin_texts(std::span<const std::string> /*names*/) { return false; }
  virtual void set_texts(std::span<const std::string> /*texts*/) {}

  [[nodiscard]] const std::optional<Diagnostic>& error() const { return error_; }

  /// One line that whoever reads the results must know; before `begin`.
  void set_note(std::string note) { note_ = std::move(note); }

 protected:
  bool fail(std::string message);
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  std::string note_;
  std::optional<Diagnostic> error_;
};

/// Keeps everything.
class MemoryWriter final : public ResultWriter {
 public:
  [[nodiscard]] bool begin(std::span<const ResultVariable> variables, double start, double stop,
                           std::span<const double> first) override;
  [[nodiscard]] bool row(double time, std::span<const double> values) override;
  [[nodiscard]] bool finish() override { return true; }

  [[nodiscard]] const Trajectory& trajectory() const { return trajectory_; }
  [[nodiscard]] Trajectory take() { return std::move(trajectory_); }

 private:
  Trajectory trajectory_;
};

/// A writer for a path that ends in .csv or .mat; the file is opened at once, so that a path that cannot be written is
/// known before the run, and what it held stays until `begin`.
Outcome<std::unique_ptr<ResultWriter>> open_writer(const std::string& path);

}  // namespace sunder::results
