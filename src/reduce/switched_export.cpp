#include "reduce/switched_export.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "base/text.hpp"
#include "reduce/export.hpp"

namespace sunder::reduce {
namespace {

using Eigen::RowVectorXd;

std::string sum_of(const RowVectorXd& factors, const std::vector<std::string>& names, double constant = 0) {
  std::string out;
  const auto term = [&](double factor, const std::string& text) {
    if (factor == 0) return;
    if (out.empty())
      out += factor < 0 ? "-" : "";
    else
      out += factor < 0 ? " - " : " + ";
    out += text;
  };
  for (Eigen::Index i = 0; i < factors.size(); ++i) {
    const std::string size = std::abs(factors[i]) == 1 ? "" : shortest(std::abs(factors[i])) + "*";
    term(factors[i], size + names[static_cast<std::size_t>(i)]);
  }
  term(constant, shortest(std::abs(constant)));
  return out.empty() ? "0" : out;
}

RowVectorXd joined(const RowVectorXd& a, const RowVectorXd& b) {
  RowVectorXd out(a.size() + b.size());
  out << a, b;
  return out;
}

/// Inputs or outputs as the text declares them: elements of one array that come one after the other stay an array, so
/// that they have the names they had before; other names that are no identifiers are set in quotes.
struct Declared {
  struct One {
    std::string name;
    std::size_t first = 0, count = 0;
    bool array = false;
  };
  std::vector<One> all;
  std::vector<std::string> references;

  explicit Declared(const std::vector<std::string>& names) {
    for (std::size_t i = 0; i < names.size();) {
      const std::string base = names[i].substr(0, names[i].find('['));
      const auto element = [&](std::size_t k) { return base + "[" + std::to_string(k + 1) + "]"; };
      std::size_t count = 0;
      while (i + count < names.size() && names[i + count] == element(count)) ++count;
      const bool array = count > 0 && modelica_name(base) == base;
      if (!array) count = 1;
      for (std::size_t k = 0; k < count; ++k) references.push_back(array ? names[i + k] : modelica_name(names[i]));
      all.push_back({array ? base : modelica_name(names[i]), i, count, array});
      i += count;
    }
  }

  [[nodiscard]] std::string text(const One& one) const {
    return one.name + (one.array ? "[" + std::to_string(one.count) + "]" : "");
  }
};

/// Names the text needs for itself, made different from those of inputs and outputs.
class Names {
 public:
  Names(const Declared& inputs, const Declared& outputs) {
    for (const Declared* list : {&inputs, &outputs})
      for (const Declared::One& one : list->all) taken_.push_back(one.name);
  }
  std::string operator()(std::string wanted) {
    while (std::find(taken_.begin(), taken_.end(), wanted) != taken_.end()) wanted += "_";
    taken_.push_back(wanted);
    return wanted;
  }

 private:
  std::vector<std::string> taken_;
};

class SwitchedText {
 public:
  SwitchedText(const SwitchedSystem& system, const SwitchedExport& options)
      : system_(system),
        options_(options),
        inputs_(system.inputs),
        outputs_(system.outputs),
        u_(inputs_.references),
        y_(outputs_.references) {
    Names names(inputs_, outputs_);
    for (std::size_t i = 0; i < system.states.size(); ++i) x_.push_back(names("x" + std::to_string(i + 1)));
    mode_ = names("mode");
    part_ = names("part");
    next_ = names("next");
    odd_ = names("odd");
    xu_ = x_;
    xu_.insert(xu_.end(), u_.begin(), u_.end());
    jumps_ = !system.passages.empty() && system.dynamics.size() > 1;
    if (jumps_) {
      for (Eigen::Index i = 0; i < system.passages[0].entry.cols(); ++i)
        z_.push_back(names("z" + std::to_string(i + 1)));
      for (std::size_t i = 0; i < x_.size(); ++i) after_.push_back(names("n" + std::to_string(i + 1)));
    }
    relation_ = names("r");
  }

  std::string run() {
    flow();
    switching();
    if (jumps_) jumping();
    std::string out = "model " + modelica_name(options_.name) + " \"" + options_.description + "\"\n";
    out += declarations();
    out += "equation\n" + equations_;
    std::string experiment;
    if (options_.stop) experiment += "StopTime = " + shortest(*options_.stop);
    if (options_.interval)
      experiment += (experiment.empty() ? "" : ", ") + ("Interval = " + shortest(*options_.interval));
    if (!experiment.empty()) out += "  annotation(experiment(" + experiment + "));\n";
    return out + "end " + modelica_name(options_.name) + ";\n";
  }

 private:
  void equation(const std::string& left, const std::string& right) {
    equations_ += "  " + left + " = " + right + ";\n";
  }

  /// One text for all dynamics, or one each.
  std::string by_dynamics(const std::string& which, const std::function<std::string(std::size_t)>& text) const {
    std::string out;
    const std::string first = text(0);
    bool equal = true;
    for (std::size_t i = 1; i < system_.dynamics.size() && equal; ++i) equal = text(i) == first;
    if (equal) return first;
    for (std::size_t i = 0; i + 1 < system_.dynamics.size(); ++i)
      out += (i == 0 ? "if " : "\n    elseif ") + which + " == " + std::to_string(i + 1) + " then " + text(i);
    return out + "\n    else " + text(system_.dynamics.size() - 1);
  }

  /// Sums whose factors are the same in all dynamics are written once, the constant apart.
  std::string row(const std::string& which, const std::function<RowVectorXd(std::size_t)>& factors,
                  const std::function<double(std::size_t)>& constant, const std::vector<std::string>& names) const {
    bool equal = true;
    for (std::size_t i = 1; i < system_.dynamics.size(); ++i) equal = equal && factors(i) == factors(0);
    if (!equal) return by_dynamics(which, [&](std::size_t i) { return sum_of(factors(i), names, constant(i)); });
    const std::string constants = by_dynamics(which, [&](std::size_t i) { return shortest(constant(i) + 0.0); });
    if (constants == "0") return sum_of(factors(0), names);
    if (!constants.starts_with("if ")) return sum_of(factors(0), names, constant(0));
    return sum_of(factors(0), names) + " + (" + constants + ")";
  }

  void flow() {
    equations_ += "  // between switches; outputs belong to the mode before the event until the state has passed\n";
    const auto& all = system_.dynamics;
    for (std::size_t k = 0; k < x_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      equation("der(" + x_[k] + ")", row(
                                         part_, [&](std::size_t d) { return joined(all[d].a.row(i), all[d].b.row(i)); },
                                         [&](std::size_t d) { return all[d].f[i]; }, xu_));
    }
    for (std::size_t k = 0; k < y_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      equation(y_[k], row(
                          part_, [&](std::size_t d) { return joined(all[d].c.row(i), all[d].d.row(i)); },
                          [&](std::size_t d) { return all[d].g[i]; }, xu_));
    }
  }

  std::string relation(const Guard& guard, Eigen::Index i) {
    const std::string text = text_of_row(guard, i, y_, u_);
    const auto [known, fresh] = relations_.emplace(text, relations_.size() + 1);
    if (fresh) in_order_.push_back(text);
    return relation_ + "[" + std::to_string(known->second) + "]";
  }

  std::string condition(const Guard& guard) {
    std::string out;
    for (Eigen::Index i = 0; i < guard.limits.size(); ++i) out += (i == 0 ? "" : " and ") + relation(guard, i);
    return out;
  }

  /// Of each group the first guard that is left counts, and groups add up.
  std::string next_code(const Mode& mode) {
    std::map<std::size_t, std::string> groups;
    for (const Guard& guard : mode.guards) {
      if (!guard.shift) {
        lost_.push_back("pre(" + mode_ + ") == " + std::to_string(mode.code) + " and " + condition(guard));
        continue;
      }
      std::string& text = groups[guard.group];
      text += (text.empty() ? "if " : " elseif ") + condition(guard) + " then " + std::to_string(*guard.shift);
    }
    std::string out = std::to_string(mode.code);
    for (const auto& [group, text] : groups) out += " + (" + text + " else 0)";
    return out;
  }

  void switching() {
    std::string choice;
    for (std::size_t i = 0; i < system_.modes.size(); ++i)
      choice += (i == 0 ? "if " : "\n    elseif ") + ("pre(" + mode_ + ") == ") +
                std::to_string(system_.modes[i].code) + " then " + next_code(system_.modes[i]);
    equations_ += "  // the mode\n";
    for (std::size_t i = 0; i < in_order_.size(); ++i)
      equation(relation_ + "[" + std::to_string(i + 1) + "]", in_order_[i]);
    equation(mode_, choice + "\n    else pre(" + mode_ + ")");
    if (system_.dynamics.size() > 1) {
      equation(part_, dynamics_of("pre(" + mode_ + ")"));
      if (jumps_) equation(next_, dynamics_of(mode_));
    }
    for (const std::string& where : lost_)
      equations_ += "  assert(not (" + where + "), \"a mode is left and none follows\");\n";
  }

  [[nodiscard]] std::string dynamics_of(const std::string& mode) const {
    std::vector<std::vector<std::int64_t>> codes(system_.dynamics.size());
    for (const Mode& one : system_.modes) codes[one.dynamics].push_back(one.code);
    std::string out;
    for (std::size_t i = 0; i + 1 < codes.size(); ++i) {
      out += (i == 0 ? "if " : "\n    elseif ");
      for (std::size_t k = 0; k < codes[i].size(); ++k)
        out += (k == 0 ? "" : " or ") + mode + " == " + std::to_string(codes[i][k]);
      if (codes[i].empty()) out += "false";
      out += " then " + std::to_string(i + 1);
    }
    return out + "\n    else " + std::to_string(codes.size());
  }

  void jumping() {
    equations_ += "  // the state at a switch: lifted to the coordinates of the full state, and down again\n";
    const auto& all = system_.passages;
    for (std::size_t k = 0; k < z_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      equation(z_[k],
               row(
                   part_, [&](std::size_t d) { return joined(all[d].lift_state.row(i), all[d].lift_input.row(i)); },
                   [&](std::size_t d) { return all[d].lift_constant[i]; }, xu_));
    }
    for (std::size_t k = 0; k < x_.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      equation(after_[k], row(
                              next_, [&](std::size_t d) { return RowVectorXd(all[d].entry.row(i)); },
                              [&](std::size_t d) { return all[d].entry_constant[i]; }, z_));
    }
    // switches may follow each other at one instant, and a when-clause acts only where its condition becomes true
    equation(odd_, "if " + next_ + " <> " + part_ + " then not pre(" + odd_ + ") else pre(" + odd_ + ")");
    const std::string switches = next_ + " <> " + part_;
    equations_ += "  when {" + switches + " and pre(" + odd_ + "), " + switches + " and not pre(" + odd_ + ")} then\n";
    for (std::size_t k = 0; k < x_.size(); ++k) equations_ += "    reinit(" + x_[k] + ", " + after_[k] + ");\n";
    equations_ += "  end when;\n";
  }

  [[nodiscard]] std::string declarations() const {
    std::string out;
    for (const Declared::One& one : inputs_.all) {
      std::string values;
      for (std::size_t k = one.first; k < one.first + one.count; ++k) {
        const double value = system_.input_start.size() == 0 ? 0 : system_.input_start[static_cast<Eigen::Index>(k)];
        values += (values.empty() ? "" : ", ") + shortest(value);
      }
      out += "  input Real " + inputs_.text(one) + "(start = " + (one.array ? "{" + values + "}" : values) + ");\n";
    }
    for (const Declared::One& one : outputs_.all) out += "  output Real " + outputs_.text(one) + ";\n";
    for (std::size_t i = 0; i < x_.size(); ++i)
      out += "  Real " + x_[i] + "(start = " + shortest(system_.start[static_cast<Eigen::Index>(i)]) +
             ", fixed = true);\n";
    const std::int64_t first = system_.modes[system_.first_mode].code;
    out += "  Integer " + mode_ + "(start = " + std::to_string(first) + ", fixed = true) \"one of " +
           std::to_string(system_.modes.size()) + "\";\n";
    if (system_.dynamics.size() > 1) out += "  Integer " + part_ + " \"dynamics in force\";\n";
    if (!relations_.empty())
      out += "  Boolean " + relation_ + "[" + std::to_string(relations_.size()) + "] \"bounds of modes\";\n";
    if (jumps_) {
      out += "  Integer " + next_ + " \"dynamics after the event\";\n";
      out += "  Boolean " + odd_ + "(start = false, fixed = true);\n";
      for (const std::string& name : z_) out += "  Real " + name + ";\n";
      for (const std::string& name : after_) out += "  Real " + name + ";\n";
    }
    return out;
  }

  const SwitchedSystem& system_;
  const SwitchedExport& options_;
  Declared inputs_, outputs_;
  std::vector<std::string> u_, y_, x_, z_, after_, xu_;
  std::string mode_, part_, next_, odd_, relation_;
  bool jumps_ = false;
  std::map<std::string, std::size_t> relations_;
  std::vector<std::string> in_order_, lost_;
  std::string equations_;
};

}  // namespace

std::string text_of_row(const Guard& guard, Eigen::Index row, const std::vector<std::string>& outputs,
                        const std::vector<std::string>& inputs) {
  RowVectorXd factors = joined(guard.on_outputs.row(row), guard.on_inputs.row(row));
  std::vector<std::string> names = outputs;
  names.insert(names.end(), inputs.begin(), inputs.end());
  double limit = guard.limits[row];
  const auto first = std::find_if(factors.begin(), factors.end(), [](double v) { return v != 0; });
  const bool turned = first != factors.end() && *first < 0;
  if (turned) {
    factors = -factors;
    limit = -limit;
  }
  return sum_of(factors, names) + (turned ? " < " : " > ") + shortest(limit + 0.0);
}

std::string modelica_text(const SwitchedSystem& system, const SwitchedExport& options) {
  return SwitchedText(system, options).run();
}

}  // namespace sunder::reduce
