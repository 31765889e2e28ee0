// Results as a MAT file, version 4, in the "trajectory" layout that Dymola and OpenModelica write and read:
//
//   Aclass       "Atrajectory", "1.1", "", "binTrans"
//   name         one name per column, description likewise
//   dataInfo     per variable: matrix, row of it (negative: with the sign turned), interpolation, extrapolation
//   data_1       time and constants at the start and at the stop time
//   data_2       time and variables, one column per output point
//
// data_2 comes last, so that points are appended; its column count is patched whenever points have reached the file: a
// run that is interrupted leaves a file that every tool can read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "results/output_file.hpp"
#include "results/writer.hpp"

namespace sunder::results {

class MatWriter final : public ResultWriter {
 public:
  [[nodiscard]] bool open(const std::string& path);
  [[nodiscard]] bool begin(std::span<const ResultVariable> variables, double start, double stop,
                           std::span<const double> first) override;
  [[nodiscard]] bool row(double time, std::span<const double> values) override;
  [[nodiscard]] bool finish() override;

 private:
  void header(std::string_view name, std::int32_t type, std::size_t rows, std::size_t columns);
  void text_matrix(std::string_view name, const std::vector<std::string>& columns);
  void data_info();
  bool report();

  OutputFile file_;
  std::vector<char> constant_;
  std::vector<double> line_;
  std::int32_t count_ = 0;
};

Outcome<Trajectory> parse_mat(std::string_view bytes, const std::string& path);

}  // namespace sunder::results
