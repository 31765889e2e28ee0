#include "targets.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "command.hpp"
#include "integrate/stepper.hpp"
#include "mutate.hpp"

namespace sunder::fuzz {
namespace {

namespace fs = std::filesystem;
using Texts = std::vector<std::string>;
using Words = std::vector<std::string>;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const std::string model_mark = "// model: ";

std::string word_after(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + mark.size();
  return text.substr(begin, text.find_first_of(" \n", begin) - begin);
}

/// Without the commands and expectations at the end of a case, which are no part of the model; but with a mark that
/// tells which model of the file they were about.
std::string without_expectations(const std::string& text) {
  const std::size_t end = std::min({text.find("\n// run: "), text.find("\n# run: "), text.size()});
  const std::string name = word_after(text.substr(end), "--model ");
  return text.substr(0, end) + "\n" + (name.empty() ? "" : model_mark + name + "\n");
}

std::vector<fs::path> files(const fs::path& root, std::initializer_list<const char*> folders, const char* ending) {
  std::vector<fs::path> list;
  for (const char* folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.path().extension() == ending) list.push_back(entry.path());
  std::sort(list.begin(), list.end());  // the order of a directory is that of the file system
  return list;
}

Texts texts(const std::vector<fs::path>& paths) {
  Texts list;
  for (const fs::path& path : paths) {
    std::string text = without_expectations(read(path));
    if (text.size() < 20000) list.push_back(std::move(text));
  }
  if (list.empty()) throw std::runtime_error("there are no files to start from");
  return list;
}

std::function<std::string(Random&)> mutated(Texts seeds) {
  return [seeds = std::move(seeds)](Random& random) {
    std::string text = random.of(seeds);
    return random.once_in(40) ? mutate_bytes(random, text) : mutate_text(random, text, seeds);
  };
}

// ---------------------------------------------------------------- models

Words simulation(Random& random, const std::string& file, const std::string& results) {
  static const Words lengths = {"0.1", "1", "3", "20"}, parts = {"2", "5", "20"};
  const integrate::MethodInfo& method = random.of(integrate::methods());
  const double stop = std::stod(random.of(lengths));
  Words words = {"simulate", file, "--method", std::string(method.name),
                 "--start",  "0",  "--stop",   std::to_string(stop)};
  if (method.fixed_step || !method.stepwise) {
    words.emplace_back("--step");
    words.push_back(std::to_string(stop / std::stod(random.of(parts))));
  } else {
    words.insert(words.end(), {"--intervals", "10"});
  }
  if (method.stepwise && random.once_in(6)) words.insert(words.end(), {"--events", "grid"});
  words.insert(words.end(), {"--output", results});
  return words;
}

Try model_try(Random& random, const std::string& file, const std::string& folder) {
  static const Words stages = {"ast", "instance", "flat", "dae", "plan", "kernels"};
  Try made;
  made.expected.json = true;
  Words& words = made.words;
  const std::size_t kind = random.below(16);
  if (kind < 7) {
    made.expected.results = folder + (random.once_in(2) ? "/results.csv" : "/results.mat");
    words = simulation(random, file, made.expected.results);
  } else if (kind < 9) {
    words = {"check", file, "--dump", random.of(stages)};
  } else if (kind < 11) {
    words = {"analyze", file, "--budget", "0.1"};
  } else if (kind == 11) {
    words = {"linearize", file};
  } else if (kind == 12) {
    words = {"reduce", file, "--order", "1"};
  } else {
    words = {"check", file};
  }
  const std::string name = word_after(read(file), model_mark);
  // what follows the mark may have become anything but a class of the file, as on a command line
  if (!name.empty() && name.find('-') != 0) words.insert(words.end(), {"--model", name});
  made.expected.place = name.empty();
  // machine code takes twenty times as long to make, and agrees with the interpreter by other tests
  words.insert(words.end(), {"--back-end", random.once_in(25) ? "llvm" : "interpreter", "--json"});
  return made;
}

// ---------------------------------------------------------------- the other texts

Try system_try(Random& random, const std::string& file, const std::string& folder) {
  Try made;
  made.expected.json = true;
  if (random.once_in(2)) {
    made.words = {"stability", file, "--back-end", "interpreter", "--json"};
  } else {
    made.expected.results = folder + "/results.csv";
    made.words = {"cosim",      file,          "--stop", "1", "--output", made.expected.results,
                  "--back-end", "interpreter", "--json"};
  }
  return made;
}

Try switched_try(Random&, const std::string& file, const std::string& folder) {
  Try made;
  made.expected.json = true;
  made.words = {"reduce", file,       "--samples",         "3",     "--threads", "1", "--order",
                "1",      "--output", folder + "/made.mo", "--json"};
  return made;
}

Try matrices_try(Random& random, const std::string& file, const std::string& folder) {
  static const Words endings = {".mo", ".json", ".mat"};
  Try made;
  made.expected.json = true;
  made.words = {"reduce", file, "--order", "1", "--output", folder + "/made" + random.of(endings), "--json"};
  return made;
}

const std::string start_model =
    "model Start\n  parameter Real p = 1;\n  Real x(start = 1, fixed = true), v[2](each start = 0, each fixed = "
    "true);\n"
    "  discrete Integer n(start = 0);\nequation\n  der(x) = -p*x;\n  der(v[1]) = v[2];\n  der(v[2]) = x - v[1];\n"
    "  when x < 0.5 then\n    n = pre(n) + 1;\n  end when;\nend Start;\n";

Texts start_values() {
  return {"{\"x\": 0.75, \"v[1]\": 2, \"n\": 3}\n", "{\"final\": {\"x\": 0.75, \"v[2]\": -1e-3, \"der(x)\": -0.75}}\n"};
}

Try start_try(const std::string& model, const std::string& file, bool at, Random& random) {
  Try made;
  made.expected.json = true;
  made.words = {"simulate", model, "--initial-from", file + (at ? "@" + extreme_number(random) : ""),
                "--stop",   "0.1", "--back-end",     "interpreter",
                "--json"};
  return made;
}

Texts matrices() {
  return {"{\"a\": [[-1, 0.5], [0, -3]], \"b\": [[1], [2]], \"c\": [[1, 1]], \"d\": [[0]]}\n",
          "{\"a\": [[-1, 0, 2], [0, -3, 1], [1e-3, 0, -20]], \"b\": [[1, 0], [2, 1], [0, 1]], \"c\": [[1, 1, 0]],\n"
          " \"states\": [\"p\", \"q\", \"r\"], \"inputs\": [\"u\", \"w\"], \"outputs\": [\"y\"]}\n",
          "{\"a\": [[0.5]], \"b\": [[1]], \"c\": [[1]], \"sample_time\": 0.1}\n"};
}

// ---------------------------------------------------------------- results

Try results_try(const std::string& reference, const std::string& model, Random& random, const std::string& file) {
  static const Words measures = {"equivalence", "range", "relative", "absolute"};
  if (random.once_in(3)) return start_try(model, file, random.once_in(2), random);
  Try made;
  made.expected.json = true;
  made.words = {"compare", file, reference, "--measure", random.of(measures), "--json"};
  if (random.once_in(2)) std::swap(made.words[1], made.words[2]);
  if (random.once_in(4)) {
    made.words.insert(made.words.end(), {"--window", extreme_number(random)});
    made.expected.may_be_wrong_usage = true;
  }
  return made;
}

/// Results of the model above, as the program writes them.
std::string results_of(const fs::path& model, const fs::path& folder, const std::string& name) {
  const std::string path = (folder / name).string();
  const Answer answer =
      invoke({"simulate", model.string(), "--stop", "1", "--intervals", "6", "--output", path}, folder.string(), {});
  if (answer.status != 0) throw std::runtime_error("no results to start from: " + answer.err);
  return path;
}

// ---------------------------------------------------------------- command lines

/// Names of states, classes, sweeps and what else options may be about; none of them fits everywhere.
std::string word(Random& random) {
  static const Words words = {"",        "x",           "x,v[1]",  "*",       "[",        "(",         "x=1",
                              "n=1:2:3", "p=1:3:2:log", "p=2",     "p=1,2",   "-",        "--",        "=",
                              "a=b=c",   "1,2",         "0.1,0.5", "initial", "0.5",      "steady",    "initial,0.2",
                              "cvode",   "rk5",         "rk4",     "euler",   "\xff",     "averaging", "Start",
                              "p=1e308", "multirate",   "x|n",     "a(b",     "mixed-arc"};
  return random.of(words);
}

std::string value(Random& random, const cli::OptionSpec& option) {
  static const Words numbers = {"0.1", "0.01", "1", "2", "1e-3", "0.5"}, counts = {"1", "2", "3", "5"};
  if (random.once_in(6)) return random.once_in(2) ? word(random) : extreme_number(random);
  if (!option.choices.empty()) return random.of(option.choices);
  if (option.kind == cli::OptionKind::number) return random.of(numbers);
  return option.kind == cli::OptionKind::count ? random.of(counts) : word(random);
}

/// The words of a command line, one in each line: a text as the others, so that it can be kept and made shorter.
std::string command_line(Random& random) {
  static const Words names = {"simulate", "simulate", "simulate", "analyze", "check", "linearize", "reduce"};
  static const Words written = {"--output", "--report", "--figure", "--back-end", "--json", "--count-cycles"};
  const std::string name = random.of(names);
  const auto& commands = cli::commands();
  const auto spec = std::find_if(commands.begin(), commands.end(), [&](const auto& one) { return one.name == name; });
  std::string text = name + "\n";
  for (std::size_t i = 1 + random.below(3); i > 0; --i) {
    const cli::OptionSpec& option = random.of(spec->options);
    if (std::find(written.begin(), written.end(), option.name) != written.end()) continue;
    text += option.name + "\n";
    if (option.kind != cli::OptionKind::flag) text += value(random, option) + "\n";
  }
  return text + (random.once_in(2) ? "--json\n" : "");
}

Try command_line_try(const std::string& model, const std::string& file) {
  std::istringstream lines(read(file));
  Try made;
  for (std::string word; std::getline(lines, word);) {
    made.words.push_back(word);
    if (made.words.size() == 1) made.words.push_back(model);
    if (word == "--json") made.expected.json = true;
  }
  made.words.insert(made.words.end(), {"--back-end", "interpreter"});
  made.expected.may_be_wrong_usage = true;
  return made;
}

}  // namespace

std::vector<Target> targets(const fs::path& root, const fs::path& folder) {
  const Texts models = texts(files(root, {"examples", "tests/cases"}, ".mo"));
  for (const fs::path& part : files(root, {"examples/cosim", "tests/cases/cosimulate"}, ".mo"))
    fs::copy_file(part, folder / part.filename(), fs::copy_options::overwrite_existing);
  const std::string start = (folder / "start.mo").string();
  std::ofstream(start) << start_model;
  const std::string csv = results_of(start, folder, "reference.csv");
  const std::string mat = results_of(start, folder, "reference.mat");
  const std::string mat_bytes = read(mat);

  std::vector<Target> list;
  list.push_back(
      {"format", ".mo", mutated(models), [](Random&, const std::string&, const std::string&) { return Try(); }});
  list.push_back({"model", ".mo", mutated(models), model_try});
  list.push_back({"system", ".toml", mutated(texts(files(root, {"examples/cosim", "tests/cases/cosimulate"}, ".toml"))),
                  system_try});
  list.push_back({"switched", ".toml", mutated(texts(files(root, {"tests/cases/reduce"}, ".toml"))), switched_try});
  list.push_back({"matrices", ".json", mutated(matrices()), matrices_try});
  list.push_back(
      {"start", ".json", mutated(start_values()), [start](Random& random, const std::string& file, const std::string&) {
         return start_try(start, file, false, random);
       }});
  const auto compared = [csv, start](Random& random, const std::string& file, const std::string&) {
    return results_try(csv, start, random, file);
  };
  list.push_back({"csv", ".csv",
                  mutated({read(csv), "time,x\n0,1\n1,2\n2,1\n", "# remark\n\"time\",\"v[1]\"\n0,0\n0,1\n"}),
                  compared});
  list.push_back({"mat", ".mat", [mat_bytes](Random& random) { return mutate_bytes(random, mat_bytes); }, compared});
  list.push_back(
      {"command-line", ".words", command_line,
       [start](Random&, const std::string& file, const std::string&) { return command_line_try(start, file); }});
  return list;
}

}  // namespace sunder::fuzz
