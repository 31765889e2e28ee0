#include "verbs/compare.hpp"

#include "results/reader.hpp"

namespace sunder::verbs {

Outcome<results::Comparison> compare(results::Trajectory results, results::Trajectory reference,
                                     const CompareOptions& options) {
  if (!options.derivatives) {
    results::drop_derivatives(results);
    results::drop_derivatives(reference);
  }
  return results::compare(results, reference, options.measure, options.window);
}

Outcome<results::Comparison> compare(const std::string& results, const std::string& reference,
                                     const CompareOptions& options) {
  Outcome<results::Trajectory> a = results::read_results(results);
  Outcome<results::Trajectory> b = results::read_results(reference);
  Diagnostics diagnostics = std::move(a.diagnostics());
  diagnostics.append(b.diagnostics());
  if (!a.has_value() || !b.has_value() || diagnostics.has_errors())
    return Outcome<results::Comparison>(std::move(diagnostics));
  Outcome<results::Comparison> comparison = compare(a.take(), b.take(), options);
  diagnostics.append(comparison.diagnostics());
  if (!comparison.has_value()) return Outcome<results::Comparison>(std::move(diagnostics));
  return {comparison.take(), std::move(diagnostics)};
}

}  // namespace sunder::verbs
