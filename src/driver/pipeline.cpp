#include "driver/pipeline.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <stdexcept>

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

/// After instantiation every binding is in its instance.
class InstanceBindings : public ir::BindingSource {
 public:
  const ir::Expression* binding_of(const ir::Instance& variable) override { return variable.binding; }
};

/// Everything between the stages.
struct Stages {
  Workspace& workspace;
  const CompileRequest& request;
  Diagnostics diagnostics;
  std::string class_name;
  std::vector<instantiate::Override> overrides;
  std::shared_ptr<ir::InstanceTree> tree;
  ir::StructuralReads reads;
  std::optional<ir::FlatModel> flat;
  std::optional<ir::Dae> dae;
  Compilation result;
};

/// Builds with assertions check what each room promises; a broken promise is our bug, never the user's.
template <class Ir>
void check_contract([[maybe_unused]] const Ir& ir) {
#ifndef NDEBUG
  const std::vector<std::string> violations = verify(ir);
  if (!violations.empty()) throw std::logic_error("broken contract: " + violations.front());
#endif
}

/// The named class, else the only model with an experiment annotation, else the only model.
void choose_class(Stages& s) {
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
void read_setting(Stages& s, const std::string& from, const std::string& name, const std::string& value, bool input) {
  const FileId file = s.workspace.sources.add(from + " " + name, value);
  Outcome<ast::Expression*> parsed = syntax::parse_expression(s.workspace.sources, file, s.workspace.arena);
  s.diagnostics.append(parsed.diagnostics());
  if (parsed.ok()) s.overrides.push_back({name, *parsed, {file, 0, static_cast<std::uint32_t>(value.size())}, input});
}

/// "B[2]": elements are set in the compiled model.
bool is_element(const std::string& name) { return name.ends_with(']'); }

void read_settings(Stages& s) {
  for (const auto& [name, value] : s.request.settings)
    if (!is_element(name)) read_setting(s, s.request.settings_from, name, value, false);
  for (const auto& [name, value] : s.request.inputs) read_setting(s, "--input", name, value, true);
}

/// Values of single elements of arrays, which no modifier can give.
void set_elements(Stages& s) {
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

void parse(Stages& s) {
  if (!s.request.path.empty()) {
    const FileId file = load_text(s.request.path, s.workspace.sources, s.diagnostics);
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
  if (s.request.dump == "ast") s.result.dump = ast::print_tree(*s.workspace.files.back());
}

void instantiate_model(Stages& s) {
  choose_class(s);
  read_settings(s);
  if (s.diagnostics.has_errors()) return;
  s.result.model_name = s.class_name;
  const auto evaluator = [&s](ir::BindingSource& bindings) {
    return std::make_unique<evaluate::ConstantEvaluator>(bindings, s.reads);
  };
  Outcome<std::shared_ptr<ir::InstanceTree>> tree =
      instantiate::instantiate(s.workspace.trees(), s.class_name, s.overrides, evaluator);
  s.diagnostics.append(tree.diagnostics());
  if (!tree.ok()) return;
  s.tree = tree.take();
  if (s.request.dump == "instance") s.result.dump = print(*s.tree);
}

void flatten_model(Stages& s) {
  Outcome<ir::FlatModel> flat = flatten::flatten(s.tree);
  s.diagnostics.append(flat.diagnostics());
  if (!flat.ok()) return;
  s.flat = flat.take();
  if (s.request.dump == "flat") s.result.dump = print(*s.flat);
}

void lower_model(Stages& s) {
  InstanceBindings bindings;
  evaluate::ConstantEvaluator evaluator(bindings, s.reads);
  Outcome<ir::Dae> dae = lower::lower(*s.flat, evaluator, std::make_shared<symbolic::ShapeTable>());
  s.diagnostics.append(dae.diagnostics());
  if (!dae.ok()) return;
  s.dae = dae.take();
  s.flat.reset();
  check_contract(*s.dae);
  if (s.request.dump == "dae") s.result.dump = print(*s.dae);
}

void causalise_model(Stages& s) {
  causalise::Options options;
  options.without = s.request.disabled;
  Outcome<ir::Plan> plan = causalise::causalise(std::move(*s.dae), options);
  s.dae.reset();
  s.diagnostics.append(plan.diagnostics());
  if (!plan.ok()) return;
  s.result.plan = std::make_shared<const ir::Plan>(plan.take());
  check_contract(*s.result.plan);
  if (s.request.dump == "plan") s.result.dump = print(*s.result.plan);
}

void emit_model(Stages& s) {
  execute::CompiledModelOptions options;
  options.back_end = s.request.back_end;
  s.result.model = execute::make_compiled_model(s.result.plan, options);
  set_elements(s);
  if (s.request.dump == "kernels") s.result.dump = s.result.model->print_kernels();
}

struct Stage {
  const char* name;  ///< the stage whose result --dump prints
  PassInfo pass;
  void (*run)(Stages&);
};

const std::vector<Stage>& stages() {
  static const std::vector<Stage> all = {
      {"ast", {"parse", "Modelica text to a syntax tree", "text", "ast", false}, parse},
      {"instance",
       {"instantiate", "looks up names, applies modifiers, finds types and sizes", "ast", "instance", false},
       instantiate_model},
      {"flat",
       {"flatten", "lists all variables and equations of the instance tree", "instance", "flat", false},
       flatten_model},
      {"dae", {"lower", "turns arrays and loops into rows of shape and operands", "flat", "dae", false}, lower_model},
      {"plan",
       {"causalise", "orders the equations and solves each for its unknown", "dae", "plan", false},
       causalise_model},
      {"kernels", {"emit", "makes the model that can be evaluated", "plan", "kernels", false}, emit_model},
  };
  return all;
}

/// Only what may be left out can be disabled; a wrong name is the user's mistake, not a silent nothing.
void check_disabled(Stages& s) {
  std::vector<std::string> optional;
  for (const PassInfo& pass : pipeline_passes())
    if (pass.optional) optional.push_back(pass.id);
  for (const std::string& name : s.request.disabled)
    if (std::find(optional.begin(), optional.end(), name) == optional.end())
      s.diagnostics.error(Code::E0007, {}, "'" + name + "' is not a pass that can be left out").help =
          "these can: " + enumerated(optional);
}

}  // namespace

const std::vector<PassInfo>& pipeline_passes() {
  static const std::vector<PassInfo> all = [] {
    std::vector<PassInfo> list;
    for (const Stage& stage : stages()) {
      list.push_back(stage.pass);
      if (stage.pass.id != "causalise") continue;
      const auto joined = [](const std::vector<std::string_view>& names) {
        std::string out;
        for (const std::string_view name : names) out += (out.empty() ? "" : ", ") + std::string(name);
        return out;
      };
      for (const causalise::Pass& pass : causalise::passes())
        list.push_back(
            {std::string(pass.id), std::string(pass.summary), joined(pass.needs), joined(pass.gives), pass.optional});
    }
    return list;
  }();
  return all;
}

const std::vector<std::string>& dump_stages() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const Stage& stage : stages()) names.emplace_back(stage.name);
    return names;
  }();
  return all;
}

Outcome<Compilation> compile(Workspace& workspace, const CompileRequest& request) {
  Stages s{workspace, request, Diagnostics(), {}, {}, {}, {}, {}, {}, {}};
  check_disabled(s);
  for (const Stage& stage : stages()) {
    if (s.diagnostics.has_errors() || request.cancel.requested()) break;
    const auto begin = std::chrono::steady_clock::now();
    stage.run(s);
    s.result.timing.push_back(
        {stage.pass.id, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()});
    if (request.dump == stage.name) break;
  }
  if (request.cancel.requested()) s.diagnostics.error(Code::E0008, {}, "interrupted");
  if (s.diagnostics.has_errors()) return Outcome<Compilation>(std::move(s.diagnostics));
  return {std::move(s.result), std::move(s.diagnostics)};
}

}  // namespace sunder::driver
