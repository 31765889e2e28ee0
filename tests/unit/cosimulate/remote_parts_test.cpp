// Parts that other ranks host, with threads in the place of ranks.
#include "cosimulate/remote_parts.hpp"

#include "text_system.hpp"
#include "unit/base/thread_ranks.hpp"

using namespace sunder;

namespace {

std::string three_parts(const std::string& head) {
  std::string text = "communication_step = 0.02\nstop = 2.0\n" + head;
  for (const char* name : {"one", "two", "three"})
    text += std::string("[[part]]\nname = \"") + name +
            "\"\na = [[-1.0, 2.0], [-3.0, -0.5]]\nb = [[0.3], [1.0]]\nc = [[1.0, 0.5]]\nd = [[0.2]]\ninitial = [1.0, "
            "-0.5]\nmethod = \"rk4\"\nsubsteps = 2\n";
  for (const auto& [from, to] : {std::pair("one", "two"), std::pair("two", "three"), std::pair("three", "one")})
    text += std::string("[[connection]]\nfrom = \"") + from + ".y1\"\nto = \"" + to + ".u1\"\n";
  return text;
}

struct Answer {
  std::vector<double> values;
  std::uint64_t rejected = 0;
  std::vector<cosimulate::RankShare> shares;
};

Answer answer_of(const std::string& text, int size, const cosimulate::CosimOptions& options) {
  Answer answer;
  ThreadRanks ranks(size);
  ranks.run([&](Ranks& here) {
    cosimulate::OpenSystem system = open_text(text);
    if (!here.leads()) return cosimulate::host_parts(system, here, {});
    Diagnostics diagnostics;
    answer.shares = cosimulate::distribute(system, here, {}, diagnostics);
    REQUIRE(!diagnostics.has_errors());
    const cosimulate::Cosimulation made = run(system, options);  // examines the remote parts, too
    CHECK(made.ok);
    answer.values = made.final_values;
    answer.rejected = made.statistics.rejected;
  });
  return answer;
}

}  // namespace

TEST_CASE("a master cannot tell parts of other ranks from its own") {
  for (const char* head : {"", "extrapolation = 1\n", "feedthrough = \"delayed\"\n", "master = \"iterated\"\n",
                           "master = \"gauss-seidel\"\norder = [\"two\", \"one\", \"three\"]\n"}) {
    CAPTURE(head);
    const std::string text = three_parts(head);
    const Answer alone = answer_of(text, 1, {});
    for (const int size : {2, 4}) {
      const Answer shared = answer_of(text, size, {});
      CHECK(shared.values == alone.values);
      std::size_t parts = 0;
      for (const cosimulate::RankShare& share : shared.shares) parts += share.parts.size();
      CHECK(shared.shares.size() == static_cast<std::size_t>(size));
      CHECK(parts == 3);
    }
  }
}

TEST_CASE("steps that are taken back are so on other ranks") {
  cosimulate::CosimOptions options;
  options.adaptive = true;
  options.tolerance = 1e-6;
  options.communication_step = 0.5;
  const std::string text = three_parts("");
  const Answer alone = answer_of(text, 1, options), shared = answer_of(text, 3, options);
  CHECK(alone.rejected > 0);
  CHECK(shared.rejected == alone.rejected);
  CHECK(shared.values == alone.values);
}

TEST_CASE("a rank that goes away is named") {
  const std::string text = three_parts("");
  ThreadRanks ranks(2);
  ranks.run([&](Ranks& here) {
    if (!here.leads()) {
      here.send(0, RankWord::ready, {});
      CHECK(wait_for(here, 0, {})->word == RankWord::share);
      here.send(0, RankWord::goodbye, "the licence has run out");
      return;
    }
    cosimulate::OpenSystem system = open_text(text);
    cosimulate::SystemStability stability;
    Diagnostics diagnostics;
    REQUIRE(cosimulate::examine(system, system.description.communication_step, stability, diagnostics));
    static_cast<void>(cosimulate::distribute(system, here, {}, diagnostics));
    const Outcome<cosimulate::Cosimulation> made = cosimulate::cosimulate(system, {}, stability);
    REQUIRE(made.has_value());
    CHECK(!made->ok);
    std::string said;
    for (const Diagnostic& one : made.diagnostics().all()) said += one.message + "\n";
    CHECK(said.find("rank 1 (on node1)") != std::string::npos);
    CHECK(said.find("the licence has run out") != std::string::npos);
  });
}

TEST_CASE("parts are shared out by their cost") {
  CHECK(cosimulate::share_out({5, 1, 1, 1, 2}, 2, 0) == std::vector<int>{0, 1, 1, 1, 1});
  CHECK(cosimulate::share_out({1, 1, 1, 1}, 4, 0.5) == std::vector<int>{1, 2, 3, 0});
  CHECK(cosimulate::share_out({0, 0, 0}, 3, 0) == std::vector<int>{0, 1, 2});
  CHECK(cosimulate::share_out({3, 4}, 1, 0) == std::vector<int>{0, 0});
}
