#include "simulate/initial_values.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "base/codes.hpp"

using namespace sunder;

namespace {

struct File {
  File(const std::string& name, const std::string& text)
      : path((std::filesystem::temp_directory_path() / name).string()) {
    std::ofstream(path) << text;
  }
  ~File() { std::filesystem::remove(path); }
  std::string path;
};

double value_of(const simulate::NamedValues& given, const std::string& name) {
  for (const simulate::NamedValue& one : given.values)
    if (one.name == name) return one.value;
  FAIL("no value of " << name);
  return 0;
}

bool refused(const std::string& path, Code code) {
  const Outcome<simulate::NamedValues> given = simulate::read_named_values(path);
  return !given.ok() && given.diagnostics().all().front().code == code;
}

}  // namespace

TEST_CASE("the last time of a results file, or a given one") {
  const File file("sunder_from.csv", "time,\"x\",\"on\"\n0,1,0\n1,3,0\n1,3,1\n2,7,1\n");
  CHECK(value_of(*simulate::read_named_values(file.path), "x") == 7);
  const Outcome<simulate::NamedValues> between = simulate::read_named_values(file.path + "@0.5");
  REQUIRE(between.ok());
  CHECK(between->results);
  CHECK(value_of(*between, "x") == 2);
  const Outcome<simulate::NamedValues> at_event = simulate::read_named_values(file.path + "@1");
  CHECK(at_event->values[1].held == 1);  // after it
  CHECK(refused(file.path + "@2.5", Code::E0640));
  CHECK(refused(file.path + "@soon", Code::E0640));
}

TEST_CASE("tables of names and values") {
  const File lines("sunder_from.txt", "# start\nx = 1.5\n a[1,2] = -2e3 # rest\n\non = true\n");
  const Outcome<simulate::NamedValues> given = simulate::read_named_values(lines.path);
  REQUIRE(given.ok());
  CHECK_FALSE(given->results);
  CHECK(given->values.size() == 3);
  CHECK(value_of(*given, "a[1,2]") == -2000);
  CHECK(value_of(*given, "on") == 1);
  const File table("sunder_from_table.csv", "name,value\n\"a[1,2]\",4\nx,5\n");
  CHECK(value_of(*simulate::read_named_values(table.path), "a[1,2]") == 4);
  const File object("sunder_from.json", R"({"x": 2, "on": false})");
  CHECK(value_of(*simulate::read_named_values(object.path), "x") == 2);
  const File run("sunder_from_run.json", R"({"model": "M", "final": {"x": 3, "y": null}})");
  CHECK(value_of(*simulate::read_named_values(run.path), "x") == 3);
}

TEST_CASE("what is no table is refused") {
  CHECK(refused("/nowhere/at/all.csv", Code::E0001));
  const File garbage("sunder_from_bad.txt", "x = 1\nhello\n");
  CHECK(refused(garbage.path, Code::E0640));
  CHECK(refused(garbage.path + "@3", Code::E0640));
  const File list("sunder_from_bad.json", "[1, 2]");
  CHECK(refused(list.path, Code::E0640));
  const File broken("sunder_from_cut.json", "{\"x\": ");
  CHECK(refused(broken.path, Code::E0640));
}
