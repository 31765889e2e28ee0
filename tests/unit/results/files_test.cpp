#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <thread>

#include "base/codes.hpp"
#include "results/csv.hpp"
#include "results/mat.hpp"
#include "results/name_filter.hpp"
#include "results/reader.hpp"
#include "results/writer.hpp"

using namespace sunder;

namespace {

/// A file name of its own for every use, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& ending)
      : path_((std::filesystem::temp_directory_path() /
               ("sunder-results-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "-" +
                std::to_string(++count_) + ending))
                  .string()) {}
  ~TemporaryFile() { std::remove(path_.c_str()); }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string content() const {
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  static inline int count_ = 0;
  std::string path_;
};

std::vector<results::ResultVariable> variables() {
  results::ResultVariable position;
  position.name = "body.x";
  position.unit = "m";
  position.description = "position";
  results::ResultVariable odd;
  odd.name = "a[1,2].\"quoted\"";
  results::ResultVariable mass;
  mass.name = "mass";
  mass.unit = "kg";
  mass.constant = true;
  return {position, mass, odd};
}

void write_sample(results::ResultWriter& writer) {
  REQUIRE(writer.begin(variables(), 0, 1, std::vector<double>{1, 12.5, 0}));
  REQUIRE(writer.row(0, std::vector<double>{1, 12.5, 0.1}));
  REQUIRE(writer.row(0.5, std::vector<double>{1.0 / 3, 12.5, -1e300}));
  REQUIRE(writer.row(1, std::vector<double>{5e-324, 12.5, std::numeric_limits<double>::infinity()}));
}

std::string sample(const std::string& ending) {
  const TemporaryFile file(ending);
  auto writer = results::open_writer(file.path());
  REQUIRE(writer.ok());
  write_sample(**writer);
  REQUIRE((*writer)->finish());
  return file.content();
}

Outcome<results::Trajectory> parse(const std::string& ending, const std::string& content) {
  return ending == ".csv" ? results::parse_csv(content, "sample.csv") : results::parse_mat(content, "sample.mat");
}

}  // namespace

TEST_CASE("CSV: header, quoting, shortest numbers") {
  const std::string text = sample(".csv");
  CHECK(text ==
        "time,\"body.x\",\"a[1,2].\"\"quoted\"\"\"\n"
        "0,1,0.1\n"
        "0.5,0.3333333333333333,-1e+300\n"
        "1,5e-324,inf\n");
}

TEST_CASE("what was written is read back to the last bit") {
  for (const std::string ending : {".csv", ".mat"}) {
    CAPTURE(ending);
    const auto result = parse(ending, sample(ending));
    REQUIRE(result.ok());
    CHECK(result->times == std::vector<double>{0, 0.5, 1});
    const auto x = result->find("body.x");
    const auto odd = result->find("a[1,2].\"quoted\"");
    REQUIRE(x);
    REQUIRE(odd);
    CHECK(result->columns[*x] == std::vector<double>{1, 1.0 / 3, 5e-324});
    CHECK(result->columns[*odd] == std::vector<double>{0.1, -1e300, std::numeric_limits<double>::infinity()});
    CHECK(result->find("mass").has_value() == (ending == ".mat"));
    if (ending == ".mat") {
      CHECK(result->columns[*result->find("mass")] == std::vector<double>{12.5});
      CHECK(result->variables[*result->find("mass")].constant);
      CHECK(result->variables[*x].unit == "m");
      CHECK(result->variables[*x].description == "position");
    }
  }
}

TEST_CASE("MAT: the layout other tools expect, byte by byte at the start") {
  const std::string bytes = sample(".mat");
  std::int32_t head[5];
  std::memcpy(head, bytes.data(), sizeof head);
  CHECK(head[0] == 51);
  CHECK(head[1] == 4);
  CHECK(head[2] == 11);
  CHECK(head[3] == 0);
  CHECK(head[4] == 7);
  CHECK(bytes.substr(20, 7) == std::string("Aclass\0", 7));
  CHECK(bytes.substr(27, 8) == "A1 bt. i");  // column by column: "A1 b", "t. i"
  CHECK(bytes.find(std::string("name\0time", 9)) != std::string::npos);
  for (const char* name : {"description", "dataInfo", "data_1", "data_2"}) {
    CHECK(bytes.find(std::string(name) + '\0') != std::string::npos);
  }
  // data_2 is the last matrix, three columns of time and two variables
  const std::size_t data = bytes.find(std::string("data_2\0", 7));
  std::memcpy(head, bytes.data() + data - sizeof head, sizeof head);
  CHECK(head[0] == 0);
  CHECK(head[1] == 3);
  CHECK(head[2] == 3);
  CHECK(bytes.size() == data + 7 + 9 * sizeof(double));
}

TEST_CASE("rows reach the file by themselves, whole ones only") {
  for (const std::string ending : {".csv", ".mat"}) {
    INFO(ending);
    const TemporaryFile file(ending);
    auto writer = results::open_writer(file.path());
    REQUIRE(writer.ok());
    REQUIRE((*writer)->begin(variables(), 0, 1e6, std::vector<double>{0, 0, 0}));
    CHECK(results::read_results(file.path())->times.empty());
    for (int i = 0; i < 7; ++i) REQUIRE((*writer)->row(i, std::vector<double>{1.0 * i, 0, 2.0 * i}));
    // nobody writes, flushes or finishes: the rows come nevertheless (a wait without end if they do not)
    for (;;) {
      const auto result = results::read_results(file.path());
      REQUIRE(result.ok());
      if (result->times.size() < 7) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        continue;
      }
      CHECK(result->times.size() == 7);
      CHECK(result->columns[0].back() == 6);
      break;
    }
  }
}

TEST_CASE("what a file held stays until there is something to write") {
  const TemporaryFile old(".csv");
  std::ofstream(old.path()) << "precious\n";
  {
    const auto writer = results::open_writer(old.path());
    REQUIRE(writer.ok());
  }
  CHECK(old.content() == "precious\n");
  auto writer = results::open_writer(old.path());
  REQUIRE((*writer)->begin(variables(), 0, 1, std::vector<double>{0, 0, 0}));
  REQUIRE((*writer)->finish());
  CHECK(old.content().starts_with("time,"));
  CHECK(old.content().find("precious") == std::string::npos);
  const TemporaryFile fresh(".mat");
  { CHECK(results::open_writer(fresh.path()).ok()); }
  CHECK_FALSE(std::filesystem::exists(fresh.path()));
}

TEST_CASE("in memory until it is much, then in a file, with all that was before") {
  const TemporaryFile file(".csv");
  results::OutputFile out;
  out.open_in_memory(file.path(), 10);
  out.add("one\n");
  CHECK(out.end_piece());
  CHECK(out.flush());
  CHECK_FALSE(std::filesystem::exists(file.path()));
  SUBCASE("taken") {
    CHECK(out.close());
    CHECK(out.take() == "one\n");
    CHECK_FALSE(std::filesystem::exists(file.path()));
  }
  SUBCASE("too much") {
    out.add("two and more\n");
    CHECK(out.end_piece());
    CHECK(out.close());
    CHECK_FALSE(out.take());
    CHECK(file.content() == "one\ntwo and more\n");
  }
}

TEST_CASE("names by regular expressions") {
  const auto matches = [](const std::string& expression, const std::string& name) {
    return results::NameFilter::make(expression)->passes(name);
  };
  CHECK(matches("", "anything"));
  CHECK(matches("a.*", "a.b[2]"));
  CHECK_FALSE(matches("a", "a.b"));
  const std::string long_name(100'000, 'a');
  CHECK(matches("(a|b)*", long_name));  // no recursion over the letters
  CHECK_FALSE(matches("(a*)*b", long_name));
  CHECK(results::NameFilter::make("(").diagnostics().all()[0].code == Code::E0612);
}

TEST_CASE("MAT: an alias may turn the sign") {
  const std::string bytes = sample(".mat");
  std::string aliased = bytes;
  // dataInfo of the first variable: row 2 of data_2 becomes the negative of row 3
  const std::size_t info = aliased.find(std::string("dataInfo\0", 9)) + 9;
  const std::int32_t row = -3;
  std::memcpy(aliased.data() + info + 4 * 4 + 4, &row, 4);
  const auto result = results::parse_mat(aliased, "x");
  REQUIRE(result.ok());
  CHECK(result->columns[0][0] == -0.1);
}

TEST_CASE("hostile files: truncated anywhere, they are refused or read in part, never a crash") {
  for (const std::string ending : {".csv", ".mat"}) {
    const std::string whole = sample(ending);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto result = parse(ending, whole.substr(0, size));
      if (!result.ok()) CHECK(result.diagnostics().all()[0].code == Code::E0701);
      if (result.ok()) {
        for (std::size_t i = 0; i < result->columns.size(); ++i) {
          CHECK(result->columns[i].size() == (result->variables[i].constant ? 1 : result->times.size()));
        }
      }
      if (ending == ".mat") CHECK_FALSE(result.ok());  // the count in the header promises more
    }
  }
}

TEST_CASE("hostile files: changed and random bytes") {
  for (const std::string ending : {".csv", ".mat"}) {
    const std::string whole = sample(ending);
    CHECK(rc::check([&] {
      std::string damaged = whole;
      const int changes = *rc::gen::inRange(1, 6);
      for (int i = 0; i < changes; ++i) {
        damaged[*rc::gen::inRange<std::size_t>(0, damaged.size())] = *rc::gen::arbitrary<char>();
      }
      (void)parse(ending, damaged);
      (void)parse(ending, *rc::gen::arbitrary<std::string>());
    }));
  }
  const auto lying = [](std::int32_t rows, std::int32_t columns) {
    const std::int32_t head[5] = {0, rows, columns, 0, 7};
    return results::parse_mat(
        std::string(reinterpret_cast<const char*>(head), sizeof head) + std::string("data_2\0", 7), "x");
  };
  CHECK_FALSE(lying(2000000000, 2000000000).ok());
  CHECK_FALSE(lying(-1, 5).ok());
  CHECK_FALSE(results::parse_mat("MATLAB 5.0 MAT-file, and so on", "x").ok());
  CHECK(results::parse_csv("x,y\n1,2\n", "x").diagnostics().all()[0].message.find("time") != std::string::npos);
  CHECK(results::parse_csv("time,y\n1,2\n0,2\n", "x").diagnostics().all()[0].message == "x:3: the time runs backwards");
  CHECK(results::parse_csv("time,y\n1,zwei\n", "x").diagnostics().all()[0].message == "x:2: \"zwei\" is not a number");
  CHECK(results::parse_csv("time,y\n1\n", "x").diagnostics().all()[0].message ==
        "x:2: the line has 1 number, the header names 2 columns");
}

TEST_CASE("remarks before the header of a CSV file are no data") {
  const auto read = results::parse_csv("# events at the ends of steps\n# and more\ntime,\"x\"\n0,1\n", "r.csv");
  REQUIRE(read.ok());
  CHECK(read->variables.size() == 1);
  CHECK(read->at(0, 0) == 1);
  CHECK_FALSE(results::parse_csv("time,\"x\"\n0,1\n# late\n", "r.csv").ok());
}

TEST_CASE("other tools' CSV: quotes everywhere, blanks, carriage returns, a byte-order mark") {
  const auto result = results::parse_csv("\xEF\xBB\xBF\"time\", \"x\" ,y\r\n0, 1 ,+2\r\n\r\n0.5,nan,-inf\r\n", "x");
  REQUIRE(result.ok());
  CHECK(result->times == std::vector<double>{0, 0.5});
  CHECK(result->variables[0].name == "x");
  CHECK(std::isnan(result->columns[0][1]));
  CHECK(result->columns[1][1] == -std::numeric_limits<double>::infinity());
}

TEST_CASE("files that cannot be read or written") {
  CHECK(results::read_results("/nonexistent/file.csv").diagnostics().all()[0].code == Code::E0001);
  CHECK(results::read_results("/tmp/.csv/../../tmp.csv").diagnostics().all()[0].code == Code::E0001);
  CHECK(results::read_results("results.txt").diagnostics().all()[0].code == Code::E0704);
  CHECK(results::open_writer("results.txt").diagnostics().all()[0].code == Code::E0704);
  CHECK(results::open_writer("/nonexistent/results.csv").diagnostics().all()[0].code == Code::E0003);
  CHECK(results::open_writer("/nonexistent/results.mat").diagnostics().all()[0].code == Code::E0003);
  const TemporaryFile folder(".csv");
  std::filesystem::create_directory(folder.path());
  CHECK(results::read_results(folder.path()).diagnostics().all()[0].code == Code::E0001);
  CHECK_FALSE(results::open_writer(folder.path()).ok());
  std::filesystem::remove(folder.path());
}

TEST_CASE("a full disk is reported, at the latest when the file is finished") {
  const auto fill = [](results::ResultWriter& writer) {
    bool fine = writer.begin(variables(), 0, 1, std::vector<double>{0, 0, 0});
    for (int i = 0; i < 10; ++i) fine = writer.row(i, std::vector<double>{0, 0, 0}) && fine;
    fine = writer.finish() && fine;
    CHECK_FALSE(fine);
    REQUIRE(writer.error());
    CHECK(writer.error()->code == Code::E0003);
    CHECK(writer.error()->message.find("/dev/full") != std::string::npos);
  };
  results::CsvWriter csv;
  REQUIRE(csv.open("/dev/full"));
  fill(csv);
  results::MatWriter mat;
  REQUIRE(mat.open("/dev/full"));
  fill(mat);
}
