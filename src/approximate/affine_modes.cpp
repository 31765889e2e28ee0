#include "approximate/affine_modes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "algebra/orthogonal.hpp"
#include "approximate/affine_forms.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "execute/compiled_context.hpp"
#include "execute/held_values.hpp"

namespace sunder::approximate {
namespace {

using Kind = AffineValue::Kind;
using reduce::Polyhedron;
using State = std::vector<double>;  ///< of the components

struct Literal {
  std::uint32_t relation = 0;
  bool holds = false;
};

/// What a group of components becomes where all literals are as they say.
struct Edge {
  std::vector<Literal> literals;
  State values;
};

struct Group {
  std::vector<std::size_t> components;
  std::vector<Edge> edges;
};

struct Found {
  State state;
  reduce::Mode mode;
  std::vector<std::pair<std::size_t, Edge>> guards;  ///< with the number of their group
  std::vector<Group> groups;
};

constexpr std::size_t most_questions = 100'000;

class ModeFinder {
 public:
  ModeFinder(const ir::Plan& plan, const model::Model& model, const ModeOptions& options)
      : plan_(plan),
        dae_(plan_.dae),
        model_(model),
        options_(options),
        context_(model_.create_context()),
        parameters_(static_cast<execute::CompiledContext&>(*context_).parameters),
        forms_(plan_, parameters_) {}

  Outcome<reduce::SwitchedSystem> run() {
    for (const ir::VariableId state : plan_.states) system_.states.push_back(dae_.name_of(state));
    for (const ir::VariableId input : plan_.inputs) system_.inputs.push_back(dae_.name_of(input));
    for (const ir::VariableId output : plan_.outputs) system_.outputs.push_back(dae_.name_of(output));
    if (!nothing_jumps() || !find_components() || !start()) return failed();
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (options_.cancel.requested()) {
        diagnostics_.error(Code::E0008, {}, "interrupted");
        return failed();
      }
      if (!expand(i)) return failed();
    }
    if (!finish()) return failed();
    return {std::move(system_), std::move(diagnostics_)};
  }

 private:
  Outcome<reduce::SwitchedSystem> failed() { return Outcome<reduce::SwitchedSystem>(std::move(diagnostics_)); }

  [[nodiscard]] Span span_of(ir::OriginId origin) const { return dae_.origins[origin.index()].span; }
  [[nodiscard]] std::string text_of(const ir::Held& held) const { return ir::print(dae_, held); }

  bool nothing_jumps() {
    for (const ir::Reinit& reinit : dae_.reinits)
      diagnostics_.error(Code::E1112, span_of(reinit.origin),
                         "'" + dae_.name_of(reinit.target) +
                             "' jumps at an event: the states of a switched affine system are continuous");
    return dae_.reinits.empty();
  }

  // What modes consist of.

  bool find_components() {
    AffineForms::Reading at_rest = forms_.start_reading();
    AffineForms::Reading moving = forms_.start_reading();
    for (const ir::VariableId derivative : plan_.derivatives) forms_.read_variable(derivative, true, at_rest);
    for (const ir::VariableId output : plan_.outputs) forms_.read_variable(output, true, at_rest);
    std::vector<bool> is_component(dae_.held.size());
    std::vector<bool> is_question(dae_.held.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t i = 0; i < dae_.held.size(); ++i) {
        const ir::Held& held = dae_.held[i];
        if (!at_rest.held[i] && !moving.held[i]) continue;
        if (!can_be_listed(held)) return false;
        const bool relation = ir::is_crossing(held.kind);
        if (relation && !is_question[i]) {
          changed = is_question[i] = true;
          questions_.push_back(i);
          forms_.read(held, true, at_rest);
        }
        const bool kept = held.kind == ir::HeldKind::memory || (relation && at_rest.held[i]);
        if (!kept || is_component[i]) continue;
        changed = is_component[i] = true;
        components_.push_back(i);
        if (!relation) forms_.read(held, false, moving);
      }
    }
    std::ranges::sort(components_);
    for (const std::uint32_t i : components_) {
      const ir::Held& held = dae_.held[i];
      const bool plain = held.kind == ir::HeldKind::memory &&
                         dae_.shapes->pool()[dae_.shapes->root(held.shape)].op == symbolic::Op::slot;
      const std::string name = plain ? ir::name_of(dae_, dae_.operands_of(held)[0]) : ir::print(dae_, held);
      system_.memory.push_back(name);
    }
    return true;
  }

  bool can_be_listed(const ir::Held& held) {
    std::string why;
    switch (held.kind) {
      case ir::HeldKind::floor:
      case ir::HeldKind::ceil:
      case ir::HeldKind::truncate: why = "has a mode of its own for every integer"; break;
      case ir::HeldKind::sample: why = "makes events by the clock"; break;
      case ir::HeldKind::left_limit: why = "is the value of something continuous"; break;
      default: return true;
    }
    diagnostics_.error(Code::E1112, span_of(held.origin), "'" + text_of(held) + "' " + why);
    return false;
  }

  bool start() {
    const double time = model_.description().experiment.start.value_or(0);
    if (model::Status initialised = model_.initialise(*context_, time); !initialised) {
      model::report(initialised.fault(), diagnostics_);
      return false;
    }
    const std::span<const double> x = context_->states();
    system_.start = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
    system_.input_start.resize(static_cast<Eigen::Index>(plan_.inputs.size()));
    for (std::size_t i = 0; i < plan_.inputs.size(); ++i)
      system_.input_start[static_cast<Eigen::Index>(i)] = context_->inputs().at(i, time);
    const std::span<const double> held = static_cast<execute::CompiledContext&>(*context_).held();
    State first;
    for (const std::uint32_t i : components_) first.push_back(held[i]);
    return add(first);
  }

  bool add(const State& state) {
    if (known_.contains(state)) return true;
    if (found_.size() == options_.most_modes) {
      diagnostics_.error(Code::E1111, {}, "there are more than " + counted(options_.most_modes, "mode")).help =
          "every combination of what the model remembers is a mode: reduce a part of the model";
      return false;
    }
    known_.emplace(state, found_.size());
    found_.push_back({state, {}, {}, {}});
    return true;
  }

  // One mode: its dynamics, and what would change it.

  bool expand(std::size_t number) {
    const State state = found_[number].state;
    HeldValues at_rest(dae_.held.size());
    open_.assign(dae_.held.size(), std::nullopt);
    for (std::size_t i = 0; i < components_.size(); ++i) {
      at_rest[components_[i]] = state[i];
      if (dae_.held[components_[i]].kind == ir::HeldKind::memory) open_[components_[i]] = state[i];
    }
    forms_.enter(at_rest, true);
    reduce::Mode mode;
    if (!read_dynamics(mode) || !read_relations()) return false;
    asked_ = 0;
    std::vector<Group> groups;
    if (!find_groups(state, groups)) return false;
    for (Group& group : groups) {
      std::vector<Literal> path;
      if (!grow(state, group, path)) return false;
    }
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (const Edge& edge : groups[g].edges) found_[number].guards.emplace_back(g, edge);
    if (!translate(found_[number], mode)) return false;
    found_[number].mode = std::move(mode);
    found_[number].groups = groups;
    Polyhedron all;
    return follow(state, groups, 0, state, all);
  }

  bool usable(const AffineValue& value, Span place, const std::string& what) {
    if (value.kind == Kind::number || value.kind == Kind::form) return true;
    if (value.kind == Kind::not_affine && value.relation < dae_.equations.size() && !place.valid())
      place = span_of(dae_.equations[value.relation].origin);
    diagnostics_.error(Code::E1112, place, what + " is not affine between events");
    return false;
  }

  bool read_dynamics(reduce::Mode& mode) {
    const auto n = static_cast<Eigen::Index>(plan_.states.size());
    const auto m = static_cast<Eigen::Index>(plan_.inputs.size());
    const auto p = static_cast<Eigen::Index>(plan_.outputs.size());
    reduce::Dynamics d{Eigen::MatrixXd(n, n), Eigen::MatrixXd(n, m), Eigen::MatrixXd(p, n),
                       Eigen::MatrixXd(p, m), Eigen::VectorXd(n),    Eigen::VectorXd(p)};
    const auto take = [&](const std::vector<ir::VariableId>& wanted, const std::vector<std::string>& names,
                          Eigen::MatrixXd& on_states, Eigen::MatrixXd& on_inputs, Eigen::VectorXd& constant) {
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        const AffineValue value = forms_.variable(wanted[i]);
        if (!usable(value, {}, "what determines '" + names[i] + "'")) return false;
        const Eigen::VectorXd form = forms_.as_form(value);
        const auto row = static_cast<Eigen::Index>(i);
        on_states.row(row) = form.head(n).transpose();
        on_inputs.row(row) = form.segment(n, m).transpose();
        constant[row] = form[n + m];
      }
      return true;
    };
    if (!take(plan_.derivatives, system_.states, d.a, d.b, d.f) || !take(plan_.outputs, system_.outputs, d.c, d.d, d.g))
      return false;
    const auto same = [&](const reduce::Dynamics& o) {
      return o.a == d.a && o.b == d.b && o.c == d.c && o.d == d.d && o.f == d.f && o.g == d.g;
    };
    const auto known = std::find_if(system_.dynamics.begin(), system_.dynamics.end(), same);
    mode.dynamics = static_cast<std::size_t>(known - system_.dynamics.begin());
    if (known == system_.dynamics.end()) system_.dynamics.push_back(std::move(d));
    return true;
  }

  /// Relations between numbers are decided, the others are sums over states and inputs.
  bool read_relations() {
    relations_.assign(dae_.held.size(), {});
    for (const std::uint32_t i : questions_) {
      const ir::Held& held = dae_.held[i];
      const AffineValue value = forms_.value(held);
      if (!usable(value, span_of(held.origin), "what '" + text_of(held) + "' compares")) return false;
      Eigen::VectorXd form = forms_.as_form(value);
      if (form.head(form.size() - 1).isZero(0))
        open_[i] = execute::live_value(held.kind, form[form.size() - 1]);
      else
        relations_[i] = std::move(form);
    }
    return true;
  }

  /// What component i becomes when these relations are decided.
  AffineValue becomes(std::size_t component) {
    const std::uint32_t i = components_[component];
    if (dae_.held[i].kind == ir::HeldKind::memory) return forms_.value(dae_.held[i]);
    if (open_[i]) return AffineValue::of(*open_[i]);
    return {Kind::undecided, 0, {}, i};
  }

  /// Components that hang on a common relation change together.
  bool find_groups(const State& state, std::vector<Group>& out) {
    std::vector<std::size_t> group_of(state.size());
    std::iota(group_of.begin(), group_of.end(), 0);
    const auto root = [&](std::size_t i) {
      while (group_of[i] != i) i = group_of[i];
      return i;
    };
    std::vector<std::optional<std::size_t>> first_reader(dae_.held.size());
    for (std::size_t c = 0; c < state.size(); ++c) {
      std::set<std::uint32_t> hangs_on;
      if (!dependencies(c, hangs_on)) return false;
      for (const std::uint32_t relation : hangs_on) {
        if (first_reader[relation])
          group_of[root(c)] = root(*first_reader[relation]);
        else
          first_reader[relation] = c;
      }
    }
    std::map<std::size_t, std::size_t> numbers;
    for (std::size_t c = 0; c < state.size(); ++c) {
      const auto [at, fresh] = numbers.emplace(root(c), out.size());
      if (fresh) out.emplace_back();
      out[at->second].components.push_back(c);
    }
    return true;
  }

  bool enough_asked() {
    if (++asked_ <= most_questions) return false;
    diagnostics_.error(Code::E1111, {}, "what follows a mode hangs on too many relations at once");
    return true;
  }

  bool dependencies(std::size_t component, std::set<std::uint32_t>& out) {
    if (enough_asked()) return false;
    forms_.enter(open_, false);
    const AffineValue value = becomes(component);
    if (value.kind != Kind::undecided) return true;
    out.insert(value.relation);
    for (const double decided : {1.0, 0.0}) {
      open_[value.relation] = decided;
      const bool fine = dependencies(component, out);
      open_[value.relation].reset();
      if (!fine) return false;
    }
    return true;
  }

  /// The values of a group; `undecided` is set when a relation is missing. False after an error.
  bool evaluate(const Group& group, State& values, std::optional<std::uint32_t>& undecided) {
    forms_.enter(open_, false);
    values.clear();
    undecided.reset();
    for (const std::size_t c : group.components) {
      const ir::Held& held = dae_.held[components_[c]];
      const AffineValue value = becomes(c);
      if (value.kind == Kind::undecided) {
        undecided = value.relation;
        return true;
      }
      if (value.kind != Kind::number) {
        diagnostics_.error(Code::E1112, span_of(held.origin),
                           "'" + system_.memory[c] + "' takes the value of something continuous at an event");
        return false;
      }
      values.push_back(value.number);
    }
    return true;
  }

  [[nodiscard]] bool holds_below_zero(std::uint32_t relation) const {
    const ir::HeldKind kind = dae_.held[relation].kind;
    return kind == ir::HeldKind::less || kind == ir::HeldKind::less_equal;
  }
  /// row v <= limit where the literal is as it says.
  void add_to(Polyhedron& polyhedron, const Literal& literal) const {
    const Eigen::VectorXd& form = relations_[literal.relation];
    const double sign = holds_below_zero(literal.relation) == literal.holds ? 1 : -1;
    polyhedron.add(sign * form.head(form.size() - 1), -sign * form[form.size() - 1]);
  }
  [[nodiscard]] bool possible(std::span<const Literal> literals) const {
    Polyhedron polyhedron;
    for (const Literal& literal : literals) add_to(polyhedron, literal);
    return reduce::has_interior(polyhedron, forms_.size() - 1);
  }

  bool grow(const State& state, Group& group, std::vector<Literal>& path) {
    if (enough_asked()) return false;
    State values;
    std::optional<std::uint32_t> undecided;
    if (!evaluate(group, values, undecided)) return false;
    if (undecided) {
      for (const bool holds : {true, false}) {
        path.push_back({*undecided, holds});
        open_[*undecided] = holds ? 1 : 0;
        const bool fine = !possible(path) || grow(state, group, path);
        open_[*undecided].reset();
        path.pop_back();
        if (!fine) return false;
      }
      return true;
    }
    const auto stays = [&](std::size_t k) { return values[k] == state[group.components[k]]; };
    std::size_t same = 0;
    while (same < values.size() && stays(same)) ++same;
    if (same == values.size()) return true;
    Edge edge{path, values};
    if (!simplify(group, edge)) return false;
    const auto equal = [&](const Edge& other) {
      return other.values == edge.values &&
             std::ranges::equal(other.literals, edge.literals, [](const Literal& a, const Literal& b) {
               return a.relation == b.relation && a.holds == b.holds;
             });
    };
    if (std::none_of(group.edges.begin(), group.edges.end(), equal)) group.edges.push_back(std::move(edge));
    return true;
  }

  /// Leaves out literals without which the same follows, and those that the others imply.
  bool simplify(const Group& group, Edge& edge) {
    const HeldValues before = open_;
    for (std::size_t i = 0; i < edge.literals.size();) {
      open_[edge.literals[i].relation].reset();
      State values;
      std::optional<std::uint32_t> undecided;
      if (!evaluate(group, values, undecided)) return false;
      if (!undecided && values == edge.values) {
        edge.literals.erase(edge.literals.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        open_[edge.literals[i].relation] = edge.literals[i].holds ? 1 : 0;
        ++i;
      }
    }
    open_ = before;
    for (std::size_t i = 0; i < edge.literals.size();) {
      std::vector<Literal> others = edge.literals;
      others[i].holds = !others[i].holds;
      if (possible(others))
        ++i;
      else
        edge.literals.erase(edge.literals.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return true;
  }

  /// All that can follow: an edge of every group or none.
  bool follow(const State& state, const std::vector<Group>& groups, std::size_t at, const State& next,
              Polyhedron& where) {
    if (at == groups.size()) {
      if (next == state || known_.contains(next)) return true;
      return !reduce::has_interior(where, forms_.size() - 1) || add(next);
    }
    if (enough_asked() || !follow(state, groups, at + 1, next, where)) return false;
    for (const Edge& edge : groups[at].edges) {
      State with = next;
      for (std::size_t k = 0; k < edge.values.size(); ++k) with[groups[at].components[k]] = edge.values[k];
      for (const Literal& literal : edge.literals) add_to(where, literal);
      const bool fine = follow(state, groups, at + 1, with, where);
      for (std::size_t k = 0; k < edge.literals.size(); ++k) where.drop_last();
      if (!fine) return false;
    }
    return true;
  }

  // From states to outputs.

  bool translate(const Found& found, reduce::Mode& mode) {
    const reduce::Dynamics& d = system_.dynamics[mode.dynamics];
    const algebra::LeastSquares by_outputs(d.c.transpose());
    for (const auto& [group, edge] : found.guards) {
      reduce::Guard guard;
      const auto rows = static_cast<Eigen::Index>(edge.literals.size());
      guard.group = group;
      guard.on_outputs.resize(rows, d.c.rows());
      guard.on_inputs.resize(rows, d.b.cols());
      guard.limits.resize(rows);
      for (Eigen::Index i = 0; i < rows; ++i)
        if (!translate(edge.literals[static_cast<std::size_t>(i)], d, by_outputs, guard, i)) return false;
      mode.guards.push_back(std::move(guard));
    }
    return true;
  }

  bool translate(const Literal& literal, const reduce::Dynamics& d, const algebra::LeastSquares& by_outputs,
                 reduce::Guard& guard, Eigen::Index row) {
    const Eigen::Index n = d.a.rows();
    const Eigen::Index m = d.b.cols();
    // violated (row v > limit) where the literal is as it says
    const double sign = holds_below_zero(literal.relation) == literal.holds ? -1 : 1;
    const Eigen::VectorXd form = sign * relations_[literal.relation];
    Eigen::VectorXd w = by_outputs.solve(form.head(n));
    if ((d.c.transpose() * w - form.head(n)).norm() > 1e-9 * (form.head(n).norm() + 1e-12)) {
      const ir::Held& held = dae_.held[literal.relation];
      diagnostics_
          .error(Code::E1112, span_of(held.origin),
                 "the relation '" + text_of(held) + "' reads states that are no outputs")
          .help = "declare what it compares an output of the model";
      return false;
    }
    w = w.unaryExpr([&](double v) { return std::abs(v) < 1e-14 * w.cwiseAbs().maxCoeff() ? 0.0 : v; });
    guard.on_outputs.row(row) = w.transpose();
    guard.on_inputs.row(row) = form.segment(n, m).transpose() - w.transpose() * d.d;
    guard.limits[row] = -form[n + m] - w.dot(d.g);
    return true;
  }

  /// Codes: every component is a digit.
  bool finish() {
    std::vector<std::map<double, std::int64_t>> digits(components_.size());
    for (const Found& found : found_)
      for (std::size_t c = 0; c < found.state.size(); ++c) digits[c].emplace(found.state[c], 0);
    std::vector<std::int64_t> weights(components_.size());
    std::int64_t weight = 1;
    for (std::size_t c = 0; c < digits.size(); ++c) {
      std::int64_t digit = 0;
      for (auto& [value, number] : digits[c]) number = digit++;
      weights[c] = weight;
      if (weight > (std::int64_t{1} << 52) / std::max<std::int64_t>(digit, 1)) {
        diagnostics_.error(Code::E1111, {}, "the model remembers too much for the codes of its modes");
        return false;
      }
      weight *= std::max<std::int64_t>(digit, 1);
    }
    for (std::size_t i = 0; i < found_.size(); ++i) {
      Found& found = found_[i];
      reduce::Mode& mode = found.mode;
      mode.name = "mode" + std::to_string(i + 1);
      mode.memory = found.state;
      for (std::size_t c = 0; c < found.state.size(); ++c) mode.code += weights[c] * digits[c].at(found.state[c]);
      for (std::size_t k = 0; k < mode.guards.size(); ++k) {
        const auto& [group, edge] = found.guards[k];
        std::int64_t shift = 0;
        for (std::size_t j = 0; j < edge.values.size(); ++j) {
          const std::size_t c = found.groups[group].components[j];
          shift += weights[c] * (digits[c].at(edge.values[j]) - digits[c].at(found.state[c]));
        }
        mode.guards[k].shift = shift;
      }
      system_.modes.push_back(std::move(mode));
    }
    return true;
  }

  const ir::Plan& plan_;
  const ir::Dae& dae_;
  const model::Model& model_;
  const ModeOptions& options_;
  std::unique_ptr<model::Context> context_;
  const std::vector<double>& parameters_;
  AffineForms forms_;
  std::vector<std::uint32_t> components_, questions_;  // held values
  HeldValues open_;                                    // memory of the mode, and relations as far as decided
  std::vector<Eigen::VectorXd> relations_;             // by held value: what is compared with zero
  std::size_t asked_ = 0;
  std::map<State, std::size_t> known_;
  std::vector<Found> found_;
  reduce::SwitchedSystem system_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<reduce::SwitchedSystem> all_modes(const ir::Plan& plan, const model::Model& model, const ModeOptions& options) {
  return ModeFinder(plan, model, options).run();
}

}  // namespace sunder::approximate
