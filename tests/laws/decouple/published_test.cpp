// Every example of the literature whose Jacobian is known: cycle counts, time scales, indices.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "decouple/analysis.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;
using nlohmann::json;

namespace {

json published() {
  const auto path = std::filesystem::path(SUNDER_TESTS) / "reproduction/published.json";
  std::ifstream file(path);
  REQUIRE(file);
  return json::parse(file).at("examples");
}

decouple::Linearisation linearisation_of(const json& example) {
  decouple::Linearisation result;
  result.states = example.at("states").get<std::vector<std::string>>();
  if (example.contains("rates")) {
    const json& r = example.at("rates");
    result.jacobian = zoo::heat_exchanger({r.at("cells"), r.at("a_wall"), r.at("b_wall"), r.at("a_flow"),
                                           r.at("b_flow"), r.at("wall_a"), r.at("wall_b")});
    return result;
  }
  std::vector<zoo::Triplet> entries;
  for (const json& entry : example.at("entries")) entries.push_back({entry[0], entry[1], entry[2]});
  result.jacobian = zoo::from_triplets(result.states.size(), entries);
  return result;
}

void check_against(const decouple::Analysis& analysis, const json& expected) {
  bool all_finite = true;
  for (const decouple::VariableScale& variable : analysis.variables) {
    const json& value = expected.at("h").at(variable.name);
    CAPTURE(variable.name);
    CHECK(variable.exact);
    if (value.is_string()) {
      CHECK(std::isinf(variable.time_scale));
      CHECK(variable.cycle.empty());
      all_finite = false;
    } else {
      CHECK(variable.time_scale == doctest::Approx(value.get<double>()).epsilon(1e-9));
      CHECK(std::find(variable.cycle.begin(), variable.cycle.end(), variable.state) != variable.cycle.end());
    }
  }
  if (!all_finite) return;
  CHECK(*analysis.indices.stiffness == doctest::Approx(expected.at("sigma").get<double>()).epsilon(1e-9));
  CHECK(*analysis.indices.separability == doctest::Approx(expected.at("s").get<double>()).epsilon(1e-8));
}

}  // namespace

TEST_CASE("the published time scales, counts and indices come out") {
  const json examples = published();
  CHECK(examples.size() == 8);
  for (const auto& [name, example] : examples.items()) {
    const decouple::Linearisation linearisation = linearisation_of(example);
    for (const auto& [label, expected] : example.at("analysis").items()) {
      for (const decouple::SelfLoop convention :
           {decouple::SelfLoop::gain, decouple::SelfLoop::magnitude, decouple::SelfLoop::published}) {
        CAPTURE(name);
        CAPTURE(label);
        CAPTURE(std::string(decouple::name_of(convention)));
        decouple::AnalysisOptions options;
        options.alpha = expected.at("alpha");
        options.self_loop = convention;
        options.want_partition = false;
        const auto analysis = decouple::analyze(linearisation, options);
        REQUIRE(analysis.ok());
        CHECK(analysis->exact);
        check_against(*analysis, expected.at(std::string(decouple::name_of(convention))));
        REQUIRE(analysis->cycle_count);
        CHECK(*analysis->cycle_count ==
              expected.at(convention == decouple::SelfLoop::published ? "cycles_published" : "cycles")
                  .get<std::uint64_t>());
        if (example.contains("stiffness_ratio")) {
          CHECK(*analysis->indices.stiffness_ratio ==
                doctest::Approx(example.at("stiffness_ratio").get<double>()).epsilon(1e-9));
        }
      }
    }
  }
}

TEST_CASE("the figures of the DC motor as printed") {
  const json examples = published();
  const decouple::Linearisation motor = linearisation_of(examples.at("dc_motor"));
  decouple::AnalysisOptions options;
  options.alpha = 0.5;
  options.self_loop = decouple::SelfLoop::published;
  auto analysis = decouple::analyze(motor, options);
  REQUIRE(analysis.ok());
  CHECK(analysis->variables[0].time_scale == doctest::Approx(0.0319149).epsilon(1e-6));
  CHECK(analysis->variables[1].time_scale == doctest::Approx(0.2210759).epsilon(1e-6));
  CHECK(analysis->variables[2].time_scale == doctest::Approx(0.5));
  CHECK(*analysis->cycle_count == 4);
  CHECK(*analysis->indices.stiffness == doctest::Approx(15.6667).epsilon(1e-5));
  CHECK(*analysis->indices.separability == doctest::Approx(0.16091).epsilon(1e-4));
  CHECK_FALSE(analysis->indices.stiffness_ratio);  // an eigenvalue is zero

  options.self_loop = decouple::SelfLoop::gain;
  analysis = decouple::analyze(motor, options);
  CHECK(analysis->variables[0].time_scale == doctest::Approx(0.09));
  CHECK(analysis->variables[1].time_scale == doctest::Approx(0.2210759).epsilon(1e-6));
  CHECK(std::isinf(analysis->variables[2].time_scale));
  CHECK(*analysis->cycle_count == 3);
  // over the states with a finite time scale; two of them always give zero separability
  CHECK(*analysis->indices.stiffness == doctest::Approx(0.22107590273 / 0.09));
  CHECK(*analysis->indices.separability == doctest::Approx(0));

  options.self_loop = decouple::SelfLoop::magnitude;
  options.alpha = 1;
  analysis = decouple::analyze(motor, options);
  CHECK(analysis->variables[0].time_scale == doctest::Approx(0.06));
  CHECK(analysis->variables[1].time_scale == doctest::Approx(0.3126485).epsilon(1e-6));
  CHECK(std::isinf(analysis->variables[2].time_scale));
}
