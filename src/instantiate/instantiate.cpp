#include "instantiate/instantiate.hpp"

#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

const ast::ModificationArgument* argument_named(std::span<const ast::ModificationArgument> arguments,
                                                std::string_view name) {
  for (const ast::ModificationArgument& argument : arguments)
    if (argument.name.parts.size() == 1 && argument.name.parts[0].text == name) return &argument;
  return nullptr;
}

const ast::ModificationArgument* experiment_of(const ast::Class& class_) {
  const ast::Annotation* annotation = class_.annotation != nullptr ? class_.annotation : class_.comment.annotation;
  return annotation != nullptr ? argument_named(annotation->arguments, "experiment") : nullptr;
}

void collect(const ast::Class& class_, const std::string& prefix, std::vector<Candidate>& out) {
  const std::string name = prefix + std::string(class_.name.text);
  const bool simulates = class_.kind == ast::ClassKind::model || class_.kind == ast::ClassKind::block ||
                         class_.kind == ast::ClassKind::class_;
  if (simulates && !class_.partial) out.push_back({&class_, name, experiment_of(class_) != nullptr});
  if (class_.kind != ast::ClassKind::package) return;
  for (const ast::Section& section : class_.sections)
    for (const ast::Element* element : section.elements)
      if (element->kind == ast::ElementKind::class_definition) collect(*element->class_, name + ".", out);
}

}  // namespace

std::string unescaped(std::string_view literal) {
  if (literal.size() >= 2) literal = literal.substr(1, literal.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] != '\\' || i + 1 == literal.size()) {
      out += literal[i];
      continue;
    }
    switch (literal[++i]) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case 'a': out += '\a'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'v': out += '\v'; break;
      default: out += literal[i];
    }
  }
  return out;
}

std::string description_of(const ast::Comment& comment) {
  std::string out;
  for (const ast::Expression* part : comment.strings) out += unescaped(part->text);
  return out;
}

ir::Experiment Builder::read_experiment(ClassInstance& class_) {
  ir::Experiment out;
  const ast::ModificationArgument* experiment = experiment_of(*class_.syntax);
  if (experiment == nullptr || experiment->modification == nullptr) return out;
  const auto read = [&](std::string_view name, std::optional<double>& target) {
    const ast::ModificationArgument* argument = argument_named(experiment->modification->arguments, name);
    if (argument == nullptr || argument->modification == nullptr || argument->modification->value == nullptr) return;
    const ir::Expression* value = Resolver(*this, {&class_, tree_->root}).resolve(*argument->modification->value);
    if (value->type.base == ir::BaseType::error) return;
    const std::string what = std::string(name) + " of the experiment";
    if (!value->type.is_numeric() || !value->type.is_scalar())
      error(Code::E0204, value->span, what + " must be a number");
    else if (const std::optional<ir::Value> number = evaluate(*value, what))
      target = number->number();
    const bool is_length = name == "Tolerance" || name == "Interval";
    if (is_length && target && !(*target > 0 && std::isfinite(*target)))
      error(Code::E0611, value->span, what + " must be a positive number, not " + shortest(*target));
  };
  read("StartTime", out.start);
  read("StopTime", out.stop);
  read("Tolerance", out.tolerance);
  read("Interval", out.interval);
  return out;
}

std::vector<Candidate> candidates(std::span<const ast::File* const> files) {
  std::vector<Candidate> out;
  for (const ast::File* file : files)
    for (const ast::Class* class_ : file->classes) collect(*class_, "", out);
  return out;
}

bool has_experiment(const ast::Class& class_) { return experiment_of(class_) != nullptr; }

Outcome<std::shared_ptr<ir::InstanceTree>> instantiate(ir::ClassSource& source, const std::string& class_name,
                                                       std::span<const Override> overrides, ir::ValueSource& values) {
  Builder builder(source, values);
  builder.build(class_name, overrides);
  return {builder.take_tree(), std::move(builder.diagnostics())};
}

}  // namespace sunder::instantiate
