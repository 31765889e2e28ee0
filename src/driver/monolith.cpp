#include "driver/monolith.hpp"

#include <algorithm>
#include <filesystem>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::driver {
namespace {

// no identifier a user would write
constexpr std::string_view whole_name = "'$system'";

std::string row(const Eigen::MatrixXd& by_state, const Eigen::MatrixXd& by_input, std::size_t row,
                const model::PartInterface& names) {
  const auto r = static_cast<Eigen::Index>(row);
  std::string text;
  const auto add = [&](double factor, const std::string& name) {
    if (factor != 0) text += (text.empty() ? "(" : " + (") + shortest(factor) + ")*" + name;
  };
  for (std::size_t j = 0; j < names.states.size(); ++j) add(by_state(r, static_cast<Eigen::Index>(j)), names.states[j]);
  for (std::size_t j = 0; j < names.inputs.size(); ++j) add(by_input(r, static_cast<Eigen::Index>(j)), names.inputs[j]);
  return text.empty() ? "0" : text;
}

/// The first file is read as it is. Further ones become packages of their own, since parts of different files may use
/// the same names for different things.
class Assembly {
 public:
  Assembly(const cosimulate::OpenSystem& system, const OpenSystemRequest& request)
      : system_(system), request_(request) {
    for (const cosimulate::PartDescription& part : system.description.parts) {
      if (part.linear) continue;
      const std::string path = path_of(part);
      if (std::ranges::find(paths_, path) == paths_.end()) paths_.push_back(path);
    }
  }

  std::vector<Source> sources(Diagnostics& diagnostics) {
    std::vector<Source> list;
    if (!paths_.empty()) list.push_back(Source::file(paths_.front()));
    list.push_back(Source::from_text(text(diagnostics), request_.path + " as one model"));
    return list;
  }

 private:
  std::string text(Diagnostics& diagnostics) {
    SourceMap texts;
    for (std::size_t i = 1; i < paths_.size(); ++i) {
      const FileId file = load_text(paths_[i], texts, diagnostics);
      if (!file.valid()) return {};
      classes_ += "package " + package(i) + "\n" + std::string(texts.text(file)) + "\nend " + package(i) + ";\n";
    }
    for (std::size_t p = 0; p < system_.description.parts.size(); ++p) {
      const cosimulate::PartDescription& part = system_.description.parts[p];
      const std::string type = part.linear ? "'$matrices" + std::to_string(p + 1) + "'" : type_of(part);
      if (part.linear) classes_ += matrices_as_text(part, type);
      components_ += "  ." + type + " " + part.interface.name + ";\n";
    }
    for (const cosimulate::ConnectionDescription& connection : system_.description.connections)
      equations_ += "  " + connection.to.text + " = " + transformed(connection) + ";\n";
    for (const cosimulate::ConstantInput& constant : system_.description.constants)
      equations_ += "  " + constant.to.text + " = " + shortest(constant.value) + ";\n";
    return classes_ + "model " + std::string(whole_name) + "\n" + components_ + "equation\n" + equations_ + "end " +
           std::string(whole_name) + ";\n";
  }

  static std::string transformed(const cosimulate::ConnectionDescription& connection) {
    std::string text = connection.from.text;
    if (connection.factor != 1) text = "(" + shortest(connection.factor) + ")*" + text;
    if (connection.offset != 0) text += " + (" + shortest(connection.offset) + ")";
    return text;
  }

  [[nodiscard]] std::string path_of(const cosimulate::PartDescription& part) const {
    return (std::filesystem::path(request_.path).parent_path() / part.model.text).string();
  }
  static std::string package(std::size_t file) { return "'$file" + std::to_string(file + 1) + "'"; }

  [[nodiscard]] std::string type_of(const cosimulate::PartDescription& part) const {
    const auto file = static_cast<std::size_t>(std::ranges::find(paths_, path_of(part)) - paths_.begin());
    return (file == 0 ? "" : package(file) + ".") + part.class_name.text;
  }

  const cosimulate::OpenSystem& system_;
  const OpenSystemRequest& request_;
  std::vector<std::string> paths_;
  std::string classes_, components_, equations_;
};

}  // namespace

std::string matrices_as_text(const cosimulate::PartDescription& part, const std::string& type) {
  const model::LinearSystem& m = *part.linear;
  const model::PartInterface& names = part.interface;
  std::string text = "model " + type + "\n";
  for (const std::string& name : names.inputs) text += "  input Real " + name + ";\n";
  for (const std::string& name : names.outputs) text += "  output Real " + name + ";\n";
  for (std::size_t i = 0; i < names.states.size(); ++i)
    text += "  Real " + names.states[i] + "(start = " + shortest(i < part.initial.size() ? part.initial[i] : 0.0) +
            ", fixed = true);\n";
  text += "equation\n";
  for (std::size_t i = 0; i < names.states.size(); ++i)
    text += "  der(" + names.states[i] + ") = " + row(m.a, m.b, i, names) + ";\n";
  for (std::size_t i = 0; i < names.outputs.size(); ++i)
    text += "  " + names.outputs[i] + " = " + row(m.c, m.d, i, names) + ";\n";
  return text + "end " + type + ";\n";
}

Outcome<Compilation> compile_monolith(Workspace& workspace, const cosimulate::OpenSystem& system,
                                      const OpenSystemRequest& request) {
  Diagnostics diagnostics;
  for (const cosimulate::PartDescription& part : system.description.parts)
    if (cosimulate::is_fmu(part))
      diagnostics.error(Code::E1016, part.model.span,
                        "the part '" + part.interface.name + "' is an FMU: it cannot be compiled into one model");
  if (diagnostics.has_errors()) return Outcome<Compilation>(Compilation(), std::move(diagnostics));
  Assembly assembly(system, request);
  CompileRequest compiling;
  compiling.sources = assembly.sources(diagnostics);
  if (diagnostics.has_errors()) return Outcome<Compilation>(Compilation(), std::move(diagnostics));
  compiling.model = whole_name;
  compiling.back_end = request.back_end;
  compiling.cancel = request.cancel;
  compiling.settings_from = "parameters of part";
  for (const cosimulate::PartDescription& part : system.description.parts)
    for (const auto& [name, value] : part.parameters)
      compiling.settings.emplace_back(part.interface.name + "." + name, value.text);
  Outcome<Compilation> made = compile(workspace, compiling);
  if (!made.ok())
    made.diagnostics().error(Code::E1016, system.description.communication_span,
                             "the system cannot be compiled as one model");
  return made;
}

}  // namespace sunder::driver
