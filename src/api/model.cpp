// Loading, describing and setting.
#include <sunder/sunder.hpp>

#include "api/implementation.hpp"
#include "base/version.hpp"

namespace sunder {
namespace {

Result<Model> load_source(verbs::Source source, const LoadOptions& options) {
  verbs::LoadOptions request;
  request.sources.push_back(std::move(source));
  request.model = options.model;
  request.settings = options.parameters;
  request.inputs = options.inputs;
  request.back_end = options.interpret ? emit::BackEnd::interpreter : emit::BackEnd::llvm;
  Outcome<verbs::LoadedModel> loaded = verbs::load(request);
  auto texts = std::make_shared<const api::Texts>(loaded->sources());
  std::optional<Model> model;
  if (loaded.ok()) model.emplace(std::make_unique<Model::Implementation>(loaded.take(), texts));
  return {std::move(model), texts->messages(loaded.diagnostics())};
}

VariableKind kind_of(model::VariableKind kind) {
  switch (kind) {
    case model::VariableKind::state: return VariableKind::state;
    case model::VariableKind::derivative: return VariableKind::derivative;
    case model::VariableKind::algebraic: return VariableKind::algebraic;
    case model::VariableKind::parameter: return VariableKind::parameter;
    case model::VariableKind::input: return VariableKind::input;
    case model::VariableKind::output: return VariableKind::output;
  }
  throw std::logic_error("a kind of variable without a name");
}

std::vector<std::string> names_of(const std::vector<model::VariableIndex>& variables,
                                  const model::ModelDescription& all) {
  std::vector<std::string> names;
  for (const model::VariableIndex one : variables) names.push_back(all.variable_name(one));
  return names;
}

}  // namespace

std::string library_version() { return std::string(version()); }

Result<Model> load(const std::string& path, const LoadOptions& options) {
  return load_source(verbs::Source::file(path), options);
}

Result<Model> load_text(const std::string& text, const LoadOptions& options) {
  return load_source(verbs::Source::from_text(text), options);
}

Model::Model(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}
Model::Model(const Model& other) : implementation_(std::make_unique<Implementation>(*other.implementation_)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model& other) {
  *this = Model(other);
  return *this;
}
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

const std::string& Model::name() const { return implementation_->loaded.name(); }

std::vector<Variable> Model::variables() const {
  const model::ModelDescription& description = implementation_->loaded.model().description();
  std::vector<Variable> list;
  for (const model::VariableIndex i : description.indices()) {
    const model::Variable one = description.variable(i);
    list.push_back({one.name, kind_of(one.kind), one.unit, one.description, one.start, one.tunable, one.structural});
  }
  return list;
}

std::vector<std::string> Model::states() const {
  const model::ModelDescription& description = implementation_->loaded.model().description();
  return names_of(description.states, description);
}

std::vector<std::string> Model::inputs() const {
  const model::ModelDescription& description = implementation_->loaded.model().description();
  return names_of(description.inputs, description);
}

std::vector<std::string> Model::outputs() const {
  const model::ModelDescription& description = implementation_->loaded.model().description();
  return names_of(description.outputs, description);
}

double Model::parameter(const std::string& name) const {
  const Outcome<double> value = implementation_->loaded.parameter(name);
  if (!value.ok()) throw Error(implementation_->texts->messages(value.diagnostics()));
  return *value;
}

void Model::set(const std::string& name, double value) {
  const Diagnostics diagnostics = implementation_->loaded.set_parameter(name, value);
  if (diagnostics.has_errors()) throw Error(implementation_->texts->messages(diagnostics));
}

}  // namespace sunder
