// Lexing and parsing speed. Usage: bench_parse [file.mo | directory]...
// Without an argument a synthetic text of about 20 MB is parsed.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "syntax/lexer.hpp"
#include "syntax/parse.hpp"

namespace {

namespace fs = std::filesystem;

bool read(const fs::path& path, sunder::SourceMap& sources, std::vector<sunder::FileId>& files) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    return false;
  }
  std::ostringstream text;
  text << in.rdbuf();
  files.push_back(sources.add(path.string(), text.str()));
  return true;
}

bool collect(const fs::path& path, sunder::SourceMap& sources, std::vector<sunder::FileId>& files) {
  if (!fs::exists(path)) {
    std::fprintf(stderr, "%s does not exist\n", path.c_str());
    return false;
  }
  if (!fs::is_directory(path)) return read(path, sources, files);
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (entry.is_regular_file() && entry.path().extension() == ".mo") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  if (found.empty()) std::fprintf(stderr, "%s holds no .mo files\n", path.c_str());
  return !found.empty() &&
         std::all_of(found.begin(), found.end(), [&](const fs::path& p) { return read(p, sources, files); });
}

std::string synthetic() {
  std::string text = "package Synthetic\n";
  for (int i = 0; text.size() < 20'000'000; ++i) {
    const std::string n = std::to_string(i);
    text += "  model M" + n +
            " \"A model of the synthetic package\"\n"
            "    extends Modelica.Electrical.Analog.Interfaces.OnePort(final v(start = 0.0, fixed = true));\n"
            "    parameter Modelica.Units.SI.Resistance R(start = 1) = " +
            n +
            ".5 \"Resistance\" annotation(Dialog(group = \"A\"));\n"
            "    Real x[3](each start = 1e-3), y, z; // three of them\n"
            "  protected\n"
            "    Modelica.Blocks.Interfaces.RealInput u annotation(Placement(transformation(extent = {{-20, -20}, {20, "
            "20}})));\n"
            "  equation\n"
            "    v = R*i + sin(2*Modelica.Constants.pi*time)/(1 + y^2);\n"
            "    for k in 1:3 loop\n"
            "      der(x[k]) = if x[k] > y and not z < 0 then -x[k] else (x[k] - u)/R;\n"
            "    end for;\n"
            "    when x[1] > 0.5 then\n"
            "      reinit(x[1], pre(x[2]));\n"
            "    end when;\n"
            "    connect(u, y) annotation(Line(points = {{0, 0}, {10, 10}}, color = {0, 0, 127}));\n"
            "  end M" +
            n + ";\n";
  }
  return text + "end Synthetic;\n";
}

/// Of the processor, so that other work on the machine does not count.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int count, char** arguments) {
  sunder::SourceMap sources;
  std::vector<sunder::FileId> files;
  if (count < 2) {
    std::puts("no file or directory given: parsing a synthetic text");
    files.push_back(sources.add("synthetic.mo", synthetic()));
  }
  for (int i = 1; i < count; ++i)
    if (!collect(arguments[i], sources, files)) return 1;

  std::size_t bytes = 0;
  for (const auto file : files) bytes += sources.text(file).size();
  double lexing = 1e9;
  double parsing = 1e9;
  std::size_t tokens = 0;
  std::size_t memory = 0;
  std::size_t errors = 0;
  for (int repetition = 0; repetition < 3; ++repetition) {
    tokens = memory = errors = 0;
    double start = seconds();
    for (const auto file : files) tokens += sunder::syntax::lex(sources.text(file), file).tokens.size();
    lexing = std::min(lexing, seconds() - start);
    start = seconds();
    for (const auto file : files) {
      const auto tree = sunder::syntax::parse(sources, file);
      memory += tree->arena->bytes();
      errors += tree.diagnostics().error_count();
      if (repetition == 0)
        for (const auto& diagnostic : tree.diagnostics().all()) std::fputs(render(diagnostic, sources).c_str(), stderr);
    }
    parsing = std::min(parsing, seconds() - start);
  }
  const double megabytes = static_cast<double>(bytes) / 1e6;
  std::printf("%zu files, %.2f MB, %zu tokens, %zu errors, tree %.1f MB\n", files.size(), megabytes, tokens, errors,
              static_cast<double>(memory) / 1e6);
  std::printf("lex            %7.1f MB/s\nlex and parse  %7.1f MB/s\n", megabytes / lexing, megabytes / parsing);
  return errors == 0 ? 0 : 1;
}
