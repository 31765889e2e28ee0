// What is fuzzed: where right inputs come from, how they are changed, and what is done with the result.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "checks.hpp"
#include "random.hpp"

namespace sunder::fuzz {

/// One thing to do: a command line, and what its answer must be like.
struct Try {
  std::vector<std::string> words;  ///< empty: only the round trip of the formatter
  Expectations expected;
};

struct Target {
  std::string name;
  std::string ending;  ///< of the input file: ".mo"
  std::function<std::string(Random&)> input;
  /// The input stands in `file`; `folder` may be written to.
  std::function<Try(Random&, const std::string& file, const std::string& folder)> make_try;
};

/// `root` is the repository; `folder` receives the files that inputs refer to, and results to start from.
std::vector<Target> targets(const std::filesystem::path& root, const std::filesystem::path& folder);

}  // namespace sunder::fuzz
