// Evaluates the right-hand side of a benchmark model, compiled or written by hand, so that an instruction counter can
// look at the evaluations alone: see rhs_instructions.sh.
//
//   bench_rhs_instructions chain|heat_exchanger|dc_motor|planar_chain|spatial_chain FILE compiled|by_hand EVALUATIONS
#include <valgrind/callgrind.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "driver/pipeline.hpp"
#include "rhs_by_hand.h"

namespace {

using namespace sunder;
using Numbers = std::vector<double>;

std::map<std::string, std::function<void(std::size_t, const double*, double*)>> by_hand() {
  return {
      {"chain", [](std::size_t n, const double* x, double* dx) { chain_by_hand(n, 1, x, dx); }},
      {"heat_exchanger",
       [](std::size_t n, const double* x, double* dx) {
         const HeatExchanger p{n / 3, 0.5, 0.7, 4200, 1900, 500, 2, 3, 10, 5000, 3000, 360, 290};
         heat_exchanger_by_hand(&p, x, dx);
       }},
      {"dc_motor",
       [](std::size_t, const double* x, double* dx) {
         const DcMotor p{0.003, 0.05, 1500, 0.001, 6.785, 500, 2500};
         dc_motor_by_hand(&p, x, dx);
       }},
      {"planar_chain",
       [](std::size_t n, const double* x, double* dx) {
         static Numbers scratch(6 * n);
         planar_chain_by_hand(n / 2, x, dx, scratch.data());
       }},
      {"spatial_chain",
       [](std::size_t n, const double* x, double* dx) {
         static Numbers scratch(35 * n / 2);
         spatial_chain_by_hand(n / 2, x, dx, scratch.data());
       }},
  };
}

}  // namespace

int main(int argc, char** argv) {
  const auto functions = by_hand();
  if (argc != 5 || functions.count(argv[1]) == 0) {
    std::fprintf(
        stderr,
        "usage: %s chain|heat_exchanger|dc_motor|planar_chain|spatial_chain FILE compiled|by_hand EVALUATIONS\n",
        argv[0]);
    return 2;
  }
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::file(argv[2])};
  if (std::string(argv[1]) == "planar_chain") request.model = "PlanarChains.Chain100";
  if (std::string(argv[1]) == "spatial_chain") request.model = "SpatialChains.Chain100";
  auto outcome = driver::compile(workspace, request);
  if (!outcome.ok()) {
    for (const Diagnostic& diagnostic : outcome.diagnostics().all())
      std::fputs(render(diagnostic, outcome->sources).c_str(), stderr);
    return 1;
  }
  const auto model = outcome->model;
  const auto context = model->create_context();
  Numbers x(model->state_count());
  if (!model::initialise(*model, *context, 0, x)) return 1;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += std::sin(static_cast<double>(i));
  const auto evaluator = model::full_evaluator(*model, *context);
  const auto& hand = functions.at(argv[1]);
  Numbers dx(x.size());
  Numbers expected(x.size());
  // Both once beforehand, to see that they compute the same.
  hand(x.size(), x.data(), expected.data());
  if (!evaluator->freeze(0, x) || !evaluator->evaluate(x, dx)) return 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::fabs(dx[i] - expected[i]) > 1e-12 * (1 + std::fabs(expected[i]))) {
      std::fprintf(stderr, "%s differs from the version by hand\n", model->state_name(model::StateIndex(i)).c_str());
      return 1;
    }
  }
  const bool compiled = std::string(argv[3]) == "compiled";
  const int evaluations = std::atoi(argv[4]);
  bool ok = true;
  CALLGRIND_START_INSTRUMENTATION;
  for (int i = 0; i < evaluations; ++i) {
    x[static_cast<std::size_t>(i) % x.size()] += 1e-9;  // another matrix each time
    if (compiled) {
      ok = evaluator->freeze(0, x) && evaluator->evaluate(x, dx) && ok;
    } else {
      hand(x.size(), x.data(), dx.data());
    }
  }
  CALLGRIND_STOP_INSTRUMENTATION;
  return ok ? 0 : 1;
}
