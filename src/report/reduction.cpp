#include "report/reduction.hpp"

#include <algorithm>
#include <cmath>

#include "algebra/singular_values.hpp"
#include "algebra/spectrum.hpp"
#include "base/text.hpp"
#include "base/version.hpp"

namespace sunder::report {
namespace {

using model::LinearSystem;
using reduce::Reducible;
using reduce::Reduction;

constexpr Eigen::Index most_orders = 30, most_pairs = 6;
constexpr std::size_t time_points = 400, large = 2000;

Eigen::VectorXcd poles_of(const Eigen::MatrixXd& a) { return algebra::eigenvalues(a).value_or(Eigen::VectorXcd(0)); }

/// Answers of the full and of the reduced system at the same frequencies.
struct Sweep {
  std::vector<double> frequencies;
  std::vector<Eigen::MatrixXcd> full, reduced;
};

/// Whose poles say which frequencies and times matter.
reduce::Systems systems_to_show(const FullSystem& full, const Reduction& chosen) {
  if (full.sparse) return {&chosen.system};
  return {&chosen.system, &full.dense};
}

/// The largest gain of the difference at the frequencies of the sweep; poles are left out.
double error_seen(const Sweep& sweep, const LinearSystem& reduced) {
  const reduce::Transfer transfer = reduce::transfer_of(reduced);
  double out = 0;
  for (std::size_t i = 0; i < sweep.frequencies.size(); ++i)
    if (const auto gain = transfer(reduce::place_of(sweep.frequencies[i], reduced.sample_time)))
      out = std::max(out, algebra::largest_singular_value(sweep.full[i] - *gain));
  return out;
}

/// Frequencies that hit a pole are left out.
Sweep sweep(const FullSystem& full, const Reduction& chosen, const CancelToken& cancel) {
  Sweep out;
  const reduce::Transfer all = full.sparse ? reduce::transfer_of(*full.sparse) : reduce::transfer_of(full.dense);
  const reduce::Transfer few = reduce::transfer_of(chosen.system);
  for (const double w : reduce::frequencies_around(systems_to_show(full, chosen), full.states() > large ? 120 : 300)) {
    if (cancel.requested()) break;
    const std::complex<double> s = reduce::place_of(w, chosen.system.sample_time);
    auto first = all(s);
    auto second = few(s);
    if (!first || !second) continue;
    out.frequencies.push_back(w);
    out.full.push_back(std::move(*first));
    out.reduced.push_back(std::move(*second));
  }
  return out;
}

ErrorCurve error_curve(const FullSystem& full, const Reducible& system, const Sweep& sweep, const CancelToken& cancel) {
  ErrorCurve out;
  out.exact = !full.sparse && full.states() <= exact_limit;
  for (Eigen::Index kept = 0; kept <= std::min(system.minimal, most_orders) && !cancel.requested(); ++kept) {
    const std::optional<Reduction> one = system.at(kept);
    if (!one) continue;
    out.kept.push_back(kept);
    out.errors.push_back(out.exact ? largest_error(system, *one) : error_seen(sweep, one->system));
  }
  return out;
}

std::string number_text(double value) { return rounded(value, 4); }

std::string some_of(std::size_t some, std::size_t all, const std::string& one_does, const std::string& many_do) {
  return std::to_string(some) + " of " + counted(all, "state") + " " + (some == 1 ? one_does : many_do);
}

std::string pair_name(const LinearSystem& system, Eigen::Index output, Eigen::Index input) {
  return system.outputs[static_cast<std::size_t>(output)] + " from " + system.inputs[static_cast<std::size_t>(input)];
}

/// Calls for the first few pairs of output and input.
template <class Visit>
void visit_pairs(const LinearSystem& system, const Visit& visit) {
  Eigen::Index done = 0;
  for (Eigen::Index i = 0; i < system.d.rows(); ++i)
    for (Eigen::Index j = 0; j < system.d.cols(); ++j)
      if (done++ < most_pairs) visit(i, j);
}

std::string left_out(const LinearSystem& system) {
  const Eigen::Index pairs = system.d.size();
  if (pairs <= most_pairs) return "";
  return "The first " + std::to_string(most_pairs) + " of " + std::to_string(pairs) +
         " pairs of an input and an output are shown.";
}

void head(Document& page, const FullSystem& full, const Reduction& chosen, const Sweep& sweep, const ErrorCurve& errors,
          Eigen::Index kept) {
  double largest = 0;
  for (const Eigen::MatrixXcd& gain : sweep.full) largest = std::max(largest, algebra::largest_singular_value(gain));
  const auto at = std::find(errors.kept.begin(), errors.kept.end(), kept);
  const bool known = at != errors.kept.end();
  const double error =
      known ? errors.errors[static_cast<std::size_t>(at - errors.kept.begin())] : error_seen(sweep, chosen.system);
  const bool exact = known && errors.exact;
  const std::string about = chosen.approximate ? "about " : "";
  page.paragraph(full.origin + " It has " + counted(full.states(), "state") + ", " +
                 counted(static_cast<std::size_t>(chosen.system.d.cols()), "input") + " and " +
                 counted(static_cast<std::size_t>(chosen.system.d.rows()), "output") + "; the reduced system has " +
                 counted(static_cast<std::size_t>(chosen.system.order()), "state") + ".");
  const std::string promise =
      chosen.bound > 0 ? "No gain from the inputs to the outputs changes by more than " + about +
                             number_text(chosen.bound) + " at any frequency."
                       : "No state that matters was neglected: all gains are those of the full system, up to rounding.";
  const std::string truth = exact ? "The largest change is " + number_text(error) + " (computed)."
                                  : "The largest change seen at " +
                                        counted(sweep.frequencies.size(), "frequency", "frequencies") + " is " +
                                        number_text(error) + ".";
  page.paragraph(promise + " " + truth +
                 (largest > 0 && std::isfinite(largest)
                      ? " The largest gain of the system itself is " + number_text(largest) + " in the range shown."
                      : ""));
  page.key_figures({{.label = "states", .value = std::to_string(full.states()), .note = "of the full system"},
                    {.label = "order", .value = std::to_string(chosen.system.order()), .note = "of the reduced system"},
                    {.label = "bound of the error",
                     .value = about + number_text(chosen.bound),
                     .note = "twice the sum of the distinct neglected singular values"},
                    {.label = exact ? "true error" : "error seen",
                     .value = number_text(error),
                     .note = exact ? "largest gain of the difference, over all frequencies"
                                   : "largest gain of the difference, at the frequencies looked at"},
                    {.label = "psi",
                     .value = number_text(chosen.psi[static_cast<std::size_t>(kept)]),
                     .note = "neglected fraction of the singular values"}});
}

void what_was_done(Document& page, const FullSystem& full, const Reducible& system, const Reduction& chosen,
                   const reduce::ReductionOptions& options, Eigen::Index kept) {
  page.section("What was done");
  if (chosen.unstable > 0) {
    const auto unstable = static_cast<Eigen::Index>(chosen.unstable);
    std::vector<std::string> values;
    for (const std::complex<double>& e : poles_of(chosen.system.a.bottomRightCorner(unstable, unstable)))
      values.push_back(number_text(e.real()) + (e.imag() == 0  ? ""
                                                : e.imag() > 0 ? " + " + number_text(e.imag()) + "i"
                                                               : " - " + number_text(-e.imag()) + "i"));
    page.paragraph(
        some_of(chosen.unstable, full.states(), "does not decay", "do not decay") + " (eigenvalues " +
        enumerated(values) +
        "): such states have no Gramians. They were split off, are kept as they are, and stand last among the "
        "states of the reduced system.");
  } else {
    page.paragraph(full.sparse ? "The system is stable as far as its low-rank Gramians tell: nothing was split off."
                   : chosen.nonminimal > 0 ? "All states that matter decay: nothing was split off to be kept."
                                           : "All states decay: nothing was split off.");
  }
  if (chosen.nonminimal > 0)
    page.paragraph(some_of(chosen.nonminimal, full.states(), "does not matter", "do not matter") +
                   " between the inputs and the outputs, because no input reaches them or no output sees "
                   "them (singular values below " +
                   shortest(options.negligible) + " of the largest): removed.");
  else if (!full.sparse)
    page.paragraph("Every state is reached by an input and seen by an output: none was removed as not minimal.");
  if (full.sparse)
    page.paragraph(
        "The system is large: its Gramians were approximated by factors of low rank, which leave out what "
        "hardly matters. Singular values and bound are approximate.");
  const Eigen::Index neglected = system.minimal - kept;
  page.paragraph(neglected == 0
                     ? "No state that matters was neglected."
                     : (options.rule == reduce::Rule::truncation
                            ? "The other balanced states were dropped (truncation): exact for infinitely fast inputs."
                            : "The other balanced states were put to their equilibrium (singular perturbation): exact "
                              "for constant "
                              "inputs."));
}

void orders(Document& page, const FullSystem& full, const Reducible& system, const Reduction& chosen,
            const ErrorCurve& errors) {
  page.section("Singular values, bound and error");
  page.figure(order_figure(full.name, system, chosen, &errors),
              "Hankel singular values say how much each balanced state matters between the inputs and the outputs. The "
              "bound holds for all frequencies; the error is " +
                  std::string(errors.exact ? "the true one, the largest gain of the difference over all frequencies."
                                           : "the largest seen at the frequencies of this report."));
  DocumentTable table{{"order", "singular value", "psi", "bound", errors.exact ? "true error" : "error seen"},
                      {},
                      {true, true, true, true, true}};
  for (std::size_t k = 0; k < errors.kept.size(); ++k) {
    const Eigen::Index kept = errors.kept[k];
    table.rows.push_back({std::to_string(kept + system.unstable), kept == 0 ? "" : number_text(system.hankel[kept - 1]),
                          number_text(chosen.psi[static_cast<std::size_t>(kept)]),
                          number_text(reduce::error_bound(system.hankel, kept)), number_text(errors.errors[k])});
  }
  page.details("Numbers for every order", table);
}

void frequency_responses(Document& page, const FullSystem& full, const Reduction& chosen, const Sweep& sweep) {
  page.section("Frequency response");
  const auto figure_of = [&](const std::string& title, const auto& gain) {
    results::Figure figure{.title = title,
                           .x = {.label = "frequency / (rad/s)", .logarithmic = true},
                           .y = {.label = "gain", .logarithmic = true}};
    results::Curve first{.name = "full, " + counted(full.states(), "state"), .x = sweep.frequencies};
    results::Curve second{.name = "reduced, " + counted(static_cast<std::size_t>(chosen.system.order()), "state"),
                          .x = sweep.frequencies,
                          .dashed = true};
    results::Curve error{.name = "difference", .x = sweep.frequencies, .colour = 6};
    double lowest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < sweep.frequencies.size(); ++i) {
      first.y.push_back(gain(sweep.full[i]));
      second.y.push_back(gain(sweep.reduced[i]));
      error.y.push_back(gain(Eigen::MatrixXcd(sweep.full[i] - sweep.reduced[i])));
      if (first.y.back() > 0) lowest = std::min(lowest, first.y.back());
      if (second.y.back() > 0) lowest = std::min(lowest, second.y.back());
    }
    // differences far below everything else are rounding
    const double largest = *std::max_element(first.y.begin(), first.y.end());
    if (largest > 0) figure.y.low = std::max(1e-10 * largest, std::min(lowest, std::max(chosen.bound, lowest) / 1e4));
    figure.curves = {std::move(first), std::move(second), std::move(error)};
    if (chosen.bound > 0) figure.horizontal.push_back({chosen.bound, "bound"});
    return figure;
  };
  if (sweep.frequencies.empty()) {
    page.paragraph("No frequency could be looked at: each of them is a pole.");
    return;
  }
  const bool one_pair = chosen.system.d.size() == 1;
  page.figure(
      figure_of(one_pair ? pair_name(chosen.system, 0, 0) : "largest gain from all inputs to all outputs",
                [](const Eigen::MatrixXcd& g) { return algebra::largest_singular_value(g); }),
      one_pair ? "" : "The largest singular value of the transfer matrix; the bound is a bound of its difference.");
  if (one_pair) return;
  visit_pairs(chosen.system, [&](Eigen::Index i, Eigen::Index j) {
    page.figure(figure_of(pair_name(chosen.system, i, j), [&](const Eigen::MatrixXcd& g) { return std::abs(g(i, j)); }),
                "");
  });
  if (const std::string note = left_out(chosen.system); !note.empty()) page.paragraph(note);
}

/// Step responses of both, over a time in which something happens.
struct Steps {
  reduce::StepResponse full, reduced;
};

/// When everything has come within a hundredth of its range of where it ends.
double settled_after(const reduce::StepResponse& response) {
  const auto& last = response.values.back();
  reduce::MatrixXd range = reduce::MatrixXd::Zero(last.rows(), last.cols());
  for (const auto& m : response.values) range = range.cwiseMax((m - last).cwiseAbs());
  for (std::size_t k = response.values.size(); k-- > 0;)
    if (((response.values[k] - last).cwiseAbs().array() > range.array() / 100).any()) return response.times[k];
  return 0;
}

std::optional<Steps> steps_of(const FullSystem& full, const Reduction& chosen) {
  double stop = reduce::settling_time(systems_to_show(full, chosen));
  // the slowest state may not matter at all: shorten while nothing happens in most of the time
  constexpr int rounds = 10;
  for (int round = 0;; ++round) {
    std::optional<reduce::StepResponse> all = full.sparse ? reduce::step_response(*full.sparse, stop, time_points)
                                                          : reduce::step_response(full.dense, stop, time_points);
    if (!all) return std::nullopt;
    Steps out{std::move(*all), reduce::step_response(chosen.system, stop, time_points)};
    const double settled = std::max(settled_after(out.full), settled_after(out.reduced));
    if (round == rounds || chosen.unstable > 0 || chosen.system.discrete() || settled == 0 || settled > stop / 4)
      return out;
    stop = 2 * std::max(settled, stop / static_cast<double>(time_points));
  }
}

void step_responses(Document& page, const FullSystem& full, const Reduction& chosen) {
  page.section("Step response");
  const std::optional<Steps> steps = steps_of(full, chosen);
  if (!steps) {
    page.paragraph("The step response of the full system could not be computed: a matrix is singular.");
    return;
  }
  const auto values = [](const reduce::StepResponse& response, Eigen::Index i, Eigen::Index j) {
    std::vector<double> out;
    for (const auto& m : response.values) out.push_back(m(i, j));
    return out;
  };
  visit_pairs(chosen.system, [&](Eigen::Index i, Eigen::Index j) {
    results::Figure figure{
        .title = pair_name(chosen.system, i, j), .x = {.label = "time / s"}, .y = {.label = "step response"}};
    figure.curves = {
        {.name = "full, " + counted(full.states(), "state"), .x = steps->full.times, .y = values(steps->full, i, j)},
        {.name = "reduced, " + counted(static_cast<std::size_t>(chosen.system.order()), "state"),
         .x = steps->reduced.times,
         .y = values(steps->reduced, i, j),
         .dashed = true}};
    page.figure(figure, "");
  });
  if (const std::string note = left_out(chosen.system); !note.empty()) page.paragraph(note);
  page.paragraph(
      "The input steps by one from the operating point at time 0; what is shown is the change of the output." +
      std::string(full.sparse ? " The large system was integrated with " + std::to_string(time_points) +
                                    " steps of a method of second order."
                              : ""));
}

void reduced_model(Document& page, const Reduction& chosen, const std::string& text) {
  page.section("The reduced model");
  DocumentTable poles{{"real part", "imaginary part", "time constant / s"}, {}, {true, true, true}};
  if (chosen.system.order() > 0) {
    const Eigen::VectorXcd found = poles_of(chosen.system.a);
    if (found.size() == 0) page.paragraph("The eigenvalues of the reduced system could not be found.");
    for (const std::complex<double>& e : found) {
      if (e.imag() < 0) continue;
      const double rate = chosen.system.discrete() ? -std::log(std::abs(e)) / *chosen.system.sample_time : -e.real();
      poles.rows.push_back({number_text(e.real()), e.imag() == 0 ? "" : "± " + number_text(e.imag()),
                            rate > 0 ? number_text(1 / rate) : "does not decay"});
    }
    page.table(poles);
  }
  page.details("As Modelica", text);
}

}  // namespace

results::Figure order_figure(const std::string& name, const Reducible& system, const Reduction& chosen,
                             const ErrorCurve* errors) {
  results::Figure figure{.title = name + ": singular values and error",
                         .x = {.label = "order", .whole = true},
                         .y = {.label = "value", .logarithmic = true}};
  results::Curve values{.name = "Hankel singular value", .marks = true};
  results::Curve bound{.name = "bound of the error", .dashed = true, .marks = true};
  results::Curve error{.name = errors != nullptr && errors->exact ? "true error" : "error seen", .marks = true};
  const Eigen::Index shown = std::min({system.hankel.size(), system.minimal + 1, most_orders});
  double lowest = std::numeric_limits<double>::infinity();
  for (Eigen::Index k = 0; k <= shown; ++k) {
    const auto order = static_cast<double>(k + system.unstable);
    if (k > 0) {
      values.x.push_back(order);
      values.y.push_back(system.hankel[k - 1]);
      if (k <= system.minimal) lowest = std::min(lowest, system.hankel[k - 1]);
    }
    bound.x.push_back(order);
    bound.y.push_back(reduce::error_bound(system.hankel, k));
  }
  figure.curves = {std::move(values), std::move(bound)};
  if (errors != nullptr) {
    for (std::size_t i = 0; i < errors->kept.size(); ++i) {
      error.x.push_back(static_cast<double>(errors->kept[i] + system.unstable));
      error.y.push_back(errors->errors[i]);
    }
    figure.curves.push_back(std::move(error));
  }
  // what lies below is rounding
  if (std::isfinite(lowest) && lowest > 0) figure.y.low = lowest / 100;
  figure.vertical.push_back({static_cast<double>(chosen.system.order()), "chosen order"});
  return figure;
}

std::string reduction_report(const FullSystem& full, const Reducible& system, const Reduction& chosen,
                             const reduce::ReductionOptions& options, const std::string& text,
                             const CancelToken& cancel) {
  const Eigen::Index kept = chosen.system.order() - system.unstable;
  const Sweep both = sweep(full, chosen, cancel);
  const ErrorCurve errors = error_curve(full, system, both, cancel);
  Document page(full.name, "Order reduction");
  head(page, full, chosen, both, errors, kept);
  what_was_done(page, full, system, chosen, options, kept);
  orders(page, full, system, chosen, errors);
  frequency_responses(page, full, chosen, both);
  step_responses(page, full, chosen);
  reduced_model(page, chosen, text);
  return page.html("Sunder " + std::string(version()));
}

}  // namespace sunder::report
