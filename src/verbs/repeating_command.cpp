#include "verbs/repeating_command.hpp"

#include <algorithm>
#include <cctype>

#include "base/text.hpp"

namespace sunder::verbs {

std::string quoted_word(const std::string& word) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("_-./=+,:@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string repeating_command(const LoadedModel& model, std::optional<double> start, std::optional<double> stop,
                              const InputSources* inputs) {
  const LoadOptions& loaded = model.options();
  const bool of_library = loaded.sources.empty() && !loaded.model.empty();
  if (!of_library && (loaded.sources.size() != 1 || loaded.sources.front().text)) return {};
  std::string out = "sunder simulate";
  if (!of_library) out += " " + quoted_word(loaded.sources.front().name);
  for (const std::string& directory : loaded.libraries) out += " --library " + quoted_word(directory);
  if (loaded.allow_external) out += " --allow-external";
  if (!loaded.allow_files.empty()) out += " --allow-files " + quoted_word(loaded.allow_files);
  if (!loaded.model.empty()) out += " --model " + quoted_word(loaded.model);
  for (const auto& [name, value] : loaded.settings) out += " --set " + quoted_word(name + "=" + value);
  for (const auto& [name, value] : model.given()) out += " --set " + quoted_word(name + "=" + shortest(value));
  for (const auto& [name, value] : loaded.inputs) out += " --input " + quoted_word(name + "=" + value);
  if (inputs != nullptr) {
    for (const std::string& file : inputs->files) out += " --input " + quoted_word(file);
    if (!inputs->files.empty() && inputs->between == Between::held) out += " --between held";
  }
  if (start) out += " --start " + shortest(*start);
  if (stop) out += " --stop " + shortest(*stop);
  return out;
}

}  // namespace sunder::verbs
