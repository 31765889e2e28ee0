#include "fmi/fmu.hpp"

#include <filesystem>

#include "base/codes.hpp"
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

Outcome<std::shared_ptr<const model::Model>> make_fmu_model(std::shared_ptr<const Fmu> fmu, const FmuOptions& options) {
  using Result = Outcome<std::shared_ptr<const model::Model>>;
  Diagnostics diagnostics;
  const FmuDescription& d = fmu->description;
  if (!d.model_exchange) {
    diagnostics.error(
        Code::E1208, {},
        fmu->path + " is not made for Model Exchange; Co-Simulation and Scheduled Execution are not supported yet");
    return Result(std::move(diagnostics));
  }
  if (d.model_exchange->needs_execution_tool) {
    diagnostics.error(Code::E1208, {}, fmu->path + " needs the tool that made it (" + d.generation_tool + ") to run");
    return Result(std::move(diagnostics));
  }
  Outcome<std::shared_ptr<const UnpackedFmu>> unpacked = unpack(fmu->path);
  diagnostics.append(unpacked.diagnostics());
  if (!unpacked.ok()) return Result(std::move(diagnostics));
  const std::string folder = (*unpacked)->folder().string();
  if (const std::string binary = binary_of(d, folder, Use::model_exchange); !std::filesystem::exists(binary)) {
    diagnostics.error(Code::E1207, {},
                      fmu->path + ": there is no binary for this machine (" + binary.substr(folder.size() + 1) + ")");
    return Result(std::move(diagnostics));
  }
  const auto layout = std::make_shared<const Layout>(d);
  InstanceMaker maker = [fmu, layout, options,
                         unpacked = unpacked.take()]() -> Outcome<std::unique_ptr<ExchangeInstance>> {
    const FmuFiles files = files_of(fmu->description, fmu->path, unpacked->folder().string());
    if (!options.in_process)
      return start_hosted_exchange(
          fmu->description, *layout, files,
          {{}, options.time_limit, static_cast<std::uint64_t>(options.memory_limit * 1073741824.0)});
    Outcome<std::unique_ptr<Calls>> calls = load_calls(fmu->description, files, Use::model_exchange);
    if (!calls.ok()) return Outcome<std::unique_ptr<ExchangeInstance>>(std::move(calls.diagnostics()));
    return make_local_exchange(fmu->description, *layout, calls.take());
  };
  return {std::make_shared<FmuModel>(fmu, std::move(maker)), std::move(diagnostics)};
}

}  // namespace sunder::fmi
