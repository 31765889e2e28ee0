// Analysis, mixed-mode run, reference and baselines in one HTML page; and what a model is made of.
#pragma once

#include <optional>

#include <sunder/analyze.hpp>

namespace sunder {

struct ReportOptions {
  AnalyzeOptions analyze{};
  std::optional<double> step{};  ///< of the mixed-mode and implicit runs
  std::optional<double> start{}, stop{};
  std::optional<double> tolerance{};  ///< of the reference; 1e-8
  std::string output{};               ///< an .html file; empty: none
  OnProgress progress{};
};

struct SUNDER_API Report : Answer {
  std::string page;  ///< HTML that stands alone
};

struct SUNDER_API Summary : Answer {
  std::string model;
  std::size_t equations = 0, unknowns = 0, parameters = 0, aliases = 0, shapes = 0, events = 0;
  std::vector<std::string> states, inputs, outputs;
  std::size_t blocks = 0, largest_block = 0, linear_blocks = 0, nonlinear_blocks = 0;
};

}  // namespace sunder
