// Gives inputs that are nearly right to the program and looks at the answers. Started by tests/fuzz/run, which keeps
// and shortens what makes it crash.
//
//   fuzz TARGET ROOT FOLDER SEED FROM COUNT     tries the inputs of these numbers
//   fuzz TARGET ROOT FOLDER SEED FROM FILE      tries what input FROM would be tried with on this file instead
//
// Before each try the input stands in FOLDER/input.* and its number in FOLDER/number: after a crash they tell what it
// was. Prints `failed NUMBER COMPLAINT` for each wrong answer and, unless it crashes, `done ACCEPTED REFUSED` in the
// end.
#include <fstream>
#include <iostream>
#include <iterator>

#include "base/interruption.hpp"
#include "base/sanitized.hpp"
#include "targets.hpp"

namespace sunder::fuzz {
namespace {

struct Worker {
  const Target& target;
  std::string folder;
  std::uint64_t seed = 0;
  Limits limits;
  std::size_t accepted = 0, refused = 0;

  void count() const { std::cout << "done " << accepted << " " << refused << std::endl; }

  /// Another stream than that of the input: the same try can be made with a shorter input.
  [[nodiscard]] std::string check(std::uint64_t number, const std::string& input) {
    const std::string file = folder + "/input" + target.ending;
    std::ofstream(file, std::ios::binary) << input;
    std::ofstream(folder + "/number") << number << "\n";
    Random random(~seed, number);
    const Try made = target.make_try(random, file, folder);
    bool good = false;
    std::string wrong;
    if (made.words.empty()) {
      wrong = format_complaint(input, good);
    } else {
      std::ofstream words(folder + "/words");
      for (const std::string& word : made.words) words << word << "\n";
      words.close();
      const Answer answer = invoke(made.words, folder, limits);
      // the token of an interrupted process stays so: the parent goes on in a new one
      if (received_signal() != 0) {
        count();
        std::_Exit(static_cast<int>(LimitExit::interrupted));
      }
      wrong = complaint(answer, made.expected);
      good = answer.status == 0;
    }
    ++(good ? accepted : refused);
    return wrong;
  }
};

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

int run(const std::vector<std::string>& words) {
  if (words.size() != 6) throw std::runtime_error("usage: fuzz TARGET ROOT FOLDER SEED FROM COUNT|FILE");
  Limits limits;
  if (sunder::sanitized) limits = {30, 120, 0};
  limit_memory(limits);
  const std::vector<Target> list = targets(words[1], words[2]);
  const auto target = std::find_if(list.begin(), list.end(), [&](const Target& t) { return t.name == words[0]; });
  if (target == list.end()) throw std::runtime_error("there is no target " + words[0]);
  Worker worker{*target, words[2], std::stoull(words[3]), limits};
  const std::uint64_t from = std::stoull(words[4]);
  const auto report = [](std::uint64_t number, const std::string& wrong) {
    if (!wrong.empty()) std::cout << "failed " << number << " " << wrong << std::endl;
  };
  if (words[5].find_first_not_of("0123456789") != std::string::npos) {
    report(from, worker.check(from, read(words[5])));
  } else {
    for (std::uint64_t number = from; number < from + std::stoull(words[5]); ++number) {
      Random random(worker.seed, number);
      report(number, worker.check(number, target->input(random)));
    }
  }
  worker.count();
  return 0;
}

}  // namespace
}  // namespace sunder::fuzz

int main(int count, char** words) {
  try {
    return sunder::fuzz::run({words + 1, words + count});
  } catch (const std::exception& error) {
    std::cerr << "fuzz: " << error.what() << "\n";
    return 2;
  }
}
