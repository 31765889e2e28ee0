#include "base/pass.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "base/codes.hpp"
#include "base/diagnostic.hpp"

using namespace sunder;

namespace {

struct State {
  Diagnostics diagnostics;
  std::string ran;
  int verified = 0;
  std::vector<std::string> violations;
};

Pass<State> pass(std::string_view id, std::vector<std::string_view> needs, std::vector<std::string_view> gives,
                 bool optional = false) {
  return {{id, "appends its name", std::move(needs), std::move(gives), optional},
          [id](State& state) { state.ran += std::string(id) + " "; }};
}

/// text -> a -> b (optional) -> c, where b is needed by nobody.
PassList<State> three() {
  PassList<State> list;
  list.given = {"text"};
  for (const std::string_view id : {"A", "B", "C"}) list.products.push_back({id, {}, {}});
  list.passes = {pass("a", {"text"}, {"A"}), pass("b", {"A"}, {"B"}, true), pass("c", {"A"}, {"C"})};
  return list;
}

std::string complaint(const PassList<State>& list, const PassOptions& options = {}) {
  State state;
  try {
    run_passes(list, state, options);
  } catch (const std::logic_error& error) {
    CHECK(state.ran.empty());  // refused before anything runs
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("passes run in order, each is timed, optional ones can be left out") {
  State state;
  const auto timing = run_passes(three(), state, {});
  CHECK(state.ran == "a b c ");
  REQUIRE(timing.size() == 3);
  CHECK(timing[1].pass == "b");
  CHECK(timing[1].seconds >= 0);
  State shorter;
  CHECK(run_passes(three(), shorter, {.without = {"b"}}).size() == 2);
  CHECK(shorter.ran == "a c ");
  CHECK_THROWS_WITH_AS(run_passes(three(), shorter, {.without = {"c"}}),
                       "no optional pass 'c'; these can be left out: b", std::invalid_argument);
}

TEST_CASE("a broken order is refused before anything runs") {
  PassList<State> turned = three();
  std::swap(turned.passes[0], turned.passes[1]);
  CHECK(complaint(turned) == "the pass 'b' needs 'A', which no pass before it gives");
  PassList<State> nothing_given = three();
  nothing_given.given.clear();
  CHECK(complaint(nothing_given) == "the pass 'a' needs 'text', which no pass before it gives");
  PassList<State> twice = three();
  twice.passes.push_back(pass("again", {}, {"A"}));
  CHECK(complaint(twice) == "the pass 'again' gives 'A' again");
  PassList<State> unknown = three();
  unknown.passes.push_back(pass("more", {}, {"D"}));
  CHECK(complaint(unknown) == "the pass 'more' gives 'D', which is not declared");
  PassList<State> depends = three();
  depends.passes.push_back(pass("d", {"B"}, {}));
  CHECK(complaint(depends, {.without = {"b"}}) == "the pass 'd' needs 'B', which no pass before it gives");
}

TEST_CASE("what a pass gives is verified once; a broken contract is our bug") {
  PassList<State> list = three();
  list.products[0].verify = [](const State& state) {
    ++const_cast<State&>(state).verified;
    return state.violations;
  };
  State sound;
  run_passes(list, sound, {});
  CHECK(sound.verified == 1);
  State broken;
  broken.violations = {"it is upside down", "and more"};
  CHECK_THROWS_WITH_AS(run_passes(list, broken, {}), "broken contract: 'A' after the pass 'a': it is upside down",
                       std::logic_error);
  CHECK(broken.ran == "a ");
}

TEST_CASE("errors, the product asked for and cancellation end the run") {
  PassList<State> list = three();
  State until;
  run_passes(list, until, {.until = "B"});
  CHECK(until.ran == "a b ");
  State cancelled;
  PassOptions options;
  list.passes[0].run = [&](State& state) {
    state.ran += "a ";
    options.cancel.request();
  };
  run_passes(list, cancelled, options);
  CHECK(cancelled.ran == "a ");
  bool verified = false;
  list.products[0].verify = [&](const State&) {
    verified = true;
    return std::vector<std::string>{};
  };
  list.passes[0].run = [](State& state) { state.diagnostics.error(Code::E0008, {}, "wrong"); };
  State wrong;
  CHECK(run_passes(list, wrong, {}).size() == 1);
  CHECK(wrong.ran.empty());
  CHECK_FALSE(verified);  // what is wrong, and said, need not keep a contract
}

TEST_CASE("work that is not wanted any more ends in the middle of a pass, and only where it was begun") {
  PassList<State> list = three();
  PassOptions options;
  list.passes[2].run = [&options](State& state) {
    state.ran += "begun ";
    stop_point();
    options.cancel.request();
    state.ran += "cancelled ";
    stop_point();
    state.ran += "never ";
  };
  State state;
  const auto timing = run_passes(list, state, options);
  CHECK(state.ran == "a b begun cancelled ");
  CHECK(timing.size() == 2);  // what was given up has not run
  CHECK_NOTHROW(stop_point());
}
