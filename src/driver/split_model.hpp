// One compiled model as parts that are models of their own, with what they exchange.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/outcome.hpp"
#include "emit/back_end.hpp"
#include "execute/compiled_model.hpp"
#include "ir/plan.hpp"
#include "model/model.hpp"

namespace sunder::driver {

struct PartRequest {
  std::string name;
  model::StateSet states;
};

struct SplitPart {
  std::string name;
  model::StateSet states;  ///< of the whole model
  std::shared_ptr<const ir::Plan> plan;
  std::shared_ptr<const execute::CompiledModel> model;
  std::vector<std::string> open_inputs;  ///< inputs of the whole model that it reads
};

/// A value that one part computes and another reads.
struct SplitConnection {
  std::size_t from = 0, to = 0;  ///< parts
  std::string output, input;     ///< their names for it
  std::string variable;          ///< of the whole model
  std::string unit, description;
  bool is_state = false;
  bool is_counted = false;  ///< a Boolean, an Integer or an enumeration, which crosses as a number
  double start = 0;         ///< its first value
};

struct SplitModel {
  std::vector<SplitPart> parts;
  std::vector<SplitConnection> connections;
  std::vector<std::string> nowhere;  ///< variables that follow from several parts and that nobody needs
};

/// The parts start where the whole model starts with this context, which is initialised here. Every state of the model
/// belongs to one part.
Outcome<SplitModel> split_model(const ir::Plan& plan, const execute::CompiledModel& whole, model::Context& context,
                                double start, const std::vector<PartRequest>& parts, emit::BackEnd back_end);

/// How many values the parts would exchange. The caller holds the lock of the shapes.
std::size_t values_that_cross(const ir::Plan& plan, const std::vector<model::StateSet>& parts);

}  // namespace sunder::driver
