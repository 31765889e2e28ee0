// The matrix by which the real master, with the real integration methods, multiplies unit vectors is the solution
// mapping matrix.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "cosimulate/master.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/solution_map.hpp"

using namespace sunder;

namespace {

const std::vector<std::string> all_methods = {
    "euler",        "heun",         "midpoint",     "rk4",          "implicit-euler", "implicit-midpoint",
    "trapezoidal",  "sdirk",        "mixed-euler",  "exact",        "mixed-midpoint", "mixed-heun-lobatto",
    "mixed-ars222", "mixed-ars233", "mixed-ars343", "mixed-ars443", "mixed-realtime"};

struct RandomSystem {
  SystemDescription description;
  Wiring wiring;
  double step = 0;
};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  RandomSystem make() {
    RandomSystem made;
    made.step = std::pow(10.0, real(-1.5, 0.3));
    const std::size_t parts = whole(2, 6);
    feeds_ = whole(0, 1) == 1;
    for (std::size_t p = 0; p < parts; ++p) made.description.parts.push_back(part(p, made.step));
    MasterSettings& master = made.description.master;
    master.kind = static_cast<MasterKind>(whole(0, 2));
    master.extrapolation = static_cast<int>(whole(0, 2));
    master.feedthrough = static_cast<Feedthrough>(whole(0, 1));
    master.tolerance = 1e-13;
    master.iterations = 200;
    for (std::size_t p = 0; p < parts; ++p) master.order.push_back(p);
    std::shuffle(master.order.begin(), master.order.end(), random_);
    wire(made);
    return made;
  }

 private:
  std::size_t whole(std::size_t low, std::size_t high) {
    return std::uniform_int_distribution<std::size_t>(low, high)(random_);
  }
  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  std::vector<double> numbers(std::size_t count, double scale) {
    std::vector<double> list(count);
    for (double& one : list) one = real(-scale, scale);
    return list;
  }

  PartDescription part(std::size_t index, double step) {
    PartDescription part;
    const std::size_t n = whole(1, 5), m = whole(1, 2), q = whole(1, 2);
    LinearSystem system;
    system.states = n, system.inputs = m, system.outputs = q;
    system.a = numbers(n * n, 1.0 / step);
    // half of them stable, some singular
    const std::size_t kind = whole(0, 3);
    for (std::size_t i = 0; i < n && kind < 2; ++i) system.a[i * n + i] -= 2.0 / step;
    if (kind == 3) std::fill_n(system.a.begin(), n, 0.0);
    system.b = numbers(n * m, 1.0 / step);
    system.c = numbers(q * n, 1);
    system.d = feeds_ ? numbers(q * m, 0.4) : std::vector<double>(q * m, 0.0);
    part.interface.name = "p" + std::to_string(index);
    for (std::size_t i = 1; i <= n; ++i) part.interface.states.push_back("x" + std::to_string(i));
    for (std::size_t i = 1; i <= m; ++i) part.interface.inputs.push_back("u" + std::to_string(i));
    for (std::size_t i = 1; i <= q; ++i) part.interface.outputs.push_back("y" + std::to_string(i));
    part.linear = system;
    part.initial.assign(n, 0.0);
    part.method.text = all_methods[whole(0, all_methods.size() - 1)];
    part.substeps = whole(1, 4);
    if (part.method.text.starts_with("mixed"))
      for (const std::string& state : part.interface.states)
        if (whole(0, 1) == 1) part.fast.push_back({state, {}});
    return part;
  }

  void wire(RandomSystem& made) {
    Wiring& wiring = made.wiring;
    wiring.first_input = wiring.first_output = {0};
    for (const PartDescription& part : made.description.parts) {
      wiring.first_input.push_back(wiring.inputs() + part.linear->inputs);
      wiring.first_output.push_back(wiring.outputs() + part.linear->outputs);
    }
    for (std::size_t i = 0; i < wiring.inputs(); ++i) {
      Wiring::Source source;
      if (whole(0, 9) > 0) source.output = whole(0, wiring.outputs() - 1);
      wiring.sources.push_back(source);
    }
  }

  std::mt19937_64 random_;
  bool feeds_ = false;
};

struct Seen {
  double difference = 0;
  bool solvable = true;
};

/// Runs one communication step from every unit vector.
Seen compare(const RandomSystem& system) {
  std::vector<std::unique_ptr<Part>> owned;
  std::vector<Part*> parts;
  std::vector<LinearPart> linear;
  std::vector<StepMap> maps;
  for (const PartDescription& one : system.description.parts) {
    owned.push_back(make_linear_part(one).take());
    parts.push_back(owned.back().get());
    linear.emplace_back(*one.linear);
    Diagnostics none;
    const auto map = step_map(linear.back(), {one.method.text, fast_states(one, none), *one.substeps}, system.step);
    if (!map) return {0, false};
    maps.push_back(*map);
  }
  const auto predicted = solution_map(linear, maps, system.wiring, system.description.master);
  if (!predicted) return {0, false};
  Master master(parts, system.wiring, system.description.master);
  for (Part* part : parts) REQUIRE(part->initialise(0));
  const std::size_t inputs = system.wiring.inputs(), states = predicted->first_state.back();
  const auto width = static_cast<std::size_t>(predicted->matrix.rows());
  const double scale = std::max(1.0, predicted->matrix.cwiseAbs().maxCoeff());
  Seen seen;
  for (std::size_t column = 0; column < width; ++column) {
    const auto unit = [&](std::size_t at) { return at == column ? 1.0 : 0.0; };
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (std::size_t i = 0; i < parts[p]->states().size(); ++i)
        parts[p]->states()[i] = unit(predicted->first_state[p] + i);
    std::vector<std::vector<double>> past(predicted->remembered, std::vector<double>(inputs));
    for (std::size_t k = 0; k < past.size(); ++k)
      for (std::size_t i = 0; i < inputs; ++i) past[k][i] = unit(states + k * inputs + i);
    master.remember(0, system.step, past);
    if (!master.step(0, system.step, system.step)) return {1e300, true};
    const auto differs = [&](std::size_t row, double value) {
      const double expected = predicted->matrix(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column));
      seen.difference = std::max(seen.difference, std::abs(value - expected) / scale);
    };
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (std::size_t i = 0; i < parts[p]->states().size(); ++i)
        differs(predicted->first_state[p] + i, parts[p]->states()[i]);
    const auto after = master.remembered(predicted->remembered);
    for (std::size_t k = 0; k < after.size(); ++k)
      for (std::size_t i = 0; i < inputs; ++i) differs(states + k * inputs + i, after[k][i]);
  }
  return seen;
}

}  // namespace

TEST_CASE("one step of the real master on unit vectors is the solution mapping matrix") {
  constexpr std::size_t count = 10000;
  std::size_t compared = 0, singular = 0;
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const RandomSystem system = Maker(seed).make();
    const Seen seen = compare(system);
    if (!seen.solvable) {
      ++singular;
      continue;
    }
    ++compared;
    worst = std::max(worst, seen.difference);
    INFO("seed ", seed, ", difference ", seen.difference);
    CHECK(seen.difference < 1e-10);
  }
  MESSAGE("compared ", compared, ", singular ", singular, ", worst ", worst);
  CHECK(compared > count * 99 / 100);
}
