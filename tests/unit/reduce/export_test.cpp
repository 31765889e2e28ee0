#include "reduce/export.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <map>

using namespace sunder;
using namespace sunder::reduce;

namespace {

/// A MAT file of version 4, little-endian doubles, column by column.
std::map<std::string, MatrixXd> read_mat(const std::string& bytes) {
  std::map<std::string, MatrixXd> out;
  for (std::size_t at = 0; at < bytes.size();) {
    std::int32_t header[5];
    REQUIRE(at + sizeof header <= bytes.size());
    std::memcpy(header, bytes.data() + at, sizeof header);
    at += sizeof header;
    REQUIRE(header[0] == 0);
    REQUIRE(header[3] == 0);
    const std::string name = bytes.substr(at, static_cast<std::size_t>(header[4]) - 1);
    CHECK(bytes[at + static_cast<std::size_t>(header[4]) - 1] == 0);
    at += static_cast<std::size_t>(header[4]);
    MatrixXd m(header[1], header[2]);
    const std::size_t size = static_cast<std::size_t>(m.size()) * sizeof(double);
    REQUIRE(at + size <= bytes.size());
    std::memcpy(m.data(), bytes.data() + at, size);
    at += size;
    out[name] = m;
  }
  return out;
}

LinearSystem system_of_three() {
  LinearSystem s{.a = MatrixXd::Random(3, 3),
                 .b = MatrixXd::Random(3, 2),
                 .c = MatrixXd::Random(1, 3),
                 .d = MatrixXd::Random(1, 2)};
  Diagnostics diagnostics;
  REQUIRE(check(s, diagnostics));
  return s;
}

}  // namespace

TEST_CASE("matrices come back from a MAT file") {
  LinearSystem s = system_of_three();
  auto back = read_mat(mat_bytes(s));
  CHECK(back.size() == 4);
  CHECK(back["A"] == s.a);
  CHECK(back["B"] == s.b);
  CHECK(back["C"] == s.c);
  CHECK(back["D"] == s.d);
  s.sample_time = 0.125;
  back = read_mat(mat_bytes(s));
  CHECK(back.size() == 5);
  CHECK(back["Ts"](0, 0) == 0.125);
}

TEST_CASE("Modelica text of discrete systems samples its inputs") {
  LinearSystem s{.a = MatrixXd::Constant(1, 1, 0.5),
                 .b = MatrixXd::Constant(1, 1, 2),
                 .c = MatrixXd::Constant(1, 1, 1),
                 .d = MatrixXd::Constant(1, 1, -3),
                 .sample_time = 0.1};
  Diagnostics diagnostics;
  REQUIRE(check(s, diagnostics));
  CHECK(modelica_text(s, "Small", "one state", {VectorXd::Constant(1, 4), VectorXd::Constant(1, -1)}) ==
        "model Small \"one state\"\n"
        "  input Real u1(start = 4);\n"
        "  output Real y1;\n"
        "  discrete Real reduced_state[1](each start = 0, each fixed = true);\n"
        "  discrete Real sampled_input[1](each start = 0, each fixed = true);\n"
        "equation\n"
        "  when sample(0, 0.1) then\n"
        "    reduced_state[1] = 0.5*pre(reduced_state[1]) + 2*pre(sampled_input[1]);\n"
        "    sampled_input[1] = (u1 - 4);\n"
        "  end when;\n"
        "  y1 = -1 + (1*reduced_state[1] - 3*sampled_input[1]);\n"
        "end Small;\n");
}

TEST_CASE("names that are no identifiers are quoted") {
  CHECK(modelica_name("room_1") == "room_1");
  CHECK(modelica_name("room.T[2]") == "'room.T[2]'");
  CHECK(modelica_name("it's") == "'it\\'s'");
  CHECK(modelica_name("2nd") == "'2nd'");
}
