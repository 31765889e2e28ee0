// Random models through the compiler.
#pragma once

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "driver/pipeline.hpp"
#include "laws/random_hybrid/generator.hpp"

namespace sunder::random_hybrid {

/// How many models a law looks at: SUNDER_RANDOM_MODELS times as many as usual, if that is set.
inline std::uint64_t how_many(std::uint64_t usual) {
  const char* factor = std::getenv("SUNDER_RANDOM_MODELS");
  return factor == nullptr ? usual : usual * std::strtoull(factor, nullptr, 10);
}

/// Where it begins: SUNDER_RANDOM_SEED, if that is set, to look at a model that a longer run found.
inline std::uint64_t first_seed() {
  const char* seed = std::getenv("SUNDER_RANDOM_SEED");
  return seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10);
}

inline std::shared_ptr<const execute::CompiledModel> compiled(const Description& description, emit::BackEnd back_end) {
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(description.text)};
  request.model = "Random";
  request.back_end = back_end;
  const auto outcome = driver::compile(workspace, request);
  std::string said;
  for (const Diagnostic& diagnostic : outcome.diagnostics().all()) said += render(diagnostic, outcome->sources);
  INFO(said);
  REQUIRE(outcome.ok());
  return outcome->model;
}

/// The place of each of our states among those of the compiled model.
inline std::vector<std::size_t> places_of_states(const Description& description, const model::Model& model) {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < model.state_count(); ++i) places[model.state_name(model::StateIndex(i))] = i;
  REQUIRE(places.size() == description.states.size());
  std::vector<std::size_t> list;
  for (const std::size_t state : description.states) {
    INFO(description.names[state]);
    REQUIRE(places.contains(description.names[state]));
    list.push_back(places[description.names[state]]);
  }
  return list;
}

}  // namespace sunder::random_hybrid
