// Documents that are made from the code, so that they cannot rot.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "base/diagnostic.hpp"
#include "driver/pipeline.hpp"
#include "integrate/stepper.hpp"
#include "output.hpp"

namespace sunder::cli {

std::string diagnostics_markdown() {
  std::string out =
      "# Diagnostics\n\nEvery message has a code. Made by `sunder --diagnostics-markdown`; a test keeps it true.\n\n"
      "| code | title | what it means |\n|---|---|---|\n";
  std::vector<CodeInfo> codes = all_codes();
  std::sort(codes.begin(), codes.end(), [](const CodeInfo& a, const CodeInfo& b) {
    return a.id.substr(1) != b.id.substr(1) ? a.id.substr(1) < b.id.substr(1) : a.id < b.id;
  });
  for (const CodeInfo& code : codes)
    out +=
        "| " + std::string(code.id) + " | " + std::string(code.title) + " | " + std::string(code.explanation) + " |\n";
  return out;
}

std::string passes_markdown() {
  std::string out =
      "# Passes of the compiler\n\nIn the order they run; `--dump=STAGE` prints what a stage gives, `--disable PASS` "
      "leaves out an optional pass.\n"
      "Made by `sunder --passes-markdown`; a test keeps it true.\n\n| pass | what it does | needs | gives | optional "
      "|\n|---|---|---|---|---|\n";
  const auto joined = [](const std::vector<std::string_view>& names) {
    std::string text;
    for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
  };
  for (const PassInfo& pass : driver::pipeline_passes())
    out += "| " + std::string(pass.id) + " | " + std::string(pass.summary) + " | " + joined(pass.needs) + " | " +
           joined(pass.gives) + " | " + (pass.optional ? "yes" : "") + " |\n";
  return out;
}

namespace {

std::string needs_of(const integrate::MethodInfo& method) {
  const std::string needs = method.fixed_step ? "step" : "tolerance";
  if (method.clusters) return needs + ", clusters of states";
  return method.mixed ? needs + ", fast states" : needs;
}

std::string order_of(const integrate::MethodInfo& method) {
  return method.order == 0 ? "varies" : std::to_string(method.order);
}

}  // namespace

std::string methods_text(std::size_t width) {
  std::string out =
      paragraph("auto, the default: chooses one of rosenbrock and cvode by the error (sunder choose)", width);
  for (const integrate::MethodInfo& method : integrate::methods())
    out += "\n" + bold(std::string(method.name)) + " (order " + order_of(method) + "; needs " + needs_of(method) +
           ")\n" + paragraph(std::string(method.summary), width);
  return out;
}

std::string methods_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const integrate::MethodInfo& method : integrate::methods())
    list.push_back(
        {{"name", method.name}, {"summary", method.summary}, {"order", method.order}, {"needs", needs_of(method)}});
  return nlohmann::ordered_json{{"methods", list}, {"diagnostics", nlohmann::ordered_json::array()}}.dump(2) + "\n";
}

std::string methods_markdown() {
  std::string out = "| method | what it is | order | needs |\n|---|---|---|---|\n";
  for (const integrate::MethodInfo& method : integrate::methods()) {
    out += "| " + std::string(method.name) + " | " + std::string(method.summary) + " | " + order_of(method) + " | " +
           needs_of(method) + " |\n";
  }
  return out;
}

}  // namespace sunder::cli
