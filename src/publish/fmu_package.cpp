#include "publish/fmu_package.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/codes.hpp"
#include "execute/parameter_code.hpp"
#include "fmi/archive.hpp"
#include "fmi/compiler.hpp"
#include "publish/exportable.hpp"
#include "publish/exported_sources.hpp"
#include "publish/fmu_description.hpp"
#include "publish/model_code.hpp"

namespace sunder::publish {

namespace {

/// A name that C and file systems accept.
std::string identifier_of(const std::string& name) {
  std::string made;
  for (const char c : name) made += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  if (made.empty() || std::isdigit(static_cast<unsigned char>(made.front())) != 0) made = "_" + made;
  return made;
}

/// In an FMU all sources stand in one folder.
std::string in_one_folder(std::string_view text) {
  std::string made(text);
  for (const std::string_view folder : {"#include \"exported/", "#include \"runtime/"}) {
    for (std::size_t at = made.find(folder); at != std::string::npos; at = made.find(folder, at))
      made.replace(at, folder.size(), "#include \"");
  }
  return made;
}

std::vector<fmi::ArchiveEntry> sources_of(const ModelCode& code, fmi::Version version) {
  std::vector<fmi::ArchiveEntry> files{{"model.c", in_one_folder(code.text)}};
  const std::string_view other = version == fmi::Version::two ? "fmi3.c" : "fmi2.c";
  for (const ExportedSource& source : exported_sources())
    if (source.name != other) files.push_back({std::string(source.name), in_one_folder(source.text)});
  return files;
}

/// Optimised as far as the size of the code allows. Functions of the C library are called as they are: what compilers
/// know of them they would replace by others that differ in the last bit.
std::vector<std::string> compiler_arguments(std::size_t bytes) {
  constexpr std::size_t much = 4'000'000;
  std::vector<std::string> made{"-std=c11", bytes > much ? "-O1" : "-O2", "-ffp-contract=off", "-fvisibility=hidden"};
  for (const char* function :
       {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "pow", "atan2"})
    made.push_back(std::string("-fno-builtin-") + function);
  return made;
}

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code failed;
    std::string name = (std::filesystem::temp_directory_path(failed) / "sunder-export-XXXXXX").string();
    if (!failed && mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code failed;  // nobody could do anything about it
    if (!path_.empty()) std::filesystem::remove_all(path_, failed);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

bool ends_in_c(const std::string& name) { return name.ends_with(".c"); }

/// The shared library of these sources, as bytes; empty after an error.
std::string compile(const std::string& name, const std::vector<fmi::ArchiveEntry>& sources, std::size_t bytes,
                    Diagnostics& diagnostics) {
  const TemporaryFolder folder;
  fmi::CompileJob job{name, folder.path(), {}, compiler_arguments(bytes), folder.path() + "/model.so"};
  for (const fmi::ArchiveEntry& source : sources) {
    std::ofstream file(folder.path() + "/" + source.name, std::ios::binary);
    file << source.content;
    file.close();
    if (folder.path().empty() || !file) {
      diagnostics.error(Code::E1203, {}, name + ": the sources cannot be written to the folder for temporary files");
      return {};
    }
    if (ends_in_c(source.name)) job.files.push_back(source.name);
  }
  if (!fmi::compile_library(job, diagnostics)) return {};
  std::ifstream made(job.output, std::ios::binary);
  return {std::istreambuf_iterator<char>(made), {}};
}

}  // namespace

Outcome<FmuPackage> write_fmu(const ir::Plan& plan, const FmuExport& wanted) {
  Diagnostics diagnostics;
  if (!can_export(plan, diagnostics)) return Outcome<FmuPackage>(std::move(diagnostics));
  const execute::ParameterCode parameters(plan, {});
  const execute::PlanDescription description(plan, parameters.own_values());
  const ModelCode code = write_model_code(plan, description, parameters.own_values(),
                                          {wanted.implicit_rows, wanted.start, wanted.stop, wanted.tolerance});
  const std::vector<fmi::ArchiveEntry> sources = sources_of(code, wanted.version);
  DescriptionOptions options{
      wanted.version, wanted.model_exchange, wanted.co_simulation, identifier_of(description.name), {}, wanted.start,
      wanted.stop,    wanted.tolerance,      wanted.interval};
  for (const fmi::ArchiveEntry& source : sources)
    if (ends_in_c(source.name)) options.sources.push_back(source.name);

  std::vector<fmi::ArchiveEntry> entries{{"modelDescription.xml", write_description(plan, description, code, options)}};
  if (!wanted.sources_only) {
    const bool two = wanted.version == fmi::Version::two;
    std::string binary = compile(wanted.output, sources, code.text.size(), diagnostics);
    if (binary.empty()) return Outcome<FmuPackage>(std::move(diagnostics));
    entries.push_back({std::string("binaries/") + (two ? "linux64/" : "x86_64-linux/") + options.identifier + ".so",
                       std::move(binary)});
  }
  for (const fmi::ArchiveEntry& source : sources) entries.push_back({"sources/" + source.name, source.content});
  if (wanted.version == fmi::Version::three)
    entries.push_back({"sources/buildDescription.xml", write_build_description(options)});
  if (!fmi::write_archive(wanted.output, entries, diagnostics)) return Outcome<FmuPackage>(std::move(diagnostics));

  FmuPackage made{wanted.output, options.identifier, code.token};
  made.variables = description.variable_count();
  made.states = description.states.size();
  made.inputs = description.inputs.size();
  made.outputs = description.outputs.size();
  for (const model::VariableIndex i : description.indices())
    if (description.variable(i).tunable) ++made.parameters;
  made.event_indicators = code.event_indicators;
  made.source_bytes = code.text.size();
  return {std::move(made), std::move(diagnostics)};
}

}  // namespace sunder::publish
