#include <doctest/doctest.h>

#include <cmath>

#include "base/codes.hpp"
#include "decouple/analysis.hpp"
#include "zoo/heat_exchanger.hpp"
#include "zoo/states.hpp"

using namespace sunder;

namespace {

decouple::Linearisation diagonal(const std::vector<double>& rates) {
  decouple::Linearisation result;
  std::vector<zoo::Triplet> entries;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    result.states.push_back("x" + std::to_string(i + 1));
    if (rates[i] != 0) entries.push_back({i, i, rates[i]});
  }
  result.jacobian = zoo::from_triplets(rates.size(), entries);
  return result;
}

model::Certifier stable_below(double limit) {
  return [limit](const model::StateSet&, double step) {
    model::StepCertificate certificate;
    certificate.method = "test";
    certificate.step = step;
    certificate.spectral_radius = step <= limit ? 0.9 : 1.5;
    certificate.growth = 1;
    certificate.verdict = step <= limit ? model::StepVerdict::stable : model::StepVerdict::unstable;
    return certificate;
  };
}

}  // namespace

TEST_CASE("the automatic cut takes the widest gap in logarithms and a step inside it") {
  // time scales 2e-4, 1e-3, 0.5, 1, none
  const decouple::Linearisation model = diagonal({-4, -2000, 0, -1e4, -2});
  const auto analysis = decouple::analyze(model, {}, stable_below(1e9));
  REQUIRE(analysis.ok());
  CHECK(analysis->partition->partition.fast() == zoo::states(1, 3));
  CHECK(analysis->partition->partition.slow() == zoo::states(0, 2, 4));
  CHECK(*analysis->partition->step > 0.1);
  CHECK(*analysis->partition->step < 0.5);
  CHECK(analysis->parallel_sets == std::vector<model::StateSet>{zoo::states(1), zoo::states(3)});
  // the largest linear gap is another one
  REQUIRE(analysis->separability_terms.size() == 3);
  CHECK(analysis->separability_terms[0] == doctest::Approx((1e-3 - 2e-4) / 0.5));
  CHECK(analysis->separability_terms[1] == doctest::Approx((0.5 - 1e-3) / 0.5));
  CHECK(analysis->separability_terms[2] == 1);
}

TEST_CASE("the certificate decides how far up the gap the step may go, and whether the gap serves at all") {
  const decouple::Linearisation model = diagonal({-4, -2000, 0, -1e4, -2});
  const auto lower = decouple::analyze(model, {}, stable_below(0.05));
  CHECK(lower->partition->partition.fast() == zoo::states(1, 3));
  CHECK(*lower->partition->step <= 0.05);
  CHECK(*lower->partition->step > 1e-3);
  // only the gap between 2e-4 and 1e-3 is left
  const auto next = decouple::analyze(model, {}, stable_below(6e-4));
  CHECK(next->partition->partition.fast() == zoo::states(3));
  CHECK(*next->partition->step <= 6e-4);
  // nothing can be certified: everything that has a time scale implicit, with a warning
  const auto none = decouple::analyze(model, {}, stable_below(1e-9));
  CHECK(none->partition->partition.fast() == zoo::states(0, 1, 3, 4));
  CHECK(*none->partition->step > 1);
  REQUIRE(none.diagnostics().all().size() == 1);
  CHECK(none.diagnostics().all()[0].code == Code::W0807);
}

TEST_CASE("a step that was suggested cuts as it was suggested") {
  for (const double limit : {1e9, 0.05, 6e-4, 1e-9}) {
    for (const std::vector<double>& rates : {std::vector<double>{-4, -2000, 0, -1e4, -2}, {-1, -1.1, -1.15}, {-3}}) {
      const auto suggested = decouple::analyze(diagonal(rates), {}, stable_below(limit));
      decouple::AnalysisOptions options;
      options.partition.step = suggested->partition->step;
      const auto cut = decouple::analyze(diagonal(rates), options, stable_below(limit));
      CHECK(cut->partition->partition.fast() == suggested->partition->partition.fast());
      CHECK(cut->partition->partition.clusters == suggested->partition->partition.clusters);
    }
  }
}

TEST_CASE("a cut by a step, and by names") {
  const decouple::Linearisation model = diagonal({-4, -2000, 0, -1e4, -2});
  decouple::AnalysisOptions options;
  options.partition.step = 0.6;
  CHECK(decouple::analyze(model, options)->partition->partition.fast() == zoo::states(0, 1, 3));
  CHECK(*decouple::analyze(model, options)->partition->step == 0.6);
  options.partition.step = 0.5;  // a time scale equal to the step is slow
  CHECK(decouple::analyze(model, options)->partition->partition.fast() == zoo::states(1, 3));
  options.partition.step.reset();
  options.partition.fast = {"x4", "x2", "x4"};
  const auto named = decouple::analyze(model, options, stable_below(1e9));
  CHECK(named->partition->partition.fast() == zoo::states(1, 3));
  CHECK(*named->partition->step < 0.5);
  options.partition.step = 0.01;
  CHECK(*decouple::analyze(model, options)->partition->step == 0.01);
  options.partition.fast = {"x4", "x7"};
  const auto unknown = decouple::analyze(model, options);
  CHECK_FALSE(unknown.ok());
  CHECK(unknown.diagnostics().all()[0].code == Code::E0801);
}

TEST_CASE("parallel sets are what is left of the graph without the slow states") {
  // two fast pairs, both coupled to one slow state
  std::vector<zoo::Triplet> entries{{4, 4, -1e-3}};
  for (const std::size_t i : {0, 2}) {
    entries.insert(entries.end(), {{i, i + 1, 100.0}, {i + 1, i, -100.0}, {i, 4, 0.01}, {4, i, 0.01}});
  }
  decouple::Linearisation model;
  model.states = {"a", "b", "c", "d", "slow"};
  model.jacobian = zoo::from_triplets(5, entries);
  const auto analysis = decouple::analyze(model, {});
  CHECK(analysis->partition->partition.fast() == zoo::states(0, 1, 2, 3));
  CHECK(analysis->parallel_sets == std::vector<model::StateSet>{zoo::states(0, 1), zoo::states(2, 3)});
}

TEST_CASE("options and Jacobians that make no sense") {
  const decouple::Linearisation model = diagonal({-1, -2});
  decouple::AnalysisOptions options;
  for (const double alpha : {0.0, -1.0, 1.5, std::nan("")}) {
    options.alpha = alpha;
    CHECK(decouple::analyze(model, options).diagnostics().all()[0].code == Code::E0802);
  }
  options = {};
  options.partition.step = -1;
  CHECK(decouple::analyze(model, options).diagnostics().all()[0].code == Code::E0805);
  const auto infinite = decouple::analyze(diagonal({-1, INFINITY}), {});
  CHECK_FALSE(infinite.ok());
  CHECK(infinite.diagnostics().all()[0].code == Code::E0803);
  CHECK(infinite.diagnostics().all()[0].message.find("x2") != std::string::npos);
  CHECK(decouple::self_loop_named("loop").diagnostics().all()[0].code == Code::E0804);
  CHECK(*decouple::self_loop_named("published") == decouple::SelfLoop::published);
}

TEST_CASE("indices without enough time scales are undefined") {
  decouple::AnalysisOptions options;
  const auto one = decouple::analyze(diagonal({-1, 0}), options);
  CHECK(*one->indices.stiffness == 1);
  CHECK_FALSE(one->indices.separability);
  CHECK(one->separability_terms.empty());
  CHECK_FALSE(one->indices.stiffness_ratio);
  const auto equal = decouple::analyze(diagonal({-1, -1, -1}), options);
  CHECK_FALSE(equal->indices.separability);
  CHECK_FALSE(equal->indices.separability_log);
  const auto none = decouple::analyze(diagonal({0, 0}), options);
  CHECK_FALSE(none->indices.stiffness);
  CHECK(none->partition->partition.fast().empty());
}

TEST_CASE("cycles are listed and counted when asked") {
  decouple::Linearisation model;
  model.jacobian = zoo::heat_exchanger(zoo::exchanger_of(10));
  for (std::size_t i = 0; i < 30; ++i) model.states.push_back("T" + std::to_string(i + 1));
  decouple::AnalysisOptions options;
  options.list_cycles = true;
  const auto listed = decouple::analyze(model, options);
  CHECK(listed->scales.cycles.size() == 65);
  CHECK(*listed->cycle_count == 95);
  options = {};
  options.cycle_limit = 20;
  CHECK_FALSE(decouple::analyze(model, options)->cycle_count);
  options.count_cycles = true;  // asked for: counted all the same
  CHECK(*decouple::analyze(model, options)->cycle_count == 95);
}

TEST_CASE("an alpha sweep gives curves per state and a map of separability terms") {
  const decouple::Linearisation model = diagonal({-4, -2000, -1e4});
  const auto analysis = decouple::analyze(model, {});
  const decouple::AlphaSweep curves = decouple::sweep(*analysis, {0.25, 0.5, 1.0});
  CHECK(curves.time_scales.size() == 3);
  CHECK(curves.time_scales[1][0] == doctest::Approx(1.5 / 4));
  CHECK(curves.separability_terms[2].size() == 2);
  CHECK(curves.separability_terms[2][1] == 1);
}
