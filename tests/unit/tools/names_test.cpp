#include <doctest/doctest.h>

#include "analysis_options.hpp"

using namespace sunder::cli;

TEST_CASE("lists of names: commas separate them, but not in subscripts or quotes") {
  using Names = std::vector<std::string>;
  CHECK(split_names({"x, y", "z"}) == Names{"x", "y", "z"});
  CHECK(split_names({"x[1,2], y"}) == Names{"x[1,2]", "y"});
  CHECK(split_names({"'x y' , 'a, [b',c"}) == Names{"'x y'", "'a, [b'", "c"});
  CHECK(split_names({R"('it\'s, so',z)"}) == Names{R"('it\'s, so')", "z"});
}
