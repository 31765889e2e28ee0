#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/json.hpp"
#include "report/report.hpp"
#include "report/spectrum_text.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

decouple::Analysis analysis_of(const std::vector<double>& rates, const decouple::PartitionRequest& request = {}) {
  decouple::Linearisation model;
  model.model = "M";
  std::vector<zoo::Triplet> entries;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    model.states.push_back("x" + std::to_string(i + 1));
    if (rates[i] != 0) entries.push_back({i, i, rates[i]});
  }
  model.jacobian = zoo::from_triplets(rates.size(), entries);
  decouple::AnalysisOptions options;
  options.partition = request;
  auto analysis = decouple::analyze(model, options, [](const model::StateSet&, double step) {
    model::StepCertificate certificate;
    certificate.method = "test";
    certificate.step = step;
    certificate.spectral_radius = 0.75;
    certificate.growth = 1.5;
    certificate.growth_bounded = true;
    certificate.verdict = model::StepVerdict::stable;
    return certificate;
  });
  REQUIRE(analysis.ok());
  return analysis.take();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool says(const std::vector<std::string>& sentences, const std::string& piece) {
  for (const std::string& sentence : sentences)
    if (sentence.find(piece) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("the spectrum has brackets, marks, an axis and the step, in the width given") {
  const decouple::Analysis analysis = analysis_of({-2e4, -1.5e4, -20, -15, -0.02});
  for (const std::size_t width : {40UL, 80UL, 100UL}) {
    const auto lines = lines_of(report::spectrum_text(analysis, width));
    REQUIRE(lines.size() == 5);
    for (const std::string& line : lines) CHECK(line.size() <= width);
    const std::size_t bar = lines[0].find('|');
    REQUIRE(bar != std::string::npos);
    CHECK(lines[0].find("step") != std::string::npos);
    CHECK(lines[1][bar] == '|');
    CHECK(lines[2][bar] == '|');
    // the fast states left of the step, the slow ones right of it
    CHECK(lines[1].find('1') < bar);
    CHECK(lines[1].find('3') > bar);
    CHECK(lines[3].find('+') != std::string::npos);
    CHECK(lines[4].find("ms") != std::string::npos);
  }
  CHECK(report::spectrum_text(analysis_of({-1}), 80).empty());
  CHECK(report::spectrum_text(analysis_of({0, 0}), 80).empty());
}

TEST_CASE("many states are a histogram") {
  std::vector<double> rates;
  for (int i = 0; i < 500; ++i) rates.push_back(-std::pow(10.0, (i % 50) / 10.0));
  const auto lines = lines_of(report::spectrum_text(analysis_of(rates), 80));
  REQUIRE(lines.size() == 9);
  CHECK(lines.back().find("states)") != std::string::npos);
  CHECK(lines[5].find('#') != std::string::npos);
}

TEST_CASE("sentences name what is lost and what limits the step") {
  const auto sentences = report::explain(analysis_of({-2e4, -2, -1.5, 0}));
  CHECK(says(sentences, "Only x1 is solved implicitly (1 of 4 states) with a step of"));
  CHECK(says(sentences, "in x1: only where they settle"));
  CHECK(says(sentences, "A longer step is limited by x2 (1 s), which acts back on itself."));
  CHECK(says(sentences, "1 state has no cycle"));
  decouple::PartitionRequest request;
  request.step = 1e-6;
  CHECK(says(report::explain(analysis_of({-2e4, -2}, request)), "Nothing is stepped over"));
  CHECK(says(report::explain(analysis_of({})), "no states"));
}

TEST_CASE("durations") {
  CHECK(report::duration_text(0.0319149) == "31.91 ms");
  CHECK(report::duration_text(2e-7) == "200 ns");
  CHECK(report::duration_text(999) == "999 s");
  CHECK(report::duration_text(7200) == "2 h");
  CHECK(report::duration_text(0.999999) == "1 s");
  CHECK(report::duration_text(INFINITY) == "none");
}

TEST_CASE("the analysis as JSON, in full and for a large page") {
  const decouple::Analysis analysis = analysis_of({-2e4, -1e4, -2, 0});
  const nlohmann::ordered_json full = report::analysis_json(analysis);
  CHECK(full["partition"]["fast"] == std::vector<std::string>{"x1", "x2"});
  CHECK(full["partition"]["slow"] == std::vector<std::string>{"x3", "x4"});
  CHECK(full["partition"]["clusters"].size() == full["partition"]["cluster_count"]);
  CHECK(full["partition"]["stepped_over"] == std::vector<std::string>{"x1", "x2"});
  CHECK(full["variables"][3]["time_scale"] == "inf");
  CHECK(full["variables"][0]["cluster"] == 0);
  CHECK(full["variables"][3]["cluster"] == 1);
  CHECK(full["operating_points"].size() == 1);
  CHECK_FALSE(full["cycles"].contains("list"));
  const nlohmann::ordered_json excerpt = report::analysis_json(analysis, {.complete = false});
  CHECK_FALSE(excerpt["partition"].contains("fast"));
  CHECK(excerpt["partition"]["fast_count"] == 2);
  CHECK(excerpt["variables"].size() == 4);
}

TEST_CASE("what is not proven is said") {
  decouple::Analysis analysis = analysis_of({-2e4, -2, -1.5});
  analysis.exact = false;
  for (decouple::VariableScale& v : analysis.variables) {
    v.exact = false;
    v.lower = v.upper / 2;
    v.proof = decouple::Proof::bracket;
  }
  analysis.variables[1].proof = decouple::Proof::short_cycles;
  const auto sentences = report::explain(analysis);
  CHECK(says(sentences, "of 1 state is exact for cycles up to 8 states only"));
  CHECK(says(sentences, "of 2 states is only known to lie in the range"));
  CHECK(report::analysis_json(analysis)["variables"][1]["proof"] == "short_cycles");
  CHECK(report::analysis_json(analysis, {.complete = false})["variables"][0]["proof"] == "bracket");
}

TEST_CASE("the envelopes give back every time scale") {
  decouple::Linearisation model;
  model.jacobian = zoo::heat_exchanger(zoo::exchanger_of(4));
  for (std::size_t i = 0; i < 12; ++i) model.states.push_back("T" + std::to_string(i + 1));
  const auto analysis = decouple::analyze(model, {});
  const nlohmann::ordered_json envelopes = report::envelopes_json(*analysis);
  REQUIRE(envelopes["variables"].size() == 12);
  for (const double alpha : {0.1, 0.5, 1.0}) {
    for (std::size_t i = 0; i < 12; ++i) {
      const auto& variable = envelopes["variables"][i];
      double best = decouple::log_self_bound(decouple::SelfLoop::gain, variable["diagonal"].get<double>(), alpha);
      for (const auto& line : variable["lines"]) {
        best = std::min(best, (std::log(alpha) - line[1].get<double>()) / line[0].get<double>());
      }
      CHECK(best ==
            doctest::Approx(analysis->scales.bounds(model::StateIndex(i), decouple::SelfLoop::gain, alpha).log_upper));
    }
  }
}
