// Communication steps that follow the error, with parts that can and cannot take a step back.
#include <cmath>
#include <stdexcept>

#include "base/codes.hpp"
#include "text_system.hpp"

using namespace sunder;

namespace {

/// A part of which nothing can be taken back, as foreign code often is.
class OneWay final : public model::Part {
 public:
  explicit OneWay(std::unique_ptr<model::Part> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] const model::PartInterface& interface() const override { return inner_->interface(); }
  model::Status initialise(double time) override {
    reached_ = time;
    return inner_->initialise(time);
  }
  void set_inputs(const model::InputCurve& curve) override { inner_->set_inputs(curve); }
  void keep_substeps(std::size_t count) override { inner_->keep_substeps(count); }
  model::Status step(double time, double length) override {
    CHECK(time == doctest::Approx(reached_));  // never back
    reached_ = time + length;
    return inner_->step(time, length);
  }
  model::Status outputs(double time, std::span<const double> u, std::span<double> y) override {
    return inner_->outputs(time, u, y);
  }
  [[nodiscard]] bool feeds_through() const override { return inner_->feeds_through(); }
  model::Status feedthrough(double time, std::span<const double> u, std::span<double> d) override {
    return inner_->feedthrough(time, u, d);
  }
  model::Status linearise(double time, std::span<const double> u, model::LinearSystem& out) override {
    return inner_->linearise(time, u, out);
  }
  [[nodiscard]] std::span<double> states() override { return inner_->states(); }
  [[nodiscard]] bool nonlinear() const override { return inner_->nonlinear(); }
  [[nodiscard]] bool can_restore() const override { return false; }
  [[nodiscard]] std::unique_ptr<model::Snapshot> save() const override {
    throw std::logic_error("there is no way back");
  }
  void restore(const model::Snapshot&) override { throw std::logic_error("there is no way back"); }
  [[nodiscard]] std::size_t variable_count() const override { return inner_->variable_count(); }
  [[nodiscard]] model::Variable variable(model::VariableIndex index) const override { return inner_->variable(index); }
  model::Status record(double time, std::span<double> values) override { return inner_->record(time, values); }
  [[nodiscard]] std::vector<std::size_t> deciding_inputs() const override { return inner_->deciding_inputs(); }
  [[nodiscard]] std::vector<model::EventMessage> warnings() const override { return inner_->warnings(); }
  [[nodiscard]] std::optional<model::EventMessage> termination() const override { return inner_->termination(); }

 private:
  std::unique_ptr<model::Part> inner_;
  double reached_ = 0;
};

// x1' = -x1 + x2/2, x2' = 30 (x1 - x2): quick at the start, slow later.
std::string quick_then_slow(const std::string& master) {
  return "communication_step = 0.001\nstop = 6.0\n" + master + R"(
[[part]]
name = "slow"
a = [[-1.0]]
b = [[0.5]]
c = [[1.0]]
initial = [1.0]
method = "exact"
[[part]]
name = "quick"
a = [[-30.0]]
b = [[30.0]]
c = [[1.0]]
initial = [-2.0]
method = "exact"
[[connection]]
from = "slow.y1"
to = "quick.u1"
[[connection]]
from = "quick.y1"
to = "slow.u1"
)";
}

cosimulate::OpenSystem one_way(const std::string& master) {
  cosimulate::OpenSystem system = open_text(quick_then_slow(master));
  system.parts[1] = std::make_unique<OneWay>(std::move(system.parts[1]));
  return system;
}

cosimulate::CosimOptions adaptive(double tolerance) {
  cosimulate::CosimOptions options;
  options.adaptive = true;
  options.tolerance = tolerance;
  return options;
}

/// By steps so short that they do not matter.
double reference() {
  cosimulate::CosimOptions options;
  options.communication_step = 0.0005;
  return final_value(run(open_text(quick_then_slow("extrapolation = 2")), options), "slow.x1");
}

}  // namespace

TEST_CASE("without a way back the difference of predicted and new inputs chooses the next step") {
  const double exact = reference();
  const cosimulate::Cosimulation rough = run(one_way("extrapolation = 1"), adaptive(1e-3));
  const cosimulate::Cosimulation good = run(one_way("extrapolation = 1"), adaptive(1e-6));
  REQUIRE(rough.ok);
  REQUIRE(good.ok);
  CHECK(rough.statistics.rejected == 0);
  CHECK(good.statistics.rejected == 0);
  CHECK(good.statistics.steps > 2 * rough.statistics.steps);
  CHECK(good.steps.largest > 3 * good.steps.smallest);
  const double error = std::abs(final_value(good, "slow.x1") - exact);
  CHECK(error < std::abs(final_value(rough, "slow.x1") - exact));
  CHECK(error < 1e-4 * exact);
}

TEST_CASE("with a way back steps that are too long are repeated") {
  const cosimulate::Cosimulation done = run(open_text(quick_then_slow("extrapolation = 1\n")), adaptive(1e-6));
  REQUIRE(done.ok);
  CHECK(std::abs(final_value(done, "slow.x1") - reference()) < 1e-4);
}

TEST_CASE("a rejected step of the iterated master begins where it began") {
  cosimulate::OpenSystem system = open_text(quick_then_slow("master = \"iterated\"\nextrapolation = 1"));
  cosimulate::CosimOptions options = adaptive(1e-7);
  options.communication_step = 0.5;  // too long by far: the first steps are rejected
  const cosimulate::Cosimulation done = run(system, options);
  REQUIRE(done.ok);
  CHECK(done.statistics.rejected > 0);
  CHECK(std::abs(final_value(done, "slow.x1") - reference()) < 1e-5);
}

TEST_CASE("the iterated master needs a way back") {
  const Outcome<cosimulate::Cosimulation> made = attempt(one_way("master = \"iterated\""), {});
  CHECK_FALSE(made.has_value());
  REQUIRE(made.diagnostics().error_count() == 1);
  CHECK(made.diagnostics().all().front().code == Code::E1008);
}
