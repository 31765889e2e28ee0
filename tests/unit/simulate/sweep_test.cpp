#include "simulate/sweep.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/codes.hpp"

using namespace sunder;

namespace {

std::vector<std::string> values_of(const std::string& text) {
  Outcome<simulate::SweepAxis> axis = simulate::parse_sweep(text);
  REQUIRE(axis.ok());
  return axis->values;
}

bool refused(const std::string& text) {
  const Outcome<simulate::SweepAxis> axis = simulate::parse_sweep(text);
  if (axis.ok()) return false;
  CHECK(axis.diagnostics().all().front().code == Code::E0643);
  return true;
}

simulate::SweepPoints points_of(const std::vector<std::string>& texts) {
  std::vector<simulate::SweepAxis> axes;
  for (const std::string& text : texts) axes.push_back(simulate::parse_sweep(text).take());
  Outcome<simulate::SweepPoints> points = simulate::SweepPoints::make(std::move(axes));
  REQUIRE(points.ok());
  return points.take();
}

std::string content(const std::string& path) {
  std::ifstream in(path);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

}  // namespace

TEST_CASE("ranges and lists of values") {
  CHECK(values_of("k=0:1:3") == std::vector<std::string>{"0", "0.5", "1"});
  CHECK(values_of("k=2:-2:2") == std::vector<std::string>{"2", "-2"});
  CHECK(values_of("k=1:1000:4:log").back() == "1000");
  CHECK(values_of("k=1:100:3:log")[1] == "10");
  CHECK(values_of("a.b[1] = 1, 2,5e-3,true") == std::vector<std::string>{"1", "2", "5e-3", "true"});
  CHECK(simulate::parse_sweep("a.b[1]=1,2")->name == "a.b[1]");
}

TEST_CASE("what is no sweep is refused") {
  for (const char* text : {"k", "=1", "k=", "k=1:2", "k=1:2:0", "k=1:2:1.5", "k=1:2:3:lin", "k=-1:1:3:log",
                           "k=0:1:3:log", "k=a,b", "k=1:2:1", "k=1,,2", "k=1:nan:3", "k=0:1:1e9", "k=1:2:3:log:4"}) {
    CAPTURE(text);
    CHECK(refused(text));
  }
  CHECK_FALSE(simulate::SweepPoints::make({{"k", {"1"}}, {"k", {"2"}}}).ok());
  CHECK_FALSE(simulate::SweepPoints::make(
                  {{"a", std::vector<std::string>(2000, "1")}, {"b", std::vector<std::string>(2000, "1")}})
                  .ok());
}

TEST_CASE("all combinations, the last parameter fastest") {
  const simulate::SweepPoints points = points_of({"a=1,2", "b=3,4,5"});
  REQUIRE(points.count() == 6);
  CHECK(points.point(0) == std::vector<std::string>{"1", "3"});
  CHECK(points.point(1) == std::vector<std::string>{"1", "4"});
  CHECK(points.point(5) == std::vector<std::string>{"2", "5"});
}

TEST_CASE("the table holds the runs in their order, whichever ends first, and none that is not to be kept") {
  const simulate::SweepPoints points = points_of({"a=1,2,7,9"});
  const std::string path = (std::filesystem::temp_directory_path() / "sunder_sweep_test.csv").string();
  simulate::SweepTable table(points);
  REQUIRE(table.open(path));
  for (const std::size_t i : {0, 1, 2, 3}) {
    std::ofstream part(table.part(i));
    part << "time,\"x\"\n0," << i << "\n1," << 10 * i << "\n";
  }
  CHECK(table.add(2, true));
  CHECK(content(path).empty());  // two runs before it are not done
  CHECK(table.add(0, true));
  CHECK(content(path) == "\"a\",time,\"x\"\n1,0,0\n1,1,0\n");
  CHECK(table.add(1, false));
  CHECK(content(path) == "\"a\",time,\"x\"\n1,0,0\n1,1,0\n7,0,2\n7,1,20\n");
  CHECK(table.finish());
  CHECK_FALSE(std::filesystem::exists(table.part(1)));
  std::filesystem::remove(table.part(3));
  std::filesystem::remove(path);
}

TEST_CASE("rows come from memory or from a file, and those that wait are not all in memory") {
  const simulate::SweepPoints points = points_of({"a=1,2,3,4,5"});
  const std::string path = (std::filesystem::temp_directory_path() / "sunder_sweep_memory.csv").string();
  simulate::SweepTable table(points);
  REQUIRE(table.open(path));
  const std::string large = "time,\"x\"\n" + std::string(40 << 20, '0') + "\n";
  CHECK(table.add(3, true, large));
  CHECK_FALSE(std::filesystem::exists(table.part(3)));
  CHECK(table.add(4, true, large));
  CHECK(std::filesystem::exists(table.part(4)));
  std::ofstream(table.part(1)) << "time,\"x\"\n0,1\n";
  CHECK(table.add(1, true));
  CHECK(table.add(2, true, "time,\"x\"\n0,2\n"));
  CHECK(table.add(0, true, "time,\"x\"\n0,0\n"));
  CHECK(table.finish());
  const std::string text = content(path);
  CHECK(text.starts_with("\"a\",time,\"x\"\n1,0,0\n2,0,1\n3,0,2\n4,000"));
  CHECK(text.size() > std::size_t{80} << 20U);
  CHECK_FALSE(std::filesystem::exists(table.part(4)));
  std::filesystem::remove(path);
}

TEST_CASE("after an interruption what has ended is kept") {
  const simulate::SweepPoints points = points_of({"a=1,2"});
  const std::string path = (std::filesystem::temp_directory_path() / "sunder_sweep_cut.csv").string();
  simulate::SweepTable table(points);
  REQUIRE(table.open(path));
  std::ofstream(table.part(1)) << "time,\"x\"\n0,5\n";
  CHECK(table.add(1, true));
  CHECK(table.finish());
  CHECK(content(path) == "\"a\",time,\"x\"\n2,0,5\n");
  std::filesystem::remove(path);
}

TEST_CASE("every run is made once, none after a cancellation") {
  std::vector<std::atomic<int>> counts(50);
  const CancelToken never;
  simulate::run_sweep(counts.size(), 4, never, [&](std::size_t i) { ++counts[i]; });
  for (const auto& count : counts) CHECK(count == 1);
  const CancelToken cancel;
  std::atomic<int> made{0};
  simulate::run_sweep(1000, 1, cancel, [&](std::size_t i) {
    ++made;
    if (i == 9) cancel.request();
  });
  CHECK(made == 10);
}

TEST_CASE("a run that throws ends the sweep, and the caller hears of it") {
  const CancelToken never;
  const auto run = [](std::size_t i) {
    if (i == 3) throw std::bad_alloc();
  };
  CHECK_THROWS_AS(simulate::run_sweep(1000, 4, never, run), std::bad_alloc);
}
