#include "verbs/run_messages.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/bytes.hpp"

namespace sunder::verbs {
namespace {

/// Only the counters, which are all it has.
static_assert(sizeof(integrate::Statistics) % sizeof(std::uint64_t) == 0);
static_assert(std::is_trivially_copyable_v<integrate::Statistics>);

void write(ByteWriter& out, const integrate::Statistics& statistics) {
  out.text({reinterpret_cast<const char*>(&statistics), sizeof statistics});
}
void read(ByteReader& in, integrate::Statistics& statistics) {
  const std::string bytes = in.text();
  std::memcpy(&statistics, bytes.data(), std::min(bytes.size(), sizeof statistics));
}

class DiagnosticWriter {
 public:
  DiagnosticWriter(ByteWriter& out, const SourceMap& known, const SourceMap& all)
      : out_(out), known_(known), all_(all) {}

  void write(const Diagnostics& diagnostics) {
    out_.whole(diagnostics.all().size());
    for (const Diagnostic& one : diagnostics.all()) {
      out_.whole(static_cast<std::uint64_t>(one.code));
      out_.whole(static_cast<std::uint64_t>(one.severity));
      placed(one.message, one.span);
      out_.text(one.help);
      out_.flag(one.at_run_time);
      out_.whole(one.notes.size());
      for (const Note& note : one.notes) placed(note.message, note.span);
    }
  }

 private:
  void placed(const std::string& message, Span span) {
    // texts are numbered as they are read: those of the loaded model first, on all ranks in the same order
    if (span.valid() && span.file.index() >= known_.size()) {
      out_.text(all_.describe(span) + ": " + message);
      span = {};
    } else {
      out_.text(message);
    }
    out_.whole(span.file.value);
    out_.whole(span.begin);
    out_.whole(span.end);
  }

  ByteWriter& out_;
  const SourceMap& known_;
  const SourceMap& all_;
};

Span read_place(ByteReader& in) {
  Span span;
  span.file.value = static_cast<std::uint32_t>(in.whole());
  span.begin = static_cast<std::uint32_t>(in.whole());
  span.end = static_cast<std::uint32_t>(in.whole());
  return span;
}

void read(ByteReader& in, Diagnostics& diagnostics) {
  for (std::uint64_t count = in.whole(); count > 0; --count) {
    Diagnostic one;
    one.code = static_cast<Code>(in.whole());
    one.severity = static_cast<Severity>(in.whole());
    one.message = in.text();
    one.span = read_place(in);
    one.help = in.text();
    one.at_run_time = in.flag();
    for (std::uint64_t notes = in.whole(); notes > 0; --notes) {
      Note note;
      note.message = in.text();
      note.span = read_place(in);
      one.notes.push_back(std::move(note));
    }
    diagnostics.add(std::move(one));
  }
}

void write(ByteWriter& out, const simulate::Simulation& s) {
  out.text(s.model);
  out.text(s.method);
  out.number(s.step.value_or(-1));
  out.number(s.start);
  out.number(s.stop);
  out.flag(s.status.ok);
  out.flag(s.status.started);
  out.text(s.status.reason);
  out.number(s.status.time);
  write(out, s.statistics);
  out.whole(s.events ? 1 + static_cast<std::uint64_t>(*s.events) : 0);
  out.texts(s.names);
  out.numbers(s.final_values);
  for (const bool constant : s.constant) out.flag(constant);
  out.number(s.initialise_seconds);
  out.number(s.simulate_seconds);
}

simulate::Simulation read_simulation(ByteReader& in) {
  simulate::Simulation s;
  s.model = in.text();
  s.method = in.text();
  if (const double step = in.number(); step >= 0) s.step = step;
  s.start = in.number();
  s.stop = in.number();
  s.status.ok = in.flag();
  s.status.started = in.flag();
  s.status.reason = in.text();
  s.status.time = in.number();
  read(in, s.statistics);
  if (const std::uint64_t events = in.whole(); events > 0) s.events = static_cast<simulate::EventMode>(events - 1);
  s.names = in.texts();
  s.final_values = in.numbers();
  for (std::size_t i = 0; i < s.names.size(); ++i) s.constant.push_back(in.flag());
  s.initialise_seconds = in.number();
  s.simulate_seconds = in.number();
  return s;
}

}  // namespace

std::string bytes_of(const SweepRun& run, const SourceMap& known, const SourceMap& all) {
  ByteWriter out;
  out.flag(run.ran);
  DiagnosticWriter(out, known, all).write(run.diagnostics);
  out.flag(run.simulation.has_value());
  if (run.simulation) write(out, *run.simulation);
  return out.take();
}

void read_run(std::string_view bytes, SweepRun& run) {
  ByteReader in(bytes);
  run.ran = in.flag();
  read(in, run.diagnostics);
  if (in.flag()) run.simulation = read_simulation(in);
}

}  // namespace sunder::verbs
