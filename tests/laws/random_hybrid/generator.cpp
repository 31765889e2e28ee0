#include "laws/random_hybrid/generator.hpp"

#include <algorithm>
#include <random>

namespace sunder::random_hybrid {
namespace {

using Trees = std::vector<Tree>;

Tree node(Kind kind, Trees parts) {
  auto made = std::make_shared<Node>();
  made->kind = kind;
  made->parts = std::move(parts);
  return made;
}

Tree number(double value) {
  auto made = std::make_shared<Node>();
  made->number = value;
  return made;
}

Tree leaf(Kind kind, std::size_t variable = 0) {
  auto made = std::make_shared<Node>();
  made->kind = kind;
  made->variable = variable;
  return made;
}

class Author {
 public:
  Author(std::uint64_t seed, Style style) : random_(seed), style_(style) {}

  Description write() {
    parameters();
    states();
    clocks();
    thermostat();
    array_states();
    early();
    whens();
    late();
    loops();
    array_algebra();
    derivatives();
    finish();
    return std::move(made_);
  }

 private:
  // ---------------------------------------------------------------- choices

  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  bool once_in(std::size_t count) { return pick(count) == 0; }
  double between(double low, double high) { return low + (high - low) * static_cast<double>(pick(1001)) / 1000; }
  Tree some(const Trees& list) { return list[pick(list.size())]; }

  std::size_t variable(const std::string& name, double start = 0) {
    made_.names.push_back(name);
    made_.starts.push_back(start);
    return made_.names.size() - 1;
  }
  std::string name_of(std::size_t v) const { return made_.names[v]; }
  void declare(const std::string& line) { declarations_.push_back(line); }
  void equation(const std::string& text) { equations_.push_back(text); }

  /// One equation in one of the ways people write it.
  void equate(const std::string& left, const std::string& right) {
    switch (pick(5)) {
      case 0: return equation("(" + right + ") = " + left + ";");
      case 1: return equation("0 = " + left + " - (" + right + ");");
      case 2: return equation("4*" + left + " = 4*(" + right + ");");
      default: return equation(left + " = " + right + ";");
    }
  }

  // ---------------------------------------------------------------- expressions

  Tree relation(Tree a, double threshold) {
    static const std::vector<Kind> kinds = {Kind::less, Kind::less_equal, Kind::greater, Kind::greater_equal};
    auto made = std::make_shared<Node>(*node(kinds[pick(4)], {std::move(a), number(threshold)}));
    made->held = made_.held++;
    return made;
  }

  /// About the time, or a clock: a state that grows at a good pace until it is set back.
  Tree crossing() {
    if (clocks_.empty() || once_in(4)) return relation(leaf(Kind::time), between(0.1, 1.9));
    const Tree clock = some(clocks_);
    switch (pick(3)) {
      case 0:
        return relation(node(Kind::add, {clock, node(Kind::multiply, {number(0.1), node(Kind::sin, {clock})})}),
                        between(0.45, 0.95));
      case 1: return relation(node(Kind::tanh, {clock}), between(0.45, 0.72));
      default: return relation(clock, between(0.45, 0.95));
    }
  }

  Tree condition() {
    switch (pick(5)) {
      case 0: return node(Kind::both, {crossing(), crossing()});
      case 1: return node(Kind::either, {crossing(), crossing()});
      case 2: return node(Kind::opposite, {crossing()});
      default: return crossing();
    }
  }

  /// Grows no faster than its leaves, with slopes that stay moderate.
  Tree expression(const Trees& leaves, int depth, bool events = true) {
    if (depth == 0 || once_in(6)) return once_in(4) ? number(between(-2, 2)) : some(leaves);
    const auto inner = [&] { return expression(leaves, depth - 1, events); };
    const auto half = [&](Tree t) { return node(Kind::multiply, {number(0.5), std::move(t)}); };
    switch (pick(style_ == Style::rich ? 17 : 14)) {
      case 0: return node(Kind::add, {half(inner()), half(inner())});
      case 1: return node(Kind::subtract, {half(inner()), node(Kind::subtract, {half(inner()), half(inner())})});
      case 2: return node(Kind::multiply, {node(Kind::sin, {inner()}), node(Kind::tanh, {inner()})});
      case 3: return node(Kind::sin, {inner()});
      case 4: return node(Kind::divide, {inner(), node(Kind::add, {number(2), node(Kind::cos, {inner()})})});
      case 5: return powered(node(Kind::tanh, {inner()}));
      case 6: return node(Kind::atan, {inner()});
      case 7: return node(Kind::negate, {inner()});
      case 8: return node(Kind::exp, {node(Kind::negate, {powered(node(Kind::atan, {inner()}), 2)})});
      case 9: return node(Kind::sqrt, {node(Kind::add, {number(1), powered(inner(), 2)})});
      case 10: return node(Kind::log, {node(Kind::add, {number(3), node(Kind::sin, {inner()})})});
      case 11:
        if (events && once_in(2)) return node(Kind::choose, {condition(), half(inner()), half(inner())});
        return node(Kind::cos, {inner()});
      case 12:
        if (events && !clocks_.empty() && once_in(2)) return stairs();
        return node(Kind::cos, {inner()});
      case 13: return node(Kind::divide, {node(Kind::multiply, {half(inner()), number(3)}), number(2.5)});
      case 14: return node(Kind::abs, {inner()});
      case 15: return node(Kind::min, {inner(), inner()});
      default: return node(Kind::max, {inner(), inner()});
    }
  }

  Tree powered(Tree base, int exponent = 3) {
    auto made = std::make_shared<Node>(*node(Kind::power, {std::move(base)}));
    made->number = exponent;
    return made;
  }

  /// floor of a clock.
  Tree stairs() {
    auto made =
        std::make_shared<Node>(*node(Kind::floor, {node(Kind::multiply, {number(between(1.05, 2)), some(clocks_)})}));
    made->held = made_.held++;
    return node(Kind::multiply, {number(0.4), made});
  }

  // ---------------------------------------------------------------- what the model is made of

  void parameters() {
    for (std::size_t i = 1 + pick(3); i > 0; --i) {
      const std::size_t p = variable("p" + std::to_string(i), between(-1.5, 1.5));
      declare("parameter Real " + name_of(p) + " = " + text(made_.starts[p]) + ";");
      leaves_.push_back(leaf(Kind::variable, p));
    }
    leaves_.push_back(node(Kind::sin, {leaf(Kind::time)}));
  }

  std::size_t state(const std::string& name, double start) {
    const std::size_t x = variable(name, start);
    declare("Real " + name + "(start = " + text(start) + ", fixed = true);");
    return x;
  }

  void states() {
    for (std::size_t i = 1 + pick(4); i > 0; --i) {
      const std::size_t x = state("x" + std::to_string(i), between(-1, 1));
      plain_.push_back(x);
      leaves_.push_back(leaf(Kind::variable, x));
    }
  }

  void clocks() {
    for (std::size_t i = pick(3); i > 0; --i) {
      const std::size_t w = state("w" + std::to_string(i), between(0, 0.35));
      const Tree pace = node(Kind::add, {number(between(0.8, 1.5)),
                                         node(Kind::multiply, {number(0.2), node(Kind::sin, {some(leaves_)})})});
      derivative(w, pace);
      clocks_.push_back(leaf(Kind::variable, w));
    }
    for (const Tree& clock : clocks_) reset(clock);
  }

  /// when w > 1 then reinit(w, …)
  void reset(const Tree& clock) {
    auto full = std::make_shared<Node>(*node(Kind::greater, {clock, number(1)}));
    full->held = made_.held++;
    Branch branch;
    branch.conditions.push_back({full});
    branch.jumps.push_back({clock->variable, once_in(2) ? number(between(0, 0.3))
                                                        : node(Kind::subtract, {clock, number(between(0.75, 1))})});
    if (once_in(2)) branch.values.push_back(count());
    made_.whens.push_back({branch});
  }

  Assignment count() {
    const std::size_t n = variable("n" + std::to_string(++counters_), static_cast<double>(pick(3)));
    declare("Integer " + name_of(n) + "(start = " + text(made_.starts[n]) + ", fixed = true);");
    made_.discrete.push_back(n);
    discrete_leaves_.push_back(node(Kind::sin, {leaf(Kind::variable, n)}));
    return {n, node(Kind::add, {leaf(Kind::before, n), number(1 + static_cast<double>(pick(2)))})};
  }

  /// Two levels and a memory: y moves towards a level beyond the one at which it turns.
  void thermostat() {
    if (once_in(2)) return;
    const std::size_t y = state("y", between(0.2, 0.5));
    const std::size_t on = variable("on", 1);
    declare("Boolean on(start = true, fixed = true);");
    const Tree level = leaf(Kind::variable, y);
    const auto below = [&](double limit) {
      auto made = std::make_shared<Node>(*node(Kind::less, {level, number(limit)}));
      made->held = made_.held++;
      return made;
    };
    made_.switches.push_back(
        {on, node(Kind::choose, {leaf(Kind::before, on), below(between(0.6, 0.9)), below(between(-0.2, 0.1))})});
    equation("on = " + text(*made_.switches.back().tree, made_.names) + ";");
    made_.discrete.push_back(on);
    const Tree goal =
        node(Kind::choose, {leaf(Kind::variable, on), number(between(1.5, 2.5)), number(between(-2, -1))});
    derivative(y, node(Kind::multiply, {number(between(0.5, 1.5)), node(Kind::subtract, {goal, level})}));
    leaves_.push_back(level);
    discrete_leaves_.push_back(node(Kind::choose, {leaf(Kind::variable, on), number(between(-1, 1)), some(leaves_)}));
  }

  void array_states() {
    if (once_in(3)) return;
    array_size_ = 2 + static_cast<int>(pick(5));
    std::string starts;
    for (int i = 1; i <= array_size_; ++i) {
      const std::size_t z = variable("z[" + std::to_string(i) + "]", between(-1, 1));
      starts += (i > 1 ? ", " : "") + text(made_.starts[z]);
      if (i == 1) array_ = z;
      leaves_.push_back(leaf(Kind::variable, z));
    }
    declare("Real z[" + std::to_string(array_size_) + "](start = {" + starts + "}, each fixed = true);");
  }

  void algebraic(std::vector<Assignment>& group, const std::string& name, const Tree& tree) {
    const std::size_t a = variable(name);
    declare("Real " + name + ";");
    equate(name, text(*tree, made_.names));
    group.push_back({a, tree});
  }

  void early() {
    for (std::size_t i = 1 + pick(2); i > 0; --i) {
      algebraic(made_.early, "a" + std::to_string(i), expression(leaves_, 3));
      early_leaves_.push_back(leaf(Kind::variable, made_.early.back().variable));
    }
    early_leaves_.insert(early_leaves_.end(), leaves_.begin(), leaves_.end());
  }

  // Bodies read nothing that other when-equations set, so that the order of two events hardly matters.
  Branch branch(std::size_t d) {
    Branch made;
    for (std::size_t i = once_in(4) ? 2 : 1; i > 0; --i) {
      if (once_in(3)) {
        made.conditions.push_back({nullptr, between(0.05, 0.6), between(0.3, 0.9)});
      } else {
        made.conditions.push_back({condition()});
      }
    }
    made.values.push_back(
        {d, node(Kind::add, {node(Kind::multiply, {number(between(-0.5, 0.5)), leaf(Kind::before, d)}),
                             expression(early_leaves_, 2, false)})});
    if (jumping_ < plain_.size() && once_in(3)) {
      const std::size_t x = plain_[jumping_++];  // each is set in one place only
      made.jumps.push_back({x, node(Kind::add, {node(Kind::multiply, {number(0.5), leaf(Kind::variable, x)}),
                                                node(Kind::sin, {expression(early_leaves_, 1, false)})})});
    }
    return made;
  }

  void whens() {
    for (std::size_t i = pick(3); i > 0; --i) {
      const std::size_t d = variable("d" + std::to_string(i), between(-1, 1));
      declare("discrete Real " + name_of(d) + "(start = " + text(made_.starts[d]) + ", fixed = true);");
      made_.discrete.push_back(d);
      discrete_leaves_.push_back(node(Kind::tanh, {leaf(Kind::variable, d)}));
      When when = {branch(d)};
      if (once_in(3)) {
        when.push_back(branch(d));
        when[1].jumps.clear();
        when[0].jumps.clear();
      }
      if (once_in(2)) {
        const Assignment counter = count();
        for (Branch& one : when) one.values.push_back(counter);
      }
      made_.whens.push_back(std::move(when));
    }
    for (const When& when : made_.whens) write(when);
  }

  void write(const When& when) {
    std::string lines;
    for (std::size_t b = 0; b < when.size(); ++b) {
      std::string conditions;
      for (const Condition& one : when[b].conditions)
        conditions +=
            (conditions.empty() ? "" : ", ") +
            (one.tree ? text(*one.tree, made_.names) : "sample(" + text(one.first) + ", " + text(one.interval) + ")");
      if (when[b].conditions.size() > 1) conditions = "{" + conditions + "}";
      lines += (b == 0 ? "when " : "  elsewhen ") + conditions + " then\n";
      for (const Assignment& one : when[b].values)
        lines += "    " + name_of(one.variable) + " = " + text(*one.tree, made_.names) + ";\n";
      for (const Assignment& one : when[b].jumps)
        lines += "    reinit(" + name_of(one.variable) + ", " + text(*one.tree, made_.names) + ");\n";
    }
    equation(lines + "  end when;");
  }

  void late() {
    late_leaves_ = early_leaves_;
    late_leaves_.insert(late_leaves_.end(), discrete_leaves_.begin(), discrete_leaves_.end());
    for (std::size_t i = pick(3); i > 0; --i) {
      algebraic(made_.late, "b" + std::to_string(i), expression(late_leaves_, 3));
      late_leaves_.push_back(leaf(Kind::variable, made_.late.back().variable));
    }
  }

  void loops() {
    if (once_in(2)) linear_loop();
    if (once_in(2)) nonlinear_loop();
  }

  void linear_loop() {
    LinearLoop loop;
    const std::size_t n = 2 + pick(2);
    for (std::size_t k = 1; k <= n; ++k) {
      loop.unknowns.push_back(variable("u" + std::to_string(k)));
      declare("Real u" + std::to_string(k) + ";");
    }
    for (std::size_t r = 0; r < n; ++r) {
      loop.matrix.emplace_back();
      std::string left;
      for (std::size_t k = 0; k < n; ++k) {
        loop.matrix[r].push_back(k == r ? between(2.5, 4) : between(-1, 1));  // the diagonal is larger than the rest
        left += (k > 0 ? " + " : "") + text(loop.matrix[r][k]) + "*" + name_of(loop.unknowns[k]);
      }
      loop.right.push_back(expression(late_leaves_, 2));
      equation(left + " = " + text(*loop.right[r], made_.names) + ";");
    }
    for (const std::size_t u : loop.unknowns) last_leaves_.push_back(leaf(Kind::variable, u));
    made_.linear_loops.push_back(std::move(loop));
  }

  void nonlinear_loop() {
    NonlinearLoop loop;
    loop.unknowns = {variable("v1"), variable("v2")};
    declare("Real v1, v2;");
    const Tree v1 = leaf(Kind::variable, loop.unknowns[0]), v2 = leaf(Kind::variable, loop.unknowns[1]);
    const auto weak = [&](Kind kind, const Tree& of) {
      return node(Kind::multiply, {number(between(0.1, 0.5)), node(kind, {of})});
    };
    loop.trees = {node(Kind::add, {weak(Kind::sin, v2), expression(late_leaves_, 2)}),
                  node(Kind::add, {weak(Kind::tanh, v1), expression(late_leaves_, 2)})};
    for (std::size_t k = 0; k < 2; ++k)
      equation(name_of(loop.unknowns[k]) + " = " + text(*loop.trees[k], made_.names) + ";");
    last_leaves_.insert(last_leaves_.end(), {v1, v2});
    made_.nonlinear_loops.push_back(std::move(loop));
  }

  // ---------------------------------------------------------------- arrays

  Tree element(const std::string& array, std::size_t first, int offset) {
    auto made = std::make_shared<Node>(*leaf(Kind::element, first));
    made->array = array;
    made->offset = offset;
    return made;
  }

  /// An algebraic array, each element from the one before; it reads everything computed so far.
  void array_algebra() {
    last_leaves_.insert(last_leaves_.end(), late_leaves_.begin(), late_leaves_.end());
    if (array_size_ == 0 || once_in(2)) return;
    const std::string last = std::to_string(array_size_);
    std::size_t first = 0;
    for (int i = 1; i <= array_size_; ++i) {
      const std::size_t c = variable("c[" + std::to_string(i) + "]");
      if (i == 1) first = c;
    }
    declare("Real c[" + last + "];");
    const Tree head = expression(last_leaves_, 2);
    made_.last.push_back({first, head});
    equation("c[1] = " + text(*head, made_.names) + ";");
    Trees leaves = last_leaves_;
    leaves.insert(leaves.end(),
                  {element("c", first, -1), element("z", array_, 0), node(Kind::sin, {leaf(Kind::index)})});
    const Tree body = node(Kind::multiply, {number(0.7), expression(leaves, 3)});
    equation("for i in 2:" + last + " loop\n    c[i] = " + text(*body, made_.names) + ";\n  end for;");
    for (int i = 2; i <= array_size_; ++i)
      made_.last.push_back({first + static_cast<std::size_t>(i - 1), instantiate(body, i, made_.held)});
    last_leaves_.push_back(leaf(Kind::variable, first + static_cast<std::size_t>(array_size_ - 1)));
  }

  void derivative(std::size_t state, const Tree& tree) {
    made_.states.push_back(state);
    made_.derivatives.push_back(tree);
    equate("der(" + name_of(state) + ")", text(*tree, made_.names));
  }

  void derivatives() {
    const auto damped = [&](const Tree& x, const Trees& leaves) {
      return node(Kind::subtract, {expression(leaves, 3), node(Kind::multiply, {number(between(0.3, 1.2)), x})});
    };
    for (const std::size_t x : plain_) derivative(x, damped(leaf(Kind::variable, x), last_leaves_));
    if (array_size_ == 0) return;
    // the ends apart, the rest in a loop
    derivative(array_, damped(leaf(Kind::variable, array_), last_leaves_));
    Trees leaves = last_leaves_;
    leaves.insert(leaves.end(),
                  {element("z", array_, -1), element("z", array_, 0), node(Kind::cos, {leaf(Kind::index)})});
    const Tree body = damped(element("z", array_, 0), leaves);
    equation("for i in 2:" + std::to_string(array_size_) + " loop\n    der(z[i]) = " + text(*body, made_.names) +
             ";\n  end for;");
    for (int i = 2; i <= array_size_; ++i) {
      made_.states.push_back(array_ + static_cast<std::size_t>(i - 1));
      made_.derivatives.push_back(instantiate(body, i, made_.held));
    }
  }

  void finish() {
    std::shuffle(equations_.begin(), equations_.end(), random_);
    std::string& out = made_.text;
    out = "model Random\n";
    for (const std::string& line : declarations_) out += "  " + line + "\n";
    out += "equation\n";
    for (const std::string& line : equations_) out += "  " + line + "\n";
    out += "end Random;\n";
  }

  std::mt19937_64 random_;
  Style style_;
  Description made_;
  std::vector<std::string> declarations_, equations_;
  std::vector<std::size_t> plain_;  // states that are neither clocks nor elements
  Trees clocks_, leaves_, discrete_leaves_, early_leaves_, late_leaves_, last_leaves_;
  std::size_t array_ = 0, counters_ = 0, jumping_ = 0;
  int array_size_ = 0;
};

}  // namespace

Description generate(std::uint64_t seed, Style style) { return Author(seed, style).write(); }

}  // namespace sunder::random_hybrid
