// Time scales of the states, how well they separate, and where to cut.
#pragma once

#include <optional>

#include <sunder/answer.hpp>

namespace sunder {

struct AnalyzeOptions {
  double alpha = 1;                                ///< in (0, 1]: how much a disturbance may grow along a cycle
  std::vector<OperatingPoint> at{};                ///< of several the worst counts; empty: the initial state
  std::optional<double> step{};                    ///< cut so that everything faster than this is implicit
  std::optional<std::vector<std::string>> fast{};  ///< or exactly these
  std::optional<std::size_t> parts{};              ///< or this many clusters
  std::optional<double> slowest_of_interest{};     ///< or: only what is slower matters
  double budget = 10;                              ///< seconds for the search of cycles
};

struct StateScale {
  std::string name;
  double time_scale = 0;        ///< infinite when no cycle passes through
  double lower = 0, upper = 0;  ///< proven; equal where it is exact
  bool exact = true;
  std::vector<std::string> cycle;      ///< the states of the cycle that sets it; one: its self loop
  std::optional<std::size_t> cluster;  ///< in `Cut::clusters`
};

/// The verdict on a step of the mixed method.
struct Certificate {
  std::string method;
  double step = 0;
  double spectral_radius = 0;
  double growth = 0;            ///< of disturbances over any number of steps, at most; infinite: not looked at
  bool growth_bounded = false;  ///< false: the growth seen, which is only a lower bound
  std::string verdict;          ///< stable, marginal, transient growth, unstable, undecided
  bool stable = false;          ///< nothing speaks against the step: stable or marginal, or undecided and it looks so
};

struct Cut {
  std::vector<std::vector<std::string>> clusters;  ///< from fast to slow
  std::vector<std::string> fast, slow;
  std::optional<double> step;  ///< suggested, or the one asked for
  std::optional<Certificate> certificate;
  std::string reason;
};

struct SUNDER_API TimeScales : Answer {
  std::string model;
  std::vector<StateScale> states;  ///< ascending by time scale
  std::optional<double> stiffness, separability, separability_log, stiffness_ratio;
  std::optional<Cut> cut;
  std::vector<std::string> sentences;  ///< what all this means, in words
};

}  // namespace sunder
