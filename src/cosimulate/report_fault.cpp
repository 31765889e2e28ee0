#include "cosimulate/report_fault.hpp"

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::cosimulate {

namespace {

void note_inner(const std::optional<model::Fault>& inner, Diagnostic& error) {
  if (!inner) return;
  if (!inner->equation.empty() || inner->span.valid())
    error.notes.push_back({inner->equation.empty() ? "it happened here" : "in " + inner->equation, inner->span});
}

}  // namespace

void report_fault(const OpenSystem& system, const MasterFault& fault, Diagnostics& diagnostics) {
  Span place = system.description.communication_span;
  if (fault.part) place = system.description.parts[*fault.part].span;
  if (fault.code == Code::E1007 && !system.description.connections.empty())
    place = system.description.connections.front().from.span;
  Diagnostic& error = diagnostics.error(fault.code, place, fault.message);
  note_inner(fault.inner, error);
  if (fault.code == Code::E1007) error.help = "feedthrough = \"delayed\" breaks the loop by one communication step";
}

void report_part(const OpenSystem& system, std::size_t part, double time, const model::Fault& inner,
                 Diagnostics& diagnostics) {
  Diagnostic& error = diagnostics.error(Code::E1010, system.description.parts[part].span,
                                        "part '" + system.description.parts[part].interface.name + "' failed at time " +
                                            shortest(time) + ": " + inner.message);
  note_inner(inner, error);
}

void report_loop(const OpenSystem& system, const std::vector<std::size_t>& inputs, Diagnostics& diagnostics) {
  std::vector<std::string> names;
  Span place;
  for (const std::size_t input : inputs) {
    const auto& source = system.wiring.sources[input];
    if (!source.output) continue;
    const ConnectionDescription& connection = system.description.connections[source.connection];
    if (!place.valid()) place = connection.to.span;
    names.push_back(connection.from.text + " -> " + connection.to.text);
  }
  diagnostics.error(Code::E1007, place, "the algebraic loop by way of " + enumerated(names) + " has no unique solution")
      .help = "feedthrough = \"delayed\" breaks the loop by one communication step";
}

}  // namespace sunder::cosimulate
