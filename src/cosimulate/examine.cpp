// Linear parts out of instances: exact derivatives at the start, and over a box for nonlinear ones.
#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "cosimulate/cosimulate.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/report_fault.hpp"
#include "integrate/stepper.hpp"

namespace sunder::cosimulate {

namespace {

/// One side of the box of all parts.
struct BoxSide {
  std::size_t part = 0;
  std::optional<std::size_t> state, input;
  Range range;
};

bool find_sides(const OpenSystem& system, std::vector<BoxSide>& sides, Diagnostics& diagnostics) {
  bool fine = true;
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const model::PartInterface& part = system.description.parts[p].interface;
    for (const auto& [name, range] : system.description.parts[p].box) {
      BoxSide side{p, {}, {}, range};
      const auto state = std::ranges::find(part.states, name);
      const auto input = std::ranges::find(part.inputs, name);
      if (state != part.states.end()) side.state = state - part.states.begin();
      if (input != part.inputs.end()) side.input = input - part.inputs.begin();
      if (!side.state && !side.input) {
        diagnostics.error(Code::E1002, range.span,
                          "'" + name + "' is neither a state nor an input of the part '" + part.name + "'");
        fine = false;
      }
      sides.push_back(side);
    }
  }
  return fine;
}

double halton(std::size_t index, std::size_t base) {
  double value = 0, weight = 1;
  for (; index > 0; index /= base) {
    weight /= static_cast<double>(base);
    value += weight * static_cast<double>(index % base);
  }
  return value;
}

/// Centre, corners, points between: each a list of fractions, one for every side.
std::vector<std::vector<double>> sample_points(std::size_t sides) {
  constexpr std::size_t most_corners = 6, between = 100;
  static constexpr std::size_t primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
  std::vector<std::vector<double>> points;
  points.emplace_back(sides, 0.5);
  const std::size_t corners = std::size_t{1} << std::min(sides, most_corners);
  for (std::size_t c = 0; c < corners; ++c) {
    std::vector<double> point;
    for (std::size_t s = 0; s < sides; ++s) point.push_back((c >> (s % most_corners)) & 1U ? 1.0 : 0.0);
    points.push_back(std::move(point));
  }
  for (std::size_t i = 1; i <= between; ++i) {
    std::vector<double> point;
    for (std::size_t s = 0; s < sides; ++s) point.push_back(halton(i, primes[s % std::size(primes)]));
    points.push_back(std::move(point));
  }
  return points;
}

class Examiner {
 public:
  Examiner(const OpenSystem& system, double step, double length, SystemStability& out, Diagnostics& diagnostics)
      : system_(system), step_(step), length_(length), out_(out), diagnostics_(diagnostics) {}

  bool run() {
    out_ = {};
    out_.problem.wiring = system_.wiring;
    out_.problem.master = system_.description.master;
    out_.problem.length = length_;
    if (!rules() || !samples()) return false;
    if (!out_.synchronised) return true;
    out_.spectrum = spectrum(out_.problem, step_, SearchMode::fixed_steps);
    if (!out_.spectrum) return report_singular();
    if (out_.certified) out_.verdict = out_.spectrum->verdict();
    return true;
  }

 private:
  bool rules() {
    for (const PartDescription& part : system_.description.parts) {
      LocalRule rule;
      rule.method = part.method.text;
      rule.fast = fast_states(part, diagnostics_);
      rule.step = part.step;
      if (!part.steps_itself && part.tolerance && chooses_steps(rule.method)) {
        rule.tolerance = part.tolerance;
        rule.method = "exact";
      }
      rule.known = !part.steps_itself && !chooses_steps(rule.method);
      const auto whole = whole_substeps(part, step_);
      const bool follows = !rule.known || rule.method == "exact";
      if (!whole && !follows) out_.synchronised = false;
      rule.substeps =
          whole ? *whole : static_cast<std::size_t>(std::max(1.0, std::round(step_ / part.step.value_or(step_))));
      out_.certified = out_.certified && rule.known;
      out_.problem.rules.push_back(std::move(rule));
    }
    return !diagnostics_.has_errors();
  }

  bool samples() {
    std::vector<BoxSide> sides;
    if (!find_sides(system_, sides, diagnostics_)) return false;
    const double time = system_.description.start;
    for (std::size_t p = 0; p < system_.parts.size(); ++p) {
      const model::Status initialised = system_.parts[p]->initialise(time);
      if (initialised) continue;
      report_part(system_, p, time, initialised.fault(), diagnostics_);
      return false;
    }
    Master master(system_.pointers(), system_.wiring, system_.description.master);
    if (!master.start(time)) {
      report_fault(system_, *master.fault(), diagnostics_);
      return false;
    }
    inputs_ = master.inputs();
    if (sides.empty()) return linearise(time);
    for (const std::vector<double>& point : sample_points(sides.size())) {
      for (std::size_t s = 0; s < sides.size(); ++s) {
        const BoxSide& side = sides[s];
        const double value = side.range.low + point[s] * (side.range.high - side.range.low);
        if (side.state) system_.parts[side.part]->states()[*side.state] = value;
        if (side.input) inputs_[system_.wiring.first_input[side.part] + *side.input] = value;
      }
      if (!linearise(time)) return false;
    }
    return true;
  }

  bool linearise(double time) { return add_sample(system_, time, inputs_, out_, diagnostics_); }

  bool report_singular() {
    for (const auto& parts : out_.problem.samples) {
      const auto loop = feedthrough_loop(parts, system_.wiring);
      if (loop.empty()) continue;
      report_loop(system_, loop, diagnostics_);
      return false;
    }
    diagnostics_.error(Code::E1008, system_.description.communication_span,
                       "the matrix of a communication step of " + shortest(step_) +
                           " is not finite, or an implicit local step has no solution");
    return false;
  }

  const OpenSystem& system_;
  double step_, length_;
  SystemStability& out_;
  Diagnostics& diagnostics_;
  std::vector<double> inputs_;
};

}  // namespace

std::vector<model::Part*> OpenSystem::pointers() const {
  std::vector<model::Part*> list;
  for (const auto& part : parts) list.push_back(part.get());
  return list;
}

bool add_sample(const OpenSystem& system, double time, const std::vector<double>& inputs, SystemStability& out,
                Diagnostics& diagnostics) {
  std::vector<model::LinearSystem> parts;
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const std::size_t first = system.wiring.first_input[p];
    model::LinearSystem linear;
    const auto own = std::span(inputs).subspan(first, system.wiring.first_input[p + 1] - first);
    if (model::Status linearised = system.parts[p]->linearise(time, own, linear); !linearised) {
      report_part(system, p, time, linearised.fault(), diagnostics);
      return false;
    }
    out.linearised = out.linearised || system.parts[p]->nonlinear();
    parts.push_back(std::move(linear));
  }
  // where no matrix is formed this is found when a step is looked at
  std::size_t states = 0;
  for (const model::LinearSystem& part : parts) states += static_cast<std::size_t>(part.order());
  out.problem.wholes.push_back(states > most_in_matrix ? WholeSystem()
                                                       : whole_system(parts, system.wiring, system.description.master));
  out.problem.samples.push_back(std::move(parts));
  out.samples = out.problem.samples.size();
  return true;
}

bool examine(const OpenSystem& system, double communication_step, SystemStability& out, Diagnostics& diagnostics,
             std::optional<double> length) {
  const SystemDescription& given = system.description;
  const double described = given.stop ? *given.stop - given.start : 0;
  return Examiner(system, communication_step, length.value_or(described), out, diagnostics).run();
}

}  // namespace sunder::cosimulate
