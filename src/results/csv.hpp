// Results as comma-separated text: a header `time,"a.b",…`, then one line per output point. Numbers are the shortest
// that read back exactly, texts stand in quotes behind them. Constants are left out. Lines that begin with '#' may
// stand before the header: remarks.
#pragma once

#include <string>
#include <string_view>

#include "results/output_file.hpp"
#include "results/writer.hpp"

namespace sunder::results {

class CsvWriter final : public ResultWriter {
 public:
  [[nodiscard]] bool open(const std::string& path);
  /// As those of OutputFile.
  void open_in_memory(const std::string& path, std::size_t most) { file_.open_in_memory(path, most); }
  [[nodiscard]] std::optional<std::string> take() { return file_.take(); }
  [[nodiscard]] bool begin(std::span<const ResultVariable> variables, double start, double stop,
                           std::span<const double> first) override;
  [[nodiscard]] bool row(double time, std::span<const double> values) override;
  [[nodiscard]] bool finish() override;
  [[nodiscard]] bool begin_texts(std::span<const std::string> names) override;
  void set_texts(std::span<const std::string> texts) override { texts_.assign(texts.begin(), texts.end()); }

 private:
  void append_quoted(std::string_view text);
  bool put_line();
  bool report();

  OutputFile file_;
  std::vector<char> constant_;
  std::vector<std::string> text_names_, texts_;  // columns behind the numbers
  std::string line_;
};

/// Reads what we and other tools write. `path` is only named in messages.
Outcome<Trajectory> parse_csv(std::string_view text, const std::string& path);

}  // namespace sunder::results
