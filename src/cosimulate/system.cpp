#include "cosimulate/system.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::cosimulate {

std::string_view name_of(MasterKind kind) {
  if (kind == MasterKind::jacobi) return "jacobi";
  return kind == MasterKind::gauss_seidel ? "gauss-seidel" : "iterated";
}

std::string_view name_of(Feedthrough feedthrough) { return feedthrough == Feedthrough::solved ? "solved" : "delayed"; }

std::size_t Wiring::part_of_output(std::size_t output) const {
  return static_cast<std::size_t>(std::upper_bound(first_output.begin(), first_output.end(), output) -
                                  first_output.begin()) -
         1;
}

bool is_fmu(const PartDescription& part) { return part.model.text.ends_with(".fmu"); }

std::optional<std::size_t> whole_substeps(const PartDescription& part, double communication_step) {
  if (part.substeps) return part.substeps;
  if (!part.step) return 1;
  const double ratio = communication_step / *part.step;
  const double nearest = std::round(ratio);
  if (nearest < 1 || std::abs(ratio - nearest) > 1e-9 * nearest) return std::nullopt;
  return static_cast<std::size_t>(nearest);
}

namespace {

enum class Side { from, to };

class Connector {
 public:
  Connector(const SystemDescription& system, Diagnostics& diagnostics) : system_(system), diagnostics_(diagnostics) {}

  std::optional<Wiring> run() {
    const std::size_t before = diagnostics_.error_count();
    number();
    for (std::size_t i = 0; i < system_.connections.size(); ++i) {
      const auto& connection = system_.connections[i];
      const auto from = find(connection.from, Side::from);
      const auto to = find(connection.to, Side::to);
      if (from && to && claim(*to, connection.to))
        wiring_.sources[*to] = {*from, 0, i, connection.factor, connection.offset};
    }
    for (const ConstantInput& constant : system_.constants) {
      const auto to = find(constant.to, Side::to);
      if (to && claim(*to, constant.to)) wiring_.sources[*to] = {std::nullopt, constant.value};
    }
    report_unconnected();
    if (diagnostics_.error_count() > before) return std::nullopt;
    return std::move(wiring_);
  }

 private:
  void number() {
    wiring_.first_input = wiring_.first_output = {0};
    for (std::size_t p = 0; p < system_.parts.size(); ++p) {
      const model::PartInterface& part = system_.parts[p].interface;
      for (std::size_t i = 0; i < part.inputs.size(); ++i)
        inputs_[part.name + "." + part.inputs[i]] = wiring_.inputs() + i;
      for (std::size_t i = 0; i < part.outputs.size(); ++i)
        outputs_[part.name + "." + part.outputs[i]] = wiring_.outputs() + i;
      wiring_.first_input.push_back(wiring_.inputs() + part.inputs.size());
      wiring_.first_output.push_back(wiring_.outputs() + part.outputs.size());
    }
    wiring_.sources.resize(wiring_.inputs());
    claims_.resize(wiring_.inputs());
  }

  std::optional<std::size_t> find(const Located& end, Side side) {
    const auto& names = side == Side::from ? outputs_ : inputs_;
    const auto found = names.find(end.text);
    if (found != names.end()) return found->second;
    const bool other = (side == Side::from ? inputs_ : outputs_).contains(end.text);
    const std::string wanted = side == Side::from ? "output" : "input";
    const std::string message =
        other ? "'" + end.text + "' is an " + (side == Side::from ? "input" : "output") + ", not an " + wanted
              : "no part has an " + wanted + " '" + end.text + "'";
    Diagnostic& error = diagnostics_.error(Code::E1004, end.span, message);
    std::vector<std::string> candidates;
    for (const auto& [name, index] : names) candidates.push_back(name);
    const auto near = closest(end.text, candidates);
    if (!near.empty()) {
      error.help = "did you mean '" + near.front() + "'?";
    } else if (!candidates.empty()) {
      if (candidates.size() > 12) candidates.resize(12);
      error.help = "there are " + enumerated(candidates);
    }
    return std::nullopt;
  }

  bool claim(std::size_t input, const Located& by) {
    if (!claims_[input]) {
      claims_[input] = by.span;
      return true;
    }
    diagnostics_.error(Code::E1006, by.span, "the input '" + by.text + "' already has a source")
        .notes.push_back({"it was connected here", *claims_[input]});
    return false;
  }

  void report_unconnected() {
    for (std::size_t p = 0; p < system_.parts.size(); ++p) {
      const model::PartInterface& part = system_.parts[p].interface;
      for (std::size_t i = 0; i < part.inputs.size(); ++i) {
        if (claims_[wiring_.first_input[p] + i]) continue;
        diagnostics_
            .error(Code::E1005, system_.parts[p].span,
                   "the input '" + part.name + "." + part.inputs[i] + "' is not connected")
            .help = "add a [[connection]] to it, or [[input]] with 'to' and a constant 'value'";
      }
    }
  }

  const SystemDescription& system_;
  Diagnostics& diagnostics_;
  Wiring wiring_;
  std::map<std::string, std::size_t> inputs_, outputs_;
  std::vector<std::optional<Span>> claims_;  // by input: where it got its source
};

}  // namespace

std::optional<Wiring> connect(const SystemDescription& system, Diagnostics& diagnostics) {
  return Connector(system, diagnostics).run();
}

}  // namespace sunder::cosimulate
