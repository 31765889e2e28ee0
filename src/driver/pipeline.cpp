#include "driver/pipeline.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "causalise/causalise.hpp"
#include "evaluate/evaluate.hpp"
#include "flatten/flatten.hpp"
#include "instantiate/instantiate.hpp"
#include "ir/flat.hpp"
#include "lower/lower.hpp"
#include "syntax/parse.hpp"

namespace sunder::driver {
namespace {

/// What the passes hand to each other.
struct Compiling {
  Workspace& workspace;
  const CompileRequest& request;
  Diagnostics diagnostics;
  std::string class_name;
  std::vector<instantiate::Override> overrides;
  evaluate::ConstantEvaluator evaluator;  ///< of all compile-time values
  std::shared_ptr<ir::InstanceTree> tree;
  std::optional<ir::FlatModel> flat;
  causalise::Work work;  ///< the dae, and the plan it becomes
  Compilation result;
};

/// The named class, else the only model with an experiment annotation, else the only model.
void choose_class(Compiling& s) {
  if (!s.request.model.empty()) {
    s.class_name = s.request.model;
    return;
  }
  std::vector<instantiate::Candidate> all = instantiate::candidates(s.workspace.trees());
  std::vector<instantiate::Candidate> with_experiment;
  std::copy_if(all.begin(), all.end(), std::back_inserter(with_experiment),
               [](const auto& c) { return c.has_experiment; });
  if (with_experiment.size() == 1) {
    s.class_name = with_experiment.front().name;
  } else if (all.size() == 1) {
    s.class_name = all.front().name;
  } else if (all.empty()) {
    s.diagnostics.error(Code::E0004, {}, "'" + s.request.path + "' holds no model that can be simulated");
  } else {
    Diagnostic& d = s.diagnostics.error(
        Code::E0004, {},
        "'" + s.request.path + "' holds " + counted(all.size(), "model") + "; choose one with --model");
    constexpr std::size_t shown = 20;
    for (std::size_t i = 0; i < all.size() && i < shown; ++i)
      d.notes.push_back({all[i].name, all[i].class_->name.span});
  }
}

/// --set values are expressions in little source texts of their own, so that errors in them can point at them.
void read_setting(Compiling& s, const std::string& from, const std::string& name, const std::string& value,
                  bool input) {
  const FileId file = s.workspace.sources.add(from + " " + name, value);
  Outcome<ast::Expression*> parsed = syntax::parse_expression(s.workspace.sources, file, s.workspace.arena);
  s.diagnostics.append(parsed.diagnostics());
  if (parsed.ok()) s.overrides.push_back({name, *parsed, {file, 0, static_cast<std::uint32_t>(value.size())}, input});
}

/// "B[2]": elements are set in the compiled model.
bool is_element(const std::string& name) { return name.ends_with(']'); }

void read_settings(Compiling& s) {
  for (const auto& [name, value] : s.request.settings)
    if (!is_element(name)) read_setting(s, s.request.settings_from, name, value, false);
  for (const auto& [name, value] : s.request.inputs) read_setting(s, "--input", name, value, true);
}

/// Values of single elements of arrays, which no modifier can give.
void set_elements(Compiling& s) {
  std::map<ir::VariableId, double> given;
  for (const auto& [name, value] : s.request.settings) {
    if (!is_element(name)) continue;
    const FileId file = s.workspace.sources.add(s.request.settings_from + " " + name, value);
    const Span place{file, 0, static_cast<std::uint32_t>(value.size())};
    const std::optional<double> number = value == "true" ? 1.0 : value == "false" ? 0.0 : number_in(value);
    if (!number) {
      s.diagnostics.error(Code::E0005, place, "an element of an array takes a number, not '" + value + "'");
      continue;
    }
    const model::Status set = s.result.model->find_parameter(name, *number, given);
    if (set) continue;
    Diagnostic& error = s.diagnostics.error(Code::E0005, place, set.fault().message);
    const model::ModelDescription& description = s.result.model->description();
    const std::optional<std::size_t> variable = description.find(name);
    if (variable && description.variable(*variable).structural) error.help = "give all of the array at once";
  }
  if (s.diagnostics.has_errors() || given.empty()) return;
  execute::CompiledModelOptions options;
  options.back_end = s.request.back_end;
  options.given = std::move(given);
  s.result.model = execute::make_compiled_model(s.result.plan, options);
}

void parse(Compiling& s) {
  if (!s.request.path.empty()) {
    const FileId file = load_text(s.workspace, s.request.path, s.diagnostics);
    if (!file.valid()) return;
    Outcome<ast::File> parsed = syntax::parse(s.workspace.sources, file);
    s.diagnostics.append(parsed.diagnostics());
    s.workspace.files.push_back(std::make_unique<ast::File>(parsed.take()));
  }
  if (!s.request.around.empty()) {
    const FileId made = s.workspace.sources.add("(made by sunder)", s.request.around);
    Outcome<ast::File> further = syntax::parse(s.workspace.sources, made);
    s.diagnostics.append(further.diagnostics());
    s.workspace.files.push_back(std::make_unique<ast::File>(further.take()));
  }
}

void instantiate_model(Compiling& s) {
  choose_class(s);
  read_settings(s);
  if (s.diagnostics.has_errors()) return;
  s.result.model_name = s.class_name;
  Outcome<std::shared_ptr<ir::InstanceTree>> tree =
      instantiate::instantiate(s.workspace.trees(), s.class_name, s.overrides, s.evaluator);
  s.diagnostics.append(tree.diagnostics());
  if (tree.ok()) s.tree = tree.take();
}

void flatten_model(Compiling& s) {
  Outcome<ir::FlatModel> flat = flatten::flatten(s.tree);
  s.diagnostics.append(flat.diagnostics());
  if (flat.ok()) s.flat = flat.take();
}

void lower_model(Compiling& s) {
  Outcome<ir::Dae> dae = lower::lower(*s.flat, s.evaluator, std::make_shared<symbolic::ShapeTable>());
  s.diagnostics.append(dae.diagnostics());
  if (!dae.ok()) return;
  s.work.plan.dae = dae.take();
  s.flat.reset();
  s.tree.reset();
}

void emit_model(Compiling& s) {
  s.result.plan = std::make_shared<const ir::Plan>(std::move(s.work.plan));
  execute::CompiledModelOptions options;
  options.back_end = s.request.back_end;
  s.result.model = execute::make_compiled_model(s.result.plan, options);
  set_elements(s);
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
  for (const ast::File* tree : s.workspace.trees())
    for (std::string& violation : verify(*tree, s.workspace.sources.text(tree->source)))
      violations.push_back(std::move(violation));
  return violations;
}

/// The way of a model: the only place that names the order of the passes.
const PassList<Compiling>& pipeline() {
  static const PassList<Compiling> all = [] {
    PassList<Compiling> list;
    list.given = {"text"};
    list.products = {
        {"ast", [](const Compiling& s) { return ast::print_tree(*s.workspace.files.back()); }, verify_trees},
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
void check_disabled(Compiling& s) {
  std::vector<std::string> optional;
  for (const PassInfo& pass : pipeline_passes())
    if (pass.optional) optional.emplace_back(pass.id);
  for (const std::string& name : s.request.disabled)
    if (std::find(optional.begin(), optional.end(), name) == optional.end())
      s.diagnostics.error(Code::E0007, {}, "'" + name + "' is not a pass that can be left out").help =
          "these can: " + enumerated(optional);
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
  Compiling s{workspace, request, {}, {}, {}, {}, {}, {}, {}, {}};
  check_disabled(s);
  if (!s.diagnostics.has_errors())
    s.result.timing = run_passes(pipeline(), s, {request.disabled, request.dump, request.cancel});
  if (request.cancel.requested()) s.diagnostics.error(Code::E0008, {}, "interrupted");
  if (s.diagnostics.has_errors()) return Outcome<Compilation>(std::move(s.diagnostics));
  if (!request.dump.empty()) s.result.dump = pipeline().product(request.dump).print(s);
  return {std::move(s.result), std::move(s.diagnostics)};
}

}  // namespace sunder::driver
