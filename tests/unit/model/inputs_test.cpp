#include <doctest/doctest.h>

#include <limits>

#include "model/inputs.hpp"

using namespace sunder;

namespace {

std::shared_ptr<const model::SampledSignal> signal(model::SampledSignal::Between between) {
  auto made = std::make_shared<model::SampledSignal>();
  made->times = {0, 1, 2, 4};
  made->values = {1, 3, 3, -1};
  made->between = between;
  return made;
}

}  // namespace

TEST_CASE("linear samples are continuous and stay where they are beyond their ends") {
  model::InputSignals inputs(1);
  CHECK_FALSE(inputs.driven(0));
  inputs.set(0, signal(model::SampledSignal::Between::linear));
  CHECK(inputs.driven(0));
  CHECK(inputs.at(0, -1) == 1);
  CHECK(inputs.at(0, 0.5) == 2);
  CHECK(inputs.at(0, 3) == 1);
  CHECK(inputs.at(0, 9) == -1);
  CHECK(inputs.next_jump() == std::numeric_limits<double>::infinity());
}

TEST_CASE("held samples jump when they are passed, in both directions of time") {
  model::InputSignals inputs(2);
  inputs.set(0, signal(model::SampledSignal::Between::held));
  inputs.set(1, 7.0);
  inputs.pass(0);
  CHECK(inputs.next_jump() == 1);
  CHECK(inputs.at(0, 1.5) == 1);  // not before it was passed
  inputs.pass(1);
  CHECK(inputs.at(0, 1) == 3);
  CHECK(inputs.next_jump() == 4);  // at 2 nothing changes
  inputs.pass(4);
  CHECK(inputs.at(0, 4) == -1);
  CHECK(inputs.next_jump() == std::numeric_limits<double>::infinity());
  inputs.pass(0.5);
  CHECK(inputs.at(0, 0.5) == 1);
  CHECK(inputs.at(1, 3) == 7);
}

TEST_CASE("a curve drives all inputs until it is released") {
  model::InputSignals inputs(1);
  inputs.set_default(0, 5);
  model::InputCurve curve;
  curve.begin = 1;
  curve.length = 2;
  curve.coefficients = {std::vector<double>{1}, {2}, {4}};
  inputs.set(curve);
  CHECK(inputs.at(0, 2) == 1 + 1 + 1);
  inputs.release();
  inputs.set_default(0, 5);
  CHECK(inputs.at(0, 2) == 5);
}
