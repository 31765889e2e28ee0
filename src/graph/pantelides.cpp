#include "graph/pantelides.hpp"

#include <utility>

namespace sunder::graph {

namespace {

class Pantelides {
 public:
  Pantelides(DerivativeGraph graph, Matching start, std::uint32_t most_derivatives)
      : graph_(std::move(graph)), most_derivatives_(most_derivatives) {
    result_.matching = std::move(start);
    result_.matching.column_of_row.resize(graph_.rows.size(), none);
    result_.matching.row_of_column.resize(graph_.derivative.size(), none);
    derivative_of_equation_.assign(graph_.rows.size(), none);
    order_.assign(graph_.rows.size(), 0);
    equation_seen_.assign(graph_.rows.size(), 0);
    variable_seen_.assign(graph_.derivative.size(), 0);
    next_.assign(graph_.rows.size(), 0);
  }

  Differentiation run() {
    const std::uint32_t given = graph_.rows.size();
    for (std::uint32_t equation = 0; equation < given && result_.stuck == none; ++equation) {
      if (result_.matching.column_of_row[equation] != none) continue;
      if (derivative_of_equation_[equation] != none) continue;  // its derivative has a partner
      std::uint32_t last = equation;
      while (!augment(last)) {
        if (!differentiate() || order_[last] >= most_derivatives_) {
          result_.stuck = equation;
          break;
        }
        last = derivative_of_equation_[last];
      }
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool is_last(std::uint32_t variable) const { return graph_.derivative[variable] == none; }

  // Depth first with a stack. True: the equation got a partner. False: what was seen cannot be matched as it is.
  bool augment(std::uint32_t start) {
    ++stamp_;
    seen_equations_.clear();
    seen_variables_.clear();
    path_.clear();
    enter(start);
    while (!path_.empty()) {
      const std::uint32_t equation = path_.back();
      const auto row = graph_.rows[equation];
      if (next_[equation] == row.size()) {
        path_.pop_back();
        continue;
      }
      const std::uint32_t variable = row[next_[equation]++];
      if (!is_last(variable) || variable_seen_[variable] == stamp_) continue;
      variable_seen_[variable] = stamp_;
      seen_variables_.push_back(variable);
      const std::uint32_t owner = result_.matching.row_of_column[variable];
      if (owner == none) {
        flip();
        return true;
      }
      if (equation_seen_[owner] != stamp_) enter(owner);
    }
    return false;
  }

  void enter(std::uint32_t equation) {
    equation_seen_[equation] = stamp_;
    seen_equations_.push_back(equation);
    next_[equation] = 0;
    path_.push_back(equation);
  }

  void flip() {
    for (const std::uint32_t equation : path_) {
      const std::uint32_t variable = graph_.rows[equation][next_[equation] - 1];
      result_.matching.column_of_row[equation] = variable;
      result_.matching.row_of_column[variable] = equation;
    }
    ++result_.matching.size;
  }

  // Everything the search has seen; variables that do not move keep their equations. False: that is nothing.
  bool differentiate() {
    std::vector<std::uint32_t> variables, equations;
    for (const std::uint32_t variable : seen_variables_)
      if (!graph_.rigid[variable]) variables.push_back(variable);
    for (const std::uint32_t equation : seen_equations_) {
      const std::uint32_t partner = result_.matching.column_of_row[equation];
      if (partner == none || !graph_.rigid[partner]) equations.push_back(equation);
    }
    for (const std::uint32_t variable : variables) {
      graph_.derivative[variable] = static_cast<std::uint32_t>(graph_.derivative.size());
      graph_.derivative.push_back(none);
      graph_.rigid.push_back(false);
      variable_seen_.push_back(0);
      result_.variables.push_back(variable);
      result_.matching.row_of_column.push_back(none);
    }
    bool gained = false;
    for (const std::uint32_t equation : equations) gained = add_derivative(equation) || gained;
    for (const std::uint32_t variable : variables) {
      const std::uint32_t owner = derivative_of_equation_[result_.matching.row_of_column[variable]];
      result_.matching.row_of_column[graph_.derivative[variable]] = owner;
      result_.matching.column_of_row[owner] = graph_.derivative[variable];
    }
    return gained;
  }

  bool add_derivative(std::uint32_t equation) {
    derivative_of_equation_[equation] = graph_.rows.size();
    const std::size_t count = graph_.rows[equation].size();
    const std::uint32_t first = graph_.rows.starts[equation];
    bool gained = false;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t variable = graph_.rows.entries[first + i];
      if (graph_.rigid[variable] || graph_.derivative[variable] == none) continue;
      graph_.rows.entries.push_back(graph_.derivative[variable]);
      gained = true;
    }
    graph_.rows.end_row();
    derivative_of_equation_.push_back(none);
    order_.push_back(order_[equation] + 1);
    equation_seen_.push_back(0);
    next_.push_back(0);
    result_.equations.push_back(equation);
    result_.matching.column_of_row.push_back(none);
    return gained;
  }

  DerivativeGraph graph_;
  Differentiation result_;
  std::uint32_t most_derivatives_;
  std::vector<std::uint32_t> derivative_of_equation_, order_;
  std::uint64_t stamp_ = 0;
  std::vector<std::uint64_t> equation_seen_, variable_seen_;
  std::vector<std::size_t> next_;  // by equation: the entry to try next
  std::vector<std::uint32_t> seen_equations_, seen_variables_, path_;
};

}  // namespace

Differentiation differentiate_until_solvable(DerivativeGraph graph, Matching start, std::uint32_t most_derivatives) {
  return Pantelides(std::move(graph), std::move(start), most_derivatives).run();
}

}  // namespace sunder::graph
