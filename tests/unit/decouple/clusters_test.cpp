#include "decouple/clusters.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "decouple/cut.hpp"
#include "zoo/states.hpp"

using namespace sunder;

namespace {

constexpr double none = std::numeric_limits<double>::infinity();

std::vector<decouple::VariableScale> ascending(const std::vector<double>& scales) {
  std::vector<decouple::VariableScale> result;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    decouple::VariableScale variable;
    variable.state = model::StateIndex(scales.size() - 1 - i);  // the states are numbered the other way round
    variable.name = "x" + std::to_string(variable.state.value);
    variable.time_scale = variable.lower = variable.upper = scales[i];
    result.push_back(variable);
  }
  return result;
}

std::vector<std::string> names(std::size_t count) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back("x" + std::to_string(i));
  return result;
}

/// Stable up to a step, if at least so many states are implicit.
model::Certifier stable(double largest_step, std::size_t fewest_fast = 0) {
  return [=](const model::StateSet& fast, double step) {
    model::StepCertificate certificate;
    certificate.method = "test";
    certificate.step = step;
    const bool stable = step <= largest_step && fast.size() >= fewest_fast;
    certificate.spectral_radius = stable ? 0.5 : 2;
    certificate.growth = 1;
    certificate.verdict = stable ? model::StepVerdict::stable : model::StepVerdict::unstable;
    return certificate;
  };
}

Outcome<decouple::PartitionChoice> choose(const std::vector<double>& scales, const decouple::PartitionRequest& request,
                                          const model::Certifier& certifier = {}) {
  return decouple::choose_partition(ascending(scales), request, names(scales.size()), certifier);
}

const std::vector<double> six = {1e-4, 2e-4, 0.1, 0.12, 40, none};  // states 5, 4, 3, 2, 1, 0

}  // namespace

TEST_CASE("a partition of several clusters is two-way at its cut") {
  const model::Partition partition{{zoo::states(4, 5), zoo::states(2, 3), zoo::states(0, 1)}, 2};
  CHECK(partition.fast() == zoo::states(2, 3, 4, 5));
  CHECK(partition.slow() == zoo::states(0, 1));
  CHECK(model::Partition::two_way({}, 3).clusters == std::vector<model::StateSet>{zoo::states(0, 1, 2)});
  CHECK(model::Partition::two_way({}, 3).fast().empty());
  CHECK(model::Partition::two_way(zoo::states(0, 1, 2), 3).slow().empty());
  CHECK(model::Partition::two_way(zoo::states(0, 1, 2), 3).fast() == zoo::states(0, 1, 2));
}

TEST_CASE("the automatic choice cuts at the widest certified gap and clusters at all wide ones") {
  const auto choice = choose(six, {}, stable(1e9));
  REQUIRE(choice.ok());
  CHECK(choice->partition.clusters ==
        std::vector<model::StateSet>{zoo::states(4, 5), zoo::states(2, 3), zoo::states(0, 1)});
  CHECK(choice->partition.implicit == 1);  // a ratio of 500 against one of 333
  CHECK(*choice->step > 2e-4);
  CHECK(*choice->step < 0.1);
  CHECK(choice->stepped_over == zoo::states(4, 5));
  // where only the slower gap can be certified the clusters stay and the cut moves
  const auto slower = choose(six, {}, stable(1e9, 4));
  CHECK(slower->partition.clusters == choice->partition.clusters);
  CHECK(slower->partition.implicit == 2);
  CHECK(slower->partition.fast() == zoo::states(2, 3, 4, 5));
  CHECK(*slower->step > 0.12);
  CHECK(*slower->step < 40);
}

TEST_CASE("every cluster has a step inside the gap before it, a multiple of the one before") {
  const auto choice = choose(six, {}, stable(1e9));
  REQUIRE(choice->cluster_steps.size() == 3);
  CHECK(choice->cluster_steps[0] == 1e-4);
  CHECK(choice->cluster_steps[1] > 2e-4);
  CHECK(choice->cluster_steps[1] < 0.1);
  CHECK(choice->cluster_steps[2] > 0.12);
  CHECK(choice->cluster_steps[2] < 40);
  for (std::size_t k = 1; k < 3; ++k) {
    const double ratio = choice->cluster_steps[k] / choice->cluster_steps[k - 1];
    CHECK(std::abs(ratio - std::round(ratio)) < 1e-9);
  }
}

TEST_CASE("a number of parts: the widest gaps, exactly so many") {
  decouple::PartitionRequest request;
  request.parts = 2;
  const auto two = choose(six, request, stable(1e9));
  CHECK(two->partition.clusters == std::vector<model::StateSet>{zoo::states(4, 5), zoo::states(0, 1, 2, 3)});
  CHECK(two->partition.implicit == 1);
  request.parts = 4;  // 0.12/0.1 is narrower than 2e-4/1e-4
  const auto four = choose(six, request, stable(1e9));
  CHECK(four->partition.clusters ==
        std::vector<model::StateSet>{zoo::states(5), zoo::states(4), zoo::states(2, 3), zoo::states(0, 1)});
  CHECK(four->partition.implicit == 2);
  CHECK(four->cluster_steps.size() == 4);
  // nothing certified: everything implicit
  const auto unstable = choose(six, request, stable(0));
  CHECK(unstable->partition.implicit == 4);
  CHECK(unstable->partition.slow().empty());
  CHECK(unstable.diagnostics().all()[0].code == Code::W0807);
  // with a step, clusters that have anything faster are implicit as a whole
  request.step = 0.11;
  const auto at_step = choose(six, request, stable(1e9));
  CHECK(at_step->partition.fast() == zoo::states(2, 3, 4, 5));
  CHECK(*at_step->step == 0.11);
}

TEST_CASE("a number of parts that there are no gaps for is refused") {
  decouple::PartitionRequest request;
  for (const std::size_t parts : {0UL, 1UL, 6UL, 1000000UL}) {
    request.parts = parts;
    const auto refused = choose(six, request);
    CHECK_FALSE(refused.ok());
    CHECK(refused.diagnostics().all()[0].code == Code::E0808);
  }
  request.parts = 2;
  CHECK_FALSE(choose({1, 1 + 1e-15, 1}, request).ok());  // equal but for rounding
  CHECK_FALSE(choose({none, none}, request).ok());
  CHECK_FALSE(choose({}, request).ok());
}

TEST_CASE("a time scale of interest: everything faster is stepped over, with a step of that order") {
  decouple::PartitionRequest request;
  request.slowest_of_interest = 1;
  const auto choice = choose(six, request, stable(1e9));
  CHECK(choice->partition.fast() == zoo::states(2, 3, 4, 5));
  CHECK(*choice->step == 1);
  CHECK(choice->stepped_over == zoo::states(2, 3, 4, 5));
  // the certificate may want a shorter one, but not shorter than a tenth
  const auto shorter = choose(six, request, stable(0.3));
  CHECK(shorter->partition.fast() == zoo::states(2, 3, 4, 5));
  CHECK(*shorter->step <= 0.3);
  CHECK(*shorter->step >= 0.1);
  CHECK(shorter->certificate->acceptable());
  // then everything is implicit
  const auto all = choose(six, request, stable(1e9, 6));
  CHECK(all->partition.slow().empty());
  CHECK(*all->step == 1);
  CHECK(all->stepped_over == zoo::states(2, 3, 4, 5));
  request.slowest_of_interest = 1e-6;  // nothing is faster
  CHECK(choose(six, request, stable(1e9))->partition.fast().empty());
  CHECK(choose(six, request, stable(1e9))->stepped_over.empty());
  for (const double wrong : {0.0, -1.0, none, std::nan("")}) {
    request.slowest_of_interest = wrong;
    CHECK(choose(six, request).diagnostics().all()[0].code == Code::E0805);
  }
}

TEST_CASE("only one way to choose") {
  decouple::PartitionRequest request;
  request.parts = 2;
  request.slowest_of_interest = 1;
  CHECK(choose(six, request).diagnostics().all()[0].code == Code::E0809);
  request.slowest_of_interest.reset();
  request.fast = {"x1"};
  CHECK(choose(six, request).diagnostics().all()[0].code == Code::E0809);
}

TEST_CASE("clusters hold every state once, whatever the time scales") {
  rc::check([] {
    std::vector<double> scales;
    double scale = 1e-6;
    const auto count = *rc::gen::inRange(0, 30);
    for (int i = 0; i < count; ++i) {
      scale *= std::pow(10.0, *rc::gen::inRange(0, 12) / 8.0);
      scales.push_back(scale);
    }
    for (auto i = *rc::gen::inRange(0, 4); i > 0; --i) scales.push_back(none);
    decouple::PartitionRequest request;
    if (*rc::gen::arbitrary<bool>()) request.step = std::pow(10.0, *rc::gen::inRange(-8, 30));
    const auto way = *rc::gen::inRange(0, 3);
    if (way == 1) request.parts = static_cast<std::size_t>(*rc::gen::inRange(0, 8));
    if (way == 2) request.slowest_of_interest = std::pow(10.0, *rc::gen::inRange(-8, 30));
    const auto choice = choose(scales, request, stable(1e3));
    if (!choice.ok()) {
      RC_ASSERT(way == 1);
      return;
    }
    std::vector<int> seen(scales.size(), 0);
    for (const model::StateSet& cluster : choice->partition.clusters) {
      RC_ASSERT(!cluster.empty());
      for (const std::size_t state : model::places(cluster)) ++seen[state];
    }
    for (const int times : seen) RC_ASSERT(times == 1);
    RC_ASSERT(choice->partition.implicit <= choice->partition.clusters.size());
    RC_ASSERT(choice->cluster_steps.empty() || choice->cluster_steps.size() == choice->partition.clusters.size());
    // the slower cluster never holds a state faster than the fastest of the cluster before
    double before = 0;
    for (const model::StateSet& cluster : choice->partition.clusters) {
      double fastest = none;
      for (const std::size_t state : model::places(cluster))
        fastest = std::min(fastest, scales[scales.size() - 1 - state]);
      RC_ASSERT(fastest >= before);
      before = fastest;
    }
  });
}
