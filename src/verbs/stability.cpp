#include "verbs/stability.hpp"

#include "base/codes.hpp"
#include "cosimulate/picture.hpp"
#include "report/system.hpp"
#include "verbs/files.hpp"

namespace sunder::verbs {

Outcome<StabilityResult> stability(const LoadedSystem& loaded, const StabilityOptions& options) {
  Diagnostics diagnostics;
  const cosimulate::SystemDescription& system = loaded.system.description;
  for (const cosimulate::PartDescription& part : system.parts)
    if (part.steps_itself)
      diagnostics
          .error(Code::E1208, part.span,
                 "the part '" + part.interface.name +
                     "' is an FMU for Co-Simulation: without its states nothing can be said about stability")
          .help = "kind = \"me\" takes the FMU for Model Exchange, where it is made for both";
  if (diagnostics.has_errors()) return Outcome<StabilityResult>(std::move(diagnostics));
  cosimulate::SystemStability found;
  if (!cosimulate::examine(loaded.system, system.communication_step, found, diagnostics))
    return Outcome<StabilityResult>(std::move(diagnostics));
  StabilityResult out{report::answer_of(std::move(found), system.communication_step, options.search), system};
  const report::StabilityAnswer& answer = out.answer;
  if (!options.picture.empty() &&
      !write_text(options.picture, results::svg(cosimulate::radius_figure(answer.chosen, answer.step)), diagnostics))
    return Outcome<StabilityResult>(std::move(diagnostics));
  if (!options.report.empty() && !write_text(options.report, report::stability_page(answer, system), diagnostics))
    return Outcome<StabilityResult>(std::move(diagnostics));
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace sunder::verbs
