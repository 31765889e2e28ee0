#include "emit/c/routine_c.hpp"

#include <cassert>
#include <cstdio>
#include <set>
#include <span>

#include "emit/c/program_c.hpp"
#include "emit/c/tape_c.hpp"
#include "symbolic/courses.hpp"
#include "symbolic/random_numbers.hpp"
#include "symbolic/said_text.hpp"

namespace sunder::emit {

using symbolic::Procedure;
using symbolic::Table;
using Step = Procedure::Step;

namespace {

/// Of a time table whose events alone are asked for.
constexpr std::size_t no_column = static_cast<std::size_t>(-1);

std::string digits(std::size_t value) { return std::to_string(value); }

std::string double_array(const std::string& name, const double* values, std::size_t count) {
  std::vector<std::string> texts;
  for (const double value : std::span(values, count)) texts.push_back(c_number(value));
  return c_array("double", name, texts);
}

bool is_for_messages(const symbolic::Routine& routine) {
  const auto* text = dynamic_cast<const symbolic::TextRoutine*>(&routine);
  return dynamic_cast<const symbolic::SaidText*>(&routine) != nullptr || (text != nullptr && text->only_said());
}

const symbolic::Routine* search(const symbolic::Routine& routine, std::set<const Procedure*>& seen) {
  if (dynamic_cast<const symbolic::TableRoutine*>(&routine) != nullptr ||
      dynamic_cast<const symbolic::TableEvent*>(&routine) != nullptr ||
      dynamic_cast<const symbolic::RandomRoutine*>(&routine) != nullptr ||
      dynamic_cast<const symbolic::CourseRoutine*>(&routine) != nullptr ||
      dynamic_cast<const symbolic::Failure*>(&routine) != nullptr)
    return nullptr;
  if (is_for_messages(routine)) return nullptr;
  const auto* output = dynamic_cast<const symbolic::ProcedureOutput*>(&routine);
  if (output == nullptr || !output->procedure().is_complete()) return &routine;
  if (!seen.insert(&output->procedure()).second) return nullptr;
  for (const Step& step : output->procedure().steps()) {
    if (Procedure::is_for_speech(step) || step.kind == Step::Kind::fail) continue;
    for (const auto& inner : step.tape.routines)
      if (const symbolic::Routine* found = search(*inner, seen)) return found;
  }
  return nullptr;
}

}  // namespace

std::string c_string(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      made += '\\';
      made += c;
    } else if (byte < 32 || byte == 127 || c == '?') {  // no trigraphs
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\%03o", byte);
      made += escaped;
    } else {
      made += c;
    }
  }
  return made + "\"";
}

const symbolic::Routine* routine_without_c(const symbolic::Routine& routine) {
  std::set<const Procedure*> seen;
  return search(routine, seen);
}

std::string CRoutines::call(const symbolic::Routine& routine, const std::vector<std::string>& arguments) {
  std::string list;
  for (const std::string& argument : arguments) list += (list.empty() ? "" : ", ") + argument;
  const std::string array = arguments.empty() ? "NULL" : "(const double[]){" + list + "}";
  if (const auto* output = dynamic_cast<const symbolic::ProcedureOutput*>(&routine))
    return "procedure_" + digits(number_of(output->procedure())) + "(" + digits(output->which()) + ", " + array + ")";
  // messages have "…" in place of what is found in the run
  if (is_for_messages(routine)) return "0.0";
  if (const auto* failure = dynamic_cast<const symbolic::Failure*>(&routine))
    return "sunder_fail(" + c_string(failure->message()) + ")";
  if (const auto* random = dynamic_cast<const symbolic::RandomRoutine*>(&routine)) {
    const char* function = symbolic::RandomRoutine::function_name(random->generator());
    const std::size_t length = symbolic::RandomRoutine::state_length(random->generator());
    const std::string name = std::string(function) + "_" + digits(random->output());
    random_.try_emplace(
        static_cast<std::size_t>(random->generator()) * 64 + random->output(),
        "static double " + name + "(const double* a) {\n  int32_t state[" + digits(length) +
            "];\n  for (size_t i = 0; i < " + digits(length) + "; ++i) state[i] = (int32_t)a[i];\n" +
            (random->output() == 0 ? std::string("  return ") + function + "(state);\n}\n"
                                   : std::string("  ") + function + "(state);\n  return (double)state[" +
                                         digits(random->output() - 1) + "];\n}\n"));
    return name + "(" + array + ")";
  }
  if (const auto* course = dynamic_cast<const symbolic::CourseRoutine*>(&routine)) return course->c_call(arguments);
  if (const auto* event = dynamic_cast<const symbolic::TableEvent*>(&routine)) {
    const Table::Description& d = event->table().description();
    return "sunder_time_curve_event(&" + curve(event->table(), no_column) + ", " + c_number(d.start) + ", " +
           c_number(d.shift) + ", " + digits(static_cast<std::size_t>(d.events)) + ", " + arguments[0] + ")";
  }
  const auto* table = dynamic_cast<const symbolic::TableRoutine*>(&routine);
  assert(table != nullptr && "see routine_without_c");
  const Table::Description& d = table->table().description();
  const auto [a, b] = table->orders();
  switch (d.kind) {
    case Table::Kind::time:
      return "sunder_time_curve_value(&" + curve(table->table(), table->column()) + ", " + c_number(d.start) + ", " +
             c_number(d.shift) + ", " + arguments[0] + ", " + arguments[1] + ", " + std::to_string(a) + ")";
    case Table::Kind::one:
      return "sunder_curve_value(&" + curve(table->table(), table->column()) + ", " + arguments[0] + ", " +
             std::to_string(a) + ")";
    case Table::Kind::two: break;
  }
  return "sunder_surface_value(&" + surface(table->table()) + ", " + arguments[0] + ", " + arguments[1] + ", " +
         std::to_string(a) + ", " + std::to_string(b) + ")";
}

std::size_t CRoutines::number_of(const Procedure& procedure) {
  const auto [known, fresh] = numbers_.try_emplace(&procedure, procedures_.size());
  if (fresh) procedures_.push_back(&procedure);
  return known->second;
}

std::string CRoutines::curve(const Table& table, std::size_t column) {
  const auto [known, fresh] = curves_.try_emplace({&table, column}, "curve_" + digits(curves_.size()));
  const std::string& name = known->second;
  if (!fresh) return name;
  const sunder_curve empty{};
  const sunder_curve& own = column == no_column ? empty : table.curve(column);
  const std::vector<double>& x = table.abscissae();
  tables_ += double_array(name + "_x", x.data(), x.size());
  if (own.y != nullptr) tables_ += double_array(name + "_y", own.y, x.size());
  if (own.slope != nullptr) tables_ += double_array(name + "_slope", own.slope, x.size());
  tables_ += "static const struct sunder_curve " + name + " = {" + digits(x.size()) + ", " + name + "_x, " +
             c_array_name(name + "_y", own.y != nullptr) + ", " + c_array_name(name + "_slope", own.slope != nullptr) +
             ", " + std::to_string(table.description().smoothness) + ", " +
             std::to_string(table.description().extrapolation) + "};\n";
  return name;
}

std::string CRoutines::surface(const Table& table) {
  const auto [known, fresh] = surfaces_.try_emplace(&table, "surface_" + digits(surfaces_.size()));
  const std::string& name = known->second;
  if (!fresh) return name;
  const sunder_surface& own = table.surface();
  tables_ += double_array(name + "_x", own.x, own.rows) + double_array(name + "_y", own.y, own.columns);
  const std::pair<const char*, const double*> fields[] = {
      {"_z", own.z}, {"_zx", own.zx}, {"_zy", own.zy}, {"_zxy", own.zxy}};
  std::string list;
  for (const auto& [field, values] : fields) {
    tables_ += double_array(name + field, values, own.rows * own.columns);
    list += name + field + ", ";
  }
  tables_ += "static const struct sunder_surface " + name + " = {" + digits(own.rows) + ", " + digits(own.columns) +
             ", " + name + "_x, " + name + "_y, " + list + std::to_string(own.smoothness) + ", " +
             std::to_string(own.extrapolation) + "};\n";
  return name;
}

// Steps are blocks one after the other; a step that is gone to has a label.
void CRoutines::write(const Procedure& procedure) {
  const std::string number = digits(number_of(procedure));
  const std::string outputs = digits(procedure.output_count());
  const std::size_t count = procedure.steps().size();
  std::set<std::size_t> targets;
  bool fails = false;
  for (const Step& step : procedure.steps()) {
    if (step.kind == Step::Kind::branch || step.kind == Step::Kind::jump) targets.insert(step.to);
    fails = fails || step.kind == Step::Kind::branch || step.kind == Step::Kind::fail;
  }
  std::string body;
  for (std::size_t at = 0; at < count; ++at) {
    if (targets.contains(at)) body += "s" + digits(at) + ":;\n";
    write_step(procedure, at, body);
    const Step& step = procedure.steps()[at];
    fails = fails || (step.kind == Step::Kind::jump && step.to <= at);
  }
  if (!targets.empty() && *targets.rbegin() >= count) body += "s" + digits(count) + ":;\n";
  functions_ += "static const struct SunderProcedure called_" + number + " = {" + c_string(procedure.name()) + ", " +
                digits(procedure.input_count()) + ", " + outputs + "};\n";
  functions_ += "static double procedure_" + number + "(uint32_t which, const double* a) {\n";
  functions_ += "  double out[" + outputs + "], r[" + digits(std::max(procedure.register_count(), 1U)) + "] = {0};\n";
  functions_ += "  if (sunder_call_known(&called_" + number + ", which, a, out)) return *out;\n";
  functions_ += "  int good = sunder_call_begin(&called_" + number + ");\n";
  functions_ += std::string("  if (!good) goto done;\n") + (fails ? "  good = 0;\n" : "");
  for (std::uint32_t i = 0; i < procedure.input_count(); ++i)
    functions_ += "  r[" + digits(i) + "] = a[" + digits(i) + "];\n";
  if (procedure.input_count() == 0) functions_ += "  (void)a;\n";
  functions_ += body;
  for (std::size_t k = 0; k < procedure.outputs().size(); ++k)
    functions_ += "  out[" + digits(k) + "] = r[" + digits(procedure.outputs()[k]) + "];\n";
  functions_ += std::string(fails ? "  good = 1;\n" : "") + "done:\n";
  functions_ += "  sunder_call_end(&called_" + number + ", a, out, good);\n  return out[which];\n}\n";
}

void CRoutines::write_step(const Procedure& procedure, std::size_t at, std::string& body) {
  const Step& step = procedure.steps()[at];
  const std::string self = "&called_" + digits(number_of(procedure));
  const auto go = [&] {
    const std::string back =
        step.to <= at ? "if (!sunder_call_goes_on(" + self + ", " + digits(at - step.to + 1) + ")) goto done;\n    "
                      : "";
    return back + "goto s" + digits(step.to) + ";\n";
  };
  switch (step.kind) {
    case Step::Kind::jump: body += "  {\n    " + go() + "  }\n"; return;
    case Step::Kind::fail: body += "  sunder_fail(" + c_string(step.message) + ");\n  goto done;\n"; return;
    case Step::Kind::say:
    case Step::Kind::listen: return;
    case Step::Kind::assign:
    case Step::Kind::branch: break;
  }
  body += "  {\n";
  const std::vector<std::string> values = write_c_tape(
      body, step.tape, [](std::uint32_t slot) { return "r[" + digits(slot) + "]"; }, *this);
  if (step.kind == Step::Kind::branch) {
    // a condition without a value would choose at random
    body += "    if (isnan(" + values.front() + ")) {\n      sunder_call_undecided(" + self +
            ");\n      goto done;\n    }\n";
    body += "    if (" + values.front() + " == 0) {\n    " + go() + "    }\n";
  }
  for (std::size_t k = 0; k < step.targets.size(); ++k)
    body += "    r[" + digits(step.targets[k]) + "] = " + values[k] + ";\n";
  body += "  }\n";
}

std::string CRoutines::text() {
  for (std::size_t k = 0; k < procedures_.size(); ++k) write(*procedures_[k]);  // which may call further ones
  std::string made = tables_;
  for (const auto& [key, function] : random_) made += function;
  for (std::size_t k = 0; k < procedures_.size(); ++k)
    made += "static double procedure_" + digits(k) + "(uint32_t which, const double* a);\n";
  return made + functions_;
}

}  // namespace sunder::emit
