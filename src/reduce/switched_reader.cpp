#include "reduce/switched_reader.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "base/toml.hpp"

namespace sunder::reduce {
namespace {

class SwitchedReader {
 public:
  SwitchedReader(const SourceMap& sources, FileId file) : source_(sources, file) {}

  Outcome<SwitchedDescription> run() {
    const std::optional<toml::table> parsed = source_.parse(Code::E1110, diagnostics_);
    if (!parsed) return failed();
    const toml::table& root = *parsed;
    known_keys(root, {"states", "inputs", "outputs", "start", "first", "mode", "input", "deviations"},
               "a switched system");
    SwitchedSystem& s = out_.system;
    s.states = names(root, "states");
    s.inputs = names(root, "inputs");
    s.outputs = names(root, "outputs");
    if (diagnostics_.has_errors()) return failed();
    n_ = static_cast<Eigen::Index>(s.states.size());
    m_ = static_cast<Eigen::Index>(s.inputs.size());
    p_ = static_cast<Eigen::Index>(s.outputs.size());
    s.start = vector(root, "start", n_, true);
    const toml::array* modes = root["mode"].as_array();
    if (modes == nullptr) error(root, "there is no [[mode]]");
    if (modes != nullptr) read_modes(*modes);
    if (!diagnostics_.has_errors()) s.first_mode = mode_named(root, "first").value_or(0);
    if (const toml::table* input = root["input"].as_table()) read_input(*input);
    if (const toml::table* deviations = root["deviations"].as_table()) read_deviations(*deviations);
    if (diagnostics_.has_errors() || !check(s, diagnostics_) || !check_domains(s, diagnostics_)) return failed();
    return {std::move(out_), std::move(diagnostics_)};
  }

 private:
  Outcome<SwitchedDescription> failed() { return Outcome<SwitchedDescription>(std::move(diagnostics_)); }

  void error(const toml::node& at, const std::string& message) {
    diagnostics_.error(Code::E1110, source_.span_of(at), message);
  }

  void known_keys(const toml::table& table, const std::vector<std::string>& keys, const std::string& what) {
    for (const auto& [key, value] : table) {
      const std::string name(key.str());
      if (std::find(keys.begin(), keys.end(), name) == keys.end())
        diagnostics_.error(Code::E1110, source_.span_of(value), what + " has no key '" + name + "'").help =
            "it has " + enumerated(keys);
    }
  }

  std::vector<std::string> names(const toml::table& table, const char* key) {
    std::vector<std::string> out;
    const toml::array* list = table[key].as_array();
    if (list == nullptr) {
      error(table, std::string(key) + " must be a list of names");
      return out;
    }
    for (const toml::node& one : *list) {
      const auto text = one.value<std::string>();
      if (!one.is_string()) error(one, "a name in quotes is needed here");
      out.push_back(text.value_or(""));
    }
    return out;
  }

  double number(const toml::node& node) {
    const auto value = node.is_number() ? node.value<double>() : std::nullopt;
    if (!value || !std::isfinite(*value)) error(node, "a finite number is needed here");
    return value.value_or(0.0);
  }

  VectorXd vector(const toml::table& table, const char* key, Eigen::Index size, bool needed) {
    VectorXd out = VectorXd::Zero(size);
    const toml::node* node = table.get(key);
    if (node == nullptr) {
      if (needed) error(table, std::string("'") + key + "' is missing");
      return out;
    }
    fill(*node, key, out.data(), size, 1);
    return out;
  }

  void fill(const toml::node& node, const char* key, double* first, Eigen::Index size, Eigen::Index stride) {
    const toml::array* list = node.as_array();
    if (list == nullptr || static_cast<Eigen::Index>(list->size()) != size) {
      diagnostics_.error(Code::E1101, source_.span_of(node),
                         std::string(key) + ": " + counted(static_cast<std::size_t>(size), "number") + " in brackets " +
                             (size == 1 ? "is" : "are") + " needed here");
      return;
    }
    for (Eigen::Index i = 0; i < size; ++i) first[i * stride] = number((*list)[static_cast<std::size_t>(i)]);
  }

  MatrixXd matrix(const toml::table& table, const char* key, Eigen::Index rows, Eigen::Index columns, bool needed) {
    MatrixXd out = MatrixXd::Zero(rows, columns);
    const toml::node* node = table.get(key);
    if (node == nullptr) {
      if (needed) error(table, std::string("'") + key + "' is missing");
      return out;
    }
    const toml::array* list = node->as_array();
    if (list == nullptr || static_cast<Eigen::Index>(list->size()) != rows) {
      diagnostics_.error(Code::E1101, source_.span_of(*node),
                         std::string(key) + ": " + counted(static_cast<std::size_t>(rows), "row") + " needed here");
      return out;
    }
    for (Eigen::Index i = 0; i < rows; ++i)
      fill((*list)[static_cast<std::size_t>(i)], key, out.data() + i, columns, rows);
    return out;
  }

  std::optional<std::size_t> mode_named(const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    const auto name = node->value<std::string>();
    for (std::size_t i = 0; i < out_.system.modes.size(); ++i)
      if (name && out_.system.modes[i].name == *name) return i;
    error(*node, "there is no mode of this name");
    return std::nullopt;
  }

  void read_modes(const toml::array& list) {
    for (const toml::node& node : list) {
      const toml::table* table = node.as_table();
      if (table == nullptr) {
        error(node, "a mode is a table");
        continue;
      }
      known_keys(*table, {"name", "a", "b", "c", "d", "f", "g", "guards"}, "a mode");
      Mode mode;
      mode.name = table->get("name") != nullptr ? table->get("name")->value<std::string>().value_or("") : "";
      if (mode.name.empty()) error(node, "a mode needs a name");
      mode.dynamics = out_.system.dynamics.size();
      mode.code = static_cast<std::int64_t>(out_.system.modes.size());
      mode.span = source_.first_line(node);
      out_.system.dynamics.push_back({matrix(*table, "a", n_, n_, true), matrix(*table, "b", n_, m_, true),
                                      matrix(*table, "c", p_, n_, true), matrix(*table, "d", p_, m_, false),
                                      vector(*table, "f", n_, false), vector(*table, "g", p_, false)});
      out_.system.modes.push_back(std::move(mode));
    }
    for (std::size_t i = 0; i < list.size() && !diagnostics_.has_errors(); ++i)
      if (const toml::node* guards = list[i].as_table()->get("guards")) read_guards(*guards, out_.system.modes[i]);
  }

  void read_guards(const toml::node& node, Mode& mode) {
    const toml::array* list = node.as_array();
    if (list == nullptr) return error(node, "guards is a list of tables");
    for (const toml::node& one : *list) {
      const toml::table* table = one.as_table();
      if (table == nullptr) return error(one, "a guard is a table");
      known_keys(*table, {"y", "u", "limit", "next"}, "a guard");
      Guard guard;
      guard.on_outputs = vector(*table, "y", p_, false).transpose();
      guard.on_inputs = vector(*table, "u", m_, false).transpose();
      guard.limits = VectorXd::Zero(1);
      if (const toml::node* limit = table->get("limit"))
        guard.limits[0] = number(*limit);
      else
        error(*table, "'limit' is missing");
      if (const auto next = mode_named(*table, "next")) guard.shift = static_cast<std::int64_t>(*next) - mode.code;
      mode.guards.push_back(std::move(guard));
    }
  }

  void read_input(const toml::table& table) {
    known_keys(table, {"offset", "amplitude", "period", "phase", "variance", "highest_frequency", "stop", "step"},
               "input");
    InputRecipe& r = out_.recipe;
    const auto take = [&](const char* key, double& value, bool positive) {
      const toml::node* node = table.get(key);
      if (node == nullptr) return;
      value = number(*node);
      if (positive && !(value > 0)) error(*node, std::string(key) + " must be positive");
    };
    take("offset", r.offset, false);
    take("amplitude", r.amplitude, false);
    take("period", r.period, true);
    take("phase", r.phase, false);
    take("variance", r.variance, false);
    if (r.variance < 0) error(*table.get("variance"), "a variance is not negative");
    take("highest_frequency", r.highest_frequency, true);
    take("stop", out_.stop, true);
    take("step", out_.step, true);
    if (!(out_.stop / out_.step < 1e7)) error(table, "more than ten million points");
  }

  void read_deviations(const toml::table& table) {
    out_.deviations = VectorXd::Zero(n_);
    for (const auto& [key, node] : table) {
      const auto& states = out_.system.states;
      const auto state = std::find(states.begin(), states.end(), key.str());
      const double value = number(node);
      if (state == states.end())
        error(node, "there is no state '" + std::string(key.str()) + "'");
      else if (value < 0)
        error(node, "a standard deviation is not negative");
      else
        out_.deviations[state - states.begin()] = value;
    }
  }

  TomlText source_;
  Eigen::Index n_ = 0, m_ = 0, p_ = 0;
  SwitchedDescription out_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<SwitchedDescription> read_switched(const SourceMap& sources, FileId file) {
  return SwitchedReader(sources, file).run();
}

}  // namespace sunder::reduce
