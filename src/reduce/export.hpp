// Linear systems as Modelica text and as MAT files.
#pragma once

#include <string>

#include "reduce/system.hpp"

namespace sunder::reduce {

/// Around which values of inputs and outputs the system holds; empty: zero.
struct Offsets {
  VectorXd inputs, outputs;
};

/// A name as Modelica takes it: as it is when it is an identifier, else in quotes.
std::string modelica_name(const std::string& name);
/// A sum of products with all its factors, "0" when there is none.
std::string modelica_sum(const Eigen::RowVectorXd& factors, const std::vector<std::string>& names);

/// A model with the same inputs and outputs that starts at rest. Discrete systems sample their inputs.
std::string modelica_text(const LinearSystem& system, const std::string& name, const std::string& description,
                          const Offsets& offsets = {});

/// The matrices A, B, C, D (and Ts of discrete systems), MAT version 4.
std::string mat_bytes(const LinearSystem& system);

}  // namespace sunder::reduce
