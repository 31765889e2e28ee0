// A model opened by a command, and what the terminal does while a verb is at work.
#pragma once

#include <optional>

#include "base/cancel.hpp"
#include "command.hpp"
#include "terminal.hpp"
#include "verbs/load.hpp"

namespace sunder::cli {

struct Session {
  verbs::Control control;
  Diagnostics diagnostics;
  verbs::LoadedModel model;

  [[nodiscard]] const SourceMap& sources() const { return model.sources(); }
};

/// While it lives Ctrl-C stops the verb and a bar shows how far it has come.
class Watch {
 public:
  explicit Watch(verbs::Control& control);
  ~Watch() { control_.progress = nullptr; }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  /// The verb is done: the bar goes.
  void finish() { bar_.finish(); }

 private:
  verbs::Control& control_;
  ProgressBar bar_;
  SignalScope signals_;
};

/// Whether a command runs the model, and --input NAME=EXPRESSION belongs to what is compiled.
enum class Inputs { undriven, driven };

/// How FMUs are to be run; empty after a diagnostic.
std::optional<fmi::FmuOptions> read_fmu_options(const Arguments& arguments, Diagnostics& diagnostics);
/// What the arguments ask to be loaded; empty after a diagnostic.
std::optional<verbs::LoadOptions> read_load_options(const Arguments& arguments, Diagnostics& diagnostics,
                                                    Inputs inputs = Inputs::undriven);
/// Loads the model the arguments name. A status means the command ends here: it failed, or printed a dump.
std::optional<ExitStatus> open_model(const Arguments& arguments, Session& session, Inputs inputs = Inputs::undriven);
std::optional<ExitStatus> open_model(const Arguments& arguments, Session& session, const verbs::LoadOptions& options);
/// Of --input: results files; the others are NAME=EXPRESSION.
bool is_input_file(const std::string& input);
emit::BackEnd back_end(const Arguments& arguments);

}  // namespace sunder::cli
