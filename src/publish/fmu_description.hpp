// modelDescription.xml of an exported model, as 2.0 and 3.0 want it.
#pragma once

#include <string>
#include <vector>

#include "execute/plan_description.hpp"
#include "fmi/description.hpp"
#include "publish/model_code.hpp"

namespace sunder::publish {

struct DescriptionOptions {
  fmi::Version version = fmi::Version::two;
  bool model_exchange = true, co_simulation = false;
  std::string identifier;            ///< of the binary and in C
  std::vector<std::string> sources;  ///< files to compile
  double start = 0, stop = 1, tolerance = 1e-6;
  std::optional<double> interval;
};

std::string write_description(const ir::Plan& plan, const execute::PlanDescription& description, const ModelCode& code,
                              const DescriptionOptions& options);
/// sources/buildDescription.xml of 3.0.
std::string write_build_description(const DescriptionOptions& options);

}  // namespace sunder::publish
