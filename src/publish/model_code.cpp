#include "publish/model_code.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>

#include "causalise/dependencies.hpp"
#include "causalise/slice.hpp"
#include "emit/c/program_c.hpp"
#include "emit/c/tape_c.hpp"
#include "execute/constant_partials.hpp"
#include "execute/event_code.hpp"
#include "execute/variable_list.hpp"
#include "graph/colouring.hpp"

namespace sunder::publish {

namespace {

using emit::c_array;
using emit::c_array_name;
using emit::c_string;
using emit::Place;
using emit::Space;

std::string number(std::size_t value) { return std::to_string(value); }

std::string token_of(const std::string& text) {
  std::uint64_t low = 14695981039346656037ULL;
  std::uint64_t high = 0x9E3779B97F4A7C15ULL;
  for (const char c : text) {
    low = (low ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    high = (high ^ (low >> 7U)) * 0xBF58476D1CE4E5B9ULL;
  }
  char made[48];
  std::snprintf(made, sizeof made, "{%08x-%04x-%04x-%04x-%012llx}", static_cast<unsigned>(high >> 32U),
                static_cast<unsigned>(high >> 16U & 0xFFFFU), static_cast<unsigned>(high & 0xFFFFU),
                static_cast<unsigned>(low >> 48U), static_cast<unsigned long long>(low & 0xFFFFFFFFFFFFULL));
  return made;
}

class CodeWriter {
 public:
  CodeWriter(const ir::Plan& plan, const execute::PlanDescription& description, const std::vector<double>& parameters,
             const CodeOptions& options)
      : plan_(plan),
        dae_(plan.dae),
        description_(description),
        parameters_(parameters),
        options_(options),
        settings_{emit::BackEnd::interpreter, true, {}},
        events_(plan, settings_) {}

  ModelCode run() {
    write_parameters();
    write_variables();
    write_starts();
    write_states();
    write_programs();
    write_jacobian();
    write_events();
    text_ = routines_.text() + text_;
    made_.token = token_of(text_ + members_);
    made_.text = "/* " + comment(dae_.name) +
                 ": written by Sunder. */\n#include <math.h>\n\n#include \"exported/model.h\"\n#include "
                 "\"exported/procedures.h\"\n"
                 "#include \"runtime/arithmetic.h\"\n#include \"runtime/course.h\"\n#include "
                 "\"runtime/random.h\"\n#include \"runtime/table.h\"\n\n" +
                 text_ + "\nconst struct SunderModelCode sunder_model_code = {\n  .name = " + c_string(dae_.name) +
                 ",\n  .token = " + c_string(made_.token) + ",\n" + members_ + "};\n";
    return std::move(made_);
  }

 private:
  static std::string comment(std::string text) {
    for (std::size_t at = text.find("*/"); at != std::string::npos; at = text.find("*/")) text.replace(at, 2, "* /");
    return text;
  }

  void member(const std::string& name, const std::string& value) { members_ += "  ." + name + " = " + value + ",\n"; }
  void member(const std::string& name, std::size_t value) { member(name, number(value)); }
  /// An array and the member that points to it.
  void table(const std::string& name, const std::vector<std::uint32_t>& values) {
    text_ += c_array("model_" + name, values);
    member(name, c_array_name("model_" + name, !values.empty()));
  }
  void table(const std::string& type, const std::string& name, const std::vector<std::string>& values) {
    text_ += c_array(type, "model_" + name, values);
    member(name, c_array_name("model_" + name, !values.empty()));
  }
  void table(const std::string& name, std::span<const double> values) {
    std::vector<std::string> texts;
    for (const double value : values) texts.push_back(emit::c_number(value));
    table("double", name, texts);
  }

  /// A number among the parameters; empty where it is not known before the run.
  std::optional<std::string> constant(ir::Operand operand) const {
    bool negated = false;
    if (operand.is_variable()) std::tie(operand, negated) = execute::resolve(plan_, operand.variable());
    if (!operand.valid() || operand.kind() == ir::Operand::Kind::time) return std::nullopt;
    const Place place = emit::place_of(plan_, operand);
    if (place.space != Space::parameter) return std::nullopt;
    return "{" + number(place.index) + ", " + (negated ? "1" : "0") + "}";
  }

  void write_parameters() {
    member("parameter_count", plan_.held_begin());
    member("held_count", dae_.held.size());
    table("parameters", std::span(parameters_).first(plan_.held_begin()));
    write_follow();
  }

  [[nodiscard]] bool is_settable(model::VariableIndex index) const {
    const ir::VariableId id = description_.list().at(index);
    return description_.variable(index).tunable && plan_.addresses[id.index()].space == ir::Space::parameter;
  }

  /// What depends on parameters that can be set, in the order of the model. A value that was given stays.
  void write_follow() {
    std::vector<bool> settable(dae_.variable_count, false);
    for (const model::VariableIndex i : description_.indices())
      if (is_settable(i)) settable[description_.list().at(i).index()] = true;
    std::vector<bool> moves = settable;
    std::string body, functions;
    std::vector<std::string> names;
    const auto finish = [&] {
      if (body.empty()) return;
      names.push_back("follow_" + number(names.size()));
      functions +=
          "static void " + names.back() + "(double* p, const double* given) {\n  (void)given;\n" + body + "}\n";
      body.clear();
    };
    for (const ir::Assignment& row : dae_.parameters) {
      const ir::Address target = plan_.addresses[row.target.index()];
      if (target.space != ir::Space::parameter) continue;
      const auto operands = dae_.operands_of(row);
      const auto behind = [&](ir::Operand operand) {
        return operand.is_variable() ? execute::resolve(plan_, operand.variable()) : std::pair(operand, false);
      };
      const bool follows = std::ranges::any_of(operands, [&](ir::Operand operand) {
        const ir::Operand at = behind(operand).first;
        return at.is_variable() && moves[at.variable().index()];
      });
      if (!follows) continue;
      moves[row.target.index()] = true;
      const std::string place = "p[" + number(target.index) + "]";
      body += settable[row.target.index()] ? "  if (given[" + number(target.index) + "] == 0) {\n" : "  {\n";
      const symbolic::NodeId root = dae_.shapes->root(row.shape);
      const symbolic::Tape tape = symbolic::make_tape(dae_.shapes->pool(), std::span(&root, 1));
      const auto values = emit::write_c_tape(
          body, tape,
          [&](std::uint32_t slot) -> std::string {
            const auto [operand, negated] = behind(operands[slot]);
            if (!operand.valid() || operand.kind() == ir::Operand::Kind::time) return "0.0";
            const Place from = emit::place_of(plan_, operand);
            if (from.space != Space::parameter) return "0.0";
            return (negated ? "-p[" : "p[") + number(from.index) + "]";
          },
          routines_);
      body += "    " + place + " = " + values.front() + ";\n  }\n";
      if (body.size() > 100'000) finish();
    }
    finish();
    text_ += functions;
    if (!names.empty()) {
      text_ += "static void follow(double* p, const double* given) {\n";
      for (const std::string& name : names) text_ += "  " + name + "(p, given);\n";
      text_ += "}\n";
    }
    member("follow", names.empty() ? "NULL" : "follow");
  }

  /// As SunderType has them.
  [[nodiscard]] std::size_t type_of(model::VariableIndex index, const model::Variable& variable) const {
    constexpr std::size_t enumeration = 3;
    const bool is_named = dae_.declaration(description_.list().at(index)).enumeration != nullptr;
    return is_named ? enumeration : static_cast<std::size_t>(variable.type);
  }

  void write_variables() {
    std::vector<std::string> rows;
    for (const model::VariableIndex i : description_.indices()) {
      const model::Variable variable = description_.variable(i);
      const auto [target, negated] = execute::resolve(plan_, description_.list().at(i));
      const Place place = emit::place_of(plan_, target);
      const int role = is_settable(i) ? 1 : variable.kind == model::VariableKind::input ? 2 : 0;
      rows.push_back("{" + number(place.index) + ", " + number(static_cast<std::size_t>(place.space)) + ", " +
                     number(type_of(i, variable)) + ", " + number(static_cast<std::size_t>(role)) + ", " +
                     (negated ? "1" : "0") + "}");
    }
    for (std::uint32_t i = 0; i < plan_.states.size(); ++i) {
      if (derivative_variable(plan_, description_.list(), i)) continue;
      made_.unnamed_derivatives.push_back(i);
      rows.push_back("{" + number(i) + ", 1, 0, 0, 0}");
    }
    member("variable_count", rows.size());
    table("struct SunderVariable", "variables", rows);
  }

  static std::string place_text(Place place) {
    return "{" + number(static_cast<std::size_t>(place.space)) + ", " + number(place.index) + "}";
  }

  /// Parameters that the initial system computes.
  [[nodiscard]] bool is_found_at_start(ir::VariableId variable) const {
    return std::ranges::binary_search(plan_.initial_parameters, variable);
  }

  void write_starts() {
    std::vector<std::string> starts, inputs;
    for (const ir::Declaration& declaration : dae_.declarations) {
      if (!declaration.start.given()) continue;
      for (std::uint32_t element = 0; element < declaration.count; ++element) {
        const ir::VariableId variable(declaration.first.value + element);
        const ir::Space space = plan_.addresses[variable.index()].space;
        const ir::Operand start = declaration.start.at(element);
        const bool found = space == ir::Space::parameter && is_found_at_start(variable);
        if (!start.valid() || space == ir::Space::none || (space == ir::Space::parameter && !found)) continue;
        const std::optional<std::string> value = constant(start);
        if (!value) continue;  // as 0
        const Place place = emit::place_of(plan_, variable);
        (space == ir::Space::input ? inputs : starts)
            .push_back("{{" + number(static_cast<std::size_t>(place.space)) + ", " + number(place.index) + "}, " +
                       *value + "}");
      }
    }
    std::vector<std::string> surplus;
    for (const ir::EquationId id : plan_.surplus_conditions) {
      const auto operands = dae_.operands_of(dae_.equations[id.index()]);
      if (operands.size() < 2) continue;
      if (const std::optional<std::string> value = constant(operands[1]))
        surplus.push_back("{" + place_text(emit::place_of(plan_, operands[0].variable())) + ", " + *value + "}");
    }
    member("surplus_count", surplus.size());
    table("struct SunderStart", "surplus", surplus);
    member("start_count", starts.size());
    table("struct SunderStart", "starts", starts);
    member("input_start_count", inputs.size());
    table("struct SunderStart", "input_starts", inputs);
  }

  void write_states() {
    member("state_count", plan_.states.size());
    member("work_count", plan_.work_count);
    member("input_count", plan_.inputs.size());
    write_delays();
    std::vector<std::string> names;
    std::vector<double> nominal;
    std::vector<std::uint32_t> group;
    std::unordered_map<std::string, std::uint32_t> known;
    for (const model::VariableIndex state : description_.states) {
      const model::Variable variable = description_.variable(state);
      names.push_back(c_string(variable.name));
      nominal.push_back(variable.nominal);
      // as integrate/error_groups.cpp has it
      const std::string base = variable.name.substr(0, variable.name.find('['));
      const std::string key = variable.unit.empty() ? "of " + base : "in " + variable.unit;
      group.push_back(known.try_emplace(key, static_cast<std::uint32_t>(known.size())).first->second);
    }
    text_ += c_array("char* const", "model_state_names", names);
    member("state_names", c_array_name("model_state_names", !names.empty()));
    table("nominal", nominal);
    table("group", group);
    member("group_count", known.size());
    member("start_time", emit::c_number(options_.start));
    member("stop_time", emit::c_number(options_.stop));
    member("tolerance", emit::c_number(options_.tolerance));
  }

  void write_delays() {
    std::vector<std::string> delays, profiles;
    for (const ir::Delay& delay : dae_.delays) {
      std::string parts;
      for (std::uint32_t part = 0; part < ir::Delay::part_count(delay.kind); ++part) {
        const auto [now, negated] = execute::resolve(plan_, delay.part(part));
        parts +=
            (part == 0 ? "{{" : ", {") + place_text(emit::place_of(plan_, now)) + ", " + (negated ? "1" : "0") + "}";
      }
      const std::string time = delay.time.valid() ? constant(delay.time).value_or("{0, 0}") : "{0, 0}";
      delays.push_back("{" + number(static_cast<std::size_t>(delay.kind)) + ", " + parts + "}, " + time + ", " +
                       number(profiles.size()) + ", " + number(delay.profile.size() / 2) + "}");
      for (const ir::Operand operand : delay.profile) profiles.push_back(constant(operand).value_or("{0, 0}"));
    }
    member("delay_count", delays.size());
    table("struct SunderDelay", "delays", delays);
    table("struct SunderConstant", "profiles", profiles);
  }

  /// A parameter that is read at the start only.
  void fix(ir::Operand operand) {
    if (operand.is_variable() && !dae_.declaration(operand.variable()).generated)
      made_.fixed[description_.list().index_of(operand.variable()).index()] = true;
  }

  void program(const std::string& name, const emit::Assembly& assembly) {
    emit::CProgram made = emit::write_c_program(assembly, name, routines_);
    text_ += made.text;
    member(name, made.initialiser);
  }

  void write_programs() {
    program("initial", emit::assemble_values(plan_, emit::make_schedule(plan_, plan_.initial)));
    const bool homotopy = !plan_.homotopy.blocks.empty();
    member("has_homotopy", homotopy ? 1 : 0);
    if (homotopy) program("homotopy", emit::assemble_values(plan_, emit::make_schedule(plan_, plan_.homotopy)));
    program("all", emit::assemble_values(plan_, emit::make_schedule(plan_, plan_.continuous)));
    for (const ir::VariableId derivative : plan_.derivatives) wanted_.push_back(derivative);
    for (const ir::VariableId output : plan_.outputs) {
      const ir::Operand target = execute::resolve(plan_, output).first;
      wanted_.push_back(target.is_variable() ? target.variable() : ir::VariableId());
    }
    std::vector<ir::VariableId> needed;
    std::ranges::copy_if(wanted_, std::back_inserter(needed), [](ir::VariableId v) { return v.valid(); });
    slice_ = causalise::slice(plan_, needed, {});
    const emit::Schedule schedule = emit::make_schedule(plan_, slice_.frozen);
    program("wanted", emit::assemble_values(plan_, schedule));
    program("tangents", emit::assemble_tangents(plan_, schedule, emit::Along::states));
    program("time_tangents", emit::assemble_tangents(plan_, schedule, emit::Along::time));
    causalise::Slicer slicer(plan_);
    made_.depends_on_time = !dae_.delays.empty() || !slicer.moved_by_time(plan_.derivatives, {}).blocks.empty();
    made_.learns = !dae_.delays.empty() ||
                   std::ranges::any_of(plan_.continuous.loops, [](const ir::Loop& loop) { return !loop.linear; });
    member("depends_on_time", made_.depends_on_time ? 1 : 0);
    member("learns", made_.learns ? 1 : 0);
  }

  void write_jacobian() {
    std::vector<ir::VariableId> columns = plan_.states;
    columns.insert(columns.end(), plan_.inputs.begin(), plan_.inputs.end());
    made_.dependencies = causalise::jacobian_pattern(plan_, slice_.frozen, wanted_, columns);

    const auto states = static_cast<std::uint32_t>(plan_.states.size());
    const graph::Rows all = causalise::jacobian_pattern(plan_, slice_.frozen, plan_.derivatives, plan_.states);
    graph::Rows rows;
    std::vector<std::uint32_t> implicit, column;
    for (const model::StateIndex state : options_.implicit_rows) {
      implicit.push_back(state.value);
      for (const std::uint32_t c : all[state.value]) rows.entries.push_back(c);
      rows.end_row();
    }
    member("implicit_count", implicit.size());
    table("implicit_rows", implicit);
    table("row_start", rows.starts);
    table("column", rows.entries);
    const graph::Colouring colouring = graph::colour_columns(rows, states);
    const graph::Rows entries_of = transposed_entries(rows, states);
    std::vector<std::uint32_t> colour_start{0}, colour_column, entry_start{0}, entry_row, entry_place;
    std::vector<std::vector<std::uint32_t>> columns_of(colouring.count);
    for (std::uint32_t c = 0; c < states; ++c) columns_of[colouring.colour[c]].push_back(c);
    const std::vector<std::uint32_t> row_of = rows_of_entries(rows);
    for (const std::vector<std::uint32_t>& same : columns_of) {
      for (const std::uint32_t c : same) {
        colour_column.push_back(c);
        for (const std::uint32_t entry : entries_of[c]) {
          entry_row.push_back(implicit[row_of[entry]]);
          entry_place.push_back(entry);
        }
        entry_start.push_back(static_cast<std::uint32_t>(entry_row.size()));
      }
      colour_start.push_back(static_cast<std::uint32_t>(colour_column.size()));
    }
    member("colour_count", colouring.count);
    table("colour_start", colour_start);
    table("colour_column", colour_column);
    table("entry_start", entry_start);
    table("entry_row", entry_row);
    table("entry_place", entry_place);
    const ir::Slice moving = causalise::slice(plan_, plan_.derivatives, plan_.states);
    const emit::Schedule schedule = emit::make_schedule(plan_, moving.varying);
    member("jacobian_constant", execute::ConstantPartials(plan_, moving, plan_.states, {}).all(schedule) ? 1 : 0);
  }

  /// Row c: the places of the entries in column c.
  static graph::Rows transposed_entries(const graph::Rows& rows, std::uint32_t columns) {
    graph::Rows made;
    std::vector<std::vector<std::uint32_t>> lists(columns);
    for (std::uint32_t e = 0; e < rows.entries.size(); ++e) lists[rows.entries[e]].push_back(e);
    for (const auto& list : lists) {
      made.entries.insert(made.entries.end(), list.begin(), list.end());
      made.end_row();
    }
    return made;
  }
  static std::vector<std::uint32_t> rows_of_entries(const graph::Rows& rows) {
    std::vector<std::uint32_t> row(rows.entries.size());
    for (std::uint32_t r = 0; r < rows.size(); ++r)
      for (std::uint32_t e = rows.starts[r]; e < rows.starts[r + 1]; ++e) row[e] = r;
    return row;
  }

  void rows(const std::string& name, const emit::Listing& listing) {
    const bool any = !listing.kernels.empty();
    if (any) text_ += emit::write_c_parts(listing, name, routines_);
    member(name, any ? emit::c_part(name, 0) : "NULL");
  }

  void write_events() {
    member("is_hybrid", description_.hybrid ? 1 : 0);
    std::vector<std::string> kinds, samples, checks;
    bool left_limits = false;
    made_.fixed.assign(description_.variable_count(), false);
    for (const ir::Held& held : dae_.held) {
      kinds.push_back(number(static_cast<std::size_t>(held.kind)));
      left_limits = left_limits || held.kind == ir::HeldKind::left_limit;
    }
    for (const std::uint32_t i : events_.samples()) {
      const ir::Held& held = dae_.held[i];
      samples.push_back("{" + number(i) + ", " + constant(held.start).value_or("{0, 0}") + ", " +
                        constant(held.interval).value_or("{0, 0}") + ", " + (held.of_clock ? "1" : "0") + "}");
      fix(held.start);
      fix(held.interval);
    }
    for (const ir::Delay& delay : dae_.delays) {
      if (delay.time.valid()) fix(delay.time);
      for (const ir::Operand operand : delay.profile) fix(operand);
    }
    std::vector<std::string> look_kinds;
    std::vector<std::uint32_t> look_delays;
    for (std::size_t i = 0; i < dae_.held.size(); ++i) {
      look_kinds.push_back(number(static_cast<std::size_t>(events_.look(i).kind)));
      look_delays.push_back(events_.look(i).delay);
    }
    table("uint8_t", "look_kinds", look_kinds);
    table("look_delays", look_delays);
    for (const ir::Check& check : dae_.checks)
      checks.push_back("{" + number(static_cast<std::size_t>(check.kind)) + ", " + (check.in_when ? "1" : "0") + ", " +
                       (check.at_start ? "1" : "0") + ", " + c_string(check.outline()) + "}");
    member("has_left_limits", left_limits ? 1 : 0);
    table("uint8_t", "held_kinds", kinds);
    member("crossing_count", events_.crossings().size());
    table("crossings", events_.crossings());
    member("timed_count", events_.timed().size());
    table("timed", events_.timed());
    member("sample_count", samples.size());
    table("struct SunderSample", "samples", samples);
    std::vector<std::uint32_t> reinits, integers;
    for (const ir::Reinit& reinit : dae_.reinits) reinits.push_back(plan_.addresses[reinit.target.index()].index);
    for (const ir::VariableId id : events_.integers()) integers.push_back(plan_.addresses[id.index()].index);
    member("reinit_count", reinits.size());
    table("reinit_states", reinits);
    member("check_count", checks.size());
    member("action_count", events_.action_count());
    table("struct SunderCheck", "checks", checks);
    member("discrete_count", events_.discrete().size());
    table("discrete", events_.discrete());
    member("integer_count", integers.size());
    table("integers", integers);
    std::vector<std::uint32_t> dummies;
    for (const ir::VariableId id : plan_.dummies)
      if (plan_.addresses[id.index()].space == ir::Space::work) dummies.push_back(plan_.addresses[id.index()].index);
    member("dummy_count", dummies.size());
    table("dummies", dummies);
    program("monitor", events_.monitor().assembly());
    rows("crossing_rows", events_.crossing_rows().listing);
    rows("timed_rows", events_.timed_rows().listing);
    rows("held_rows", events_.held_rows().listing);
    rows("action_rows", events_.action_rows().listing);
    write_branches();
    write_choices();
    made_.event_indicators = events_.crossings().size() + events_.choice().size();
    const auto states = static_cast<std::uint32_t>(plan_.states.size());
    for (std::uint32_t i = 0; i < made_.event_indicators; ++i) {
      for (const std::uint32_t state : events_.crossing_states()[i])
        made_.indicator_dependencies.entries.push_back(state);
      for (const std::uint32_t input : events_.crossing_inputs()[i])
        made_.indicator_dependencies.entries.push_back(states + input);
      made_.indicator_dependencies.end_row();
    }
  }

  /// Equations that read several held values.
  void write_branches() {
    std::vector<std::uint32_t> starts{0}, members;
    for (std::size_t i = 0; i < dae_.equations.size() && i < dae_.initial_begin; ++i) {
      const std::size_t before = members.size();
      for (const ir::Operand operand : dae_.operands_of(dae_.equations[i]))
        if (operand.is_variable() && dae_.is_held(operand.variable()))
          members.push_back(operand.variable().value - dae_.held_variable(0).value);
      if (members.size() < before + 2)
        members.resize(before);
      else
        starts.push_back(static_cast<std::uint32_t>(members.size()));
    }
    member("branch_count", starts.size() - 1);
    table("branch_start", starts);
    table("branch_held", members);
  }

  /// States that are chosen in the run.
  void write_choices() {
    const execute::StateChoice& choice = events_.choice();
    std::vector<std::string> choices, candidates;
    std::vector<std::uint32_t> states, entries;
    for (std::size_t k = 0; k < plan_.state_sets.size(); ++k) {
      const ir::StateSet& set = plan_.state_sets[k];
      const std::size_t first = choice.first_row(k);
      std::string one = "{";
      for (const std::size_t value :
           {set.rows.size(), set.candidates.size(), std::size_t{set.determined}, set.states.size(),
            std::size_t{plan_.addresses[set.selectors.index()].index}, candidates.size(), states.size(), first})
        one += number(value) + ", ";
      choices.push_back(one + number(choice.first_row(k + 1) - first) + "}");
      for (const ir::VariableId candidate : set.candidates)
        candidates.push_back(place_text(emit::place_of(plan_, candidate)));
      for (const ir::VariableId state : set.states) states.push_back(plan_.addresses[state.index()].index);
    }
    for (const execute::StateChoice::Entry entry : choice.entries()) {
      entries.push_back(entry.row);
      entries.push_back(entry.column);
    }
    member("choice_count", choices.size());
    member("choice_row_count", choice.rows().size());
    table("struct SunderStateChoice", "choices", choices);
    table("struct SunderPlace", "choice_candidates", candidates);
    table("choice_states", states);
    table("choice_entries", entries);
    rows("choice_rows", choice.listing());
  }

  const ir::Plan& plan_;
  const ir::Dae& dae_;
  const execute::PlanDescription& description_;
  const std::vector<double>& parameters_;
  const CodeOptions& options_;
  execute::CompileSettings settings_;
  execute::EventCode events_;
  std::vector<ir::VariableId> wanted_;  // derivatives, then outputs; invalid: a number
  ir::Slice slice_;
  std::string text_, members_;
  emit::CRoutines routines_;
  ModelCode made_;
};

}  // namespace

std::optional<model::VariableIndex> derivative_variable(const ir::Plan& plan, const execute::VariableList& list,
                                                        std::size_t state) {
  for (const ir::VariableId candidate : {plan.dae.derivative_of(plan.states[state]), plan.derivatives[state]}) {
    if (!candidate.valid() || list.size() == 0) continue;
    const model::VariableIndex index = list.index_of(candidate);
    if (index.index() < list.size() && list.at(index) == candidate) return index;
  }
  return std::nullopt;
}

ModelCode write_model_code(const ir::Plan& plan, const execute::PlanDescription& description,
                           const std::vector<double>& parameters, const CodeOptions& options) {
  return CodeWriter(plan, description, parameters, options).run();
}

}  // namespace sunder::publish
