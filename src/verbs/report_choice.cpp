#include "verbs/report_choice.hpp"

#include <algorithm>
#include <cctype>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "verbs/automatic.hpp"
#include "verbs/relay.hpp"
#include "verbs/timing.hpp"

namespace sunder::verbs {
namespace {

/// Every candidate and a reference are run where the coarse run was shorter than this.
constexpr double quick_coarse_run = 0.5;

class Chooser {
 public:
  Chooser(const LoadedModel& model, simulate::SimulateOptions options, choose::Purpose purpose, const Control& control,
          Diagnostics& diagnostics)
      : model_(model),
        options_(std::move(options)),
        purpose_(std::move(purpose)),
        control_(control),
        diagnostics_(diagnostics) {}

  ReportChoice run() {
    ProgressRelay relay(control_, "chosen method");
    options_.progress = relay.get();
    Outcome<choose::ChosenRun> made = choose::simulate_chosen(model_.model(), make_context_, options_, purpose_);
    options_.progress = nullptr;
    if (!made.has_value()) {
      say(made.diagnostics(), "the planner could not run the model: ");
      return std::move(out_);
    }
    choose::ChosenRun chosen = made.take();
    if (chosen.run.status.ok) {
      chosen.run.simulate_seconds =
          settled(chosen.run.simulate_seconds, chosen.run.method, chosen.audit.runs.back().tolerance,
                  chosen.run.partition, chosen.plan.chosen()->period);
      measure(chosen.plan);
    }
    std::vector<std::string> told = report::explain_choice(chosen.plan, chosen.audit, chosen.run);
    out_.sentences.insert(out_.sentences.begin(), told.begin(), told.end());
    for (const Diagnostic& one : made.diagnostics().all())
      if (one.severity != Severity::error) diagnostics_.add(one);  // errors are in the status and in the verdict
    out_.made = std::move(chosen);
    return std::move(out_);
  }

 private:
  void measure(choose::Plan& plan) {
    if (plan.coarse.seconds >= quick_coarse_run) {
      out_.sentences.push_back("The coarse run took " + report::duration_text(quick_coarse_run) +
                               " or more: the candidates were not run, what is shown of them is forecast.");
      return;
    }
    if (options_.cancel.requested()) return;
    const Diagnostics wrong = choose::measure(model_.model(), make_context_, options_, plan);
    if (!wrong.all().empty() && !options_.cancel.requested()) say(wrong, "the candidates could not be measured: ");
    for (choose::Candidate& one : plan.candidates) {
      if (!one.measured || !one.measured->failure.empty()) continue;
      std::optional<model::Partition> partition;
      if (one.rows) partition = model::Partition::two_way(*one.rows, model_.model().state_count());
      one.measured->seconds = settled(one.measured->seconds, one.method, one.tolerance, partition, one.period);
    }
  }

  double settled(double first, const std::string& method, double tolerance,
                 const std::optional<model::Partition>& partition, std::optional<double> period) {
    simulate::SimulateOptions again = options_;
    again.period = period;
    again.method = method;
    again.tolerance = tolerance;
    again.partition = partition;
    return settled_seconds(first, [&] {
      results::MemoryWriter memory;
      const std::unique_ptr<model::Context> context = make_context_();
      const Outcome<simulate::Simulation> made = simulate::simulate(model_.model(), *context, again, &memory);
      return made.has_value() ? made->simulate_seconds : first;
    });
  }

  /// To the reader of the page and to the terminal.
  void say(const Diagnostics& wrong, const std::string& lead) {
    for (const Diagnostic& one : wrong.all()) {
      if (one.severity == Severity::note) continue;
      std::string sentence = lead + one.message;
      diagnostics_.warning(Code::W0902, one.span, sentence);
      sentence.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
      out_.sentences.push_back(sentence + ".");
    }
  }

  const LoadedModel& model_;
  simulate::SimulateOptions options_;
  choose::Purpose purpose_;
  const Control& control_;
  Diagnostics& diagnostics_;
  const choose::ContextMaker make_context_ = [this] { return model_.create_context(); };
  ReportChoice out_;
};

}  // namespace

ReportChoice choose_for_report(const LoadedModel& model, simulate::SimulateOptions options,
                               std::optional<double> slowest_of_interest, const Control& control,
                               Diagnostics& diagnostics) {
  choose::Purpose purpose;
  purpose.slowest_of_interest = slowest_of_interest;
  purpose.explain = true;
  purpose.forecast_errors = true;
  (void)can_be_audited(model, purpose, diagnostics);  // what is not promised can at most be a warning
  return Chooser(model, std::move(options), purpose, control, diagnostics).run();
}

}  // namespace sunder::verbs
