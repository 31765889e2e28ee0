#include "driver/pipeline.hpp"

#include <algorithm>
#include <filesystem>
#include <new>
#include <utility>

#include "base/codes.hpp"
#include "base/stop_point.hpp"
#include "base/text.hpp"
#include "causalise/causalise.hpp"
#include "causalise/share_calls.hpp"
#include "evaluate/evaluate.hpp"
#include "flatten/balance.hpp"
#include "flatten/flatten.hpp"
#include "flatten/units.hpp"
#include "instantiate/instantiate.hpp"
#include "ir/flat.hpp"
#include "ir/plan.hpp"
#include "library/files.hpp"
#include "library/library.hpp"
#include "lower/lower.hpp"
#include "syntax/parse.hpp"

namespace sunder::driver {
namespace {

/// What the passes hand to each other.
struct Compiling {
  Compiling(Workspace& workspace_, const CompileRequest& request_) : workspace(workspace_), request(request_) {}

  Workspace& workspace;
  const CompileRequest& request;
  Diagnostics diagnostics;
  std::vector<std::shared_ptr<const ParsedSource>> parsed;
  std::vector<std::shared_ptr<const ParsedSource>> libraries;  ///< files that were needed
  Arena arena;                                                 ///< expressions that the request gives
  std::unique_ptr<library::Library> library;                   ///< every class, those of the sources first
  Diagnostics library_diagnostics;
  std::string class_name;
  std::vector<instantiate::Override> overrides;
  evaluate::ConstantEvaluator evaluator;  ///< of all compile-time values
  std::shared_ptr<ir::InstanceTree> tree;
  std::optional<ir::FlatModel> flat;
  causalise::Work work;  ///< the dae, and the plan it becomes
  Compilation result;
};

std::vector<const ast::File*> trees_of(const Compiling& s) {
  std::vector<const ast::File*> trees;
  for (const auto& parsed : s.parsed) trees.push_back(&parsed->tree);
  return trees;
}

std::string names_of(const std::vector<Source>& sources) {
  std::vector<std::string> names;
  for (const Source& source : sources) names.push_back("'" + source.name + "'");
  return enumerated(names);
}

/// The named class, else the only model with an experiment annotation, else the only model.
void choose_class(Compiling& s) {
  if (!s.request.model.empty()) {
    s.class_name = s.request.model;
    return;
  }
  std::vector<instantiate::Candidate> all = instantiate::candidates(trees_of(s));
  std::vector<instantiate::Candidate> with_experiment;
  std::copy_if(all.begin(), all.end(), std::back_inserter(with_experiment),
               [](const auto& c) { return c.has_experiment; });
  if (with_experiment.size() == 1) {
    s.class_name = with_experiment.front().name;
  } else if (all.size() == 1) {
    s.class_name = all.front().name;
  } else if (all.empty()) {
    s.diagnostics.error(Code::E0004, {}, names_of(s.request.sources) + " holds no model that can be simulated");
  } else {
    Diagnostic& d = s.diagnostics.error(
        Code::E0004, {},
        names_of(s.request.sources) + " holds " + counted(all.size(), "model") + "; choose one with --model");
    constexpr std::size_t shown = 20;
    for (std::size_t i = 0; i < all.size() && i < shown; ++i)
      d.notes.push_back({all[i].name, all[i].class_->name.span});
  }
}

/// --set values are expressions in little source texts of their own, so that errors in them can point at them.
void read_setting(Compiling& s, const std::string& from, const std::string& name, const std::string& value,
                  bool input) {
  const FileId file = s.result.sources.add(from + " " + name, value);
  Outcome<ast::Expression*> parsed = syntax::parse_expression(s.result.sources, file, s.arena);
  s.diagnostics.append(parsed.diagnostics());
  if (parsed.ok()) s.overrides.push_back({name, *parsed, {file, 0, static_cast<std::uint32_t>(value.size())}, input});
}

void read_settings(Compiling& s) {
  for (const auto& [name, value] : s.request.settings) read_setting(s, s.request.settings_from, name, value, false);
  for (const auto& [name, value] : s.request.inputs) read_setting(s, "--input", name, value, true);
}

void parse(Compiling& s) {
  if (s.request.sources.empty() && s.request.model.empty()) s.diagnostics.error(Code::E0004, {}, "no source is given");
  for (const Source& source : s.request.sources) {
    auto parsed = s.workspace.parse(source, s.diagnostics);
    if (!parsed) continue;
    s.diagnostics.append(parsed->diagnostics);
    s.result.sources.add(parsed->source);
    s.parsed.push_back(std::move(parsed));
  }
}

/// Files of libraries are read when a class of theirs is asked for.
void open_libraries(Compiling& s) {
  std::vector<std::string> path = s.request.libraries;
  for (std::string& one : library::environment_path()) path.push_back(std::move(one));
  path.emplace_back(library::own_root);
  for (const std::string& one : s.request.libraries)
    if (!std::filesystem::exists(one))
      s.diagnostics.error(Code::E0001, {}, "cannot read '" + one + "': No such file or directory");
  const auto load = [&s](const std::string& file) -> const ast::File* {
    auto parsed = s.workspace.parse(Source::of_library(file), s.library_diagnostics);
    if (!parsed) return nullptr;
    s.library_diagnostics.append(parsed->diagnostics);
    s.result.sources.add(parsed->source);
    s.libraries.push_back(parsed);
    return &s.libraries.back()->tree;
  };
  s.library = std::make_unique<library::Library>(trees_of(s), std::move(path), load, s.library_diagnostics);
  s.evaluator.find_libraries([&s](std::string_view name) { return s.library->directory_of(name); });
  if (s.request.allow_external)
    s.evaluator.allow_foreign([&s](FileId file) {
      return std::filesystem::absolute(std::string(s.result.sources.path(file))).parent_path().string();
    });
}

void instantiate_model(Compiling& s) {
  open_libraries(s);
  choose_class(s);
  read_settings(s);
  if (s.diagnostics.has_errors()) return;
  s.result.model_name = s.class_name;
  Outcome<std::shared_ptr<ir::InstanceTree>> tree =
      instantiate::instantiate(*s.library, s.class_name, s.overrides, s.evaluator);
  s.diagnostics.append(s.library_diagnostics);
  s.diagnostics.append(tree.diagnostics());
  if (tree.ok()) s.tree = tree.take();
}

void flatten_model(Compiling& s) {
  Outcome<ir::FlatModel> flat = flatten::flatten(s.tree);
  s.diagnostics.append(flat.diagnostics());
  if (flat.ok()) s.flat = flat.take();
  if (s.flat && !s.diagnostics.has_errors()) flatten::check_units(*s.flat, s.diagnostics);
  if (!flat.has_value() || s.request.until != "flat" || s.diagnostics.has_errors()) return;
  const flatten::Balance balance = flatten::balance_of(*s.flat, s.evaluator);
  s.result.flat_equations = balance.equations;
  s.result.flat_unknowns = balance.unknowns;
  if (balance.known && balance.equations != balance.unknowns)
    s.diagnostics.error(Code::E0223, {},
                        "the model has " + std::to_string(balance.equations) + " equations for " +
                            std::to_string(balance.unknowns) + " unknowns");
}

void lower_model(Compiling& s) {
  Outcome<ir::Dae> dae =
      lower::lower(*s.flat, s.evaluator, std::make_shared<symbolic::ShapeTable>(), s.request.allow_files);
  s.diagnostics.append(dae.diagnostics());
  if (!dae.ok()) return;
  s.work.plan.dae = dae.take();
  if (s.request.iterate_above) s.work.iterate_above = *s.request.iterate_above;
  for (const auto& parsed : s.libraries) s.work.libraries.insert(parsed->source->id());
  for (const ir::Instance* variable : s.flat->variables) {
    const bool of_component = variable->parent != nullptr && variable->parent->parent != nullptr;
    if (of_component && variable->causality == ir::Causality::input && variable->binding == nullptr)
      s.work.inputs_of_components.insert(ir::path_of(*variable));
  }
  s.flat.reset();
  s.tree.reset();
}

void emit_model(Compiling& s) {
  s.result.plan = std::make_shared<const ir::Plan>(std::move(s.work.plan));
  execute::CompiledModelOptions options;
  options.back_end = s.request.back_end;
  s.result.model = execute::make_compiled_model(causalise::share_calls(s.result.plan), options);
}

/// Passes of a room that hand something of their own to each other become passes of the pipeline.
void add_passes(PassList<Compiling>& list, const PassList<causalise::Work>& inner) {
  for (const Product<causalise::Work>& product : inner.products) {
    Product<Compiling>& added = list.products.emplace_back();
    added.id = product.id;
    if (product.print) added.print = [&product](const Compiling& s) { return product.print(s.work); };
    if (product.verify) added.verify = [&product](const Compiling& s) { return product.verify(s.work); };
  }
  for (const Pass<causalise::Work>& pass : inner.passes) {
    const auto run = [&pass](Compiling& s) {
      pass.run(s.work);
      s.diagnostics.append(std::exchange(s.work.diagnostics, Diagnostics()));
    };
    list.passes.push_back({pass, run});
  }
}

std::vector<std::string> verify_trees(const Compiling& s) {
  std::vector<std::string> violations;
  for (const auto& parsed : s.parsed)
    for (std::string& violation : verify(parsed->tree, parsed->source->text()))
      violations.push_back(std::move(violation));
  return violations;
}

std::string print_trees(const Compiling& s) {
  std::string text;
  for (const auto& parsed : s.parsed) text += ast::print_tree(parsed->tree);
  return text;
}

/// The way of a model: the only place that names the order of the passes.
const PassList<Compiling>& pipeline() {
  static const PassList<Compiling> all = [] {
    PassList<Compiling> list;
    list.given = {"text"};
    list.products = {
        {"ast", print_trees, verify_trees},
        {"instance", [](const Compiling& s) { return print(*s.tree); },
         [](const Compiling& s) { return verify(*s.tree); }},
        {"flat", [](const Compiling& s) { return print(*s.flat); }, [](const Compiling& s) { return verify(*s.flat); }},
        {"dae", [](const Compiling& s) { return print(s.work.plan.dae); },
         [](const Compiling& s) { return verify(s.work.plan.dae); }},
    };
    list.passes = {
        {{"parse", "Modelica text to a syntax tree", {"text"}, {"ast"}}, parse},
        {{"instantiate", "looks up names, applies modifiers, finds types and sizes", {"ast"}, {"instance"}},
         instantiate_model},
        {{"flatten", "lists all variables and equations of the instance tree", {"instance"}, {"flat"}}, flatten_model},
        {{"lower", "turns arrays and loops into rows of shape and operands", {"flat"}, {"dae"}}, lower_model},
    };
    add_passes(list, causalise::passes());
    list.products.push_back({"kernels", [](const Compiling& s) { return s.result.model->print_kernels(); }, {}});
    list.passes.push_back({{"emit", "makes the model that can be evaluated", {"plan"}, {"kernels"}}, emit_model});
    return list;
  }();
  return all;
}

/// Only what may be left out can be disabled; a wrong name is the user's mistake, not a silent nothing.
void check_names(Compiling& s) {
  std::vector<std::string> optional;
  for (const PassInfo& pass : pipeline_passes())
    if (pass.optional) optional.emplace_back(pass.id);
  for (const std::string& name : s.request.disabled)
    if (std::ranges::find(optional, name) == optional.end())
      s.diagnostics.error(Code::E0007, {}, "'" + name + "' is not a pass that can be left out").help =
          "these can: " + enumerated(optional);
  const std::vector<std::string> stages = dump_stages();
  for (const std::string& stage : {s.request.dump, s.request.until})
    if (!stage.empty() && std::ranges::find(stages, stage) == stages.end())
      s.diagnostics.error(Code::E0006, {}, "'" + stage + "' is not a stage that can be printed").help =
          "these can: " + enumerated(stages);
}

/// Everything that was made is dropped first, so that there is room for saying so.
void run_out_of_memory(Compiling& s) {
  s.result.plan.reset();
  s.result.model.reset();
  s.work = causalise::Work();
  s.flat.reset();
  s.tree.reset();
  Span place;
  for (const instantiate::Candidate& one : instantiate::candidates(trees_of(s)))
    if (one.name == s.class_name) place = one.class_->name.span;
  s.diagnostics.error(Code::E0305, place, "there is not enough memory to compile '" + s.class_name + "'");
}

/// A stage in words; they may be many.
void print_stage(Compiling& s) {
  const Stoppable stoppable(s.request.cancel);
  try {
    s.result.dump = pipeline().product(s.request.dump).print(s);
  } catch (const Stopped&) {
    // said below
  }
}

}  // namespace

std::vector<PassInfo> pipeline_passes() { return {pipeline().passes.begin(), pipeline().passes.end()}; }

std::vector<std::string> dump_stages() {
  std::vector<std::string> names;
  for (const Product<Compiling>& product : pipeline().products)
    if (product.print) names.emplace_back(product.id);
  return names;
}

Outcome<Compilation> compile(Workspace& workspace, const CompileRequest& request) {
  Compiling s(workspace, request);
  s.result.sources = workspace.make_sources();
  check_names(s);
  try {
    if (!s.diagnostics.has_errors())
      s.result.timing = run_passes(
          pipeline(), s, {request.disabled, request.dump.empty() ? request.until : request.dump, request.cancel});
    if (!s.diagnostics.has_errors() && !request.dump.empty() && !request.cancel.requested()) print_stage(s);
  } catch (const std::bad_alloc&) {
    run_out_of_memory(s);
  }
  if (request.cancel.requested()) s.diagnostics.error(Code::E0008, {}, "interrupted");
  return {std::move(s.result), std::move(s.diagnostics)};
}

}  // namespace sunder::driver
