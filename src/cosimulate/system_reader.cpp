#include "cosimulate/system_reader.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "base/toml.hpp"
#include "cosimulate/local_step.hpp"
#include "cosimulate/parts.hpp"
#include "integrate/stepper.hpp"

namespace sunder::cosimulate {

namespace {

class Reader {
 public:
  Reader(const SourceMap& sources, FileId file) : source_(sources, file), file_(file) {
    system_.path = sources.path(file);
  }

  Outcome<SystemDescription> run() {
    const std::optional<toml::table> parsed = source_.parse(Code::E1001, diagnostics_);
    if (!parsed) return Outcome<SystemDescription>(std::move(diagnostics_));
    root_ = &*parsed;
    check_keys(*root_,
               {"communication_step", "master", "order", "extrapolation", "feedthrough", "iterations", "tolerance",
                "start", "stop", "part", "connection", "input"},
               "a system");
    read_parts();
    read_master();
    read_connections();
    if (diagnostics_.has_errors()) return Outcome<SystemDescription>(std::move(diagnostics_));
    return {std::move(system_), std::move(diagnostics_)};
  }

 private:
  [[nodiscard]] Span span_of(const toml::node& node) const { return source_.span_of(node); }
  [[nodiscard]] Span key_span(const toml::key& key) const { return source_.span_of(key); }

  // values

  Diagnostic& wrong(Span span, std::string message) {
    return diagnostics_.error(Code::E1002, span, std::move(message));
  }

  void check_keys(const toml::table& table, const std::vector<std::string>& valid, const std::string& of) {
    for (const auto& [key, value] : table) {
      const std::string name(key.str());
      if (std::ranges::find(valid, name) != valid.end()) continue;
      Diagnostic& error = wrong(key_span(key), "'" + name + "' is not a key of " + of);
      const auto near = closest(name, valid);
      error.help = near.empty() ? "valid are " + enumerated(valid) : "did you mean '" + near.front() + "'?";
    }
  }

  std::optional<double> number(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    return node != nullptr ? number(*node, key) : std::nullopt;
  }
  std::optional<double> number(const toml::node& node, std::string_view key) {
    std::optional<double> value;
    if (const auto* whole = node.as_integer()) value = static_cast<double>(whole->get());
    if (const auto* real = node.as_floating_point()) value = real->get();
    if (value && std::isfinite(*value)) return value;
    wrong(span_of(node), "'" + std::string(key) + "' must be a finite number");
    return std::nullopt;
  }
  std::optional<std::size_t> count(const toml::table& table, std::string_view key, std::size_t least) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    const auto* whole = node->as_integer();
    if (whole != nullptr && whole->get() >= static_cast<std::int64_t>(least) && whole->get() <= 1'000'000'000)
      return static_cast<std::size_t>(whole->get());
    wrong(span_of(*node), "'" + std::string(key) + "' must be a whole number, at least " + std::to_string(least));
    return std::nullopt;
  }
  std::optional<Located> text(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* string = node->as_string()) return Located{string->get(), span_of(*node)};
    wrong(span_of(*node), "'" + std::string(key) + "' must be a text in quotes");
    return std::nullopt;
  }
  std::vector<Located> texts(const toml::table& table, std::string_view key) {
    std::vector<Located> list;
    const toml::node* node = table.get(key);
    if (node == nullptr) return list;
    const auto* array = node->as_array();
    if (array == nullptr) {
      wrong(span_of(*node), "'" + std::string(key) + "' must be a list of texts");
      return list;
    }
    for (const toml::node& item : *array) {
      if (const auto* string = item.as_string()) {
        list.push_back({string->get(), span_of(item)});
      } else {
        wrong(span_of(item), "'" + std::string(key) + "' must be a list of texts");
      }
    }
    return list;
  }
  std::optional<std::vector<double>> numbers(const toml::node& node, std::string_view key) {
    const auto* array = node.as_array();
    if (array == nullptr) {
      wrong(span_of(node), "'" + std::string(key) + "' must be a list of numbers");
      return std::nullopt;
    }
    std::vector<double> list;
    for (const toml::node& item : *array) {
      const auto one = number(item, key);
      if (!one) return std::nullopt;
      list.push_back(*one);
    }
    return list;
  }
  template <class Enum>
  void choice(const toml::table& table, std::string_view key, std::initializer_list<Enum> values, Enum& out) {
    const auto given = text(table, key);
    if (!given) return;
    std::vector<std::string> names;
    for (const Enum value : values) {
      if (name_of(value) == given->text) {
        out = value;
        return;
      }
      names.emplace_back(name_of(value));
    }
    wrong(given->span, "there is no " + std::string(key) + " '" + given->text + "'; valid are " + enumerated(names));
  }

  // the system

  void read_master() {
    MasterSettings& master = system_.master;
    choice(*root_, "master", {MasterKind::jacobi, MasterKind::gauss_seidel, MasterKind::iterated}, master.kind);
    choice(*root_, "feedthrough", {Feedthrough::solved, Feedthrough::delayed}, master.feedthrough);
    if (const auto degree = count(*root_, "extrapolation", 0)) {
      if (*degree > static_cast<std::size_t>(model::largest_extrapolation))
        wrong(span_of(*root_->get("extrapolation")), "'extrapolation' must be 0, 1 or 2");
      master.extrapolation = static_cast<int>(*degree);
    }
    if (const auto limit = count(*root_, "iterations", 1)) master.iterations = *limit;
    if (const auto tolerance = number(*root_, "tolerance")) {
      if (*tolerance <= 0) wrong(span_of(*root_->get("tolerance")), "'tolerance' must be positive");
      master.tolerance = *tolerance;
    }
    read_order();
    const toml::node* step = root_->get("communication_step");
    if (step == nullptr) {
      wrong({file_, 0, 0}, "the system has no communication_step");
    } else if (const auto value = number(*step, "communication_step")) {
      if (*value <= 0) wrong(span_of(*step), "'communication_step' must be positive");
      system_.communication_step = *value;
      system_.communication_span = span_of(*step);
    }
    if (const auto start = number(*root_, "start")) system_.start = *start;
    system_.stop = number(*root_, "stop");
    if (system_.stop && *system_.stop < system_.start)
      wrong(span_of(*root_->get("stop")), "'stop' lies before 'start'");
  }

  void read_order() {
    const std::vector<Located> order = texts(*root_, "order");
    std::vector<std::size_t>& parts = system_.master.order;
    for (const Located& name : order) {
      const auto found =
          std::ranges::find_if(system_.parts, [&](const auto& p) { return p.interface.name == name.text; });
      const auto index = static_cast<std::size_t>(found - system_.parts.begin());
      if (found == system_.parts.end()) {
        wrong(name.span, "there is no part '" + name.text + "'");
      } else if (std::ranges::count(parts, index) > 0) {
        wrong(name.span, "the part '" + name.text + "' stands in the order twice");
      } else {
        parts.push_back(index);
      }
    }
    if (order.empty()) {
      for (std::size_t p = 0; p < system_.parts.size(); ++p) parts.push_back(p);
    } else if (parts.size() < system_.parts.size() && !diagnostics_.has_errors()) {
      for (std::size_t p = 0; p < system_.parts.size(); ++p)
        if (std::ranges::count(parts, p) == 0)
          wrong(span_of(*root_->get("order")),
                "the part '" + system_.parts[p].interface.name + "' is not in the order");
    }
  }

  template <class Read>
  void each_table(std::string_view key, const Read& read) {
    const toml::node* node = root_->get(key);
    if (node == nullptr) return;
    const auto* array = node->as_array();
    if (array == nullptr) {
      wrong(span_of(*node), "'" + std::string(key) + "' must be written [[" + std::string(key) + "]]");
      return;
    }
    for (const toml::node& item : *array) {
      if (const auto* table = item.as_table()) {
        read(*table);
      } else {
        wrong(span_of(item), "'" + std::string(key) + "' must be written [[" + std::string(key) + "]]");
      }
    }
  }

  void read_connections() {
    each_table("connection", [&](const toml::table& table) {
      check_keys(table, {"from", "to", "factor", "offset"}, "a connection");
      const auto from = text(table, "from");
      const auto to = text(table, "to");
      if (from && to) {
        system_.connections.push_back(
            {*from, *to, number(table, "factor").value_or(1), number(table, "offset").value_or(0)});
      } else if (!table.contains("from") || !table.contains("to")) {
        wrong(span_of(table), "a connection needs 'from' and 'to'");
      }
    });
    each_table("input", [&](const toml::table& table) {
      check_keys(table, {"to", "value"}, "an input");
      const auto to = text(table, "to");
      const auto value = number(table, "value");
      if (to && value) {
        system_.constants.push_back({*to, *value});
      } else if (!table.contains("to") || !table.contains("value")) {
        wrong(span_of(table), "a constant input needs 'to' and 'value'");
      }
    });
  }

  void read_parts() {
    each_table("part", [&](const toml::table& table) { read_part(table); });
    if (system_.parts.empty() && !diagnostics_.has_errors())
      wrong({file_, 0, 0}, "the system has no parts: each is written [[part]]");
  }

  void read_part(const toml::table& table) {
    check_keys(table,
               {"name", "a", "b", "c", "d", "initial", "model", "class", "kind", "parameters", "method", "step",
                "substeps", "tolerance", "fast", "box"},
               "a part");
    PartDescription part;
    part.span = span_of(table);
    const auto name = text(table, "name");
    if (!name) {
      if (!table.contains("name")) wrong(part.span, "a part needs a name");
      return;
    }
    part.interface.name = name->text;
    part.span = name->span;
    check_name(*name);
    if (const auto method = text(table, "method")) part.method = *method;
    check_method(part);
    read_local_step(table, part);
    if (table.contains("model")) {
      read_model(table, part);
    } else {
      read_linear(table, part);
    }
    if (const auto tolerance = number(table, "tolerance")) {
      const Span at = span_of(*table.get("tolerance"));
      if (!(*tolerance > 0 && *tolerance < 1)) wrong(at, "'tolerance' must lie between 0 and 1");
      if (!diagnostics_.has_errors() && !chooses_steps(part.method.text))
        wrong(at, "the method " + part.method.text + " takes steps of a fixed length: there is no tolerance to keep");
      part.tolerance = *tolerance;
    }
    part.fast = texts(table, "fast");
    read_box(table, part);
    system_.parts.push_back(std::move(part));
  }

  void check_name(const Located& name) {
    const auto letter = [](char c) { return (std::isalnum(static_cast<unsigned char>(c)) != 0) || c == '_'; };
    if (name.text.empty() || !std::ranges::all_of(name.text, letter) ||
        std::isdigit(static_cast<unsigned char>(name.text[0])) != 0)
      wrong(name.span, "the name of a part consists of letters, digits and '_', and begins with no digit");
    for (const PartDescription& other : system_.parts)
      if (other.interface.name == name.text)
        wrong(name.span, "two parts are called '" + name.text + "'").notes.push_back({"the other one", other.span});
  }

  void check_method(const PartDescription& part) {
    if (part.method.text == "exact") return;
    const Outcome<integrate::MethodInfo> found = integrate::find_method(part.method.text);
    if (!found.ok()) {
      Diagnostic error = found.diagnostics().all().front();
      error.code = Code::E1008;
      error.span = part.method.span;
      error.message += "; of linear parts also exact";
      diagnostics_.add(std::move(error));
    } else if (found->fixed_step ? !paired_tableau(part.method.text).has_value() : found->mixed) {
      diagnostics_.error(Code::E1008, part.method.span,
                         "the method " + part.method.text + " cannot integrate a part of a distributed system");
    }
  }

  void read_local_step(const toml::table& table, PartDescription& part) {
    part.step_span = part.span;
    if (const toml::node* node = table.get("step")) {
      part.step_span = span_of(*node);
      part.step = number(*node, "step");
      if (part.step && *part.step <= 0) wrong(part.step_span, "'step' must be positive");
    }
    part.substeps = count(table, "substeps", 1);
    if (part.step && part.substeps)
      wrong(span_of(*table.get("substeps")), "a part has a step or a number of substeps, not both");
  }

  void read_kind(const toml::table& table, PartDescription& part) {
    if (is_fmu(part) && table.contains("class"))
      wrong(part.class_name.span, "an FMU holds one model: there is no class to choose");
    const auto kind = text(table, "kind");
    if (!kind) return;
    part.kind = *kind;
    if (!is_fmu(part))
      wrong(kind->span, "'kind' is of FMUs: me (Model Exchange) or cs (Co-Simulation)");
    else if (kind->text != "me" && kind->text != "cs")
      wrong(kind->span, "the kind of an FMU is \"me\" (Model Exchange) or \"cs\" (Co-Simulation)");
  }

  void read_model(const toml::table& table, PartDescription& part) {
    for (const char* key : {"a", "b", "c", "d", "initial"})
      if (const toml::node* node = table.get(key)) wrong(span_of(*node), "a part is a model or has matrices, not both");
    if (const auto model = text(table, "model")) part.model = *model;
    if (const auto chosen = text(table, "class")) part.class_name = *chosen;
    read_kind(table, part);
    if (part.method.text == "exact")
      diagnostics_.error(Code::E1008, part.method.span,
                         "only a linear part given by its matrices can be solved exactly");
    const toml::node* node = table.get("parameters");
    if (node == nullptr) return;
    const auto* parameters = node->as_table();
    if (parameters == nullptr) {
      wrong(span_of(*node), "'parameters' must be a table: { name = value }");
      return;
    }
    for (const auto& [key, value] : *parameters) {
      Located expression{"", span_of(value)};
      if (const auto* words = value.as_string()) {
        expression.text = words->get();
      } else if (const auto* logical = value.as_boolean()) {
        expression.text = logical->get() ? "true" : "false";
      } else if (const auto* whole = value.as_integer()) {
        expression.text = std::to_string(whole->get());
      } else if (const auto real = number(value, key.str())) {
        expression.text = shortest(*real);
      }
      part.parameters.emplace_back(std::string(key.str()), expression);
    }
  }

  struct Matrix {
    std::vector<double> values;
    std::size_t rows = 0, columns = 0;
    Span span;
  };

  std::optional<Matrix> matrix(const toml::table& table, std::string_view key) {
    const toml::node* node = table.get(key);
    if (node == nullptr) return std::nullopt;
    Matrix made;
    made.span = span_of(*node);
    const auto* rows = node->as_array();
    if (rows == nullptr || rows->empty()) {
      wrong(made.span, "'" + std::string(key) + "' must be a list of rows: [[1.0, 2.0], [3.0, 4.0]]");
      return std::nullopt;
    }
    for (const toml::node& row : *rows) {
      const auto values = numbers(row, key);
      if (!values) return std::nullopt;
      if (made.rows > 0 && values->size() != made.columns) {
        diagnostics_.error(Code::E1003, span_of(row),
                           "row " + std::to_string(made.rows + 1) + " of '" + std::string(key) + "' has " +
                               counted(values->size(), "number") + ", the others have " + std::to_string(made.columns));
        return std::nullopt;
      }
      made.columns = values->size();
      made.values.insert(made.values.end(), values->begin(), values->end());
      ++made.rows;
    }
    return made;
  }

  void fit(const std::optional<Matrix>& given, std::string_view key, std::size_t rows, std::size_t columns,
           Eigen::MatrixXd& out, const PartDescription& part) {
    const auto r = static_cast<Eigen::Index>(rows), c = static_cast<Eigen::Index>(columns);
    out = Eigen::MatrixXd::Zero(r, c);
    if (!given) return;
    if (given->rows == rows && given->columns == columns) {
      using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
      out = Eigen::Map<const RowMajor>(given->values.data(), r, c);
      return;
    }
    const auto size = [](std::size_t r, std::size_t c) { return std::to_string(r) + " x " + std::to_string(c); };
    diagnostics_.error(Code::E1003, given->span,
                       "'" + std::string(key) + "' of part '" + part.interface.name + "' is " +
                           size(given->rows, given->columns) + ", but must be " + size(rows, columns));
  }

  void read_linear(const toml::table& table, PartDescription& part) {
    for (const char* key : {"class", "kind", "parameters", "box"})
      if (const toml::node* node = table.get(key))
        wrong(span_of(*node), "'" + std::string(key) + "' belongs to parts that are models");
    const auto a = matrix(table, "a"), b = matrix(table, "b"), c = matrix(table, "c"), d = matrix(table, "d");
    if (!a && !d) {
      if (!table.contains("a") && !table.contains("d"))
        wrong(part.span, "a part needs its matrices a, b, c (or d alone), or a model");
      return;
    }
    model::LinearSystem system;
    const std::size_t states = a ? a->rows : 0;
    const std::size_t inputs = b ? b->columns : d ? d->columns : 0;
    const std::size_t outputs = c ? c->rows : d ? d->rows : 0;
    fit(a, "a", states, states, system.a, part);
    fit(b, "b", states, inputs, system.b, part);
    fit(c, "c", outputs, states, system.c, part);
    fit(d, "d", outputs, inputs, system.d, part);
    part.initial.assign(states, 0.0);
    if (const toml::node* node = table.get("initial")) {
      if (const auto values = numbers(*node, "initial")) {
        if (values->size() != states)
          diagnostics_.error(Code::E1003, span_of(*node),
                             "'initial' has " + counted(values->size(), "number") + " for " + counted(states, "state"));
        part.initial = *values;
      }
    }
    const auto names = [](char letter, std::size_t n) {
      std::vector<std::string> list;
      for (std::size_t i = 1; i <= n; ++i) list.push_back(letter + std::to_string(i));
      return list;
    };
    part.interface.inputs = system.inputs = names('u', inputs);
    part.interface.outputs = system.outputs = names('y', outputs);
    part.interface.states = system.states = names('x', states);
    part.linear = std::move(system);
  }

  void read_box(const toml::table& table, PartDescription& part) {
    const toml::node* node = table.get("box");
    if (node == nullptr) return;
    const auto* box = node->as_table();
    if (box == nullptr) {
      wrong(span_of(*node), "'box' must be a table: { name = [low, high] }");
      return;
    }
    for (const auto& [key, value] : *box) {
      const auto ends = numbers(value, key.str());
      if (!ends) continue;
      if (ends->size() != 2 || (*ends)[0] > (*ends)[1]) {
        wrong(span_of(value), "a side of the box is written [low, high]");
      } else {
        part.box[std::string(key.str())] = {(*ends)[0], (*ends)[1], key_span(key)};
      }
    }
  }

  TomlText source_;
  FileId file_;
  const toml::table* root_ = nullptr;
  SystemDescription system_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<SystemDescription> read_system(const SourceMap& sources, FileId file) { return Reader(sources, file).run(); }

}  // namespace sunder::cosimulate
