// An FMU from a file: read, checked, unpacked, and as a model.
#pragma once

#include <memory>
#include <string>

#include "fmi/archive.hpp"
#include "fmi/description.hpp"
#include "fmi/exchange.hpp"
#include "model/model.hpp"

namespace sunder::fmi {

struct FmuOptions {
  bool strict = false;               ///< what old tools get wrong is an error
  bool in_process = false;           ///< a crash of the FMU is then ours
  double time_limit = 60;            ///< seconds for one call, where the FMU has a process of its own
  double memory_limit = 8;           ///< GiB, likewise
  std::optional<Use> use;            ///< of an FMU for both; not given: Model Exchange where it can be
  std::vector<TextSetting> texts{};  ///< start values of strings and binaries
};

/// What is known of an FMU without running it.
struct Fmu {
  std::string path;
  FmuDescription description;
};
Outcome<std::shared_ptr<const Fmu>> read_fmu(const std::string& path, const FmuOptions& options, SourceMap& sources);

/// What a text names: an element of a string or binary variable that can be given a start value. Empty: none, or a
/// number.
std::optional<Element> find_text(const FmuDescription& description, const std::string& name);
/// Strings and binaries of a context of an FMU, by the names of their elements; binaries in hexadecimal digits. Empty
/// where the model is no FMU.
Outcome<std::vector<std::pair<std::string, std::string>>> texts_of(model::Context& context);

/// For Model Exchange, or for Co-Simulation: a model without states that moves on whenever it is asked at a later time.
/// Everything it needs is kept alive by it.
Outcome<std::shared_ptr<const model::Model>> make_fmu_model(const std::shared_ptr<const Fmu>& fmu,
                                                            const FmuOptions& options);

}  // namespace sunder::fmi
