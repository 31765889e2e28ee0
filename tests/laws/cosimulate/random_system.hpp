// Random distributed systems of linear parts: all local methods, masters, curves of inputs, with and without
// feedthrough.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "cosimulate/system.hpp"
#include "integrate/scheme.hpp"
#include "integrate/stepper.hpp"

namespace sunder {

/// Those whose step is a fixed map of a linear part.
inline const std::vector<std::string> all_methods = [] {
  std::vector<std::string> names{"exact"};
  for (const integrate::MethodInfo& method : integrate::methods())
    if (integrate::scheme_of(method.name)) names.emplace_back(method.name);
  return names;
}();

struct RandomSystem {
  cosimulate::SystemDescription description;
  cosimulate::Wiring wiring;
  double step = 0;
};

class SystemMaker {
 public:
  /// `gain` scales the inputs of all parts. Tame parts are stable by themselves.
  explicit SystemMaker(std::uint64_t seed, double gain = 1, bool tame = false)
      : random_(seed), gain_(gain), tame_(tame) {}

  RandomSystem make() {
    RandomSystem made;
    made.step = std::pow(10.0, real(-1.5, 0.3));
    const std::size_t parts = whole(2, 6);
    feeds_ = whole(0, 1) == 1;
    for (std::size_t p = 0; p < parts; ++p) made.description.parts.push_back(part(p, made.step));
    cosimulate::MasterSettings& master = made.description.master;
    master.kind = static_cast<cosimulate::MasterKind>(whole(0, 2));
    master.extrapolation = static_cast<int>(whole(0, 2));
    master.feedthrough = static_cast<cosimulate::Feedthrough>(whole(0, 1));
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
  Eigen::MatrixXd matrix(std::size_t rows, std::size_t columns, double scale) {
    Eigen::MatrixXd made(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    for (Eigen::Index i = 0; i < made.rows(); ++i)
      for (Eigen::Index j = 0; j < made.cols(); ++j) made(i, j) = real(-scale, scale);
    return made;
  }

  cosimulate::PartDescription part(std::size_t index, double step) {
    cosimulate::PartDescription part;
    const std::size_t n = whole(1, 5), m = whole(1, 2), q = whole(1, 2);
    model::LinearSystem system;
    system.a = matrix(n, n, 1.0 / step);
    // half of them stable, some singular
    const std::size_t kind = tame_ ? 0 : whole(0, 3);
    if (kind < 2) system.a.diagonal().array() -= 2.0 / step;
    if (kind == 3) system.a.row(0).setZero();
    system.b = matrix(n, m, gain_ / step);
    system.c = matrix(q, n, 1);
    system.d = feeds_ ? matrix(q, m, 0.4) : Eigen::MatrixXd(Eigen::MatrixXd::Zero(system.c.rows(), system.b.cols()));
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
    cosimulate::Wiring& wiring = made.wiring;
    wiring.first_input = wiring.first_output = {0};
    for (const cosimulate::PartDescription& part : made.description.parts) {
      wiring.first_input.push_back(wiring.inputs() + part.interface.inputs.size());
      wiring.first_output.push_back(wiring.outputs() + part.interface.outputs.size());
    }
    for (std::size_t i = 0; i < wiring.inputs(); ++i) {
      cosimulate::Wiring::Source source;
      if (whole(0, 9) > 0) source.output = whole(0, wiring.outputs() - 1);
      wiring.sources.push_back(source);
    }
  }

  std::mt19937_64 random_;
  double gain_;
  bool tame_;
  bool feeds_ = false;
};

}  // namespace sunder
