#include "api/support.hpp"

#include "base/text.hpp"

namespace sunder {
namespace {

std::string text_of(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& one : messages)
    if (one.kind == MessageKind::error) text += one.rendered;
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace

Error::Error(std::vector<Message> messages) : std::runtime_error(text_of(messages)), messages_(std::move(messages)) {}
Error::Error(const Error&) = default;
Error& Error::operator=(const Error&) = default;
Error::~Error() = default;

Answer::Answer() = default;
Answer::Answer(const Answer&) = default;
Answer::Answer(Answer&&) noexcept = default;
Answer& Answer::operator=(const Answer&) = default;
Answer& Answer::operator=(Answer&&) noexcept = default;
Answer::~Answer() = default;
std::string Answer::json() const { return source_ ? source_->json() : "{}"; }
void Answer::set_source(std::shared_ptr<const Source> source) { source_ = std::move(source); }

bool Trajectory::has(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<double> Trajectory::values(const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) api::throw_unknown(name, names);
  const std::vector<double>& column = columns.at(static_cast<std::size_t>(found - names.begin()));
  return column.size() == 1 ? std::vector<double>(time.size(), column.front()) : column;
}

namespace api {
namespace {

Message message_of(const Diagnostic& diagnostic, const SourceMap& sources) {
  Message out;
  out.kind = diagnostic.severity == Severity::error     ? MessageKind::error
             : diagnostic.severity == Severity::warning ? MessageKind::warning
                                                        : MessageKind::note;
  out.code = code_id(diagnostic.code);
  out.text = diagnostic.message;
  if (diagnostic.span.valid()) {
    const Location place = sources.locate(diagnostic.span);
    out.file = place.path;
    out.line = place.line;
    out.column = place.column;
  }
  out.help = diagnostic.help;
  out.rendered = render(diagnostic, sources);
  return out;
}

}  // namespace

std::vector<Message> Texts::messages(const Diagnostics& diagnostics) const {
  std::vector<Message> list;
  for (const Diagnostic& one : diagnostics.in_source_order()) list.push_back(message_of(one, sources_));
  return list;
}

Watch::Watch(const OnProgress& progress) {
  if (!progress) return;
  control_.progress = [progress, thrown = thrown_](const std::string& task, double fraction,
                                                   const std::string& detail) {
    if (*thrown) return false;
    try {
      return progress(task, fraction, detail);
    } catch (...) {
      *thrown = std::current_exception();
      return false;
    }
  };
}

void Watch::finish() const {
  if (*thrown_) std::rethrow_exception(*thrown_);
}

void throw_unknown(const std::string& name, const std::vector<std::string>& known) {
  std::string text = "there is no variable '" + name + "' in the results";
  const std::vector<std::string> near = closest(name, known);
  if (!near.empty()) text += "; did you mean '" + near.front() + "'?";
  throw std::out_of_range(text);
}

double value_of(const std::string& name, const std::vector<std::string>& names, const std::vector<double>& values) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw_unknown(name, names);
  return values[static_cast<std::size_t>(found - names.begin())];
}

Trajectory public_trajectory(results::Trajectory trajectory) {
  Trajectory out;
  out.time = std::move(trajectory.times);
  for (results::ResultVariable& one : trajectory.variables) {
    out.names.push_back(std::move(one.name));
    out.units.push_back(std::move(one.unit));
  }
  out.columns = std::move(trajectory.columns);
  return out;
}

}  // namespace api
}  // namespace sunder
