#include "fmi/fmu.hpp"

#include <algorithm>
#include <filesystem>
#include <pugixml.hpp>

#include "base/codes.hpp"
#include "fmi/compiler.hpp"
#include "fmi/fmu_model.hpp"
#include "fmi/host.hpp"

namespace sunder::fmi {

Outcome<std::shared_ptr<const Fmu>> read_fmu(const std::string& path, const FmuOptions& options, SourceMap& sources) {
  using Result = Outcome<std::shared_ptr<const Fmu>>;
  Outcome<std::string> text = read_description_text(path);
  if (!text.ok()) return Result(std::move(text.diagnostics()));
  Outcome<FmuDescription> description = read_description(text.take(), path, options.strict, sources);
  if (!description.has_value()) return Result(std::move(description.diagnostics()));
  auto fmu = std::make_shared<Fmu>();
  fmu->path = path;
  fmu->description = description.take();
  return {std::move(fmu), std::move(description.diagnostics())};
}

namespace {

/// Of 2.0 the description lists the sources, of 3.0 a file beside them; where nobody does, all are meant.
std::vector<std::string> sources_of(const Fmu& fmu, const InterfaceKind& kind, const std::string& folder,
                                    std::vector<std::string>& arguments) {
  std::vector<std::string> files = kind.sources;
  pugi::xml_document build;
  if (fmu.description.version == Version::three && build.load_file((folder + "/buildDescription.xml").c_str())) {
    for (const pugi::xml_node& configuration : build.child("fmiBuildDescription").children("BuildConfiguration")) {
      if (configuration.attribute("modelIdentifier").value() != kind.model_identifier) continue;
      for (const pugi::xml_node& set : configuration.children("SourceFileSet")) {
        for (const pugi::xml_node& file : set.children("SourceFile"))
          files.emplace_back(file.attribute("name").value());
        for (const pugi::xml_node& definition : set.children("PreprocessorDefinition"))
          arguments.push_back(std::string("-D") + definition.attribute("name").value() + "=" +
                              definition.attribute("value").value());
        for (const pugi::xml_node& include : set.children("IncludeDirectory"))
          arguments.push_back("-I" + folder + "/" + include.attribute("name").value());
      }
      break;
    }
  }
  if (!files.empty()) return files;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
    if (entry.path().extension() == ".c") files.push_back(entry.path().filename().string());
  std::ranges::sort(files);
  return files;
}

bool compile_sources(const Fmu& fmu, const InterfaceKind& kind, const std::string& folder, const std::string& binary,
                     Diagnostics& diagnostics) {
  CompileJob job{fmu.path, folder + "/sources", {}, {"-O2", "-w", "-ffp-contract=off"}, binary};
  job.files = sources_of(fmu, kind, job.folder, job.arguments);
  std::error_code failed;
  std::filesystem::create_directories(std::filesystem::path(binary).parent_path(), failed);
  return compile_library(job, diagnostics);
}

}  // namespace

std::optional<Element> find_text(const FmuDescription& description, const std::string& name) {
  for (std::size_t i = 0; i < description.variables.size(); ++i) {
    const Variable& variable = description.variables[i];
    if (!is_text(variable.type) || variable.clocked || !name.starts_with(variable.name)) continue;
    const bool settable = variable.causality == Causality::parameter || variable.causality == Causality::input ||
                          variable.initial == Initial::exact || variable.initial == Initial::approx;
    for (std::uint64_t k = 0; settable && k < variable.elements; ++k)
      if (element_name(variable, k) == name) return Element{i, k};
  }
  return std::nullopt;
}

Outcome<std::vector<std::pair<std::string, std::string>>> texts_of(model::Context& context) {
  using Result = Outcome<std::vector<std::pair<std::string, std::string>>>;
  std::vector<std::pair<std::string, std::string>> named;
  Diagnostics diagnostics;
  auto* own = dynamic_cast<FmuContext*>(&context);
  if (own == nullptr) return Result(std::move(named));
  std::vector<std::string> values;
  if (const model::Status got = own->texts(values); !got) {
    diagnostics.error(got.fault().code, {}, got.fault().message);
    return Result(std::move(diagnostics));
  }
  const FmuModel& model = static_cast<const FmuModel&>(context.model());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Variable& variable = model.of_fmu().variables[model.layout().texts[i].variable];
    named.emplace_back(element_name(variable, model.layout().texts[i].offset),
                       variable.type == Type::binary ? hexadecimal(values[i]) : values[i]);
  }
  return Result(std::move(named));
}

Outcome<std::shared_ptr<const model::Model>> make_fmu_model(const std::shared_ptr<const Fmu>& fmu,
                                                            const FmuOptions& options) {
  using Result = Outcome<std::shared_ptr<const model::Model>>;
  Diagnostics diagnostics;
  const FmuDescription& d = fmu->description;
  const Use use = options.use.value_or(d.model_exchange ? Use::model_exchange : Use::co_simulation);
  const std::optional<InterfaceKind>& kind = use == Use::model_exchange ? d.model_exchange : d.co_simulation;
  if (!kind) {
    diagnostics.error(Code::E1208, {},
                      fmu->path + " is not made for " +
                          (!d.model_exchange && !d.co_simulation ? "Model Exchange or Co-Simulation"
                           : use == Use::model_exchange          ? "Model Exchange"
                                                                 : "Co-Simulation"));
    return Result(std::move(diagnostics));
  }
  if (kind->needs_execution_tool) {
    diagnostics.error(Code::E1208, {}, fmu->path + " needs the tool that made it (" + d.generation_tool + ") to run");
    return Result(std::move(diagnostics));
  }
  Outcome<std::shared_ptr<const UnpackedFmu>> unpacked = unpack(fmu->path);
  diagnostics.append(unpacked.diagnostics());
  if (!unpacked.ok()) return Result(std::move(diagnostics));
  const std::string folder = (*unpacked)->folder().string();
  if (const std::string binary = binary_of(d, folder, use); !std::filesystem::exists(binary)) {
    if (!std::filesystem::exists(folder + "/sources")) {
      diagnostics.error(Code::E1207, {},
                        fmu->path + ": there is no binary for this machine (" + binary.substr(folder.size() + 1) + ")");
      return Result(std::move(diagnostics));
    }
    if (!compile_sources(*fmu, *kind, folder, binary, diagnostics)) return Result(std::move(diagnostics));
  }
  const auto layout = std::make_shared<const Layout>(d, use);
  InstanceMaker maker = [fmu, layout, options, use,
                         unpacked = unpacked.take()]() -> Outcome<std::unique_ptr<ExchangeInstance>> {
    const FmuFiles files = files_of(fmu->description, fmu->path, unpacked->folder().string());
    if (!options.in_process)
      return start_hosted_exchange(
          fmu->description, *layout, files, use,
          {{}, options.time_limit, static_cast<std::uint64_t>(options.memory_limit * 1073741824.0)});
    Outcome<std::unique_ptr<Calls>> calls = load_calls(fmu->description, files, use);
    if (!calls.ok()) return Outcome<std::unique_ptr<ExchangeInstance>>(std::move(calls.diagnostics()));
    return make_local_exchange(fmu->description, *layout, calls.take(), use);
  };
  return {std::make_shared<FmuModel>(fmu, use, std::move(maker), options.texts), std::move(diagnostics)};
}

}  // namespace sunder::fmi
