// What `sunder reduce` works on when modes are kept: the switched system, and how its inputs are drawn.
#pragma once

#include "reduce/switched_reader.hpp"
#include "session.hpp"

namespace sunder::cli {

struct SwitchedTask {
  std::string name;
  reduce::SwitchedDescription description;
  std::vector<reduce::InputSeries> given;  ///< time series of the user; empty: random ones
  bool offset_given = false;               ///< else random inputs of a model vary about their start values
  std::uint64_t seed = 1;

  [[nodiscard]] reduce::InputSeries realisation(std::size_t i) const;
};

/// From a model or a .toml description, with all options that concern inputs. False after diagnostics in the session.
bool open_switched_task(const Arguments& arguments, Session& session, SwitchedTask& task);

}  // namespace sunder::cli
