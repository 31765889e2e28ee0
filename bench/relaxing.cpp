// Relaxing against what else there is: chains and trees of joints, and grids of resistors.
//
//   bench_relaxing MODELS planar|spatial|planar_tree|spatial_tree|grid marked|torn|plain N…
//   bench_relaxing MODELS KIND VARIANT N --evaluations E     no table: for an instruction counter that looks at the
//                                                            evaluations alone (relaxing_instructions.sh)
//
// MODELS is bench/models. marked: with all marks; torn: with residue() only; plain: without any. Every size runs in a
// process of its own. Operations are those of the elimination for one joint (or node), as `check --dump=blocks` tells
// them. The exponents are those of the last two rows: 1 means linear.
#include <valgrind/callgrind.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "driver/pipeline.hpp"
#include "ir/plan.hpp"
#include "measured_apart.hpp"
#include "processor_time.hpp"

namespace {

using namespace sunder;

struct Figures {
  double compile = 0;     ///< seconds, from text to machine code
  double causalise = 0;   ///< of these
  double evaluation = 0;  ///< seconds of one evaluation of the derivatives
  double operations = 0;
  double patterns = 0, blocks = 0;
  double loop = 0, iterated = 0, last = 0;
  double norm = 0;  ///< of the derivatives, which all variants have to agree on
};

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void remove_all(std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at)) text.erase(at, word.size());
}

/// Evaluations: 0: as many as it takes to measure their time.
Figures measure(const std::string& models, const std::string& kind, const std::string& variant, long n,
                long evaluations) {
  const std::string package = kind.starts_with("planar")    ? "PlanarChains"
                              : kind.starts_with("spatial") ? "SpatialChains"
                                                            : "ResistorGrids";
  const std::string model = kind == "grid" ? "Grid" : kind.ends_with("_tree") ? "Tree" : "Chain";
  std::string text = text_of(models + "/" + package + ".mo");
  if (variant != "marked") remove_all(text, "Sunder.relax");
  if (variant == "plain") remove_all(text, " + Sunder.residue(a)");
  text += "model Run\n  extends " + package + "." + model + "(n = " + std::to_string(n) + ");\nend Run;\n";
  Figures figures;
  const bench::ProcessorTime compiling;
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text)};
  request.model = "Run";
  const Outcome<driver::Compilation> compiled = driver::compile(workspace, request);
  if (!compiled.ok()) {
    for (const Diagnostic& d : compiled.diagnostics().all()) std::fputs(render(d, compiled->sources).c_str(), stderr);
    std::exit(1);
  }
  const model::Model& made = *compiled->model;
  const auto context = made.create_context();
  std::vector<double> x(made.state_count()), dx(made.state_count());
  if (!model::initialise(made, *context, 0, x)) std::exit(1);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.2 * std::sin(static_cast<double>(i));
  const auto evaluator = model::full_evaluator(made, *context);
  if (!evaluator->freeze(0, x) || !evaluator->evaluate(x, dx)) std::exit(1);
  figures.compile = compiling.seconds();
  for (const PassTiming& pass : compiled->timing)
    if (pass.pass == "order" || pass.pass == "initialise") figures.causalise += pass.seconds;
  for (const double rate : dx) figures.norm += rate * rate;
  figures.norm = std::sqrt(figures.norm);
  for (const ir::Loop& loop : compiled->plan->continuous.loops) {
    if (static_cast<double>(loop.unknowns.size()) < figures.loop) continue;
    figures.loop = static_cast<double>(loop.unknowns.size());
    figures.iterated = loop.inner.empty() ? 0 : static_cast<double>(loop.tearing_count());
    if (!loop.elimination) continue;
    figures.operations = static_cast<double>(loop.elimination->arithmetic());
    figures.patterns = static_cast<double>(loop.elimination->patterns.size());
    figures.blocks = static_cast<double>(loop.elimination->block_count);
    figures.last = static_cast<double>(loop.elimination->last_size);
  }
  long repetitions = 0;
  const auto evaluate = [&] {
    x[static_cast<std::size_t>(repetitions++) % x.size()] += 1e-9;  // another matrix each time
    if (!evaluator->freeze(0, x) || !evaluator->evaluate(x, dx)) std::exit(1);
  };
  if (evaluations > 0) {
    CALLGRIND_START_INSTRUMENTATION;
    while (repetitions < evaluations) evaluate();
    CALLGRIND_STOP_INSTRUMENTATION;
    return figures;
  }
  // other programs share the caches: the least of several spells
  constexpr int spells = 8;
  for (int spell = 0; spell < spells; ++spell) {
    const bench::ProcessorTime evaluating;
    const long before = repetitions;
    do {
      for (int i = 0; i < 5; ++i) evaluate();
    } while (evaluating.seconds() < 0.05);
    const double each = evaluating.seconds() / static_cast<double>(repetitions - before);
    if (spell == 0 || each < figures.evaluation) figures.evaluation = each;
  }
  return figures;
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    std::fprintf(stderr,
                 "usage: %s MODELS planar|spatial|planar_tree|spatial_tree|grid marked|torn|plain N... "
                 "[--evaluations E]\n",
                 words[0]);
    return 2;
  }
  const std::string kind = words[2];
  if (count == 7 && words[5] == std::string("--evaluations")) {
    measure(words[1], kind, words[3], std::strtol(words[4], nullptr, 10), std::strtol(words[6], nullptr, 10));
    return 0;
  }
  std::printf("%-12s %-7s %6s %8s %7s %6s %6s %8s %9s %9s %11s %s\n", "kind", "variant", "N", "loop", "torn", "blocks",
              "last", "patterns", "ops/N", "compile s", "evaluate us", "norm");
  std::vector<Figures> rows;
  std::vector<double> sizes;
  for (int i = 4; i < count; ++i) {
    const long n = std::strtol(words[i], nullptr, 10);
    rows.push_back(bench::measured_apart(n, [&] { return measure(words[1], kind, words[3], n, 0); }));
    const double parts = static_cast<double>(kind == "grid" ? n * n : n);
    sizes.push_back(parts);
    const Figures& f = rows.back();
    std::printf("%-12s %-7s %6ld %8.0f %7.0f %6.0f %6.0f %8.0f %9.1f %9.3f %11.1f %.12g\n", words[2], words[3], n,
                f.loop, f.iterated, f.blocks, f.last, f.patterns, f.operations / parts, f.compile, f.evaluation * 1e6,
                f.norm);
    std::fflush(stdout);
  }
  if (rows.size() > 1) {
    const std::size_t last = rows.size() - 1;
    const double ratio = std::log(sizes[last] / sizes[last - 1]);
    std::printf("exponents: compile %.2f, evaluate %.2f\n",
                std::log(rows[last].compile / rows[last - 1].compile) / ratio,
                std::log(rows[last].evaluation / rows[last - 1].evaluation) / ratio);
  }
  return 0;
}
