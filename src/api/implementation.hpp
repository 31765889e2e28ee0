// What stands behind a Model.
#pragma once

#include <sunder/model.hpp>

#include "api/support.hpp"
#include "simulate/linearise.hpp"
#include "verbs/analyze.hpp"
#include "verbs/load.hpp"
#include "verbs/simulate.hpp"

namespace sunder {

class Model::Implementation {
 public:
  Implementation(verbs::LoadedModel model, std::shared_ptr<const api::Texts> its_texts)
      : loaded(std::move(model)), texts(std::move(its_texts)) {}

  verbs::LoadedModel loaded;
  std::shared_ptr<const api::Texts> texts;
};

namespace api {

simulate::PointRequest point_of(const OperatingPoint& point);
verbs::AnalyzeOptions verb_options(const AnalyzeOptions& options);
verbs::SimulateOptions verb_options(const SimulateOptions& options);

}  // namespace api
}  // namespace sunder
