#include "terminal.hpp"

#include <doctest/doctest.h>

using namespace sunder::cli;

TEST_CASE("progress is silent when nobody watches") {
  ProgressBar progress(ProgressBar::Show::never);
  CHECK_FALSE(progress.visible());
  progress.update("work", 0.5, "");
}

TEST_CASE("the bar shows what part is done, the time so far and the time left, in the width there is") {
  const std::string line = progress_line("simulating Motor", 0.25, 10, "t = 3 s", 79);
  CHECK(line == "simulating Motor [######..................] 25%  0:10, 0:30 left  t = 3 s");
  const std::string long_name = progress_line(std::string(200, 'x'), 0.5, 3661, "t = 1.234e+05 s", 79);
  CHECK(long_name.size() == 79);
  CHECK(long_name.ends_with("] 50%  1:01:01, 1:01:01 left  t = 1.234e+05 s"));
  CHECK(progress_line("a", 0, 1, "", 79).find("left") == std::string::npos);
  CHECK(progress_line("a", 1, 1, std::string(300, 'd'), 40).size() == 40);
}
