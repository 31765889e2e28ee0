// The description of a switched affine system as TOML:
//
//   states = ["T"]                     names; sizes follow from them
//   inputs = ["outside"]
//   outputs = ["T"]
//   start = [20]
//   first = "off"                      a mode
//   [[mode]]
//   name = "off"
//   a = [[-1]]   b = [[1]]   c = [[1]]  d = [[0]] (zeros unless given)   f = [0]   g = [0] (zeros unless given)
//   guards = [{ y = [-1], u = [0], limit = -19, next = "on" }]           y u <= limit; u and next may be left out
//   [input]                            how random inputs are drawn; everything may be left out
//   offset, amplitude, period, phase, variance, highest_frequency, stop, step
//   [deviations]                       of the states at the start, normally distributed about it; may be left out
//   T = 0.5
#pragma once

#include "base/source.hpp"
#include "reduce/scenario.hpp"

namespace sunder::reduce {

struct SwitchedDescription {
  SwitchedSystem system;
  InputRecipe recipe;
  VectorXd deviations{};  ///< of the states at the start; empty: always the same start
  double stop = 1;
  double step = 0.01;
};

Outcome<SwitchedDescription> read_switched(const SourceMap& sources, FileId file);

}  // namespace sunder::reduce
